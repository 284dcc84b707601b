//! Source files, spans and messages: what every language front end uses to say where something
//! stands and what is wrong with it.
//!
//! Nothing here prints. A front end collects [`Diagnostic`] values; the command line renders them.

mod diagnostic;
mod files;
mod nearest;
mod sources;
mod span;

pub use diagnostic::{Diagnostic, Severity};
pub use files::{Files, MAX_FILE, read_file};
pub use nearest::nearest;
pub use sources::{NotText, Sources};
pub use span::{FileId, Span};
