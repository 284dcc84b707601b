//! The canonical representative against the listing of the whole group.

use crate::common::promises::check_representative;
use crate::common::{random_state, random_stretches, random_symmetry};
use symmetry::Canonical;
use testing::Numbers;

#[test]
fn one_representative_for_each_orbit() {
    for seed in 0..1500 {
        let mut numbers = Numbers::new(seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..12).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        let name = format!("{name}, seed {seed}");
        check_representative(&name, &symmetry, &Canonical::new(&symmetry), &states, &mut numbers);
        check_representative(
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
        let mut numbers = Numbers::new(10_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..8).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        for bits in [0, 1, 2] {
            for sorts in [false, true] {
                let name = format!("{name}, seed {seed}, {bits} bits, {sorts}");
                let strategy = Canonical::short_sighted(&symmetry, sorts, bits);
                check_representative(&name, &symmetry, &strategy, &states, &mut numbers);
            }
        }
    }
}

#[test]
fn points_are_exchanged_with_what_they_refer_to_only_as_the_group_does() {
    for seed in 0..600 {
        let mut numbers = Numbers::new(20_000 + seed);
        let symmetry = random_stretches(&mut numbers);
        let states: Vec<_> =
            (0..8).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        for bits in [0, 2, u64::BITS] {
            let name = format!("seed {seed}, {bits} bits");
            let strategy = Canonical::short_sighted(&symmetry, true, bits);
            check_representative(&name, &symmetry, &strategy, &states, &mut numbers);
        }
    }
}
