//! The document of `check`.

use std::path::PathBuf;

use checking::{
    Audited, Certainty, DiagramView, Effect, HeldScalarset, OrbitCounts, PartialOrder, Printed,
    Proposition, Report, SymmetryView, Transition, Verdict, limit_name,
};
use kernel::{Omission, Shares};
use model::{Blocked, Doubt, Offers, SetCounts, Unreached};
use serde::Serialize;
use symmetry::Guarantee;

use crate::claim_search::ClaimSearch;
use crate::head::{About, Head};

/// What there is to report of a finished check.
#[derive(Clone, Copy)]
pub struct Checked<'a> {
    /// The model.
    pub about: About<'a>,
    /// What was found.
    pub report: &'a Report,
    /// What is said of a model that nothing was checked of.
    pub only_loads: Option<&'static str>,
    /// What the model prints.
    pub printed: &'a [Printed],
    /// The counterexample as it is stored for another tool, if it is.
    pub trail: Option<&'a StoredTrail>,
    /// The most memory that was held at once.
    pub peak_memory_bytes: u64,
}

/// A counterexample that is stored for another tool, and how to replay it.
pub struct StoredTrail {
    /// Its file.
    pub path: PathBuf,
    /// The command that replays it.
    pub command: String,
    /// Where that may go astray.
    pub doubts: Vec<Doubt>,
}

/// A finished check.
#[derive(Serialize)]
pub struct CheckDocument<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    checks: Vec<Check<'a>>,
    /// What is said of a model that nothing was checked of.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
    /// What the model prints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<PrintedValue<'a>>,
    states: u64,
    /// Null where sets of states were searched: nobody takes their transitions one by one.
    transitions: Option<u64>,
    /// Transitions to states that were known, as SPIN reports.
    matched: Option<u64>,
    depth: Option<u64>,
    violations: u64,
    elapsed_s: f64,
    peak_memory_bytes: u64,
    /// The visited set alone.
    store_bytes: u64,
    /// The files of visited states.
    file_bytes: u64,
    symmetry: Option<Symmetry<'a>>,
    /// What was tested of the reduction; null where there was none.
    audit: Option<&'a Audited>,
    /// How many states and transitions the classes stand for, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits: Option<&'a OrbitCounts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_diagram: Option<&'a DiagramView>,
    /// Whether inactive variables were kept that the model clears.
    keeps_inactive: bool,
    #[serde(skip_serializing_if = "<[HeldScalarset]>::is_empty")]
    scalarsets: &'a [HeldScalarset],
    /// Whether transitions were left out that no violation needs.
    partial_order: bool,
    /// Why they were not, although they were to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_order_obstacle: Option<&'static str>,
    limits: Option<Limits>,
    /// What was counted of sets of states, where they were searched as sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<Sets<'a>>,
    /// What was omitted, if the visited set may take states for one another.
    #[serde(skip_serializing_if = "Option::is_none")]
    omission: Option<OmissionObject>,
    /// How machines have shared the states, if they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<SharesObject>,
    unreached: Option<Vec<Statement<'a>>>,
    /// Statements of which it is not known, where symmetry does not tell.
    unreached_undecided: Option<Vec<Statement<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trail: Option<StoredTrailObject<'a>>,
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
struct StoredTrailObject<'a> {
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
    verdict: &'static str,
    guarantee: Certainty,
    reason: Option<&'a str>,
    /// The processes that run from the beginning of the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    processes: Option<&'a [String]>,
    trace: Option<&'a [Transition]>,
    /// Of a run that goes on for ever: the number of the step that comes again after the last one, or one that no step has if
    /// nothing can move any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<usize>,
    /// Whether it is the beginning of a run, which violates the property whatever comes later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prefix: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stuck: Option<&'a [Blocked]>,
    /// Where the counterexample is compared with a specification: the events at its end.
    #[serde(flatten)]
    offers: Option<&'a Offers>,
    /// Of a counterexample of a claim: which of its propositions hold, state by state.
    #[serde(skip_serializing_if = "<[Proposition]>::is_empty")]
    propositions: &'a [Proposition],
    /// Of what is said of all runs: how one was looked for that violates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<ClaimSearch<'a>>,
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

/// Sets of states.
#[derive(Serialize)]
struct Sets<'a> {
    /// In decimal: there may be more than any number has room for.
    states: &'a str,
    /// Whether they are those that lead to a violation, and not those that were reached.
    backward: bool,
    rounds: u64,
    nodes: u64,
    peak_nodes: u64,
    peak_bytes: u64,
    relations: u64,
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

