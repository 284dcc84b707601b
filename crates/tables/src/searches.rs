//! Searching all states of a model, within limits.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::{Limits, PropertyId, SearchOptions, Silent, StopReason, TransitionSystem, search};

/// How far one search may go, and with how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// States stored.
    pub states: u64,
    /// Bytes of memory.
    pub memory_bytes: u64,
    /// Time.
    pub time: Duration,
    /// Threads.
    pub workers: usize,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Searched {
    /// All states were visited.
    Finished {
        /// How many there are.
        states: u64,
        /// The properties that are violated somewhere.
        violated: BTreeSet<PropertyId>,
    },
    /// A limit was reached, or a step was too long.
    Unfinished {
        /// Which.
        reason: &'static str,
    },
}

impl Searched {
    /// What a search of [all states](Budget::options) found.
    #[must_use]
    pub fn new(
        stop: StopReason,
        states: u64,
        violated: impl Iterator<Item = PropertyId>,
    ) -> Searched {
        let reason = match stop {
            StopReason::Exhausted => {
                return Searched::Finished { states, violated: violated.collect() };
            }
            StopReason::StateLimit => "states",
            StopReason::MemoryLimit => "memory",
            StopReason::TimeLimit => "time",
            StopReason::StepLimit => "a step is too long",
            StopReason::Abandoned => "the symmetry does not hold",
            StopReason::Violation | StopReason::DepthLimit | StopReason::Cancelled => "stopped",
        };
        Searched::Unfinished { reason }
    }

    /// The number of states, if they are all known.
    #[must_use]
    pub fn states(&self) -> Option<u64> {
        match self {
            Searched::Finished { states, .. } => Some(*states),
            Searched::Unfinished { .. } => None,
        }
    }

    /// The number of states, or why it is not known.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Searched::Finished { states, .. } => states.to_string(),
            Searched::Unfinished { reason } => format!("not finished ({reason})"),
        }
    }
}

impl Budget {
    /// A search of every state, also beyond violations.
    #[must_use]
    pub fn options(&self) -> SearchOptions {
        let limits = Limits {
            depth: None,
            states: Some(self.states),
            memory_bytes: Some(self.memory_bytes),
            time: Some(self.time),
        };
        SearchOptions {
            workers: self.workers,
            keep_going: true,
            limits,
            ..SearchOptions::default()
        }
    }
}

/// Visits every state, also beyond violations.
pub fn search_all<S: TransitionSystem>(system: &S, budget: &Budget) -> Searched {
    let outcome = search(system, &budget.options(), &Silent);
    let violated = outcome.violations.iter().map(|found| found.property);
    Searched::new(outcome.stop, outcome.statistics.states, violated)
}
