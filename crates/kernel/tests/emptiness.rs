//! An accepted run is found exactly where there is one, and is one.

mod common;

use common::{Edge, Graph, Node, properties};
use kernel::{
    Acceptor, Emptiness, Fairness, Lasso, Limits, Observable, SearchOptions, Silent, StopReason,
    find_accepted,
};
use proptest::prelude::*;

impl Observable for Graph {
    fn valuation(&self, state: &u32, _: &mut Vec<u32>) -> Option<u64> {
        let node = &self.nodes[*state as usize];
        Some(u64::from(node.odd) | u64::from(node.bad) << 1)
    }

    fn threads(&self, _: &u32) -> usize {
        1
    }

    fn actor(&self, _: &[(u32, usize)]) -> Option<u32> {
        Some(0)
    }

    fn renaming<'s>(&self, _: &'s u32) -> Option<&'s [u32]> {
        None
    }
}

/// A move of an automaton: for which of the four valuations, where it leads, and its marks.
type Move = (u8, u32, u64);

/// An automaton given by the moves of each place.
#[derive(Clone, Debug)]
struct Table {
    marks: u64,
    moves: Vec<Vec<Move>>,
}

impl Acceptor for Table {
    fn initial(&self) -> u32 {
        0
    }

    fn marks(&self) -> u64 {
        self.marks
    }

    fn moves(&self, from: u32, valuation: u64, visit: &mut dyn FnMut(u32, u64)) {
        for &(when, to, marks) in &self.moves[from as usize] {
            if when >> valuation & 1 != 0 {
                visit(to, marks & self.marks);
            }
        }
    }
}

/// Where a graph can go from a node: a node without transitions stays.
fn next(graph: &Graph, node: u32) -> Vec<u32> {
    let edges = &graph.nodes[node as usize].edges;
    if edges.is_empty() {
        vec![node]
    } else {
        edges.iter().filter_map(|edge| edge.target).collect()
    }
}

/// The edges of a product, each node a number.
fn product(
    graph: &Graph,
    table: &Table,
    next: &dyn Fn(u32) -> Vec<u32>,
    size: usize,
    observe: &dyn Fn(u32) -> u32,
) -> Vec<Vec<(usize, u64)>> {
    let places = table.moves.len();
    let mut edges = vec![Vec::new(); size * places];
    for here in 0..size as u32 {
        let valuation = graph.valuation(&observe(here), &mut Vec::new()).unwrap();
        for at in 0..places {
            table.moves(at as u32, valuation, &mut |to, marks| {
                let targets = next(here)
                    .into_iter()
                    .map(|target| (target as usize * places + to as usize, marks));
                edges[here as usize * places + at].extend(targets);
            });
        }
    }
    edges
}

/// Whether from some of the nodes a cycle with all marks can be reached: by what can reach what, and nothing cleverer.
fn accepts(edges: &[Vec<(usize, u64)>], starts: &[usize], marks: u64) -> bool {
    let count = edges.len();
    let reach = |from: usize| {
        let mut seen = vec![false; count];
        let mut stack = vec![from];
        while let Some(node) = stack.pop() {
            for &(to, _) in &edges[node] {
                if !seen[to] {
                    seen[to] = true;
                    stack.push(to);
                }
            }
        }
        seen
    };
    let reaches: Vec<Vec<bool>> = (0..count).map(reach).collect();
    let met = |node: usize| starts.iter().any(|&start| start == node || reaches[start][node]);
    (0..count).filter(|&node| met(node) && reaches[node][node]).any(|node| {
        let inside = |other: usize| other == node || reaches[node][other] && reaches[other][node];
        let mut found = 0;
        for from in (0..count).filter(|&from| inside(from)) {
            edges[from].iter().filter(|(to, _)| inside(*to)).for_each(|(_, marks)| found |= marks);
        }
        found & marks == marks
    })
}

