//! `quotient check` with several models: each is held to what it says that it expects.
//!
//! Each check is a run of this program. So it has its own memory and limits, its answer is the one that a user gets, and whatever happens
//! to it, the suite goes on.

pub mod arguments;
mod models;
pub mod options;
mod reports;
mod table_text;

use std::env::current_exe;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use checking::{Facility, Language};
use diagnostics::Sources;
use serde_json::Value;
use subprocess::{Ending, Patience};
use suites::{Documents, Finding, Head, Outcome, Refusal, Run, RunOutcome, Wanted};

use crate::check_arguments::CheckArgs;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::files::{check_apart, check_harmless, check_writable, read, write};
use crate::interrupt::listen;
use crate::table::Languages;
use crate::terminal::{Paint, complain, print};
use models::{Member, members};
use options::{Given, Options, language, merged};

/// For so long a check may go on after the suite was to end: Ctrl-C reaches it, too.
const GRACE: Duration = Duration::from_secs(5);

/// Checks the models.
///
/// # Errors
/// That there are none, or options that do not go with suites.
pub fn check(args: &CheckArgs, context: &Context) -> Result<Exit, Failure> {
    let languages = context.languages;
    let paths: Vec<PathBuf> =
        std::iter::once(&args.model.model).chain(&args.suite.others).cloned().collect();
    let members = members(&paths, languages)?;
    let files = [&args.suite.junit, &args.suite.sarif];
    for file in files.into_iter().flatten() {
        check_harmless(file, &Sources::new(), languages)?;
        members.iter().try_for_each(|member| check_apart(&member.path, file))?;
        reports::check_replaceable(file)?;
        check_writable(file)?;
    }
    if let (Some(junit), Some(sarif)) = (&args.suite.junit, &args.suite.sarif) {
        check_apart(junit, sarif)?;
    }
    let options = Options::new(languages);
    let given = options.of_command_line(&context.arguments).map_err(Failure::input)?;
    let program = current_exe()
        .map_err(|error| Failure::input(format!("the program does not find itself: {error}")))?;
    let cancel = listen().program;
    let mut suite = Suite {
        options,
        given,
        program,
        languages,
        cancel,
        is_quiet: args.quiet,
        blesses: args.suite.bless,
        outcomes: Vec::new(),
        skipped: Vec::new(),
        blessed: 0,
        is_unwritten: false,
    };
    for member in &members {
        suite.check(member)?;
    }
    suite.tell(args)
}

struct Suite {
    options: Options,
    given: Vec<Given>,
    program: PathBuf,
    languages: Languages,
    cancel: Arc<AtomicBool>,
    is_quiet: bool,
    blesses: bool,
    outcomes: Vec<RunOutcome>,
    skipped: Vec<String>,
    blessed: usize,
    /// Whether a model could not be written anew.
    is_unwritten: bool,
}

/// A check of a model.
struct Check<'a> {
    path: &'a Path,
    run: &'a Run,
    language: &'static dyn Language,
    /// Its options.
    options: Vec<Given>,
}

