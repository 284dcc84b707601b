//! Transitions taken apart: one statement of one process at a time, or the two halves of a
//! rendezvous.
//!
//! A search takes an atomic sequence as one transition; who watches a single run wants to see, and
//! to choose, what happens inside. The small steps from a stored state, continued while a process
//! keeps control, are exactly the transitions that [`kernel::TransitionSystem::successors`] gives.

use crate::explore::{Scratch, Step};
use crate::index::ProcessId;
use crate::machine::Machine;
use crate::state::State;

/// A small step.
#[derive(Clone, Copy, Debug)]
pub struct SmallStep<'a> {
    /// What the processes do: one step, or a sender's and its receiver's.
    pub steps: &'a [Step],
    /// Where it leads; `None` if it ends in a run-time error.
    pub target: Option<&'a State>,
    /// Who keeps control after it, being in an atomic sequence.
    pub control: Option<ProcessId>,
    /// Whether `timeout` held, because nothing else could happen.
    pub timeout: bool,
}

impl Machine {
    /// Calls `visit` for every small step that is possible in a state in which `control`, if any,
    /// is inside an atomic sequence and keeps control, in a fixed order.
    ///
    /// If there is none for a process that keeps control, its sequence blocks: it loses control, and
    /// what is possible then are the steps without.
    pub fn small_steps(
        &self,
        state: &State,
        control: Option<ProcessId>,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(SmallStep<'_>),
    ) {
        scratch.steps.clear();
        for timeout in [false, true] {
            let holds = timeout && self.uses_timeout && control.is_none();
            if timeout && !holds {
                return;
            }
            scratch.frames[0].begin(state, control, timeout);
            let mut moved = false;
            while let Some(made) = self.next_move(scratch, 0) {
                moved = true;
                let faulted = made.failure.is_final();
                visit(SmallStep {
                    steps: &scratch.steps,
                    target: (!faulted).then_some(&scratch.frames[1].state),
                    control: made.control.filter(|_| !faulted),
                    timeout,
                });
            }
            if moved {
                return;
            }
        }
    }
}
