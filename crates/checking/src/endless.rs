//! From a run that goes on for ever, as a search found it, or from its beginning, to one of the model that was seen to violate a
//! property.
//!
//! What is found is run again on the system that the user gave. The formula is evaluated on what is observed there, or the automaton
//! run on it, and whether the run is fair is told from the transitions there: none of that is shared with the search.
//!
//! Whether a beginning is fair is nobody's question: from any state on, all can take turns, so that it is the beginning of a fair run,
//! be it one that a run-time error ends.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use confirm::{Departure, EndlessRunOf, Missing, confirm_endless, confirm_prefix, plan_endless};
use kernel::{
    Fairness, Observable, SearchOptions, Transition, TransitionSystem, Valuation, one_way,
};
use model::{Model, Requirement, RunProperty, StateOf, StepOf};
use symmetry::Unrolled;
use temporal::{BadPrefixes, Limits};

use crate::told;

/// The run of the model along a run of a system: its own, or one that was made of it.
///
/// # Errors
/// Why it is no counterexample.
pub(crate) fn confirmed<M: Model, S>(
    model: &M,
    system: &S,
    property: &RunProperty,
    fairness: Fairness,
    options: &SearchOptions,
    found: Unrolled<StateOf<M>>,
) -> Result<EndlessRunOf<M>, String>
where
    S: Observable<State = StateOf<M>, Step = StepOf<M>>,
{
    let mut run: Vec<_> = found.states.into_iter().zip(found.actors).collect();
    let again = found.again.map(|again| fold(&mut run, again));
    let (plan, again) = plan_endless(model, system, &run, again)
        .map_err(|step| format!("it is not a run at step {}", step + 1))?;
    let judge = |run: &_| judge(model, property, fairness, run);
    let confirmed = |missing| {
        let run = match again {
            Some(again) => confirm_endless(model, &plan, again, missing, &judge),
            None => confirm_prefix(model, &plan, &judge),
        };
        run.map_err(|departure| match departure {
            Departure::Refused(why) => why,
            departure => format!("it does not replay on the unreduced model: {departure}"),
        })
    };
    // A reduction leaves the ends of processes out only once all have started; a run may go round before that.
    let run = confirmed(Missing::Nowhere).or_else(|_: String| confirmed(Missing::BeforeRound))?;
    Ok(with_fewer_switches(model, property, fairness, options, run))
}

/// The run with fewer switches between components, if it violates the property as well: in its round as before it, or only before it.
fn with_fewer_switches<M: Model>(
    model: &M,
    property: &RunProperty,
    fairness: Fairness,
    options: &SearchOptions,
    run: EndlessRunOf<M>,
) -> EndlessRunOf<M> {
    let end = run.transitions.len();
    let again = run.again.map_or(end, |again| again.min(end));
    let parts = [0..again, again..end];
    let found = [&parts[..], &parts[..1]].into_iter().find_map(|parts| {
        let plan = told::plan(model, &run.transitions, &run.last, parts, options)?;
        let judge = |run: &_| judge(model, property, fairness, run);
        let other = match run.again {
            Some(again) => confirm_endless(model, &plan, again, Missing::Nowhere, &judge),
            None => confirm_prefix(model, &plan, &judge),
        };
        other.ok().filter(|it| it.transitions.len() == end && it.again == run.again)
    });
    found.unwrap_or(run)
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
    // What cannot be evaluated must not matter: the run violates the property whether that holds or not.
    let letters = observed(model, run);
    let violates = [0, u64::MAX].into_iter().all(|unknown| {
        let letters =
            letters.iter().map(|letter| letter.holds | letter.unknown & unknown).collect();
        match run.again {
            Some(again) => violates_for_ever(property, letters, again),
            None => violates_already(property, &letters),
        }
    });
    if !violates {
        return Err("the run satisfies the property".to_owned());
    }
    match run.again {
        Some(again) if !is_fair(model, run, again, fairness) => Err("it is not fair".to_owned()),
        _ => Ok(()),
    }
}

/// Whether a property is violated by what is observed, where the letters from a place on come again and again.
fn violates_for_ever(property: &RunProperty, mut letters: Vec<u64>, again: usize) -> bool {
    let cycle = letters.split_off(again);
    let Some(word) = temporal::Lasso::new(letters, cycle) else { return false };
    match &property.requirement {
        Requirement::Satisfies(formula) => !formula.holds_on(&word),
        Requirement::Never(automaton) => automaton.accepts(&word),
    }
}

/// Whether a property is violated by what is observed, whatever comes later.
fn violates_already(property: &RunProperty, letters: &[u64]) -> bool {
    let limits = Limits::default();
    match &property.requirement {
        Requirement::Satisfies(formula) => formula.fails_after(letters, &limits) == Ok(true),
        Requirement::Never(automaton) => {
            let bad = BadPrefixes::of_automaton(automaton, &limits);
            matches!(bad, Ok(Some(bad)) if bad.has(letters))
        }
    }
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

/// What is observed on a run. The last state counts unless it is one of those before.
fn observed<M: Model>(model: &M, run: &EndlessRunOf<M>) -> Vec<Valuation> {
    let system = model.system();
    let mut scratch = system.scratch();
    let comes_again = run.again.is_some_and(|again| again < run.transitions.len());
    let states = run.transitions.iter().map(|made| &made.before);
    let states = states.chain((!comes_again).then_some(&run.last));
    states.map(|state| system.valuation(state, &mut scratch)).collect()
}

/// Whether no component is treated unfairly by the round of a run, which begins at a transition.
fn is_fair<M: Model>(model: &M, run: &EndlessRunOf<M>, again: usize, fairness: Fairness) -> bool {
    let round = &run.transitions[again.min(run.transitions.len())..];
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
    let see = |t: Transition<'_, M::System>| {
        enabled.extend(component(model, t.steps));
        ControlFlow::Continue(())
    };
    let _ = system.successors(state, &mut scratch, &mut one_way(see));
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
