//! Where reports of suites may be written: what is there must be one.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::exit::Failure;

/// How reports begin: as much as tells them from anything else.
const BEGINNINGS: [&str; 2] = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"quotient\"",
    "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\"",
];

/// Refuses to write over a file that is no report: a model may be read from it.
///
/// # Errors
/// That it is there and is none.
pub fn check_replaceable(path: &Path) -> Result<(), Failure> {
    if !path.is_file() || is_report(path) {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::input(format!(
        "{path}: not overwritten: it is there, and no report of a suite; name another file"
    )))
}

/// Whether a file is empty or begins as reports do.
fn is_report(path: &Path) -> bool {
    let longest = BEGINNINGS.map(str::len).into_iter().max().unwrap_or(0);
    let mut begins = Vec::new();
    let read = File::open(path).and_then(|it| it.take(longest as u64).read_to_end(&mut begins));
    read.is_ok()
        && (begins.is_empty()
            || BEGINNINGS.iter().any(|known| begins.starts_with(known.as_bytes())))
}
