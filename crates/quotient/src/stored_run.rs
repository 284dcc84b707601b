//! Stored runs of a model.

use checking::{StoredRun, StoredSettings, TraceFile};

use crate::exit::Failure;
use crate::load::Subject;

/// The text of a file that keeps a run.
///
/// # Errors
/// A defect.
pub fn trace_text(subject: &Subject, run: StoredRun) -> Result<String, Failure> {
    let settings = StoredSettings::of(subject.language.settings(), &subject.settings);
    let file = TraceFile::new(subject.path.clone(), subject.language.name(), settings, run);
    file.text().map_err(|failure| subject.failure(failure))
}
