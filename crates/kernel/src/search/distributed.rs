//! A search that several machines share: each has the states that belong to it, all go from level to level together, and when the search
//! has ended all say the same of it.

mod gathered;
mod keeping;
mod telling;

use std::sync::atomic::Ordering::Relaxed;

use serde::{Deserialize, Serialize};

use super::breadth_first;
use super::checkpoints::{beginning, by, notes_of};
use super::{Expand, Shared};
use crate::checkpoint::Met;
use crate::machines::Machines;
use crate::notes::Notes;
use crate::options::SearchOptions;
use crate::outcome::{Outcome, Shares, StopReason};
use crate::report::Reporter;
use crate::sorted_runs::Scratch;
use crate::store::{DiskStore, DistributedStore, Memory};
use crate::system::TransitionSystem;
pub(super) use keeping::Gathering;
use telling::{do_all, tell_all};

/// Searches breadth first, by a short way if there is one, together with other machines that do the same, and were `told` the same.
///
/// # Panics
/// States are told apart by a key.
pub(super) fn run<S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    machines: &dyn Machines,
    told: &str,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let place = options.disk.clone().unwrap_or_else(std::env::temp_dir);
    let folder = Scratch::new(place, options.disk_bytes);
    let memory = Memory::of(options);
    let (identity, asks) = (system.identity(), options.partial_order);
    let own = DiskStore::without_parents(&folder, identity, asks, memory);
    let limit = options.limits.states.unwrap_or(u64::MAX);
    let store = DistributedStore::new(own, machines, identity, asks, limit);
    let checkpoints = options.checkpoints.as_ref().filter(|it| it.begins_search());
    let own = beginning(system);
    let agreed = agree_on_beginning(machines, &format!("{own} {told}"), checkpoints.is_some());
    let gathering =
        (agreed == Ok(true)).then(|| Gathering::new(machines, &store, own, checkpoints));
    let (machines_of, gathering) = (Some(machines), gathering.as_ref());
    let shared = Shared::new(system, &store, options, reporter);
    let shared = Shared { short, machines: machines_of, gathering, ..shared };
    let workers = match agreed {
        Ok(_) => breadth_first::run(&shared, options.workers.max(1)),
        Err(why) => {
            let _ = shared.control.stop(why);
            store.is_over();
            Vec::new()
        }
    };
    store.leave();
    let mut outcome = shared.untraced_outcome(workers);
    outcome.statistics.states = store.own_len();
    match agree(&shared, machines, &mut outcome) {
        Ok(()) => shared.trace(&mut outcome),
        Err(why) => outcome.stop = why,
    }
    // All that comes after the search is the affair of the first.
    if let Some(cancel) = options.cancel.as_ref().filter(|_| !shared.begins()) {
        cancel.store(true, Relaxed);
    }
    outcome
}

/// Whether checkpoints are made, of which one machine may know. All machines search the same.
///
/// # Errors
/// They do not, or one is lost.
fn agree_on_beginning(machines: &dyn Machines, own: &str, keeps: bool) -> Result<bool, StopReason> {
    let (keeps, others) = tell_all(machines, own.as_bytes(), &[u64::from(keeps)])?;
    do_all(machines, others.iter().all(|other| other == own.as_bytes()))?;
    Ok(keeps != [0])
}

/// What one machine says of its part of a search.
#[derive(Serialize, Deserialize)]
struct Part {
    machine: usize,
    /// The place of the reason in [`REASONS`].
    stop: usize,
    states: u64,
    transitions: u64,
    depth: u64,
    store_bytes: u64,
    file_bytes: u64,
    frontier_bytes: u64,
    violations: u64,
    met: Vec<Met>,
    /// What its workers noted.
    noted: Vec<Vec<u64>>,
}

/// Why a search ends, where machines give several reasons: the first of these.
const REASONS: [StopReason; 14] = [
    StopReason::Abandoned,
    StopReason::Disagreement,
    StopReason::Violation,
    StopReason::StoreFailed(std::io::ErrorKind::Other),
    StopReason::MemoryLimit,
    StopReason::TimeLimit,
    StopReason::Cancelled,
    StopReason::StateLimit,
    StopReason::StepLimit,
    StopReason::RoomLimit,
    StopReason::DepthLimit,
    StopReason::Exhausted,
    StopReason::OtherSearch,
    StopReason::Elsewhere,
];

