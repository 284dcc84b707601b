//! A system that is watched while it is searched: for run-time errors, as what would follow on one is not searched, and for states that
//! prove wrong what the search rests on.
//!
//! Whether such errors are checked makes no difference: where somebody asks for deadlocks only, runs end at them all the same.

use std::ops::ControlFlow;

use kernel::{
    Demand, Notes, Observable, Offers, Property, PropertyKind, SearchOptions, StateId, Transition,
    TransitionSystem, Visitor,
};
use model::{Flaw, ShortWay, Tested};
use symmetry::{AuditPlan, Symmetric};

/// A system that notes whether some run ended in a run-time error (a choice that should not be there is such an error, but the
/// run goes on), and that tests some states for what it [concludes of itself](Tested): if one proves it wrong, the search is abandoned.
pub struct FaultWatch<'a, S> {
    system: &'a S,
    plan: AuditPlan,
    leaves_out: bool,
}

impl<'a, S> FaultWatch<'a, S> {
    /// The system, watched, and not tested.
    pub fn new(system: &'a S) -> FaultWatch<'a, S> {
        FaultWatch { system, plan: AuditPlan::OFF, leaves_out: false }
    }

    /// The system, watched, and tested by a plan in a search with these options.
    pub fn testing(system: &'a S, plan: AuditPlan, options: &SearchOptions) -> FaultWatch<'a, S> {
        FaultWatch { system, plan, leaves_out: options.partial_order }
    }
}

/// The working memory of a watched system.
pub struct WatchScratch<T> {
    /// The working memory of the system itself.
    pub system: T,
    /// Whether some run ended in a run-time error.
    pub cut: bool,
    /// What a state proved wrong of the system.
    pub flaw: Option<Flaw>,
    /// Another working memory, for tests: what these execute is not noted.
    tester: Option<T>,
    /// How many states were met.
    met: u64,
}

impl<T: Notes> Notes for WatchScratch<T> {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
        self.cut.write(notes);
        notes.push(match self.flaw {
            None => 0,
            Some(Flaw::Cleared) => 1,
            Some(Flaw::LeftOut) => 2,
        });
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)?;
        self.cut.read(notes)?;
        let flaw = match notes.next()? {
            0 => None,
            1 => Some(Flaw::Cleared),
            2 => Some(Flaw::LeftOut),
            _ => return None,
        };
        self.flaw = self.flaw.or(flaw);
        Some(())
    }
}

impl<S: Tested> FaultWatch<'_, S> {
    /// Tests a state, if it is its turn.
    fn test(&self, state: &S::State, scratch: &mut WatchScratch<S::Scratch>) -> Option<Flaw> {
        let number = scratch.met;
        scratch.met += 1;
        if !self.plan.takes(number) {
            return None;
        }
        let tester = scratch.tester.get_or_insert_with(|| self.system.scratch());
        self.system.flaw(state, self.leaves_out, tester)
    }
}

impl<S: Tested> TransitionSystem for FaultWatch<'_, S> {
    type State = S::State;
    type Step = S::Step;
    type Scratch = WatchScratch<S::Scratch>;

    fn scratch(&self) -> Self::Scratch {
        let system = self.system.scratch();
        WatchScratch { system, cut: false, flaw: None, tester: None, met: 0 }
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &S::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if let Some(flaw) = self.test(state, scratch) {
            scratch.flaw = Some(flaw);
            return visitor.abandon();
        }
        let WatchScratch { system, cut, .. } = scratch;
        let mut passing = Passing { properties: self.system.properties(), visitor, cut };
        self.system.successors(state, system, &mut passing)
    }

    kernel::forward!(system: initial_states, identity, encode, decode, blank, properties, violates, may_halt);
}

/// What is tested goes the long way.
impl<S: ShortWay + Tested> ShortWay for FaultWatch<'_, S> {
    fn expand(
        &self,
        bytes: &[u8],
        source: StateId,
        scratch: &mut Self::Scratch,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool {
        if self.plan.takes(scratch.met) {
            return false;
        }
        let expanded = self.system.expand(bytes, source, &mut scratch.system, offers, demand);
        scratch.met += u64::from(expanded);
        expanded
    }
}

impl<S: Observable + Tested> Observable for FaultWatch<'_, S> {
    kernel::forward!(system: valuation, threads, actor, renaming);
}

/// Passes transitions on.
struct Passing<'v, V> {
    properties: &'v [Property],
    visitor: &'v mut V,
    cut: &'v mut bool,
}

impl<'a, S: Tested + 'a, V: Visitor<FaultWatch<'a, S>>> Visitor<S> for Passing<'_, V> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        if let (None, Some(violated)) = (target, violation) {
            *self.cut |= self.properties[violated.index()].kind == PropertyKind::RuntimeError;
        }
        self.visitor.transition(Transition { steps, target, violation })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}

impl<S: Symmetric + Tested> Symmetric for FaultWatch<'_, S> {
    symmetry::forward_symmetric!(
        system: reducible, reaches_reducible, cells, cells_like, complete, decode_near, observe, transition_label, agrees_with_original, invent, allowance, distrust
    );
}

#[cfg(test)]
mod tests {
    use kernel::{PropertyId, Silent, Starts, StateIdentity, StopReason, search};

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

    impl Tested for Wrong {
        fn flaw(&self, (): &(), _: bool, (): &mut ()) -> Option<Flaw> {
            Some(Flaw::Cleared)
        }
    }

    #[test]
    fn what_a_state_proves_wrong_ends_the_search() {
        let system = Wrong([Property::new("never", PropertyKind::Assertion)]);
        let options = SearchOptions::default();
        let watch = FaultWatch::testing(&system, AuditPlan::default(), &options);
        let outcome = search(&watch, &options, &Silent);
        assert_eq!(outcome.stop, StopReason::Abandoned);
        assert!(outcome.scratches.iter().any(|scratch| scratch.flaw == Some(Flaw::Cleared)));
    }

    #[test]
    fn an_invariant_is_reported_through_the_watch() {
        let system = Wrong([Property::new("never", PropertyKind::Invariant)]);
        let outcome = search(&FaultWatch::new(&system), &SearchOptions::default(), &Silent);
        assert_eq!(outcome.violation_count, 1);
    }
}
