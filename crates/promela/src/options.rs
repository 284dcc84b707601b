//! How a model is to be read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The largest file that [`read_file`] reads.
const MAX_FILE: u64 = 256 << 20;

/// Gives the bytes of an included file.
pub type Loader<'a> = dyn Fn(&Path) -> io::Result<Vec<u8>> + 'a;

/// How a model is to be read.
pub struct ParseOptions<'a> {
    /// Macros defined from outside: `NAME` or `NAME=VALUE`, as after `-D`.
    pub defines: Vec<String>,
    /// Directories in which included files are looked up, after the one of the including file.
    pub include_paths: Vec<PathBuf>,
    /// Reads included files; an error of kind `NotFound` makes the next directory be tried.
    pub loader: &'a Loader<'a>,
}

impl Default for ParseOptions<'_> {
    fn default() -> Self {
        Self { defines: Vec::new(), include_paths: Vec::new(), loader: &read_file }
    }
}

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
