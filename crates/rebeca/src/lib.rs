//! Rebeca: text to machine.
//!
//! Rebecs are objects that only send messages to one another, each with a queue; a message is served as a whole before the
//! next. The dialect is that of M. M. Jaghoori, M. Sirjani, M. R. Mousavi, E. Khamespanah, A. Movaghar, *Symmetry and partial
//! order reduction techniques in model checking Rebeca*, Acta Informatica 47, 2010.

mod ast;
mod declared;
mod language;
mod lex;
mod lower;
mod model;
mod parse;

use diagnostics::{Diagnostic, FileId, Sources};

pub use language::Rebeca;
pub use model::{Loaded, load};

/// What is wrong with the syntax of a text. It is parsed and no more: names and types are not looked at.
#[must_use]
pub fn mistakes(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    parse::parse(sources, file).1
}
