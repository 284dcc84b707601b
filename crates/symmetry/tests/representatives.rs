//! The canonical representative against the listing of the whole group.

mod common;

use std::collections::HashMap;

use common::{Numbers, random_state, random_symmetry};
use symmetry::oracle::{Oracle, orbit_count};
use symmetry::{Canonical, Representative, SymmetryGroup};

/// Checks a strategy that promises to be unique on some states.
fn check_unique<R: Representative>(
    name: &str,
    symmetry: &SymmetryGroup,
    strategy: &R,
    states: &[Vec<i32>],
    numbers: &mut Numbers,
) {
    let layout = symmetry.layout();
    let mut oracle = Oracle::new(symmetry.group(), layout).unwrap();
    let mut scratch = strategy.scratch();
    let length = layout.cell_count();
    let mut represent = |state: &[i32]| {
        let mut target = vec![-7; length];
        strategy.representative(state, &mut target, &mut scratch);
        target
    };
    let mut orbit_of_representative: HashMap<Vec<i32>, Vec<i32>> = HashMap::new();
    for state in states {
        let least = oracle.least_image(state);
        let representative = represent(state);
        assert_eq!(
            oracle.least_image(&representative),
            least,
            "{name}: leaves the orbit of {state:?}"
        );
        let order = oracle.elements().len();
        for number in 0..order.min(24) {
            let number = if order <= 24 { number } else { numbers.below(order) };
            let element = &oracle.elements()[number];
            let mut image = vec![0; length];
            layout.apply(element.images(), state, &mut image);
            assert_eq!(represent(&image), representative, "{name}: {state:?} under {element}");
        }
        orbit_of_representative.insert(representative, least);
    }
    let orbits = orbit_count(states, symmetry.group(), layout).unwrap();
    assert_eq!(orbit_of_representative.len(), orbits, "{name}");
}

#[test]
fn one_representative_for_each_orbit() {
    for seed in 0..1500 {
        let mut numbers = Numbers(seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..12).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        let name = format!("{name}, seed {seed}");
        check_unique(&name, &symmetry, &Canonical::new(&symmetry), &states, &mut numbers);
        check_unique(
            &name,
            &symmetry,
            &Canonical::searching_always(&symmetry),
            &states,
            &mut numbers,
        );
    }
}

#[test]
fn collisions_of_colours_do_no_harm() {
    for seed in 0..600 {
        let mut numbers = Numbers(10_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..8).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        for bits in [0, 1, 2] {
            for sorts in [false, true] {
                let name = format!("{name}, seed {seed}, {bits} bits, {sorts}");
                let strategy = Canonical::short_sighted(&symmetry, sorts, bits);
                check_unique(&name, &symmetry, &strategy, &states, &mut numbers);
            }
        }
    }
}
