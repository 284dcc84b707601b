//! The pointer language of RED: text to machine.
//!
//! Processes with data of their own point to one another, and read and write what others have through these pointers. The
//! language is that of F. Wang and K. Schmidt, *Symmetric symbolic safety-analysis of concurrent software with pointer data
//! structures* (FORTE 2002), Sect. 2 and Appendix A, with quantifiers over processes, so that a model serves any number of them.
//! What later versions of RED add, clocks and synchronization above all, is refused by its name.

mod ast;
mod inactive;
mod language;
mod lex;
mod lower;
mod model;
mod names;
mod parse;
#[cfg(test)]
#[path = "../tests/reference/mod.rs"]
mod reference;

use diagnostics::{Diagnostic, FileId, Sources};

pub use language::Red;
pub use model::{Faults, LoadOptions, Loaded, Logic, Open, load, load_with};

/// What is wrong with the syntax of a text. It is parsed and no more: names are not looked at.
#[must_use]
pub fn mistakes(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    parse::parse(sources, file).1
}
