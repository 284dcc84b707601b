//! Each simplification keeps the language, by itself.

use crate::common;
use temporal::{Automaton, Formula, Limits, Simplification, Simplifications, translate_with};
use testing::Numbers;

fn keeps_language(numbers: &mut Numbers, automaton: &Automaton, formula: &Formula, case: &str) {
    for _ in 0..25 {
        let word = common::word(numbers, 4);
        assert_eq!(automaton.accepts(&word), formula.holds_on(&word), "{case}\n{word:?}");
    }
}

fn plain(formula: &Formula) -> Automaton {
    let none = Simplifications::none();
    translate_with(formula, &Limits::default(), none).expect("small")
}

/// Applied to automata to which no other was, with acceptance of any kind.
#[test]
fn each_alone_keeps_what_automata_accept() {
    for step in Simplification::ALL {
        let mut numbers = Numbers::new(5);
        let mut changed = 0;
        for round in 0..300 {
            let size = numbers.between(1, 12);
            let formula = common::formula(&mut numbers, size, 4);
            let limits = Limits::default();
            let general = plain(&formula);
            for before in [general.state_based(), general.degeneralised(), general] {
                let after = before.simplified_by(step, &limits);
                let case = format!("{step:?}, round {round}: {formula:?}\n{before:?}\n{after:?}");
                keeps_language(&mut numbers, &after, &formula, &case);
                assert!(after.state_count() <= before.state_count(), "{case}");
                assert!(after.sets() <= before.sets(), "{case}");
                let is_simpler = after.is_state_based() || after.sets() == 0;
                assert!(!before.is_state_based() || is_simpler, "{case}");
                changed += usize::from(after != before);
            }
        }
        let needs_formula = step <= Simplification::Determinisation;
        assert!(if needs_formula { changed == 0 } else { changed > 5 }, "{step:?}: {changed}");
    }
}

/// Applied to formulas whose automata are not simplified, and to automata as often as it helps.
#[test]
fn each_alone_keeps_what_formulas_say() {
    for step in Simplification::ALL {
        let mut numbers = Numbers::new(6);
        let mut changed = 0;
        for round in 0..300 {
            let size = numbers.between(1, 12);
            let formula = common::formula(&mut numbers, size, 4);
            let only = Simplifications::none().with(step);
            let automaton = translate_with(&formula, &Limits::default(), only).expect("small");
            let case = format!("{step:?}, round {round}: {formula:?}\n{automaton:?}");
            keeps_language(&mut numbers, &automaton, &formula, &case);
            changed += usize::from(automaton != plain(&formula));
        }
        assert!(changed > 5, "{step:?}: {changed}");
    }
}
