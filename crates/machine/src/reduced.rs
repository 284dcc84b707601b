//! A reduction as a system that the quotient wraps.

use std::ops::ControlFlow;

use kernel::{Property, Transition, TransitionSystem, Visitor};
use symmetry::Symmetric;

use crate::detect::Reduction;
use crate::explore::{Scratch, Step};
use crate::state::State;

/// The machine of a reduction, unreduced: what [`symmetry::Quotient`] wraps.
impl TransitionSystem for Reduction {
    type State = State;
    type Step = Step;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        self.machine.scratch()
    }

    fn initial_states(&self, scratch: &mut Scratch, visit: &mut dyn FnMut(&State)) {
        self.machine.initial_states(scratch, visit);
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &State,
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.machine.successors(state, scratch, &mut Forward(visitor))
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        self.machine.encode(state, out);
    }

    fn decode(&self, bytes: &[u8], state: &mut State) {
        self.machine.decode(bytes, state);
    }

    fn blank(&self) -> State {
        self.machine.blank()
    }

    fn properties(&self) -> &[Property] {
        self.machine.properties()
    }

    fn may_halt(&self, state: &State) -> bool {
        self.machine.may_halt(state)
    }
}

/// Passes transitions of the machine on as transitions of the reduction.
struct Forward<'v, V>(&'v mut V);

impl<V: Visitor<Reduction>> Visitor<crate::Machine> for Forward<'_, V> {
    fn transition(&mut self, transition: Transition<'_, crate::Machine>) -> ControlFlow<()> {
        self.0.transition(Transition {
            steps: transition.steps,
            target: transition.target,
            violation: transition.violation,
        })
    }

    fn give_up(&mut self) -> ControlFlow<()> {
        self.0.give_up()
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.0.pause()
    }
}

impl Symmetric for Reduction {
    fn reducible(&self, state: &State) -> bool {
        self.is_reducible(state)
    }

    fn cells<'a>(&self, state: &'a State) -> &'a [i32] {
        &state.cells
    }

    fn cells_mut<'a>(&self, state: &'a mut State) -> &'a mut [i32] {
        &mut state.cells
    }
}
