//! CSPM: text to labelled transition systems.
//!
//! The machine-readable dialect of CSP as FDR4 reads it: a lazy functional language with inferred types, whose values may be
//! processes, and assertions about them.

pub mod builtin;
pub mod evaluate;
mod include;
mod lex;
pub mod names;
mod parse;
mod stack;
pub mod tree;
pub mod types;
pub mod values;

pub use include::{Reader, add_script};
pub use parse::parse;
pub use stack::with_deep_stack;
