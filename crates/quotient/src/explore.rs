//! Searching a model, with its symmetry or without, and turning what was found into real runs.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use groups::Patience;
use kernel::{
    Budget, Found, PropertyId, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem,
    search,
};
use machine::detect::Reduction;
use machine::{Machine, Step};
use symmetry::{AuditPlan, LiftError, LiftedRun, Prepared, ReducedOutcome};

use crate::audit::Audited;
use crate::coverage::{Coverage, executed};
use crate::exit::Failure;
use crate::fault_watch::{FaultWatch, WatchScratch};
use crate::run::{Plan, PlannedStep, Run, plan_along, replay};

/// For so long runs of violations are looked for when the time is up.
const GRACE: Duration = Duration::from_secs(1);

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
    /// Whether some run ended in a run-time error, so that what would follow was not searched.
    pub cut: bool,
    /// What is executed, if every state was searched.
    pub coverage: Option<Coverage>,
    /// What was tested of the reduction, if there was one.
    pub audited: Option<Audited>,
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
    let outcome = search(&FaultWatch::new(machine), options, reporter);
    let mut runs = Vec::new();
    for Found { property, trace } in &outcome.violations {
        let plan = plan_along(machine, &trace.states, &trace.violated_by).map_err(|index| {
            Failure::internal(format!("the trace of the search is no run at step {}", index + 1))
        })?;
        runs.push(confirm(machine, &plan, *property).map_err(Failure::internal)?);
    }
    let cut = cut(&outcome.scratches);
    let workers = outcome.scratches.iter().map(|scratch| &scratch.system.covered[..]);
    let covered = executed(machine, workers);
    let complete = outcome.stop == StopReason::Exhausted && !cut;
    Ok(Findings {
        statistics: outcome.statistics,
        stop: outcome.stop,
        runs,
        violation_count: outcome.violation_count,
        cut,
        coverage: complete.then(|| Coverage::exact(covered)),
        audited: None,
    })
}

/// Searches one state for each class of states that symmetry makes one, as the strategy tells them apart. Where it turns out
/// on the way that the symmetry does not hold, or a violation cannot be replayed on the machine itself, the machine is
/// searched without it.
///
/// # Errors
/// A violation of the machine itself that cannot be replayed.
pub fn explore_reduced(
    machine: &Machine,
    reduction: &Reduction,
    strategy: &Prepared<'_>,
    plan: AuditPlan,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Result<Findings, Failure> {
    let watch = FaultWatch::new(reduction);
    let outcome = strategy.search(&watch, &reduction.symmetry, plan, options, reporter);
    let audited = Audited::new(&outcome.sightings);
    let audited = match runs(machine, &watch, reduction, strategy, &outcome, &options.budget) {
        _ if audited.abandoned.is_some() => audited,
        Err(Unproved::Refuted(why)) => audited.refuted(why),
        lifted => {
            let (runs, stop) = match lifted {
                Ok(runs) => (runs, outcome.stop),
                // A violation of which no run is known is none that can be reported; nor does its property hold.
                _ => (Vec::new(), options.budget.check(0).err().unwrap_or(StopReason::MemoryLimit)),
            };
            let cut = cut(&outcome.scratches);
            let workers = outcome.scratches.iter().map(|s| &s.system.machine.covered[..]);
            let covered = executed(machine, workers);
            let complete = stop == StopReason::Exhausted && !cut;
            let coverage = || Coverage::up_to_symmetry(machine, reduction, &covered, options);
            return Ok(Findings {
                statistics: outcome.statistics,
                stop,
                runs,
                violation_count: outcome.violation_count,
                cut,
                coverage: complete.then(coverage),
                audited: Some(audited),
            });
        }
    };
    drop(outcome);
    let findings = explore(machine, options, reporter)?;
    Ok(Findings { audited: Some(audited), ..findings })
}

/// Whether some worker saw a run end in a run-time error.
fn cut<T>(workers: &[WatchScratch<T>]) -> bool {
    workers.iter().any(|scratch| scratch.cut)
}

/// Why a violation in the quotient has no run of the machine itself.
enum Unproved {
    /// The budget was spent before one was found.
    Interrupted,
    /// There is none: the symmetry does not hold.
    Refuted(String),
}

/// Runs of the machine itself for the violations that a reduced search found.
///
/// # Errors
/// One that has none, or not within the budget.
fn runs<'a>(
    machine: &Machine,
    watch: &FaultWatch<'a, Reduction>,
    reduction: &Reduction,
    strategy: &Prepared<'_>,
    outcome: &ReducedOutcome<FaultWatch<'a, Reduction>>,
    budget: &Budget,
) -> Result<Vec<Run>, Unproved> {
    if outcome.stop == StopReason::Abandoned {
        return Err(Unproved::Refuted("the search was given up".to_owned()));
    }
    let start = Instant::now();
    // A violation that was found is worth a moment more.
    let mut ask = |bytes| match start.elapsed() < GRACE {
        true => ControlFlow::Continue(()),
        false => budget.go_on(bytes),
    };
    let patience = &mut Patience::new(&mut ask);
    let lifted = strategy.lift_within(watch, &reduction.symmetry, &outcome.violations, patience);
    let lifted = lifted.map_err(|error| match error {
        LiftError::Interrupted => Unproved::Interrupted,
        error => Unproved::Refuted(format!("a trace of the quotient: {error}")),
    })?;
    let confirmed = outcome.violations.iter().zip(&lifted);
    let confirmed = confirmed.map(|(found, run)| confirm(machine, &along(run), found.property));
    confirmed.collect::<Result<_, String>>().map_err(Unproved::Refuted)
}

/// The steps of a run, to be replayed.
fn along(run: &LiftedRun<FaultWatch<'_, Reduction>>) -> Plan {
    let planned = |steps: &Vec<Step>| steps.iter().map(PlannedStep::from).collect();
    let mut plan: Plan = run.steps.iter().map(planned).collect();
    plan.extend(run.violation.iter().map(|violation| planned(&violation.steps)));
    plan
}

/// No verdict without a run of the original machine that was seen.
fn confirm(machine: &Machine, plan: &Plan, property: PropertyId) -> Result<Run, String> {
    replay(machine, plan, property).map_err(|departure| {
        let name = &machine.properties()[property.index()].name;
        format!(
            "the counterexample for `{name}` does not replay on the unreduced model: {departure}"
        )
    })
}
