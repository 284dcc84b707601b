//! What a search finds in a model: unreduced, and by every strategy that promises to be exact.

use std::collections::BTreeSet;
use std::time::Duration;

use detection::Reduction;
use kernel::{
    Limits, PropertyId, SearchOptions, Silent, Statistics, StopReason, TransitionSystem,
    ViolatedBy, search,
};
use machine::{Fault, Machine, StepResult};
use symmetry::{Abandonment, AuditPlan, Explore, Guarantee, Prepared, Strategy, StrategyOptions};

/// What was found, all properties decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The names of the violated properties.
    pub violated: BTreeSet<String>,
    /// States stored.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// The first error at run time, where it was looked for.
    pub fault: Option<Fault>,
}

/// Why nothing is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// There are too many states, or it takes too long.
    TooLarge,
    /// The reduction says itself that it does not hold: the search is repeated without.
    GivenUp,
    /// The answer is a defect.
    Defect(String),
}

/// How far to search.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most states.
    pub states: u64,
    /// The longest time.
    pub time: Duration,
}

/// Searches all states.
pub fn unreduced(machine: &Machine, bounds: Bounds) -> Result<Facts, Unknown> {
    let outcome = search(machine, &thorough(bounds), &Silent);
    let violated = outcome.violations.iter().map(|found| found.property);
    let found = facts(machine, outcome.stop, outcome.statistics, violated)?;
    let last = outcome.violations.iter().filter_map(|found| match &found.trace.violated_by {
        ViolatedBy::Transition(steps) => Some(steps),
        ViolatedBy::State => None,
    });
    let mut faults = last.flatten().filter_map(|step| match step.result {
        StepResult::Fault { fault, .. } => Some(fault),
        _ => None,
    });
    Ok(Facts { fault: faults.next(), ..found })
}

/// Searches the quotient by a strategy, and lifts what it finds.
pub fn reduced(
    reduction: &Reduction,
    strategy: &Prepared<'_>,
    bounds: Bounds,
) -> Result<Facts, Unknown> {
    let (symmetry, everything) = (&reduction.symmetry, AuditPlan::one_in(1));
    let outcome = strategy.search(reduction, symmetry, everything, &thorough(bounds), &Silent);
    match &outcome.sightings.abandoned {
        // The use of a channel whose owner has ended is known to be beyond the reduction.
        Some(Abandonment::System(_)) => return Err(Unknown::GivenUp),
        Some(why) => return Err(Unknown::Defect(format!("{}: abandoned: {why}", strategy.name()))),
        None => {}
    }
    let violated = outcome.violations.iter().map(|found| found.property);
    let found = facts(&reduction.machine, outcome.stop, outcome.statistics, violated)?;
    match strategy.lift(reduction, &reduction.symmetry, &outcome.violations) {
        Ok(_) => Ok(found),
        Err(error) => Err(Unknown::Defect(format!("{}: {error}", strategy.name()))),
    }
}

/// The strategy that is chosen by default, then every other one that is exact and serves the group, each by its name.
pub fn exact_strategies(reduction: &Reduction) -> Vec<(String, Prepared<'_>)> {
    let symmetry = &reduction.symmetry;
    let auto = |explore| Strategy::auto(symmetry).prepared.exploring(explore);
    let mut all = Vec::new();
    for explore in [Explore::Representative, Explore::Concrete] {
        all.push((format!("auto {explore:?}"), auto(explore)));
        for strategy in Strategy::ALL {
            for (variant, options) in strategy.variants().into_iter().enumerate() {
                let options = StrategyOptions { explore, ..options };
                if let Ok(prepared) = strategy.prepare(symmetry, &options)
                    && prepared.guarantee() != Guarantee::Approximate
                {
                    all.push((format!("{} #{variant} {explore:?}", strategy.name()), prepared));
                }
            }
        }
    }
    all
}

fn thorough(bounds: Bounds) -> SearchOptions {
    let limits =
        Limits { states: Some(bounds.states), time: Some(bounds.time), ..Limits::default() };
    SearchOptions { keep_going: true, limits, ..SearchOptions::default() }
}

/// A search that ends neither with all states nor at a limit found that something is wrong with itself.
fn facts(
    machine: &Machine,
    stop: StopReason,
    statistics: Statistics,
    violated: impl Iterator<Item = PropertyId>,
) -> Result<Facts, Unknown> {
    let name = |property: PropertyId| machine.properties()[property.index()].name.clone();
    match stop {
        StopReason::Exhausted => Ok(Facts {
            violated: violated.map(name).collect(),
            states: statistics.states,
            transitions: statistics.transitions,
            fault: None,
        }),
        StopReason::StateLimit | StopReason::TimeLimit | StopReason::MemoryLimit => {
            Err(Unknown::TooLarge)
        }
        other => Err(Unknown::Defect(format!("the search ended as {other:?}"))),
    }
}
