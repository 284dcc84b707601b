//! The JSON object of `check --json`.

use checking::{
    Answer, Audited, Cost, DiagramView, Effect, HeldScalarset, PartialOrder, Printed, SymmetryView,
    Transition, Verdict, Worth, limit_name,
};
use kernel::Fairness;
use model::{Blocked, Doubt, Unreached};
use serde::Serialize;
use symmetry::Guarantee;

use crate::checked::Checked;
use crate::exit::Failure;
use crate::memory::peak;
use crate::representative::guarantee_name;

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    language: &'static str,
    checks: Vec<Check<'a>>,
    /// What the model prints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<PrintedValue<'a>>,
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
    symmetry: Option<Symmetry<'a>>,
    /// What was tested of the reduction; null where there was none.
    audit: Option<&'a Audited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_diagram: Option<&'a DiagramView>,
    #[serde(skip_serializing_if = "<[HeldScalarset]>::is_empty")]
    scalarsets: &'a [HeldScalarset],
    /// Whether transitions were left out that no violation needs.
    partial_order: bool,
    /// Why they were not, although they were to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_order_obstacle: Option<&'static str>,
    limits: Option<Limits>,
    unreached: Option<Vec<Statement<'a>>>,
    /// Statements of which it is not known, where symmetry does not tell.
    unreached_undecided: Option<Vec<Statement<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trail: Option<StoredTrail<'a>>,
}

/// What the model prints: its text, and its value or why there is none.
#[derive(Serialize)]
struct PrintedValue<'a> {
    text: &'a str,
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
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
    /// The processes that run from the beginning of the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    processes: Option<&'a [String]>,
    trace: Option<&'a [Transition]>,
    /// Of a run that goes on for ever: the number of the step that comes again after the last one, or one that no step has if
    /// nothing happens any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<usize>,
    /// Whether it is the beginning of a run, which violates the property whatever comes later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prefix: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stuck: Option<&'a [Blocked]>,
    /// Of what is said of all runs: how one was looked for that violates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<RunsSearch<'a>>,
}

/// How a run was looked for that violates a property.
#[derive(Serialize)]
struct RunsSearch<'a> {
    /// `none`, `weak` or `strong`.
    fairness: &'static str,
    states: u64,
    /// Those of the product with an automaton.
    transitions: u64,
    depth: u64,
    elapsed_s: f64,
    /// The symmetry that was used: one that keeps what the property asks for.
    symmetry: Option<RunsSymmetry<'a>>,
    /// Why none was, if there is one.
    symmetry_unused: Option<&'a str>,
    /// Whether transitions were left out that nobody can tell.
    partial_order: bool,
    /// The order of the group if it had to keep nothing that the property asks for, where that is larger.
    order_without: Option<&'a str>,
    /// The propositions that make it smaller, each with the order of the group that keeps just this one.
    costs: &'a [Cost],
    /// What was tested of the reduction; null where there was none.
    audit: Option<&'a Audited>,
    /// Whether no run of model and automaton is shorter; null where that was not asked.
    shortest: Option<bool>,
}

#[derive(Serialize)]
struct RunsSymmetry<'a> {
    #[serde(flatten)]
    view: &'a SymmetryView,
    representative: &'static str,
}

#[derive(Serialize)]
struct Symmetry<'a> {
    #[serde(flatten)]
    view: &'a SymmetryView,
    representative: &'static str,
    unique: bool,
    /// What the representative promises: `unique`, `complete` or `approximate`.
    promise: &'static str,
    /// Whether the search went on from the states that were reached, not from representatives.
    concrete: bool,
    /// Whether two reachable states have one representative; null where that is not known.
    reduces: Option<bool>,
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
struct Statement<'a> {
    proctype: &'a str,
    statement: &'a str,
    file: &'a str,
    line: usize,
}

