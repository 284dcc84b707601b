//! Promela: text to machine, and states and steps back to text.

pub mod ast;

mod check;
mod lex;
mod lower;
mod model;
mod options;
mod parse;
mod preprocess;

pub use check::check;
pub use lower::Numbering;
pub use model::{Change, LoadOptions, Loaded, Model, StatementText, StepText, load};
pub use options::{Loader, ParseOptions, read_file};
pub use parse::{Parsed, parse};
