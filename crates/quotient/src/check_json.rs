//! The JSON object of `check --json`.

use serde::Serialize;
use symmetry::Guarantee;

use crate::audit::Audited;
use crate::check::Report;
use crate::diagram_view::DiagramView;
use crate::exit::Failure;
use crate::load::Subject;
use crate::memory::peak;
use crate::representative::guarantee_name;
use crate::scalarset_check::Held;
use crate::story::{Chapter, Stuck};
use crate::symmetry_view::SymmetryView;
use crate::trail_doubts::Doubt;
use crate::unreached::{Statements, Unreached};
use crate::verdict::{Answer, Verdict, Worth, limit_name};

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    language: &'static str,
    checks: Vec<Check<'a>>,
    states: u64,
    transitions: u64,
    /// Transitions to states that were known, as SPIN reports.
    matched: u64,
    depth: u64,
    violations: u64,
    elapsed_s: f64,
    peak_memory_bytes: u64,
    /// The visited set alone.
    store_bytes: u64,
    symmetry: Option<Symmetry>,
    /// What was tested of the reduction; null where there was none.
    audit: Option<&'a Audited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_diagram: Option<DiagramView>,
    #[serde(skip_serializing_if = "<[Held]>::is_empty")]
    scalarsets: &'a [Held],
    limits: Option<Limits>,
    unreached: Option<Vec<Statement>>,
    /// Statements of which it is not known, where symmetry does not tell.
    unreached_undecided: Option<Vec<Statement>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trail: Option<StoredTrail<'a>>,
}

/// The trail for SPIN.
#[derive(Serialize)]
struct StoredTrail<'a> {
    file: String,
    replay: &'a str,
    /// Where SPIN may go astray in its replay.
    #[serde(skip_serializing_if = "<[Doubt]>::is_empty")]
    doubts: &'a [Doubt],
}

#[derive(Serialize)]
struct Check<'a> {
    property: &'a str,
    kind: &'static str,
    verdict: Answer,
    guarantee: Worth,
    reason: Option<&'a str>,
    trace: Option<&'a [Chapter]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stuck: Option<&'a [Stuck]>,
}

#[derive(Serialize)]
struct Symmetry {
    #[serde(flatten)]
    view: SymmetryView,
    representative: &'static str,
    unique: bool,
    /// What the representative promises: `unique`, `complete` or `approximate`.
    promise: &'static str,
}

/// The limit that ended the search.
#[derive(Serialize)]
struct Limits {
    reached: &'static str,
    depth: Option<u64>,
    states: Option<u64>,
    memory_bytes: Option<u64>,
    time_s: Option<f64>,
}

#[derive(Serialize)]
struct Statement {
    proctype: String,
    statement: String,
    file: String,
    line: usize,
}

/// The object, with a line end.
///
/// # Errors
/// A defect.
pub fn json(report: &Report<'_>) -> Result<String, Failure> {
    let statistics = &report.findings.statistics;
    let diagram = report.detection.and_then(|found| found.diagram.as_ref());
    let statements = |found| statements(report.subject, found);
    // Only a complete search can tell what is never reached.
    let found = report.coverage().map(|coverage| Unreached::new(report.subject, coverage));
    let (unreached, unreached_undecided) =
        found.map(|found| (statements(found.certain), statements(found.undecided))).unzip();
    let object = Object {
        tool: "quotient",
        version: env!("CARGO_PKG_VERSION"),
        model: &report.subject.path,
        language: report.subject.language.name(),
        checks: report.verdicts.iter().map(|verdict| check(report, verdict)).collect(),
        states: statistics.states,
        transitions: statistics.transitions,
        // A limit may come between a transition and the state that it leads to.
        matched: statistics.transitions.saturating_sub(statistics.states),
        depth: statistics.depth,
        violations: report.findings.violation_count,
        elapsed_s: statistics.elapsed.as_secs_f64(),
        peak_memory_bytes: peak().unwrap_or(statistics.store_bytes + statistics.frontier_bytes),
        store_bytes: statistics.store_bytes,
        symmetry: symmetry(report),
        audit: report.findings.audited.as_ref(),
        channel_diagram: diagram.map(|search| DiagramView::new(report.subject, search)),
        scalarsets: &report.scalarsets,
        limits: limits(report),
        unreached,
        unreached_undecided,
        trail: report.trail.as_ref().map(|trail| StoredTrail {
            file: trail.path.display().to_string(),
            replay: &trail.command,
            doubts: &trail.doubts,
        }),
    };
    let text = serde_json::to_string(&object)
        .map_err(|error| Failure::internal(format!("the report as JSON: {error}")))?;
    Ok(text + "\n")
}

fn symmetry(report: &Report<'_>) -> Option<Symmetry> {
    let (reduction, chosen) = (report.reduction()?, report.chosen?);
    Some(Symmetry {
        view: SymmetryView::new(reduction),
        representative: chosen.prepared.name(),
        unique: chosen.guarantee() == Guarantee::Unique,
        promise: guarantee_name(chosen.guarantee()),
    })
}

fn check<'a>(report: &'a Report<'_>, verdict: &'a Verdict) -> Check<'a> {
    let story = verdict.run.map(|run| &report.stories[run]);
    Check {
        property: &verdict.property,
        kind: verdict.kind,
        verdict: verdict.answer,
        guarantee: verdict.worth,
        reason: verdict.reason.as_deref(),
        trace: story.map(|story| &story.chapters[..]),
        stuck: story.map(|story| &story.stuck[..]).filter(|stuck| !stuck.is_empty()),
    }
}

fn limits(report: &Report<'_>) -> Option<Limits> {
    let limits = &report.options.limits;
    Some(Limits {
        reached: limit_name(report.findings.stop)?,
        depth: limits.depth,
        states: limits.states,
        memory_bytes: limits.memory_bytes,
        time_s: limits.time.map(|time| time.as_secs_f64()),
    })
}

fn statements(subject: &Subject, found: Statements) -> Vec<Statement> {
    let one = |(proctype, statement): (String, words::StatementText)| Statement {
        proctype,
        statement: statement.text,
        file: subject.sources.name(statement.span.file).to_owned(),
        line: statement.line,
    };
    found.into_iter().map(one).collect()
}
