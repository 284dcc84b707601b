//! How a model is to be read.

use std::io;
use std::path::{Path, PathBuf};

use diagnostics::read_file;

/// Gives the bytes of an included file.
pub type Loader<'a> = dyn Fn(&Path) -> io::Result<Vec<u8>> + 'a;

/// How a model is to be read.
pub struct ParseOptions<'a> {
    /// Macros defined from outside: `NAME` or `NAME=VALUE`, as after `-D`.
    pub defines: Vec<String>,
    /// Directories in which included files are looked up, after the one of the including file.
    pub include_paths: Vec<PathBuf>,
    /// Texts that follow the model, as if they stood at its end, each with a name for messages.
    pub appended: Vec<(String, String)>,
    /// Reads included files; an error of kind `NotFound` makes the next directory be tried.
    pub loader: &'a Loader<'a>,
}

impl Default for ParseOptions<'_> {
    fn default() -> Self {
        Self {
            defines: Vec::new(),
            include_paths: Vec::new(),
            appended: Vec::new(),
            loader: &read_file,
        }
    }
}
