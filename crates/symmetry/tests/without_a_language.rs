//! The systems of the example without a language: every strategy against brute force, on what they count and what they find.

#[path = "../examples/without_a_language/linked_list/mod.rs"]
mod linked_list;
#[path = "../examples/without_a_language/ring.rs"]
mod ring;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::ControlFlow;

use groups::{Group, Permutation};
use kernel::{
    PropertyId, PropertyKind, SearchOptions, Silent, Transition, TransitionSystem, reachable,
    search,
};
use linked_list::{LinkedList, Locking};
use ring::{Ring, Stations};
use symmetry::oracle::orbit_count;
use symmetry::{
    AuditOptions, AuditPlan, Guarantee, LiftedRun, Prepared, Strategy, Symmetric, SymmetryGroup,
    audit,
};

/// Properties by name.
type Names = BTreeSet<String>;

/// The strategies that need identical parts that can be exchanged.
const SORTING: [&str; 5] =
    ["approximate-markers", "component-order", "exact-markers", "flattened", "sinc"];

fn everything() -> SearchOptions {
    SearchOptions { keep_going: true, ..SearchOptions::default() }
}

fn names<S: TransitionSystem>(system: &S, violated: impl Iterator<Item = PropertyId>) -> Names {
    violated.map(|property| system.properties()[property.index()].name.clone()).collect()
}

type Edge<S> = (
    Vec<<S as TransitionSystem>::Step>,
    Option<<S as TransitionSystem>::State>,
    Option<PropertyId>,
);

fn edges<S: TransitionSystem>(system: &S, state: &S::State) -> Vec<Edge<S>> {
    let mut edges = Vec::new();
    let _ = system.successors(state, &mut system.scratch(), &mut |edge: Transition<'_, S>| {
        edges.push((edge.steps.to_vec(), edge.target.cloned(), edge.violation));
        ControlFlow::Continue(())
    });
    edges
}

/// Checks that a run is one of the system, and ends in the violation.
fn check_run<S>(system: &S, run: &LiftedRun<S>, property: PropertyId)
where
    S: TransitionSystem<State: PartialEq + Debug, Step: PartialEq + Debug>,
{
    let mut initial = false;
    let _ = system.initial_states(&mut system.scratch(), &mut |state: &S::State| {
        initial |= *state == run.states[0];
        ControlFlow::Continue(())
    });
    assert!(initial);
    assert_eq!(run.steps.len() + 1, run.states.len());
    for (pair, steps) in run.states.windows(2).zip(&run.steps) {
        assert!(edges(system, &pair[0]).contains(&(steps.clone(), Some(pair[1].clone()), None)));
    }
    let last = run.states.last().unwrap();
    match system.properties()[property.index()].kind {
        PropertyKind::Deadlock => assert!(edges(system, last).is_empty()),
        PropertyKind::Invariant => {
            assert!(system.violates(last, property, &mut system.scratch()));
        }
        _ => {
            let end = run.violation.as_ref().unwrap();
            let expected = (end.steps.clone(), end.target.clone(), Some(property));
            assert!(edges(system, last).contains(&expected));
        }
    }
}

