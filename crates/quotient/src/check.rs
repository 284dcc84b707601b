//! `quotient check`: the main job.

use std::cell::{Cell, RefCell};
use std::ffi::OsString;

use checking::{Preparation, Printed, Purpose, Report, limit_text};
use kernel::Phase;
use report::html::Course;
use report::{CheckDocument, Checked};

use crate::check_arguments::CheckArgs;
use crate::check_text::{exit, prepared_text, text};
use crate::checkpoint_text::end_checkpoints;
use crate::cluster::{Company, wait_for_the_end};
use crate::context::Context;
use crate::diagnostics_text::render;
use crate::exit::{Exit, Failure};
use crate::job::Job;
use crate::load::{Subject, failed};
use crate::memory::{peak, set_up_heap};
use crate::panics::Panics;
use crate::plan::Plan;
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::style::Style;
use crate::suite;
use crate::table::Languages;
use crate::terminal::{Paint, complain, print, print_document};

/// Runs the command.
///
/// # Errors
/// Why there is no verdict.
pub fn check(mut args: CheckArgs, context: Context) -> Result<Exit, Failure> {
    if args.suite.is_wanted(&args.model.model) {
        return suite::check(&args, &context);
    }
    set_up_heap(args.share.limits.memory);
    let company = Company::begin(&mut args, &context.arguments)?;
    check_in(company, args, context)
}

/// The same, in a search that machines share.
///
/// # Errors
/// Why there is no verdict.
pub fn check_in(
    company: Option<Company>,
    args: CheckArgs,
    context: Context,
) -> Result<Exit, Failure> {
    let job = Job::begin(args.share.limits)?;
    let Context { languages, settings, panics, arguments } = context;
    let model = args.model.clone();
    Subject::answer(languages, &model, settings, Purpose::Check, |subject| {
        checked(args, &arguments, subject, languages, &panics, &job, company)
    })
}

/// The check of a model that was loaded.
fn checked(
    args: CheckArgs,
    command: &[OsString],
    mut subject: Subject,
    languages: Languages,
    panics: &Panics,
    job: &Job,
    company: Option<Company>,
) -> Result<Exit, Failure> {
    let mut plan = Plan::from(args, command, &mut subject, languages, job)?;
    job.enter(Phase::Preparation);
    let printed = panics.contain(|| printed(plan.style, &subject, job));
    let cannot_know = printed.as_ref().err().map(|why| format!("the output of the model: {why}"));
    cannot_know.iter().for_each(|why| complain(&Failure::internal(why).message));
    let printed = printed.unwrap_or_else(|_| Ok(Vec::new()))?;
    if plan.selection.is_empty() && subject.model.only_loads().is_none() {
        return Err(plan.selection.nothing_left());
    }
    let cannot_print = printed.iter().any(|one| one.value.is_err());
    if plan.selection.is_empty() && company.as_ref().is_some_and(|it| !it.is_first()) {
        return Ok(Exit::Unknown);
    }
    if plan.selection.is_empty() {
        let report = Report::of_no_search(&plan.request().options);
        let is_written = tell(&plan, &subject, languages, &report, &printed, &Course::default())?;
        return Ok(if cannot_print || !is_written { Exit::Input } else { Exit::Holds });
    }
    let mut company = company;
    if let Some(company) = &mut company {
        plan.share(company.meet(&subject)?);
    }
    let is_first = company.as_ref().is_none_or(Company::is_first);
    let line = ProgressLine::new(job, plan.style == Style::Text).telling_of_files(plan.overflow());
    let mut said = Ok(());
    let mut prepared = |preparation: &Preparation| said = say_prepared(&plan, preparation);
    let searches = Searches {
        subject: &subject,
        plan: &plan,
        request: plan.request(),
        panics,
        line: &line,
        prepared: RefCell::new(&mut prepared),
        announced: Cell::new(false),
        told: RefCell::default(),
    };
    let report = searches.report();
    line.clear();
    said?;
    if !is_first {
        // The first machine says what all have found. Who has failed leaves the others.
        job.enter(Phase::Printing);
        report.map_err(|failure| subject.failure(failure))?;
        return Ok(plan.team().map_or(Exit::Unknown, wait_for_the_end));
    }
    let sources = plan.symmetry.sources().filter(|_| is_of_group(&report));
    let mut report =
        report.map_err(|failure| failed(failure, sources.unwrap_or(subject.model.sources())))?;
    report.defects += cannot_know.iter().count();
    if let Some(company) = company {
        company.end(&report);
    }
    warn_if_abandoned(&report);
    if let Some(flaw) = report.flaw {
        complain(&format!("warning: the search was repeated, and rests on less: {flaw}"));
        complain(DEFECT);
    }
    if report.keeps_inactive {
        complain("warning: variables that are held to be inactive were kept in this search");
    }
    job.enter(Phase::Printing);
    let is_written = tell(&plan, &subject, languages, &report, &printed, &line.course())?;
    if let Some(checkpoints) = plan.checkpoints() {
        end_checkpoints(checkpoints, &report);
    }
    Ok(match report.defects {
        0 if report.wrong || cannot_print => Exit::Input,
        0 => match exit(&report.verdicts) {
            Exit::Holds if !is_written => Exit::Input,
            exit => exit,
        },
        _ => Exit::Internal,
    })
}

