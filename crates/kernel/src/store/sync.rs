//! What threads share, so that a test can put a model of it in its place (`tests/interleavings.rs`).

pub(super) use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
pub(super) use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};

use prefetch_index::prefetch_index;

/// A word that several threads may read and write.
pub(super) trait Word: Sized {
    /// What it holds.
    type Value: Copy + Eq;

    /// So many words that hold zero, or `None` if there is no memory. Memory that is new is not touched: the system gives it as
    /// zeros when it is first read or written.
    fn zeroed(length: usize) -> Option<Box<[Self]>>;
    /// Has the word at a place brought into the cache, without waiting for it. There need not be one.
    fn prefetch(words: &[Self], at: usize);
    /// Reads it, in no order with anything else.
    fn get(&self) -> Self::Value;
    /// Writes it, in no order with anything else.
    fn set(&self, value: Self::Value);
}

impl Word for AtomicU32 {
    type Value = u32;

    fn zeroed(length: usize) -> Option<Box<[Self]>> {
        bytemuck::try_zeroed_slice_box(length).ok()
    }
    #[inline(always)]
    fn prefetch(words: &[Self], at: usize) {
        prefetch_index(words, at);
    }
    #[inline(always)]
    fn get(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }
    #[inline(always)]
    fn set(&self, value: u32) {
        self.store(value, Ordering::Relaxed);
    }
}

impl Word for AtomicU64 {
    type Value = u64;

    fn zeroed(length: usize) -> Option<Box<[Self]>> {
        bytemuck::try_zeroed_slice_box(length).ok()
    }
    #[inline(always)]
    fn prefetch(words: &[Self], at: usize) {
        prefetch_index(words, at);
    }
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }
    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}
