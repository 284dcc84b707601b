//! Which options of a command apply to the language of the model.

use std::path::PathBuf;

use checking::{Facility, Language, REACH, Setting};
use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::exit::Failure;
use crate::language_settings::has;
use crate::table::Languages;

/// Options that ask for something that not every language has.
const OPTIONS: [(&str, Facility); 16] = [
    (REACH.name, Facility::Expressions),
    ("symmetry", Facility::Symmetry),
    ("points", Facility::Symmetry),
    ("scalarset", Facility::Symmetry),
    ("representative", Facility::Symmetry),
    ("detect", Facility::Symmetry),
    ("audit", Facility::Symmetry),
    ("por", Facility::PartialOrder),
    ("search", Facility::DepthFirst),
    ("fairness", Facility::FairRuns),
    ("emptiness", Facility::FairRuns),
    ("deadlock", Facility::Deadlocks),
    ("engine", Facility::Sets),
    ("reachability", Facility::Sets),
    ("levels", Facility::Sets),
    ("store", Facility::OneLength),
];

/// The value that asks for nothing of the sort.
const HARMLESS: [(&str, &str); 7] = [
    ("search", "bfs"),
    ("engine", "auto"),
    ("engine", "explicit"),
    ("engine", "compiled"),
    ("engine", "native"),
    ("engine", "interpret"),
    ("store", "plain"),
];

/// Refuses options that were given and do not apply to the language.
///
/// # Errors
/// Their names, why each does not apply, and which options do.
pub fn refuse_inapplicable(languages: Languages, matches: &ArgMatches) -> Result<(), Failure> {
    let Some((_, matches)) = matches.subcommand() else { return Ok(()) };
    let Ok(Some(path)) = matches.try_get_one::<PathBuf>("model") else { return Ok(()) };
    let name = matches.try_get_one::<String>("language").ok().flatten();
    // The command itself says that it does not know the language.
    let Ok(language) = languages.of(path, name.map(String::as_str)) else { return Ok(()) };
    let model = path.display();
    let given = OPTIONS.iter().filter(|(option, _)| is_given(matches, option));
    let mut lacking: Vec<(Vec<&str>, &str)> = Vec::new();
    for (option, facility) in given {
        let Some(lack) = language.lacks().iter().find(|lack| lack.facility == *facility) else {
            continue;
        };
        match lacking.iter_mut().find(|(_, reason)| *reason == lack.reason) {
            Some((options, _)) => options.push(option),
            None => lacking.push((vec![option], lack.reason)),
        }
    }
    if lacking.is_empty() {
        return Ok(());
    }
    let line = |(options, reason): &(Vec<&str>, &str)| {
        let options: Vec<String> = options.iter().map(|option| format!("`--{option}`")).collect();
        let verb = if options.len() == 1 { "does" } else { "do" };
        format!(
            "{model}: {} {verb} not apply to {}: {reason}",
            options.join(" and "),
            language.title()
        )
    };
    let lines: Vec<String> = lacking.iter().map(line).collect();
    Err(Failure::input(format!("{}\n{}", lines.join("\nerror: "), applicable(language))))
}

/// What applies to a language.
pub fn applicable(language: &dyn Language) -> String {
    let lacks = |facility| language.lacks().iter().any(|lack| lack.facility == facility);
    let general = OPTIONS.iter().filter(|(_, facility)| !lacks(*facility));
    let general = general.map(|(option, _)| format!("`--{option}`"));
    let is_own = |setting: &&Setting| setting.name != REACH.name && has("check", setting.scope);
    let own = language.settings().iter().filter(is_own);
    let own = own.map(|setting| setting_name(setting.name));
    let always = [
        "property",
        "keep-going",
        "shortest",
        "max-states",
        "max-depth",
        "time",
        "memory",
        "workers",
    ];
    let always = always.iter().map(|option| format!("`--{option}`"));
    let all: Vec<String> = own.chain(general).chain(always).collect();
    format!("help: {} has {} (`quotient help check`)", language.title(), all.join(", "))
}

/// A setting of a language as it is typed.
pub fn setting_name(setting: &str) -> String {
    let dashes = if setting.chars().count() == 1 { "-" } else { "--" };
    format!("`{dashes}{setting}`")
}

fn is_given(matches: &ArgMatches, option: &str) -> bool {
    let Ok(Some(mut values)) = matches.try_get_raw(option) else { return false };
    matches.value_source(option) == Some(ValueSource::CommandLine)
        && !values
            .all(|value| HARMLESS.iter().any(|(of, harmless)| *of == option && value == *harmless))
}
