//! Searches whose visited states go to disk when memory runs short: they say what those in memory say.

use std::io::ErrorKind;
use std::sync::Mutex;
use std::time::Duration;

use kernel::{
    Limits, Outcome, Phase, Progress, Reporter, SearchOptions, Silent, StopReason, Store, search,
};

use crate::common::counters::{COUNTERS, Counters, assert_is_way_to};

/// A plain store takes twice as much for the states of eight values of six counters.
const LITTLE: u64 = 8 << 20;

fn options(store: Store, memory_bytes: Option<u64>) -> SearchOptions {
    let limits = Limits { memory_bytes, ..Limits::default() };
    SearchOptions { store, limits, ..SearchOptions::default() }
}

fn counts(outcome: &Outcome<Counters>) -> (StopReason, u64, u64, u64, u64) {
    let counted = outcome.statistics;
    (outcome.stop, counted.states, counted.transitions, counted.depth, outcome.violation_count)
}

#[test]
fn the_search_goes_on_when_memory_is_full() {
    for round in [2, COUNTERS] {
        let system = Counters { round, ..Counters::new(7) };
        let all = search(&system, &options(Store::Plain, None), &Silent);
        assert_eq!(all.statistics.states, 8_u64.pow(6));
        let ended = search(&system, &options(Store::Plain, Some(LITTLE)), &Silent);
        assert_eq!(ended.stop, StopReason::MemoryLimit);
        for workers in [1, 3] {
            let little = SearchOptions { workers, ..options(Store::Auto, Some(LITTLE)) };
            let outcome = search(&system, &little, &Silent);
            assert_eq!(counts(&outcome), counts(&all), "{round}, {workers} workers");
            assert!(outcome.statistics.file_bytes > 0);
        }
    }
}

#[test]
fn the_same_transitions_are_left_out() {
    let system = Counters { round: 2, ..Counters::new(12) };
    let reduced = |options| SearchOptions { partial_order: true, ..options };
    let plain = search(&system, &reduced(options(Store::Plain, None)), &Silent);
    assert_eq!(plain.statistics.states, 13 * 13 * 49);
    for workers in [1, 3] {
        let disk = SearchOptions { workers, ..reduced(options(Store::Disk, None)) };
        assert_eq!(counts(&search(&system, &disk, &Silent)), counts(&plain), "{workers} workers");
    }
}

#[test]
fn the_way_to_an_error_is_a_run() {
    let error = [6, 2, 5, 7, 1, 6];
    let system = Counters { error: Some(error), ..Counters::new(7) };
    for (store, memory) in [(Store::Auto, Some(LITTLE)), (Store::Disk, None)] {
        for keep_going in [false, true] {
            let options = SearchOptions { keep_going, workers: 2, ..options(store, memory) };
            let outcome = search(&system, &options, &Silent);
            let stop = if keep_going { StopReason::Exhausted } else { StopReason::Violation };
            assert_eq!((outcome.stop, outcome.violation_count), (stop, 1));
            assert!(outcome.statistics.file_bytes > 0);
            assert_is_way_to(error, &outcome.violations[0].trace);
        }
    }
}

/// What was found before a limit ended the search is told, as it is by one in memory.
#[test]
fn limits_take_nothing_back() {
    let error = [6, 2, 1, 3, 1, 2];
    let system = Counters { error: Some(error), ..Counters::new(7) };
    let states = Limits { states: Some(200_000), memory_bytes: Some(LITTLE), ..Limits::default() };
    let options = SearchOptions { limits: states, keep_going: true, ..options(Store::Auto, None) };
    let outcome = search(&system, &options, &Silent);
    assert_eq!((outcome.stop, outcome.violation_count), (StopReason::StateLimit, 1));
    assert!(outcome.statistics.file_bytes > 0);
    assert_is_way_to(error, &outcome.violations[0].trace);
}

/// Cancels a search once there are files.
struct Impatient<'a>(&'a Counters, Mutex<u64>);

impl Reporter for Impatient<'_> {
    fn phase(&self, _: Phase) {}

    fn progress(&self, progress: &Progress) {
        *self.1.lock().unwrap() = progress.file_bytes;
        if progress.file_bytes > 0 {
            self.0.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
}

#[test]
fn limits_hold_on_disk() {
    // More states than can be visited in a test.
    let system = Counters::new(40);
    let little = options(Store::Auto, Some(LITTLE));
    let time = Limits { time: Some(Duration::from_secs(2)), ..little.limits };
    let outcome = search(&system, &SearchOptions { limits: time, ..little.clone() }, &Silent);
    assert_eq!(outcome.stop, StopReason::TimeLimit);
    assert!(outcome.statistics.file_bytes > 0);
    let states = Limits { states: Some(300_000), ..little.limits };
    let outcome = search(&system, &SearchOptions { limits: states, ..little.clone() }, &Silent);
    assert_eq!((outcome.stop, outcome.statistics.states), (StopReason::StateLimit, 300_000));
    let depth = Limits { depth: Some(12), ..Limits::default() };
    let outcome =
        search(&system, &SearchOptions { limits: depth, ..options(Store::Disk, None) }, &Silent);
    // The ways to put up to twelve into six counters.
    assert_eq!((outcome.stop, outcome.statistics.states), (StopReason::DepthLimit, 18_564));
    let small = SearchOptions { disk_bytes: Some(1000), ..options(Store::Disk, None) };
    let outcome = search(&system, &small, &Silent);
    assert_eq!(outcome.stop, StopReason::StoreFailed(ErrorKind::QuotaExceeded));
    let cancel = Some(system.cancel.clone());
    let impatient = Impatient(&system, Mutex::default());
    let outcome = search(&system, &SearchOptions { cancel, ..little }, &impatient);
    assert_eq!(outcome.stop, StopReason::Cancelled);
    assert!(*impatient.1.lock().unwrap() > 0);
}
