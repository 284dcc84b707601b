//! `quotient replay`: a stored counterexample on the unreduced model, step by step.

use std::path::Path;

use checking::quantities::plural;
use checking::{
    Counterexample, Detail, Language, Purpose, Settings, StoredRun, TraceFile, Transition,
};
use kernel::Phase;
use serde::Serialize;

use crate::Context;
use crate::arguments::ReplayArgs;
use crate::counterexample_text::write_counterexample;
use crate::exit::{Exit, Failure};
use crate::files::read;
use crate::job::Job;
use crate::load::{Subject, failed};
use crate::model_arguments::ModelArgs;
use crate::table::{LanguageRow, Languages};
use crate::terminal::{Paint, print, print_json};
use crate::trail_command::{foreign, replay_trail};

/// Runs the command.
///
/// # Errors
/// A trace or a model that cannot be read, or that do not fit each other.
pub fn replay(args: &ReplayArgs, context: Context) -> Result<Exit, Failure> {
    let job = Job::begin(&args.limits)?;
    let bytes = read(&args.trace)?;
    if let Some((language, format)) = foreign(context.languages, &args.model, &bytes) {
        return replay_trail(args, context, language, format, &bytes, &job);
    }
    let file = parse(&args.trace, &bytes)?;
    if file.run.property.is_empty() {
        let text = "the trace violates nothing: `quotient simulate MODEL --trace FILE` shows it";
        return Err(Failure::input(text));
    }
    let (language, settings) = language_of(context.languages, &file, &context.settings)?;
    let model = ModelArgs { model: args.model.clone(), language: Some(language.name().to_owned()) };
    let subject = Subject::load(context.languages, &model, settings, Purpose::Check)?;
    job.enter(Phase::Confirmation);
    let detail = if args.json { Detail::Effects } else { Detail::Changes };
    let replayed = subject.model.replay(&file.run, detail);
    let replayed = replayed.map_err(|failure| subject.failure(failure))?;
    job.enter(Phase::Printing);
    match args.json {
        true => print_json(&json(&subject, &file.run, &replayed)?)?,
        false => print(&text(&subject, &file.run, &replayed, Paint::stdout()))?,
    }
    Ok(Exit::Violated)
}

/// Reads a stored run.
///
/// # Errors
/// That it is none.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<TraceFile, Failure> {
    let parsed = TraceFile::parse(&path.display().to_string(), bytes);
    parsed.map_err(|failure| failed(failure, &diagnostics::Sources::new()))
}

/// The language of a stored run, and the settings to load its model with: those that were stored, unless others are given.
///
/// # Errors
/// That the language is not known.
pub fn language_of(
    languages: Languages,
    file: &TraceFile,
    given: &Settings,
) -> Result<(LanguageRow, Settings), Failure> {
    let language = match &file.language {
        Some(name) => languages.of(Path::new(&file.model), Some(name))?,
        None => languages.known[0],
    };
    Ok((language, merged(language, file, given)?))
}

fn merged(
    language: &dyn Language,
    file: &TraceFile,
    given: &Settings,
) -> Result<Settings, Failure> {
    let stored = file.settings.settings(language.settings());
    let mut settings = stored.map_err(|failure| failed(failure, &diagnostics::Sources::new()))?;
    for setting in language.settings().iter().filter(|setting| given.is_set(setting.name)) {
        settings.remove(setting.name);
        for value in given.values(setting.name) {
            settings.add(setting.name, value);
        }
    }
    Ok(settings)
}

fn text(subject: &Subject, run: &StoredRun, replayed: &Counterexample, paint: Paint) -> String {
    let steps = plural(replayed.transitions.len() as u64, "step");
    let title = format!("counterexample for {} ({steps})", run.property);
    let mut out = format!("{}\n", paint.bold(&title));
    write_counterexample(&mut out, &subject.path, replayed, true, paint);
    out.push_str("replayed on the unreduced model: the violation is real\n");
    out
}

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    property: &'a str,
    verdict: &'static str,
    reason: &'a str,
    /// The processes that run from the beginning.
    processes: &'a [String],
    trace: &'a [Transition],
    /// Of a run that goes on for ever: the number of the step that comes again after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<usize>,
    /// Whether the property is violated whatever comes later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prefix: bool,
}

fn json(subject: &Subject, run: &StoredRun, replayed: &Counterexample) -> Result<String, Failure> {
    let object = Object {
        tool: "quotient",
        version: env!("CARGO_PKG_VERSION"),
        model: &subject.path,
        property: &run.property,
        verdict: "violated",
        reason: &replayed.ending,
        processes: &replayed.processes,
        trace: &replayed.transitions,
        again: replayed.again,
        prefix: replayed.is_prefix,
    };
    let text = serde_json::to_string(&object)
        .map_err(|error| Failure::internal(format!("the replay as JSON: {error}")))?;
    Ok(text + "\n")
}
