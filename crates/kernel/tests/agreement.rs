//! All orders of search, on any number of workers, agree with a plain search.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::common::delayed::Delayed;
use crate::common::first::first;
use crate::common::spread::Spread;
use crate::common::{
    ASSERTION, BAD, DEADLOCK, ERROR, Edge, Graph, Node, Philosophers, Reference, engines,
    properties, reference, replay,
};
use kernel::{
    Order, Outcome, Property, PropertyId, PropertyKind, PropertySet, SearchOptions, Silent, Starts,
    StateIdentity, StopReason, Store, TraceChoice, Transition, TransitionSystem, ViolatedBy,
    Visitor, no_invariants, reachable, search, search_by_levels,
};
use proptest::prelude::*;

fn check<S: TransitionSystem>(system: &S) -> Reference<S::State>
where
    S::State: Eq + Hash + Debug,
    S::Step: Eq + Debug,
{
    let expected = reference(system);
    let brute_force = reachable(system, usize::MAX).unwrap();
    assert_eq!(brute_force.len(), expected.distances.len());
    for (name, options) in engines() {
        let outcome = search(system, &options, &Silent);
        compare(name, system, &options, &outcome, &expected);
        let first = SearchOptions { keep_going: false, ..options.clone() };
        let has_levels = system.identity() != StateIdentity::Key;
        let outcome = search(system, &first, &Silent);
        stops_at_first(name, system, &first, &outcome, &expected, has_levels);
        stops_at_once(name, system, &first, &expected);
        if options.order == Order::BreadthFirst {
            answered_late(name, system, &options, &expected);
            for store in [Store::Compressed, Store::Disk] {
                without_parents(name, &Spread(system), store, &options, &expected);
            }
            without_parents(name, system, Store::Disk, &options, &expected);
        }
    }
    expected
}

/// The same where the visited states are kept without parents.
fn without_parents<S: TransitionSystem>(
    name: &str,
    system: &S,
    store: Store,
    options: &SearchOptions,
    expected: &Reference<S::State>,
) where
    S::State: Eq + Hash + Debug,
    S::Step: Eq + Debug,
{
    let name = &format!("{name}, {store:?}");
    let options = &SearchOptions { store, ..options.clone() };
    compare(name, system, options, &search(system, options, &Silent), expected);
    let first = SearchOptions { keep_going: false, ..options.clone() };
    stops_at_first(name, system, &first, &search(system, &first, &Silent), expected, true);
    stops_at_once(name, system, &first, expected);
}

/// The same where which states are new is known at the end of each level.
fn answered_late<S: TransitionSystem>(
    name: &str,
    system: &S,
    options: &SearchOptions,
    expected: &Reference<S::State>,
) where
    S::State: Eq + Hash + Debug,
    S::Step: Eq + Debug,
{
    let name = &format!("{name}, answered late");
    let late = |options| search_by_levels(system, &Delayed::default(), options, &Silent);
    compare(name, system, options, &late(options), expected);
    let first = SearchOptions { keep_going: false, ..options.clone() };
    stops_at_first(name, system, &first, &late(&first), expected, false);
}

fn compare<S: TransitionSystem>(
    name: &str,
    system: &S,
    options: &SearchOptions,
    outcome: &Outcome<S>,
    expected: &Reference<S::State>,
) where
    S::State: Eq + Hash + Debug,
    S::Step: Eq + Debug,
{
    let counted = outcome.statistics;
    assert_eq!(outcome.stop, StopReason::Exhausted, "{name}");
    assert_eq!(counted.states, expected.distances.len() as u64, "{name}");
    assert_eq!(counted.transitions, expected.transitions, "{name}");
    let deepest = expected.distances.values().max().copied().unwrap_or(0);
    let depth = match options.order {
        Order::BreadthFirst => deepest,
        Order::DepthFirst => expected.longest,
    };
    assert_eq!(counted.depth, depth, "{name}");
    let count: u64 = expected.violations.values().map(|v| v.0).sum();
    assert_eq!(outcome.violation_count, count, "{name}");
    let mut properties: Vec<_> = expected.violations.keys().copied().collect();
    properties.sort();
    let found: Vec<_> = outcome.violations.iter().map(|v| v.property).collect();
    assert_eq!(found, properties, "{name}");
    for found in &outcome.violations {
        let length = replay(system, found);
        let (_, shortest) = expected.violations[&found.property];
        match options.order {
            Order::BreadthFirst => assert_eq!(length, shortest, "{name}: {found:?}"),
            Order::DepthFirst => assert!(length >= shortest, "{name}: {found:?}"),
        }
    }
    // A second search finds the ways where the first keeps neither parents nor levels.
    let is_twice = options.store == Store::Compressed && count > 0;
    let searches = if is_twice { 2 } else { 1 };
    assert_eq!(outcome.scratches.len(), options.workers * searches);
}

