//! A search that several machines share.

use super::breadth_first;
use super::{Expand, Shared};
use crate::machines::Machines;
use crate::options::SearchOptions;
use crate::outcome::Outcome;
use crate::report::Reporter;
use crate::sorted_runs::Scratch;
use crate::store::{DiskStore, DistributedStore, Memory};
use crate::system::TransitionSystem;

/// Searches breadth first, by a short way if there is one, together with other machines that do the same with the same system. The outcome is what this
/// machine has counted and found; the depth is that of all.
///
/// # Panics
/// Transitions are to be left out, or states are told apart by a key.
pub fn search_with_others<S: TransitionSystem>(
    system: &S,
    short: Option<&Expand<'_, S>>,
    machines: &dyn Machines,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Outcome<S> {
    assert!(!options.partial_order, "whether a state of another machine is older is not known");
    let place = options.disk.clone().unwrap_or_else(std::env::temp_dir);
    let folder = Scratch::new(place, options.disk_bytes);
    let memory = Memory::of(options);
    let own = DiskStore::without_parents(&folder, system.identity(), memory);
    let store = DistributedStore::new(own, machines);
    let mut shared = Shared { short, ..Shared::new(system, &store, options, reporter) };
    shared.begins = machines.own() == 0;
    let workers = breadth_first::run(&shared, options.workers.max(1));
    store.leave();
    shared.untraced_outcome(workers)
}
