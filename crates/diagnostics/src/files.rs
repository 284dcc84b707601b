//! Reading the files that sources come from.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The largest file that [`read_file`] reads.
const MAX_FILE: u64 = 256 << 20;

/// The only files that there are, if others than those of this computer were given.
static GIVEN: OnceLock<HashMap<PathBuf, Vec<u8>>> = OnceLock::new();

/// From now on these files, by their paths, are the only ones that [`read_file`] and [`is_file`] know: no file of this computer is read.
/// Those that are given first stay.
pub fn give_files(files: HashMap<PathBuf, Vec<u8>>) {
    let _ = GIVEN.set(files);
}

/// Whether there is an ordinary file at a path.
pub fn is_file(path: &Path) -> bool {
    match GIVEN.get() {
        Some(given) => given.contains_key(path),
        None => path.is_file(),
    }
}

/// Reads an ordinary file of reasonable size.
///
/// # Errors
/// The errors of the file system; and it refuses what is no ordinary file, or is very large.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if let Some(given) = GIVEN.get() {
        return given.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into());
    }
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not an ordinary file"));
    }
    if metadata.len() > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "too large"));
    }
    fs::read(path)
}
