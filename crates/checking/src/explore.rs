//! Searching a model, with its symmetry or without, and turning what was found into real runs.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use confirm::{Confirmed, EndlessRunOf, Judge, RunOf, confirm, names_apart, plan_along};
use groups::Patience;
use kernel::{
    Expand, Found, Phase, PropertyId, Reporter, SearchOptions, Statistics, StopReason, Store,
    TransitionSystem, ViolatedBy, search_short,
};
use model::{Covering, Flaw, Model, Plan, Reduced, ShortWay, StateOf, StepOf};
use symmetry::{AuditPlan, LiftError, LiftedRun, Prepared, ReducedOutcome};

use crate::audited::Audited;
use crate::coverage::{Coverage, executed, executions};
use crate::deepest;
use crate::failure::Failure;
use crate::fault_watch::{FaultWatch, WatchScratch};
use crate::orbits::{OrbitCounts, search_counting};
use crate::told::with_fewer_switches;

/// For so long runs of violations are looked for when the time is up.
const GRACE: Duration = Duration::from_secs(1);

/// What a search found.
pub struct Findings<M: Model> {
    /// What was counted.
    pub statistics: Statistics,
    /// Why it ended.
    pub stop: StopReason,
    /// What it ended in.
    pub phase: Phase,
    /// A run for each violated property, confirmed on the system that the user gave.
    pub runs: Vec<Confirmed<RunOf<M>>>,
    /// The run to a deepest state, where that was wanted, is known, and nothing is violated; confirmed as well.
    pub deepest: Option<EndlessRunOf<M>>,
    /// All violations met.
    pub violation_count: u64,
    /// The properties that are known to hold, whatever ended the search.
    pub held: Vec<PropertyId>,
    /// Whether some run ended in a run-time error, so that what would follow was not searched.
    pub cut: bool,
    /// How often each action was executed, if that was counted.
    pub executions: Option<Vec<u64>>,
    /// What is executed, if every state was searched.
    pub coverage: Option<Coverage>,
    /// What a state proved wrong of the system: nothing else that was found may be relied on.
    pub flaw: Option<Flaw>,
    /// How many states and transitions the classes stand for, if that was counted.
    pub orbits: Option<OrbitCounts>,
    /// What was tested of the reduction, if there was one.
    pub audited: Option<Audited>,
}

/// Searches the system itself, or that of the [joined](model::Words::joined) model. The judge is asked of each run that violates something.
///
/// # Errors
/// A violation that cannot be replayed.
pub fn explore<M: Model>(
    model: &M,
    system: &M::System,
    plan: AuditPlan,
    options: &SearchOptions,
    reporter: &dyn Reporter,
    judge: &mut Judge<'_, M>,
) -> Result<Findings<M>, Failure> {
    reporter.phase(Phase::Search);
    if let Some(team) = &options.team {
        team.tell("all states");
    }
    let watch = FaultWatch::testing(system, plan, options);
    let expand: &Expand<'_, FaultWatch<'_, M::System>> =
        &|bytes, source, scratch, offers, demand| {
            watch.expand(bytes, source, scratch, offers, demand)
        };
    let outcome = search_short(&watch, expand, options, reporter);
    let flaw = flaw(&outcome.scratches);
    reporter.phase(Phase::Confirmation);
    // What was found with what is wrong is none.
    let runs = match flaw {
        Some(_) => Vec::new(),
        None => runs_along(model, system, &outcome.violations, options, judge)?,
    };
    let way = outcome.deepest.as_deref().filter(|_| flaw.is_none());
    let deepest = way.map(|states| {
        let plan = plan_of(model, system, states, &ViolatedBy::State)?;
        deepest::confirmed(model, &plan, options).map_err(Failure::Internal)
    });
    let deepest = deepest.transpose()?;
    let cut = cut(&outcome.scratches);
    let covered =
        executed(outcome.scratches.iter().map(|scratch| system.executed(&scratch.system)));
    let complete = outcome.stop == StopReason::Exhausted && !cut;
    let counts = outcome.scratches.iter().map(|scratch| system.executions(&scratch.system));
    Ok(Findings {
        executions: of_each_once(
            executions(counts),
            &outcome.statistics,
            options,
            !outcome.violations.is_empty(),
        ),
        statistics: outcome.statistics,
        stop: outcome.stop,
        phase: Phase::Search,
        runs,
        deepest,
        violation_count: outcome.violation_count,
        held: Vec::new(),
        cut,
        coverage: complete.then(|| Coverage::exact(covered)),
        flaw,
        orbits: None,
        audited: None,
    })
}

