//! The properties that every random model must have.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use detection::{Reduction, detect};
use diagnostics::Sources;
use kernel::{
    Engine, Expand, Limits, Order, Outcome, SearchOptions, Silent, StopReason, TransitionSystem,
    reachable, search, search_short,
};
use machine::{Machine, State};
use promela::{LoadOptions, ParseOptions, load};
use symmetry::{AuditOptions, Canonical, DifferenceKind, Quotient, audit, lift, oracle};
use testing::spin::{NoReport, Setting, Workshop};

#[cfg(feature = "native")]
#[path = "../../../machine/tests/support/native.rs"]
pub mod native;
#[path = "../../../machine/tests/support/short_way.rs"]
pub mod short_way;

use model::ShortWay;
use short_way::compare;

/// Models with more states are set aside.
pub const MAX_STATES: u64 = 20_000;
/// Models that take longer to search are set aside too.
const PATIENCE: Duration = Duration::from_secs(3);
/// So many states are expanded both ways.
const COMPARED_STATES: usize = 2_000;
/// In larger groups no orbits are counted.
const MAX_ORDER: u64 = 5_000;

/// What came of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is well; the order of the group that was found, where one was looked for.
    Fine(u64),
    /// It has too many states.
    TooLarge,
    /// It is refused, by us.
    RefusedByUs(String),
    /// It is refused by SPIN.
    RefusedBySpin(String),
    /// SPIN's verifier dies, or says that its figures mean nothing.
    NotCompared(String),
    /// A defect.
    Wrong(String),
}

impl Verdict {
    pub fn wrong(message: impl Into<String>) -> Verdict {
        Verdict::Wrong(message.into())
    }
}

fn options(setting: Setting) -> LoadOptions {
    let mut options = LoadOptions::default();
    let merges = matches!(setting, Setting::Default | Setting::InnerFirst);
    options.compile.merge_statements = merges;
    options.compile.inner_escapes_first = setting == Setting::InnerFirst;
    if setting == Setting::Plain {
        options.compile.reset_dead_variables = false;
        options.hide_unread = false;
    }
    options
}

pub fn machine(text: &str, setting: Setting) -> Result<Machine, String> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), options(setting));
    loaded.model.map(|model| model.machine).ok_or_else(|| {
        let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
        errors.map(|d| d.one_line(&sources)).collect::<Vec<_>>().join("\n")
    })
}

/// A search by the short way, as `check` does without symmetry.
pub fn search_machine(machine: &Machine, options: &SearchOptions) -> Outcome<Machine> {
    let expand: &Expand<'_, Machine> = &|bytes, source, scratch, offers, demand| {
        machine.expand(bytes, source, scratch, offers, demand)
    };
    search_short(machine, expand, options, &Silent)
}

/// A search of all states, unless there are too many.
pub fn thorough(order: Order, workers: usize) -> SearchOptions {
    SearchOptions {
        order,
        workers,
        keep_going: true,
        limits: Limits { states: Some(MAX_STATES), time: Some(PATIENCE), ..Limits::default() },
        ..SearchOptions::default()
    }
}

/// Which properties are violated.
fn violated<S: TransitionSystem>(outcome: &Outcome<S>) -> Vec<usize> {
    outcome.violations.iter().map(|found| found.property.index()).collect()
}

/// Whatever panics is wrong.
pub fn guarded(check: impl FnOnce() -> Verdict) -> Verdict {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Verdict::wrong(format!("panic: {}", message.unwrap_or_default()))
    })
}

