//! The example models do what their headers say, in every way there is to search them.
//!
//! What is independent of the reduced search: the unreduced counts are SPIN's, and are compared
//! with SPIN itself where that is installed (`against_spin`); the quotient is compared with the
//! orbits that are found without representatives; counterexamples are replayed step by step on the
//! machine as it was loaded.

use std::collections::{BTreeMap, HashSet};

use confirm::{confirm, names, the_system_decides};
use detection::{Reduction, detect};
use groups::{Group, Permutation};
use kernel::{
    Order, PropertyId, SearchOptions, Silent, Statistics, StopReason, TransitionSystem, search,
};
use machine::{Machine, State};
use machine_model::Unnamed;
use model::Plan;
use promela::LoadOptions;
use symmetry::{AuditOptions, Canonical, Identity, Quotient, SymmetryGroup, audit, lift};
use testing::cases::{Completion, Suite};

use crate::is_large_run;
use crate::support::examples::{Counts, Example, examples, plain, unmerged};
use crate::support::orbits;

/// Searches of more states are left out.
const MAX_STATES: u64 = 200_000;
/// No more images of states are computed to count orbits.
const MAX_IMAGES: u64 = 5_000_000;

fn is_feasible(states: u64) -> bool {
    states <= MAX_STATES || is_large_run()
}

fn counts(statistics: &Statistics) -> Counts {
    Counts { states: statistics.states, transitions: statistics.transitions }
}

/// Every way to search that must not matter.
fn ways() -> [SearchOptions; 3] {
    let way = |order, workers| SearchOptions {
        order,
        workers,
        keep_going: true,
        ..SearchOptions::default()
    };
    [way(Order::BreadthFirst, 1), way(Order::BreadthFirst, 2), way(Order::DepthFirst, 1)]
}

/// Searches everything, and checks counts and verdicts. Returns the traces to each violation.
fn check_search<S: TransitionSystem>(
    what: &str,
    system: &S,
    options: &SearchOptions,
    expected: Counts,
    verdicts: &BTreeMap<String, bool>,
) -> Vec<(PropertyId, Vec<S::State>)> {
    let outcome = search(system, options, &Silent);
    let what = format!("{what}, {:?}, {} workers", options.order, options.workers);
    assert_eq!(outcome.stop, StopReason::Exhausted, "{what}");
    assert_eq!(counts(&outcome.statistics), expected, "{what}");
    let violated: HashSet<PropertyId> = outcome.violations.iter().map(|f| f.property).collect();
    let found: BTreeMap<String, bool> = system
        .properties()
        .iter()
        .enumerate()
        .map(|(index, p)| (p.name.clone(), !violated.contains(&PropertyId::new(index))))
        .collect();
    assert_eq!(&found, verdicts, "{what}");
    outcome.violations.into_iter().map(|f| (f.property, f.trace.states)).collect()
}

fn check_unreduced(example: &Example, machine: &Machine) {
    if let Some(expected) = example.unreduced.filter(|c| is_feasible(c.states)) {
        for way in ways() {
            check_search(&example.name, machine, &way, expected, &example.verdicts);
        }
    }
    let others = [("unmerged", example.unmerged, unmerged()), ("plain", example.plain, plain())];
    for (setting, expected, options) in others {
        let Some(expected) = expected.filter(|c| is_feasible(c.states)) else { continue };
        let what = format!("{}, {setting}", example.name);
        let machine = example.load(options).machine;
        check_search(&what, &machine, &ways()[0], expected, &example.verdicts);
    }
}

