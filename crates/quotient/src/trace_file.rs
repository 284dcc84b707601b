//! Stored counterexamples: JSON that a person can read and `quotient replay` can run.

use std::path::{Path, PathBuf};

use kernel::TransitionSystem;
use machine::Step;
use machine::index::EdgeId;
use serde::{Deserialize, Serialize};

use crate::arguments::{CheckArgs, ModelArgs, StateArgs};
use crate::exit::Failure;
use crate::language::Language;
use crate::load::Subject;
use crate::run::Run;
use crate::story::Story;

/// The version of the format.
const FORMAT: u32 = 1;

/// A stored counterexample.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TraceFile {
    tool: String,
    version: String,
    format: u32,
    /// The model, as it was given.
    pub model: String,
    /// The language of the model.
    #[serde(default)]
    pub language: LanguageName,
    /// Macros defined from outside.
    #[serde(default)]
    pub define: Vec<String>,
    /// Directories of included files.
    #[serde(default)]
    pub include: Vec<PathBuf>,
    /// Whether statements were merged.
    pub merge: bool,
    /// Whether dead variables were reset.
    pub dataflow: bool,
    /// Whether variables that are never read were kept.
    pub keep_unread: bool,
    /// Whether hidden variables were kept.
    #[serde(default)]
    pub keep_hidden: bool,
    /// Whether inner escapes take precedence.
    #[serde(default)]
    pub java_unless: bool,
    /// Whether never claims, traces and ltl formulas were left out.
    #[serde(default)]
    pub no_claims: bool,
    /// The violated property; empty if the run violates nothing.
    pub property: String,
    /// How the run ends.
    pub ending: String,
    /// The run.
    pub steps: Vec<StoredMove>,
}

/// The name of a language, as on the command line; traces of old had none, and were of Promela.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LanguageName(String);

impl Default for LanguageName {
    fn default() -> Self {
        LanguageName(Language::Promela.name().to_owned())
    }
}

/// One transition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredMove {
    /// Its number, from 1; for people.
    pub step: usize,
    /// What the processes do.
    pub moves: Vec<StoredStep>,
}

/// What one process does.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredStep {
    /// The process's number.
    pub process: u16,
    /// Its edge.
    pub edge: u32,
    /// The process's name.
    pub name: String,
    /// The line of its first statement.
    pub line: usize,
    /// The statements.
    pub text: String,
}

impl TraceFile {
    /// Describes the run of a counterexample.
    pub fn new(subject: &Subject, args: &CheckArgs, run: &Run, story: &Story) -> TraceFile {
        let moves: Vec<&[Step]> = run.moves.iter().map(|made| &made.steps[..]).collect();
        let property = &subject.model.machine.properties()[run.property.index()].name;
        TraceFile::of_moves(subject, &args.model, args.states, &moves, property, &story.ending)
    }

    /// Describes a run by the steps of its transitions; `property` is what it violates, or empty.
    pub fn of_moves(
        subject: &Subject,
        model: &ModelArgs,
        states: StateArgs,
        moves: &[&[Step]],
        property: &str,
        ending: &str,
    ) -> TraceFile {
        let steps = moves.iter().enumerate().map(|(index, steps)| StoredMove {
            step: index + 1,
            moves: steps.iter().map(|step| stored(subject, step)).collect(),
        });
        TraceFile {
            tool: "quotient".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            format: FORMAT,
            model: subject.path.clone(),
            language: LanguageName(subject.language.name().to_owned()),
            define: model.define.clone(),
            include: model.include.clone(),
            merge: !states.no_merge,
            dataflow: !states.no_dataflow,
            keep_unread: states.keep_unread,
            keep_hidden: states.keep_hidden,
            java_unless: states.java_unless,
            no_claims: states.no_claims,
            property: property.to_owned(),
            ending: ending.to_owned(),
            steps: steps.collect(),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// That it cannot be written.
    pub fn store(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| Failure::internal(format!("the trace as JSON: {error}")))?;
        std::fs::write(path, text + "\n").map_err(|error| cannot_write(path, &error))
    }

    /// Reads what a file holds.
    ///
    /// # Errors
    /// That it is no stored trace.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<TraceFile, Failure> {
        let name = path.display();
        let file: TraceFile = serde_json::from_slice(bytes)
            .map_err(|error| Failure::input(format!("{name}: not a stored trace: {error}")))?;
        if file.tool != "quotient" || file.format != FORMAT {
            let text = format!(
                "{name}: a trace of {} {}, format {}; this is format {FORMAT}",
                file.tool, file.version, file.format
            );
            return Err(Failure::input(text));
        }
        Ok(file)
    }

    /// How to load the model that the trace belongs to.
    pub fn states(&self) -> StateArgs {
        StateArgs {
            keep_claims: false,
            no_merge: !self.merge,
            no_dataflow: !self.dataflow,
            keep_unread: self.keep_unread,
            keep_hidden: self.keep_hidden,
            java_unless: self.java_unless,
            no_claims: self.no_claims,
        }
    }

    /// The model with the options of the trace.
    pub fn model_args(&self, model: PathBuf) -> ModelArgs {
        let (define, include) = (self.define.clone(), self.include.clone());
        ModelArgs { model, define, include, language: Some(self.language.0.clone()) }
    }
}

fn stored(subject: &Subject, step: &Step) -> StoredStep {
    // All statements of the edge, also those that an error kept from running: they identify it.
    let whole = Step { result: machine::StepResult::Done, ..*step };
    let machine = &subject.model.machine;
    let text = subject.model.step_text(&subject.sources, &whole);
    StoredStep {
        process: machine.program.semantics.process_number(step.process.into()) as u16,
        edge: step.edge.0,
        line: text.statements.first().map_or(0, |s| s.line),
        text: statements(&text),
        name: text.process,
    }
}

/// The statements of a step in one line.
pub fn statements(text: &words::StepText) -> String {
    let statements: Vec<&str> = text.statements.iter().map(|s| s.text.as_str()).collect();
    statements.join("; ")
}

impl StoredStep {
    /// The edge.
    pub fn edge(&self) -> EdgeId {
        EdgeId(self.edge)
    }
}

/// Finds out early that a file cannot be written, without harming it.
///
/// # Errors
/// That it cannot.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let existed = path.exists();
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| cannot_write(path, &error))?;
    if !existed {
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

/// That a file cannot be written.
pub fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(format!("{}: cannot write: {error}", path.display()))
}
