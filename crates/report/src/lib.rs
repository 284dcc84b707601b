//! Reports as JSON documents: the same for whoever gives them out, a command line, a server or a page.
//!
//! What is reported is plain data of `checking` and `model`, which say how a step, a change or an effect is written. Here is which
//! documents there are, and what each consists of: [`CheckDocument`], [`SymmetryDocument`], [`TypesDocument`], [`RunDocument`],
//! [`ReplayDocument`]. Each begins with a [`Head`], whose [`FORMAT`] changes when a key is taken away or gets another meaning.
//! The page `json.md` of the guide lists every key.

mod check;
mod claim_search;
mod head;
mod replay;
mod run;
mod symmetry;
mod types;

use serde::Serialize;

pub use check::{CheckDocument, Checked, StoredTrail};
pub use head::{About, FORMAT, Head};
pub use replay::ReplayDocument;
pub use run::{Mode, RunDocument};
pub use symmetry::SymmetryDocument;
pub use types::TypesDocument;

/// A document as one line, with its end.
///
/// # Errors
/// A defect: the document cannot be written as JSON.
pub fn line(document: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(document).map(|text| text + "\n")
}
