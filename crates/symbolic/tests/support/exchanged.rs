//! Sets of states that are reduced by exchanges of processes, against the search that reduces states one by one by the same rule.

use detection::{Reduction, detect};
use kernel::{PropertyId, SearchOptions, Silent, StopReason, TransitionSystem, search};
use machine::Machine;
use machine_model::{Unnamed, interchangeable};
use model::{ComparePointers, LevelOrder, Model, Reachability, SetFindings, SetOptions};
use symmetry::{Canonical, Quotient, Sinc};

use super::agree::are_confirmed;

const RULES: [ComparePointers; 3] =
    [ComparePointers::Unmet, ComparePointers::Always, ComparePointers::Printed];

/// Sets reduced by every rule have as many states as the search that reduces one by one, no fewer than there are orbits and, if all
/// images of initial states are initial, no more than there are states, and violate what the search of all states does, with runs of the machine that are confirmed. It tells by
/// which factor states become fewer by the first rule, in hundredths; none if no processes can be exchanged in sets.
///
/// # Errors
/// What differs.
pub fn reduced_sets_agree(machine: &Machine) -> Result<Option<u64>, String> {
    let Some(reduction) = detect(machine).reduction else { return Ok(None) };
    if interchangeable(machine, &reduction).is_err() {
        return Ok(None);
    }
    let symmetry = &reduction.symmetry;
    let (all, violated) = searched(machine);
    let (orbits, _) = searched(&Quotient::new(&reduction, &Canonical::new(symmetry)));
    let most = if begins_alike(machine, &reduction) { all } else { u64::MAX };
    let mut gained = None;
    for (rule, (reachability, levels)) in RULES.into_iter().zip([
        (Reachability::Chaining, LevelOrder::Learnt),
        (Reachability::BreadthFirst, LevelOrder::Interleaved),
        (Reachability::Chaining, LevelOrder::Declared),
    ]) {
        let one_by_one = Sinc::comparing(symmetry, rule).map_err(|why| why.to_string())?;
        let (expected, _) = searched(&Quotient::new(&reduction, &one_by_one));
        let sets = SetOptions { reachability, levels, sinc: Some(rule) };
        let found = explored(machine, &reduction, true, sets)?;
        let of_sets: Vec<PropertyId> = found.violations.iter().map(|it| it.property).collect();
        if found.counts.states != expected.to_string() || !(orbits..=most).contains(&expected) {
            let states = &found.counts.states;
            return Err(format!(
                "{sets:?}: {states} states, not {expected}; {orbits} orbits of {all}"
            ));
        }
        if of_sets != violated {
            return Err(format!("{sets:?}: {of_sets:?} is violated, and not {violated:?}"));
        }
        are_confirmed(machine, &found)?;
        are_confirmed(machine, &explored(machine, &reduction, false, sets)?)?;
        gained = gained.or(Some(100 * all / expected.max(1)));
    }
    Ok(gained)
}

/// Whether all images of initial states are initial.
fn begins_alike(machine: &Machine, reduction: &Reduction) -> bool {
    let symmetry = &reduction.symmetry;
    let mut pairs = symmetry
        .generators()
        .iter()
        .flat_map(|it| machine.all_initial().iter().map(move |state| (it.images(), state)));
    pairs.all(|(images, state)| {
        let mut image = state.clone();
        symmetry.layout().apply(images, &state.cells, &mut image.cells);
        machine.all_initial().contains(&image)
    })
}

/// How many states are stored, and what is violated.
fn searched<S: TransitionSystem>(system: &S) -> (u64, Vec<PropertyId>) {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(system, &options, &Silent);
    let violated = outcome.violations.iter().map(|it| it.property).collect();
    (outcome.statistics.states, violated)
}

fn explored(
    machine: &Machine,
    reduction: &Reduction,
    keep_going: bool,
    sets: SetOptions,
) -> Result<SetFindings<Machine>, String> {
    let options = SearchOptions { keep_going, ..SearchOptions::default() };
    let found = Unnamed(machine)
        .explore_sets(Some(reduction), &options, sets, &Silent)
        .map_err(|why| format!("{sets:?}: {why:?}"))?;
    match found.stop {
        StopReason::Exhausted | StopReason::Violation => Ok(found),
        other => Err(format!("{sets:?}: it ended for {other:?}")),
    }
}
