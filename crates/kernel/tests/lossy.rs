//! Searches that keep some bits of each state say no more than they know.

use kernel::{Outcome, SearchOptions, Silent, StopReason, Store, search};

use crate::common::counters::{COUNTERS, Counters, assert_is_way_to};

const ROOMY: u64 = 4 << 20;

fn options(store: Store, seed: u64) -> SearchOptions {
    SearchOptions { store, seed, keep_going: true, ..SearchOptions::default() }
}

fn counts(outcome: &Outcome<Counters>) -> (u64, u64, u64, u64) {
    let counted = outcome.statistics;
    (counted.states, counted.transitions, counted.depth, outcome.violation_count)
}

#[test]
fn with_room_nothing_is_omitted_and_nothing_is_proved() {
    let error = [2, 1, 3, 0, 1, 2];
    for (round, partial_order) in [(COUNTERS, false), (2, true)] {
        let system = Counters { round, error: Some(error), ..Counters::new(4) };
        let plain = SearchOptions { partial_order, ..options(Store::Plain, 0) };
        let expected = search(&system, &plain, &Silent);
        let bitstate = Store::Bitstate { functions: 8, bytes: ROOMY };
        for store in [bitstate, Store::Fingerprint { bytes: ROOMY }] {
            for workers in [1, 3] {
                let options = SearchOptions { partial_order, workers, ..options(store, 0) };
                let outcome = search(&system, &options, &Silent);
                assert_eq!(outcome.stop, StopReason::Approximate);
                assert_eq!(counts(&outcome), counts(&expected), "{store:?} {workers}");
                let omission = outcome.statistics.omission.expect("it may omit states");
                assert!(omission.expected < 1e-3 && omission.probability() < 1e-3, "{omission:?}");
                if !partial_order {
                    assert_is_way_to(error, &outcome.violations[0].trace);
                }
            }
        }
    }
}

/// Over many seeds as many states are omitted as is said, and some more: those that are reached through omitted ones alone.
#[test]
fn at_least_as_many_are_omitted_as_is_expected() {
    let system = Counters::new(4);
    let all = 5_u64.pow(COUNTERS as u32);
    for (functions, bytes) in [(3, 12_000), (3, 20_000), (8, 20_000)] {
        let (mut omitted, mut expected) = (0, 0.0);
        for seed in 0..50 {
            let store = Store::Bitstate { functions, bytes };
            let outcome = search(&system, &options(store, seed), &Silent);
            omitted += all - outcome.statistics.states;
            expected += outcome.statistics.omission.expect("it may omit states").expected;
        }
        let ratio = omitted as f64 / expected;
        assert!((0.9..2.0).contains(&ratio), "{functions} {bytes}: {omitted} {expected}");
    }
}

#[test]
fn a_full_table_ends_the_search() {
    let store = Store::Fingerprint { bytes: 8000 };
    let outcome = search(&Counters::new(4), &options(store, 0), &Silent);
    assert_eq!(outcome.stop, StopReason::MemoryLimit);
    let store = Store::Bitstate { functions: 8, bytes: u64::MAX };
    let outcome = search(&Counters::new(4), &options(store, 0), &Silent);
    assert_eq!(outcome.stop, StopReason::MemoryLimit);
}
