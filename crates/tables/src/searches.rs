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

/// Visits every state, also beyond violations.
pub fn search_all<S: TransitionSystem>(system: &S, budget: &Budget) -> Searched {
    let limits = Limits {
        depth: None,
        states: Some(budget.states),
        memory_bytes: Some(budget.memory_bytes),
        time: Some(budget.time),
    };
    let options = SearchOptions {
        workers: budget.workers,
        keep_going: true,
        limits,
        ..SearchOptions::default()
    };
    let outcome = search(system, &options, &Silent);
    let reason = match outcome.stop {
        StopReason::Exhausted => {
            let violated = outcome.violations.iter().map(|found| found.property).collect();
            return Searched::Finished { states: outcome.statistics.states, violated };
        }
        StopReason::StateLimit => "states",
        StopReason::MemoryLimit => "memory",
        StopReason::TimeLimit => "time",
        StopReason::StepLimit => "a step is too long",
        StopReason::Violation | StopReason::DepthLimit | StopReason::Cancelled => "stopped",
    };
    Searched::Unfinished { reason }
}
