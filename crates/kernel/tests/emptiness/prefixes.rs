//! The shortest beginning of a run that decides is found exactly where there is one.

use kernel::{Prefix, PrefixAcceptor, find_prefix};

use super::*;

/// An automaton that decides in its last place.
struct Deciding(Table);

impl Acceptor for Deciding {
    fn initial(&self) -> u32 {
        0
    }

    fn marks(&self) -> u64 {
        self.0.marks
    }

    fn moves(&self, from: u32, valuation: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool {
        self.0.moves(from, valuation, visit)
    }
}

impl PrefixAcceptor for Deciding {
    fn is_decided(&self, place: u32) -> bool {
        place as usize + 1 == self.0.moves.len()
    }
}

/// How many transitions come before the automaton decides, at least: by all walks of one length after the other.
fn fewest_before(graph: &Graph, automaton: &Deciding) -> Option<usize> {
    let mut walks: Vec<(u32, u32)> = graph.initial.iter().map(|&node| (node, 0)).collect();
    (0..=graph.nodes.len() * automaton.0.moves.len()).find(|_| {
        let mut after = Vec::new();
        let mut decides = false;
        for &(node, at) in &walks {
            let valuation = graph.valuation(&node, &mut Vec::new());
            let known = automaton.moves(at, valuation, &mut |to, _| {
                decides |= automaton.is_decided(to);
                after.extend(next(graph, node).into_iter().map(|target| (target, to)));
            });
            assert!(known);
        }
        after.sort_unstable();
        after.dedup();
        walks = after;
        decides
    })
}

/// A beginning is one of a run that the automaton follows to a decision.
fn check_prefix(graph: &Graph, automaton: &Deciding, prefix: &Prefix<Graph>) {
    assert_eq!(prefix.moves.len() + 1, prefix.states.len());
    assert!(graph.initial.contains(&prefix.states[0]));
    for (place, pair) in prefix.states.windows(2).enumerate() {
        assert!(next(graph, pair[0]).contains(&pair[1]), "{:?}", prefix.states);
        let stays = graph.nodes[pair[0] as usize].edges.is_empty();
        assert_eq!(prefix.moves[place].actor.is_none(), stays);
    }
    let mut places = vec![0];
    for state in &prefix.states {
        let valuation = graph.valuation(state, &mut Vec::new());
        let mut after = Vec::new();
        for &at in &places {
            assert!(automaton.moves(at, valuation, &mut |to, _| after.push(to)));
        }
        places = after;
    }
    assert!(places.iter().any(|&at| automaton.is_decided(at)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn prefixes_are_shortest((graph, table) in (1..14u32).prop_flat_map(|size| (graphs(size), tables()))) {
        let automaton = Deciding(table);
        let fewest = fewest_before(&graph, &automaton);
        let found = find_prefix(&graph, &automaton, &SearchOptions::default(), &Silent);
        assert_eq!(found.accepted.as_ref().map(|prefix| prefix.moves.len()), fewest);
        let stop = if fewest.is_some() { StopReason::Violation } else { StopReason::Exhausted };
        assert_eq!(found.stop, stop);
        if let Some(prefix) = &found.accepted {
            check_prefix(&graph, &automaton, prefix);
        }
        for depth in 0..4 {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let options = SearchOptions { limits, ..SearchOptions::default() };
            let found = find_prefix(&graph, &automaton, &options, &Silent);
            let expected = fewest.filter(|&fewest| fewest as u64 <= depth);
            assert_eq!(found.accepted.map(|prefix| prefix.moves.len()), expected);
        }
    }
}

/// Waits for a node that is odd.
fn odd_once() -> Deciding {
    Deciding(Table { marks: 0, moves: vec![vec![(0b0101, 0, 0), (0b1010, 1, 0)], Vec::new()] })
}

/// What is left out on a cycle is taken in the end: Valmari's ignoring problem. Node 0 and 1 are gone round for ever by a
/// transition that comes before all others; node 2 is odd.
#[test]
fn no_transition_is_put_off_for_ever() {
    let mut graph = Graph::plain(&[&[1, 3], &[0, 2], &[2], &[2]]);
    graph.nodes[2].odd = true;
    let reduced = Reduced { graph };
    let options = SearchOptions { partial_order: true, ..SearchOptions::default() };
    let found = find_prefix(&reduced, &odd_once(), &options, &Silent);
    assert_eq!(found.accepted.expect("node 2").states, [0, 1, 2]);
    // The way through node 3 was left out.
    assert_eq!(found.nodes, 3);
}

#[test]
fn limits_leave_open_whether_there_is_a_prefix() {
    let graph = ring(100_000);
    let limited = |limits| {
        let options = SearchOptions { limits, ..SearchOptions::default() };
        find_prefix(&graph, &odd_once(), &options, &Silent).stop
    };
    assert_eq!(limited(Limits { states: Some(500), ..Limits::default() }), StopReason::StateLimit);
    let memory = Limits { memory_bytes: Some(1 << 20), ..Limits::default() };
    assert_eq!(limited(memory), StopReason::MemoryLimit);
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(limited(time), StopReason::TimeLimit);
    assert_eq!(limited(Limits::default()), StopReason::Exhausted);
}

/// S. Siegel, *What's wrong with on-the-fly partial order reduction*, CAV 2019. Nodes 0 and 1 are gone round by a transition that
/// changes nothing that is seen, and from both another one leads to what is odd. The automaton accepts one even node or more and
/// then an odd one, so it does not tell how often a node is repeated; but it guesses at its first move whether there are evenly
/// or oddly many. In each of the two guesses the other transition is only taken where the guess turns out to be wrong.
#[test]
fn automata_that_guess_repetitions_lose_runs() {
    let mut graph = Graph::plain(&[&[1, 2], &[0, 3], &[3], &[2]]);
    [2, 3].iter().for_each(|&node| graph.nodes[node].odd = true);
    let (even, odd) = (0b0101, 0b1010);
    let guessing = vec![
        vec![(even, 1, 0), (even, 3, 0)],
        // Evenly many: place 1 was come to by oddly many, place 2 by evenly many.
        vec![(even, 2, 0)],
        vec![(even, 1, 0), (odd, 6, 0)],
        // Oddly many, of which the first is told apart: places 3 and 5 were come to by oddly many, place 4 by evenly many.
        vec![(even, 4, 0), (odd, 6, 0)],
        vec![(even, 5, 0)],
        vec![(even, 4, 0), (odd, 6, 0)],
        vec![(even | odd, 6, 1)],
    ];
    let plain = vec![vec![(even, 1, 0)], vec![(even, 1, 0), (odd, 2, 0)], vec![(even | odd, 2, 1)]];
    let reduced = Reduced { graph };
    let find = |moves: &[Vec<Move>], partial_order| {
        let table = Table { marks: 1, moves: moves.to_vec() };
        let options = SearchOptions { partial_order, ..SearchOptions::default() };
        find_accepted(&reduced, &table, Fairness::None, &options, &Silent).accepted.is_some()
    };
    let found = [&guessing, &plain].map(|moves| [false, true].map(|order| find(moves, order)));
    // That is why nothing may be left out for the first one: `temporal::Automaton::bears_delays` tells.
    assert_eq!(found, [[true, false], [true, true]]);
}
