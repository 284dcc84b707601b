//! Searches that several machines share, which are threads here: together they say what one says.

use std::sync::Arc;
use std::thread;

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use kernel::{
    Checkpoints, Limits, Machines, Outcome, SearchOptions, Silent, StopReason, Store, Team, search,
};
use proptest::prelude::*;

use crate::common::counters::{Counters, assert_is_way_to};
use crate::common::neighbours::Neighbour;

/// What each of so many machines says.
fn together(system: &Counters, machines: usize, options: &SearchOptions) -> Vec<Outcome<Counters>> {
    each_of(machines, |_| system, |_| options.clone())
}

/// The same, each with a system and options of its own.
fn each_of<'a>(
    machines: usize,
    system: impl Fn(usize) -> &'a Counters,
    options: impl Fn(usize) -> SearchOptions,
) -> Vec<Outcome<Counters>> {
    thread::scope(|scope| {
        let searches: Vec<_> = Neighbour::all(machines)
            .into_iter()
            .map(|machine| {
                let (system, options) = (system(machine.own()), options(machine.own()));
                let team = Some(Team::new(Arc::new(machine)));
                let options = SearchOptions { team, ..options };
                scope.spawn(move || search(system, &options, &Silent))
            })
            .collect();
        searches.into_iter().map(|it| it.join().expect("no machine panics")).collect()
    })
}

/// All of them say what one says that searches alone.
fn assert_same(all: &Outcome<Counters>, outcomes: &[Outcome<Counters>], about: &str) {
    for one in outcomes {
        assert_eq!(one.stop, all.stop, "{about}");
        let counted = |it: &Outcome<Counters>| {
            let statistics = it.statistics;
            // The memory of each worker has counted how many states it has expanded.
            let expanded: u64 = it.scratches.iter().sum();
            (
                statistics.states,
                expanded,
                statistics.transitions,
                statistics.depth,
                it.violation_count,
            )
        };
        assert_eq!(counted(one), counted(all), "{about}");
        let runs = |it: &Outcome<Counters>| -> Vec<_> {
            let lengths = it.violations.iter().map(|it| (it.property, it.trace.states.len()));
            lengths.collect()
        };
        assert_eq!(runs(one), runs(all), "{about}");
    }
}

#[test]
fn machines_say_together_what_one_says() {
    for round in [2, 6] {
        let system = Counters { round, ..Counters::new(6) };
        let all = search(&system, &SearchOptions::default(), &Silent);
        for (machines, workers, store) in [
            (1, 1, Store::Auto),
            (2, 1, Store::Auto),
            (3, 2, Store::Auto),
            (3, 1, Store::Disk),
            (2, 2, Store::Disk),
        ] {
            let options = SearchOptions { workers, store, ..SearchOptions::default() };
            let outcomes = together(&system, machines, &options);
            let about = format!("{round}: {machines} machines, {workers} workers");
            assert_same(&all, &outcomes, &about);
            for one in &outcomes {
                let shares = one.statistics.shares.expect("it was shared");
                let even = all.statistics.states / machines as u64;
                assert_eq!(shares.machines, machines as u64);
                assert!(shares.least <= even && shares.most <= even + even / 20, "{about}");
                assert_eq!(store == Store::Disk, one.statistics.file_bytes > 0, "{about}");
            }
        }
    }
}

#[test]
fn machines_leave_out_together_what_one_leaves_out() {
    // What counters that go round lead to may be older, and then all is wanted.
    for round in [0, 1, 2, 6] {
        let system = Counters { round, ..Counters::new(3) };
        let reduced = SearchOptions { partial_order: true, ..SearchOptions::default() };
        let all = search(&system, &reduced, &Silent);
        for (machines, workers, store) in [
            (1, 1, Store::Auto),
            (2, 1, Store::Auto),
            (3, 2, Store::Auto),
            (2, 1, Store::Disk),
            (4, 2, Store::Disk),
        ] {
            let options = SearchOptions { workers, store, ..reduced.clone() };
            let about = format!("{round}: {machines} machines, {workers} workers, {store:?}");
            assert_same(&all, &together(&system, machines, &options), &about);
        }
        let every = search(&system, &SearchOptions::default(), &Silent);
        assert!(all.statistics.transitions < every.statistics.transitions, "{round}");
    }
}