/// SPIN counts the same states and transitions, and finds the same kinds of errors.
pub fn agrees_with_spin(text: &str, setting: Setting, workshop: &Workshop) -> Verdict {
    let ours = catch_unwind(|| {
        let machine = machine(text, setting)?;
        let outcome = search_machine(&machine, &thorough(Order::BreadthFirst, 1));
        let steps = outcome.statistics;
        let found = violated(&outcome);
        Ok::<_, String>((steps, outcome.stop, found, outcome.violation_count))
    });
    let (statistics, stop, found, errors) = match ours {
        Ok(Ok(ours)) => ours,
        Ok(Err(message)) => return refused_by_both(message, text, setting, workshop),
        Err(_) => return Verdict::wrong("panic"),
    };
    if stop != StopReason::Exhausted {
        return Verdict::TooLarge;
    }
    let report = match workshop.run(text, setting) {
        Ok(report) => report,
        Err(NoReport::Refused(message)) => return Verdict::RefusedBySpin(message),
        Err(NoReport::NotCompiled(message)) => return Verdict::NotCompared(message),
        Err(NoReport::Died(message)) => return Verdict::NotCompared(message),
    };
    let has = |property: kernel::PropertyId| found.contains(&property.index());
    let faulty = has(Machine::runtime_errors());
    if !report.other.is_empty() {
        let message = report.other.join("; ");
        if message.contains("max search depth") || faulty {
            return Verdict::NotCompared(message);
        }
        return Verdict::wrong(format!("SPIN says: {message}; we find no error at run time"));
    }
    // SPIN does not notice a choice between a statement and a jump that stands after it, and takes
    // a send that nobody receives for a choice.
    let unnoticed = text.contains("D_proctype") && (faulty || text.contains("= [0] of"));
    if faulty != report.choice && !unnoticed {
        return Verdict::wrong("of errors at run time we and SPIN find not the same");
    }
    let we = (statistics.states, statistics.transitions);
    if we != (report.states, report.transitions) {
        let (states, transitions) = we;
        return Verdict::wrong(format!(
            "{states} states, {transitions} transitions; SPIN: {}, {}",
            report.states, report.transitions
        ));
    }
    let kinds = (has(Machine::assertions()), has(Machine::deadlock()));
    if kinds != (report.assertion, report.deadlock) {
        return Verdict::wrong(format!(
            "assertion, deadlock: {kinds:?}; SPIN: {:?}",
            (report.assertion, report.deadlock)
        ));
    }
    if (errors == 0) != (report.errors == 0) && !unnoticed {
        return Verdict::wrong(format!("{errors} errors; SPIN: {}", report.errors));
    }
    Verdict::Fine(1)
}

/// What we refuse although SPIN does not, with a word on how to write it instead.
const ONLY_OURS: [&str; 2] = [
    "a channel must be made before the first statement of a body",
    "`run` cannot be part of a larger expression",
];

/// What we refuse SPIN must refuse too, unless it is known.
fn refused_by_both(message: String, text: &str, setting: Setting, workshop: &Workshop) -> Verdict {
    if ONLY_OURS.iter().any(|known| message.contains(known)) {
        return Verdict::RefusedByUs(message);
    }
    match workshop.run(text, setting) {
        Ok(_) | Err(NoReport::Died(_)) => {
            Verdict::wrong(format!("refused: {message}; SPIN accepts it"))
        }
        Err(NoReport::Refused(_) | NoReport::NotCompiled(_)) => Verdict::RefusedByUs(message),
    }
}

/// Every order of search and number of workers finds the same.
pub fn searches_agree(text: &str) -> Verdict {
    guarded(|| {
        for setting in [Setting::Unmerged, Setting::Plain, Setting::InnerFirst] {
            let machine = match machine(text, setting) {
                Ok(machine) => machine,
                Err(message) => return Verdict::RefusedByUs(message),
            };
            let run = |order, workers| search_machine(&machine, &thorough(order, workers));
            let first = run(Order::BreadthFirst, 1);
            if first.stop != StopReason::Exhausted {
                return Verdict::TooLarge;
            }
            compare(&machine, COMPARED_STATES);
            for (order, workers, engine) in [
                (Order::BreadthFirst, 1, Engine::Interpreted),
                (Order::BreadthFirst, 2, Engine::Compiled),
                (Order::DepthFirst, 1, Engine::Compiled),
            ] {
                let options = SearchOptions { engine, ..thorough(order, workers) };
                let other = search_machine(&machine, &options);
                if other.stop == StopReason::TimeLimit {
                    return Verdict::TooLarge;
                }
                let facts = |outcome: &Outcome<Machine>| {
                    let statistics = outcome.statistics;
                    let counts = (statistics.states, statistics.transitions);
                    (counts, violated(outcome), outcome.violation_count, outcome.stop)
                };
                if facts(&first) != facts(&other) {
                    let (one, two) = (facts(&first), facts(&other));
                    return Verdict::wrong(format!(
                        "{setting:?}: {one:?}; {order:?}, {engine:?}, {workers} workers: {two:?}"
                    ));
                }
            }
        }
        Verdict::Fine(1)
    })
}

