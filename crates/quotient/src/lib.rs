//! The command line: arguments, progress, rendering and exit status, for whatever languages a table has. No algorithm lives
//! here, and no language: `checking` finds symmetry, searches, confirms and runs; this reads what a person wants and shows
//! what was found.
//!
//! A program with languages of its own is one line: [`run`] with another table.

mod applicable;
mod arguments;
mod audit_choice;
mod beside;
mod blocked_text;
mod call_rows;
mod check;
mod check_arguments;
mod check_text;
mod checkpoint_arguments;
mod checkpoint_text;
mod cluster;
mod context;
mod counterexample_files;
mod counterexample_text;
mod course_recorder;
mod debugged;
mod diagnostics_text;
mod diagram_text;
mod differences_text;
mod exit;
mod explore;
mod files;
mod graph;
mod help_topics;
mod hints;
mod interrupt;
mod job;
mod language_settings;
mod limit_arguments;
mod load;
mod manual_pages;
mod memory;
mod model_arguments;
mod model_hash;
mod moment;
mod new_file;
mod panics;
mod parent;
mod peer_options;
mod plan;
mod progress;
mod protocols;
mod reach;
mod replay_command;
mod report_file;
mod representative_choice;
mod representative_text;
mod research_arguments;
mod run_files;
mod scalarset_text;
mod searches;
mod share_arguments;
mod shell_completions;
mod short_help;
mod shown_arguments;
mod simulate;
mod standard_input;
mod stored_run;
mod style;
mod suite;
mod symmetry_arguments;
mod symmetry_command;
mod table;
mod terminal;
mod trail_command;
mod translate_command;
mod types_command;
mod units;
mod visible;
mod wrap;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::ContextKind;

use arguments::{Cli, Command};
use context::Context;
use exit::{Exit, Failure};
use panics::Panics;
use report::FailureDocument;
pub use table::Languages;

/// Runs the command that the arguments ask for; the first is the name of the program.
#[must_use]
pub fn run(languages: Languages, arguments: impl Iterator<Item = OsString>) -> ExitCode {
    parent::end_with_parent();
    memory::keep_addresses();
    let panics = Panics::watch();
    let parser = language_settings::command(languages);
    let mut arguments = joined(arguments);
    peer_options::with_command(languages, &parser, &mut arguments);
    if let Some(page) = help_topics::asked(&parser, &arguments) {
        return ended(terminal::print(&page).map(|()| Exit::Holds), false);
    }
    if let Some(wrong) = help_topics::unknown(&parser, &arguments) {
        terminal::complain(&wrong);
        return Exit::Input.into();
    }
    let parsed = parser.clone().try_get_matches_from(&arguments);
    let matches = match parsed {
        Ok(matches) => matches,
        Err(error) => {
            return misunderstood(error, peer_options::answer(languages, &parser, &arguments));
        }
    };
    let settings = language_settings::given(languages, &matches);
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    terminal::colour(cli.color);
    let prints_document = arguments.iter().any(|argument| argument == "--json");
    let context = Context { languages, settings, arguments, panics };
    let obeyed = applicable::refuse_inapplicable(languages, &matches)
        .and_then(|()| obey(cli.command, context));
    ended(obeyed, prints_document)
}

/// Says why a command has ended without an answer, if it has; where documents are printed, as one, too.
fn ended(obeyed: Result<Exit, Failure>, prints_document: bool) -> ExitCode {
    match obeyed {
        Ok(exit) => exit.into(),
        Err(failure) => {
            terminal::complain(&failure.message);
            if prints_document {
                let text = console::strip_ansi_codes(&failure.message);
                // If that cannot be written, it was told.
                let _ = terminal::print_document(&FailureDocument::new(&text, failure.exit as u8));
            }
            failure.exit.into()
        }
    }
}

/// Says what is wrong with the arguments: options of another tool have an answer.
fn misunderstood(mut error: clap::Error, answer: Option<String>) -> ExitCode {
    match answer.filter(|_| error.use_stderr()) {
        Some(answer) => {
            terminal::complain(&answer);
            Exit::Input.into()
        }
        None => {
            // "to pass '-x' as a value, use '-- -x'": no model is called so.
            error.remove(ContextKind::Suggested);
            error.exit()
        }
    }
}

fn obey(mut command: Command, context: Context) -> Result<Exit, Failure> {
    standard_input::read(&mut command)?;
    match command {
        Command::Check(args) => check::check(*args, context),
        Command::Symmetry(args) => symmetry_command::symmetry(args, context),
        Command::Replay(args) => replay_command::replay(&args, context),
        Command::Simulate(args) => simulate::simulate(args, context),
        Command::Explore(args) => explore::explore(args, context),
        Command::Graph(args) => graph::graph(args, context),
        Command::Translate(args) => translate_command::translate(&args, &context),
        Command::Lsp => protocols::lsp(context.languages),
        Command::Dap => protocols::dap(&context),
        Command::Mcp => protocols::mcp(&context),
        Command::Completions(args) => {
            shell_completions::completions(&args, language_settings::command(context.languages))
        }
        Command::Man(args) => {
            manual_pages::manual_pages(&args, language_settings::command(context.languages))
        }
        Command::Worker(args) => cluster::worker::worker(&args),
        Command::Machine(args) => cluster::machine::machine(args, context),
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
