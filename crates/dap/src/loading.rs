//! From what a client names to a model.

use std::path::Path;

use checking::{Failure, Language, Loaded, Loading, Purpose, Settings, StoredRun, StoredStatement};
use diagnostics::{Diagnostic, Sources};

use crate::program::{Opened, Opening};

/// The most lines that are said of a model.
const MOST: usize = 50;

/// A model as it is written, so that every value that is shown is true.
pub(crate) struct Model {
    /// Its file, as its places name it.
    pub main: String,
    /// The model.
    pub loaded: Box<dyn Loaded>,
    /// What is said of it.
    pub warnings: Vec<String>,
}

impl Model {
    /// Loads a model.
    ///
    /// # Errors
    /// What is wrong with it, a line for each mistake.
    pub fn load(opening: &Opening, opened: &Opened) -> Result<Model, String> {
        let settings = opened.language.as_written(&opened.settings);
        loaded(opened.language, &opening.model, &settings, Purpose::Check)
    }

    /// The statements of a stored run, which is told in steps of the model as it was searched.
    ///
    /// # Errors
    /// What is wrong with the model, or where the run departs from it.
    pub fn statements(
        opening: &Opening,
        opened: &Opened,
        run: &StoredRun,
    ) -> Result<Vec<StoredStatement>, String> {
        let purpose = if run.violates_claim() { Purpose::Check } else { Purpose::Search };
        let searched = loaded(opened.language, &opening.model, &opened.settings, purpose)?.loaded;
        searched.statements(run).map_err(|failure| failure_text(&*searched, &failure))
    }
}

fn loaded(
    language: &dyn Language,
    path: &Path,
    settings: &Settings,
    purpose: Purpose,
) -> Result<Model, String> {
    if let Some(objection) = language.objection(settings) {
        return Err(objection);
    }
    let main = path.display().to_string();
    let mut sources = Sources::new();
    let bytes = sources.origin().read(path).map_err(|error| format!("{main}: {error}"))?;
    let file = sources.add_bytes(main.clone(), &bytes);
    let file = file.map_err(|reason| format!("{main}: {reason}"))?;
    if sources.text(file).trim().is_empty() {
        return Err(format!("{main}: the file is empty"));
    }
    let Loading { model, sources, diagnostics } = language.load(sources, file, settings, purpose);
    match model {
        Some(loaded) => {
            let warnings = lines(&diagnostics, loaded.sources());
            Ok(Model { main, loaded, warnings })
        }
        None => Err(lines(&diagnostics, &sources).join("\n")),
    }
}

/// Diagnostics, each in a line and once; the first of them.
fn lines(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<String> {
    let mut lines: Vec<String> = diagnostics.iter().map(|it| it.one_line(sources)).collect();
    lines.dedup();
    let left_out = lines.len().saturating_sub(MOST);
    if left_out > 0 {
        lines.truncate(MOST);
        lines.push(format!("… and {left_out} more"));
    }
    lines
}

/// A failure in lines, with its places in the model.
pub(crate) fn failure_text(loaded: &dyn Loaded, failure: &Failure) -> String {
    match failure {
        Failure::Model(wrong) => lines(wrong, loaded.sources()).join("\n"),
        _ => failure.in_words(),
    }
}
