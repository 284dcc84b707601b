//! Promela: text to machine.

pub mod ast;

mod check;
mod elses;
mod lex;
mod lower;
mod model;
mod options;
mod parse;
mod preprocess;
mod scalarsets;

pub use check::{ChannelType, ChannelTypes, check};
pub use lower::Numbering;
pub use model::{LoadOptions, Loaded, load};
pub use options::{Loader, ParseOptions, read_file};
pub use parse::{Parsed, parse};
pub use scalarsets::scalarsets;
