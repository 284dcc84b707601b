//! What every document begins with.

use serde::Serialize;

/// The number of the format of all documents.
pub const FORMAT: u32 = 1;

/// The beginning of a document: its format, what wrote it, and the model that it is about.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Head<'a> {
    format: u32,
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    language: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
}

/// The model that a document is about.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Its file, as it was given.
    pub model: &'a str,
    /// The name of its language.
    pub language: &'a str,
    /// The warnings on it, a line each.
    pub warnings: &'a [String],
}

impl<'a> Head<'a> {
    /// The beginning of a document about a model.
    #[must_use]
    pub fn new(about: About<'a>) -> Head<'a> {
        let About { model, language, warnings } = about;
        let version = env!("CARGO_PKG_VERSION");
        Head { format: FORMAT, tool: "quotient", version, model, language, warnings }
    }
}
