//! Runs in the file format of another tool of a language, such as SPIN's trails.

use kernel::PropertyId;
use serde::Serialize;

use crate::run::{Run, RunStep};
use crate::words::Place;

/// Writes and reads runs in the format of another tool.
pub trait Exchange<State, Step> {
    /// What stands in the way of all exchange, if something does; it begins with a place.
    fn obstacle(&self) -> Option<String>;

    /// The transitions of a run as the other tool reads them.
    ///
    /// # Errors
    /// Why they cannot be written down.
    fn export(&self, transitions: &[RunStep<State, Step>]) -> Result<Exported, String>;

    /// What to type to see the run in the other tool, if it is stored at this place.
    fn command(&self, path: &std::path::Path) -> String;

    /// What a text of the other tool leads to. Nothing is believed: each step is taken in the model.
    ///
    /// # Errors
    /// The first line that is wrong or does not fit the model, and what would.
    fn import(&self, text: &str) -> Result<Imported<State, Step>, String>;
}

/// A run as the other tool reads it.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// Statements that the other tool may read otherwise.
    pub doubts: Vec<Doubt>,
}

/// A statement of a run that the other tool may read otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// The statement.
    pub statement: String,
    /// How the other tool reads it.
    pub reason: &'static str,
}

impl Doubt {
    /// A doubt about a statement.
    #[must_use]
    pub fn new(place: Place, statement: String, reason: &'static str) -> Doubt {
        Doubt { file: place.file, line: place.line, statement, reason }
    }
}

/// What a text of the other tool leads to.
#[derive(Clone, Debug)]
pub struct Imported<State, Step> {
    /// The run; its property means something only if it ends in a violation.
    pub run: Run<State, Step>,
    /// What is seen at its end.
    pub ending: ImportedEnd,
    /// What else is to be said of it, for people.
    pub note: Option<String>,
}

/// What is seen where an imported run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportedEnd {
    /// This property is violated there.
    Violation(PropertyId),
    /// Nothing is violated there, and what is to be said of that.
    Nothing(&'static str),
}
