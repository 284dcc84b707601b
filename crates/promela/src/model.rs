//! A model as its users see it: loaded from text, with its states and steps back in its own terms.

use diagnostics::{Diagnostic, FileId, Severity, Sources, Span};
use machine::compile::CompileOptions;
use machine::control::{ControlGraph, NodeKind};
use machine::index::EdgeId;
use machine::program::Action;
use machine::{Machine, State, Step, StepResult};

use crate::check::{ChannelTypes, check_with_types};
use crate::lower::{Meanings, Numbering, lower};
use crate::options::ParseOptions;
use crate::parse::parse;

/// How many edges escapes may make: a short text of many statements within a long `unless` would make
/// millions.
const MAX_ESCAPES: usize = 1 << 20;

/// How a model is to be understood.
#[derive(Clone, Copy, Debug)]
pub struct LoadOptions {
    /// Which analyses shape the steps.
    pub compile: CompileOptions,
    /// Drop what is written to global variables that are never read, as SPIN does.
    pub hide_unread: bool,
    /// Leave out never claims, `trace` and `notrace` blocks and `ltl` formulas, as `pan -noclaim`
    /// does; otherwise they are refused, because they are not checked yet.
    pub ignore_claims: bool,
    /// Otherwise keep never claims and `ltl` formulas as `Program::claims`: symmetry is detected with
    /// them. A search takes no notice of them.
    pub keep_claims: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            compile: CompileOptions::default(),
            hide_unread: true,
            ignore_claims: false,
            keep_claims: false,
        }
    }
}

/// A model that was understood.
#[derive(Debug)]
pub struct Model {
    /// The machine that it lowers to.
    pub machine: Machine,
    pub(crate) meanings: Meanings,
    /// How SPIN numbers the statements.
    pub numbering: Numbering,
    /// The types of its channels.
    pub channel_types: ChannelTypes,
}

/// A loaded model: `model` is there unless a diagnostic is an error.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Option<Model>,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the model in `file` of `sources`.
#[must_use]
pub fn load(
    sources: &mut Sources,
    file: FileId,
    parsing: &ParseOptions<'_>,
    options: LoadOptions,
) -> Loaded {
    let parsed = parse(sources, file, parsing);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Loaded { model: None, diagnostics };
    }
    let lowered = lower(&parsed.model, options);
    diagnostics.extend(lowered.diagnostics);
    let (warnings, channel_types) = check_with_types(&parsed.model, sources);
    diagnostics.extend(warnings);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Loaded { model: None, diagnostics };
    }
    let graphs = lowered.program.process_types.iter().map(|declared| &declared.control);
    if graphs.map(ControlGraph::escape_edges).fold(0, usize::saturating_add) > MAX_ESCAPES {
        let message = format!("too large: `unless` makes more than {MAX_ESCAPES} transitions");
        diagnostics.push(Diagnostic::new(Severity::Error, message));
        return Loaded { model: None, diagnostics };
    }
    match Machine::new(lowered.program, options.compile) {
        Ok(machine) => {
            if options.compile.forget_hidden {
                diagnostics.extend(remembered(&machine));
            }
            let (meanings, numbering) = (lowered.meanings, lowered.numbering);
            let model = Some(Model { machine, meanings, numbering, channel_types });
            Loaded { model, diagnostics }
        }
        Err(fault) => {
            let message = format!("the initial state cannot be computed: {fault}");
            diagnostics.push(Diagnostic::new(Severity::Error, message));
            Loaded { model: None, diagnostics }
        }
    }
}

/// Warns of hidden variables that are part of the state all the same.
fn remembered(machine: &Machine) -> Vec<Diagnostic> {
    let variables = machine.remembered().into_iter();
    let mut warnings: Vec<Diagnostic> = variables
        .map(|variable| {
            let variable = &machine.program.variables[variable.index()];
            let name = variable.name.split('.').next().unwrap_or_default();
            let message = format!("`{name}` is hidden, but a later step may read it");
            Diagnostic::warning(variable.span, message).help(
                "it stays part of the state here; SPIN leaves it out, and what it finds then depends \
                 on the order of its search",
            )
        })
        .collect();
    warnings.dedup();
    warnings
}

/// What one process did, in the words of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The process, as in `user(3)`.
    pub process: String,
    /// The statements that ran, each as in the source; after a run-time error none follows.
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
    /// Its place.
    pub span: Span,
}

/// The longest statement text shown.
const MAX_TEXT: usize = 120;

impl Model {
    /// The name of process `process` in `state`, as in `user(3)`.
    #[must_use]
    pub fn process_name(&self, state: &State, process: usize) -> String {
        let process_type = self.machine.type_of(state.location(process));
        let name = &self.machine.program.process_types[process_type.index()].name;
        format!("{name}({process})")
    }

    /// A step taken from a state in which the process exists.
    #[must_use]
    pub fn step_text(&self, sources: &Sources, step: &Step) -> StepText {
        let edge = &self.machine.code.edges[step.edge.index()];
        let owner = self.machine.type_of(edge.from);
        let declared = &self.machine.program.process_types[owner.index()];
        let (failed, last) = match step.result {
            StepResult::Done => (None, edge.operations.len()),
            StepResult::AssertionFailed { operation } => {
                (Some(usize::from(operation)), edge.operations.len())
            }
            StepResult::Fault { operation, .. } => {
                (Some(usize::from(operation)), usize::from(operation) + 1)
            }
        };
        let mut statements = Vec::new();
        let mut culprit = None;
        for (index, operation) in edge.operations.iter().enumerate().take(last) {
            // Jumps and joins that were merged into the step say nothing.
            if index > 0 && operation.action == Action::Skip {
                continue;
            }
            let span = declared.control.node(operation.node).span;
            let statement = self.statement(sources, &operation.action, span);
            if failed == Some(index) {
                culprit = Some(statement.clone());
            }
            statements.push(statement);
        }
        StepText { process: format!("{}({})", declared.name, step.process), statements, culprit }
    }

    /// SPIN's number of the first statement of an edge, by which its trails name the step.
    #[must_use]
    pub fn spin_number(&self, edge: EdgeId) -> Option<u32> {
        let edge = &self.machine.code.edges[edge.index()];
        let first = edge.operations.first()?;
        self.numbering.number(self.machine.type_of(edge.from), first.node)
    }

    /// The statement with a number of SPIN's, and the process type that it belongs to.
    #[must_use]
    pub fn numbered(&self, sources: &Sources, number: u32) -> Option<(String, StatementText)> {
        let (process_type, node) = self.numbering.node(number)?;
        let declared = &self.machine.program.process_types[process_type.index()];
        let node = declared.control.node(node);
        let action = match &node.kind {
            NodeKind::Action(action) => action,
            _ => &Action::Skip,
        };
        Some((declared.name.clone(), self.statement(sources, action, node.span)))
    }

    pub(crate) fn statement(
        &self,
        sources: &Sources,
        action: &Action,
        span: Span,
    ) -> StatementText {
        let (line, _) = sources.line_column(span);
        let text = match action {
            Action::Terminate => "-end-".to_owned(),
            _ => one_line(sources.snippet(span)),
        };
        StatementText { text, line, span }
    }
}

/// Text on one line, shortened in its middle if it is long.
fn one_line(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_TEXT {
        return line;
    }
    let head: String = line.chars().take(MAX_TEXT - 1).collect();
    format!("{head}…")
}
