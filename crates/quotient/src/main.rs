//! The command line of Quotient: arguments, progress, rendering and exit status. No algorithm
//! lives here: the crates below find symmetry, search and lift; this one reads what a person
//! wants, shows what was found, and believes no counterexample that it has not seen replayed on
//! the unreduced model.

mod arguments;
mod audit;
mod check;
mod check_json;
mod check_text;
mod coverage;
mod detection;
mod diagnostics_text;
mod diagram_file;
mod diagram_view;
mod differences;
mod exit;
mod explore;
mod fault_watch;
mod gap_command;
mod gap_points;
mod graph;
mod interrupt;
mod language;
mod load;
mod memory;
mod output_file;
mod progress;
mod replay_command;
mod representative;
mod run;
mod scalarset_check;
mod settings;
mod simulate;
mod story;
mod story_text;
mod symmetry_command;
mod symmetry_source;
mod symmetry_view;
mod terminal;
mod trace_file;
mod trail_command;
mod trail_doubts;
mod trail_file;
mod trail_output;
mod trail_walk;
mod translate_command;
mod types_command;
mod units;
mod unreached;
mod verdict;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use arguments::{Cli, Command};
use exit::{Exit, Failure, exit_on_panic};

fn main() -> ExitCode {
    exit_on_panic();
    let cli = Cli::parse_from(joined(std::env::args_os()));
    match run(&cli.command) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            terminal::complain(&failure.message);
            failure.exit.into()
        }
    }
}

fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(args) => check::check(args),
        Command::Symmetry(args) => symmetry_command::symmetry(args),
        Command::Replay(args) => replay_command::replay_command(args),
        Command::Simulate(args) => simulate::simulate(args),
        Command::Graph(args) => graph::graph(args),
        Command::Translate(args) => translate_command::translate(args),
    }
}

/// `--trail x.trail` as `--trail=x.trail`, `--gap x.g` as `--gap=x.g`: their
/// values are optional, and the model may not be taken for one.
fn joined(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for arg in args {
        let text = arg.to_str().unwrap_or_default();
        let trail = text.ends_with(".trail");
        let gap = text.ends_with(".g") || text.ends_with(".gap");
        match joined.last_mut() {
            Some(last) if (trail && last == "--trail") || (gap && last == "--gap") => {
                last.push("=");
                last.push(&arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}