/// The runs that a search of the system itself has found, or of that of the joined model, confirmed.
///
/// # Errors
/// One that cannot be replayed.
pub(crate) fn runs_along<M: Model, S>(
    model: &M,
    system: &M::System,
    violations: &[Found<S>],
    options: &SearchOptions,
    judge: &mut Judge<'_, M>,
) -> Result<Vec<Confirmed<RunOf<M>>>, Failure>
where
    S: TransitionSystem<State = StateOf<M>, Step = StepOf<M>>,
{
    let mut runs = Vec::new();
    for Found { property, trace } in violations {
        let plan = plan_of(model, system, &trace.states, &trace.violated_by)?;
        let run = confirmed(model, &plan, *property, options, judge);
        runs.push(run.map_err(Failure::Internal)?);
    }
    Ok(runs)
}

/// The plan along the states of a search.
///
/// # Errors
/// They do not follow one another.
fn plan_of<M: Model>(
    model: &M,
    system: &M::System,
    states: &[StateOf<M>],
    violated_by: &ViolatedBy<StepOf<M>>,
) -> Result<Plan, Failure> {
    plan_along(model, system, states, violated_by).map_err(|index| {
        Failure::Internal(format!("the trace of the search is no run at step {}", index + 1))
    })
}

/// Searches one state for each class of states that symmetry makes one, as the strategy tells them apart. Counts on demand what the classes
/// stand for, where the strategy keeps one state of each.
///
/// # Errors
/// It turned out on the way that the symmetry does not hold, or a violation cannot be confirmed on the system itself, which is to be
/// searched without it.
#[allow(clippy::too_many_arguments, reason = "all that a search has")]
pub fn explore_reduced<M: Model>(
    model: &M,
    reduction: &M::Reduced,
    strategy: &Prepared<'_>,
    plan: AuditPlan,
    counts_orbits: bool,
    options: &SearchOptions,
    reporter: &dyn Reporter,
    judge: &mut Judge<'_, M>,
) -> Result<Findings<M>, Audited> {
    let system = reduction.system();
    let watch = FaultWatch::testing(system, plan, options);
    if let Some(team) = &options.team {
        team.tell(&format!("{} {:?}", strategy.name(), reduction.symmetry().generators()));
    }
    reporter.phase(Phase::Search);
    let expand: &Expand<'_, FaultWatch<'_, ReducedSystem<M>>> =
        &|bytes, source, scratch, offers, demand| {
            watch.expand(bytes, source, scratch, offers, demand)
        };
    let symmetry = reduction.symmetry();
    let counted = counts_orbits
        .then(|| search_counting(strategy, &watch, reduction, plan, options, reporter))
        .flatten();
    let (outcome, orbits) = match counted {
        Some((outcome, orbits)) => (outcome, Some(orbits)),
        None => (strategy.search_short(&watch, expand, symmetry, plan, options, reporter), None),
    };
    reporter.phase(Phase::Lifting);
    let audited = Audited::new(&outcome.sightings);
    let budget = &options.budget;
    if audited.abandoned.is_some() {
        return Err(audited);
    }
    if let Some(flaw) = flaw(&outcome.scratches) {
        return Err(audited.refuted(flaw.to_string()));
    }
    let lifted = match runs(model, &watch, reduction, strategy, &outcome, options, reporter, judge)
    {
        Err(Unproved::Refuted(why)) => return Err(audited.refuted(why)),
        lifted => lifted,
    };
    let (runs, deepest, stop, phase) = match lifted {
        Ok((runs, deepest)) => (runs, deepest, outcome.stop, Phase::Search),
        // A violation of which no run is known is none that can be reported; nor does its property hold.
        _ => {
            let stop = budget.check(0).err().unwrap_or(StopReason::MemoryLimit);
            (Vec::new(), None, stop, Phase::Lifting)
        }
    };
    let cut = cut(&outcome.scratches);
    let covered = executed(outcome.scratches.iter().map(|s| system.executed(&s.system)));
    let complete = stop == StopReason::Exhausted && !cut;
    let counts = outcome.scratches.iter().map(|s| system.executions(&s.system));
    let executions = of_each_once(
        executions(counts),
        &outcome.statistics,
        options,
        !outcome.violations.is_empty(),
    );
    let orbits = orbits.map(|orbits| OrbitCounts::of_classes(model, reduction, &orbits, stop));
    let coverage = || Coverage::up_to_symmetry(model, reduction, &covered, options);
    Ok(Findings {
        statistics: outcome.statistics,
        stop,
        phase,
        runs,
        deepest,
        violation_count: outcome.violation_count,
        held: Vec::new(),
        cut,
        executions,
        coverage: complete.then(coverage),
        flaw: None,
        orbits,
        audited: Some(audited),
    })
}

