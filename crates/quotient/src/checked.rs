//! A finished check, as it is shown and stored.

use std::path::PathBuf;

use checking::{Printed, Report};
use model::Doubt;

use crate::arguments::CheckArgs;
use crate::load::Subject;

/// A finished check, and what was stored of it.
pub struct Checked<'a> {
    /// The arguments.
    pub args: &'a CheckArgs,
    /// The model.
    pub subject: &'a Subject,
    /// What was found.
    pub report: &'a Report,
    /// What the model prints.
    pub printed: &'a [Printed],
    /// The trail, if one is to be stored.
    pub trail: Option<StoredTrail>,
}

/// A counterexample that was stored for another tool, and how to replay it.
pub struct StoredTrail {
    /// Where it goes.
    pub path: PathBuf,
    /// What is stored.
    pub text: String,
    /// The command that replays it.
    pub command: String,
    /// Where that may go astray.
    pub doubts: Vec<Doubt>,
}