fn check_lasso(graph: &Graph, table: &Table, lasso: &Lasso<Graph>) {
    let states = &lasso.states;
    assert!(graph.initial.contains(&states[0]));
    let after = |place: usize| if place + 1 < states.len() { place + 1 } else { lasso.again };
    for (place, &state) in states.iter().enumerate() {
        assert!(next(graph, state).contains(&states[after(place)]), "{states:?}");
    }
    let edges = product(
        graph,
        table,
        &|place| vec![after(place as usize) as u32],
        states.len(),
        &|place| states[place as usize],
    );
    assert!(accepts(&edges, &[0], table.marks), "{states:?} again from {}", lasso.again);
}

fn check(graph: &Graph, table: &Table) -> Emptiness<Graph> {
    let found = find_accepted(graph, table, Fairness::None, &SearchOptions::default(), &Silent);
    let places = table.moves.len();
    let edges = product(graph, table, &|node| next(graph, node), graph.nodes.len(), &|node| node);
    let starts: Vec<usize> = graph.initial.iter().map(|&node| node as usize * places).collect();
    assert_eq!(found.accepted.is_some(), accepts(&edges, &starts, table.marks));
    match &found.accepted {
        Some(lasso) => {
            assert_eq!(found.stop, StopReason::Violation);
            check_lasso(graph, table, lasso);
        }
        None => assert_eq!(found.stop, StopReason::Exhausted),
    }
    found
}

fn graphs(size: u32) -> impl Strategy<Value = Graph> {
    let edge = prop_oneof![9 => (0..size).prop_map(Some), 1 => Just(None)];
    let edge = edge.prop_map(|target| Edge { target, violation: None });
    let node = (prop::collection::vec(edge, 0..3), any::<bool>(), any::<bool>());
    let node = node.prop_map(|(edges, odd, bad)| Node { edges, halts: false, odd, bad });
    let initial = prop::collection::vec(0..size, 1..3);
    (prop::collection::vec(node, size as usize), initial).prop_map(|(nodes, initial)| Graph {
        nodes,
        initial,
        properties: properties(),
        slow: false,
    })
}

fn tables() -> impl Strategy<Value = Table> {
    let moves = |places: u32| prop::collection::vec((1..16u8, 0..places, 0..8u64), 0..4);
    let places = (1..4u32)
        .prop_flat_map(move |places| prop::collection::vec(moves(places), places as usize));
    (prop_oneof![Just(0u64), Just(1), Just(3), Just(7)], places)
        .prop_map(|(marks, moves)| Table { marks, moves })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn runs_are_found_where_there_are_some((graph, table) in (1..14u32).prop_flat_map(|size| (graphs(size), tables()))) {
        check(&graph, &table);
    }
}

/// Odd for ever again.
fn odd_again() -> Table {
    Table { marks: 1, moves: vec![vec![(0b1010, 0, 1), (0b0101, 0, 0)]] }
}

fn ring(size: u32) -> Graph {
    let edges: Vec<Vec<u32>> = (0..size).map(|node| vec![(node + 1) % size]).collect();
    let edges: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
    Graph::plain(&edges)
}

#[test]
fn a_long_ring_is_no_matter_for_the_stack() {
    let mut graph = ring(300_000);
    let (states, nodes) = {
        let found =
            find_accepted(&graph, &odd_again(), Fairness::None, &SearchOptions::default(), &Silent);
        (found.statistics.states, found.nodes)
    };
    assert_eq!((states, nodes), (300_000, 300_000));
    graph.nodes[200_000].odd = true;
    let found =
        find_accepted(&graph, &odd_again(), Fairness::None, &SearchOptions::default(), &Silent);
    let lasso = found.accepted.expect("a run");
    assert_eq!((lasso.states.len(), lasso.moves.len(), lasso.again), (300_000, 300_000, 0));
}

#[test]
fn limits_leave_it_open() {
    let graph = ring(100_000);
    let limited = |limits| {
        find_accepted(
            &graph,
            &odd_again(),
            Fairness::None,
            &SearchOptions { limits, ..SearchOptions::default() },
            &Silent,
        )
        .stop
    };
    assert_eq!(limited(Limits { states: Some(500), ..Limits::default() }), StopReason::StateLimit);
    assert_eq!(limited(Limits { depth: Some(500), ..Limits::default() }), StopReason::DepthLimit);
    assert_eq!(
        limited(Limits { memory_bytes: Some(1 << 20), ..Limits::default() }),
        StopReason::MemoryLimit
    );
}
