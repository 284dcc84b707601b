//! Stored runs of a model.

use std::path::Path;

use checking::{Language, Settings, StoredRun, StoredSettings, TraceFile};

use crate::exit::Failure;
use crate::load::{Subject, failed};
use crate::table::{LanguageRow, Languages};

/// The text of a file that keeps a run of a model, which these settings load.
///
/// # Errors
/// A defect.
pub fn trace_text(
    subject: &Subject,
    settings: &Settings,
    run: StoredRun,
) -> Result<String, Failure> {
    let settings = StoredSettings::of(subject.language.settings(), settings);
    let file = TraceFile::new(subject.path.clone(), subject.language.name(), settings, run);
    file.text().map_err(|failure| subject.failure(failure))
}

/// Reads a stored run.
///
/// # Errors
/// That it is none.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<TraceFile, Failure> {
    let parsed = TraceFile::parse(&path.display().to_string(), bytes);
    parsed.map_err(|failure| failed(failure, &diagnostics::Sources::new()))
}

/// The language of a stored run, and the settings to load its model with: those that were stored, unless others are given.
///
/// # Errors
/// That the language is not known.
pub fn language_of(
    languages: Languages,
    file: &TraceFile,
    given: &Settings,
) -> Result<(LanguageRow, Settings), Failure> {
    let language = match &file.language {
        Some(name) => languages.of(Path::new(&file.model), Some(name))?,
        None => languages.known[0],
    };
    Ok((language, merged(language, file, given)?))
}

fn merged(
    language: &dyn Language,
    file: &TraceFile,
    given: &Settings,
) -> Result<Settings, Failure> {
    let stored = file.settings.settings(language.settings());
    let mut settings = stored.map_err(|failure| failed(failure, &diagnostics::Sources::new()))?;
    for setting in language.settings().iter().filter(|setting| given.is_set(setting.name)) {
        settings.remove(setting.name);
        for value in given.values(setting.name) {
            settings.add(setting.name, value);
        }
    }
    Ok(settings)
}
