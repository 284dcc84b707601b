//! What searches say of a model, compared with what is true of it.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use detection::{Reduction, detect};
use diagnostics::Sources;
use kernel::{
    Order, Outcome, PropertyKind, SearchOptions, Silent, StopReason, TransitionSystem, search,
};
use machine::Machine;
use rebeca::load;
use symmetry::{
    AuditOptions, AuditPlan, Explore, Guarantee, Prepared, Strategy, StrategyOptions, audit,
};

use crate::random::agree::agrees;
use crate::random::interpreter::{Truth, Violation, explore};
use crate::random::orbits;
use crate::random::print::print;
use crate::random::quotients::quotient_agrees;
use crate::random::tree::Model;

/// Models with more states are set aside.
const MOST_STATES: u64 = 4_000;
/// The most images of states by which orbits are found.
const MOST_IMAGES: u64 = 100_000;
/// The same for the strategies that go through all images.
const MOST_IMAGES_OF_ALL: u64 = 3_000;

/// What was found of a model of which all say the same.
pub struct Figures {
    pub truth: Truth,
    /// The order of the group, 1 if there is no symmetry.
    pub order: u64,
    /// States that partial order reduction leaves.
    pub reduced: u64,
    /// Representatives, and those that partial order reduction leaves.
    pub orbits: u64,
    pub reduced_orbits: u64,
}

/// What came of a comparison.
pub enum Look {
    /// All say the same; or there are too many states.
    Agrees(Option<Figures>),
    /// The text is no model.
    Refused(String),
    Differs(String),
}

pub fn look(model: &Model) -> Look {
    let machine = match machine(&print(model)) {
        Ok(machine) => machine,
        Err(why) => return Look::Refused(why),
    };
    let Some((truth, _)) = explore(model, MOST_STATES) else { return Look::Agrees(None) };
    // A panic is shrunk like everything else that is wrong.
    match catch_unwind(AssertUnwindSafe(|| compare(&machine, truth))) {
        Ok(Ok(figures)) => Look::Agrees(Some(figures)),
        Ok(Err(why)) => Look::Differs(why),
        Err(_) => Look::Differs("a panic".to_owned()),
    }
}

pub fn machine(text: &str) -> Result<Machine, String> {
    let mut sources = Sources::new();
    let file = sources.add("model.rebeca", text);
    let loaded = load(&sources, file);
    let messages = loaded.diagnostics.iter().map(|diagnostic| diagnostic.one_line(&sources));
    let messages: Vec<String> = messages.collect();
    loaded.model.map(|model| model.machine).ok_or_else(|| messages.join("\n"))
}

fn compare(machine: &Machine, truth: Truth) -> Result<Figures, String> {
    unreduced(machine, &truth)?;
    let (_, reduced) = known(agrees(machine, MOST_STATES + 1))?;
    let mut figures =
        Figures { order: 1, reduced, orbits: truth.states, reduced_orbits: reduced, truth };
    if let Some(reduction) = detect(machine).reduction {
        let states = known(quotient_agrees(machine, MOST_STATES + 1));
        let states = states.map_err(|why| format!("quotient: {why}"))?;
        (figures.orbits, figures.reduced_orbits) = states;
        figures.order = u64::try_from(reduction.symmetry.order()).unwrap_or(u64::MAX);
        symmetric(&reduction, &figures)?;
    }
    Ok(figures)
}

/// Searches of which each has an end.
fn known(compared: Result<Option<(u64, u64)>, String>) -> Result<(u64, u64), String> {
    compared?.ok_or_else(|| "a search does not come to its end".to_owned())
}

fn differs(what: &str, found: impl std::fmt::Debug, truth: impl std::fmt::Debug) -> String {
    format!("{what}: found {found:?}, true is {truth:?}")
}

fn options(order: Order, keep_going: bool) -> SearchOptions {
    SearchOptions { order, keep_going, ..SearchOptions::default() }
}

fn violation<S: TransitionSystem>(system: &S, property: kernel::PropertyId) -> Violation {
    match system.properties()[property.index()].kind {
        PropertyKind::Assertion => Violation::Assertion,
        PropertyKind::Deadlock => Violation::Deadlock,
        PropertyKind::RuntimeError => Violation::Error,
        other => panic!("{other:?}"),
    }
}

/// What a search found violated, and after how many transitions.
fn violated<S: TransitionSystem>(system: &S, outcome: &Outcome<S>) -> BTreeMap<Violation, usize> {
    let found = outcome.violations.iter();
    found.map(|found| (violation(system, found.property), found.trace.states.len() - 1)).collect()
}