fn check_quotient(example: &Example, machine: &Machine, reduction: &Reduction) {
    let name = &example.name;
    let symmetry = &reduction.symmetry;
    assert_eq!(symmetry.order().to_string(), example.order, "{name}");
    let options = AuditOptions { states: 300, ..AuditOptions::default() };
    if let Err(difference) = audit(reduction, symmetry, &options) {
        panic!("{name}: the audit found {difference:?}");
    }
    if !is_feasible(example.quotient.states) {
        return;
    }
    let canonical = Canonical::new(symmetry);
    let quotient = Quotient::new(reduction, &canonical);
    for way in ways() {
        let what = format!("quotient of {name}");
        let found = check_search(&what, &quotient, &way, example.quotient, &example.verdicts);
        for (property, states) in found {
            check_counterexample(name, machine, reduction, &canonical, property, &states);
        }
        // A search that stops at the first violation has other traces.
        let first = search(&quotient, &SearchOptions { keep_going: false, ..way }, &Silent);
        assert_eq!(first.stop == StopReason::Violation, example.is_broken(), "{name}");
        for found in first.violations {
            let states = &found.trace.states;
            check_counterexample(name, machine, reduction, &canonical, found.property, states);
        }
    }
}

/// Lifts a trace of the quotient, and sees that its steps are those of a run of the machine as it was loaded.
fn check_counterexample(
    name: &str,
    machine: &Machine,
    reduction: &Reduction,
    canonical: &Canonical<'_>,
    property: PropertyId,
    states: &[State],
) {
    let run = lift(reduction, canonical, states, property)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(run.states.len(), states.len(), "{name}");
    let model = Unnamed(machine);
    let mut plan: Plan = run.steps.iter().map(|steps| names(&model, steps)).collect();
    plan.extend(run.violation.iter().map(|last| names(&model, &last.steps)));
    if let Err(departure) = confirm(&model, &plan, property, &mut the_system_decides::<Unnamed<'_>>)
    {
        panic!("{name}: {departure}");
    }
}

/// Each example.
pub fn suite() -> Suite {
    let mut suite = Suite::new("examples", 40);
    for example in examples() {
        suite.add(&example.name.clone(), move || {
            check(&example);
            Completion::Completed
        });
    }
    suite
}

fn check(example: &Example) {
    let machine = example.load(LoadOptions::default()).machine;
    check_unreduced(example, &machine);
    let Some(reduction) = detect(&machine).reduction else {
        assert_eq!(example.order, "1", "no symmetry was found");
        assert_eq!(example.unreduced, Some(example.quotient));
        return;
    };
    check_quotient(example, &machine, &reduction);
    let (states, images) =
        if is_large_run() { (2_000_000, 400_000_000) } else { (MAX_STATES, MAX_IMAGES) };
    let by_listing = orbits::by_listing(&reduction, images);
    let by_joining = orbits::by_joining(&reduction, states);
    for count in by_listing.iter().chain(&by_joining) {
        assert_eq!(*count, example.quotient.states, "orbits");
    }
    // Counterexamples without reduction are runs too.
    if example.is_broken() {
        for found in search(&reduction, &ways()[0], &Silent).violations {
            let run = lift(&reduction, &Identity, &found.trace.states, found.property);
            assert!(run.is_ok(), "{:?}", run.err());
        }
    }
}

/// Groups that the audit must find to be wrong: neighbours at a round table, and in a ring, cannot change places.
pub fn wrong_groups() -> Suite {
    let mut suite = Suite::new("wrong_groups", 2);
    let wrong = ["philosophers-host-5.pml", "leader-ring-3.pml"];
    for example in examples().into_iter().filter(|example| wrong.contains(&&example.name[..])) {
        suite.add(&example.name.clone(), move || {
            the_audit_notices(&example, 1, 2);
            Completion::Completed
        });
    }
    suite
}

/// The audit notices that two points are exchanged which cannot be.
fn the_audit_notices(example: &Example, a: usize, b: usize) {
    let machine = example.load(LoadOptions::default()).machine;
    let reduction = detect(&machine).reduction.expect("a symmetry");
    let layout = reduction.symmetry.layout();
    let mut images: Vec<u32> = (0..layout.point_count() as u32).collect();
    images.swap(a, b);
    let mut generators = reduction.symmetry.generators().to_vec();
    generators.push(Permutation::from_images(images).expect("a permutation"));
    let group = Group::from_generators(layout.point_count(), generators);
    let wrong = SymmetryGroup::new(group, layout.clone()).expect("it acts on the states");
    assert!(audit(&reduction, &wrong, &AuditOptions::default()).is_err());
}
