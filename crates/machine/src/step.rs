//! What processes do in transitions.

use kernel::GivenUp;

use crate::fault::Fault;
use crate::index::{EdgeId, ProcessId};

/// What one process did in a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The process.
    pub process: ProcessId,
    /// Its edge.
    pub edge: EdgeId,
    /// How it went.
    pub result: StepResult,
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepResult {
    /// Well.
    Done,
    /// An assertion failed in one of its operations.
    AssertionFailed {
        /// The place of the first such operation in the edge.
        operation: u16,
    },
    /// It ended in a run-time error.
    Fault {
        /// The place of the operation in the edge.
        operation: u16,
        /// The error.
        fault: Fault,
        /// The place of the first operation before it in which an assertion failed, if one did.
        failed: Option<u16>,
    },
}

impl StepResult {
    /// Whether nothing comes after the step. A choice that should not be there is an error too, but
    /// the run goes on.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, StepResult::Fault { fault, .. } if fault != Fault::Nondeterminism)
    }

    /// The same step as one whose assertion failed, if one did before it ended in an error.
    pub(crate) fn failed_before(self) -> Option<StepResult> {
        match self {
            StepResult::Fault { failed, .. } => {
                failed.map(|operation| StepResult::AssertionFailed { operation })
            }
            _ => None,
        }
    }

    /// Why the step was given up, if it was: it may or may not end.
    pub(crate) fn given_up(self) -> Option<GivenUp> {
        match self {
            StepResult::Fault { fault: Fault::LongDeterministicStep, .. } => Some(GivenUp::TooLong),
            StepResult::Fault { fault: Fault::OutOfRoom, .. } => Some(GivenUp::OutOfRoom),
            _ => None,
        }
    }
}
