//! What to try next, where that is certain: a line for each, after the verdicts.

use checking::{Answer, Loaded, Report, SymmetryFound};
use kernel::StopReason;

/// The hints that a report on a model gives, which is in a file.
pub fn hints(report: &Report, model: &dyn Loaded, file: &str) -> Vec<String> {
    let mut hints = Vec::new();
    let is_open = report.verdicts.iter().any(|verdict| verdict.answer == Answer::Inconclusive);
    let stops = [report.stop].into_iter().chain(report.claims.iter().map(|claim| claim.stop));
    let option = stops.filter(|_| is_open).find_map(raising);
    hints.extend(option.map(|option| {
        format!("`{option}` sets the limit that was reached (`quotient help limits`)")
    }));
    let found = report.preparation.symmetry.as_ref();
    if found.is_some_and(|found| is_unexplained(found) && has_several(model)) {
        hints.push(format!("no symmetry was found: `quotient symmetry {file}` says why"));
    }
    hints
}

/// Whether there is no symmetry, and nothing was said of the place that is in its way.
fn is_unexplained(found: &SymmetryFound) -> bool {
    found.symmetry.is_none() && found.remarks.iter().all(|remark| remark.place.is_none())
}

/// Whether there are components that might change places from the beginning. A script of CSP has several systems.
fn has_several(model: &dyn Loaded) -> bool {
    let begin = || model.session(false).is_ok_and(|session| session.processes().len() > 1);
    !model.claims_stand_alone() && begin()
}

/// The option that sets a limit.
fn raising(stop: StopReason) -> Option<&'static str> {
    match stop {
        StopReason::DepthLimit => Some("--max-depth"),
        StopReason::StateLimit => Some("--max-states"),
        StopReason::MemoryLimit => Some("--memory"),
        StopReason::TimeLimit => Some("--time"),
        // These say it themselves, or no option raises them.
        StopReason::Exhausted
        | StopReason::Violation
        | StopReason::StoreFailed(_)
        | StopReason::StepLimit
        | StopReason::RoomLimit
        | StopReason::Cancelled
        | StopReason::Elsewhere
        | StopReason::MachineLost(_)
        | StopReason::Disagreement
        | StopReason::Approximate
        | StopReason::OtherSearch
        | StopReason::Abandoned => None,
    }
}
