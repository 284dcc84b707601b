//! The machines of texts.

use diagnostics::Sources;
use machine::Machine;
use promela::{LoadOptions, ParseOptions, load};

/// The machine of a model, or why it is refused.
pub fn machine(text: &str) -> Result<Machine, String> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    loaded.model.map(|model| model.machine).ok_or_else(|| {
        let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
        errors.map(|d| d.one_line(&sources)).collect::<Vec<_>>().join("\n")
    })
}
