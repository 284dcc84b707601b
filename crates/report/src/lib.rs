//! Reports as JSON documents and as pages: the same for whoever gives them out, a command line or a server.
//!
//! What is reported is plain data of `checking` and `model`, which say how a step, a change or an effect is written. Here is which
//! documents there are, and what each consists of: [`CheckDocument`], [`SymmetryDocument`], [`TypesDocument`], [`RunDocument`],
//! [`ReplayDocument`], and [`FailureDocument`] where there is none of these. Each but the last begins with a [`Head`], whose [`FORMAT`] changes when a key is taken away or gets another meaning.
//! The page `json.md` of the guide lists every key.
//!
//! A check is also a [page](html::page) for people. A run can also be drawn as a sequence [`chart`](chart()), and written down in a format that other tools read ([`itf`](itf())): both are
//! made of a [`ShownRun`].

mod chart;
mod check;
mod claim_search;
mod failure;
mod head;
pub mod html;
mod itf;
mod replay;
mod run;
mod session_run;
mod shown_format;
mod shown_run;
mod symmetry;
mod types;
mod visible;

use serde::Serialize;

pub use chart::chart;
pub use check::{CheckDocument, Checked, StoredTrail};
pub use failure::FailureDocument;
pub use head::{About, FORMAT, Head};
pub use itf::itf;
pub use replay::ReplayDocument;
pub use run::{Mode, RunDocument};
pub use session_run::SessionRun;
pub use shown_format::{ShownFormat, TooLong};
pub use shown_run::ShownRun;
pub use symmetry::SymmetryDocument;
pub use types::TypesDocument;
pub use visible::{is_obeyed, page_text, push_number};

/// A document as one line, with its end.
///
/// # Errors
/// A defect: the document cannot be written as JSON.
pub fn line(document: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(document).map(|text| text + "\n")
}
