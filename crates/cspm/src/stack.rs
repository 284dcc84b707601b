//! A stack for recursion over trees.

use std::panic::resume_unwind;
use std::thread;

/// 64 kilobytes for each of the levels that a tree may have. Only what is used of it takes memory.
const BYTES: usize = crate::tree::MAX_DEPTH << 16;

/// Does something on a stack that is deep enough for recursion over the deepest trees, whichever stack we are on.
///
/// # Panics
/// If the system has no threads left; and if the work panics.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(BYTES).spawn_scoped(scope, work);
        thread.expect("a thread").join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
