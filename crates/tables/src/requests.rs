//! What is asked of the pipeline for a row: the same as the command asks, within the limits of the row.

use checking::{CheckRequest, Detail, RepresentativeRequest, SymmetrySource};
use kernel::{Fairness, Limits, SearchOptions};
use symmetry::AuditPlan;

use crate::searches::Budget;

/// A check up to symmetry, if it is said how states are told apart; else one of all states. It ends at the first violation.
pub fn request<'a>(reduced: Option<RepresentativeRequest>, budget: &Budget) -> CheckRequest<'a> {
    let limits = Limits {
        depth: None,
        states: Some(budget.states),
        memory_bytes: Some(budget.memory_bytes),
        time: Some(budget.time),
    };
    CheckRequest {
        symmetry: reduced.map_or(SymmetrySource::Off, |_| SymmetrySource::Found),
        representative: reduced.unwrap_or_default(),
        audit: AuditPlan::default(),
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions {
            workers: budget.workers,
            limits,
            budget: kernel::Budget::new(&limits, None),
            ..SearchOptions::default()
        },
        detail: Detail::Changes,
        store: false,
        export: false,
    }
}
