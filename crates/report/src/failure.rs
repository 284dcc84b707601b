//! Why there is no other document.

use serde::Serialize;

use crate::head::FORMAT;

/// A command that has ended without an answer.
#[derive(Clone, Debug, Serialize)]
pub struct FailureDocument<'a> {
    format: u32,
    tool: &'static str,
    version: &'static str,
    /// The reason, in lines.
    error: &'a str,
    /// The exit status.
    exit: u8,
}

impl<'a> FailureDocument<'a> {
    /// For a reason and an exit status.
    #[must_use]
    pub fn new(error: &'a str, exit: u8) -> FailureDocument<'a> {
        let version = env!("CARGO_PKG_VERSION");
        FailureDocument { format: FORMAT, tool: "quotient", version, error, exit }
    }
}
