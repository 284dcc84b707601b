//! `quotient completions`: what a shell completes when a command is typed.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::exit::{Exit, Failure};
use crate::terminal::print;

/// Examples for the help.
pub const EXAMPLES: &str = "\
Examples:
  quotient completions bash > ~/.local/share/bash-completion/completions/quotient
  quotient completions zsh > ~/.zfunc/_quotient        with `fpath+=~/.zfunc` before `compinit`
  quotient completions fish > ~/.config/fish/completions/quotient.fish";

/// The arguments of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Prints the completions of a parser.
///
/// # Errors
/// That standard output cannot be written.
pub fn completions(args: &CompletionsArgs, mut parser: Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let name = parser.get_name().to_owned();
    generate(args.shell, &mut parser, name, &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Holds)
}
