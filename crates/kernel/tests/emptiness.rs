//! An accepted run is found exactly where there is one, and is one.

#[path = "emptiness/prefixes.rs"]
mod prefixes;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{Edge, Graph, Node, properties};
use kernel::{
    Acceptor, Algorithm, Emptiness, Fairness, Lasso, Limits, Observable, PropertyId, SearchOptions,
    Silent, Starts, StopReason, Transition, TransitionSystem, Valuation, Visitor, find_accepted,
    find_shorter, no_invariants,
};
use proptest::prelude::*;

const ALGORITHMS: [Algorithm; 2] = [Algorithm::Components, Algorithm::Nested];

fn find(
    graph: &Graph,
    table: &Table,
    algorithm: Algorithm,
    options: &SearchOptions,
) -> Emptiness<Graph> {
    let options = SearchOptions { algorithm, ..options.clone() };
    find_accepted(graph, table, Fairness::None, &options, &Silent)
}

impl Observable for Graph {
    fn valuation(&self, state: &u32, _: &mut Vec<u32>) -> Valuation {
        let node = &self.nodes[*state as usize];
        (u64::from(node.odd) | u64::from(node.bad) << 1).into()
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

    fn moves(&self, from: u32, valuation: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool {
        for &(when, to, marks) in &self.moves[from as usize] {
            if when >> valuation.holds & 1 != 0 {
                visit(to, marks & self.marks);
            }
        }
        valuation.unknown == 0
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
        let valuation = graph.valuation(&observe(here), &mut Vec::new());
        for at in 0..places {
            let known = table.moves(at as u32, valuation, &mut |to, marks| {
                let targets = next(here)
                    .into_iter()
                    .map(|target| (target as usize * places + to as usize, marks));
                edges[here as usize * places + at].extend(targets);
            });
            assert!(known);
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

fn check(graph: &Graph, table: &Table) {
    let places = table.moves.len();
    let edges = product(graph, table, &|node| next(graph, node), graph.nodes.len(), &|node| node);
    let starts: Vec<usize> = graph.initial.iter().map(|&node| node as usize * places).collect();
    let expected = accepts(&edges, &starts, table.marks);
    for algorithm in ALGORITHMS {
        let found = find(graph, table, algorithm, &SearchOptions::default());
        assert_eq!(found.accepted.is_some(), expected, "{algorithm:?}");
        match &found.accepted {
            Some(lasso) => {
                assert_eq!(found.stop, StopReason::Violation, "{algorithm:?}");
                check_lasso(graph, table, lasso);
            }
            None => assert_eq!(found.stop, StopReason::Exhausted, "{algorithm:?}"),
        }
    }
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

/// How many transitions a shortest run has, way and round: by all walks of one length after the other.
fn fewest(edges: &[Vec<(usize, u64)>], starts: &[usize], marks: u64) -> Option<usize> {
    let walk = |from: Vec<(usize, u64)>, ends: &dyn Fn(usize, u64) -> bool| {
        let mut all = from;
        (1..=8 * edges.len()).find(|_| {
            let step = |&(node, taken): &(usize, u64)| {
                edges[node].iter().map(move |&(to, marks)| (to, taken | marks))
            };
            all = all.iter().flat_map(step).collect();
            all.sort_unstable();
            all.dedup();
            all.iter().any(|&(node, taken)| ends(node, taken))
        })
    };
    let total = |node: usize| {
        let from = starts.iter().map(|&start| (start, 0)).collect();
        let is_start = starts.contains(&node).then_some(0);
        let way = is_start.or_else(|| walk(from, &|to, _| to == node))?;
        Some(way + walk(vec![(node, 0)], &|to, taken| to == node && taken & marks == marks)?)
    };
    (0..edges.len()).filter_map(total).min()
}

fn check_shortest(graph: &Graph, table: &Table) {
    let places = table.moves.len();
    let edges = product(graph, table, &|node| next(graph, node), graph.nodes.len(), &|node| node);
    let starts: Vec<usize> = graph.initial.iter().map(|&node| node as usize * places).collect();
    let fewest = fewest(&edges, &starts, table.marks);
    let shorter = |than| find_shorter(graph, table, than, &SearchOptions::default(), &Silent);
    let found = shorter(1000);
    assert_eq!(found.stop, StopReason::Exhausted);
    assert_eq!(found.run.as_ref().map(|run| run.moves.len()), fewest);
    if let (Some(run), Some(fewest)) = (found.run, fewest) {
        check_lasso(graph, table, &run);
        assert!(shorter(fewest).run.is_none(), "{fewest} are not fewer than {fewest}");
        assert!(shorter(fewest + 1).run.is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn shortest_runs_are_shortest((graph, table) in (1..9u32).prop_flat_map(|size| (graphs(size), tables()))) {
        check_shortest(&graph, &table);
    }
}

#[test]
fn limits_leave_open_what_is_shortest() {
    let mut graph = ring(100_000);
    graph.nodes[0].odd = true;
    let limited = |limits| {
        let options = SearchOptions { limits, ..SearchOptions::default() };
        find_shorter(&graph, &odd_again(), 1_000_000, &options, &Silent).stop
    };
    assert_eq!(limited(Limits { states: Some(500), ..Limits::default() }), StopReason::StateLimit);
    let memory = Limits { memory_bytes: Some(1 << 20), ..Limits::default() };
    assert_eq!(limited(memory), StopReason::MemoryLimit);
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
    let all = SearchOptions::default();
    for algorithm in ALGORITHMS {
        let found = find(&graph, &odd_again(), algorithm, &all);
        assert_eq!(found.stop, StopReason::Exhausted, "{algorithm:?}");
        assert_eq!((found.statistics.states, found.nodes), (300_000, 300_000), "{algorithm:?}");
    }
    graph.nodes[200_000].odd = true;
    for algorithm in ALGORITHMS {
        let lasso = find(&graph, &odd_again(), algorithm, &all).accepted.expect("a run");
        let length = (lasso.states.len(), lasso.moves.len(), lasso.again);
        assert_eq!(length, (300_000, 300_000, 0), "{algorithm:?}");
    }
}

/// Nodes one after the other, the last of which stays, and of which the first is odd.
fn chain(size: u32) -> Graph {
    let mut graph = ring(size);
    graph.nodes[0].odd = true;
    graph.nodes[size as usize - 1].edges.clear();
    graph
}

#[test]
fn a_long_second_search_is_no_matter_for_the_stack() {
    let found = find(&chain(300_000), &odd_again(), Algorithm::Nested, &SearchOptions::default());
    assert_eq!((found.stop, found.statistics.depth), (StopReason::Exhausted, 299_999));
    // Each edge by the first search, and all but the one out of the first node by the second.
    assert_eq!(found.statistics.transitions, 300_000 + 299_999);
}

#[test]
fn second_searches_expand_each_node_once() {
    let mut graph = chain(100);
    graph.nodes.iter_mut().take(99).for_each(|node| node.odd = true);
    let counts = ALGORITHMS.map(|algorithm| {
        let found = find(&graph, &odd_again(), algorithm, &SearchOptions::default());
        (found.stop, found.nodes, found.statistics.transitions)
    });
    // A second search from each node but the first: from the last one at first.
    let expected = [100, 100 + 99].map(|transitions| (StopReason::Exhausted, 100, transitions));
    assert_eq!(counts, expected);
}

#[test]
fn a_nested_search_meets_nodes_at_each_level() {
    let mut graph = ring(2);
    let mut table = Table { marks: 3, moves: vec![vec![(0b1010, 0, 1), (0b0101, 0, 0)]] };
    let counts = |graph: &Graph, table: &Table| {
        let found = find(graph, table, Algorithm::Nested, &SearchOptions::default());
        (found.stop, found.nodes, found.statistics.transitions)
    };
    assert_eq!(counts(&graph, &table), (StopReason::Exhausted, 2, 2));
    // Node 0 takes the first mark, and none takes the second: node 0 at level 0, then nodes 1 and 0 at level 1.
    graph.nodes[0].odd = true;
    assert_eq!(counts(&graph, &table), (StopReason::Exhausted, 2, 3));
    // An edge with both marks passes both levels.
    table.moves[0][0].2 = 3;
    assert_eq!(counts(&graph, &table).0, StopReason::Violation);
}

#[test]
fn limits_leave_it_open() {
    let graph = ring(100_000);
    let limited = |limits| {
        ALGORITHMS.map(|algorithm| {
            let options = SearchOptions { limits, ..SearchOptions::default() };
            find(&graph, &odd_again(), algorithm, &options).stop
        })
    };
    let none = Limits::default();
    assert_eq!(limited(Limits { states: Some(500), ..none }), [StopReason::StateLimit; 2]);
    assert_eq!(limited(Limits { depth: Some(500), ..none }), [StopReason::DepthLimit; 2]);
    assert_eq!(
        limited(Limits { memory_bytes: Some(1 << 20), ..none }),
        [StopReason::MemoryLimit; 2]
    );
    assert_eq!(limited(Limits { time: Some(Duration::ZERO), ..none }), [StopReason::TimeLimit; 2]);
}

#[test]
fn a_cancelled_search_leaves_it_open() {
    for algorithm in ALGORITHMS {
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let options = SearchOptions { cancel, ..SearchOptions::default() };
        let found = find(&ring(10), &odd_again(), algorithm, &options);
        assert_eq!((found.stop, found.statistics.states), (StopReason::Cancelled, 0));
    }
}

#[test]
fn the_depth_limit_also_holds_for_the_second_search() {
    // The second search begins at node 1, and must not go on behind node 10.
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let options = SearchOptions { limits, ..SearchOptions::default() };
    let found = find(&chain(100), &odd_again(), Algorithm::Nested, &options);
    assert_eq!((found.stop, found.statistics.states), (StopReason::DepthLimit, 11));
    // Out of nodes 0 to 9, and out of nodes 1 to 9 again.
    assert_eq!(found.statistics.transitions, 10 + 9);
}

#[test]
#[should_panic(expected = "a nested search knows no fairness")]
fn a_nested_search_refuses_fairness() {
    let options = SearchOptions { algorithm: Algorithm::Nested, ..SearchOptions::default() };
    find_accepted(&ring(1), &odd_again(), Fairness::Weak, &options, &Silent);
}

/// A graph of which all but the first edge of each node are left out, unless they are wanted.
struct Reduced {
    graph: Graph,
}

impl TransitionSystem for Reduced {
    type State = u32;
    type Step = (u32, usize);
    type Scratch = ();

    fn scratch(&self) {}

    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<u32>) -> ControlFlow<()> {
        self.graph.initial.iter().try_for_each(|state| starts.start(state))
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &u32,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for (index, edge) in self.graph.nodes[*state as usize].edges.iter().enumerate() {
            if index == 0 || visitor.wants_all() {
                let (steps, target) = (&[(*state, index)], edge.target.as_ref());
                visitor.transition(Transition { steps, target, violation: None })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn violates(&self, _: &u32, invariant: PropertyId, (): &mut ()) -> bool {
        no_invariants(invariant)
    }

    kernel::forward!(graph: identity, encode, decode, blank, properties, may_halt);
}

impl Observable for Reduced {
    fn valuation(&self, state: &u32, (): &mut ()) -> Valuation {
        self.graph.valuation(state, &mut Vec::new())
    }

    kernel::forward!(graph: threads, actor, renaming);
}

#[test]
fn a_nested_search_takes_every_transition() {
    let reduced = Reduced { graph: Graph::plain(&[&[1, 2], &[], &[]]) };
    let options = SearchOptions { partial_order: true, ..SearchOptions::default() };
    let states = ALGORITHMS.map(|algorithm| {
        let (table, none) = (odd_again(), Fairness::None);
        let options = SearchOptions { algorithm, ..options.clone() };
        find_accepted(&reduced, &table, none, &options, &Silent).statistics.states
    });
    // The search by components leaves out the way to node 2.
    assert_eq!(states, [2, 3]);
}
