//! The limits of a search, asked within operations.

use std::cell::Cell;

use kernel::{Budget, SearchOptions, StopReason};

use crate::diagram::Watch;

/// What a search may cost, and the job that it is part of.
pub struct Limits {
    budgets: [Budget; 2],
    lifted: Cell<bool>,
}

impl Limits {
    /// Those of a search that begins now.
    #[must_use]
    pub fn of(options: &SearchOptions) -> Limits {
        let own = Budget::new(&options.limits, options.cancel.clone());
        Limits { budgets: [own, options.budget.clone()], lifted: Cell::new(false) }
    }

    /// Lifts them, to say what is known in the end.
    pub fn lift(&self) {
        self.lifted.set(true);
    }
}

impl Watch for Limits {
    fn check(&self, bytes: u64) -> Result<(), StopReason> {
        if self.lifted.get() {
            return Ok(());
        }
        self.budgets.iter().try_for_each(|budget| budget.check(bytes))
    }
}
