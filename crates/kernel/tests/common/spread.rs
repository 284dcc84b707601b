//! Systems whose states all have the same length.

use std::ops::ControlFlow;

use kernel::{
    GivenUp, Property, PropertyId, Starts, StateIdentity, Transition, TransitionSystem, Visitor,
    Ways,
};

/// Bytes of a state: five words, the last of which is not full.
const LENGTH: usize = 38;

/// A system with its states spread over several words. They must be short.
pub struct Spread<'a, S>(pub &'a S);

/// Where a byte of a state lies.
fn place(byte: usize) -> usize {
    byte * 11 % LENGTH
}

impl<S: TransitionSystem> TransitionSystem for Spread<'_, S> {
    type State = S::State;
    type Step = S::Step;
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.0.scratch()
    }
    fn initial_states(
        &self,
        scratch: &mut S::Scratch,
        starts: &mut dyn Starts<S::State>,
    ) -> ControlFlow<()> {
        self.0.initial_states(scratch, starts)
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &S::State,
        scratch: &mut S::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.0.successors(state, scratch, &mut Within(visitor))
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Fixed(LENGTH)
    }
    fn encode(&self, state: &S::State, out: &mut Vec<u8>) {
        let mut bytes = Vec::new();
        self.0.encode(state, &mut bytes);
        let start = out.len();
        out.resize(start + LENGTH, 0);
        // The length first.
        let all = [bytes.len() as u8].into_iter().chain(bytes);
        all.enumerate().for_each(|(at, byte)| out[start + place(at)] = byte);
    }
    fn decode(&self, bytes: &[u8], state: &mut S::State) {
        let within: Vec<u8> = (1..=usize::from(bytes[0])).map(|at| bytes[place(at)]).collect();
        self.0.decode(&within, state);
    }
    fn blank(&self) -> S::State {
        self.0.blank()
    }
    fn properties(&self) -> &[Property] {
        self.0.properties()
    }
    fn violates(&self, state: &S::State, invariant: PropertyId, scratch: &mut S::Scratch) -> bool {
        self.0.violates(state, invariant, scratch)
    }
    fn may_halt(&self, state: &S::State) -> bool {
        self.0.may_halt(state)
    }
}

/// Passes on what the system within shows.
struct Within<'v, V>(&'v mut V);

impl<'a, S: TransitionSystem + 'a, V: Visitor<Spread<'a, S>>> Visitor<S> for Within<'_, V> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        self.0.transition(Transition { steps, target, violation })
    }
    fn give_up(&mut self, why: GivenUp) -> ControlFlow<()> {
        self.0.give_up(why)
    }
    fn pause(&mut self) -> ControlFlow<()> {
        self.0.pause()
    }
    fn abandon(&mut self) -> ControlFlow<()> {
        self.0.abandon()
    }
    fn wants_all(&self) -> bool {
        self.0.wants_all()
    }
    fn ways(&self, begun: &[S::Step]) -> Ways {
        self.0.ways(begun)
    }
}
