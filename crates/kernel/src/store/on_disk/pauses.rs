//! Looking at the limits while a level ends.

use std::ops::ControlFlow;

use crate::sorted_runs::RunError;
use crate::visited::NotStored;

/// So many states are gone through between two looks at the limits.
const PACE: u32 = 4096;

/// Why a level could not be ended.
pub(super) enum Ended {
    By(NotStored),
    Failed(RunError),
}

impl From<RunError> for Ended {
    fn from(error: RunError) -> Self {
        Ended::Failed(error)
    }
}

impl From<Ended> for NotStored {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::By(why) => why,
            Ended::Failed(error) => NotStored::Failed(error.kind()),
        }
    }
}

/// When to look at the limits.
pub(super) struct Pauses<'p> {
    pause: &'p mut dyn FnMut() -> ControlFlow<()>,
    states: u32,
}

impl<'p> Pauses<'p> {
    pub(super) fn new(pause: &'p mut dyn FnMut() -> ControlFlow<()>) -> Self {
        Pauses { pause, states: 0 }
    }

    /// Called for each state; breaks if a limit is reached.
    pub(super) fn breathe(&mut self) -> Result<(), Ended> {
        self.states += 1;
        if self.states.is_multiple_of(PACE) && (self.pause)().is_break() {
            return Err(Ended::By(NotStored::Interrupted));
        }
        Ok(())
    }
}
