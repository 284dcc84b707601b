//! Rebeca: text to machine.
//!
//! The dialect is the one of Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar (*Symmetry and Partial Order
//! Reduction Techniques in Model Checking Rebeca*, Acta Informatica 47, 2010): reactive objects that send one
//! another messages, and scalar sets, whose elements are alike.

// Nothing but tests reads the tree yet.
#[allow(dead_code)]
mod ast;
mod lex;
mod parse;

use diagnostics::{Diagnostic, FileId, Sources};

/// What is wrong with the syntax of a text. It is parsed and no more: names and types are not looked at.
#[must_use]
pub fn mistakes(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    parse::parse(sources, file).1
}
