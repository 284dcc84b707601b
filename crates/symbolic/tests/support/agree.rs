//! Sets of states against the search that visits them one by one.

use confirm::{confirm, plan_along, the_system_decides};
use kernel::{Limits, PropertyId, SearchOptions, Silent, StopReason, search};
use machine::Machine;
use machine_model::Unnamed;
use model::{LevelOrder, Reachability, SetFindings, SetOptions};

/// Every way to compute sets finds as many states and violates the same, with runs that are confirmed. It tells the states; none if
/// there are more than `most`, or some atomic sequence is too long.
///
/// # Errors
/// What differs.
pub fn sets_agree(machine: &Machine, most: u64) -> Result<Option<u64>, String> {
    let limits = Limits { states: Some(most), ..Limits::default() };
    let options = SearchOptions { keep_going: true, limits, ..SearchOptions::default() };
    let one_by_one = search(machine, &options, &Silent);
    if one_by_one.stop != StopReason::Exhausted {
        return Ok(None);
    }
    let states = one_by_one.statistics.states;
    let violated: Vec<PropertyId> = one_by_one.violations.iter().map(|it| it.property).collect();
    for (reachability, levels) in [
        (Reachability::Chaining, LevelOrder::Learnt),
        (Reachability::BreadthFirst, LevelOrder::Interleaved),
        (Reachability::Saturation, LevelOrder::Declared),
    ] {
        let sets = SetOptions { reachability, levels, sinc: None };
        let differs = |what: String| Err(format!("{sets:?}: {what}"));
        let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let found = explore(machine, &options, sets)?;
        let of_sets: Vec<PropertyId> = found.violations.iter().map(|it| it.property).collect();
        if found.stop != StopReason::Exhausted {
            return differs(format!("it ended for {:?}", found.stop));
        }
        if found.counts.states != states.to_string() {
            return differs(format!("{} states, and there are {states}", found.counts.states));
        }
        if of_sets != violated {
            return differs(format!("{of_sets:?} is violated, and not {violated:?}"));
        }
        let first = explore(machine, &SearchOptions::default(), sets)?;
        if first.violations.is_empty() != violated.is_empty() {
            return differs(format!("{:?} at the first violation", first.stop));
        }
        are_confirmed(machine, &found)?;
        are_confirmed(machine, &first)?;
    }
    Ok(Some(states))
}

/// Explores without limits.
///
/// # Errors
/// A defect.
fn explore(
    machine: &Machine,
    options: &SearchOptions,
    sets: SetOptions,
) -> Result<SetFindings<Machine>, String> {
    symbolic::explore(machine, options, sets, &Silent).map_err(|why| format!("{sets:?}: {why:?}"))
}

/// The runs that were found are runs of the machine, and violate what they are said to.
///
/// # Errors
/// One that is not.
pub fn are_confirmed(machine: &Machine, found: &SetFindings<Machine>) -> Result<(), String> {
    let model = Unnamed(machine);
    for violation in &found.violations {
        let trace = &violation.trace;
        let plan = plan_along(&model, machine, &trace.states, &trace.violated_by)
            .map_err(|place| format!("the run is none at step {place}"))?;
        confirm(&model, &plan, violation.property, &mut the_system_decides::<Unnamed<'_>>)
            .map_err(|why| format!("the run is not confirmed: {why}"))?;
    }
    Ok(())
}
