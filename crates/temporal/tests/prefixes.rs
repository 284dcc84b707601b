//! Which beginnings of words decide that a formula fails.

use crate::common;
use crate::common::reader::read;
use temporal::{Automaton, BadPrefixes, Edge, Formula, Guard, Lasso, Limits, StateId, translate};
use testing::Numbers;

fn limits() -> Limits {
    Limits::default()
}

fn bad_prefixes(formula: &Formula) -> Option<BadPrefixes> {
    let contrary = translate(&formula.clone().negated(), &limits()).expect("small");
    BadPrefixes::of_formula(formula, &contrary, &limits()).expect("small")
}

/// Whether what was read leads to a bad place. The automata of formulas are deterministic.
fn is_bad(prefixes: &BadPrefixes, letters: &[u64]) -> bool {
    let automaton = prefixes.automaton();
    let mut state = automaton.initial();
    for &letter in letters {
        if prefixes.is_bad(state) {
            break;
        }
        let mut edges = automaton.edges(state).iter().filter(|edge| edge.guard.holds(letter));
        let Some(edge) = edges.next() else { return false };
        assert!(edges.all(|other| other.target == edge.target), "it is deterministic");
        state = edge.target;
    }
    prefixes.is_bad(state)
}

/// The words that begin with these letters.
fn beginning(letters: &[u64]) -> Automaton {
    let edge = |(at, &letter): (usize, &u64)| {
        let guard = Guard::new(letter, !letter).expect("no contradiction");
        vec![Edge { target: StateId::new(at + 1), marks: 0, guard }]
    };
    let mut edges: Vec<Vec<Edge>> = letters.iter().enumerate().map(edge).collect();
    let rest = StateId::new(edges.len());
    edges.push(vec![Edge { target: rest, marks: 0, guard: Guard::TRUE }]);
    Automaton::from_edges(edges, 0)
}

/// A prefix is bad just if no word that begins so satisfies the formula; if one does, it is written down, and the formula itself
/// says that it holds on it.
#[test]
fn bad_prefixes_are_those_without_hope() {
    let mut numbers = Numbers::new(17);
    let (mut bad, mut fine, mut larger) = (0, 0, 0);
    for round in 0..1500 {
        let atoms = numbers.between(1, 3);
        let size = numbers.between(1, 10);
        let formula = common::formula(&mut numbers, size, atoms);
        let prefixes = bad_prefixes(&formula);
        let automaton = translate(&formula, &limits()).expect("small");
        for _ in 0..6 {
            let word = common::word(&mut numbers, atoms);
            let letters = [word.prefix(), word.cycle()].concat();
            let claimed = prefixes.as_ref().is_some_and(|prefixes| is_bad(prefixes, &letters));
            assert_eq!(
                formula.fails_after(&letters, &limits()),
                Ok(claimed),
                "{round} {formula:?}"
            );
            let hope = beginning(&letters).intersection(&automaton, &limits()).expect("small");
            match hope.accepted_word() {
                Some(word) => {
                    assert!(formula.holds_on(&word), "{round} {formula:?}");
                    assert!(!claimed, "{round} {formula:?} {letters:?}");
                    fine += 1;
                }
                None => {
                    assert!(claimed, "{round} {formula:?} {letters:?}");
                    bad += 1;
                }
            }
            for _ in 0..5 {
                let rest = common::word(&mut numbers, atoms);
                let begun = [&letters[..], rest.prefix()].concat();
                let word = Lasso::new(begun, rest.cycle().to_vec()).expect("a cycle");
                assert!(!claimed || !formula.holds_on(&word), "{round} {formula:?} {word:?}");
            }
        }
        larger += usize::from(prefixes.is_some_and(|it| it.automaton().state_count() > 4));
    }
    assert!(bad > 500 && fine > 500 && larger > 5, "{bad} {fine} {larger}");
}

