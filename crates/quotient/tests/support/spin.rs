//! Programs that are run in the place of a test: SPIN, its compiler and its verifiers.

use std::process::Command;
use std::time::Duration;

use testing::peers::{self, text};

use super::Place;

/// No run of SPIN, of its compiler or of its verifier takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a program said.
#[derive(Debug)]
pub struct Answer {
    /// None if a signal ended it.
    pub code: Option<i32>,
    pub out: String,
}

/// Runs a program in the place; None if it takes too long.
pub fn run(place: &Place, words: &[&str]) -> Option<Answer> {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(place.path(""));
    let output = peers::run(&mut command, PATIENCE)?;
    let out = text(&output.stdout) + &text(&output.stderr);
    Some(Answer { code: output.status.code(), out })
}
