//! Searches whose visited states are compressed: what is left out, where limits end them, and what is told then.

use std::time::Duration;

use kernel::{Limits, Outcome, SearchOptions, Silent, StopReason, Store, search};

use crate::common::counters::{COUNTERS, Counters, assert_is_way_to};

fn run(system: &Counters, options: &SearchOptions) -> Outcome<Counters> {
    let cancel = Some(system.cancel.clone());
    search(system, &SearchOptions { store: Store::Compressed, cancel, ..options.clone() }, &Silent)
}

#[test]
fn the_same_transitions_are_left_out() {
    for bound in [1, 2, 4] {
        let system = Counters { round: 2, ..Counters::new(bound) };
        let with = |partial_order, workers| SearchOptions {
            partial_order,
            workers,
            ..SearchOptions::default()
        };
        let plain = search(&system, &with(true, 1), &Silent).statistics;
        let all = u64::from(bound + 1).pow(COUNTERS as u32);
        // Of those that do not begin again one goes after the other.
        assert_eq!(plain.states, u64::from((bound + 1).pow(2) * (4 * bound + 1)));
        for workers in [1, 2, 8] {
            let counted = run(&system, &with(true, workers)).statistics;
            assert_eq!(
                (counted.states, counted.transitions, counted.depth),
                (plain.states, plain.transitions, plain.depth)
            );
            assert_eq!(run(&system, &with(false, workers)).statistics.states, all);
        }
    }
}

#[test]
fn the_way_to_an_error_is_a_run() {
    let error = [2, 0, 1, 3, 0, 2];
    let system = Counters { error: Some(error), ..Counters::new(5) };
    for workers in [1, 2, 8] {
        let options = SearchOptions { workers, ..SearchOptions::default() };
        let outcome = run(&system, &options);
        assert_eq!((outcome.stop, outcome.violation_count), (StopReason::Violation, 1));
        assert_is_way_to(error, &outcome.violations[0].trace);
    }
}

#[test]
fn the_memory_ends_in_time() {
    // More states than there is memory for.
    let system = Counters::new(40);
    for workers in [1, 2] {
        for limit in [3 << 20, 6 << 20] {
            let limits = Limits { memory_bytes: Some(limit), ..Limits::default() };
            let options = SearchOptions { workers, limits, ..SearchOptions::default() };
            let outcome = run(&system, &options);
            assert_eq!(outcome.stop, StopReason::MemoryLimit);
            let counted = outcome.statistics;
            let taken = counted.store_bytes + counted.frontier_bytes;
            assert!((limit..limit * 5 / 4).contains(&taken), "{taken} of {limit}");
            assert!(counted.states > limit / 32, "{} in {limit}", counted.states);
        }
    }
}

#[test]
fn states_and_depth_are_limited() {
    let system = Counters::new(9);
    let states = Limits { states: Some(1000), ..Limits::default() };
    let outcome = run(&system, &SearchOptions { limits: states, ..SearchOptions::default() });
    assert_eq!((outcome.stop, outcome.statistics.states), (StopReason::StateLimit, 1000));
    let depth = Limits { depth: Some(3), ..Limits::default() };
    let outcome = run(&system, &SearchOptions { limits: depth, ..SearchOptions::default() });
    // The ways to put up to three into six counters.
    assert_eq!((outcome.stop, outcome.statistics.states), (StopReason::DepthLimit, 84));
}

#[test]
fn what_has_no_way_is_not_told() {
    let error = [3; COUNTERS];
    let told = |system: &Counters, limits| {
        let outcome = run(system, &SearchOptions { limits, ..SearchOptions::default() });
        (outcome.stop, outcome.violation_count, outcome.violations.len())
    };
    // A compressed store has room for the states before the error, and a plain one has not.
    let system = Counters { error: Some(error), ..Counters::new(5) };
    let memory = |bytes| Limits { memory_bytes: Some(bytes), ..Limits::default() };
    assert_eq!(told(&system, memory(1 << 20)), (StopReason::MemoryLimit, 1, 0));
    assert_eq!(told(&system, memory(16 << 20)), (StopReason::Violation, 1, 1));
    // The search is cancelled where the error is met, before the second one.
    let system = Counters { last: Some([3, 3, 3, 3, 3, 2]), ..system };
    let (stop, _, traces) = told(&system, Limits::default());
    assert_eq!((stop, traces), (StopReason::Cancelled, 0));
    // No time is left.
    let system = Counters { error: Some([0; COUNTERS]), ..Counters::new(5) };
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(told(&system, time), (StopReason::TimeLimit, 0, 0));
}

#[test]
fn an_error_within_the_limits_is_told() {
    let system = Counters { error: Some([1, 0, 0, 0, 0, 1]), round: 0, ..Counters::new(3) };
    for limits in [
        Limits { depth: Some(2), ..Limits::default() },
        Limits { states: Some(80), ..Limits::default() },
    ] {
        let options = SearchOptions { keep_going: true, limits, ..SearchOptions::default() };
        let outcome = run(&system, &options);
        assert_eq!(outcome.violation_count, 1, "{limits:?}");
        assert_eq!(outcome.violations[0].trace.states.len(), 3);
    }
}
