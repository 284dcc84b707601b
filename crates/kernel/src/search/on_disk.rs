//! A search whose visited set goes on on disk when memory runs short, if it may.

use super::breadth_first;
use super::checkpoints::{Alarm, Keeper, beginning};
use super::{Expand, Shared};
use crate::options::{SearchOptions, Store, TraceChoice};
use crate::outcome::Outcome;
use crate::report::Reporter;
use crate::sorted_runs::{Folder, Scratch};
use crate::store::{DiskStore, Memory};
use crate::system::TransitionSystem;

/// Whether files may be needed: without a limit, what is not told to use them never does.
pub(super) fn may_be_needed(options: &SearchOptions) -> bool {
    options.store == Store::Disk
        || options.limits.memory_bytes.is_some()
        || options.checkpoints.is_some()
}

/// Whether a plain set may be one that never has files: it knows the levels, from which the trace is chosen. It makes no checkpoints.
pub(super) fn may_be_plain(options: &SearchOptions) -> bool {
    options.trace_choice == TraceChoice::Least && options.checkpoints.is_none()
}

/// Searches breadth first.
pub(super) fn run<S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    let place = options.disk.clone().unwrap_or_else(std::env::temp_dir);
    let scratch = Scratch::new(place, options.disk_bytes);
    let folder: &dyn Folder = match &options.checkpoints {
        Some(checkpoints) => checkpoints.folder(),
        None => &scratch,
    };
    let memory = Memory::of(options);
    let workers = options.workers.max(1);
    let store = DiskStore::new(folder, system.identity(), options.partial_order, memory);
    let store = store.with_threads(workers);
    // A search that is repeated, since what the first rested on does not hold, is another one than that which would be gone on with.
    let checkpoints = options.checkpoints.as_ref().filter(|it| it.begins_search());
    let keeper = checkpoints.map(|checkpoints| Keeper::new(checkpoints, &store, beginning(system)));
    let mut shared = Shared { short, keeper, ..Shared::new(system, &store, options, reporter) };
    shared.control.alarm = checkpoints.map(|it| Alarm::new(it.every()));
    let workers = breadth_first::run(&shared, workers);
    shared.outcome(workers)
}
