//! How the program ends: the documented exit status, and what is said when there is no verdict.

use std::process::ExitCode;

/// The exit status, a documented contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every checked property holds.
    Holds = 0,
    /// A property is violated.
    Violated = 1,
    /// The input or the usage is wrong.
    Input = 2,
    /// No answer: a limit was reached, or Ctrl-C.
    Unknown = 3,
    /// A defect of this program.
    Internal = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command ends without a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit status.
    pub exit: Exit,
    /// What to say on standard error, complete with its `error:`; may have several lines.
    pub message: String,
}

impl Failure {
    /// The input or the usage is wrong.
    pub fn input(message: impl AsRef<str>) -> Failure {
        Failure { exit: Exit::Input, message: format!("error: {}", message.as_ref()) }
    }

    /// Wrong input, whose description is already rendered.
    pub fn rendered(message: String) -> Failure {
        Failure { exit: Exit::Input, message }
    }

    /// A limit was reached before there could be an answer.
    pub fn limit(message: impl AsRef<str>) -> Failure {
        Failure { exit: Exit::Unknown, message: format!("inconclusive: {}", message.as_ref()) }
    }

    /// A defect of this program.
    pub fn internal(message: impl AsRef<str>) -> Failure {
        let message = message.as_ref();
        let text = format!(
            "internal error: {message}\n\
             This is a defect of quotient, not of the model; please report it with the model."
        );
        Failure { exit: Exit::Internal, message: text }
    }
}
