//! Searching a model, with its symmetry or without, and turning what was found into real runs.

use kernel::{
    Found, PropertyId, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem, search,
};
use machine::detect::Reduction;
use machine::{Machine, Step};
use symmetry::{LiftedRun, Prepared};

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
    let outcome = strategy.search(reduction, options, reporter);
    let lifted = strategy.lift(reduction, &reduction.symmetry, &outcome.violations);
    let lifted =
        lifted.map_err(|error| Failure::internal(format!("a trace of the quotient: {error}")))?;
    let mut runs = Vec::new();
    for (found, run) in outcome.violations.iter().zip(&lifted) {
        runs.push(confirm(machine, &plan(run), found.property)?);
    }
    let covered = outcome.scratches.iter().map(|scratch| &scratch.covered[..]);
    Ok(Findings {
        statistics: outcome.statistics,
        stop: outcome.stop,
        runs,
        violation_count: outcome.violation_count,
        covered: executed_up_to_symmetry(machine, reduction, covered),
    })
}

/// The steps of a run, to be replayed.
fn plan(run: &LiftedRun<Reduction>) -> Plan {
    let planned = |steps: &Vec<Step>| steps.iter().map(PlannedStep::from).collect();
    let mut plan: Plan = run.steps.iter().map(planned).collect();
    plan.extend(run.violation.iter().map(|violation| planned(&violation.steps)));
    plan
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