impl<'a> CheckDocument<'a> {
    /// The document of a finished check.
    #[must_use]
    pub fn new(checked: &Checked<'a>) -> CheckDocument<'a> {
        let &Checked { about, report, only_loads, printed, trail, peak_memory_bytes } = checked;
        let statistics = &report.statistics;
        let found = report.preparation.symmetry.as_ref();
        let never = report.unreached.as_ref();
        let one_by_one = report.sets.is_none();
        CheckDocument {
            head: Head::new(about),
            checks: report.verdicts.iter().map(|verdict| check(report, verdict)).collect(),
            remark: only_loads,
            printed: printed.iter().map(printed_value).collect(),
            states: statistics.states,
            transitions: one_by_one.then_some(statistics.transitions),
            // A limit may come between a transition and the state that it leads to.
            matched: one_by_one.then(|| statistics.transitions.saturating_sub(statistics.states)),
            depth: one_by_one.then_some(statistics.depth),
            violations: report.violation_count,
            elapsed_s: statistics.elapsed.as_secs_f64(),
            peak_memory_bytes,
            store_bytes: statistics.store_bytes,
            file_bytes: statistics.file_bytes,
            symmetry: symmetry(report),
            audit: report.audited.as_ref(),
            orbits: report.orbits.as_ref(),
            channel_diagram: found.and_then(|found| found.diagram.as_ref()),
            keeps_inactive: report.keeps_inactive,
            scalarsets: &report.preparation.scalarsets,
            partial_order: report.preparation.partial_order == PartialOrder::On,
            partial_order_obstacle: match report.preparation.partial_order {
                PartialOrder::None(reason) => Some(reason),
                PartialOrder::On | PartialOrder::Off => None,
            },
            limits: limits(report),
            sets: report.sets.as_ref().map(sets),
            omission: statistics.omission.as_ref().map(omission),
            shares: statistics.shares.map(shares),
            unreached: never.map(|never| statements(&never.certain)),
            unreached_undecided: never.map(|never| statements(&never.undecided)),
            trail: trail.map(|trail| StoredTrailObject {
                file: trail.path.display().to_string(),
                replay: &trail.command,
                doubts: &trail.doubts,
            }),
        }
    }
}

/// What a visited set omitted that keeps some bits of each state.
#[derive(Serialize)]
struct OmissionObject {
    expected: f64,
    probability: f64,
    hash_factor: Option<f64>,
    functions: Option<u32>,
    searches: u32,
}

fn omission(omission: &Omission) -> OmissionObject {
    OmissionObject {
        expected: omission.expected,
        probability: omission.probability(),
        hash_factor: omission.hash_factor,
        functions: omission.functions,
        searches: omission.searches,
    }
}

/// How machines have shared the states.
#[derive(Serialize)]
struct SharesObject {
    machines: u64,
    /// How many states the one had that had the fewest,
    least: u64,
    /// and the one that had the most.
    most: u64,
}

fn shares(shares: Shares) -> SharesObject {
    let Shares { machines, least, most } = shares;
    SharesObject { machines, least, most }
}

fn sets(counts: &SetCounts) -> Sets<'_> {
    let SetCounts { states, is_backward, rounds, nodes, peak_nodes, peak_bytes, relations } =
        counts;
    Sets {
        states,
        backward: *is_backward,
        rounds: *rounds,
        nodes: *nodes,
        peak_nodes: *peak_nodes,
        peak_bytes: *peak_bytes,
        relations: *relations,
    }
}

fn printed_value(printed: &Printed) -> PrintedValue<'_> {
    let Printed { text, value } = printed;
    let error = value.as_ref().err().map(|wrong| wrong.message.as_str());
    PrintedValue { text, value: value.as_deref().ok(), error }
}

fn symmetry<'a>(report: &'a Report) -> Option<Symmetry<'a>> {
    let chosen = report.representative()?;
    Some(Symmetry {
        view: report.preparation.symmetry.as_ref()?.symmetry.as_ref()?,
        representative: chosen.name,
        unique: chosen.guarantee == Guarantee::Unique,
        promise: promise(chosen.guarantee),
        concrete: chosen.concrete,
        reduces: report.effect.and_then(Effect::reduces),
    })
}

fn check<'a>(report: &'a Report, verdict: &'a Verdict) -> Check<'a> {
    let mut claims = report.claims.iter();
    let counterexample = verdict.run.map(|run| &report.counterexamples[run]);
    Check {
        property: &verdict.property,
        kind: verdict.kind,
        verdict: verdict.word(),
        guarantee: verdict.certainty,
        reason: verdict.reason.as_deref(),
        processes: counterexample.map(|it| &it.processes[..]),
        trace: counterexample.map(|it| &it.transitions[..]),
        again: counterexample.and_then(|it| it.again),
        prefix: counterexample.is_some_and(|it| it.is_prefix),
        stuck: counterexample.map(|it| &it.blocked[..]).filter(|blocked| !blocked.is_empty()),
        offers: counterexample.and_then(|it| it.offers.as_ref()),
        propositions: counterexample.map_or(&[], |it| &it.propositions),
        search: claims.find(|it| it.property == verdict.property).map(ClaimSearch::new),
    }
}

fn limits(report: &Report) -> Option<Limits> {
    let limits = &report.limits;
    Some(Limits {
        reached: limit_name(report.stop)?,
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

/// A guarantee by its name.
fn promise(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Unique => "unique",
        Guarantee::Complete => "complete",
        Guarantee::Approximate => "approximate",
    }
}
