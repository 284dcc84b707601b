//! A table from hashes to indices into which several threads enter without locks (Laarman, van de Pol, Weber 2010, "Boosting
//! multi-core reachability performance with shared hash tables"; the slots are smaller).
//!
//! A slot is 64 bits: 32 of the hash, the tag, and an index plus one; zero is an empty slot. Probing is linear from the home on,
//! which is the tag scaled to the number of slots: that need not be a power of two, and a slot says by itself where it belongs in a
//! longer table.
//!
//! **Each state is in one slot.** A slot that is filled keeps what it holds as long as the table is there. Whoever enters a state
//! passes all slots from its home on that hold something else, and fills the first that is empty; if somebody else fills it
//! meanwhile, it is looked at like the others. So of two threads that enter equal states both come to the slot that one of them
//! fills first, and the other finds it there. There is always an empty slot (see [`growth`](super::growth)), so each way ends.
//!
//! **What is found is complete.** A slot is filled with release, after the record was written, and read with acquire.

use super::sync::{AtomicU64, Ordering, Word};

/// An empty slot.
pub(super) const EMPTY: u64 = 0;

/// Slots of a page of memory, or fewer.
const PAGE: usize = 4096 / size_of::<u64>();

/// The largest index that a slot can hold.
pub(super) const LAST_INDEX: u32 = u32::MAX - 1;

/// What a slot with this tag holds.
#[inline(always)]
pub(super) fn slot(tag: u32, index: u32) -> u64 {
    u64::from(tag) << 32 | (u64::from(index) + 1)
}

/// The tag of a slot that is not empty.
#[inline(always)]
pub(super) fn tag_of(slot: u64) -> u32 {
    (slot >> 32) as u32
}

/// Whether a slot holds an index, with this tag.
#[inline(always)]
pub(super) fn leads_on(slot: u64, tag: u32) -> bool {
    (tag_of(slot) == tag) & (slot != EMPTY)
}

/// The index in a slot that is not empty.
#[inline(always)]
pub(super) fn index_of(slot: u64) -> u32 {
    (slot as u32) - 1
}

/// The slots.
pub(super) struct Slots(Box<[AtomicU64]>);

impl Slots {
    /// So many slots, at least one, or `None` if there is no memory for them.
    pub(super) fn new(length: usize) -> Option<Self> {
        AtomicU64::zeroed(length).map(Slots)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Where probing for a tag begins.
    #[inline(always)]
    pub(super) fn home(&self, tag: u32) -> usize {
        // Of more than two to the 32 slots, some are nobody's home.
        let homes = (self.0.len() as u64).min(1 << 32);
        ((u64::from(tag) * homes) >> 32) as usize
    }

    /// Has the slot at a place brought into the cache, without waiting for it.
    #[inline(always)]
    pub(super) fn prefetch(&self, at: usize) {
        AtomicU64::prefetch(&self.0, at);
    }

    /// What the slot at a place holds.
    #[inline(always)]
    pub(super) fn load(&self, at: usize) -> u64 {
        self.0[at].load(Ordering::Acquire)
    }

    /// The place after this one.
    #[inline(always)]
    pub(super) fn after(&self, at: usize) -> usize {
        if at + 1 == self.0.len() { 0 } else { at + 1 }
    }

    /// Fills a slot that was empty, unless somebody else did so: then the answer is what it holds.
    #[inline(always)]
    pub(super) fn fill(&self, at: usize, slot: u64) -> Result<(), u64> {
        self.0[at].compare_exchange(EMPTY, slot, Ordering::Release, Ordering::Acquire).map(|_| ())
    }

    /// Has the system provide the memory of the slots from one place to another. Memory that is read before it is written is provided
    /// twice: first as a page of zeros that all share, and then the other threads are interrupted to exchange that.
    fn provide(&self, from: usize, to: usize) {
        for at in (from..to).step_by(PAGE) {
            // What is there stays.
            let _ = self.fill(at, EMPTY);
        }
    }

    /// Enters what is in the slots from one place to another into other slots, where none of it is yet.
    pub(super) fn copy(&self, from: usize, to: usize, into: &Slots) {
        let place = |at: usize| (at as u128 * into.len() as u128 / self.len() as u128) as usize;
        into.provide(place(from), place(to));
        // Those that hold something are picked out first: which do is as good as random, and this way no branch depends on it.
        let mut filled = [EMPTY; 64];
        for start in (from..to).step_by(filled.len()) {
            let mut count = 0;
            for at in start..to.min(start + filled.len()) {
                let slot = self.load(at);
                filled[count] = slot;
                count += usize::from(slot != EMPTY);
            }
            for &slot in &filled[..count] {
                let mut free = into.home(tag_of(slot));
                while into.load(free) != EMPTY || into.fill(free, slot).is_err() {
                    free = into.after(free);
                }
            }
        }
    }
}
