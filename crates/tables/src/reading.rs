//! Reading models, of Promela and of Rebeca, and what is wrong with them.

use std::path::Path;

use checking::Failure;
use diagnostics::{Diagnostic, FileId, Sources, read_file};
use machine_model::words::NamedMachine;
use promela::{KeptClaims, LoadOptions, ParseOptions, load};

/// A model with its text.
#[derive(Debug)]
pub struct Read {
    /// The model.
    pub model: NamedMachine,
    /// Its text and what it includes.
    pub sources: Sources,
}

/// Reads a file. Claims are left out.
///
/// # Errors
/// The first diagnostic that is an error.
pub fn read(path: &Path) -> Result<Read, String> {
    let bytes = read_file(path).map_err(|error| error.to_string())?;
    let mut sources = Sources::new();
    let name = path.display().to_string();
    let file = sources.add_bytes(name, &bytes).map_err(|error| error.to_string())?;
    understand(sources, file)
}

/// Reads a text.
///
/// # Errors
/// The first diagnostic that is an error.
pub fn read_text(name: &str, text: &str) -> Result<Read, String> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    understand(sources, file)
}

/// Reads a Rebeca text.
///
/// # Errors
/// The first diagnostic that is an error.
pub fn read_rebeca(name: &str, text: &str) -> Result<NamedMachine, String> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let loaded = rebeca::load(&sources, file);
    loaded.model.ok_or_else(|| first_error(&loaded.diagnostics, &sources))
}

fn understand(mut sources: Sources, file: FileId) -> Result<Read, String> {
    let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    match loaded.model {
        Some(model) => Ok(Read { model, sources }),
        None => Err(first_error(&loaded.diagnostics, &sources)),
    }
}

/// The first diagnostic that is an error, on one line.
pub fn first_error(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    first.map_or("not understood".to_owned(), |diagnostic| diagnostic.one_line(sources))
}

/// Why a check came to nothing, on one line.
pub fn failure_text(failure: Failure, sources: &Sources) -> String {
    match failure {
        Failure::Input(text) | Failure::Limit(text) => text,
        Failure::Model(wrong) | Failure::Group(wrong) | Failure::NoSymmetry(wrong) => {
            first_error(&wrong, sources)
        }
        Failure::Internal(text) => format!("defect: {text}"),
    }
}