#[test]
fn all_machines_find_a_shortest_way_to_a_violation() {
    let system = Counters { error: Some([3, 2, 5, 4, 1, 0]), ..Counters::new(6) };
    let all = search(&system, &SearchOptions::default(), &Silent);
    for store in [Store::Auto, Store::Disk] {
        let options = SearchOptions { store, ..SearchOptions::default() };
        let outcomes = together(&system, 3, &options);
        assert_same(&all, &outcomes, "it ends with the level");
        for outcome in outcomes {
            assert_eq!(outcome.stop, StopReason::Violation);
            let [found] = &outcome.violations[..] else { panic!("one property is violated") };
            assert_eq!(found.trace.states, all.violations[0].trace.states);
            assert_is_way_to([3, 2, 5, 4, 1, 0], &found.trace);
        }
        let goes_on = SearchOptions { keep_going: true, ..options };
        let all =
            search(&system, &SearchOptions { store: Store::Plain, ..goes_on.clone() }, &Silent);
        assert_same(&all, &together(&system, 3, &goes_on), "it goes on");
    }
}

#[test]
fn a_limit_of_one_machine_ends_the_search_on_all() {
    let system = Counters::new(9);
    let limits = Limits { states: Some(1000), ..Limits::default() };
    let outcomes = together(&system, 3, &SearchOptions { limits, ..SearchOptions::default() });
    assert!(outcomes.iter().all(|it| it.stop == StopReason::StateLimit));
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let options = SearchOptions { limits, ..SearchOptions::default() };
    let outcomes = together(&system, 3, &options);
    assert_same(&search(&system, &options, &Silent), &outcomes, "to a depth");
}

#[test]
fn whatever_the_limit_of_states_all_end_for_it() {
    // Hardly any state in a level, so that machines know of different numbers.
    for round in [0, 1] {
        let system = Counters { round, error: Some([2, 0, 0, 0, 0, 0]), ..Counters::new(2) };
        let goes_on = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let all = search(&system, &goes_on, &Silent).statistics.states;
        for machines in 2..5 {
            for limit in 0..all + 3 {
                let limits = Limits { states: Some(limit), ..Limits::default() };
                let options =
                    SearchOptions { limits, keep_going: true, ..SearchOptions::default() };
                let about = format!("{round}: {machines} machines, {limit} states");
                let outcomes = together(&system, machines, &options);
                let first = &outcomes[0];
                for one in &outcomes {
                    assert_eq!(
                        (one.stop, one.statistics.states),
                        (first.stop, first.statistics.states),
                        "{about}"
                    );
                }
                let is_enough =
                    if limit < all { StopReason::StateLimit } else { StopReason::Exhausted };
                assert_eq!(first.stop, is_enough, "{about}");
            }
        }
    }
}

#[test]
fn machines_that_search_something_else_are_told_apart() {
    let (some, other) = (Counters::new(6), Counters::new(1));
    let outcomes = each_of(
        3,
        |machine| if machine == 1 { &other } else { &some },
        |_| SearchOptions::default(),
    );
    assert!(outcomes.iter().all(|it| it.stop == StopReason::Disagreement));
    assert!(outcomes.iter().all(|it| it.statistics.states == 0));
}

#[test]
fn a_checkpoint_may_be_of_a_level_without_states() {
    let system = Counters { round: 0, ..Counters::new(2) };
    let expected = search(&system, &SearchOptions::default(), &Silent);
    let about = || vec![("the model".to_owned(), "counters".to_owned())];
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("checkpoint");
    // Each goes on from the last checkpoint of the one before, although that had its answer.
    for machines in [2, 3, 1, 0] {
        let checkpoints = match place.exists() {
            true => Checkpoints::resume(&place, None, Duration::ZERO, about()),
            false => Checkpoints::begin(&place, None, Duration::ZERO, about()),
        };
        let checkpoints = Some(checkpoints.expect("a folder of its own"));
        let outcomes = match machines {
            0 => {
                let store = Store::Auto;
                let options = SearchOptions { checkpoints, store, ..SearchOptions::default() };
                vec![search(&system, &options, &Silent)]
            }
            _ => each_of(
                machines,
                |_| &system,
                |machine| {
                    let checkpoints = checkpoints.clone().filter(|_| machine == 0);
                    SearchOptions { checkpoints, ..SearchOptions::default() }
                },
            ),
        };
        assert_same(&expected, &outcomes, &format!("{machines} machines"));
    }
}

