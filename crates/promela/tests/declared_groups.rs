//! Declared groups on our example models: which permutations of the components are accepted, and
//! that the reduction by an accepted group is the one it should be.

use crate::support::examples::examples;
use crate::support::orbits::by_joining;
use detection::{Components, Reduction, Understanding, detect};
use groups::{Group, Patience, Permutation, uninterrupted};
use kernel::{Limits, SearchOptions, Silent, StopReason, search};
use machine::Machine;
use promela::LoadOptions;
use symmetry::{Canonical, Quotient};
use testing::Numbers;

/// Larger models only take longer.
const MOST_COMPONENTS: usize = 24;

fn components(machine: &Machine) -> Option<Components> {
    uninterrupted(|patience| Understanding::new(machine).components(patience))
}

/// Two or three points in a cycle, perhaps two such cycles.
fn permutation(random: &mut Numbers, degree: usize) -> Permutation {
    let mut points: Vec<usize> = (0..degree).collect();
    let mut cycles = Vec::new();
    for _ in 0..1 + random.below(2) {
        let length = 2 + random.below(2);
        if points.len() < length {
            break;
        }
        let cycle = (0..length).map(|_| points.swap_remove(random.below(points.len())));
        cycles.push(cycle.collect());
    }
    Permutation::from_cycles(degree, &cycles).expect("disjoint cycles")
}

/// The group of the reduction that is found, on the components alone.
fn found(reduction: Option<&Reduction>, components: usize) -> Group {
    let points: Vec<usize> = (0..components).collect();
    let generators = reduction.iter().flat_map(|r| r.symmetry.group().generators());
    let restricted = generators.map(|g| g.restricted_to(&points).expect("sorts are kept"));
    Group::from_generators(components, restricted.collect())
}

#[test]
fn what_is_accepted_is_what_is_found() {
    let mut random = Numbers::new(33);
    let (mut accepted, mut refused) = (0, 0);
    for example in examples() {
        let machine = example.load(LoadOptions::default()).machine;
        let Some(components) = components(&machine) else { continue };
        let count = components.count();
        if count > MOST_COMPONENTS {
            continue;
        }
        let reduction = detect(&machine).reduction;
        let group = found(reduction.as_ref(), count);
        let unreducible = reduction.is_none();
        let mut tried: Vec<Permutation> = (0..6).map(|_| permutation(&mut random, count)).collect();
        tried
            .extend((0..4).map(|_| group.random(&mut |bound| random.below(bound as usize) as u64)));
        for permutation in tried {
            let result = Understanding::new(&machine)
                .detect_declared(std::slice::from_ref(&permutation), &mut Patience::endless());
            let name = &example.name;
            match &result {
                Ok(_) => accepted += 1,
                Err(refusals) => {
                    assert!(refusals.iter().all(|r| !r.reason.is_empty()), "{name}");
                    refused += 1;
                }
            }
            let expected = group.contains(&permutation);
            // Where nothing can be reduced, a symmetry is of no use.
            assert!(result.is_ok() == expected || unreducible, "{name}: {permutation}");
            assert!(result.is_err() || expected, "{name}: {permutation}");
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
}

fn states(reduction: &Reduction) -> Option<u64> {
    let canonical = Canonical::new(&reduction.symmetry);
    let options = SearchOptions {
        limits: Limits { states: Some(20_000), ..Limits::default() },
        keep_going: true,
        ..SearchOptions::default()
    };
    let outcome = search(&Quotient::new(reduction, &canonical), &options, &Silent);
    (outcome.stop == StopReason::Exhausted).then_some(outcome.statistics.states)
}

#[test]
fn declared_groups_reduce_as_they_should() {
    let mut compared = 0;
    for example in examples() {
        let machine = example.load(LoadOptions::default()).machine;
        let (Some(components), Some(full)) = (components(&machine), detect(&machine).reduction)
        else {
            continue;
        };
        let group = found(Some(&full), components.count());
        let Some(expected) = states(&full) else { continue };
        let declared = Understanding::new(&machine)
            .detect_declared(group.generators(), &mut Patience::endless())
            .expect("its own group");
        let declared = declared.reduction.expect("a symmetry");
        if group.order() == full.symmetry.order() {
            assert_eq!(declared.symmetry.order(), full.symmetry.order(), "{}", example.name);
            assert_eq!(states(&declared), Some(expected), "{}", example.name);
        } else {
            // Symmetries of variables and values alone are not declared with components.
            assert!(declared.symmetry.order() < full.symmetry.order(), "{}", example.name);
            let orbits = by_joining(&declared, 20_000).expect("a small example");
            assert_eq!(states(&declared), Some(orbits), "{}", example.name);
        }
        // One of its elements generates a smaller group; the orbits are counted without
        // representatives.
        let Some(one) = group.generators().iter().find(|g| !g.is_identity()) else { continue };
        let declared = Understanding::new(&machine)
            .detect_declared(std::slice::from_ref(one), &mut Patience::endless())
            .expect("its element");
        let declared = declared.reduction.expect("a symmetry");
        let Some(orbits) = by_joining(&declared, 20_000) else { continue };
        assert_eq!(states(&declared), Some(orbits), "{}", example.name);
        assert!(orbits >= expected, "{}", example.name);
        compared += 1;
    }
    assert!(compared >= 5, "{compared} groups were compared");
}
