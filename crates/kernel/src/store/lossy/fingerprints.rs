//! A number of 64 bits for each state.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::outcome::Omission;
use crate::visited::NotStored;

/// A table with linear probing, of which a sixteenth stays empty. None of its numbers is 0.
pub(super) struct Fingerprints {
    slots: Box<[AtomicU64]>,
    count: AtomicU64,
}

impl Fingerprints {
    /// So many bytes; none if there is not so much memory.
    pub(super) fn new(bytes: u64) -> Option<Self> {
        let slots = usize::try_from((bytes / 8).max(16)).ok()?;
        let slots = bytemuck::try_zeroed_slice_box(slots).ok()?;
        Some(Fingerprints { slots, count: AtomicU64::new(0) })
    }

    /// The slots where a number may be, in the order in which it is looked for.
    fn places(&self, number: u64) -> impl Iterator<Item = &AtomicU64> {
        let first = ((u128::from(number) * self.slots.len() as u128) >> 64) as usize;
        let (before, from) = self.slots.split_at(first);
        from.iter().chain(before)
    }

    /// Enters a number, and tells whether it is new.
    pub(super) fn insert(&self, hash: u64) -> Result<bool, NotStored> {
        let number = hash.max(1);
        for slot in self.places(number) {
            let mut found = slot.load(Relaxed);
            if found == 0 {
                if self.count.load(Relaxed) >= self.most() {
                    return Err(NotStored::Full);
                }
                found = match slot.compare_exchange(0, number, Relaxed, Relaxed) {
                    Ok(_) => {
                        self.count.fetch_add(1, Relaxed);
                        return Ok(true);
                    }
                    Err(other) => other,
                };
            }
            if found == number {
                return Ok(false);
            }
        }
        Err(NotStored::Full)
    }

    /// Whether a number is there.
    pub(super) fn has(&self, hash: u64) -> bool {
        let number = hash.max(1);
        let found = self.places(number).map(|slot| slot.load(Relaxed));
        found.take_while(|&found| found != 0).any(|found| found == number)
    }

    fn most(&self) -> u64 {
        (self.slots.len() - self.slots.len() / 16) as u64
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.slots) as u64
    }
}

/// What was omitted when this many states were kept: each pair of states has one number with the chance of 1 in 2^64.
pub(super) fn omission(states: u64) -> Omission {
    let states = states as f64;
    let expected = states * states / 2_f64.powi(65);
    Omission { functions: None, hash_factor: None, searches: 1, expected }
}
