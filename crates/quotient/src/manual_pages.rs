//! `quotient man`: a manual page for each command.

use std::fs::create_dir_all;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::exit::{Exit, Failure};
use crate::files::write;

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
/// That the folder or a page cannot be written.
pub fn manual_pages(args: &ManArgs, parser: Command) -> Result<Exit, Failure> {
    create_dir_all(&args.directory)
        .map_err(|error| Failure::input(format!("{}: {error}", args.directory.display())))?;
    let mut parser = parser.disable_help_subcommand(true);
    parser.build();
    let commands = parser.get_subcommands().filter(|command| !command.is_hide_set());
    for command in [&parser].into_iter().chain(commands) {
        let manual = Man::new(command.clone());
        let mut page = Vec::new();
        let rendered = manual.render(&mut page);
        rendered.map_err(|error| Failure::internal(format!("a manual page: {error}")))?;
        write(&args.directory.join(manual.get_filename()), &String::from_utf8_lossy(&page))?;
    }
    Ok(Exit::Holds)
}
