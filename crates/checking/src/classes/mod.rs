//! The classes of states: what symmetry makes of a state, of the steps out of it, and of a whole run.
//!
//! A class is told of the state of the system that is searched with symmetry, which goes along with the run ([`mirror`]). Nothing that is
//! told rests on the group alone: steps are equal where the system lists both, a [twin](twin) of a run is taken step by step on the
//! system that the user gave.

mod element;
mod entries;
mod exchange;
mod mirror;
mod twin;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use groups::{BigUint, Group, Interrupted, Patience, Permutation, describe};
use kernel::TransitionSystem;
use model::{Cell, Model, Reduced, StateOf, Words};
use serde::Serialize;
use symmetry::{
    Canonical, CanonicalScratch, OrbitSizes, OrbitSizesScratch, Permuting, Pinned, Representative,
    Symmetric,
};

pub(crate) use mirror::Mirror;
pub(crate) use twin::Transitions;

use crate::symmetry_view::{SymmetryView, cycles};

/// How long one answer may take.
const ANSWER: Duration = Duration::from_secs(2);

/// The symmetric system.
type SystemOf<M> = <<M as Model>::Reduced as Reduced>::System;

/// The class of a state, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassView {
    /// How many states it has, in decimal.
    pub size: String,
    /// The order of the stabiliser of the state, in decimal.
    pub stabiliser_order: String,
    /// Its structure, such as `S3`.
    pub stabiliser: String,
    /// Its generators, in the names of the model.
    pub stabiliser_generators: Vec<String>,
    /// An element that takes the state to the representative of its class, as cycles; empty if it moves nothing that has a name.
    pub to_representative: String,
    /// What the representative holds.
    pub representative: Vec<Cell>,
    /// Bytes that are the same just for states of one class.
    #[serde(skip)]
    pub key: Vec<u8>,
    /// Whether it is the state itself.
    pub is_representative: bool,
    /// The element that takes the state to the representative.
    #[serde(skip)]
    pub(crate) element: Permutation,
}

/// A symmetry of a model, ready to tell of its states.
pub(crate) struct Classes<'a, M: Model> {
    /// The model.
    pub model: &'a M,
    /// The symmetry.
    pub reduction: &'a M::Reduced,
    /// What is said of it.
    pub view: SymmetryView,
    canonical: Canonical<'a>,
    /// Tells how large classes are.
    pub sizes: OrbitSizes<'a>,
}

/// What is worked with.
pub(crate) struct ClassScratch {
    canonical: CanonicalScratch,
    sizes: OrbitSizesScratch,
}

impl<'a, M: Words> Classes<'a, M> {
    /// Prepares tables.
    ///
    /// # Errors
    /// The caller lost patience.
    pub fn new(
        model: &'a M,
        reduction: &'a M::Reduced,
        pinned: &'a Pinned,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        Ok(Classes {
            model,
            reduction,
            view: SymmetryView::new(reduction),
            canonical: Canonical::new_within(reduction.symmetry(), patience)?,
            sizes: OrbitSizes::new_within(pinned, patience)?,
        })
    }

    /// Working memory.
    pub fn scratch(&self) -> ClassScratch {
        ClassScratch { canonical: self.canonical.scratch(), sizes: self.sizes.scratch() }
    }

    /// The class of a state that symmetry applies to.
    ///
    /// # Errors
    /// Why it is not told.
    pub fn class(
        &self,
        state: &StateOf<M>,
        scratch: &mut ClassScratch,
    ) -> Result<ClassView, String> {
        within_a_moment(|patience| {
            let stabiliser = self.stabiliser(state, scratch, patience)?;
            let (representative, element) = self.represent(state, scratch, patience)?;
            let system = self.reduction.system();
            let order: BigUint = self.reduction.symmetry().order() / stabiliser.order();
            let mut key = Vec::new();
            system.encode(&representative, &mut key);
            let generators = stabiliser.generators().iter().map(|g| cycles(self.reduction, g));
            Ok(ClassView {
                size: order.to_string(),
                stabiliser_order: stabiliser.order().to_string(),
                stabiliser: describe(&stabiliser),
                stabiliser_generators: generators.filter(|text| !text.is_empty()).collect(),
                to_representative: cycles(self.reduction, &element),
                is_representative: system.cells(&representative) == system.cells(state),
                representative: self.model.cells(&representative),
                key,
                element,
            })
        })
    }

    /// The exchange, as cycles of names, that makes one state of a class of another one; none if that is the same state.
    pub fn between(&self, from: &ClassView, to: &ClassView) -> Option<String> {
        let element = from.element.then(&to.element.inverse());
        (!element.is_identity()).then(|| cycles(self.reduction, &element))
    }

    /// The elements that leave a state as it is.
    fn stabiliser(
        &self,
        state: &StateOf<M>,
        scratch: &mut ClassScratch,
        patience: &mut Patience<'_>,
    ) -> Result<Group, Interrupted> {
        let cells = self.reduction.system().cells(state);
        self.sizes.stabiliser_within(cells, &mut scratch.sizes, patience)
    }

    /// The representative of a state, and an element that leads to it.
    fn represent(
        &self,
        state: &StateOf<M>,
        scratch: &mut ClassScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(StateOf<M>, Permutation), Interrupted> {
        let system = self.reduction.system();
        let mut image = vec![0; self.reduction.symmetry().layout().point_count()];
        let mut representative = system.blank();
        let cells = system.cells_like(state, &mut representative);
        self.canonical.represent_by_within(
            system.cells(state),
            (cells, &mut image),
            &mut scratch.canonical,
            patience,
        )?;
        system.complete(&mut representative);
        Ok((representative, Permutation::from_images(image).map_err(|_| Interrupted)?))
    }

    /// The cells of a state after an element of the group.
    fn image(&self, element: &Permutation, cells: &[i32]) -> Vec<i32> {
        let mut image = cells.to_vec();
        self.reduction.symmetry().layout().apply(element.images(), cells, &mut image);
        image
    }
}

/// What comes of it if it does not take too long.
fn within_a_moment<T>(
    work: impl FnOnce(&mut Patience<'_>) -> Result<T, Interrupted>,
) -> Result<T, String> {
    let start = Instant::now();
    let mut ask = |_| match start.elapsed() < ANSWER {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let found = work(&mut Patience::new(&mut ask));
    found.map_err(|_| "the class of this state takes too long to compute".to_owned())
}
