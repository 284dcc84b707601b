//! A search whose visited set keeps no parents: the ways to what it found are found by a second one.

use super::{Expand, Shared};
use super::{breadth_first, on_disk};
use crate::options::{Limits, SearchOptions, Store};
use crate::outcome::{Outcome, StopReason};
use crate::property::{PropertyId, PropertySet};
use crate::report::{Phase, Progress, Reporter};
use crate::store::CompressedStore;
use crate::system::TransitionSystem;
use crate::visited::Visited;

/// Searches breadth first, with the visited states, of so many bytes each, in a compressed store.
pub(super) fn compressed<S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    length: usize,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let store = Box::new(CompressedStore::new(length, options.partial_order));
    run(system, short, store, options, reporter)
}

fn run<'s, S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    store: Box<dyn Visited + 's>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let (mut outcome, met, depth) = {
        let shared = Shared { short, ..Shared::new(system, &*store, options, reporter) };
        let workers = breadth_first::run(&shared, options.workers.max(1));
        let (met, depth) = shared.violations.met();
        (shared.untraced_outcome(workers), met, depth)
    };
    // The second search needs the memory.
    drop(store);
    if !met.is_empty() {
        let options = second(options, &outcome, &met, depth);
        let traced = search_again(system, short, &options, reporter);
        add(&mut outcome, traced, met.len());
    }
    outcome
}

/// How to search for what was met, in states no deeper than these.
fn second(
    options: &SearchOptions,
    first: &Outcome<impl TransitionSystem>,
    met: &[PropertyId],
    depth: u64,
) -> SearchOptions {
    let limits = options.limits;
    // The deepest of them have to be expanded, as far as they were.
    let depth = limits.depth.unwrap_or(u64::MAX).min(depth + 1);
    let time = limits.time.map(|limit| limit.saturating_sub(first.statistics.elapsed));
    SearchOptions {
        keep_going: options.keep_going || met.len() > 1,
        check: PropertySet::Only(met.to_vec()),
        limits: Limits { depth: Some(depth), states: None, time, ..limits },
        ..options.clone()
    }
}

/// Searches with a plain store. Leaving out transitions, if that is wanted, depends on no order, and so goes as in the first search.
fn search_again<S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let options = SearchOptions { store: Store::Plain, checkpoints: None, ..options.clone() };
    on_disk::run(system, short, &options, &WithoutLevels(reporter))
}

/// Tells nothing of levels: the first search has told them.
struct WithoutLevels<'a>(&'a dyn Reporter);

impl Reporter for WithoutLevels<'_> {
    fn phase(&self, phase: Phase) {
        self.0.phase(phase);
    }

    fn progress(&self, progress: &Progress) {
        self.0.progress(progress);
    }
}

/// Adds what a second search found for so many violated properties to what the first one says.
fn add<S: TransitionSystem>(outcome: &mut Outcome<S>, second: Outcome<S>, met: usize) {
    if second.violations.len() < met {
        outcome.stop = match second.stop {
            // It saw all that the first one saw, and something else: the system is not to be relied on.
            StopReason::Exhausted | StopReason::DepthLimit | StopReason::Violation => {
                StopReason::Abandoned
            }
            limit => limit,
        };
    }
    let (counted, again) = (&mut outcome.statistics, second.statistics);
    counted.elapsed += again.elapsed;
    counted.store_bytes = counted.store_bytes.max(again.store_bytes);
    counted.frontier_bytes = counted.frontier_bytes.max(again.frontier_bytes);
    outcome.violations = second.violations;
    outcome.scratches.extend(second.scratches);
}