/// A word on which a safety formula fails has a bad prefix; on others words fail without one.
#[test]
fn safety_formulas_are_decided_by_prefixes() {
    let safe = [
        "G p",
        "p W q",
        "q R p",
        "G (p -> X q)",
        "G (p -> G q)",
        "X X p",
        "p | G q",
        "false",
        "G (p -> (q W r))",
        "(p U (q & X !q)) | G p",
    ];
    for text in safe {
        assert!(bad_prefixes(&read(text)).expect(text).is_complete(), "{text}");
    }
    for text in ["p U q", "(p U q) & G p", "G p & F q", "G p & G F q", "X p & F G q"] {
        assert!(!bad_prefixes(&read(text)).expect(text).is_complete(), "{text}");
    }
    for text in ["true", "F p", "G F p", "F G p", "G (p -> F q)", "F G p | G F q", "p | !p"] {
        assert!(bad_prefixes(&read(text)).is_none(), "{text}");
    }
}

/// Where demands contradict each other, the formula fails at once, though no operator by itself tells.
#[test]
fn prefixes_that_are_not_informative_are_bad() {
    let formula = read("G (q | F G p) & G (r | F G !p)");
    assert_eq!(formula.fails_after(&[0], &limits()), Ok(true));
    assert!(is_bad(&bad_prefixes(&formula).expect("some"), &[0]));
    assert_eq!(formula.fails_after(&[0b10], &limits()), Ok(false));
}

/// Words on which a safety formula fails come to a bad prefix: the formula itself says which fail.
#[test]
fn random_safety_formulas() {
    let mut numbers = Numbers::new(5);
    let mut failed = 0;
    for round in 0..1500 {
        let atoms = numbers.between(1, 3);
        let size = numbers.between(1, 9);
        let formula = common::formula(&mut numbers, size, atoms);
        let Some(prefixes) = bad_prefixes(&formula).filter(BadPrefixes::is_complete) else {
            continue;
        };
        for _ in 0..10 {
            let word = common::word(&mut numbers, atoms);
            if formula.holds_on(&word) {
                continue;
            }
            failed += 1;
            let rounds = 1 + prefixes.automaton().state_count();
            let letters = [word.prefix(), &word.cycle().repeat(rounds)].concat();
            assert!(is_bad(&prefixes, &letters), "{round} {formula:?} {word:?}");
        }
    }
    assert!(failed > 1000, "{failed}");
}

/// Of an automaton, single states tell.
#[test]
fn automata_that_come_to_an_end_have_bad_prefixes() {
    let edge = |target: usize, marks: u64, positive: u64, negative: u64| {
        let guard = Guard::new(positive, negative).expect("no contradiction");
        Edge { target: StateId::new(target), marks, guard }
    };
    // Waits for `p`, and is at its end.
    let claim = vec![vec![edge(0, 0, 0, 1), edge(1, 0, 1, 0)], vec![edge(1, 1, 0, 0)]];
    let ended = BadPrefixes::of_automaton(&Automaton::from_edges(claim, 1), &limits());
    let ended = ended.expect("small").expect("an end");
    assert!(ended.is_complete() && !is_bad(&ended, &[0, 0]) && is_bad(&ended, &[0, 1]));
    // The end takes any letter, by one of two edges to one of two states.
    let split = vec![
        vec![edge(1, 0, 0, 0), edge(0, 1, 0, 0)],
        vec![edge(2, 1, 1, 0), edge(1, 1, 0, 1)],
        vec![edge(1, 1, 1, 0), edge(2, 1, 0, 1)],
    ];
    let split = BadPrefixes::of_automaton(&Automaton::from_edges(split, 1), &limits());
    assert!(split.expect("small").expect("an end").is_complete());
    // It must wait for `p` for ever: no prefix tells.
    let waiting = vec![vec![edge(0, 1, 1, 0), edge(0, 0, 0, 1)]];
    let waiting = BadPrefixes::of_automaton(&Automaton::from_edges(waiting, 1), &limits());
    assert!(waiting.expect("small").is_none());
}