/// Counts of a search, unless it may have expanded states more than once: where states are in files, some are put off and begun again.
/// So they are where another search finds the way to a violation.
fn of_each_once(
    executions: Option<Vec<u64>>,
    statistics: &Statistics,
    options: &SearchOptions,
    is_violated: bool,
) -> Option<Vec<u64>> {
    let searches_again = is_violated && options.store == Store::Compressed;
    let once = statistics.file_bytes == 0 && statistics.shares.is_none() && !searches_again;
    executions.filter(|_| once)
}

/// What a state proved wrong that some worker tested.
fn flaw<T>(workers: &[WatchScratch<T>]) -> Option<Flaw> {
    workers.iter().find_map(|scratch| scratch.flaw)
}

/// Whether some worker saw a run end in a run-time error.
fn cut<T>(workers: &[WatchScratch<T>]) -> bool {
    workers.iter().any(|scratch| scratch.cut)
}

/// Why a violation in the quotient has no run of the system itself.
enum Unproved {
    /// The budget was spent before one was found.
    Interrupted,
    /// There is none: the symmetry does not hold.
    Refuted(String),
}

/// What is searched of a reduced model.
type ReducedSystem<M> = <<M as Model>::Reduced as Reduced>::System;

/// Confirmed runs of the system itself: those that violate something, and that to a deepest state.
type Runs<M> = (Vec<Confirmed<RunOf<M>>>, Option<EndlessRunOf<M>>);

/// Runs of the system itself for the violations that a reduced search found, and for the way to a deepest state.
///
/// # Errors
/// One that has none, or not within the budget.
#[allow(clippy::too_many_arguments, reason = "all that a search has")]
fn runs<'a, M: Model>(
    model: &M,
    watch: &FaultWatch<'a, ReducedSystem<M>>,
    reduction: &M::Reduced,
    strategy: &Prepared<'_>,
    outcome: &ReducedOutcome<FaultWatch<'a, ReducedSystem<M>>>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
    judge: &mut Judge<'_, M>,
) -> Result<Runs<M>, Unproved> {
    if outcome.stop == StopReason::Abandoned {
        return Err(Unproved::Refuted("the search was given up".to_owned()));
    }
    let start = Instant::now();
    // A violation that was found is worth a moment more.
    let mut ask = |bytes| match start.elapsed() < GRACE {
        true => ControlFlow::Continue(()),
        false => options.budget.go_on(bytes),
    };
    let patience = &mut Patience::new(&mut ask);
    let unproved = |error| match error {
        LiftError::Interrupted => Unproved::Interrupted,
        error => Unproved::Refuted(format!("a trace of the quotient: {error}")),
    };
    let symmetry = reduction.symmetry();
    let lifted = strategy.lift_within(watch, symmetry, &outcome.violations, patience);
    let lifted = lifted.map_err(unproved)?;
    let way = outcome.deepest.as_deref();
    let deepest = match way.map(|way| strategy.lift_way_within(watch, symmetry, way, patience)) {
        // What no verdict rests on may be missing.
        Some(Err(LiftError::Interrupted)) | None => None,
        Some(lifted) => Some(lifted.map_err(unproved)?),
    };
    reporter.phase(Phase::Confirmation);
    let alleged = outcome.violations.iter().zip(&lifted);
    let runs = alleged
        .map(|(found, run)| confirmed(model, &along(model, run), found.property, options, judge));
    let runs = runs.collect::<Result<_, String>>().map_err(Unproved::Refuted)?;
    let deepest = deepest.map(|run| deepest::confirmed(model, &along(model, &run), options));
    Ok((runs, deepest.transpose().map_err(Unproved::Refuted)?))
}

/// The steps of a run, to be replayed.
fn along<M: Model>(model: &M, run: &LiftedRun<FaultWatch<'_, ReducedSystem<M>>>) -> Plan {
    let violating = run.violation.iter().map(|violation| &violation.steps);
    run.steps.iter().chain(violating).flat_map(|steps| names_apart(model, steps)).collect()
}

/// No verdict without a run of the system that the user gave, which was seen.
fn confirmed<M: Model>(
    model: &M,
    plan: &Plan,
    property: PropertyId,
    options: &SearchOptions,
    judge: &mut Judge<'_, M>,
) -> Result<Confirmed<RunOf<M>>, String> {
    let run = confirm(model, plan, property, judge).map_err(|departure| {
        let name = &model.system().properties()[property.index()].name;
        format!(
            "the counterexample for `{name}` does not replay on the unreduced model: {departure}"
        )
    })?;
    Ok(with_fewer_switches(model, run, options, judge))
}
