//! `quotient man`: a manual page for each command.

use std::path::PathBuf;

use clap::{Args, Command};

use crate::exit::{Exit, Failure};

/// Examples for the help.
pub const EXAMPLES: &str = "\
Examples:
  quotient man ~/.local/share/man/man1; man quotient-check";

/// The arguments of `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder in which the pages are written: quotient.1, quotient-check.1 and so on
    pub directory: PathBuf,
}

/// Writes the manual pages of a parser.
///
/// # Errors
/// That there is no such folder, or that it cannot be written.
pub fn manual_pages(args: &ManArgs, parser: Command) -> Result<Exit, Failure> {
    let written = clap_mangen::generate_to(parser, &args.directory);
    let folder = args.directory.display();
    written.map_err(|error| Failure::input(format!("{folder}: cannot write: {error}")))?;
    Ok(Exit::Holds)
}
