//! Promela: text to machine.

pub mod ast;

mod check;
mod elses;
mod language;
mod lex;
mod lower;
mod model;
mod options;
mod parse;
mod preprocess;
mod printf;
mod trail;

pub use check::{ChannelType, ChannelTypes, check};
pub use language::Promela;
pub use lower::Numbering;
pub use model::{LoadOptions, Loaded, load};
pub use options::{Loader, ParseOptions};
pub use parse::{Parsed, parse};
pub use printf::{Output, Problem, output};