fn stops_at_first<S: TransitionSystem>(
    name: &str,
    system: &S,
    options: &SearchOptions,
    outcome: &Outcome<S>,
    expected: &Reference<S::State>,
    has_levels: bool,
) where
    S::State: Eq + Hash + Debug,
    S::Step: Eq + Debug,
{
    let Some(shortest) = expected.violations.values().map(|v| v.1).min() else {
        assert_eq!(outcome.stop, StopReason::Exhausted, "{name}");
        return;
    };
    assert_eq!(outcome.stop, StopReason::Violation, "{name}");
    let [found] = &outcome.violations[..] else { panic!("{name}: one trace is told") };
    let length = replay(system, found);
    if options.order == Order::DepthFirst {
        assert_eq!(outcome.violation_count, 1, "{name}");
        return;
    }
    let first = first(system, &expected.distances).expect("something is violated");
    let counted = outcome.statistics;
    let counts = (counted.states, counted.transitions, outcome.violation_count, counted.depth);
    let expected = (first.states, first.transitions, first.violations, first.depth);
    assert_eq!(counts, expected, "{name}");
    assert_eq!((found.property, length), (first.property, shortest), "{name}");
    if has_levels {
        assert!(found.trace.states == first.trace, "{name}: {found:?}, not {:?}", first.trace);
    }
}

/// One that ends with the first violation that a worker meets.
fn stops_at_once<S: TransitionSystem>(
    name: &str,
    system: &S,
    options: &SearchOptions,
    expected: &Reference<S::State>,
) where
    S::State: Eq + Hash + Debug,
    S::Step: Eq + Debug,
{
    let options = SearchOptions { trace_choice: TraceChoice::Met, ..options.clone() };
    let outcome = search(system, &options, &Silent);
    let Some(shortest) = expected.violations.values().map(|v| v.1).min() else {
        assert_eq!(outcome.stop, StopReason::Exhausted, "{name}");
        return;
    };
    assert_eq!(outcome.stop, StopReason::Violation, "{name}");
    if options.workers == 1 {
        assert_eq!(outcome.violation_count, 1, "{name}");
    }
    for found in &outcome.violations {
        let length = replay(system, found);
        if options.order == Order::BreadthFirst {
            assert!(length <= shortest + 1, "{name}");
            // Which is violated by states and by transitions: those of a level may come before these.
            if found.property != PropertyId::new(BAD) {
                assert_eq!(length, expected.violations[&found.property].1, "{name}");
            }
        }
    }
}

