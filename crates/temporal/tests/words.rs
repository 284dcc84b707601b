//! The automaton of a formula accepts the words on which the formula holds.

mod common;

use temporal::{Limits, Simplification, Simplifications, translate, translate_with};
use testing::Numbers;

#[test]
fn plain() {
    let mut numbers = Numbers::new(1);
    for round in 0..500 {
        let atoms = numbers.between(1, 4);
        let size = numbers.between(1, 10);
        let formula = common::formula(&mut numbers, size, atoms);
        let plain =
            translate_with(&formula, &Limits::default(), Simplifications::none()).expect("small");
        for _ in 0..20 {
            let word = common::word(&mut numbers, atoms);
            assert_eq!(
                plain.accepts(&word),
                formula.holds_on(&word),
                "{round} {formula:?} {word:?} {plain:?}"
            );
        }
    }
}

#[test]
fn each() {
    for step in Simplification::ALL {
        let mut numbers = Numbers::new(1);
        let mut changed = 0;
        for round in 0..300 {
            let atoms = numbers.between(1, 4);
            let size = numbers.between(1, 12);
            let formula = common::formula(&mut numbers, size, atoms);
            let settings = Simplifications::none().with(step);
            let plain = translate_with(&formula, &Limits::default(), Simplifications::none())
                .expect("small");
            let automaton = translate_with(&formula, &Limits::default(), settings).expect("small");
            changed += usize::from(plain != automaton);
            for _ in 0..20 {
                let word = common::word(&mut numbers, atoms);
                assert_eq!(
                    automaton.accepts(&word),
                    formula.holds_on(&word),
                    "{step:?} {round} {formula:?} {word:?} {automaton:?}"
                );
            }
        }
        println!("{step:?} {changed}");
    }
}

#[test]
fn all() {
    let mut numbers = Numbers::new(1);
    let mut states = 0;
    let mut edges = 0;
    for round in 0..1000 {
        let atoms = numbers.between(1, 4);
        let size = numbers.between(1, 12);
        let formula = common::formula(&mut numbers, size, atoms);
        let automaton = translate(&formula, &Limits::default()).expect("small");
        states += automaton.state_count();
        edges += automaton.edge_count();
        for _ in 0..20 {
            let word = common::word(&mut numbers, atoms);
            assert_eq!(
                automaton.accepts(&word),
                formula.holds_on(&word),
                "{round} {formula:?} {word:?} {automaton:?}"
            );
        }
    }
    println!("{states} {edges}");
}
