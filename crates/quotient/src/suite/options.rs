//! Options of `check` as words: those of the command line, and those in a model, of which only some may stand there.

use checking::Settings;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use suites::Head;

use crate::language_settings;
use crate::table::Languages;

/// An option, and the word that gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name of the option.
    id: String,
    /// What the value gives a value to, as `N` in `--define=N=5`; nothing if it gives none.
    of: Option<String>,
    /// Its name and its value, as they are typed; together where the value looks like an option.
    pub words: Vec<String>,
}

impl Given {
    /// The name of the option, as it is typed.
    pub fn name(&self) -> &str {
        let first = self.words.first().map_or("", String::as_str);
        first.split('=').next().unwrap_or_default()
    }
}

/// The options of `check` that may stand in a model beside those of its language: they change the question, and not what the answer may
/// cost.
const OF_QUESTIONS: [&str; 6] =
    ["deadlock", "fairness", "language", "property", "scalarset", "shortest"];
/// Options that do not go with suites, or that a suite gives itself.
const NOT_OF_SUITES: [&str; 14] = [
    "checkpoint",
    "cluster",
    "json",
    "key",
    "keep_going",
    "orbits",
    "por",
    "report",
    "resume",
    "symmetry",
    "trace",
    "trail",
    "verbose",
    "state",
];
/// Those that are about suites.
const OF_SUITES: [&str; 6] = ["bless", "junit", "quiet", "sarif", "suite", "others"];
/// What stands for the value of an option that names a file or a folder.
const FILES: [&str; 2] = ["FILE", "DIR"];

/// The command `check` with the options of a suite's models.
pub struct Options {
    parser: Command,
    languages: Languages,
}

impl Options {
    /// Of these languages.
    pub fn new(languages: Languages) -> Options {
        Options { parser: language_settings::command(languages), languages }
    }

    /// The options of the command line that each check gets.
    ///
    /// # Errors
    /// Those that do not go with suites.
    pub fn of_command_line(&self, arguments: &[std::ffi::OsString]) -> Result<Vec<Given>, String> {
        let matches = self.parser.clone().try_get_matches_from(arguments);
        let matches = matches.map_err(|error| error.to_string())?;
        let given = matches.subcommand().map(|(_, check)| self.given(check)).unwrap_or_default();
        match given.iter().find(|one| NOT_OF_SUITES.contains(&one.id.as_str())) {
            Some(one) => {
                Err(format!("`{}` is for a single model, and does not go with suites", one.name()))
            }
            None => {
                let is_shared = |one: &Given| !OF_SUITES.contains(&one.id.as_str());
                Ok(given.into_iter().filter(is_shared).collect())
            }
        }
    }

    /// The options in a line of a model.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of_model(&self, model: &str, words: &[String]) -> Result<Vec<Given>, String> {
        // What follows on two hyphens is no option: nothing else may stand there.
        let words = words.iter().map(String::as_str);
        let line = ["quotient", "check"].into_iter().chain(words).chain(["--", model]);
        let matches = self.parser.clone().try_get_matches_from(line).map_err(|error| {
            let text = error.to_string();
            text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
        })?;
        let Some((_, check)) = matches.subcommand() else { return Ok(Vec::new()) };
        if check.value_source("others") == Some(ValueSource::CommandLine) {
            return Err("no other models can stand there".to_owned());
        }
        let given = self.given(check);
        match given.iter().find(|one| !may_stand_in_model(self.languages, &one.id)) {
            Some(one) => Err(format!(
                "`{}` cannot stand there: only options that change the question, and name no file",
                one.name()
            )),
            None => Ok(given),
        }
    }

    /// The options that a text names for the check that has no name, but for its language, and what is wrong with its lines.
    pub fn of_text(&self, text: &str) -> (Vec<Given>, Vec<(usize, String)>) {
        let head = Head::read(text);
        let mistakes = head.mistakes.into_iter().map(|mistake| (mistake.line, mistake.text));
        let mut mistakes: Vec<(usize, String)> = mistakes.collect();
        let mut of_unnamed = Vec::new();
        for run in head.runs {
            let Some(options) = run.options else { continue };
            match self.of_model("-", &options.words) {
                Ok(given) if run.name.is_none() => of_unnamed = given,
                Ok(_) => {}
                Err(text) => mistakes.push((options.line, text)),
            }
        }
        // Whoever asks knows the language.
        of_unnamed.retain(|one| one.name() != "--language");
        (of_unnamed, mistakes)
    }

    /// The options among these that another command has, too.
    pub fn of_other<'a>(&self, command: &str, given: &'a [Given]) -> Vec<&'a Given> {
        let other = self.parser.find_subcommand(command);
        let known: Vec<&str> = other
            .into_iter()
            .flat_map(Command::get_arguments)
            .map(|it| it.get_id().as_str())
            .collect();
        given.iter().filter(|one| known.contains(&one.id.as_str())).collect()
    }

    /// The settings of languages among these.
    pub fn settings(&self, given: &[Given]) -> Settings {
        let words = given.iter().flat_map(|one| &one.words).map(String::as_str);
        let line = ["quotient", "check"].into_iter().chain(words);
        match self.parser.clone().ignore_errors(true).try_get_matches_from(line) {
            Ok(matches) => language_settings::given(self.languages, &matches),
            Err(_) => Settings::default(),
        }
    }

    fn given(&self, matches: &ArgMatches) -> Vec<Given> {
        let check = self.parser.find_subcommand("check");
        let arguments = check.into_iter().flat_map(Command::get_arguments);
        arguments.filter_map(|it| Some(words(it, &typed(it)?, matches))).flatten().collect()
    }
}

