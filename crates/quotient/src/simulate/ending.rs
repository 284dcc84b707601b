//! How a run ends.

use serde::Serialize;

use super::walk::{Dead, Walk};
use crate::exit::Exit;
use crate::story::{Stuck, stuck, went_wrong};
use machine::{Step, StepResult};

/// How a run ends.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// What kind of end it is.
    pub kind: EndingKind,
    /// What is to be said of it.
    pub text: String,
    /// For a deadlock, where each process is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stuck: Vec<Stuck>,
}

/// Kinds of ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingKind {
    /// All processes have ended.
    Ended,
    /// All processes have ended or are at end labels.
    ValidEnd,
    /// Some process waits for ever.
    Deadlock,
    /// An assertion failed.
    Assertion,
    /// A run-time error happened.
    RuntimeError,
    /// As many steps as were wanted.
    StepLimit,
    /// The stored run goes no further.
    TraceEnd,
    /// Ctrl-C.
    Interrupted,
}

impl Ending {
    /// How the run ends where a walk is, if it does; `last` is the last step.
    pub fn of(walk: &Walk<'_>, last: &[Step]) -> Option<Ending> {
        let (kind, text) = match walk.dead()? {
            Dead::Ended => (EndingKind::Ended, "all processes have ended".to_owned()),
            Dead::ValidEnd => {
                let text = "nothing can happen any more; every process is at a proper end";
                (EndingKind::ValidEnd, text.to_owned())
            }
            Dead::Deadlock => {
                let text = "deadlock: no process can move, and not all are at a proper end";
                (EndingKind::Deadlock, text.to_owned())
            }
            Dead::Failed => {
                let fault = last.iter().any(|s| matches!(s.result, StepResult::Fault { .. }));
                let kind = if fault { EndingKind::RuntimeError } else { EndingKind::Assertion };
                let told = went_wrong(walk.subject, last);
                (kind, told.map_or_else(|| "something went wrong".to_owned(), |(text, _)| text))
            }
        };
        let stuck = match kind {
            EndingKind::Deadlock | EndingKind::ValidEnd => {
                stuck(walk.subject, &walk.position().state)
            }
            _ => Vec::new(),
        };
        Some(Ending { kind, text, stuck })
    }

    /// An end that the model does not decide.
    pub fn cut_off(kind: EndingKind, text: impl Into<String>) -> Ending {
        Ending { kind, text: text.into(), stuck: Vec::new() }
    }

    /// The name of the property that is violated; empty if none is.
    pub fn property(&self) -> &'static str {
        match self.kind {
            EndingKind::Deadlock => "deadlock",
            EndingKind::Assertion => "assertions",
            EndingKind::RuntimeError => "run-time errors",
            _ => "",
        }
    }

    /// The exit status.
    pub fn exit(&self) -> Exit {
        match self.kind {
            EndingKind::Ended | EndingKind::ValidEnd | EndingKind::TraceEnd => Exit::Holds,
            EndingKind::Deadlock | EndingKind::Assertion | EndingKind::RuntimeError => {
                Exit::Violated
            }
            EndingKind::StepLimit | EndingKind::Interrupted => Exit::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::TransitionSystem;
    use machine::Machine;
    use machine::compile::CompileOptions;
    use machine::program::Program;

    use super::*;

    #[test]
    fn properties_have_the_names_of_the_machine() {
        let machine = Machine::new(Program::default(), CompileOptions::default());
        let machine = machine.expect("an empty program");
        for kind in [EndingKind::Deadlock, EndingKind::Assertion, EndingKind::RuntimeError] {
            let name = Ending::cut_off(kind, "").property();
            assert!(machine.properties().iter().any(|property| property.name == name), "{name}");
        }
    }
}
