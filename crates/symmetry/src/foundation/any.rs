//! Strategies whose type is only known at run time.
//!
//! A search over a strategy of known type is a program of its own; eleven of them would be compiled for each kind of system.
//! Here one call for each state goes through a table instead.

use std::any::Any;

use groups::{Interrupted, Patience, uninterrupted};

use crate::foundation::representative::{Guarantee, Marker, Permuting, Representative};
use crate::foundation::twins::Twins;

/// Working memory of a strategy whose type is only known at run time.
pub struct AnyScratch(Box<dyn Any + Send>);

impl AnyScratch {
    /// # Panics
    ///
    /// If it was made by a strategy of another type.
    fn of<T: 'static>(&mut self) -> &mut T {
        self.0.downcast_mut().expect("the scratch of this strategy")
    }
}

trait ErasedRepresentative: Sync {
    fn scratch(&self) -> AnyScratch;
    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted>;
    fn represent_by_within(
        &self,
        state: &[i32],
        replacement: (&mut [i32], &mut [u32]),
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted>;
    fn guarantee(&self) -> Guarantee;
    fn name(&self) -> &'static str;
    fn twins(&self) -> Option<&Twins<'_>>;
}

impl<R: Permuting<Scratch: 'static>> ErasedRepresentative for R {
    fn scratch(&self) -> AnyScratch {
        AnyScratch(Box::new(R::scratch(self)))
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        R::representative_within(self, state, target, scratch.of(), patience)
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        replacement: (&mut [i32], &mut [u32]),
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        R::represent_by_within(self, state, replacement, scratch.of(), patience)
    }

    fn guarantee(&self) -> Guarantee {
        R::guarantee(self)
    }

    fn name(&self) -> &'static str {
        R::name(self)
    }

    fn twins(&self) -> Option<&Twins<'_>> {
        R::twins(self)
    }
}

/// A representative of any strategy.
pub struct AnyRepresentative<'a>(Box<dyn ErasedRepresentative + 'a>);

impl<'a> AnyRepresentative<'a> {
    /// Forgets the type of a strategy.
    pub fn new(strategy: impl Permuting<Scratch: 'static> + 'a) -> Self {
        AnyRepresentative(Box::new(strategy))
    }
}

impl Representative for AnyRepresentative<'_> {
    type Scratch = AnyScratch;

    fn scratch(&self) -> AnyScratch {
        self.0.scratch()
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut AnyScratch) {
        uninterrupted(|patience| self.0.representative_within(state, target, scratch, patience));
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.0.representative_within(state, target, scratch, patience)
    }

    fn guarantee(&self) -> Guarantee {
        self.0.guarantee()
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn twins(&self) -> Option<&Twins<'_>> {
        self.0.twins()
    }
}

impl Permuting for AnyRepresentative<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut AnyScratch,
    ) {
        let replacement = (target, image);
        uninterrupted(|patience| self.0.represent_by_within(state, replacement, scratch, patience));
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        replacement: (&mut [i32], &mut [u32]),
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.0.represent_by_within(state, replacement, scratch, patience)
    }
}

trait ErasedMarker: Sync {
    fn scratch(&self) -> AnyScratch;
    fn mark_within(
        &self,
        state: &[i32],
        marker: &mut Vec<i32>,
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted>;
    fn guarantee(&self) -> Guarantee;
    fn name(&self) -> &'static str;
}

impl<M: Marker<Scratch: 'static>> ErasedMarker for M {
    fn scratch(&self) -> AnyScratch {
        AnyScratch(Box::new(M::scratch(self)))
    }

    fn mark_within(
        &self,
        state: &[i32],
        marker: &mut Vec<i32>,
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        M::mark_within(self, state, marker, scratch.of(), patience)
    }

    fn guarantee(&self) -> Guarantee {
        M::guarantee(self)
    }

    fn name(&self) -> &'static str {
        M::name(self)
    }
}

/// A marker of any strategy.
pub struct AnyMarker<'a>(Box<dyn ErasedMarker + 'a>);

impl<'a> AnyMarker<'a> {
    /// Forgets the type of a strategy.
    pub fn new(strategy: impl Marker<Scratch: 'static> + 'a) -> Self {
        AnyMarker(Box::new(strategy))
    }
}

impl Marker for AnyMarker<'_> {
    type Scratch = AnyScratch;

    fn scratch(&self) -> AnyScratch {
        self.0.scratch()
    }

    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut AnyScratch) {
        uninterrupted(|patience| self.0.mark_within(state, marker, scratch, patience));
    }

    fn mark_within(
        &self,
        state: &[i32],
        marker: &mut Vec<i32>,
        scratch: &mut AnyScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.0.mark_within(state, marker, scratch, patience)
    }

    fn guarantee(&self) -> Guarantee {
        self.0.guarantee()
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }
}
