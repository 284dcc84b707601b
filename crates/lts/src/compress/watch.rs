//! Asks now and then whether the work is to be given up.

use crate::explicit::Unfinished;

/// How much is done between two questions.
const STRETCH: usize = 1 << 16;

/// What asks, once for every so much work.
pub(crate) struct Watch<'a> {
    interrupted: &'a mut dyn FnMut() -> bool,
    done: usize,
}

impl<'a> Watch<'a> {
    /// Asks this.
    pub(crate) fn new(interrupted: &'a mut dyn FnMut() -> bool) -> Watch<'a> {
        Watch { interrupted, done: 0 }
    }

    /// So many states or transitions were looked at.
    pub(crate) fn worked(&mut self, amount: usize) -> Result<(), Unfinished> {
        self.done += amount;
        if self.done < STRETCH {
            return Ok(());
        }
        self.done = 0;
        if (self.interrupted)() { Err(Unfinished::Interrupted) } else { Ok(()) }
    }
}
