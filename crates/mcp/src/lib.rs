//! `quotient mcp`: the Model Context Protocol on standard input and output.

use std::io::{self, BufRead, Write};
use std::path::Path;

use checking::Language;

/// What the server works with.
pub struct Tools<'a> {
    /// The languages of models.
    pub languages: &'a [&'static dyn Language],
    /// The program, whose `check --json` and `symmetry --json` are run on files.
    pub program: &'a Path,
}

/// Answers messages until the input ends.
///
/// # Errors
/// The input or the output fails.
pub fn serve(_: &Tools<'_>, _: &mut dyn BufRead, _: &mut dyn Write) -> io::Result<()> {
    Ok(())
}
