//! Which automata bear it that letters are repeated as their states like.

use crate::common;
use crate::common::reader::read;
use temporal::{Automaton, Edge, Guard, Limits, StateId, translate};
use testing::Numbers;

fn bears(automaton: &Automaton) -> bool {
    automaton.bears_delays(&Limits::default()).expect("small")
}

/// An automaton over one atom: for each state, where it leads by which letter, with which marks.
fn automaton(moves: &[&[(bool, usize, u64)]], sets: u32) -> Automaton {
    let edge = |&(letter, target, marks): &(bool, usize, u64)| {
        let guard = Guard::new(u64::from(letter), u64::from(!letter)).expect("no contradiction");
        Edge { target: StateId::new(target), marks, guard }
    };
    let edges = moves.iter().map(|moves| moves.iter().map(edge).collect()).collect();
    Automaton::from_edges(edges, sets)
}

/// S. Siegel, "What's wrong with on-the-fly partial order reduction", CAV 2019: what it accepts does not depend on repetitions, but it
/// guesses whether there are evenly or oddly many. (`automata_that_guess_repetitions_lose_runs`, among the tests of the search,
/// shows how a run is lost by that.)
#[test]
fn guesses_are_found() {
    let guessing: [&[(bool, usize, u64)]; 7] = [
        &[(false, 1, 0), (false, 3, 0)],
        &[(false, 2, 0)],
        &[(false, 1, 0), (true, 6, 0)],
        &[(false, 4, 0), (true, 6, 0)],
        &[(false, 5, 0)],
        &[(false, 4, 0), (true, 6, 0)],
        &[(false, 6, 1), (true, 6, 1)],
    ];
    assert!(!bears(&automaton(&guessing, 1)));
    // The same language, by waiting.
    let waiting: [&[(bool, usize, u64)]; 3] =
        [&[(false, 1, 0)], &[(false, 1, 0), (true, 2, 0)], &[(false, 2, 1), (true, 2, 1)]];
    assert!(bears(&automaton(&waiting, 1)));
}

/// A mark that is lost where two letters are read as one, or only got by reading two.
#[test]
fn marks_are_kept() {
    // Twice: the second time with a mark. Once: without. Each has a way to choose, so that it is not deterministic.
    let lost: [&[(bool, usize, u64)]; 2] =
        [&[(true, 0, 0), (true, 1, 0)], &[(true, 1, 0), (true, 0, 1)]];
    assert!(!bears(&automaton(&lost, 1)));
    let kept: [&[(bool, usize, u64)]; 2] =
        [&[(true, 0, 1), (true, 1, 1)], &[(true, 1, 1), (true, 0, 1)]];
    assert!(bears(&automaton(&kept, 1)));
}

/// Without `X`, few automata guess. With it, those of formulas that do tell how often a letter is repeated do.
#[test]
fn few_automata_guess() {
    let mut numbers = Numbers::new(5);
    let (mut plain, mut guessing) = (0, 0);
    for _ in 0..3000 {
        let atoms = numbers.between(1, 3);
        let size = numbers.between(3, 12);
        let formula = common::formula(&mut numbers, size, atoms);
        if !formula.has_next() {
            plain += 1;
            let automaton = translate(&formula, &Limits::default()).expect("small");
            guessing += usize::from(!bears(&automaton));
        }
    }
    assert!(guessing > 0 && guessing * 20 < plain, "{guessing} of {plain}");
    let next = translate(&read("G F (p & X p & X X !p)"), &Limits::default()).expect("small");
    assert!(!bears(&next));
}
