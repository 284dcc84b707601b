//! A machine whose states and steps can be put into words.

use diagnostics::{Sources, Span};
use machine::explore::{Step, StepResult};
use machine::index::ProcessId;
use machine::program::Action;
use machine::{Machine, State};
use model::Call;

use crate::words::meanings::Meanings;

/// A machine, and what its values are called.
#[derive(Debug)]
pub struct NamedMachine {
    /// The machine.
    pub machine: Machine,
    /// What its values are called.
    pub meanings: Meanings,
}

/// What one process did, in the words of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The process, as in `user(3)`.
    pub process: String,
    /// The statements that ran, and the jumps between them, each as in the source; after a run-time error none follows.
    pub statements: Vec<StatementText>,
    /// The statement that violated an assertion or ended in a run-time error.
    pub culprit: Option<StatementText>,
}

/// A statement of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementText {
    /// The text, on one line.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1, in characters.
    pub column: usize,
    /// Its place.
    pub span: Span,
    /// The calls whose expansions it stands in, the outermost first.
    pub calls: Vec<Call>,
}

impl NamedMachine {
    /// The name of a process in `state`, as in `user(3)`.
    #[must_use]
    pub fn process_name(&self, state: &State, process: ProcessId) -> String {
        self.machine.program.process_name(self.machine.type_of(state.location(process)), process)
    }

    /// A step taken from a state in which the process exists.
    #[must_use]
    pub fn step_text(&self, sources: &Sources, step: &Step) -> StepText {
        let failed = match step.result {
            StepResult::Done => None,
            StepResult::AssertionFailed { operation } | StepResult::Fault { operation, .. } => {
                Some(usize::from(operation))
            }
        };
        let mut statements = Vec::new();
        let mut culprit = None;
        for told in self.told(step.edge, step.result) {
            let statement = self.told_text(sources, step.edge, told);
            if failed == Some(told.operation) && !told.is_passed {
                culprit = Some(statement.clone());
            }
            statements.push(statement);
        }
        let owner = self.machine.type_of(self.machine.code.edges[step.edge.index()].from);
        let process = self.machine.program.process_name(owner, step.process);
        StepText { process, statements, culprit }
    }

    /// The statement of an action, which stands at `span`.
    #[must_use]
    pub fn statement(&self, sources: &Sources, action: &Action, span: Span) -> StatementText {
        let (line, column) = sources.line_column(span);
        let text = match action {
            Action::Terminate => "-end-".to_owned(),
            _ => one_line(sources.snippet(span)),
        };
        StatementText { text, line, column, span, calls: Vec::new() }
    }
}

/// Text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