/// Shows the report and stores the counterexample, and answers whether all files were written. First what was found: nothing that
/// happens to a file costs the verdict.
fn tell(
    plan: &Plan,
    subject: &Subject,
    languages: Languages,
    report: &Report,
    printed: &[Printed],
    course: &Course,
) -> Result<bool, Failure> {
    let trail = plan.files.exported(subject, report);
    let statistics = &report.statistics;
    let checked = Checked {
        about: subject.about(),
        report,
        only_loads: subject.model.only_loads(),
        printed,
        trail: trail.as_ref().map(|trail| &trail.stored),
        peak_memory_bytes: peak().unwrap_or(statistics.store_bytes + statistics.frontier_bytes),
    };
    match plan.style {
        Style::Json => print_document(&CheckDocument::new(&checked))?,
        style => print(&text(&checked, &plan.beside(subject), style, Paint::stdout()))?,
    }
    let tells = plan.style != Style::Json;
    let is_stored = plan.files.store(subject, languages, report, trail.as_ref(), tells);
    let page = plan.report.as_ref().map(|file| file.write(subject, &checked, course));
    if let Some(Err(failure)) = &page {
        complain(&failure.message);
    }
    Ok(is_stored && !matches!(page, Some(Err(_))))
}

/// What the model prints. Text is shown at once.
///
/// # Errors
/// A limit was reached before all values were known.
fn printed(style: Style, subject: &Subject, job: &Job) -> Result<Vec<Printed>, Failure> {
    let printed = subject.model.printed(job.budget());
    let printed = printed.map_err(|stop| {
        let text = limit_text(stop, Phase::Preparation, &job.limits());
        subject.failure(checking::Failure::Limit(text))
    })?;
    for Printed { text, value } in &printed {
        match value {
            Ok(value) if style != Style::Json => print(&format!("{text} = {value}\n"))?,
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
fn say_prepared(plan: &Plan, preparation: &Preparation) -> Result<(), Failure> {
    if preparation.unready {
        complain(
            "warning: every state is searched: preparing the reduction exceeded the time or memory limit",
        );
    }
    match plan.style {
        Style::Text => print(&prepared_text(preparation, plan.verbose, Paint::stdout())),
        Style::Brief | Style::Json => Ok(()),
    }
}

const DEFECT: &str =
    "This is a defect of quotient, and the answer does not depend on it; please report the model.";

/// Says that the symmetry was given up on the way, if it was.
fn warn_if_abandoned(report: &Report) {
    let of_runs = report.claims.iter().filter_map(|searched| searched.audited.as_ref());
    for audited in report.audited.iter().chain(of_runs) {
        let Some(why) = &audited.abandoned else { continue };
        complain(&format!(
            "warning: the symmetry was given up, and the search repeated without it: {why}"
        ));
        if audited.defect {
            complain(DEFECT);
        }
    }
}
