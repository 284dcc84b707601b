//! Which formulas notice that letters are repeated.

use crate::common;
use crate::common::reader::read;
use temporal::{Lasso, Limits, is_stutter_invariant, stutter_counterexample};
use testing::Numbers;

#[test]
fn known_answers() {
    let invariant = [
        "G (p -> F q)",
        "F (p & X (!p & q))",
        "X G F p",
        "F (p & X !p)",
        "G ((p & X !p) -> X F q)",
        "(p U q) | X true",
        "X p | X !p",
        "(p & X p) | (p & X !p)",
    ];
    // Where `p` is true at the first position only, `X F p` holds if that position is repeated.
    let variant = ["X p", "X F p", "F (p & X F p)", "F (p & X p)", "G (p -> X q)", "X X p"];
    for (texts, expected) in [(&invariant[..], true), (&variant[..], false)] {
        for text in texts {
            let answer = is_stutter_invariant(&read(text), &Limits::default());
            assert_eq!(answer, Ok(expected), "{text}");
        }
    }
}

/// The word with letters repeated.
fn stuttered(numbers: &mut Numbers, word: &Lasso) -> Lasso {
    let mut repeat = |letters: &[u64]| -> Vec<u64> {
        letters.iter().flat_map(|&letter| vec![letter; 1 + numbers.below(3)]).collect()
    };
    let cycle = repeat(word.cycle());
    Lasso::new(repeat(word.prefix()), cycle).expect("a cycle")
}

/// The letters of a word, but those that repeat the one before, as far as short words need it to be told apart.
fn without_repetitions(word: &Lasso) -> Vec<u64> {
    let mut letters = word.prefix().to_vec();
    (0..200).for_each(|_| letters.extend(word.cycle()));
    letters.dedup();
    letters.truncate(100);
    letters
}

#[test]
fn random_formulas() {
    let mut numbers = Numbers::new(3);
    let (mut invariant, mut variant) = (0, 0);
    for round in 0..600 {
        let atoms = numbers.between(1, 3);
        let size = numbers.between(2, 9);
        let formula = common::formula(&mut numbers, size, atoms);
        if !formula.has_next() {
            continue;
        }
        let found = stutter_counterexample(&formula, &Limits::default()).expect("small");
        if let Some(found) = found {
            variant += 1;
            assert!(formula.holds_on(&found.holds), "{round} {formula:?} {found:?}");
            assert!(!formula.holds_on(&found.fails), "{round} {formula:?} {found:?}");
            assert_eq!(without_repetitions(&found.holds), without_repetitions(&found.fails));
            continue;
        }
        invariant += 1;
        for _ in 0..30 {
            let word = common::word(&mut numbers, atoms);
            let other = stuttered(&mut numbers, &word);
            assert_eq!(formula.holds_on(&word), formula.holds_on(&other), "{round} {formula:?}");
        }
    }
    assert!(invariant > 50 && variant > 50, "{invariant} {variant}");
}
