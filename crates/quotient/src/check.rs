//! `quotient check`: the main job.

use std::path::Path;

use groups::Patience;
use kernel::{SearchOptions, TransitionSystem};
use machine::detect::{Detected, Reduction, Understanding};
use symmetry::Guarantee;

use crate::arguments::CheckArgs;
use crate::check_json::json;
use crate::check_text::{symmetry_line, text};
use crate::coverage::Coverage;
use crate::detection::Detection;
use crate::diagram_view::DiagramView;
use crate::exit::{Exit, Failure};
use crate::explore::{Findings, explore, explore_reduced};
use crate::interrupt::cancel_flag;
use crate::load::Subject;
use crate::output_file::{check_apart, check_harmless};
use crate::progress::ProgressLine;
use crate::representative::Chosen;
use crate::scalarset_check::{self, Held, declared, hold};
use crate::settings::{preparation_budget, refuse_later, search_options};
use crate::story::{Story, tell};
use crate::symmetry_source::symmetry_of;
use crate::terminal::{Paint, complain, print};
use crate::trace_file::{TraceFile, check_writable};
use crate::trail_output::{StoredTrail, check_numbering, store_trail, trail_path};
use crate::verdict::{Verdict, exit, verdicts};

/// Everything there is to say about a finished check.
pub struct Report<'a> {
    /// The arguments.
    pub args: &'a CheckArgs,
    /// The model.
    pub subject: &'a Subject,
    /// Its symmetry, unless it was not looked for.
    pub detection: Option<&'a Detection>,
    /// The declared scalarsets.
    pub scalarsets: Vec<Held>,
    /// How states were told apart up to symmetry, if there is any.
    pub chosen: Option<&'a Chosen<'a>>,
    /// How it was searched.
    pub options: &'a SearchOptions,
    /// What was found.
    pub findings: &'a Findings,
    /// The runs of the findings, told.
    pub stories: Vec<Story>,
    /// The answers.
    pub verdicts: Vec<Verdict>,
    /// The trail, if one was stored.
    pub trail: Option<StoredTrail>,
}

impl Report<'_> {
    /// The reduction by which the states were searched that are reported, if by one.
    pub fn reduction(&self) -> Option<&Reduction> {
        let found = self.detection?.detected.reduction.as_ref();
        found.filter(|_| self.chosen.is_some() && !is_abandoned(self.findings))
    }

    /// What is executed, if every state was searched: only then is it known what is never reached.
    pub fn coverage(&self) -> Option<&Coverage> {
        let approximate =
            self.chosen.is_some_and(|chosen| chosen.guarantee() == Guarantee::Approximate);
        self.findings.coverage.as_ref().filter(|_| !approximate)
    }
}

/// Runs the command.
///
/// # Errors
/// Why there is no verdict.
pub fn check(args: &CheckArgs) -> Result<Exit, Failure> {
    refuse_later(args)?;
    let wanted = args.representative.wanted()?;
    let mut subject = Subject::load(&args.model, args.states)?;
    let declared = declared(&mut subject, &args.scalarset, &args.symmetry)?;
    let machine = &subject.model.machine;
    let mut options = search_options(args, machine.properties(), cancel_flag())?;
    let trail = trail_path(args);
    check_outputs(args, trail.as_deref(), &subject)?;
    let preparation = preparation_budget(&options);
    let mut ask = |bytes| preparation.go_on(bytes);
    let patience = &mut Patience::new(&mut ask);
    let understanding = Understanding::new(machine);
    let detection = symmetry_of(&understanding, &args.symmetry, args.detect, patience)?;
    let detected = detection.as_ref().map(|found| &found.detected);
    let scalarsets = hold(&subject, &understanding, &declared, &args.symmetry, detected, patience)?;
    drop(understanding);
    let reduction = detected.and_then(|found| found.reduction.as_ref());
    let chosen = match reduction {
        Some(found) => wanted.prepare(&found.symmetry, patience)?,
        None => None,
    };
    if reduction.is_some() && chosen.is_none() {
        complain(
            "warning: every state is searched: to get the reduction ready takes more time or memory than it may",
        );
    }
    if !args.json && !args.quiet {
        print(&said_of_symmetry(&subject, detection.as_ref(), Paint::stdout()))?;
        print(&chosen.as_ref().map_or(String::new(), |it| it.one_line(Paint::stdout())))?;
        print(&scalarset_check::text(&scalarsets, Paint::stdout()))?;
    }
    let line = ProgressLine::new(!args.json && !args.quiet);
    let findings = match (reduction, &chosen) {
        (Some(reduction), Some(chosen)) => {
            limit_workers(&mut options, chosen);
            let plan = args.audit.plan();
            explore_reduced(machine, reduction, &chosen.prepared, plan, &options, &line)
        }
        _ => explore(machine, &options, &line),
    };
    line.clear();
    let findings = findings?;
    warn_if_abandoned(&findings);
    let mut report =
        report(args, &subject, detection.as_ref(), chosen.as_ref(), &options, &findings);
    report.scalarsets = scalarsets;
    store_trace(&report)?;
    if let (Some(path), Some(run)) = (trail, findings.runs.first()) {
        let stored = store_trail(&subject, args, run, path)?;
        warn_of_doubts(args, &stored);
        report.trail = Some(stored);
    }
    note_left_out(&report);
    print(&if args.json { json(&report)? } else { text(&report, Paint::stdout()) })?;
    Ok(exit(&report.verdicts))
}