/// The symmetry that is found is one, and its quotient is right.
pub fn symmetry_is_right(text: &str, setting: Setting) -> Verdict {
    guarded(|| match machine(text, setting) {
        Ok(machine) => quotient_is_right(&machine),
        Err(message) => Verdict::RefusedByUs(message),
    })
}

/// Models that are violated more often are skipped.
const MOST_VIOLATIONS: u64 = 10_000;

/// The symmetry that is found of a machine is one, and its quotient is right.
pub fn quotient_is_right(machine: &Machine) -> Verdict {
    let exhaustive = thorough(Order::BreadthFirst, 1);
    let unreduced = search(machine, &exhaustive, &Silent);
    // A step round an endless loop ends in errors in very many ways, and the audit lists them all.
    let has_many_ways = unreduced.violation_count > MOST_VIOLATIONS;
    if unreduced.stop != StopReason::Exhausted || has_many_ways {
        return Verdict::TooLarge;
    }
    let Some(reduction) = detect(machine).reduction else { return Verdict::Fine(1) };
    let symmetry = &reduction.symmetry;
    let order = symmetry.order().to_string().parse().unwrap_or(u64::MAX);
    let sample = AuditOptions { states: 100, walk_length: 40, seed: 1 };
    if let Err(difference) = audit(&reduction, symmetry, &sample) {
        // Where the channel of an ended process is used, a search says that it cannot use its reduction.
        if matches!(difference.kind, DifferenceKind::Distrusted(_)) {
            return Verdict::NotCompared(format!("{:?}", difference.kind));
        }
        let generator = &difference.permutation;
        return Verdict::wrong(format!("audit: {generator}: {:?}", difference.kind));
    }
    let canonical = Canonical::new(symmetry);
    let quotient = Quotient::new(&reduction, &canonical);
    let outcome = search(&quotient, &exhaustive, &Silent);
    // Terminated processes that stay in the state can make the quotient larger than the original.
    if outcome.stop != StopReason::Exhausted {
        return Verdict::TooLarge;
    }
    if violated(&outcome) != violated(&unreduced) {
        return Verdict::wrong(format!(
            "violated in the quotient: {:?}, unreduced: {:?}",
            violated(&outcome),
            violated(&unreduced)
        ));
    }
    for found in &outcome.violations {
        match lift(&reduction, &canonical, &found.trace.states, found.property) {
            Ok(run) if run.states.len() == found.trace.states.len() => {}
            Ok(_) => return Verdict::wrong("a run is lifted to one of another length"),
            Err(error) => return Verdict::wrong(error.to_string()),
        }
    }
    match orbits(&reduction, order) {
        Some(orbits) if orbits != outcome.statistics.states => {
            let states = outcome.statistics.states;
            Verdict::wrong(format!("{states} states in the quotient, {orbits} orbits"))
        }
        _ => Verdict::Fine(order),
    }
}

/// How many orbits the states of the machine lie in, by brute force, if there are not too many.
fn orbits(reduction: &Reduction, order: u64) -> Option<u64> {
    let states = reachable(reduction, MAX_STATES as usize)?;
    if order > MAX_ORDER || order * states.len() as u64 > 2_000_000 {
        return None;
    }
    let (reducible, others): (Vec<State>, Vec<State>) =
        states.into_iter().partition(|state| reduction.is_reducible(state));
    let cells = reducible.iter().map(|state| &state.cells);
    let symmetry = &reduction.symmetry;
    let orbits = oracle::orbit_count(cells, symmetry.group(), symmetry.layout()).ok()?;
    Some((orbits + others.len()) as u64)
}
