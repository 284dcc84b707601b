//! `quotient check`: the main job.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

use checking::{
    ClaimRequest, Detail, Preparation, Printed, Purpose, Report, StoredSettings, TraceFile,
    limit_text,
};
use kernel::{Phase, SearchOptions};
use model::Doubt;

use crate::Context;
use crate::arguments::CheckArgs;
use crate::check_json::json;
use crate::check_text::{exit, prepared_text, text};
use crate::checked::{Checked, StoredTrail};
use crate::diagnostics_text::render;
use crate::exit::{Exit, Failure};
use crate::files::{check_apart, check_harmless, check_writable, write};
use crate::job::Job;
use crate::load::{Subject, failed};
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::settings::{
    chosen, fairness, limits, refuse_combinations, refuse_concrete_claims, search_options,
};
use crate::symmetry_arguments::{ChosenSymmetry, declare_scalarsets};
use crate::table::Languages;
use crate::terminal::{Paint, complain, print, print_json};

/// Runs the command.
///
/// # Errors
/// Why there is no verdict.
pub fn check(args: &CheckArgs, context: Context) -> Result<Exit, Failure> {
    let job = Job::begin(&args.limits)?;
    let Context { languages, settings, panics } = context;
    let wanted = args.representative.wanted()?;
    refuse_combinations(args)?;
    let mut subject = Subject::load(languages, &args.model, settings, Purpose::Check)?;
    declare_scalarsets(&mut subject, &args.scalarset, &args.symmetry)?;
    let names = subject.model.claims();
    job.enter(Phase::Preparation);
    let printed = panics.contain(|| printed(args, &subject, &job));
    let cannot_know = printed.as_ref().err().map(|why| format!("what the model prints: {why}"));
    cannot_know.iter().for_each(|why| complain(&Failure::internal(why).message));
    let printed = printed.unwrap_or_else(|_| Ok(Vec::new()))?;
    let cannot_print = printed.iter().any(|one| one.value.is_err());
    let only_prints = names.is_empty() && subject.model.properties().is_empty();
    if only_prints && !printed.is_empty() && !args.json {
        return Ok(if cannot_print { Exit::Input } else { Exit::Holds });
    }
    let chosen = chosen(args, subject.model.properties(), &names)?;
    refuse_concrete_claims(args, &chosen, &names)?;
    let options = SearchOptions {
        limits: limits(args, job.limits()),
        budget: job.budget().clone(),
        cancel: Some(job.cancel()),
        ..search_options(args, &chosen)
    };
    let trail = trail_path(args);
    check_outputs(args, trail.as_deref(), &subject, languages)?;
    let symmetry = ChosenSymmetry::read(&args.symmetry, &args.detect)?;
    let line = ProgressLine::new(&job, !args.json && !args.quiet);
    let mut said = Ok(());
    let mut prepared = |preparation: &Preparation| said = say_prepared(args, preparation);
    let searches = Searches {
        subject: &subject,
        chosen: &chosen,
        request: ClaimRequest {
            symmetry: symmetry.source(),
            representative: wanted,
            audit: args.audit.plan(),
            fairness: fairness(args),
            shortest: args.shortest,
            options,
            detail: if args.json { Detail::Effects } else { Detail::Changes },
            export: trail.is_some(),
        },
        store: args.trace.is_some(),
        panics: &panics,
        line: &line,
        prepared: RefCell::new(&mut prepared),
        told: Cell::new(false),
    };
    let report = searches.report();
    line.clear();
    said?;
    let sources = symmetry.sources().filter(|_| is_of_group(&report));
    let mut report =
        report.map_err(|failure| failed(failure, sources.unwrap_or(subject.model.sources())))?;
    report.defects += cannot_know.iter().count();
    warn_if_abandoned(&report);
    let trail = trail.and_then(|path| exported(args, &subject, &report, path));
    let checked = Checked { args, subject: &subject, report: &report, printed: &printed, trail };
    job.enter(Phase::Printing);
    // First what was found: nothing that happens to a file costs the verdict.
    match args.json {
        true => print_json(&json(&checked)?)?,
        false => print(&text(&checked, Paint::stdout()))?,
    }
    store(&checked);
    Ok(match report.defects {
        0 if report.wrong || cannot_print => Exit::Input,
        0 => exit(&report.verdicts),
        _ => Exit::Internal,
    })
}

/// Stores the counterexample in the files that were asked for. What goes wrong there is said.
fn store(checked: &Checked<'_>) {
    let stored = [store_trace(checked), store_trail(checked)];
    for failure in stored.into_iter().filter_map(Result::err) {
        complain(&failure.message);
    }
    note_left_out(checked);
}

/// What the model prints. Text is shown at once.
///
/// # Errors
/// A limit was reached before all values were known.
fn printed(args: &CheckArgs, subject: &Subject, job: &Job) -> Result<Vec<Printed>, Failure> {
    let printed = subject.model.printed(job.budget());
    let printed = printed.map_err(|stop| {
        let text = limit_text(stop, Phase::Preparation, &job.limits());
        subject.failure(checking::Failure::Limit(text))
    })?;
    for Printed { text, value } in &printed {
        match value {
            Ok(value) if !args.json && !args.quiet => print(&format!("{text} = {value}\n"))?,
            Ok(_) => {}
            Err(wrong) => {
                let wrong = std::slice::from_ref(wrong);
                complain(&render(wrong, subject.model.sources(), Paint::stderr().is_on()));
            }
        }
    }
    Ok(printed)
}