/// All states of the machine are those of the tree.
fn unreduced(machine: &Machine, truth: &Truth) -> Result<(), String> {
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let outcome = search(machine, &options(order, true), &Silent);
        if outcome.stop != StopReason::Exhausted {
            return Err(differs("the end of the search", outcome.stop, StopReason::Exhausted));
        }
        let found = (outcome.statistics.states, outcome.statistics.transitions);
        if found != (truth.states, truth.transitions) {
            let what = format!("states and transitions, {order:?}");
            return Err(differs(&what, found, (truth.states, truth.transitions)));
        }
        let found = violated(machine, &outcome);
        let is_same = match order {
            Order::BreadthFirst => found == truth.violated,
            _ => found.keys().eq(truth.violated.keys()),
        };
        if !is_same {
            return Err(differs(&format!("violations, {order:?}"), found, &truth.violated));
        }
        stops(machine, order, truth)?;
    }
    deadlocks(machine, truth)
}

/// A search that stops at a violation finds one if there is one.
fn stops(machine: &Machine, order: Order, truth: &Truth) -> Result<(), String> {
    for partial_order in [false, true] {
        let options = SearchOptions { partial_order, ..options(order, false) };
        let found = violated(machine, &search(machine, &options, &Silent));
        let is_true = found.keys().all(|violation| truth.violated.contains_key(violation));
        if found.is_empty() != truth.violated.is_empty() || !is_true {
            let what = format!("the first violation, {order:?}, reduced: {partial_order}");
            return Err(differs(&what, found, &truth.violated));
        }
    }
    Ok(())
}

fn deadlocks(machine: &Machine, truth: &Truth) -> Result<(), String> {
    let check = kernel::PropertySet::Only(vec![Machine::deadlock()]);
    let options = SearchOptions { check, ..options(Order::BreadthFirst, true) };
    let found = search(machine, &options, &Silent).violation_count;
    if found != truth.deadlocks {
        return Err(differs("deadlocks", found, truth.deadlocks));
    }
    Ok(())
}

/// The group consists of symmetries; what is found with it is true, and has runs.
fn symmetric(reduction: &Reduction, figures: &Figures) -> Result<(), String> {
    let sample = AuditOptions { states: 100, walk_length: 40, seed: 1 };
    if let Err(difference) = audit(reduction, &reduction.symmetry, &sample) {
        return Err(format!("audit: {}: {:?}", difference.permutation, difference.kind));
    }
    if figures.orbits > figures.truth.states {
        return Err(differs("orbits", figures.orbits, figures.truth.states));
    }
    let listed = orbits::by_listing(reduction, MOST_IMAGES);
    let joined = orbits::by_joining(reduction, MOST_STATES + 1);
    for counted in listed.into_iter().chain(joined) {
        if counted != figures.orbits {
            return Err(differs("orbits", figures.orbits, counted));
        }
    }
    let images = figures.truth.states.saturating_mul(figures.order);
    for strategy in Strategy::ALL {
        // Others go through the whole group at every state.
        if images > MOST_IMAGES_OF_ALL && strategy != Strategy::Canonical {
            continue;
        }
        for variant in strategy.variants() {
            for explore in [Explore::Representative, Explore::Concrete] {
                let variant = StrategyOptions { explore, ..variant };
                if let Ok(prepared) = strategy.prepare(&reduction.symmetry, &variant) {
                    reduced(reduction, &prepared, figures)
                        .map_err(|why| format!("{variant:?}, {}: {why}", prepared.name()))?;
                }
            }
        }
    }
    Ok(())
}

/// One state for each class that a strategy tells apart.
fn reduced(
    reduction: &Reduction,
    prepared: &Prepared<'_>,
    figures: &Figures,
) -> Result<(), String> {
    let (symmetry, everything) = (&reduction.symmetry, options(Order::BreadthFirst, true));
    let outcome = prepared.search(reduction, symmetry, AuditPlan::OFF, &everything, &Silent);
    if let Some(why) = &outcome.sightings.abandoned {
        return Err(format!("abandoned: {why}"));
    }
    let states = outcome.statistics.states;
    let found: BTreeMap<Violation, usize> = outcome
        .violations
        .iter()
        .map(|found| (violation(reduction, found.property), found.states.len() - 1))
        .collect();
    let (violated, orbits) = (&figures.truth.violated, figures.orbits);
    let is_right = match prepared.guarantee() {
        Guarantee::Unique => states == orbits && found == *violated,
        // There may be more than without reduction: not all groups keep the initial state.
        Guarantee::Complete => {
            states >= orbits && states <= orbits * figures.order && found == *violated
        }
        Guarantee::Approximate => {
            states <= orbits && found.keys().all(|found| violated.contains_key(found))
        }
    };
    if !is_right {
        return Err(differs("states and violations", (states, found), (orbits, violated)));
    }
    prepared.lift(reduction, symmetry, &outcome.violations).map_err(|why| why.to_string())?;
    Ok(())
}
