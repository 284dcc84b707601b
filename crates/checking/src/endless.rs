//! From a run that goes on for ever, as a search found it, to one of the model that was seen to violate a property.
//!
//! What is found is run again on the system that the user gave. The formula is evaluated on what is observed there, or the automaton
//! run on it, and whether the run is fair is told from the transitions there: none of that is shared with the search.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use confirm::{EndlessRunOf, Missing, confirm_endless, plan_endless};
use kernel::{Fairness, Observable, Transition, TransitionSystem};
use model::{Model, Requirement, RunProperty, StateOf, StepOf};
use symmetry::Unrolled;

/// The run of the model along a run of a system: its own, or one that was made of it.
///
/// # Errors
/// Why it is no counterexample.
pub(crate) fn confirmed<M: Model, S>(
    model: &M,
    system: &S,
    property: &RunProperty,
    fairness: Fairness,
    found: Unrolled<StateOf<M>>,
) -> Result<EndlessRunOf<M>, String>
where
    S: Observable<State = StateOf<M>, Step = StepOf<M>>,
{
    let mut run: Vec<_> = found.states.into_iter().zip(found.actors).collect();
    let again = fold(&mut run, found.again);
    let (plan, again) = plan_endless(model, system, &run, again)
        .map_err(|step| format!("it is no run at step {}", step + 1))?;
    let confirmed = |missing| {
        let run = confirm_endless(model, &plan, again, missing);
        let run = run.map_err(|departure| {
            format!("it does not replay on the unreduced model: {departure}")
        })?;
        judge(model, property, fairness, &run)?;
        Ok(run)
    };
    // A reduction leaves the ends of processes out only once all have started; a run may go round before that.
    confirmed(Missing::Nowhere).or_else(|_: String| confirmed(Missing::BeforeRound))
}

/// Whether a run of the model violates a property, and is as fair as it must be.
///
/// # Errors
/// Why it is no counterexample.
pub(crate) fn judge<M: Model>(
    model: &M,
    property: &RunProperty,
    fairness: Fairness,
    run: &EndlessRunOf<M>,
) -> Result<(), String> {
    let word = observed(model, run).ok_or("it cannot be observed")?;
    let violates = match &property.requirement {
        Requirement::Satisfies(formula) => !formula.holds_on(&word),
        Requirement::Never(automaton) => automaton.accepts(&word),
    };
    if !violates {
        return Err("it is as it should be".to_owned());
    }
    if !is_fair(model, run, fairness) {
        return Err("it is not fair".to_owned());
    }
    Ok(())
}

/// The same run in the shortest way: the round is no repetition of a shorter one, and begins as early as it can. An automaton may
/// come to other places meanwhile, but what it reads is the same.
fn fold<T: PartialEq>(run: &mut Vec<T>, mut again: usize) -> usize {
    let round = run.len() - again;
    let repeats = |&length: &usize| {
        round.is_multiple_of(length)
            && (again..run.len() - length).all(|at| run[at] == run[at + length])
    };
    let length = (1..=round).find(repeats).unwrap_or(round);
    run.truncate(again + length);
    while again > 0 && run.last() == Some(&run[again - 1]) {
        run.pop();
        again -= 1;
    }
    again
}

/// What is observed on a run; `None` if some state cannot be observed.
fn observed<M: Model>(model: &M, run: &EndlessRunOf<M>) -> Option<temporal::Lasso> {
    let system = model.system();
    let mut scratch = system.scratch();
    let mut letters = Vec::new();
    let stays = run.again == run.transitions.len();
    let states = run.transitions.iter().map(|made| &made.before);
    for state in states.chain(stays.then_some(&run.last)) {
        letters.push(system.valuation(state, &mut scratch)?);
    }
    let cycle = letters.split_off(run.again);
    temporal::Lasso::new(letters, cycle)
}

/// Whether no component is treated unfairly by the round of a run.
fn is_fair<M: Model>(model: &M, run: &EndlessRunOf<M>, fairness: Fairness) -> bool {
    let round = &run.transitions[run.again.min(run.transitions.len())..];
    let moves: BTreeSet<u32> =
        round.iter().filter_map(|made| component(model, &made.steps)).collect();
    let enabled = round.iter().map(|made| enabled(model, &made.before));
    let left_out = match fairness {
        Fairness::None => return true,
        Fairness::Weak => enabled.reduce(|all, here| &all & &here),
        Fairness::Strong => enabled.reduce(|some, here| &some | &here),
    };
    left_out.is_none_or(|left_out| left_out.is_subset(&moves))
}

/// The components that have a transition out of a state.
fn enabled<M: Model>(model: &M, state: &StateOf<M>) -> BTreeSet<u32> {
    let mut enabled = BTreeSet::new();
    let system = model.system();
    let mut scratch = system.scratch();
    let _ = system.successors(state, &mut scratch, &mut |t: Transition<'_, M::System>| {
        enabled.extend(component(model, t.steps));
        ControlFlow::Continue(())
    });
    enabled
}

/// The component that makes a transition: the first that takes a step.
fn component<M: Model>(model: &M, steps: &[StepOf<M>]) -> Option<u32> {
    steps.first().map(|step| model.step_id(step).component)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_folded() {
        let check = |run: &[u8], again: usize, folded: &[u8], expected: usize| {
            let mut run = run.to_vec();
            let again = fold(&mut run, again);
            assert_eq!((&run[..], again), (folded, expected));
        };
        check(&[1], 0, &[1], 0);
        check(&[1, 2, 3], 1, &[1, 2, 3], 1);
        check(&[1, 2, 1], 1, &[1, 2], 0);
        check(&[1, 1, 1], 2, &[1], 0);
        check(&[5, 1, 2, 1, 2, 1, 2], 1, &[5, 1, 2], 1);
        check(&[5, 1, 2, 3, 1, 2, 3], 4, &[5, 1, 2, 3], 1);
        check(&[1, 2, 1, 2, 1], 4, &[1, 2, 1, 2, 1], 4);
        check(&[1, 1, 2, 1, 1, 2], 0, &[1, 1, 2], 0);
    }
}
