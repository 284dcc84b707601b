//! Promela: text to machine, and states and steps back to text.

pub mod ast;

mod lex;
mod lower;
mod options;
mod parse;
mod preprocess;

pub use lower::{Lowered, lower};
pub use options::{Loader, ParseOptions, read_file};
pub use parse::{Parsed, parse};
