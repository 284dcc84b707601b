//! Searching a model, with its symmetry or without, and turning what was found into real runs.

use kernel::{
    Found, Outcome, PropertyId, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem,
    search,
};
use machine::detect::Reduction;
use machine::{Machine, State, Step};
use symmetry::{
    Canonical, Identity, Marked, MarkedState, Prepared, Quotient, Representative, lift,
};

use crate::coverage::{executed, executed_up_to_symmetry};
use crate::exit::Failure;
use crate::run::{Plan, PlannedStep, Run, plan_along, replay};

/// What a search found.
pub struct Findings {
    /// What was counted.
    pub statistics: Statistics,
    /// Why it ended.
    pub stop: StopReason,
    /// A run for each violated property, seen on the original machine.
    pub runs: Vec<Run>,
    /// All violations met.
    pub violation_count: u64,
    /// For each edge, whether it may have been executed: certainly not where false.
    pub covered: Vec<bool>,
}

/// Searches the machine itself.
///
/// # Errors
/// A violation that cannot be replayed.
pub fn explore(
    machine: &Machine,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Result<Findings, Failure> {
    let outcome = search(machine, options, reporter);
    let mut runs = Vec::new();
    for Found { property, trace } in &outcome.violations {
        let plan = plan_along(machine, &trace.states, &trace.last).map_err(|index| {
            Failure::internal(format!("the trace of the search is no run at step {}", index + 1))
        })?;
        runs.push(confirm(machine, &plan, *property)?);
    }
    let covered = executed(machine, outcome.scratches.iter().map(|scratch| &scratch.covered[..]));
    Ok(Findings {
        statistics: outcome.statistics,
        stop: outcome.stop,
        runs,
        violation_count: outcome.violation_count,
        covered,
    })
}

/// Searches one state for each class of states that symmetry makes one, as the strategy tells them apart.
///
/// # Errors
/// A violation that cannot be replayed on the machine itself.
pub fn explore_reduced(
    machine: &Machine,
    reduction: &Reduction,
    strategy: &Prepared<'_>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Result<Findings, Failure> {
    match strategy {
        Prepared::Representative(representative) => {
            let system = Quotient::new(reduction, representative);
            let outcome = search(&system, options, reporter);
            let covered = outcome.scratches.iter().map(|scratch| &scratch.system.covered[..]);
            let covered = executed_up_to_symmetry(machine, reduction, covered);
            // States of a trace follow one another up to symmetry, which a complete strategy cannot tell.
            let representative = &Canonical::new(&reduction.symmetry);
            let states = |state: &State| state.clone();
            findings(Reduced { machine, reduction, representative }, &outcome, states, covered)
        }
        Prepared::Marker(marker) => {
            let outcome = search(&Marked::new(reduction, marker), options, reporter);
            let covered = outcome.scratches.iter().map(|scratch| &scratch.system.covered[..]);
            let covered = executed_up_to_symmetry(machine, reduction, covered);
            // Each state is a successor of the one before it, not only up to symmetry.
            let states = |marked: &MarkedState<State>| marked.state.clone();
            let representative = &Identity;
            findings(Reduced { machine, reduction, representative }, &outcome, states, covered)
        }
    }
}

/// What turns traces of a reduced search into runs of the machine.
struct Reduced<'a, R> {
    machine: &'a Machine,
    reduction: &'a Reduction,
    /// Up to which states of a trace follow one another.
    representative: &'a R,
}

/// Confirms every violation.
fn findings<S: TransitionSystem, R: Representative>(
    reduced: Reduced<'_, R>,
    outcome: &Outcome<S>,
    state: impl Fn(&S::State) -> State,
    covered: Vec<bool>,
) -> Result<Findings, Failure> {
    let mut runs = Vec::new();
    for Found { property, trace } in &outcome.violations {
        let states: Vec<State> = trace.states.iter().map(&state).collect();
        let lifted = lifted(&reduced, &states, *property)?;
        runs.push(confirm(reduced.machine, &lifted, *property)?);
    }
    Ok(Findings {
        statistics: outcome.statistics,
        stop: outcome.stop,
        runs,
        violation_count: outcome.violation_count,
        covered,
    })
}

/// The plan of a run of the original for a trace of a reduced search.
fn lifted<R: Representative>(
    reduced: &Reduced<'_, R>,
    states: &[State],
    property: PropertyId,
) -> Result<Plan, Failure> {
    let run = lift(reduced.reduction, reduced.representative, states, property)
        .map_err(|error| Failure::internal(format!("a trace of the quotient: {error}")))?;
    let planned = |steps: &Vec<Step>| steps.iter().map(PlannedStep::from).collect();
    let mut plan: Plan = run.steps.iter().map(planned).collect();
    plan.extend(run.violation.iter().map(|violation| planned(&violation.steps)));
    Ok(plan)
}

/// No verdict without a run of the original machine that was seen.
fn confirm(machine: &Machine, plan: &Plan, property: PropertyId) -> Result<Run, Failure> {
    replay(machine, plan, property).map_err(|departure| {
        let name = &machine.properties()[property.index()].name;
        Failure::internal(format!(
            "the counterexample for `{name}` does not replay on the unreduced model: {departure}"
        ))
    })
}
