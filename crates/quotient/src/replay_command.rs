//! `quotient replay`: a stored counterexample on the unreduced model, step by step.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use checking::{Counterexample, Detail, Purpose, TraceFile};
use kernel::Phase;
use report::ReplayDocument;

use crate::arguments::ReplayArgs;
use crate::beside::Beside;
use crate::context::Context;
use crate::counterexample_text::{title, write_counterexample};
use crate::exit::{Exit, Failure};
use crate::files::{check_apart, check_harmless, read};
use crate::job::Job;
use crate::load::Subject;
use crate::model_arguments::{ModelArgs, Warnings};
use crate::run_files::{RunFormat, check_length, check_run_files, write_run};
use crate::shown_arguments::ShownArgs;
use crate::stored_run::{language_of, parse};
use crate::terminal::{Paint, print, print_document};
use crate::trail_command::{TrailFile, foreign, replay_trail};

/// Runs the command.
///
/// # Errors
/// A trace or a model that cannot be read, or that do not fit each other.
pub fn replay(args: &ReplayArgs, context: Context) -> Result<Exit, Failure> {
    let job = Job::begin(args.limits)?;
    let bytes = read(&args.trace)?;
    if let Some((language, format)) = foreign(context.languages, &args.model, &bytes) {
        let trail = TrailFile { path: &args.trace, language, format, bytes: &bytes };
        if let Some(path) = args.save.first() {
            let why =
                "runs of other tools are not stored: `check --trace` stores those that it finds";
            return Err(Failure::input(format!("{}: {why}", path.display())));
        }
        return replay_trail(&trail, &args.model, context, args.json, &job);
    }
    let file = parse(&args.trace, &bytes)?;
    if file.run.property.is_empty() {
        let text = "the trace violates nothing: `quotient simulate MODEL --trace FILE` shows it";
        return Err(Failure::input(text));
    }
    let (language, settings) = language_of(context.languages, &file, &context.settings)?;
    let model = ModelArgs {
        model: args.model.clone(),
        language: Some(language.name().to_owned()),
        files: diagnostics::Files::OfSystem,
        warnings: Warnings::On,
    };
    let languages = context.languages;
    Subject::answer(languages, &model, settings, Purpose::Check, |subject| {
        check_run_files(&args.save, &subject, languages)?;
        for path in &args.save {
            check_length(path, RunFormat::of(path)?, file.run.steps.len(), 1)?;
        }
        let exit = replayed(&subject, &file, args, &job)?;
        let may = |path: &Path| {
            check_harmless(path, subject.model.sources(), languages)?;
            args.save.iter().try_for_each(|other| check_apart(other, path))
        };
        let write =
            |path: &PathBuf| write_run(path, &subject, &subject.settings, &file.run, &[], &may);
        args.save.iter().try_for_each(write)?;
        Ok(exit)
    })
}

/// Replays a run of a model that was loaded.
fn replayed(
    subject: &Subject,
    file: &TraceFile,
    args: &ReplayArgs,
    job: &Job,
) -> Result<Exit, Failure> {
    job.enter(Phase::Confirmation);
    let ShownArgs { show, state } = &args.shown;
    let beside = Beside { model: &*subject.model, expressions: show, states: *state };
    let detail = match args.json {
        true => Detail::Effects,
        false if beside.asks() => Detail::States,
        false => Detail::Changes,
    };
    let replayed = subject.model.replay(&file.run, detail);
    let replayed = replayed.map_err(|failure| subject.failure(failure))?;
    job.enter(Phase::Printing);
    match args.json {
        true => {
            let property = &file.run.property;
            print_document(&ReplayDocument::stored(subject.about(), property, &replayed))?;
        }
        false => print(&text(subject, &replayed, &beside, Paint::stdout()))?,
    }
    Ok(if replayed.is_sought { Exit::Holds } else { Exit::Violated })
}

fn text(subject: &Subject, replayed: &Counterexample, beside: &Beside<'_>, paint: Paint) -> String {
    let mut out = format!("{}\n", paint.bold(&title(replayed)));
    write_counterexample(&mut out, &subject.path, replayed, true, beside, paint);
    let what = if replayed.is_sought { "run" } else { "violation" };
    let _ = writeln!(out, "replayed on the unreduced model: the {what} is real");
    out
}