/// Searches a system by every variant of every strategy. Returns what is violated, and which strategies refused.
fn check<S>(system: &S, symmetry: &SymmetryGroup) -> (Names, Vec<&'static str>)
where
    S: Symmetric<State = Vec<i32>, Step: PartialEq + Debug>,
{
    assert_eq!(audit(system, symmetry, &AuditOptions::default()), Ok(()));
    let states = reachable(system, 100_000).unwrap();
    let orbits = orbit_count(&states, symmetry.group(), symmetry.layout()).unwrap() as u64;
    assert!(orbits < states.len() as u64, "the group does something");
    let unreduced = search(system, &everything(), &Silent);
    let count = unreduced.statistics.states;
    assert_eq!(count, states.len() as u64);
    let violated = names(system, unreduced.violations.iter().map(|found| found.property));
    let mut refused = Vec::new();
    for strategy in Strategy::ALL {
        let mut served = false;
        for options in strategy.variants() {
            match strategy.prepare(symmetry, &options) {
                Err(refusal) => assert!(refusal.to_string().contains(strategy.name()), "{refusal}"),
                Ok(prepared) => {
                    served = true;
                    let counts = (count, orbits);
                    check_strategy(system, symmetry, &prepared, counts, &violated);
                }
            }
        }
        if !served {
            refused.push(strategy.name());
        }
    }
    (violated, refused)
}

fn check_strategy<S>(
    system: &S,
    symmetry: &SymmetryGroup,
    prepared: &Prepared<'_>,
    (unreduced, orbits): (u64, u64),
    violated: &Names,
) where
    S: Symmetric<State = Vec<i32>, Step: PartialEq + Debug>,
{
    let name = prepared.name();
    let found = prepared.search(system, symmetry, AuditPlan::default(), &everything(), &Silent);
    let states = found.statistics.states;
    let found_names = names(system, found.violations.iter().map(|found| found.property));
    match prepared.guarantee() {
        Guarantee::Unique => assert_eq!(states, orbits, "{name}"),
        Guarantee::Complete => assert!((orbits..=unreduced).contains(&states), "{name}"),
        Guarantee::Approximate => assert!(states <= orbits, "{name}"),
    }
    if prepared.guarantee() == Guarantee::Approximate {
        assert!(found_names.is_subset(violated), "{name}");
    } else {
        assert_eq!(found_names, *violated, "{name}");
    }
    let runs = prepared.lift(system, symmetry, &found.violations).unwrap();
    for (violation, run) in found.violations.iter().zip(&runs) {
        check_run(system, run, violation.property);
    }
}

#[test]
fn lists_with_enough_locks_are_right() {
    for (threads, nodes, keys) in [(2, 2, 1), (2, 3, 2), (2, 4, 2), (3, 3, 1)] {
        let list = LinkedList::new(threads, nodes, keys, Locking::Both);
        let (violated, refused) = check(&list, &list.symmetry());
        assert!(violated.is_empty(), "{violated:?}");
        assert!(refused.is_empty(), "{refused:?}");
    }
}

#[test]
fn errors_of_a_list_with_too_few_locks_are_found() {
    let list = LinkedList::new(2, 3, 2, Locking::OnlyTheFirst);
    let (violated, _) = check(&list, &list.symmetry());
    // Every kind of property that it has.
    assert_eq!(violated.len(), list.properties().len(), "{violated:?}");
}

#[test]
fn groups_have_the_orders_that_they_should() {
    let list = LinkedList::new(3, 4, 1, Locking::Both);
    assert_eq!(list.symmetry().order(), (6u32 * 24).into());
    let ring = Ring::new(5, 2, Stations::Attentive);
    assert_eq!(ring.symmetry().order(), 5u32.into());
}

#[test]
fn rings_elect_one_station() {
    for (count, identities) in [(2, 2), (3, 2), (3, 3), (4, 2)] {
        let ring = Ring::new(count, identities, Stations::Attentive);
        let (violated, refused) = check(&ring, &ring.symmetry());
        assert!(violated.is_empty(), "{violated:?}");
        // Two stations can be exchanged; of more no two can, and there is nothing to sort.
        let sorting: &[_] = if count == 2 { &[] } else { &SORTING };
        assert_eq!(refused, sorting);
    }
}

#[test]
fn rings_of_careless_stations_elect_several() {
    for count in [2, 3, 4] {
        let ring = Ring::new(count, 2, Stations::Careless);
        let (violated, _) = check(&ring, &ring.symmetry());
        assert!(violated.contains("at most one leader"), "{violated:?}");
    }
}

#[test]
fn rings_have_no_reflections() {
    let ring = Ring::new(4, 2, Stations::Attentive);
    let images = |images: [u32; 4]| Permutation::from_images(images.to_vec()).unwrap();
    let dihedral = vec![images([1, 2, 3, 0]), images([0, 3, 2, 1])];
    let symmetry = SymmetryGroup::new(Group::from_generators(4, dihedral), ring.layout()).unwrap();
    assert!(audit(&ring, &symmetry, &AuditOptions::default()).is_err());
}

#[test]
fn the_example_shows_runs_in_words() {
    let list = LinkedList::new(2, 3, 2, Locking::OnlyTheFirst);
    let mut start = Vec::new();
    let _ = list.initial_states(&mut list.scratch(), &mut |state: &Vec<i32>| {
        start.clone_from(state);
        ControlFlow::Continue(())
    });
    assert_eq!(list.describe(&start), "list n0(first)");
    assert_eq!(edges(&list, &start)[0].0[0].to_string(), "thread 0 wants to insert 1");
    let ring = Ring::new(2, 2, Stations::Attentive);
    assert_eq!(ring.describe(&[1, 2, 0, 0, 0, 0, 35, 0]), "active 2 | drawing <-2");
    assert_eq!(edges(&ring, &vec![0; 8])[0].0[0].to_string(), "station 0 draws 1");
}