/// The object, with a line end.
///
/// # Errors
/// A defect.
pub fn json(checked: &Checked<'_>) -> Result<String, Failure> {
    let Checked { subject, report, printed, trail, .. } = checked;
    let statistics = &report.statistics;
    let found = report.preparation.symmetry.as_ref();
    let never = report.unreached.as_ref();
    let object = Object {
        tool: "quotient",
        version: env!("CARGO_PKG_VERSION"),
        model: &subject.path,
        language: subject.language.name(),
        checks: report.verdicts.iter().map(|verdict| check(checked, verdict)).collect(),
        printed: printed.iter().map(printed_value).collect(),
        states: statistics.states,
        transitions: statistics.transitions,
        // A limit may come between a transition and the state that it leads to.
        matched: statistics.transitions.saturating_sub(statistics.states),
        depth: statistics.depth,
        violations: report.violation_count,
        elapsed_s: statistics.elapsed.as_secs_f64(),
        peak_memory_bytes: peak().unwrap_or(statistics.store_bytes + statistics.frontier_bytes),
        store_bytes: statistics.store_bytes,
        symmetry: symmetry(checked),
        audit: report.audited.as_ref(),
        channel_diagram: found.and_then(|found| found.diagram.as_ref()),
        scalarsets: &report.preparation.scalarsets,
        partial_order: report.preparation.partial_order == PartialOrder::On,
        partial_order_obstacle: match report.preparation.partial_order {
            PartialOrder::None(reason) => Some(reason),
            PartialOrder::On | PartialOrder::Off => None,
        },
        limits: limits(checked),
        unreached: never.map(|never| statements(&never.certain)),
        unreached_undecided: never.map(|never| statements(&never.undecided)),
        trail: trail.as_ref().map(|trail| StoredTrail {
            file: trail.path.display().to_string(),
            replay: &trail.command,
            doubts: &trail.doubts,
        }),
    };
    let text = serde_json::to_string(&object)
        .map_err(|error| Failure::internal(format!("the report as JSON: {error}")))?;
    Ok(text + "\n")
}

fn printed_value(printed: &Printed) -> PrintedValue<'_> {
    let Printed { text, value } = printed;
    let error = value.as_ref().err().map(|wrong| wrong.message.as_str());
    PrintedValue { text, value: value.as_deref().ok(), error }
}

fn symmetry<'a>(checked: &Checked<'a>) -> Option<Symmetry<'a>> {
    let chosen = checked.report.representative()?;
    Some(Symmetry {
        view: checked.report.preparation.symmetry.as_ref()?.symmetry.as_ref()?,
        representative: chosen.name,
        unique: chosen.guarantee == Guarantee::Unique,
        promise: guarantee_name(chosen.guarantee),
        concrete: chosen.concrete,
        reduces: checked.report.effect.and_then(Effect::reduces),
    })
}

fn check<'a>(checked: &Checked<'a>, verdict: &'a Verdict) -> Check<'a> {
    let counterexample = verdict.run.map(|run| &checked.report.counterexamples[run]);
    Check {
        property: &verdict.property,
        kind: verdict.kind,
        verdict: verdict.answer,
        guarantee: verdict.worth,
        reason: verdict.reason.as_deref(),
        processes: counterexample.map(|it| &it.processes[..]),
        trace: counterexample.map(|it| &it.transitions[..]),
        again: counterexample.and_then(|it| it.again),
        prefix: counterexample.is_some_and(|it| it.is_prefix),
        stuck: counterexample.map(|it| &it.blocked[..]).filter(|blocked| !blocked.is_empty()),
        search: runs_search(checked, verdict),
    }
}

fn runs_search<'a>(checked: &Checked<'a>, verdict: &Verdict) -> Option<RunsSearch<'a>> {
    let runs = &checked.report.claims;
    let searched = runs.iter().find(|searched| searched.property == verdict.property)?;
    let view = searched.symmetry.as_ref().and_then(|found| found.symmetry.as_ref());
    let symmetry = searched.representative.zip(view);
    Some(RunsSearch {
        fairness: match searched.fairness {
            Fairness::None => "none",
            Fairness::Weak => "weak",
            Fairness::Strong => "strong",
        },
        states: searched.statistics.states,
        transitions: searched.statistics.transitions,
        depth: searched.statistics.depth,
        elapsed_s: searched.statistics.elapsed.as_secs_f64(),
        symmetry: symmetry.map(|(chosen, view)| RunsSymmetry { view, representative: chosen.name }),
        partial_order: searched.partial_order,
        symmetry_unused: searched.unused.as_deref(),
        order_without: searched.without.as_deref(),
        costs: &searched.costs,
        audit: searched.audited.as_ref(),
        shortest: searched.shortest,
    })
}

fn limits(checked: &Checked<'_>) -> Option<Limits> {
    let limits = &checked.report.limits;
    Some(Limits {
        reached: limit_name(checked.report.stop)?,
        depth: limits.depth,
        states: limits.states,
        memory_bytes: limits.memory_bytes,
        time_s: limits.time.map(|time| time.as_secs_f64()),
    })
}

fn statements(found: &[Unreached]) -> Vec<Statement<'_>> {
    let found = found.iter().map(|unreached| Statement {
        proctype: &unreached.owner,
        statement: &unreached.statement,
        file: &unreached.place.file,
        line: unreached.place.line,
    });
    found.collect()
}