/// Makes of what each machine has found what all have. It is the same on all of them.
///
/// # Errors
/// A machine is lost, or says what cannot be.
fn agree<S: TransitionSystem>(
    shared: &Shared<'_, S>,
    machines: &dyn Machines,
    outcome: &mut Outcome<S>,
) -> Result<(), StopReason> {
    let statistics = outcome.statistics;
    let own = Part {
        machine: machines.own(),
        stop: place_of(outcome.stop),
        states: statistics.states,
        transitions: statistics.transitions,
        depth: statistics.depth,
        store_bytes: statistics.store_bytes,
        file_bytes: statistics.file_bytes,
        frontier_bytes: statistics.frontier_bytes,
        violations: shared.violations.count(),
        met: shared.violations.kept(),
        noted: outcome.scratches.iter().map(notes_of).collect(),
    };
    let bytes = serde_json::to_vec(&own).expect("numbers and bytes can be written");
    let (_, others) = tell_all(machines, &bytes, &[])?;
    let added = put_together(shared, machines, outcome, own, &others);
    do_all(machines, added.is_some())?;
    match shared.gathering {
        Some(gathering) => Ok(gathering.keep_last(shared, outcome.stop)?),
        None => Ok(()),
    }
}

/// Adds to what this machine has found what the others have told of theirs; none if they have told what cannot be.
fn put_together<S: TransitionSystem>(
    shared: &Shared<'_, S>,
    machines: &dyn Machines,
    outcome: &mut Outcome<S>,
    own: Part,
    others: &[Vec<u8>],
) -> Option<()> {
    let parts = others.iter().map(|other| serde_json::from_slice(other).ok());
    let mut parts: Vec<Part> = parts.collect::<Option<_>>()?;
    if let Some(notes) = outcome.scratches.first_mut() {
        add_notes(notes, &parts)?;
    }
    parts.push(own);
    parts.sort_by_key(|part| part.machine);
    if !parts.iter().map(|part| part.machine).eq(0..machines.count()) {
        return None;
    }
    outcome.violation_count = parts.iter().map(|part| part.violations).sum();
    add_up(outcome, &parts);
    for met in shortest(parts.iter().flat_map(|part| &part.met)) {
        let by = by(shared.system, met.property, &met.state, met.by_transition);
        if !by.is_some_and(|by| shared.violations.resume(met, by)) {
            return None;
        }
    }
    Some(())
}

fn place_of(stop: StopReason) -> usize {
    let is_it = |reason: &StopReason| match (reason, stop) {
        (StopReason::StoreFailed(_), StopReason::StoreFailed(_)) => true,
        _ => *reason == stop,
    };
    REASONS.iter().position(is_it).unwrap_or(REASONS.len() - 1)
}

/// Adds what the workers of others have noted to what a worker has; none if it is nothing that they can have.
fn add_notes(notes: &mut impl Notes, parts: &[Part]) -> Option<()> {
    for numbers in parts.iter().flat_map(|part| &part.noted) {
        let mut numbers = numbers.iter().copied();
        notes.read(&mut numbers)?;
        if numbers.next().is_some() {
            return None;
        }
    }
    Some(())
}

fn add_up<S: TransitionSystem>(outcome: &mut Outcome<S>, parts: &[Part]) {
    let sum = |number: fn(&Part) -> u64| parts.iter().map(number).sum::<u64>();
    let states = || parts.iter().map(|part| part.states);
    let statistics = &mut outcome.statistics;
    statistics.states = sum(|part| part.states);
    statistics.transitions = sum(|part| part.transitions);
    statistics.depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
    statistics.store_bytes = sum(|part| part.store_bytes);
    statistics.file_bytes = sum(|part| part.file_bytes);
    statistics.frontier_bytes = sum(|part| part.frontier_bytes);
    statistics.shares = Some(Shares {
        machines: parts.len() as u64,
        least: states().min().unwrap_or(0),
        most: states().max().unwrap_or(0),
    });
    let first = parts.iter().map(|part| part.stop).min().unwrap_or(0);
    if place_of(outcome.stop) != first {
        outcome.stop = REASONS.get(first).copied().unwrap_or(StopReason::Disagreement);
    }
}

/// The shortest violation of each property: of equals that of the first machine.
fn shortest<'m>(all: impl Iterator<Item = &'m Met>) -> Vec<&'m Met> {
    let length = |met: &Met| met.depth + u64::from(met.by_transition);
    let mut shortest: Vec<&Met> = Vec::new();
    for met in all {
        match shortest.iter_mut().find(|it| it.property == met.property) {
            Some(known) if length(met) < length(known) => *known = met,
            Some(_) => {}
            None => shortest.push(met),
        }
    }
    shortest
}

/// The first in order of what machines have found, each with what it has, if it has something.
///
/// # Errors
/// A machine could not look, or is lost.
pub(super) fn first_of_all(
    machines: &dyn Machines,
    own: Result<Option<Vec<u8>>, StopReason>,
) -> Result<Option<Vec<u8>>, StopReason> {
    let has_failed = [u64::from(own.is_err())];
    let something = match &own {
        Ok(Some(state)) => [&[1], state.as_slice()].concat(),
        _ => Vec::new(),
    };
    let (failures, others) = tell_all(machines, &something, &has_failed)?;
    let others = others.iter().filter_map(|other| Some(other.strip_prefix(&[1])?.to_vec()));
    let found = others.chain(own?).min();
    if failures == [0] { Ok(found) } else { Err(StopReason::Elsewhere) }
}
