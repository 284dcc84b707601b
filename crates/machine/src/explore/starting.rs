//! First steps of initial processes that are part of their start.

use std::collections::HashSet;
use std::ops::ControlFlow;

use kernel::{GivenUp, Transition, Visitor, Ways};

use crate::explore::{Scratch, Step, StepResult};
use crate::fault::Fault;
use crate::index::ProcessId;
use crate::limits::MOST_INITIAL;
use crate::machine::Machine;
use crate::state::State;

/// How many steps may be taken to find them.
const MOST_STEPS: usize = 5_000_000;

impl Machine {
    /// The states that a process can come to by the step that it starts with, from each of some states.
    pub(crate) fn after_first_step(
        &self,
        states: Vec<State>,
        process: ProcessId,
        scratch: &mut Scratch,
    ) -> Result<Vec<State>, Fault> {
        let mut ends = Ends::default();
        for state in &states {
            scratch.steps.clear();
            scratch.frames[0].begin(state, Some(process), false);
            let _ = self.moves(scratch, &mut ends);
            if let Some(fault) = ends.fault {
                return Err(fault);
            }
        }
        Ok(ends.states)
    }
}

/// Where first steps end.
#[derive(Default)]
struct Ends {
    states: Vec<State>,
    seen: HashSet<Vec<i32>>,
    fault: Option<Fault>,
    steps: usize,
}

impl Visitor<Machine> for Ends {
    fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
        self.fault = match (transition.steps.last().map(|step| step.result), transition.target) {
            (Some(StepResult::Fault { fault, .. }), _) => Some(fault),
            (Some(StepResult::AssertionFailed { .. }), _) => Some(Fault::AssertionAtStart),
            (_, None) => Some(Fault::EndlessStart),
            (_, Some(_)) if self.states.len() >= MOST_INITIAL => Some(Fault::LongStart),
            (_, Some(state)) => {
                if self.seen.insert(state.cells.clone()) {
                    self.states.push(state.clone());
                }
                None
            }
        };
        if self.fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn give_up(&mut self, why: GivenUp) -> ControlFlow<()> {
        self.fault = Some(match why {
            GivenUp::TooLong => Fault::LongStart,
            GivenUp::OutOfRoom => Fault::OutOfRoom,
        });
        ControlFlow::Break(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return self.give_up(GivenUp::TooLong);
        }
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.give_up(GivenUp::TooLong)
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[Step]) -> Ways {
        Ways::One
    }
}
