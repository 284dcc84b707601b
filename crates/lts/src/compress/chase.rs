//! `chase` and `deter`, which do not keep the meaning: of several things that may happen unseen, one is chosen.

use std::sync::Arc;

use crate::compress::reachable::{Row, reachable};
use crate::compress::watch::Watch;
use crate::event::Event;
use crate::explicit::{Explicit, Marks, State, Unfinished};

/// `chase`: the first τ of each state is followed, in the order of the transitions, until there is none. A state from which that
/// goes round for ever diverges and does nothing else.
pub(super) fn chase(system: &Explicit, watch: &mut Watch) -> Result<Explicit, Unfinished> {
    let ends = ends(system);
    let initial = ends[system.initial.0 as usize];
    let (new, _) = reachable(initial, system.len(), watch, |number, found, _| {
        let state = State(number);
        let label = system.labels[number as usize];
        if !system.is_stable(state) {
            found.push((Event::TAU, number));
            let marks = || Marks { acceptances: Arc::new([]), diverges: true };
            return Ok(Row { label, marks: system.generalised.as_ref().map(|_| marks()) });
        }
        for &(event, target) in system.of(state) {
            found.push((event, ends[target.0 as usize]));
        }
        let marks = system.generalised.as_ref().map(|marks| marks[number as usize].clone());
        Ok(Row { label, marks })
    })?;
    Ok(new)
}

/// `deter`: chased; then one transition for each event is chosen, the first one, and one of the minimal acceptances where there
/// are several, the first one. The result is plain. In each trace it does one thing or diverges, and it refines the process in the
/// model of failures and divergences (A. W. Roscoe, *Understanding concurrent systems*, 2010, on how FDR checks determinism).
///
/// So the process is deterministic exactly if the result does not diverge and is refined by the process: a divergence of the
/// result is one of the process, but a refinement check alone would pass anything that comes after it.
pub(super) fn deterministic(system: &Explicit, watch: &mut Watch) -> Result<Explicit, Unfinished> {
    let ends = ends(system);
    let initial = ends[system.initial.0 as usize];
    let (new, _) = reachable(initial, system.len(), watch, |number, found, _| {
        let state = State(number);
        let row = Row { label: system.labels[number as usize], marks: None };
        let marks = system.generalised.as_ref().map(|marks| &marks[number as usize]);
        if !system.is_stable(state) || marks.is_some_and(|marks| marks.diverges) {
            found.push((Event::TAU, number));
            return Ok(row);
        }
        let accepted = system.acceptances(state);
        for transitions in system.of(state).chunk_by(|one, other| one.0 == other.0) {
            let (event, target) = transitions[0];
            if accepted.first().is_some_and(|events| events.contains(&event)) {
                found.push((event, ends[target.0 as usize]));
            }
        }
        Ok(row)
    })?;
    Ok(new)
}

/// For each state where the first τ lead: to a stable state or, round for ever, to the first state of a cycle.
fn ends(system: &Explicit) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    const ON_PATH: u32 = u32::MAX - 1;
    let mut ends = vec![UNKNOWN; system.len()];
    let mut path = Vec::new();
    for State(mut state) in system.states() {
        while ends[state as usize] == UNKNOWN {
            ends[state as usize] = ON_PATH;
            path.push(state);
            if let Some(&(_, target)) = system.silent(State(state)).first() {
                state = target.0;
            }
        }
        let end = match ends[state as usize] {
            ON_PATH => {
                let begin = path.iter().position(|&other| other == state).unwrap_or(0);
                path[begin..].iter().copied().min().unwrap_or(state)
            }
            known => known,
        };
        for state in path.drain(..) {
            ends[state as usize] = end;
        }
    }
    ends
}
