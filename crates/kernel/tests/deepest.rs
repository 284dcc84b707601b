//! The way to a state of the last level: which one it is, and where there is none.

use kernel::{
    Limits, Order, Outcome, PropertySet, SearchOptions, Silent, StopReason, Store, TraceChoice,
    TransitionSystem, search,
};

use crate::common::counters::{COUNTERS, Counters};
use crate::common::{Graph, Philosophers, initial, properties, reference, transitions};

fn wanting() -> SearchOptions {
    SearchOptions {
        deepest: true,
        check: PropertySet::Only(Vec::new()),
        ..SearchOptions::default()
    }
}

fn philosophers() -> Philosophers {
    Philosophers { count: 5, properties: properties() }
}

fn found<S: TransitionSystem>(system: &S, options: &SearchOptions) -> Option<Vec<S::State>> {
    search(system, options, &Silent).deepest
}

#[test]
fn it_is_a_shortest_run_to_the_first_of_the_deepest_states_for_any_number_of_workers() {
    let system = philosophers();
    let distances = reference(&system).distances;
    let depth = distances.values().copied().max().unwrap();
    let deepest = distances.iter().filter(|&(_, &distance)| distance == depth);
    let deepest = deepest.map(|(state, _)| state).min().unwrap();
    let ways: Vec<_> = [1, 2, 8].map(|workers| SearchOptions { workers, ..wanting() }).into();
    let ways: Vec<_> = ways.iter().map(|options| found(&system, options).unwrap()).collect();
    assert!(ways.iter().all(|way| *way == ways[0]));
    let way = &ways[0];
    assert_eq!((way.len() as u64, way.last()), (depth + 1, Some(deepest)));
    assert!(initial(&system).contains(&way[0]));
    for pair in way.windows(2) {
        let leads_there = transitions(&system, &pair[0]);
        assert!(leads_there.iter().any(|it| it.target.as_ref() == Some(&pair[1])));
    }
}

#[test]
fn of_several_ways_the_states_come_first_as_bytes_from_the_last_on() {
    // 5 and 6 are deepest; 5 is reached by 2 and by 3.
    let graph = Graph::plain(&[&[3, 2, 1], &[6], &[5], &[5], &[], &[0], &[0]]);
    assert_eq!(found(&graph, &wanting()), Some(vec![0, 2, 5]));
}

#[test]
fn nobody_gets_it_who_has_not_asked_or_has_a_violation() {
    let graph = Graph::plain(&[&[1], &[0]]);
    assert_eq!(found(&graph, &SearchOptions { deepest: false, ..wanting() }), None);
    assert_eq!(found(&graph, &wanting()), Some(vec![0, 1]));
    let stuck = Graph::plain(&[&[1], &[]]);
    let outcome = search(&stuck, &SearchOptions { check: PropertySet::All, ..wanting() }, &Silent);
    assert_eq!((outcome.violations.len(), outcome.deepest), (1, None));
}

#[test]
fn a_limit_leaves_the_last_level_that_is_complete() {
    let system = philosophers();
    let within = |limits| search(&system, &SearchOptions { limits, ..wanting() }, &Silent);
    let outcome = within(Limits { depth: Some(3), ..Limits::default() });
    assert_eq!(outcome.stop, StopReason::DepthLimit);
    assert_eq!(outcome.deepest.map(|way| way.len()), Some(4));
    let outcome = within(Limits { states: Some(40), ..Limits::default() });
    assert_eq!(outcome.stop, StopReason::StateLimit);
    let last = outcome.deepest.and_then(|way| way.last().cloned()).unwrap();
    let distance = reference(&system).distances[&last];
    assert!([outcome.statistics.depth, outcome.statistics.depth - 1].contains(&distance));
}

#[test]
fn other_searches_know_none() {
    let system = Counters::new(2);
    let of = |options: SearchOptions| -> Outcome<Counters> { search(&system, &options, &Silent) };
    assert_eq!(of(wanting()).deepest.map(|way| way.len()), Some(COUNTERS * 2 + 1));
    for options in [
        SearchOptions { order: Order::DepthFirst, ..wanting() },
        SearchOptions { trace_choice: TraceChoice::Met, ..wanting() },
        SearchOptions { store: Store::Compressed, ..wanting() },
        SearchOptions { store: Store::Disk, ..wanting() },
        SearchOptions { store: Store::Bitstate { functions: 3, bytes: 1 << 16 }, ..wanting() },
        SearchOptions { store: Store::Fingerprint { bytes: 1 << 16 }, ..wanting() },
    ] {
        assert_eq!(of(options.clone()).deepest, None, "{options:?}");
    }
}