/// Finds out early what stands in the way of storing a counterexample.
///
/// # Errors
/// What does.
fn check_outputs(args: &CheckArgs, trail: Option<&Path>, subject: &Subject) -> Result<(), Failure> {
    for path in args.trace.as_deref().into_iter().chain(trail) {
        check_harmless(path, &subject.sources)?;
    }
    args.trace.as_deref().map_or(Ok(()), check_writable)?;
    let Some(trail) = trail else { return Ok(()) };
    args.trace.as_deref().map_or(Ok(()), |trace| check_apart(trace, trail))?;
    check_numbering(subject)?;
    check_writable(trail)
}

/// Whether the symmetry was given up on the way.
fn is_abandoned(findings: &Findings) -> bool {
    findings.audited.as_ref().is_some_and(|audited| audited.abandoned.is_some())
}

/// Says so.
fn warn_if_abandoned(findings: &Findings) {
    let Some(audited) = &findings.audited else { return };
    let Some(why) = &audited.abandoned else { return };
    complain(&format!(
        "warning: the symmetry was given up, and the search repeated without it: {why}"
    ));
    if audited.defect {
        complain(
            "This is a defect of quotient, and the answer does not depend on it; please report the model.",
        );
    }
}

/// What an approximate search meets depends on its order: with one worker it can be repeated.
fn limit_workers(options: &mut SearchOptions, chosen: &Chosen<'_>) {
    if chosen.guarantee() == Guarantee::Approximate {
        options.workers = 1;
    }
}

/// The symmetry in a line, and how it was found in another if that is of interest.
fn said_of_symmetry(subject: &Subject, detection: Option<&Detection>, paint: Paint) -> String {
    let detected: Option<&Detected> = detection.map(|found| &found.detected);
    let search = detection.and_then(|found| found.diagram.as_ref());
    let diagram = search.map(|search| DiagramView::new(subject, search).one_line(paint));
    symmetry_line(subject, detected, paint) + &diagram.unwrap_or_default()
}

fn report<'a>(
    args: &'a CheckArgs,
    subject: &'a Subject,
    detection: Option<&'a Detection>,
    chosen: Option<&'a Chosen<'a>>,
    options: &'a SearchOptions,
    findings: &'a Findings,
) -> Report<'a> {
    let stories: Vec<Story> = findings.runs.iter().map(|run| tell(subject, run)).collect();
    let properties = subject.model.machine.properties();
    let chosen = chosen.filter(|_| !is_abandoned(findings));
    let guarantee = chosen.map_or(Guarantee::Unique, Chosen::guarantee);
    let explain = |run: usize| stories[run].ending.clone();
    let verdicts = verdicts(properties, options, findings, guarantee, explain);
    Report {
        args,
        subject,
        detection,
        scalarsets: Vec::new(),
        chosen,
        options,
        findings,
        stories,
        verdicts,
        trail: None,
    }
}

/// Stores the first counterexample where `--trace` says.
fn store_trace(report: &Report<'_>) -> Result<(), Failure> {
    let Some(path) = &report.args.trace else { return Ok(()) };
    let Some(run) = report.findings.runs.first() else { return Ok(()) };
    let file = TraceFile::new(report.subject, report.args, run, &report.stories[0]);
    file.store(path)
}

/// Says where SPIN may not follow the stored trail.
fn warn_of_doubts(args: &CheckArgs, trail: &StoredTrail) {
    let replay = format!("quotient replay {} {}", args.model.model.display(), trail.path.display());
    trail.doubts.iter().for_each(|doubt| complain(&doubt.warning(&replay)));
}

/// Says which counterexample was stored, if there are others.
fn note_left_out(report: &Report<'_>) {
    let stored = report.args.trace.is_some() || report.trail.is_some();
    if let [first, _, ..] = &report.findings.runs[..]
        && stored
    {
        let properties = report.subject.model.machine.properties();
        let name = &properties[first.property.index()].name;
        complain(&format!("note: only the counterexample for `{name}` was stored"));
    }
}
