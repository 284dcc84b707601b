//! The settings of languages as options of the commands, each under the name of its language.

use checking::{Language, OWN_METHOD, REACH, Scope, Setting, Settings};
use clap::builder::{PossibleValue, PossibleValuesParser, ValueHint};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, CommandFactory};
use model::Method;

use crate::arguments::Cli;
use crate::research_arguments::{MethodArgs, ResearchArgs};
use crate::short_help;
use crate::table::Languages;

/// The commands that read a model.
const COMMANDS: [&str; 7] =
    ["check", "symmetry", "replay", "simulate", "explore", "graph", "translate"];

/// The parser, with what the languages add to it.
pub fn command(languages: Languages) -> Command {
    COMMANDS.into_iter().fold(Cli::command(), |parser, command| {
        parser.mut_subcommand(command, |parser| extended(parser, command, languages))
    })
}

fn extended(mut parser: Command, command: &str, languages: Languages) -> Command {
    if parser.get_arguments().any(|argument| argument.get_id() == "language") {
        let help = languages.extensions_text();
        parser = parser.mut_arg("language", |argument| argument.help(help));
    }
    for (heading, setting) in settings(languages) {
        if has(command, setting.scope) {
            parser = parser.arg(argument(heading, setting));
        }
    }
    // Whatever adds arguments to a command describes it anew.
    let about = parser.get_about().cloned().unwrap_or_default();
    parser = match command {
        "check" => {
            let parser = ResearchArgs::augment_args(short_help::with_others(parser));
            short_help::on_a_screen(parser)
        }
        "symmetry" => MethodArgs::augment_args(parser),
        _ => return parser,
    };
    let methods = PossibleValuesParser::new(methods(languages));
    parser
        .about(about)
        .long_about(None)
        .mut_arg("detect", |argument| argument.value_parser(methods))
}

/// The ways of finding symmetry: that of every model, and the published methods of all languages, each once.
fn methods(languages: Languages) -> Vec<PossibleValue> {
    let own = PossibleValue::new(OWN_METHOD);
    let mut found = vec![own.help("Read it off the coloured graph of the whole program")];
    for method in languages.known.iter().flat_map(|language| language.methods()) {
        if found.iter().all(|known| known.get_name() != method.name) {
            let Method { name, summary, paper, needs } = method;
            let help = format!("{summary} ({paper}; needs {needs})");
            found.push(PossibleValue::new(*name).help(help));
        }
    }
    found
}

/// Each setting once, with the name of the first language that has it.
fn settings(languages: Languages) -> Vec<(&'static str, &'static Setting)> {
    let mut found: Vec<(&'static str, &'static Setting)> = Vec::new();
    for language in languages.known {
        for setting in language.settings() {
            if found.iter().all(|(_, known)| known.name != setting.name) {
                found.push((heading(*language, setting), setting));
            }
        }
    }
    found
}

/// Under which heading a setting stands: its language, but for the one that languages share.
fn heading(language: &'static dyn Language, setting: &Setting) -> &'static str {
    if setting.name == REACH.name { "Properties" } else { language.title() }
}

/// Whether a command has the settings of a scope.
pub fn has(command: &str, scope: Scope) -> bool {
    match scope {
        Scope::Text => true,
        Scope::States => matches!(command, "check" | "symmetry" | "explore" | "graph"),
        Scope::Runs => command != "translate",
        Scope::Walks => matches!(command, "simulate" | "explore" | "graph"),
        Scope::Properties => matches!(command, "check" | "symmetry"),
    }
}

fn argument(heading: &'static str, setting: &'static Setting) -> Arg {
    let argument = Arg::new(setting.name).help(setting.help).help_heading(heading);
    let mut characters = setting.name.chars();
    let argument = match (characters.next(), characters.next()) {
        (Some(letter), None) => argument.short(letter),
        _ => argument.long(setting.name),
    };
    match setting.value {
        Some(value) => {
            argument.value_name(value).action(ArgAction::Append).value_hint(ValueHint::Unknown)
        }
        None => argument.action(ArgAction::SetTrue),
    }
}

/// The settings that were given.
pub fn given(languages: Languages, matches: &ArgMatches) -> Settings {
    let mut given = Settings::default();
    let Some((command, matches)) = matches.subcommand() else { return given };
    if !COMMANDS.contains(&command) {
        return given;
    }
    for (_, setting) in settings(languages) {
        if !has(command, setting.scope) {
            continue;
        }
        if setting.value.is_some() {
            let values = matches.get_many::<String>(setting.name).into_iter().flatten();
            values.for_each(|value| given.add(setting.name, value));
        } else if matches.get_flag(setting.name) {
            given.set(setting.name);
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research_arguments::HEADING;

    #[test]
    fn options_for_research_stand_last() {
        let languages = Languages { known: &[&promela::Promela, &rebeca::Rebeca], later: &[] };
        let parser = command(languages);
        for (name, about) in [
            ("check", "Search a model for errors"),
            ("symmetry", "Show the symmetry of a model, and the obstacles to more"),
        ] {
            let command = parser.find_subcommand(name).unwrap();
            assert_eq!(command.get_about().unwrap().to_string(), about);
            let mut headings: Vec<&str> =
                command.get_arguments().filter_map(Arg::get_help_heading).collect();
            headings.dedup();
            let research = headings.iter().position(|heading| *heading == HEADING);
            assert_eq!(research, Some(headings.len() - 1), "{headings:?}");
        }
    }
}