/// Whether an option may stand in a model: it changes the question, and names no file.
pub fn may_stand_in_model(languages: Languages, id: &str) -> bool {
    let mut settings = languages.known.iter().flat_map(|language| language.settings());
    let is_harmless = |value: Option<&str>| value.is_none_or(|value| !FILES.contains(&value));
    OF_QUESTIONS.contains(&id) || settings.any(|it| it.name == id && is_harmless(it.value))
}

/// The language that is named among options, if one is.
pub fn language(given: &[Given]) -> Option<&str> {
    let named = given.iter().find(|one| one.id == "language")?;
    named.words.get(1).map(String::as_str)
}

/// The options of a model with those of the command line, which win.
pub fn merged(of_model: &[Given], of_command_line: &[Given]) -> Vec<Given> {
    let wins =
        |one: &Given| of_command_line.iter().any(|other| other.id == one.id && other.of == one.of);
    let kept = of_model.iter().filter(|one| !wins(one));
    kept.chain(of_command_line).cloned().collect()
}

/// How an option is typed; none of what is no option.
fn typed(argument: &Arg) -> Option<String> {
    let long = argument.get_long().map(|long| format!("--{long}"));
    long.or_else(|| argument.get_short().map(|short| format!("-{short}")))
}

/// An option as it was given, if it was, with each of its values.
fn words(argument: &Arg, typed: &str, matches: &ArgMatches) -> Vec<Given> {
    let id = argument.get_id().as_str();
    if matches.value_source(id) != Some(ValueSource::CommandLine) {
        return Vec::new();
    }
    if !argument.get_action().takes_values() {
        return vec![Given { id: id.to_owned(), of: None, words: vec![typed.to_owned()] }];
    }
    let names = argument.get_value_names().unwrap_or_default();
    let names_something = names.iter().any(|name| name.contains('='));
    let values = matches.get_raw(id).into_iter().flatten().map(|value| value.to_string_lossy());
    values
        .map(|value| {
            let of = value.split('=').next().filter(|_| names_something).map(str::to_owned);
            let words = match value.starts_with('-') {
                true => vec![format!("{typed}={value}")],
                false => vec![typed.to_owned(), value.into_owned()],
            };
            Given { id: id.to_owned(), of, words }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options::new(Languages { known: &[&promela::Promela, &rebeca::Rebeca], later: &[] })
    }

    #[test]
    fn texts_name_options_of_the_check_without_a_name() {
        let options = options();
        let text = "/* quotient: -D N=4 --language promela\n * quotient[big]: -D N=9\n */\n";
        let (given, mistakes) = options.of_text(text);
        assert_eq!(given.iter().flat_map(|one| &one.words).collect::<Vec<_>>(), ["-D", "N=4"]);
        assert_eq!(options.settings(&given).values("D"), ["N=4"]);
        assert_eq!(mistakes, []);
    }

    #[test]
    fn wrong_lines_of_texts_are_told() {
        for (line, part) in [
            ("quotient: -D N=4 --por", "--por"),
            ("quotient: --time 5s", "cannot stand there"),
            ("quotient: --junit f.xml", "cannot stand there"),
            ("quotient: -D 'N", "quotation mark"),
            ("quotient: -- other.pml", "other models"),
            ("quotient[x]: --help", ""),
            ("expects deadlock: holds", "begins with `expect`"),
            ("A lock. expect deadlock: violated", "begins a line"),
        ] {
            let (given, mistakes) =
                options().of_text(&format!("// a\n// {line}\ninit {{ skip }}\n"));
            assert_eq!(given, [], "{line}");
            let [(2, mistake)] = &mistakes[..] else { panic!("{line}: {mistakes:?}") };
            assert!(mistake.contains(part), "{line}: {mistake}");
        }
        let (_, mistakes) = options().of_text("// we expect this: a lock that is held\n");
        assert_eq!(mistakes, []);
    }
}
