//! What becomes of checkpoints when the search has ended.

use checking::Report;
use kernel::{Checkpoints, StopReason};

use crate::terminal::complain;

/// Removes the checkpoint of a search that has its answer, and otherwise says how it goes on.
pub fn end_checkpoints(checkpoints: &Checkpoints, report: &Report) {
    if let Some(why) = checkpoints.failure() {
        complain(&format!("warning: no checkpoint could be made at last: {why}"));
    }
    match report.stop {
        StopReason::TimeLimit
        | StopReason::Cancelled
        | StopReason::MemoryLimit
        | StopReason::StateLimit
        | StopReason::StoreFailed(_)
        | StopReason::OtherSearch
        | StopReason::Elsewhere
        | StopReason::MachineLost(_)
        | StopReason::Disagreement => {
            if checkpoints.is_there() {
                let place = checkpoints.place().display();
                let again = match report.preparation.unready {
                    true => ", if preparing the reduction exceeds the limit again",
                    false => "",
                };
                complain(&format!(
                    "the search can go on: the same command with `--resume {place}`{again}"
                ));
            }
        }
        StopReason::Exhausted
        | StopReason::Violation
        | StopReason::DepthLimit
        | StopReason::StepLimit
        | StopReason::RoomLimit
        | StopReason::Abandoned
        | StopReason::Approximate => checkpoints.finish(),
    }
}
