//! Reading the files that sources come from.

use std::fs;
use std::io;
use std::path::Path;

/// The largest file that [`read_file`] reads.
const MAX_FILE: u64 = 256 << 20;

/// Reads an ordinary file of reasonable size.
///
/// # Errors
/// The errors of the file system; and it refuses what is no ordinary file, or is very large.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not an ordinary file"));
    }
    if metadata.len() > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "too large"));
    }
    fs::read(path)
}
