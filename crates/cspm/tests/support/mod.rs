//! What tests of the parser share.

use std::io;
use std::path::Path;

use cspm::tree::Script;
use cspm::{add_script, parse};
use diagnostics::Sources;

/// The script in the first of some files, which may include the others; and its mistakes.
pub fn parse_files(files: &[(&str, &[u8])]) -> (Script, Vec<String>) {
    let mut sources = Sources::new();
    let (name, bytes) = files[0];
    let file = add_script(&mut sources, name, bytes).expect("a text");
    let mut read = |path: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    let (script, diagnostics) = parse(&mut sources, file, &mut read);
    (script, diagnostics.iter().map(|one| one.one_line(&sources)).collect())
}