/// A graph of up to `size` nodes, with or without violations.
fn graph(size: u32, slow: bool) -> impl Strategy<Value = Graph> {
    let rare = |weight| prop::bool::weighted(weight);
    let edge = move |nodes| {
        (0..nodes, 0..60u32).prop_map(|(target, chance)| match chance {
            0 => Edge { target: None, violation: Some(PropertyId::new(ERROR)) },
            1 => Edge { target: None, violation: None },
            2 | 3 => Edge { target: Some(target), violation: Some(PropertyId::new(ASSERTION)) },
            // Also an invariant may be violated by a transition.
            4 => Edge { target: Some(target), violation: Some(PropertyId::new(BAD)) },
            _ => Edge { target: Some(target), violation: None },
        })
    };
    let node = move |nodes| {
        let flags = (rare(0.5), rare(0.03), rare(0.03));
        let edges = prop::collection::vec(edge(nodes), 0..6);
        (edges, flags).prop_map(|(edges, (halts, odd, bad))| Node { edges, halts, odd, bad })
    };
    (1..=size, any::<bool>()).prop_flat_map(move |(nodes, clean)| {
        (prop::collection::vec(node(nodes), nodes as usize), prop::collection::vec(0..nodes, 0..4))
            .prop_map(move |(mut nodes, initial)| {
                if clean {
                    for node in &mut nodes {
                        (node.halts, node.odd, node.bad) = (true, false, false);
                        node.edges.iter_mut().for_each(|edge| edge.violation = None);
                    }
                }
                Graph { nodes, initial, properties: properties(), slow }
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn on_small_graphs(graph in graph(12, false)) {
        check(&graph);
    }

    #[test]
    fn on_large_graphs(graph in graph(400, false)) {
        check(&graph);
    }

    #[test]
    fn in_depth_first_order(graph in graph(60, false)) {
        let options = SearchOptions { order: Order::DepthFirst, keep_going: true, ..SearchOptions::default() };
        let outcome = search(&graph, &options, &Silent);
        prop_assert_eq!(&outcome.scratches[0], &reference(&graph).preorder);
    }

    #[test]
    fn in_breadth_first_order(graph in graph(60, false)) {
        let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let outcome = search(&graph, &options, &Silent);
        prop_assert_eq!(&outcome.scratches[0], &reachable(&graph, usize::MAX).unwrap());
    }

    #[test]
    fn on_the_checked_properties(graph in graph(60, false), mask in prop::collection::vec(any::<bool>(), 5)) {
        let of = |wanted| (0..5).filter(|&i| mask[i] == wanted).map(PropertyId::new).collect::<Vec<_>>();
        let expected = reference(&graph);
        for check in [PropertySet::Only(of(true)), PropertySet::Except(of(false))] {
            for (name, options) in engines() {
                let outcome = search(&graph, &SearchOptions { check: check.clone(), ..options }, &Silent);
                let count: u64 = of(true).iter().filter_map(|p| expected.violations.get(p)).map(|v| v.0).sum();
                prop_assert_eq!(outcome.violation_count, count, "{}", name);
                prop_assert_eq!(outcome.statistics.states, expected.distances.len() as u64);
                prop_assert!(outcome.violations.iter().all(|found| mask[found.property.index()]));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn on_several_threads(graph in graph(300, true)) {
        check(&graph);
    }
}

/// A root with many children, which all have the same many children.
fn wide(width: u32) -> Graph {
    let children: Vec<u32> = (1..=width).collect();
    let grandchildren: Vec<u32> = (width + 1..=2 * width).collect();
    let mut nodes = vec![&children[..]];
    nodes.extend((0..width).map(|_| &grandchildren[..]));
    nodes.extend((0..width).map(|_| &[][..]));
    Graph::plain(&nodes)
}

#[test]
fn several_threads_share_the_work() {
    let graph = Graph { slow: true, ..wide(500) };
    let options = SearchOptions { workers: 4, keep_going: true, ..SearchOptions::default() };
    let outcome = search(&graph, &options, &Silent);
    // All four, unless the machine has much else to do.
    assert!(outcome.scratches.iter().filter(|expanded| !expanded.is_empty()).count() >= 2);
    let expanded: Vec<u32> = outcome.scratches.concat();
    assert_eq!(expanded.len(), 1001);
    assert_eq!(expanded.iter().collect::<HashSet<_>>().len(), 1001);
    assert_eq!(outcome.violation_count, 500);
}

#[test]
fn philosophers_starve_when_each_holds_a_fork() {
    for count in 2..=7 {
        let system = Philosophers { count, properties: properties() };
        let expected = check(&system);
        let deadlock = PropertyId::new(DEADLOCK);
        assert_eq!(expected.violations[&deadlock], (1, count as u64));
        let outcome = search(&system, &SearchOptions::default(), &Silent);
        let trace = &outcome.violations[0].trace;
        assert_eq!(trace.states.last().unwrap(), &vec![1; count]);
        assert_eq!(trace.violated_by, ViolatedBy::State);
    }
}

/// A chain from 0 to 3 of transitions without steps, the last of which violates an assertion; and 3 is stuck.
struct Silence([Property; 2]);

impl TransitionSystem for Silence {
    type State = u8;
    type Step = ();
    type Scratch = ();
    fn scratch(&self) {}
    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<u8>) -> ControlFlow<()> {
        starts.start(&0)
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &u8,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if *state == 3 {
            return ControlFlow::Continue(());
        }
        let violation = (*state == 2).then_some(PropertyId::new(0));
        visitor.transition(Transition { steps: &[], target: Some(&(state + 1)), violation })
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &u8, out: &mut Vec<u8>) {
        out.push(*state);
    }
    fn decode(&self, bytes: &[u8], state: &mut u8) {
        *state = bytes[0];
    }
    fn blank(&self) -> u8 {
        0
    }
    fn properties(&self) -> &[Property] {
        &self.0
    }
    fn violates(&self, _: &u8, invariant: PropertyId, (): &mut ()) -> bool {
        no_invariants(invariant)
    }
    fn may_halt(&self, _: &u8) -> bool {
        false
    }
}

#[test]
fn a_transition_without_steps_is_not_the_state_that_it_leaves() {
    let assertion = Property::new("assertion", PropertyKind::Assertion);
    let system = Silence([assertion, Property::new("deadlock", PropertyKind::Deadlock)]);
    for (name, options) in engines() {
        let outcome = search(&system, &options, &Silent);
        let [assertion, deadlock] = &outcome.violations[..] else { panic!("{name}") };
        assert_eq!(assertion.trace.states, [0, 1, 2], "{name}");
        assert_eq!(assertion.trace.violated_by, ViolatedBy::Transition(Vec::new()), "{name}");
        assert_eq!(deadlock.trace.states, [0, 1, 2, 3], "{name}");
        assert_eq!(deadlock.trace.violated_by, ViolatedBy::State, "{name}");
    }
}

#[test]
fn a_system_without_initial_states_is_empty() {
    let graph = Graph { initial: Vec::new(), ..Graph::plain(&[&[]]) };
    let expected = check(&graph);
    assert_eq!((expected.transitions, expected.distances.len()), (0, 0));
}

#[test]
fn zero_workers_are_one() {
    let options = SearchOptions { workers: 0, ..SearchOptions::default() };
    let outcome = search(&Graph::plain(&[&[1], &[0]]), &options, &Silent);
    assert_eq!(outcome.statistics.states, 2);
    assert_eq!(outcome.statistics.transitions, 3);
}
