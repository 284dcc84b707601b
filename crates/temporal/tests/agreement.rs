//! Automata of random formulas, against the formulas themselves, and against SPIN's and LBT's automata.

use std::time::Duration;

use crate::common;
use crate::common::{lbt, spin};
use temporal::{Formula, Limits, translate};
use testing::Numbers;
use testing::peers::{Peer, are_installed};

/// On how many words each formula is tried.
const WORDS: usize = 40;

#[test]
fn some_random_formulas() {
    agree(300, 1);
}

/// The same for longer: a minute.
#[test]
#[ignore = "long"]
fn long() {
    agree(2000, 2);
}

/// What was compared, in numbers.
#[derive(Debug, Default)]
struct Compared {
    formulas: usize,
    accepted_words: usize,
    with_lbt: usize,
    with_spin: usize,
    /// SPIN's `-f` has no `X`.
    refused_by_spin: usize,
    too_slow_for_spin: usize,
}

fn agree(formulas: usize, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let (has_spin, has_lbt) = (are_installed(&[Peer::Spin]), are_installed(&[Peer::Lbt]));
    let mut compared = Compared::default();
    for round in 0..formulas {
        let atoms = numbers.between(1, 4);
        let size = numbers.between(1, 12);
        let formula = common::formula(&mut numbers, size, atoms);
        let case = format!("seed {seed}, round {round}: {formula:?}");
        compared.formulas += 1;
        own_automata_agree(&mut numbers, &formula, atoms, &case, &mut compared);
        if has_lbt {
            lbt_agrees(&mut numbers, &formula, atoms, &case);
            compared.with_lbt += 1;
        }
        if has_spin {
            spin_agrees(&mut numbers, &formula, atoms, &case, &mut compared);
        }
    }
    println!("{compared:?}");
    assert!(compared.accepted_words > 10 * formulas, "words of both kinds were tried");
    assert!(!has_spin || compared.with_spin > formulas / 2, "{compared:?}");
}

fn own_automata_agree(
    numbers: &mut Numbers,
    formula: &Formula,
    atoms: usize,
    case: &str,
    compared: &mut Compared,
) {
    let limits = Limits::default();
    let general = translate(formula, &limits).expect("small");
    let negation = translate(&formula.clone().negated(), &limits).expect("small");
    let (one_set, by_states) = (general.degeneralised(), general.state_based());
    assert_eq!(one_set.sets(), 1);
    assert!(by_states.is_state_based());
    for _ in 0..WORDS {
        let word = common::word(numbers, atoms);
        let holds = formula.holds_on(&word);
        compared.accepted_words += usize::from(holds);
        assert_eq!(general.accepts(&word), holds, "{case}\n{word:?}\n{general:?}");
        assert_eq!(negation.accepts(&word), !holds, "{case}\n{word:?}\n{negation:?}");
        assert_eq!(one_set.accepts(&word), holds, "{case}\n{word:?}\n{one_set:?}");
        assert_eq!(by_states.accepts(&word), holds, "{case}\n{word:?}\n{by_states:?}");
    }
    let both = general.intersection(&negation, &limits).expect("small");
    assert!(both.is_empty() && both.accepted_word().is_none(), "{case}");
    assert_eq!(general.accepted_word().is_none(), general.is_empty(), "{case}");
    for (automaton, expected) in [(&general, true), (&by_states, true), (&negation, false)] {
        if let Some(word) = automaton.accepted_word() {
            assert_eq!(formula.holds_on(&word), expected, "{case}\n{word:?}");
        }
    }
}

fn lbt_agrees(numbers: &mut Numbers, formula: &Formula, atoms: usize, case: &str) {
    let automaton = lbt::translated(formula).expect("it is installed");
    for _ in 0..WORDS / 4 {
        let word = common::word(numbers, atoms);
        assert_eq!(automaton.accepts(&word), formula.holds_on(&word), "{case}\n{word:?}");
    }
}

fn spin_agrees(
    numbers: &mut Numbers,
    formula: &Formula,
    atoms: usize,
    case: &str,
    compared: &mut Compared,
) {
    match spin::translated(formula, Duration::from_millis(500)) {
        spin::Asked::Automaton(automaton) => {
            compared.with_spin += 1;
            for _ in 0..WORDS / 4 {
                let word = common::word(numbers, atoms);
                assert_eq!(automaton.accepts(&word), formula.holds_on(&word), "{case}\n{word:?}");
            }
        }
        spin::Asked::Refused => compared.refused_by_spin += 1,
        spin::Asked::TooSlow => compared.too_slow_for_spin += 1,
    }
}
