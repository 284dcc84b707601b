//! Searching all states of a model, within limits.

use std::collections::BTreeSet;
use std::time::Duration;

use checking::{Findings, explore, explore_reduced, the_system_decides};
use detection::Reduction;
use kernel::{Limits, PropertyId, SearchOptions, Silent, StopReason};
use machine::Machine;
use machine_model::Unnamed;
use symmetry::{AuditPlan, Prepared, Strategy, StrategyOptions};

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
    /// What a search of [all states](Budget::options) found. Every violation was seen in a run of the machine itself.
    fn new(findings: &Findings<Unnamed<'_>>) -> Searched {
        let abandoned = findings.audited.as_ref().is_some_and(|it| it.abandoned.is_some());
        let reason = match findings.stop {
            _ if abandoned => "the symmetry does not hold",
            StopReason::Exhausted => {
                let violated = findings.runs.iter().map(|run| run.property).collect();
                return Searched::Finished { states: findings.statistics.states, violated };
            }
            StopReason::StateLimit => "states",
            StopReason::MemoryLimit => "memory",
            StopReason::StoreFailed(_) => "disk",
            StopReason::TimeLimit => "time",
            StopReason::StepLimit => "a step is too long",
            StopReason::RoomLimit => "no room",
            StopReason::Abandoned => "the symmetry does not hold",
            StopReason::Violation
            | StopReason::DepthLimit
            | StopReason::Cancelled
            | StopReason::Elsewhere
            | StopReason::OtherSearch
            | StopReason::MachineLost(_)
            | StopReason::Disagreement
            | StopReason::Approximate => "stopped",
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
#[must_use]
pub fn search_all(machine: &Machine, budget: &Budget) -> Searched {
    search_by(machine, &budget.options())
}

/// Visits the states that these options leave.
#[must_use]
pub fn search_by(machine: &Machine, options: &SearchOptions) -> Searched {
    let (model, judge) = (Unnamed(machine), &mut the_system_decides::<Unnamed<'_>>);
    match explore(&model, machine, AuditPlan::OFF, options, &Silent, judge) {
        Ok(findings) => Searched::new(&findings),
        Err(_) => Searched::Unfinished { reason: "a violation could not be confirmed" },
    }
}

/// Visits a state of each class.
///
/// # Errors
/// What the strategy says, which serves every group.
pub fn search_quotient(
    machine: &Machine,
    reduction: &Reduction,
    budget: &Budget,
) -> Result<Searched, String> {
    let canonical = Strategy::Canonical.prepare(&reduction.symmetry, &StrategyOptions::default());
    let canonical = canonical.map_err(|refusal| refusal.to_string())?;
    Ok(search_classes(machine, reduction, &canonical, budget))
}

/// Visits a state of each class that the strategy tells apart.
#[must_use]
pub fn search_classes(
    machine: &Machine,
    reduction: &Reduction,
    strategy: &Prepared<'_>,
    budget: &Budget,
) -> Searched {
    search_classes_by(machine, reduction, strategy, &budget.options())
}

/// Visits a state of each class that the strategy tells apart, of those that these options leave.
#[must_use]
pub fn search_classes_by(
    machine: &Machine,
    reduction: &Reduction,
    strategy: &Prepared<'_>,
    options: &SearchOptions,
) -> Searched {
    let (model, judge) = (Unnamed(machine), &mut the_system_decides::<Unnamed<'_>>);
    match explore_reduced(
        &model,
        reduction,
        strategy,
        AuditPlan::OFF,
        false,
        options,
        &Silent,
        judge,
    ) {
        Ok(findings) => Searched::new(&findings),
        Err(_) => Searched::Unfinished { reason: "a violation could not be confirmed" },
    }
}
