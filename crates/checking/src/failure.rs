//! Why there is no answer.

use diagnostics::Diagnostic;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Failure {
    /// What was asked for cannot be had; in one line.
    Input(String),
    /// Something is wrong with the model, or with what was declared beside it; the places are in the model's sources.
    Model(Vec<Diagnostic>),
    /// Something is wrong with a declared group; the places are in its own sources.
    Group(Vec<Diagnostic>),
    /// A declared generator is no symmetry; the places are in the sources of the group.
    NoSymmetry(Vec<Diagnostic>),
    /// A limit was reached before there could be an answer.
    Limit(String),
    /// A defect of this program.
    Internal(String),
}

impl Failure {
    /// The failure in one line, without the places in the model.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Failure::Input(text) | Failure::Limit(text) | Failure::Internal(text) => text.clone(),
            Failure::Model(wrong) | Failure::Group(wrong) | Failure::NoSymmetry(wrong) => {
                wrong.first().map_or_else(String::new, |wrong| wrong.message.clone())
            }
        }
    }
}
