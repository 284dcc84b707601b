//! Which states are older than the present level of a search.

use std::ops::Range;
use std::sync::{PoisonError, RwLock};

/// The indices that were in use when the present level began.
#[derive(Default)]
pub(super) struct Levels(RwLock<Older>);

#[derive(Default)]
struct Older {
    /// All that were handed out lie before this.
    end: u64,
    /// Those among them that nothing was stored at yet.
    unused: Vec<Range<u64>>,
}

impl Levels {
    /// Begins a level.
    pub(super) fn end(&self, end: u64, unused: impl Iterator<Item = Range<u64>>) {
        let mut older = self.0.write().unwrap_or_else(PoisonError::into_inner);
        older.end = end;
        older.unused.clear();
        older.unused.extend(unused.filter(|indices| !indices.is_empty()));
    }

    /// Whether a state that is stored at an index was so before the present level began.
    pub(super) fn is_older(&self, index: u32) -> bool {
        let index = u64::from(index);
        let older = self.0.read().unwrap_or_else(PoisonError::into_inner);
        index < older.end && !older.unused.iter().any(|indices| indices.contains(&index))
    }
}
