//! What becomes of checkpoints when the search has ended.

use std::time::Duration;

use checking::Report;
use checking::quantities::duration;
use kernel::{Checkpoints, StopReason};

use crate::terminal::complain;

/// What was lost since the last checkpoint is told if it is more.
const LITTLE: Duration = Duration::from_secs(3);

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
                let from = match checkpoints.age() {
                    None => ", from where it began this time".to_owned(),
                    Some(age) if age > LITTLE => {
                        format!(", from where it was {} ago", duration(age))
                    }
                    Some(_) => String::new(),
                };
                let again = match report.preparation.unready {
                    true => ", if preparing the reduction exceeds the limit again",
                    false => "",
                };
                complain(&format!(
                    "the search can go on{from}: the same command with `--resume {place}`{again}"
                ));
            } else {
                if checkpoints.failure().is_none() {
                    complain("warning: the search ended before a checkpoint was made");
                }
                checkpoints.finish();
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