impl Suite {
    /// Makes the checks that a model expects something of; one that was named is checked although it says nothing.
    fn check(&mut self, member: &Member) -> Result<(), Failure> {
        let model = member.path.display().to_string();
        let bytes = match read(&member.path) {
            Ok(bytes) => bytes,
            Err(failure) => {
                let text = reason(&failure.message);
                let text = text.trim_start_matches(&format!("{model}: ")).to_owned();
                return self.refuse(&model, None, text);
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let mut head = Head::read(&text);
        if head.is_empty() && !member.is_named {
            self.skipped.push(model);
            return Ok(());
        }
        for mistake in &head.mistakes {
            self.refuse(&model, Some(mistake.line), mistake.text.clone())?;
        }
        if !head.mistakes.is_empty() {
            return Ok(());
        }
        if head.runs.is_empty() {
            head.runs.push(Run::default());
        }
        let mut findings = Vec::new();
        for run in &head.runs {
            let of_model = run.options.as_ref().map(|options| {
                self.options.of_model(&model, &options.words).map_err(|text| (options.line, text))
            });
            let of_model = match of_model.transpose() {
                Ok(of_model) => of_model.unwrap_or_default(),
                Err((line, text)) => return self.refuse(&model, Some(line), text),
            };
            let options = merged(&of_model, &self.given);
            let language = match self.languages.of(&member.path, language(&options)) {
                Ok(language) => language,
                Err(failure) => return self.refuse(&model, None, reason(&failure.message)),
            };
            let check = Check { path: &member.path, run, language, options };
            let outcome = self.outcome(&check);
            findings.extend(outcome.result.iter().flatten().cloned());
            self.add(outcome, &of_model)?;
        }
        if self.blesses
            && let Err(failure) = self.bless(&member.path, &bytes, &findings)
        {
            complain(&failure.message);
            self.is_unwritten = true;
        }
        Ok(())
    }

    fn add(&mut self, outcome: RunOutcome, of_model: &[Given]) -> Result<(), Failure> {
        let options = typed(of_model.iter().flat_map(words));
        print(&table_text::row(&outcome, &options, self.is_quiet, Paint::stdout()))?;
        self.outcomes.push(outcome);
        Ok(())
    }

    fn refuse(&mut self, model: &str, line: Option<usize>, text: String) -> Result<(), Failure> {
        let outcome = RunOutcome {
            model: model.to_owned(),
            run: None,
            command: typed(["quotient", "check", model]),
            elapsed: Duration::ZERO,
            result: Err(Refusal { line, text, exit: Exit::Input as u8 }),
        };
        self.add(outcome, &[])
    }

    fn outcome(&self, check: &Check<'_>) -> RunOutcome {
        let start = Instant::now();
        let model = check.path.display().to_string();
        let shown = if model.starts_with('-') { format!("./{model}") } else { model.clone() };
        let options = check.options.iter().flat_map(words);
        let command = typed(["quotient", "check", &shown].into_iter().chain(options));
        let documents = self.documents(check);
        let result = documents.map(|documents| suites::compare(check.run, &documents));
        let (run, elapsed) = (check.run.name.clone(), start.elapsed());
        RunOutcome { model, run, command, elapsed, result }
    }

    /// What the searches print that a run takes.
    fn documents(&self, check: &Check<'_>) -> Result<Documents, Refusal> {
        let wanted = Wanted::of(check.run);
        let lacks = check.language.lacks();
        let has_orders = lacks.iter().all(|lack| lack.facility != Facility::PartialOrder);
        let options = || check.options.iter().flat_map(words);
        let search = |symmetry: Option<&'static str>, all_orders: bool| {
            let por = (all_orders && has_orders).then_some("--por=off");
            let words = options().chain(["--keep-going"]).chain(symmetry).chain(por);
            self.document("check", check.path, words)
        };
        let of_symmetry = || {
            let options = self.options.of_other("symmetry", &check.options).into_iter();
            self.document("symmetry", check.path, options.flat_map(words))
        };
        Ok(Documents {
            quotient: wanted.quotient.then(|| search(None, wanted.all_orders)).transpose()?,
            unreduced: wanted
                .unreduced
                .then(|| search(Some("--symmetry=off"), true))
                .transpose()?,
            symmetry: wanted.symmetry.then(of_symmetry).transpose()?,
        })
    }

    /// The document that a command prints.
    fn document<'w>(
        &self,
        command: &'w str,
        path: &'w Path,
        words: impl Iterator<Item = &'w str>,
    ) -> Result<Value, Refusal> {
        let refusal = |text: String, exit: Exit| Refusal { line: None, text, exit: exit as u8 };
        if self.cancel.load(Ordering::Relaxed) {
            return Err(refusal("the suite was ended before".to_owned(), Exit::Unknown));
        }
        let mut all = vec![OsStr::new(command)];
        all.extend(words.map(OsStr::new));
        // A file whose name begins with a hyphen is no option.
        all.extend([OsStr::new("--json"), OsStr::new("--"), path.as_os_str()]);
        let cannot = |error| refusal(format!("the program cannot be run: {error}"), Exit::Internal);
        let patience = Patience { time: None, grace: GRACE };
        let ending =
            subprocess::run(Command::new(&self.program).args(&all), patience, &self.cancel);
        let Ending::Ended(said) = ending.map_err(cannot)? else {
            return Err(refusal("the suite was ended before".to_owned(), Exit::Unknown));
        };
        let complaints = String::from_utf8_lossy(&said.complaints);
        let document = serde_json::from_slice(&said.output).unwrap_or(Value::Null);
        let exit = match said.status {
            // A group that was not found for want of time is not known.
            Some(3) if command == "symmetry" => Exit::Unknown,
            Some(0..=3) if document.is_object() && document["error"].is_null() => {
                return Ok(document);
            }
            None => return Err(refusal("it was killed".to_owned(), Exit::Unknown)),
            Some(2) => Exit::Input,
            Some(3) => Exit::Unknown,
            _ => Exit::Internal,
        };
        let said = document["error"].as_str().unwrap_or(&complaints);
        let said =
            if said.is_empty() && exit == Exit::Unknown { "a limit was reached" } else { said };
        Err(refusal(reason(said), exit))
    }

