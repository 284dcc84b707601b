//! Searching a model, with its symmetry or without, and turning what was found into real runs.

use kernel::{
    Found, PropertyId, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem, search,
};
use machine::detect::Reduction;
use machine::{Machine, State, Step};
use symmetry::{Canonical, Quotient, lift};

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

/// Searches the quotient of the machine under its symmetry.
///
/// # Errors
/// A violation that cannot be replayed on the machine itself.
pub fn explore_quotient(
    machine: &Machine,
    reduction: &Reduction,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Result<Findings, Failure> {
    let canonical = Canonical::new(&reduction.symmetry);
    let outcome = search(&Quotient::new(reduction, &canonical), options, reporter);
    let mut runs = Vec::new();
    for Found { property, trace } in &outcome.violations {
        let lifted = lifted(reduction, &canonical, &trace.states, *property)?;
        runs.push(confirm(machine, &lifted, *property)?);
    }
    let scratches = outcome.scratches.iter().map(|scratch| &scratch.system.covered[..]);
    let covered = executed_up_to_symmetry(machine, reduction, scratches);
    Ok(Findings {
        statistics: outcome.statistics,
        stop: outcome.stop,
        runs,
        violation_count: outcome.violation_count,
        covered,
    })
}

/// The plan of a run of the original for a trace of the quotient.
fn lifted(
    reduction: &Reduction,
    canonical: &Canonical<'_>,
    states: &[State],
    property: PropertyId,
) -> Result<Plan, Failure> {
    let run = lift(reduction, canonical, states, property)
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
