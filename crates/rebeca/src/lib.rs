//! Rebeca: text to machine.
//!
//! Rebecs are objects that only send messages to one another, each with a queue; a message is served as a whole before the
//! next. Two dialects are read as one: Core Rebeca as its compiler reads it today, versions 2.0 to 2.3, and that of M. M.
//! Jaghoori, M. Sirjani, M. R. Mousavi, E. Khamespanah, A. Movaghar, *Symmetry and partial order reduction techniques in model
//! checking Rebeca*, Acta Informatica 47, 2010, which has scalar sets.

mod ast;
mod constants;
mod created;
mod declared;
mod habits;
mod hierarchy;
mod language;
mod lex;
mod lower;
mod model;
mod names;
mod parse;

use diagnostics::{Diagnostic, FileId, Sources};

pub use language::Rebeca;
pub use model::{KeptProperties, LoadOptions, Loaded, load, load_with};

/// What is wrong with the syntax of a text. It is parsed and no more: names and types are not looked at.
#[must_use]
pub fn mistakes(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    parse::parse(sources, file).1
}

/// What is wrong with the syntax of a property file.
#[must_use]
pub fn mistakes_of_properties(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    parse::parse_properties(sources, file).1
}
