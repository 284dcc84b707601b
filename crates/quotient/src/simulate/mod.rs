//! `quotient simulate`: single runs of a model, at random, along a stored trace, or by hand.
//!
//! A run is watched statement by statement: the model is loaded as it is written, so that every value shown is true, and atomic
//! sequences are taken apart.

pub mod arguments;
mod commands;
mod guided;
mod interactive;
mod random;
mod report;
mod text;
mod view;

use checking::{
    Ending, EndingKind, Purpose, Session, Settings, StoredRun, StoredSettings, TraceFile,
};
use kernel::Phase;

use crate::Context;
use crate::exit::{Exit, Failure};
use crate::files::{check_harmless, check_writable, read};
use crate::job::Job;
use crate::load::Subject;
use crate::model_arguments::ModelArgs;
use crate::replay_command::{language_of, parse};
use crate::table::LanguageRow;

use arguments::SimulateArgs;

/// Runs the command.
///
/// # Errors
/// Why there is no run.
pub fn simulate(args: &SimulateArgs, context: Context) -> Result<Exit, Failure> {
    let job = Job::begin(&args.limits)?;
    let languages = context.languages;
    let Some(path) = &args.trace else {
        let language = languages.of(&args.model.model, args.model.language.as_deref())?;
        let subject = load(&context, &args.model, language, &context.settings)?;
        check_save(args, &subject, &context)?;
        if args.interactive {
            let session = session(&subject, true)?;
            job.enter(Phase::Session);
            return interactive::play(args, &subject, &context, session);
        }
        job.enter(Phase::Run);
        return random::run(args, &subject, &job);
    };
    let file = parse(path, &read(path)?)?;
    let (language, settings) = language_of(languages, &file, &context.settings)?;
    let subject = load(&context, &args.model, language, &settings)?;
    check_save(args, &subject, &context)?;
    // As it was searched: the trace may say which statements were merged.
    let (searched, _) = Subject::read(language, &args.model, settings, Purpose::Search)?;
    let statements = searched.model.statements(&file.run);
    let statements = statements.map_err(|failure| searched.failure(failure))?;
    let session = subject.model.session_along(&file.run, &statements);
    let session = session.map_err(|failure| subject.failure(failure))?;
    if args.interactive {
        job.enter(Phase::Session);
        return interactive::play(args, &subject, &context, session);
    }
    job.enter(Phase::Run);
    guided::run(args, &subject, &file.run, session, &job)
}

/// Loads a model as it is written.
fn load(
    context: &Context,
    model: &ModelArgs,
    language: LanguageRow,
    settings: &Settings,
) -> Result<Subject, Failure> {
    let model = ModelArgs { language: Some(language.name().to_owned()), ..model.clone() };
    let settings = language.as_written(settings);
    Subject::load(context.languages, &model, settings, Purpose::Search)
}

fn session(subject: &Subject, keeps_history: bool) -> Result<Box<dyn Session + '_>, Failure> {
    subject.model.session(keeps_history).map_err(|failure| subject.failure(failure))
}

/// Finds out early what stands in the way of storing the run.
///
/// # Errors
/// What does.
fn check_save(args: &SimulateArgs, subject: &Subject, context: &Context) -> Result<(), Failure> {
    let Some(path) = &args.save else { return Ok(()) };
    check_harmless(path, subject.model.sources(), context.languages)?;
    check_writable(path)
}

/// The text of a file that keeps a run.
fn trace_text(subject: &Subject, run: StoredRun) -> Result<String, Failure> {
    let settings = StoredSettings::of(subject.language.settings(), &subject.settings);
    let file = TraceFile::new(subject.path.clone(), subject.language.name(), settings, run);
    file.text().map_err(|failure| subject.failure(failure))
}

/// The exit status of a run that ended.
fn exit(ending: &Ending) -> Exit {
    match ending.kind {
        EndingKind::Ended | EndingKind::ValidEnd | EndingKind::TraceEnd => Exit::Holds,
        EndingKind::Deadlock | EndingKind::Assertion | EndingKind::RuntimeError => Exit::Violated,
        EndingKind::StepLimit | EndingKind::Limit | EndingKind::Interrupted => Exit::Unknown,
    }
}
