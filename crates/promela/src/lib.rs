//! Promela: text to machine, and what a machine does not know of it: the settings, which are SPIN's, what
//! `printf` prints, and runs in the format of SPIN's trails.
//!
//! [`Promela`] is the language as the commands know it; [`load`] gives the machine alone.

pub mod ast;

mod check;
mod declared;
mod elses;
mod habits;
mod language;
mod lex;
mod lower;
mod machines;
mod model;
mod options;
mod parse;
mod preprocess;
mod printf;
mod trail;
mod unread;

pub use check::{ChannelType, ChannelTypes, check};
pub use language::Promela;
pub use lower::Numbering;
pub use model::{Cycles, KeptClaims, LoadOptions, Loaded, load};
pub use options::{Loader, ParseOptions};
pub use parse::{Parsed, parse};
pub use printf::{Output, Problem, output};
