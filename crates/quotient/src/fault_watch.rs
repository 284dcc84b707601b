//! A system that is watched for run-time errors: what would follow on one is not searched.
//!
//! Whether such errors are checked makes no difference: where somebody asks for deadlocks only, runs end at them all the same.

use std::ops::ControlFlow;

use kernel::{
    Property, PropertyId, PropertyKind, StateIdentity, Transition, TransitionSystem, Visitor,
};
use symmetry::{Observe, Symmetric};

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

    fn initial_states(&self, scratch: &mut Self::Scratch, visit: &mut dyn FnMut(&S::State)) {
        self.system.initial_states(&mut scratch.system, visit);
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

    fn identity(&self) -> StateIdentity {
        self.system.identity()
    }

    fn encode(&self, state: &S::State, out: &mut Vec<u8>) {
        self.system.encode(state, out);
    }

    fn decode(&self, bytes: &[u8], state: &mut S::State) {
        self.system.decode(bytes, state);
    }

    fn blank(&self) -> S::State {
        self.system.blank()
    }

    fn properties(&self) -> &[Property] {
        self.system.properties()
    }

    fn violates(
        &self,
        state: &S::State,
        invariant: PropertyId,
        scratch: &mut Self::Scratch,
    ) -> bool {
        self.system.violates(state, invariant, &mut scratch.system)
    }

    fn may_halt(&self, state: &S::State) -> bool {
        self.system.may_halt(state)
    }
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

    fn give_up(&mut self) -> ControlFlow<()> {
        self.visitor.give_up()
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.visitor.pause()
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.visitor.abandon()
    }
}

impl<S: Symmetric> Symmetric for FaultWatch<'_, S> {
    fn reducible(&self, state: &S::State) -> bool {
        self.system.reducible(state)
    }

    fn reaches_reducible(&self, from_reducible: bool, target: &S::State) -> bool {
        self.system.reaches_reducible(from_reducible, target)
    }

    fn cells<'a>(&self, state: &'a S::State) -> &'a [i32] {
        self.system.cells(state)
    }

    fn cells_mut<'a>(&self, state: &'a mut S::State) -> &'a mut [i32] {
        self.system.cells_mut(state)
    }

    fn observe(
        &self,
        state: &S::State,
        images: &[u32],
        scratch: &mut Self::Scratch,
        visit: &mut Observe<'_, S::State>,
    ) {
        self.system.observe(state, images, &mut scratch.system, visit);
    }

    fn agrees_with_original(&self, state: &S::State, scratch: &mut Self::Scratch) -> bool {
        self.system.agrees_with_original(state, &mut scratch.system)
    }

    fn distrust(&self, scratch: &Self::Scratch) -> Option<&'static str> {
        self.system.distrust(&scratch.system)
    }
}
