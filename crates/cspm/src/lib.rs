//! CSPM: text to labelled transition systems.
//!
//! The machine-readable dialect of CSP as FDR4 reads it: a lazy functional language with inferred types, whose values may be
//! processes, and assertions about them.

pub mod builtin;
mod decide;
mod declared;
pub mod evaluate;
mod habits;
mod include;
mod language;
mod lex;
mod loaded;
pub mod names;
mod naming;
mod parse;
mod preparation;
mod printed;
mod script;
mod stack;
pub mod symmetric;
pub mod tree;
pub mod types;
pub mod values;
mod walk;
mod workshop;

pub use include::{Reader, add_script};
pub use language::Cspm;
pub use parse::parse;
pub use script::{Asserted, PrintStatement, Script};
pub use stack::{Stack, with_large_stack};
