//! The names that texts declare, and where they use them, as editors are told.

#[path = "declared/coverage.rs"]
mod coverage;
#[path = "declared/invariants.rs"]
mod invariants;
#[path = "declared/renaming.rs"]
mod renaming;
#[path = "declared/scoping.rs"]
mod scoping;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use checking::{Language, Settings};
use diagnostics::{FileId, Files, Sources};
use model::Declared;
use promela::Promela;

/// What a text declares that can include the given files, with settings.
fn declared_with(
    text: &str,
    files: &[(&str, &str)],
    settings: &Settings,
) -> (Sources, Vec<Declared>) {
    let given: HashMap<PathBuf, Vec<u8>> =
        files.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec())).collect();
    let mut sources = Sources::among(Files::Given(Arc::new(given)));
    let main = sources.add("m", text);
    let declared = Promela.declared(&mut sources, main, settings);
    (sources, declared)
}

/// What the model in a file of the disk declares.
fn declared_in(path: &std::path::Path) -> (Sources, FileId, Vec<Declared>) {
    let mut sources = Sources::new();
    let bytes = std::fs::read(path).expect("readable");
    let main = sources.add_bytes(path.display().to_string(), &bytes).expect("text");
    let declared = Promela.declared(&mut sources, main, &Settings::default());
    (sources, main, declared)
}
