//! Searches that go on from checkpoints say what those say that were never interrupted.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use kernel::{Checkpoints, Limits, Outcome, SearchOptions, Silent, StopReason, Store, search};
use proptest::prelude::*;

use crate::common::counters::{COUNTERS, Counters, assert_is_way_to};

/// So many states are expanded to see whether it is the same search.
const BEGINNING: u64 = 64;

fn about() -> Vec<(String, String)> {
    vec![("the model".to_owned(), "counters".to_owned())]
}

fn counts(outcome: &Outcome<Counters>) -> (StopReason, u64, u64, u64, u64) {
    let counted = outcome.statistics;
    (outcome.stop, counted.states, counted.transitions, counted.depth, outcome.violation_count)
}

/// How a search goes that is interrupted now and then.
#[derive(Clone, Debug)]
struct Way {
    store: Store,
    memory_bytes: Option<u64>,
    partial_order: bool,
    /// After so many states it is interrupted, each time.
    pauses: Vec<u64>,
    workers: Vec<usize>,
    /// Checkpoints all the time, and not only at the end.
    always: bool,
}

impl Way {
    fn options(&self, part: usize, checkpoints: Option<Checkpoints>) -> SearchOptions {
        let workers = self.workers[part % self.workers.len()];
        let limits = Limits { memory_bytes: self.memory_bytes, ..Limits::default() };
        SearchOptions {
            store: self.store,
            partial_order: self.partial_order,
            keep_going: true,
            workers,
            limits,
            checkpoints,
            ..SearchOptions::default()
        }
    }

    /// Searches part by part, and answers with the last one's outcome and how many parts there were.
    fn search(&self, system: &Counters, states: u64, place: &Path) -> (Outcome<Counters>, usize) {
        let every = if self.always { Duration::from_millis(5) } else { Duration::from_secs(3600) };
        for part in 0.. {
            let checkpoints = match part {
                0 => Checkpoints::begin(place, None, every, about()),
                _ => Checkpoints::resume(place, None, every, about()),
            };
            let checkpoints = checkpoints.expect("a folder of its own");
            // What is looked at before the search counts, and what is expanded after it, for a trace, could.
            let pause = self.pauses.get(part).map(|pause| BEGINNING + 1 + pause % states);
            system.patience.store(pause.unwrap_or(u64::MAX), Relaxed);
            system.cancel.store(false, Relaxed);
            let cancel = Some(system.cancel.clone());
            let options = SearchOptions { cancel, ..self.options(part, Some(checkpoints.clone())) };
            let outcome = search(system, &options, &Silent);
            assert_eq!(checkpoints.failure(), None);
            if outcome.stop != StopReason::Cancelled {
                checkpoints.finish();
                assert!(!place.exists(), "nothing is left");
                return (outcome, part + 1);
            }
            assert!(checkpoints.is_there());
        }
        unreachable!("parts end")
    }
}

fn way() -> impl Strategy<Value = Way> {
    let store = prop::sample::select(vec![
        (Store::Auto, None),
        (Store::Auto, Some(6 << 20)),
        (Store::Auto, Some(9 << 20)),
        (Store::Disk, None),
    ]);
    let pauses = prop::collection::vec(1..40_000_u64, 1..5);
    let workers = prop::collection::vec(1..4_usize, 1..4);
    (store, any::<bool>(), pauses, workers, prop::bool::weighted(0.1)).prop_map(
        |((store, memory_bytes), partial_order, pauses, workers, always)| Way {
            store,
            memory_bytes,
            partial_order,
            pauses,
            workers,
            always,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_are_a_whole(way in way(), bound in 3..5_u32, round in 0..=COUNTERS) {
        let error = [2, 1, 0, 3, 1, 2];
        let system = Counters { round, error: Some(error), ..Counters::new(bound) };
        let plain = Way { store: Store::Plain, memory_bytes: None, ..way.clone() };
        let expected = search(&system, &plain.options(0, None), &Silent);
        let folder = tempfile::tempdir().expect("a folder");
        let (outcome, parts) = way.search(&system, expected.statistics.states, &folder.path().join("checkpoint"));
        let expanded: u64 = outcome.scratches.iter().sum();
        prop_assert_eq!(expanded, expected.statistics.states, "each is expanded once");
        prop_assert_eq!(counts(&outcome), counts(&expected), "{} parts", parts);
        let lengths = |of: &Outcome<Counters>| -> Vec<usize> {
            of.violations.iter().map(|found| found.trace.states.len()).collect()
        };
        prop_assert_eq!(lengths(&outcome), lengths(&expected));
        if !way.partial_order {
            assert_is_way_to(error, &outcome.violations[0].trace);
        }
    }
}

/// Whatever the search does when it is interrupted: also while a level of files ends, which takes most of the time here.
#[test]
fn whoever_is_interrupted_has_a_checkpoint() {
    let system = Counters::new(6);
    let way = Way {
        store: Store::Disk,
        memory_bytes: Some(5 << 20),
        partial_order: false,
        pauses: Vec::new(),
        workers: vec![1],
        always: false,
    };
    let expected = search(&system, &way.options(0, None), &Silent);
    let mut interrupted = 0;
    for part in 1..12 {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("checkpoint");
        let every = Duration::from_secs(3600);
        let checkpoints = Checkpoints::begin(&place, None, every, about()).expect("a new folder");
        system.cancel.store(false, Relaxed);
        let cancel = Some(system.cancel.clone());
        let options = SearchOptions { cancel, ..way.options(0, Some(checkpoints.clone())) };
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(expected.statistics.elapsed * part / 12);
                system.cancel.store(true, Relaxed);
            });
            search(&system, &options, &Silent)
        });
        if outcome.stop != StopReason::Cancelled {
            continue;
        }
        interrupted += 1;
        assert!(checkpoints.is_there() && checkpoints.age().is_some(), "{part}");
        drop((options, checkpoints));
        let checkpoints = Checkpoints::resume(&place, None, every, about()).expect("it is there");
        system.cancel.store(false, Relaxed);
        let outcome = search(&system, &way.options(0, Some(checkpoints)), &Silent);
        assert_eq!(counts(&outcome), counts(&expected), "{part}");
    }
    assert!(interrupted > 0, "each search ended before it was interrupted");
}
