//! The fuzz targets, which the tests of the crate `promela` run too, and one that renders messages
//! as the command line does.

#[path = "../../crates/quotient/src/diagnostics_text.rs"]
mod diagnostics_text;
#[path = "../../crates/promela/tests/fuzzing/mod.rs"]
mod fuzzing;

use diagnostics::Sources;
use promela::{ParseOptions, parse};

pub use fuzzing::{load, load_tokens, parse as parse_text, parse_tokens, preprocess};

/// Any bytes as a model, and its messages as they are shown.
pub fn render(data: &[u8]) {
    let mut sources = Sources::new();
    let Ok(main) = sources.add_bytes("m", data) else { return };
    let loader = |_: &std::path::Path| Err(std::io::ErrorKind::NotFound.into());
    let options = ParseOptions { loader: &loader, ..ParseOptions::default() };
    let parsed = parse(&mut sources, main, &options);
    for colour in [false, true] {
        let shown = diagnostics_text::render(&parsed.diagnostics, &sources, colour);
        assert_eq!(shown.is_empty(), parsed.diagnostics.is_empty());
    }
}
