//! A search whose visited set may take a state for one that it has.

use super::breadth_first;
use super::{Expand, Shared};
use crate::options::{SearchOptions, Store};
use crate::outcome::{Outcome, StopReason};
use crate::report::Reporter;
use crate::sorted_runs::Scratch;
use crate::store::{DiskStore, LossyStore};
use crate::system::TransitionSystem;

/// Searches breadth first.
pub(super) fn run<S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let place = options.disk.clone().unwrap_or_else(std::env::temp_dir);
    let folder = Scratch::new(place, options.disk_bytes);
    let levels = || DiskStore::forgetting(&folder, system.identity(), options.partial_order);
    let made = match options.store {
        Store::Bitstate { functions, bytes } => {
            LossyStore::bitstate(levels(), bytes, functions, options.seed)
        }
        Store::Fingerprint { bytes } => LossyStore::fingerprints(levels(), bytes, options.seed),
        other => unreachable!("{other:?} omits nothing"),
    };
    // Without memory the search ends at once.
    let least = || LossyStore::bitstate(levels(), 0, 1, 0).expect("eight bytes");
    let (has_memory, store) = (made.is_some(), made.unwrap_or_else(least));
    let shared = Shared { short, ..Shared::new(system, &store, options, reporter) };
    if !has_memory {
        let _ = shared.control.stop(StopReason::MemoryLimit);
    }
    // Whether a state that another worker is about to keep is older cannot be told: what is left out would depend on who comes first.
    let workers = if options.partial_order { 1 } else { options.workers.max(1) };
    let workers = breadth_first::run(&shared, workers);
    let mut outcome = shared.outcome(workers);
    outcome.statistics.omission = has_memory.then(|| store.omission());
    if outcome.stop == StopReason::Exhausted {
        outcome.stop = StopReason::Approximate;
    }
    outcome
}
