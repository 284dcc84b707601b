//! What the phases of a job may spend of what it may.

use kernel::{Budget, Limits, SearchOptions};

/// What may be spent before the search: half of what loading has left, so that the search can go on without a reduction that
/// takes too long to find or to get ready.
pub(crate) fn preparation_budget(options: &SearchOptions) -> Budget {
    let spent = options.budget.elapsed();
    let own = options.limits.time.map(|time| time.saturating_sub(spent));
    let left = [own, options.budget.left()].into_iter().flatten().min();
    let limits = Limits {
        memory_bytes: options.limits.memory_bytes.map(|bytes| bytes / 2),
        time: left.map(|time| time / 2),
        ..Limits::default()
    };
    Budget::new(&limits, options.cancel.clone())
}
