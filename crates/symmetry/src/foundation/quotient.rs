//! A system with every state replaced by its representative.

use std::ops::ControlFlow;

use groups::{Interrupted, Patience, uninterrupted};
use kernel::{Notes, Starts, Transition, TransitionSystem, Visitor};

use crate::foundation::representative::Representative;
use crate::foundation::short::ShortScratch;
use crate::foundation::symmetric::Symmetric;
use crate::foundation::twins::{TwinScratch, Twins};

/// The quotient of a system: initial states and targets of transitions are replaced by their representatives.
///
/// Steps and violations are those of the original, out of the representative. Properties of states must not tell symmetric
/// states apart.
pub struct Quotient<'a, S, R> {
    system: &'a S,
    representative: &'a R,
    leaves_out_images: bool,
}

impl<'a, S: Symmetric, R: Representative> Quotient<'a, S, R> {
    /// The quotient of `system` under `representative`.
    pub fn new(system: &'a S, representative: &'a R) -> Self {
        Quotient { system, representative, leaves_out_images: false }
    }

    /// Leaves out transitions that a [symmetry of the state](crate::Twins) makes of others, where the strategy tells such symmetries and the
    /// visitor [wants all](Visitor::wants_all) from the beginning, or the system's short way has chosen none. They are [counted](QuotientScratch::left_out).
    #[must_use]
    pub fn leaving_out_images(self) -> Self {
        Quotient { leaves_out_images: true, ..self }
    }

    /// The original system.
    pub fn original(&self) -> &'a S {
        self.system
    }

    /// The strategy.
    pub fn strategy(&self) -> &'a R {
        self.representative
    }

    pub(crate) fn twins(&self) -> Option<&Twins<'_>> {
        self.representative.twins().filter(|_| self.leaves_out_images)
    }

    /// Overwrites `target` with the representative of `state`.
    pub fn represent(&self, state: &S::State, target: &mut S::State, scratch: &mut R::Scratch) {
        uninterrupted(|patience| self.represent_within(state, target, scratch, patience));
    }

    /// The same, as long as the caller has patience: if it was lost, `target` means nothing.
    ///
    /// # Errors
    /// The caller lost it.
    pub fn represent_within(
        &self,
        state: &S::State,
        target: &mut S::State,
        scratch: &mut R::Scratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        if !self.system.reducible(state) {
            target.clone_from(state);
            return Ok(());
        }
        let cells = self.system.cells_like(state, target);
        let source = self.system.cells(state);
        self.representative.representative_within(source, cells, scratch, patience)?;
        self.system.complete(target);
        Ok(())
    }
}

/// The working memory of a quotient.
pub struct QuotientScratch<S: TransitionSystem, R: Representative> {
    /// The working memory of the original system.
    pub system: S::Scratch,
    /// The working memory of the strategy.
    pub representative: R::Scratch,
    pub(crate) reduced: S::State,
    pub(crate) twins: Option<TwinScratch>,
    /// What the [short way](super::short) works with.
    pub(crate) short: ShortScratch<S::State>,
}

impl<S: TransitionSystem, R: Representative> Notes for QuotientScratch<S, R> {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
        self.left_out().write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)?;
        match &mut self.twins {
            Some(twins) => twins.left_out.read(notes),
            None => (notes.next()? == 0).then_some(()),
        }
    }
}

impl<S: TransitionSystem, R: Representative> QuotientScratch<S, R> {
    /// How many transitions were left out that symmetries of states make of others.
    pub fn left_out(&self) -> u64 {
        self.twins.as_ref().map_or(0, |twins| twins.left_out)
    }
}

impl<S: Symmetric, R: Representative> TransitionSystem for Quotient<'_, S, R> {
    type State = S::State;
    type Step = S::Step;
    type Scratch = QuotientScratch<S, R>;

    fn scratch(&self) -> Self::Scratch {
        QuotientScratch {
            system: self.system.scratch(),
            representative: self.representative.scratch(),
            reduced: self.system.blank(),
            twins: self.twins().map(Twins::scratch),
            short: ShortScratch::new(self.system.blank(), self.system.blank()),
        }
    }

    fn initial_states(
        &self,
        scratch: &mut Self::Scratch,
        starts: &mut dyn Starts<Self::State>,
    ) -> ControlFlow<()> {
        let QuotientScratch { system, representative, reduced, .. } = scratch;
        self.system.initial_states(system, &mut |state: &S::State| {
            let mut pause = |_| starts.pause();
            let patience = &mut Patience::new(&mut pause);
            match self.represent_within(state, reduced, representative, patience) {
                Ok(()) => starts.start(reduced),
                Err(Interrupted) => ControlFlow::Break(()),
            }
        })
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let QuotientScratch { system, representative, reduced, twins, .. } = scratch;
        let from_reducible = self.system.reducible(state);
        let quotient = self;
        let twins = self.twins().zip(twins.as_mut()).filter(|_| from_reducible);
        // Of those that are chosen from the transitions of the state, none may be left out for one that is not.
        let twins = twins.filter(|_| visitor.wants_all()).and_then(|(twins, scratch)| {
            let cells = self.system.cells(state);
            twins.find(cells, scratch).then_some(Siblings { twins, scratch, cells })
        });
        let mut adapter =
            Adapter { quotient, from_reducible, twins, representative, reduced, visitor };
        self.system.successors(state, system, &mut adapter)
    }

    kernel::forward!(system: identity, encode, decode, blank, properties, violates, may_halt);
}

/// A state with twins.
pub(crate) struct Siblings<'q> {
    pub(crate) twins: &'q Twins<'q>,
    pub(crate) scratch: &'q mut TwinScratch,
    pub(crate) cells: &'q [i32],
}

/// Passes the transitions of the original on, with targets replaced.
struct Adapter<'q, 'a, S: Symmetric, R: Representative, V> {
    quotient: &'q Quotient<'a, S, R>,
    from_reducible: bool,
    twins: Option<Siblings<'q>>,
    representative: &'q mut R::Scratch,
    reduced: &'q mut S::State,
    visitor: &'q mut V,
}

impl<'a, S: Symmetric, R: Representative, V: Visitor<Quotient<'a, S, R>>> Visitor<S>
    for Adapter<'_, 'a, S, R, V>
{
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let target = match transition.target {
            Some(target) if self.quotient.system.reaches_reducible(self.from_reducible, target) => {
                let Quotient { system, representative, .. } = self.quotient;
                if let Some(Siblings { twins, scratch, cells }) = &mut self.twins
                    && transition.violation.is_none()
                {
                    let target = system.cells(target);
                    let differing = (0..).zip(cells.iter().zip(target));
                    let differing = differing.filter(|(_, (was, is))| was != is);
                    if twins.leaves_out(cells, target, differing.map(|(cell, _)| cell), scratch) {
                        return ControlFlow::Continue(());
                    }
                }
                let cells = system.cells_like(target, self.reduced);
                let mut pause = |_| self.visitor.pause();
                let patience = &mut Patience::new(&mut pause);
                let source = system.cells(target);
                let scratch = &mut *self.representative;
                if representative.representative_within(source, cells, scratch, patience).is_err() {
                    return ControlFlow::Break(());
                }
                system.complete(self.reduced);
                Some(&*self.reduced)
            }
            other => other,
        };
        self.visitor.transition(Transition {
            steps: transition.steps,
            target,
            violation: transition.violation,
        })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}
