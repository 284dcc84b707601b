//! `quotient simulate`: single runs of a model, at random, along a stored trace, or by hand.
//!
//! A run is watched statement by statement: the model is loaded as it is written, so that every value shown is true, and atomic
//! sequences are taken apart.

pub mod arguments;
mod class_text;
mod commands;
mod completion;
mod ending;
mod guided;
mod interactive;
mod line_input;
mod plan;
mod random;
mod report;
mod text;
mod view;

use std::path::Path;
use std::time::Duration;

use checking::{Purpose, Settings, StoredRun, StoredStatement, SymmetrySource};
use kernel::{Budget, Limits, Phase, SearchOptions};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::files::read;
use crate::job::Job;
use crate::load::Subject;
use crate::model_arguments::ModelArgs;
use crate::stored_run::{language_of, parse};
use crate::table::{LanguageRow, Languages};
use crate::trail_command::foreign;

use arguments::SimulateArgs;
use plan::RunPlan;

/// Runs the command.
///
/// # Errors
/// Why there is no run.
pub fn simulate(mut args: SimulateArgs, context: Context) -> Result<Exit, Failure> {
    let job = Job::begin(args.limits)?;
    match args.trace.take() {
        Some(path) => follow(&path, args, &context, &job),
        None => run(args, &context, &job),
    }
}

/// A run that lies in no file.
fn run(args: SimulateArgs, context: &Context, job: &Job) -> Result<Exit, Failure> {
    let languages = context.languages;
    let language = languages.of(&args.model.model, args.model.language.as_deref())?;
    let model = args.model.clone();
    let is_interactive = args.interactive;
    as_written(languages, &model, language, &context.settings, purpose(is_interactive), |subject| {
        let plan = RunPlan::from(args, &subject, languages)?;
        if is_interactive {
            return by_hand(&plan, &subject, languages, None, job);
        }
        job.enter(Phase::Run);
        random::run(&plan, &subject, job)
    })
}

/// A session knows what the model says of whole runs, which no state violates.
fn purpose(is_interactive: bool) -> Purpose {
    if is_interactive { Purpose::Check } else { Purpose::Search }
}

/// A stored run.
fn follow(path: &Path, args: SimulateArgs, context: &Context, job: &Job) -> Result<Exit, Failure> {
    let languages = context.languages;
    let bytes = read(path)?;
    if foreign(languages, &args.model.model, &bytes).is_some() {
        let (model, path) = (args.model.model.display(), path.display());
        let text =
            format!("{path}: a run of another tool; `quotient replay {model} {path}` shows it");
        return Err(Failure::input(text));
    }
    let file = parse(path, &bytes)?;
    let (language, settings) = language_of(languages, &file, &context.settings)?;
    let model = args.model.clone();
    let is_interactive = args.interactive;
    as_written(languages, &model, language, &settings, purpose(is_interactive), |subject| {
        let plan = RunPlan::from(args, &subject, languages)?;
        let searched = as_searched(language, &model, &settings, &file.run)?;
        let statements = searched.model.statements(&file.run);
        let statements = statements.map_err(|failure| searched.failure(failure))?;
        if is_interactive {
            return by_hand(&plan, &subject, languages, Some((&file.run, &statements)), job);
        }
        let session = subject.model.session_along(&file.run, &statements);
        let session = session.map_err(|failure| subject.failure(failure))?;
        job.enter(Phase::Run);
        guided::run(&plan, &subject, &file.run, session, job)
    })
}

/// A model as it was searched for a stored run, which may say which statements were merged.
///
/// # Errors
/// What is wrong with the model.
pub fn as_searched(
    language: LanguageRow,
    model: &ModelArgs,
    settings: &Settings,
    run: &StoredRun,
) -> Result<Subject, Failure> {
    let purpose = if run.violates_claim() { Purpose::Check } else { Purpose::Search };
    Ok(Subject::read(language, model, settings.clone(), purpose)?.0)
}

/// For so long symmetry is looked for: without it, classes are not shown.
const DETECTION: Duration = Duration::from_secs(2);

/// A run by hand, with a stored run ahead if there is one.
fn by_hand(
    plan: &RunPlan,
    subject: &Subject,
    languages: Languages,
    ahead: Option<(&StoredRun, &[StoredStatement])>,
    job: &Job,
) -> Result<Exit, Failure> {
    job.enter(Phase::Session);
    let mut ended = None;
    let mut begin = |source, options: &SearchOptions| {
        subject.model.explorable(source, options, &mut |model| {
            let session = match ahead {
                Some((run, statements)) => model.session_along(run, statements),
                None => model.session(),
            };
            let player = session.map_err(|failure| subject.failure(failure)).and_then(|session| {
                interactive::play(plan, subject, languages, model, session, job)
            });
            ended = Some(player);
        })
    };
    let limits = Limits { time: Some(DETECTION), ..job.limits() };
    let budget = Budget::new(&limits, Some(job.cancel()));
    let options = SearchOptions { limits, budget, ..SearchOptions::default() };
    let found = match begin(SymmetrySource::Found, &options) {
        Err(checking::Failure::Limit(_)) => begin(SymmetrySource::Off, &options),
        found => found,
    };
    found.map_err(|failure| subject.failure(failure))?;
    ended.unwrap_or(Ok(Exit::Holds))
}

/// Runs a model that is loaded as it is written; its warnings follow.
///
/// # Errors
/// What is wrong with the model, or what `run` does not succeed in.
pub fn as_written(
    languages: Languages,
    model: &ModelArgs,
    language: LanguageRow,
    settings: &Settings,
    purpose: Purpose,
    run: impl FnOnce(Subject) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let model = ModelArgs { language: Some(language.name().to_owned()), ..model.clone() };
    Subject::answer(languages, &model, language.as_written(settings), purpose, run)
}
