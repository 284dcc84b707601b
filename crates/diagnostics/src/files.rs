//! Reading the files that sources come from.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file that is read.
pub const MAX_FILE: u64 = 256 << 20;

/// The files that there are.
#[derive(Clone, Debug, Default)]
pub enum Files {
    /// Those of this computer.
    #[default]
    OfSystem,
    /// These alone, by their paths: no file of this computer is read.
    Given(Arc<HashMap<PathBuf, Vec<u8>>>),
    /// One that was given, by its path, and those of this computer.
    Beside(Arc<(PathBuf, Vec<u8>)>),
}

impl Files {
    /// Whether there is an ordinary file at a path.
    #[must_use]
    pub fn is_file(&self, path: &Path) -> bool {
        match self {
            Files::OfSystem => path.is_file(),
            Files::Given(given) => given.contains_key(path),
            Files::Beside(given) => given.0 == path || path.is_file(),
        }
    }

    /// Reads a file, as [`read_file`].
    ///
    /// # Errors
    /// See there; one that was not given is not found.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self {
            Files::OfSystem => read_file(path),
            Files::Given(given) => {
                given.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
            }
            Files::Beside(given) if given.0 == path => Ok(given.1.clone()),
            Files::Beside(_) => read_file(path),
        }
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
