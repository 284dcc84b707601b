//! What came of one check of a suite.

use std::time::Duration;

use crate::compare::{Finding, Outcome};

/// What came of one check.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The model, as it was named.
    pub model: String,
    /// The name of the run, if the model gives it one.
    pub run: Option<String>,
    /// The command that makes the same check.
    pub command: String,
    /// How long it took.
    pub elapsed: Duration,
    /// What came of each expectation, or why nothing did.
    pub result: Result<Vec<Finding>, Refusal>,
}

/// Why a check answers nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The line of the model that is to blame, if it is one that says what is expected.
    pub line: Option<usize>,
    /// The reason.
    pub text: String,
    /// Whether the input is wrong, there is no answer, or this program has failed.
    pub exit: u8,
}

impl RunOutcome {
    /// The worst that came of it; none if there is nothing to be said.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &self.result {
            Ok(findings) => findings.iter().map(|it| it.outcome).max().unwrap_or(Outcome::Met),
            Err(Refusal { exit: 3, .. }) => Outcome::Unknown,
            Err(_) => Outcome::Wrong,
        }
    }

    /// The model with the name of the run.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.run {
            Some(run) => format!("{} [{run}]", self.model),
            None => self.model.clone(),
        }
    }
}

impl Finding {
    /// The line of the model that says what is expected; the first where none does.
    #[must_use]
    pub fn line(&self) -> usize {
        self.expectation.as_ref().map_or(1, |expectation| expectation.line)
    }
}
