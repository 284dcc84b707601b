//! Watching a search.

use std::time::Duration;

/// How far a search has come. With several workers the counts lag a little.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Distinct states stored so far.
    pub states: u64,
    /// Transitions explored so far.
    pub transitions: u64,
    /// Breadth first the current level, depth first the longest stack so far.
    pub depth: u64,
    /// States that are known and not yet expanded (breadth first), or successors on the stack (depth first).
    pub frontier: u64,
    /// Memory of the visited set.
    pub store_bytes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Receives progress, about twice a second.
pub trait Reporter: Sync {
    /// Receives how far the search has come.
    fn progress(&self, progress: &Progress);
}

/// Reports nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Reporter for Silent {
    fn progress(&self, _: &Progress) {}
}
