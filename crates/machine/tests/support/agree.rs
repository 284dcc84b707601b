//! What a search that leaves transitions out must find: what the full search finds.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::{
    Limits, Order, Outcome, PropertyId, PropertySet, SearchOptions, Silent, StopReason,
    TransitionSystem, reachable, search,
};
use machine::explore::Scratch;
use machine::{Machine, State};
use model::Covering;

/// How many states there are, of the full search and of the reduced one.
pub type States = (u64, u64);

/// Every order of search, and every number of workers.
const SEARCHES: [(Order, usize); 3] =
    [(Order::BreadthFirst, 1), (Order::BreadthFirst, 2), (Order::DepthFirst, 1)];

/// Models that take longer are set aside.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a search is asked for.
fn options(order: Order, workers: usize, most: u64) -> SearchOptions {
    let limits = Limits { states: Some(most), time: Some(PATIENCE), ..Limits::default() };
    SearchOptions { order, workers, keep_going: true, limits, ..SearchOptions::default() }
}

/// What must be the same.
#[derive(PartialEq, Eq, Debug)]
struct Facts {
    violated: BTreeSet<PropertyId>,
    /// How many, where states say no more than what may follow.
    deadlocks: Option<u64>,
    executed: Vec<bool>,
}

/// Why a search did not end.
enum Unknown {
    Slow,
    Large,
}

/// Searches twice: for all that can be violated, and for deadlocks alone, which are counted.
fn facts<S: TransitionSystem>(
    system: &S,
    options: &SearchOptions,
    counts_deadlocks: bool,
    executed: impl Fn(&S::Scratch) -> &[bool],
) -> Result<(Facts, Outcome<S>), Unknown> {
    let outcome = search(system, options, &Silent);
    let check = PropertySet::Only(vec![Machine::deadlock()]);
    let stuck = search(system, &SearchOptions { check, ..options.clone() }, &Silent);
    match (outcome.stop, stuck.stop) {
        (StopReason::Exhausted, StopReason::Exhausted) => {}
        (StopReason::TimeLimit, _) | (_, StopReason::TimeLimit) => return Err(Unknown::Slow),
        _ => return Err(Unknown::Large),
    }
    let mut all = vec![false; outcome.scratches.first().map_or(0, |it| executed(it).len())];
    for scratch in &outcome.scratches {
        all.iter_mut().zip(executed(scratch)).for_each(|(all, one)| *all |= one);
    }
    let facts = Facts {
        violated: outcome.violations.iter().map(|found| found.property).collect(),
        deadlocks: counts_deadlocks.then_some(stuck.violation_count),
        executed: all,
    };
    Ok((facts, outcome))
}

/// Compares a system with itself, all searches of it. If it `repeats` itself, several workers find as many states as one.
///
/// # Errors
/// What differs.
pub fn compare<S: TransitionSystem>(
    system: &S,
    most: u64,
    counts_deadlocks: bool,
    repeats: bool,
    executed: impl Fn(&S::Scratch) -> &[bool] + Copy,
) -> Result<Option<States>, String> {
    compare_with(system, system, true, most, counts_deadlocks, repeats, executed)
}

/// Compares the full search of a system with the searches of another, which leave transitions out, if wanted.
///
/// # Errors
/// What differs.
fn compare_with<S: TransitionSystem>(
    whole: &S,
    system: &S,
    partial_order: bool,
    most: u64,
    counts_deadlocks: bool,
    repeats: bool,
    executed: impl Fn(&S::Scratch) -> &[bool] + Copy,
) -> Result<Option<States>, String> {
    let full = options(Order::BreadthFirst, 1, most);
    let Ok((expected, outcome)) = facts(whole, &full, counts_deadlocks, executed) else {
        return Ok(None);
    };
    let states = outcome.statistics.states;
    let mut counts: Vec<(u64, u64)> = Vec::new();
    for (order, workers) in SEARCHES {
        let reduced = SearchOptions { partial_order, ..options(order, workers, states.max(1)) };
        let (found, outcome) = match facts(system, &reduced, counts_deadlocks, executed) {
            Ok(found) => found,
            Err(Unknown::Slow) => return Ok(None),
            Err(Unknown::Large) => {
                return Err(format!("{order:?}, {workers}: more than {states} states"));
            }
        };
        if found != expected {
            let differ = (found.executed != expected.executed)
                .then(|| differences(&found.executed, &expected.executed));
            return Err(format!(
                "{order:?}, {workers}: {:?}, deadlocks: {:?}; all interleavings: {:?}, {:?}; edges {differ:?}",
                found.violated, found.deadlocks, expected.violated, expected.deadlocks
            ));
        }
        counts.push((outcome.statistics.states, outcome.statistics.transitions));
    }
    if repeats && counts[0] != counts[1] {
        return Err(format!("with one worker {:?}, with two {:?}", counts[0], counts[1]));
    }
    Ok(Some((states, counts[0].0)))
}

fn differences(found: &[bool], expected: &[bool]) -> Vec<usize> {
    (0..expected.len()).filter(|&edge| found[edge] != expected[edge]).collect()
}

/// Compares all searches of a machine. None: it has more than so many states.
///
/// # Errors
/// What differs.
pub fn agrees(machine: &Machine, most: u64) -> Result<Option<States>, String> {
    let agreed = compare(machine, most, true, true, |scratch| machine.executed(scratch))?;
    if agreed.is_some() {
        commutes(machine, most)?;
        joined_agrees(machine, most).map_err(|why| format!("loops of movers as steps: {why}"))?;
    }
    Ok(agreed)
}

/// The same of the machine of which the loops of movers are single steps, against the machine itself. None as well: it has none.
///
/// # Errors
/// What differs.
pub fn joined_agrees(machine: &Machine, most: u64) -> Result<Option<States>, String> {
    let Some(movers) = machine.movers() else { return Ok(None) };
    let joined = machine.joining(movers);
    fn executed(scratch: &Scratch) -> &[bool] {
        &scratch.covered
    }
    compare_with(machine, &joined, false, most, true, true, executed)?;
    let agreed = compare_with(machine, &joined, true, most, true, true, executed)?;
    if agreed.is_some() {
        commutes(&joined, most)?;
    }
    Ok(agreed)
}

/// Looks at all states of a machine: where transitions are left out, they commute with those that are not.
///
/// # Errors
/// They do not.
pub fn commutes(machine: &Machine, most: u64) -> Result<(), String> {
    let mut scratch = machine.scratch();
    let states = reachable(machine, most as usize).unwrap_or_default();
    let depends = |state: &&State| machine.leaves_out_dependent(state, &mut scratch);
    match states.iter().find(depends) {
        Some(state) => Err(format!("what is left out does not commute: {state:?}")),
        None => Ok(()),
    }
}
