//! Fuzz targets: functions of arbitrary bytes that panic if the front end does something wrong.
//!
//! `cargo fuzz` (see `fuzz/` at the root) runs them for hours, `tests/fuzz_smoke.rs` for a second.
//! Beside "no panic" they check that each message points into its source, that a text is understood
//! or an error is reported, and that a model that was understood is understood alike when printed.

mod grammar;
mod invariants;
#[path = "../support/print.rs"]
mod print;
pub mod words;

use std::io;
use std::path::{Path, PathBuf};

use diagnostics::Sources;
use promela::ParseOptions;

/// Longer inputs are cut off.
const LONGEST: usize = 64 << 10;
/// The byte between the files of an input of [`preprocess`].
pub const SEPARATOR: u8 = 0x1e;

/// Some files that may include one another: the first is the model, the others are called `1`, `2`
/// and so on, the odd ones beside the model and the even ones on the include path. What starts with
/// `-D` is no file but a macro given from outside.
pub fn preprocess(data: &[u8]) {
    let parts = cut(data).split(|&byte| byte == SEPARATOR);
    let (given, files): (Vec<&[u8]>, Vec<&[u8]>) = parts.partition(|part| part.starts_with(b"-D"));
    let loader = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let number = name.parse::<usize>().ok().filter(|number| number % 100 > 0);
        let folder = |number| if number % 2 == 1 { "beside" } else { "elsewhere" };
        number
            .filter(|&number| path.parent() == Some(Path::new(folder(number))))
            .and_then(|number| files.get(number))
            .map(|bytes| bytes.to_vec())
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    let options = ParseOptions {
        defines: given.iter().map(|d| String::from_utf8_lossy(&d[2..]).into_owned()).collect(),
        appended: Vec::new(),
        include_paths: vec![PathBuf::from("elsewhere")],
        loader: &loader,
    };
    let mut sources = Sources::new();
    let Ok(main) = sources.add_bytes("beside/m", files.first().copied().unwrap_or_default()) else {
        return;
    };
    let parsed = promela::parse(&mut sources, main, &options);
    invariants::messages_are_in_place(&parsed.diagnostics, &sources);
}

/// Any text as a model.
pub fn parse(data: &[u8]) {
    invariants::is_understood_alike_when_printed(&String::from_utf8_lossy(cut(data)));
}

/// A text that is a model, more or less: the bytes choose from the grammar.
pub fn parse_tokens(data: &[u8]) {
    invariants::is_understood_alike_when_printed(&grammar::model(cut(data)));
}

/// Any text as a model, which is searched a little. True if it is a model.
pub fn load(data: &[u8]) -> bool {
    invariants::runs(&String::from_utf8_lossy(cut(data)))
}

/// A text that is a model, more or less, which is searched a little. True if it is a model.
pub fn load_tokens(data: &[u8]) -> bool {
    invariants::runs(&grammar::model(cut(data)))
}

fn cut(data: &[u8]) -> &[u8] {
    &data[..data.len().min(LONGEST)]
}
