//! What each of the threads that enter states has for itself, so that nothing that all share is written once a state.

use std::ops::Range;

use super::chunks::left_in_chunk;
use super::growth::Growing;
use super::slots::LAST_INDEX;
use super::sync::{AtomicU64, Mutex, MutexGuard, Ordering, PoisonError};

/// Indices that are handed out in blocks.
pub(super) struct Numbers {
    next: AtomicU64,
    limit: u64,
    /// The least number of indices in a block.
    least: u64,
}

impl Numbers {
    /// So many indices at most, in blocks that begin with `least`.
    pub(super) fn new(limit: u64, least: u64) -> Self {
        Numbers { next: AtomicU64::new(0), limit: limit.min(u64::from(LAST_INDEX) + 1), least }
    }

    /// How many were handed out.
    pub(super) fn handed_out(&self) -> u64 {
        self.next.load(Ordering::Relaxed)
    }

    /// A block of at least so many, or `None` if they have run out. Blocks grow with what was handed out, so that what a thread does
    /// not use is little beside it.
    fn block(&self, needed: u64) -> Option<Range<u64>> {
        let mut start = self.handed_out();
        loop {
            if self.limit - start < needed {
                return None;
            }
            let wanted = (start >> 10).clamp(self.least, self.least << 9).max(needed);
            let end = (start + wanted).min(self.limit);
            let taken =
                self.next.compare_exchange(start, end, Ordering::Relaxed, Ordering::Relaxed);
            match taken {
                Ok(_) => return Some(start..end),
                Err(now) => start = now,
            }
        }
    }
}

/// What a thread may use without asking.
#[derive(Default)]
pub(super) struct Supply {
    /// Indices, from the next on.
    indices: Range<u64>,
    /// How many states it may enter.
    permits: u64,
}

impl Supply {
    /// The indices that are not used yet.
    pub(super) fn indices(&self) -> Range<u64> {
        self.indices.clone()
    }

    /// Makes sure that there are permits for so many states, or answers that there is no memory. Must be called without a pass.
    #[inline]
    pub(super) fn permit(&mut self, count: u64, growing: &Growing, thread: usize) -> bool {
        if self.permits < count {
            let more = (count - self.permits).max(growing.portion());
            if !growing.permit(more, thread) {
                return false;
            }
            self.permits += more;
        }
        true
    }

    /// The index of the next record, which takes so many indices, all in one chunk; or `None` if they have run out. It stays the same
    /// until it is [used](Self::use_up).
    #[inline]
    pub(super) fn reserve(&mut self, count: u64, numbers: &Numbers) -> Option<u32> {
        loop {
            let Range { start, end } = self.indices;
            if start < end {
                let left = left_in_chunk(start as u32);
                if count <= left.min(end - start) {
                    return Some(start as u32);
                }
                if left < end - start {
                    self.indices.start += left;
                    continue;
                }
            }
            let block = numbers.block(count)?;
            // If nobody else took one meanwhile the blocks are one.
            let start = if block.start == end { start } else { block.start };
            self.indices = start..block.end;
        }
    }

    /// The record at the index that was reserved is there to stay.
    #[inline]
    pub(super) fn use_up(&mut self, count: u64) {
        self.indices.start += count;
        self.permits -= 1;
    }
}

/// How many stripes there are. Threads may share one, and wait for each other then.
pub(super) const STRIPES: usize = 32;

/// What a thread has for itself, on cache lines of its own.
#[repr(align(128))]
pub(super) struct Stripe<T> {
    own: Mutex<T>,
    stored: AtomicU64,
}

impl<T> Stripe<T> {
    /// What the thread has. Taken before any pass.
    pub(super) fn lock(&self) -> MutexGuard<'_, T> {
        // A thread that panicked brings the search down anyway.
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts states that were stored. Only who holds the lock may.
    pub(super) fn count(&self, states: u64) {
        self.stored.store(self.stored.load(Ordering::Relaxed) + states, Ordering::Relaxed);
    }
}

/// The stripes.
pub(super) struct Stripes<T>(Box<[Stripe<T>]>);

impl<T: Default> Stripes<T> {
    pub(super) fn new() -> Self {
        Self::of_each(T::default)
    }
}

impl<T> Stripes<T> {
    /// Those with what is made for each.
    pub(super) fn of_each(make: impl Fn() -> T) -> Self {
        let stripe = || Stripe { own: Mutex::new(make()), stored: AtomicU64::new(0) };
        Stripes((0..STRIPES).map(|_| stripe()).collect())
    }

    /// The stripe of the thread with this number.
    #[inline]
    pub(super) fn of(&self, thread: usize) -> &Stripe<T> {
        &self.0[thread % STRIPES]
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Stripe<T>> {
        self.0.iter()
    }

    /// The states that were counted, exactly if nobody enters any.
    pub(super) fn stored(&self) -> u64 {
        self.all().map(|stripe| stripe.stored.load(Ordering::Relaxed)).sum()
    }

    /// Memory taken, in bytes, without what the threads' own parts have allocated.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.0) as u64
    }
}
