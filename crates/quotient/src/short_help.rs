//! `check -h`: what is asked for most, on one screen. `check --help` has everything.

use clap::{Arg, ArgAction, Command};

/// The options of `check -h`, and what they are in a few words.
const SHOWN: [(&str, &str); 22] = [
    ("model", "The model; - reads it from standard input"),
    ("others", "More models or folders: `quotient help suites`"),
    ("property", "Check only this one, as `deadlock`; may be repeated"),
    ("deadlock", "Look for deadlocks"),
    ("fairness", "Runs that formulas and claims consider"),
    ("keep_going", "Find one counterexample for each property"),
    ("reach", "Find a shortest run to where this holds, as 'x == 2'"),
    ("time", "As in 30s, 5m, 1h30m"),
    ("memory", "As in 500M, 8G"),
    ("max_states", "Stop after N states"),
    ("max_depth", "Search no more than N steps deep"),
    ("trace", "Store the counterexample, as a chart with .svg"),
    ("report", "Write all that is found as a page for a browser"),
    ("show", "Show this beside the steps of a counterexample"),
    ("json", "Print one JSON document: `quotient help json`"),
    ("quiet", "Print verdicts and counterexamples only"),
    ("symmetry", "auto, off, or file:FILE with generators of a group"),
    ("workers", "Threads that search"),
    ("D", "Define a macro"),
    ("ltl", "Check this formula, too"),
    ("language", "The language, where the extension does not tell"),
    ("help", "This; `--help` has all options and examples"),
];

/// The command `check`, whose help has a section for what belongs to no other.
pub fn with_others(parser: Command) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let parser = parser.disable_help_flag(true).arg(help.help_heading(OTHERS));
    parser.mut_arg("language", |argument| argument.help_heading(OTHERS))
}

/// The same with a help for one screen, once it has all of its arguments.
pub fn on_a_screen(parser: Command) -> Command {
    parser.mut_args(|argument| match short(&argument) {
        Some(text) => shown(argument, text),
        None => argument.hide_short_help(true),
    })
}

/// The heading of what belongs to no other.
const OTHERS: &str = "Others";

fn short(argument: &Arg) -> Option<&'static str> {
    let known = SHOWN.iter().find(|(id, _)| argument.get_id() == id);
    known.map(|(_, text)| *text)
}

fn shown(argument: Arg, text: &'static str) -> Arg {
    let long = argument.get_long_help().or(argument.get_help()).cloned();
    let takes_values = argument.get_action().takes_values();
    let argument =
        argument.help(text).hide_possible_values(takes_values).hide_default_value(takes_values);
    match long {
        Some(long) => argument.long_help(long),
        None => argument,
    }
}
