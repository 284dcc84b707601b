//! The sizes of orbits with those by brute force, and their sums over a search with what a search of all states counts.

use std::collections::HashSet;

use crate::common::{random_state, random_stretches, random_symmetry};
use crate::toy::{Bug, Topology, Toy};
use groups::{BigUint, Group, Patience};
use kernel::{SearchOptions, Silent, StopReason, search};
use symmetry::{
    AuditPlan, Content, LayoutBuilder, OrbitSizes, Pinned, Prepared, Strategy, StrategyOptions,
    SymmetryGroup,
};
use testing::Numbers;

/// The images of a state under all elements of the group.
fn images(symmetry: &SymmetryGroup, state: &[i32]) -> HashSet<Vec<i32>> {
    let image = |element: groups::Permutation| {
        let mut target = vec![0; state.len()];
        symmetry.layout().apply(element.images(), state, &mut target);
        target
    };
    symmetry.group().elements().map(image).collect()
}

fn sizes_are_those_of_all_images(symmetry: &SymmetryGroup, numbers: &mut Numbers, about: &str) {
    let pinned = Pinned::new(symmetry);
    let sizes = OrbitSizes::new(&pinned);
    let mut scratch = sizes.scratch();
    for _ in 0..12 {
        let state = random_state(symmetry.layout(), numbers);
        let size = sizes.size(&state, &mut scratch);
        assert_eq!(size, images(symmetry, &state).len().into(), "{about}: {state:?}");
        stabiliser_is_that_of_all_elements(symmetry, &sizes, &state, about);
    }
}

fn stabiliser_is_that_of_all_elements(
    symmetry: &SymmetryGroup,
    sizes: &OrbitSizes<'_>,
    state: &[i32],
    about: &str,
) {
    let patience = &mut Patience::endless();
    let stabiliser = sizes.stabiliser_within(state, &mut sizes.scratch(), patience);
    let stabiliser = stabiliser.expect("patience is endless");
    let mut image = vec![0; state.len()];
    let fixes = |element: &groups::Permutation| {
        symmetry.layout().apply(element.images(), state, &mut image);
        image == state
    };
    let fixing = symmetry.group().elements().filter(fixes).count();
    assert_eq!(stabiliser.order(), fixing.into(), "{about}: {state:?}");
    let mut image = vec![0; state.len()];
    for element in stabiliser.generators() {
        symmetry.layout().apply(element.images(), state, &mut image);
        assert_eq!(image, state, "{about}: {element:?}");
        assert!(symmetry.group().contains(element), "{about}: {element:?}");
    }
}

#[test]
fn sizes_of_orbits_are_those_of_brute_force() {
    let (mut trivial, mut smaller) = (0, 0);
    for seed in 0..400 {
        let mut numbers = Numbers::new(seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        sizes_are_those_of_all_images(&symmetry, &mut numbers, &format!("seed {seed}, {name}"));
        let state = random_state(symmetry.layout(), &mut numbers);
        match BigUint::from(images(&symmetry, &state).len()) == symmetry.order() {
            true => trivial += 1,
            false => smaller += 1,
        }
    }
    assert!(trivial > 30 && smaller > 100, "states of either kind: {trivial} and {smaller}");
    for seed in 0..100 {
        let mut numbers = Numbers::new(seed);
        let symmetry = random_stretches(&mut numbers);
        sizes_are_those_of_all_images(&symmetry, &mut numbers, &format!("stretches {seed}"));
    }
}

/// Points with a cell each, and a reference to one of them: counted by multinomials.
#[test]
fn sizes_under_groups_that_nobody_lists() {
    let n = 40;
    let mut builder = LayoutBuilder::new();
    let points: Vec<_> = (0..n).map(|i| builder.point(0, format!("point {i}"))).collect();
    let (own, chosen) = (builder.family(), builder.family());
    points.iter().for_each(|&point| {
        builder.cell(own, &[point], Content::Data);
    });
    let anybody = Content::Reference { first_value: 0, first_point: points[0], count: n as u32 };
    builder.cell(chosen, &[], anybody);
    let symmetry = SymmetryGroup::new(Group::symmetric(n), builder.build().unwrap()).unwrap();
    let pinned = Pinned::new(&symmetry);
    let sizes = OrbitSizes::new(&pinned);
    let mut scratch = sizes.scratch();
    let factorial = |n: usize| (1..=n).map(BigUint::from).product::<BigUint>();
    let mut state = vec![0; n + 1];
    state[n] = -1;
    assert_eq!(sizes.size(&state, &mut scratch), BigUint::from(1_u32));
    state[n] = 5;
    assert_eq!(sizes.size(&state, &mut scratch), n.into());
    (0..13).for_each(|point| state[point] = 1);
    // One of 13 that hold 1 is chosen.
    let choices = factorial(n) / (factorial(13) * factorial(n - 13));
    assert_eq!(sizes.size(&state, &mut scratch), &choices * 13_u32);
    state[n] = 20;
    assert_eq!(sizes.size(&state, &mut scratch), choices * (n as u32 - 13));
    (0..n).for_each(|point| state[point] = point as i32);
    assert_eq!(sizes.size(&state, &mut scratch), factorial(n));
}

/// Every strategy that keeps one state of each orbit; by any number of workers. The first state, which is not reducible, stands for itself.
#[test]
fn sums_are_the_counts_of_a_search_of_all_states() {
    let mut compared = 0;
    for topology in [Topology::Full, Topology::Ring] {
        for bug in [Bug::None, Bug::Error, Bug::Assertion, Bug::Invariant] {
            let toy = Toy::new(4, topology, bug);
            let symmetry = toy.symmetry();
            let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
            let all = search(&toy, &options, &Silent).statistics;
            let pinned = Pinned::new(&symmetry);
            let sizes = OrbitSizes::new(&pinned);
            for (strategy, workers) in Strategy::ALL.into_iter().zip([1, 2, 3].into_iter().cycle())
            {
                let Ok(prepared) = strategy.prepare(&symmetry, &StrategyOptions::default()) else {
                    continue;
                };
                let options = SearchOptions { workers, ..options.clone() };
                let plan = AuditPlan::default();
                let found =
                    prepared.search_counting(&toy, &symmetry, &sizes, plan, &options, &Silent);
                assert_eq!(found.is_some(), prepared.has_countable_orbits());
                let Some((outcome, orbits)) = found else { continue };
                assert_eq!(outcome.stop, StopReason::Exhausted);
                assert!(outcome.statistics.states < all.states);
                let expected = (all.states.into(), all.transitions.into());
                let name = strategy.name();
                assert_eq!((orbits.states, orbits.transitions), expected, "{name} {topology:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn orbits_of_what_is_not_unique_are_not_counted() {
    let toy = Toy::new(3, Topology::Full, Bug::None);
    let symmetry = toy.symmetry();
    let markers = Strategy::ApproximateMarkers.prepare(&symmetry, &StrategyOptions::default());
    assert!(!markers.unwrap().has_countable_orbits());
    let auto = Strategy::auto(&symmetry).prepared;
    assert!(auto.has_countable_orbits());
    let Prepared::Representative(auto) = auto else { panic!("auto gives representatives") };
    assert!(!Prepared::Concrete(auto).has_countable_orbits());
}
