//! Promela: text to machine, and states and steps back to text.

pub mod ast;

mod check;
mod contents;
mod explain;
mod lex;
mod lower;
mod model;
mod options;
mod parse;
mod preprocess;
mod printf;
mod unreached;

pub use check::{ChannelType, ChannelTypes, check};
pub use contents::{Cell, CellKind, Change};
pub use lower::Numbering;
pub use model::{LoadOptions, Loaded, Model, StatementText, StepText, load};
pub use options::{Loader, ParseOptions, read_file};
pub use parse::{Parsed, parse};
pub use printf::{Output, Problem};