    /// Writes counts anew into a model, which must be as it was read.
    fn bless(&mut self, path: &Path, bytes: &[u8], findings: &[Finding]) -> Result<(), Failure> {
        let model = path.display();
        let not_written = |why: &str| Failure::input(format!("{model}: not written anew: {why}"));
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(not_written("it is no text in UTF-8"));
        };
        let Some(blessed) = suites::bless(text, findings) else { return Ok(()) };
        if read(path)? != bytes {
            return Err(not_written("it was changed meanwhile"));
        }
        check_writable(path)?;
        write(path, &blessed)?;
        self.blessed += 1;
        Ok(())
    }

    fn tell(&self, args: &CheckArgs) -> Result<Exit, Failure> {
        if let Some(path) = &args.suite.junit {
            write(path, &suites::junit(&self.outcomes))?;
        }
        if let Some(path) = &args.suite.sarif {
            let document = suites::sarif(&self.outcomes, env!("CARGO_PKG_VERSION"));
            write(path, &format!("{document:#}\n"))?;
        }
        print(&table_text::summary(&self.outcomes, &self.skipped, self.blessed))?;
        Ok(self.exit())
    }

    fn exit(&self) -> Exit {
        let failed = |it: &RunOutcome| matches!(&it.result, Err(Refusal { exit, .. }) if *exit == Exit::Internal as u8);
        if self.outcomes.iter().any(failed) {
            return Exit::Internal;
        }
        match self.outcomes.iter().map(RunOutcome::outcome).max() {
            _ if self.is_unwritten => Exit::Input,
            None if self.skipped.is_empty() => Exit::Holds,
            None => Exit::Input,
            Some(Outcome::Met) => Exit::Holds,
            Some(Outcome::Missed) => Exit::Violated,
            Some(Outcome::Wrong) => Exit::Input,
            Some(Outcome::Unknown) => Exit::Unknown,
        }
    }
}

/// What a message says in its first line, without what goes without saying.
fn reason(message: &str) -> String {
    let line = message.lines().find(|line| !line.starts_with("warning")).unwrap_or_default();
    let text = line.trim_start_matches("error: ").trim_start_matches("inconclusive: ").to_owned();
    if text.is_empty() { "it ended without a word".to_owned() } else { text }
}

fn words(given: &Given) -> impl Iterator<Item = &str> {
    given.words.iter().map(String::as_str)
}

/// Words as a shell takes them, and as people type them.
fn typed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let is_plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "_-./=,:@%+".contains(c))
    };
    let quoted = |word: &str| shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into);
    let words = words.into_iter().map(|word| match is_plain(word) {
        true => word.to_owned(),
        false => quoted(word),
    });
    words.collect::<Vec<String>>().join(" ")
}
