//! What the debugger asks of the program: which model is meant, and a check of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use checking::Settings;
use clap::Arg;
use clap::parser::ValueSource;
use dap::{Opened, Opening, Verdict};
use serde_json::Value;
use subprocess::{Ending, Patience, Printed};

use crate::exit::{Exit, Failure};
use crate::files::read;
use crate::language_settings;
use crate::load::refuse_foreign;
use crate::stored_run::{language_of, parse};
use crate::suite::options::{Options, may_stand_in_model, merged};
use crate::table::{LanguageRow, Languages};

/// The options of `check` that may be given beside those that may stand in a model: they change what the answer may cost.
const OF_COSTS: [&str; 4] = ["max_depth", "max_states", "memory", "time"];

/// The program, as the debugger knows it.
pub struct Debugged {
    languages: Languages,
    /// Where it is.
    path: PathBuf,
}

impl Debugged {
    /// The program at a path.
    pub fn new(languages: Languages, path: PathBuf) -> Debugged {
        Debugged { languages, path }
    }

    /// The language that is named by options, if one is, and the settings that they give.
    ///
    /// # Errors
    /// An option that has no place here.
    fn given(&self, opening: &Opening) -> Result<(Option<String>, Settings), String> {
        let parser = language_settings::command(self.languages);
        let words = opening.arguments.iter().map(AsRef::as_ref);
        let line = ["quotient", "check"].map(AsRef::as_ref).into_iter().chain(words);
        let line = line.chain(["--".as_ref(), opening.model.as_os_str()]);
        let matches = parser.clone().try_get_matches_from(line).map_err(|error| {
            let text = error.to_string();
            plain(text.lines().next().unwrap_or_default())
        })?;
        let settings = language_settings::given(self.languages, &matches);
        let commands = parser.find_subcommand("check").zip(matches.subcommand());
        let Some((known, (_, check))) = commands else { return Ok((None, settings)) };
        let is_given =
            |it: &&Arg| check.value_source(it.get_id().as_str()) == Some(ValueSource::CommandLine);
        let mut given = known.get_arguments().filter(is_given);
        if let Some(other) = given.find(|it| !self.may_be_given(it.get_id().as_str())) {
            let name = other.get_long().map_or("a model".to_owned(), |long| format!("`--{long}`"));
            let text = "only options that change what is asked, and name no file";
            return Err(format!("{name} cannot stand among `arguments`: {text}"));
        }
        Ok((check.get_one::<String>("language").cloned(), settings))
    }

    /// The options that are given, and those that the model names itself, as far as they are no others.
    ///
    /// # Errors
    /// What is wrong with them.
    fn with_those_of_model(&self, opening: &Opening) -> Result<Opening, String> {
        let options = Options::new(self.languages);
        let bytes = read(&opening.model).map_err(|failure| plain(&failure.message))?;
        let (of_model, mistakes) = options.of_text(&String::from_utf8_lossy(&bytes));
        if let Some((line, mistake)) = mistakes.first() {
            return Err(format!("{}:{line}: {mistake}", opening.model.display()));
        }
        let words = ["quotient", "check"].map(OsString::from).into_iter();
        let words = words.chain(opening.arguments.iter().map(OsString::from));
        let words: Vec<OsString> =
            words.chain(["--".into(), opening.model.clone().into()]).collect();
        let given = merged(&of_model, &options.of_command_line(&words)?);
        let arguments = given.into_iter().flat_map(|one| one.words).collect();
        Ok(Opening { arguments, ..opening.clone() })
    }

    fn may_be_given(&self, id: &str) -> bool {
        id == "model" || OF_COSTS.contains(&id) || may_stand_in_model(self.languages, id)
    }

    fn opened(&self, opening: &Opening) -> Result<Opened, Failure> {
        self.given(opening).map_err(Failure::input)?;
        // A stored run has the options that it was found with.
        let opening = match opening.trace {
            None => &self.with_those_of_model(opening).map_err(Failure::input)?,
            Some(_) => opening,
        };
        let (name, given) = self.given(opening).map_err(Failure::input)?;
        let (language, settings, run) = match &opening.trace {
            None => (self.language(opening, name)?, given, None),
            Some(path) => {
                let file = parse(path, &read(path)?)?;
                let (language, settings) = language_of(self.languages, &file, &given)?;
                (language, settings, Some(file.run))
            }
        };
        refuse_foreign(&opening.model.display().to_string(), language, &settings)?;
        Ok(Opened { language, settings, run })
    }

    fn language(&self, opening: &Opening, name: Option<String>) -> Result<LanguageRow, Failure> {
        self.languages.of(&opening.model, name.as_deref())
    }
}

impl dap::Program for Debugged {
    fn open(&self, opening: &Opening) -> Result<Opened, String> {
        self.opened(opening).map_err(|failure| plain(&failure.message))
    }

    fn check(
        &self,
        opening: &Opening,
        run: &Path,
        cancelled: &AtomicBool,
    ) -> Result<Verdict, String> {
        self.given(opening)?;
        let opening = &self.with_those_of_model(opening)?;
        let mut command = Command::new(&self.path);
        command.args(["check", "--json", "--trace"]).arg(run).args(&opening.arguments);
        command.arg("--").arg(&opening.model);
        let ended = subprocess::run(&mut command, Patience::default(), cancelled);
        match ended.map_err(|error| format!("the check cannot be run: {error}"))? {
            Ending::Ended(printed) => verdict(&printed),
            Ending::Cancelled | Ending::Late => Err("the check was cancelled".to_owned()),
        }
    }
}

/// What a check has printed, in words.
///
/// # Errors
/// Why there is no verdict.
fn verdict(printed: &Printed) -> Result<Verdict, String> {
    let document: Option<Value> = serde_json::from_slice(&printed.output).ok();
    let complaints = String::from_utf8_lossy(&printed.complaints);
    let checks = document.as_ref().and_then(|document| document["checks"].as_array());
    let Some(checks) = checks else {
        return Err(match complaints.trim() {
            "" => "the check was killed before there was a verdict".to_owned(),
            said => plain(said),
        });
    };
    let told = checks.iter().map(|check| {
        let text = |key: &str| check[key].as_str().unwrap_or_default();
        let reason = check["reason"].as_str().map(|reason| format!(": {reason}"));
        format!("{}: {}{}\n", text("property"), text("verdict"), reason.unwrap_or_default())
    });
    let is_violated = printed.status == Some(Exit::Violated as i32);
    Ok(Verdict { text: told.collect(), is_violated })
}

/// A message without what it is called, which goes without saying.
fn plain(message: &str) -> String {
    let message = console::strip_ansi_codes(message);
    message.strip_prefix("error: ").unwrap_or(&message).to_owned()
}