fn is_of_group(report: &Result<Report, checking::Failure>) -> bool {
    matches!(report, Err(checking::Failure::Group(_) | checking::Failure::NoSymmetry(_)))
}

/// Says what is known before the search.
fn say_prepared(args: &CheckArgs, preparation: &Preparation) -> Result<(), Failure> {
    if preparation.unready {
        complain(
            "warning: every state is searched: preparing the reduction exceeded the time or memory limit",
        );
    }
    if args.json || args.quiet {
        return Ok(());
    }
    print(&prepared_text(preparation, Paint::stdout()))
}

/// Where the trail goes: into the current directory unless another place is given.
fn trail_path(args: &CheckArgs) -> Option<PathBuf> {
    match args.trail.as_ref()? {
        Some(path) => Some(path.clone()),
        None => {
            let mut name = args.model.model.file_name().unwrap_or_default().to_os_string();
            name.push(".trail");
            Some(PathBuf::from(name))
        }
    }
}

/// Finds out early what stands in the way of storing a counterexample.
///
/// # Errors
/// What does.
fn check_outputs(
    args: &CheckArgs,
    trail: Option<&Path>,
    subject: &Subject,
    languages: Languages,
) -> Result<(), Failure> {
    for path in args.trace.as_deref().into_iter().chain(trail) {
        check_harmless(path, subject.model.sources(), languages)?;
    }
    args.trace.as_deref().map_or(Ok(()), check_writable)?;
    let Some(trail) = trail else { return Ok(()) };
    args.trace.as_deref().map_or(Ok(()), |trace| check_apart(trace, trail))?;
    check_exchange(subject)?;
    check_writable(trail)
}

/// Refuses trails where they cannot be had, before any work is done.
///
/// # Errors
/// That the language has none, or which statement is in the way.
pub fn check_exchange(subject: &Subject) -> Result<(), Failure> {
    match subject.model.exchange_obstacle() {
        None => Ok(()),
        Some(Some(obstacle)) => Err(Failure::input(obstacle)),
        Some(None) => Err(Failure::input(format!(
            "{}: trails are of SPIN, which does not know {}; `--trace` stores the counterexample \
             all the same",
            subject.path,
            subject.language.title()
        ))),
    }
}

/// Says that the symmetry was given up on the way, if it was.
fn warn_if_abandoned(report: &Report) {
    let of_runs = report.claims.iter().filter_map(|searched| searched.audited.as_ref());
    for audited in report.audited.iter().chain(of_runs) {
        let Some(why) = &audited.abandoned else { continue };
        complain(&format!(
            "warning: the symmetry was given up, and the search repeated without it: {why}"
        ));
        if audited.defect {
            complain(
                "This is a defect of quotient, and the answer does not depend on it; please report the model.",
            );
        }
    }
}

/// Stores the first counterexample where `--trace` says.
fn store_trace(checked: &Checked<'_>) -> Result<(), Failure> {
    let Checked { args, subject, report, .. } = checked;
    let (Some(path), Some(run)) = (&args.trace, &report.stored) else { return Ok(()) };
    let settings = StoredSettings::of(subject.language.settings(), &subject.settings);
    let language = subject.language.name();
    let file = TraceFile::new(subject.path.clone(), language, settings, run.clone());
    write(path, &file.text().map_err(|failure| subject.failure(failure))?)
}

/// The first counterexample as it is stored for another tool, if there is one that can be.
fn exported(
    args: &CheckArgs,
    subject: &Subject,
    report: &Report,
    path: PathBuf,
) -> Option<StoredTrail> {
    let exported = match report.exported.as_ref()? {
        Ok(exported) => exported,
        Err(why) => {
            complain(&Failure::input(why).message);
            return None;
        }
    };
    let command = subject.model.exchange_command(&path).unwrap_or_default();
    let replay = format!("quotient replay {} {}", args.model.model.display(), path.display());
    exported.doubts.iter().for_each(|doubt| complain(&warning(doubt, &replay)));
    let (text, doubts) = (exported.text.clone(), exported.doubts.clone());
    Some(StoredTrail { path, text, command, doubts })
}

/// Stores the first counterexample for another tool.
fn store_trail(checked: &Checked<'_>) -> Result<(), Failure> {
    let Some(StoredTrail { path, text, command, .. }) = &checked.trail else { return Ok(()) };
    write(path, text)?;
    if checked.args.json {
        return Ok(());
    }
    print(&format!("trail: {}; to replay it: {command}\n", path.display()))
}

/// A doubt as a warning; `replay` is what to type instead.
fn warning(doubt: &Doubt, replay: &str) -> String {
    let Doubt { file, line, statement, reason } = doubt;
    format!(
        "warning: {file}:{line}: `spin -t` may fail at `{statement}`, or depart from the run \
         there: {reason}; `{replay}` shows the run"
    )
}

/// Says which counterexample was stored, if there are others.
fn note_left_out(checked: &Checked<'_>) {
    if checked.args.trail.is_some()
        && checked.trail.is_none()
        && !checked.report.counterexamples.is_empty()
    {
        complain(
            "note: no trail was stored: runs that go on for ever cannot be exported yet; `--trace` stores them",
        );
    }
    let stored = checked.args.trace.is_some() || checked.trail.is_some();
    if let [first, _, ..] = &checked.report.counterexamples[..]
        && stored
    {
        complain(&format!("note: only the counterexample for `{}` was stored", first.property));
    }
}
