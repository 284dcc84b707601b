//! What LBT makes of formulas.

use temporal::{AtomId, Formula};
use testing::peers::{Peer, ask};

use super::foreign::{Foreign, ForeignState};
use super::notation::for_lbt;

/// LBT's automaton of a formula; none if it is not installed.
pub fn translated(formula: &Formula) -> Option<Foreign> {
    Some(parse(&ask(Peer::Lbt, &[], &for_lbt(formula))?))
}

/// A line for each state (its number, whether it is initial, its acceptance sets, -1), and then lines for its edges.
fn parse(text: &str) -> Foreign {
    let mut lines = text.lines();
    let numbers = |line: &str| -> Vec<i64> {
        line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
    };
    let header = numbers(lines.next().expect("a header"));
    let mut automaton = Foreign { sets: header[1] as usize, ..Foreign::default() };
    for at in 0..header[0] as usize {
        let state = numbers(lines.next().expect("a state"));
        assert_eq!(state[0] as usize, at);
        if state[1] == 1 {
            automaton.initial.push(at);
        }
        let sets = state[2..].iter().take_while(|&&set| set >= 0);
        let marks = sets.fold(0, |marks, set| marks | 1 << set);
        let edges = lines.by_ref().take_while(|line| line.trim() != "-1").map(|line| {
            let (target, guard) = line.split_once(' ').expect("a guard");
            (prefix(&mut guard.split_whitespace()), target.parse().expect("a state"))
        });
        automaton.states.push(ForeignState { marks, edges: edges.collect() });
    }
    automaton
}

/// A guard in prefix notation.
fn prefix<'a>(words: &mut impl Iterator<Item = &'a str>) -> Formula {
    match words.next().expect("an operator") {
        "t" => Formula::True,
        "f" => Formula::False,
        "!" => prefix(words).negated(),
        "&" => Formula::And(vec![prefix(words), prefix(words)]),
        "|" => Formula::Or(vec![prefix(words), prefix(words)]),
        atom => Formula::Atom(AtomId(atom[1..].parse().expect("a number"))),
    }
}
