//! A system that is watched for run-time errors: what would follow on one is not searched.
//!
//! Whether such errors are checked makes no difference: where somebody asks for deadlocks only, runs end at them all the same.

use std::ops::ControlFlow;

use kernel::{Observable, Property, PropertyKind, Transition, TransitionSystem, Visitor};
use symmetry::Symmetric;

/// A system that notes whether some run ended in a run-time error. (A choice that should not be there is such an error, but the
/// run goes on.)
pub struct FaultWatch<'a, S> {
    system: &'a S,
}

impl<'a, S> FaultWatch<'a, S> {
    /// The system, watched.
    pub fn new(system: &'a S) -> FaultWatch<'a, S> {
        FaultWatch { system }
    }
}

/// The working memory of a watched system.
pub struct WatchScratch<T> {
    /// The working memory of the system itself.
    pub system: T,
    /// Whether some run ended in a run-time error.
    pub cut: bool,
}

impl<S: TransitionSystem> TransitionSystem for FaultWatch<'_, S> {
    type State = S::State;
    type Step = S::Step;
    type Scratch = WatchScratch<S::Scratch>;

    fn scratch(&self) -> Self::Scratch {
        WatchScratch { system: self.system.scratch(), cut: false }
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &S::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let WatchScratch { system, cut } = scratch;
        let mut passing = Passing { properties: self.system.properties(), visitor, cut };
        self.system.successors(state, system, &mut passing)
    }

    kernel::forward!(system: initial_states, identity, encode, decode, blank, properties, violates, may_halt);
}

impl<S: Observable> Observable for FaultWatch<'_, S> {
    kernel::forward!(system: valuation, threads, actor, renaming);
}

/// Passes transitions on.
struct Passing<'v, V> {
    properties: &'v [Property],
    visitor: &'v mut V,
    cut: &'v mut bool,
}

impl<'a, S: TransitionSystem + 'a, V: Visitor<FaultWatch<'a, S>>> Visitor<S> for Passing<'_, V> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        if let (None, Some(violated)) = (target, violation) {
            *self.cut |= self.properties[violated.index()].kind == PropertyKind::RuntimeError;
        }
        self.visitor.transition(Transition { steps, target, violation })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}

impl<S: Symmetric> Symmetric for FaultWatch<'_, S> {
    symmetry::forward_symmetric!(
        system: reducible, reaches_reducible, cells, cells_like, complete, observe, agrees_with_original, invent, allowance, distrust
    );
}

#[cfg(test)]
mod tests {
    use kernel::{PropertyId, SearchOptions, Silent, Starts, StateIdentity, search};

    use super::*;

    /// One state, that violates an invariant.
    struct Wrong([Property; 1]);

    impl TransitionSystem for Wrong {
        type State = ();
        type Step = ();
        type Scratch = ();
        fn scratch(&self) {}
        fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<()>) -> ControlFlow<()> {
            starts.start(&())
        }
        fn successors<V: Visitor<Self>>(&self, (): &(), (): &mut (), _: &mut V) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn identity(&self) -> StateIdentity {
            StateIdentity::Whole
        }
        fn encode(&self, (): &(), _: &mut Vec<u8>) {}
        fn decode(&self, _: &[u8], (): &mut ()) {}
        fn blank(&self) {}
        fn properties(&self) -> &[Property] {
            &self.0
        }
        fn violates(&self, (): &(), _: PropertyId, (): &mut ()) -> bool {
            true
        }
        fn may_halt(&self, (): &()) -> bool {
            true
        }
    }

    #[test]
    fn an_invariant_is_reported_through_the_watch() {
        let system = Wrong([Property::new("never", PropertyKind::Invariant)]);
        let outcome = search(&FaultWatch::new(&system), &SearchOptions::default(), &Silent);
        assert_eq!(outcome.violation_count, 1);
    }
}