/// So many states are expanded to see whether it is the same search.
const BEGINNING: u64 = 64;

/// A part of a search that is interrupted now and then.
#[derive(Clone, Debug)]
struct Part {
    /// How many machines share it; none: it is not shared.
    machines: usize,
    workers: usize,
    store: Store,
    /// Which of the machines is interrupted after so many states are expanded on all.
    pause: (usize, u64),
    /// Checkpoints all the time, and not only at the end.
    always: bool,
}

impl Part {
    fn options(&self, checkpoints: Option<Checkpoints>, base: &SearchOptions) -> SearchOptions {
        SearchOptions { checkpoints, store: self.store, workers: self.workers, ..base.clone() }
    }

    /// Searches this part, to the end if it is the last, and answers with what each machine says.
    fn search(
        &self,
        system: &Counters,
        states: u64,
        place: &Path,
        is_first: bool,
        is_last: bool,
        base: &SearchOptions,
    ) -> (Checkpoints, Vec<Outcome<Counters>>) {
        let every = if self.always { Duration::from_millis(20) } else { Duration::from_secs(3600) };
        let about = vec![("the model".to_owned(), "counters".to_owned())];
        let checkpoints = match is_first {
            true => Checkpoints::begin(place, None, every, about),
            false => Checkpoints::resume(place, None, every, about),
        };
        let checkpoints = checkpoints.expect("a folder of its own");
        let (stopped, after) = self.pause;
        // What is looked at before the search counts, and what is expanded after it, for a trace, could.
        let after = BEGINNING * self.machines.max(1) as u64 + 1 + after % states;
        system.patience.store(if is_last { u64::MAX } else { after }, Relaxed);
        system.cancel.store(false, Relaxed);
        let outcomes = match self.machines {
            0 => {
                let cancel = Some(system.cancel.clone());
                let base = SearchOptions { cancel, ..base.clone() };
                vec![search(system, &self.options(Some(checkpoints.clone()), &base), &Silent)]
            }
            machines => each_of(
                machines,
                |_| system,
                |machine| {
                    let cancel = (machine == stopped % machines).then(|| system.cancel.clone());
                    let base = SearchOptions { cancel, ..base.clone() };
                    let own = (machine == 0).then(|| checkpoints.clone());
                    self.options(own, &base)
                },
            ),
        };
        (checkpoints, outcomes)
    }
}

fn part() -> impl Strategy<Value = Part> {
    let store = prop::sample::select(vec![Store::Auto, Store::Disk]);
    let pause = (0..4_usize, 200..20_000_u64);
    (0..5_usize, 1..3_usize, store, pause, any::<bool>()).prop_map(
        |(machines, workers, store, pause, always)| Part {
            machines,
            workers,
            store,
            pause,
            always,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_on_several_machines_are_a_whole(
        parts in prop::collection::vec(part(), 2..5),
        partial_order: bool,
        round in 0..=6_usize,
    ) {
        let system = Counters { round, error: Some([2, 1, 0, 3, 1, 2]), ..Counters::new(3) };
        let base = SearchOptions { partial_order, keep_going: true, ..SearchOptions::default() };
        let expected = search(&system, &base, &Silent);
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("checkpoint");
        for (number, part) in parts.iter().enumerate() {
            let is_last = number + 1 == parts.len();
            let (checkpoints, outcomes) = part.search(&system, expected.statistics.states, &place, number == 0, is_last, &base);
            prop_assert_eq!(checkpoints.failure(), None, "part {}", number);
            // While a way is traced, who was not interrupted hears that another machine was.
            if matches!(outcomes[0].stop, StopReason::Cancelled | StopReason::Elsewhere) {
                prop_assert!(!is_last && checkpoints.is_there(), "part {}", number);
                continue;
            }
            assert_same(&expected, &outcomes, &format!("part {number}"));
            break;
        }
    }
}
