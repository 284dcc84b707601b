//! The pairs that are new in the present level of a search.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use rapidhash::fast::RapidHasher;

use super::sync::{AtomicU64, Mutex, MutexGuard, Ordering, PoisonError};

/// How many bits of a hash tell the stripe.
const STRIPE_BITS: u32 = 6;

/// A factor whose bits look random.
const SPREAD: u64 = 0x8BB8_4B93_962E_ACC9;

type Set = HashSet<u64, BuildHasherDefault<RapidHasher<'static>>>;

/// The pairs, in stripes that are locked one at a time.
pub(super) struct Fresh {
    stripes: Box<[Mutex<Set>]>,
    /// Room that the sets have, in pairs.
    room: AtomicU64,
}

impl Fresh {
    /// No pairs.
    pub(super) fn new() -> Self {
        let stripes = (0..1 << STRIPE_BITS).map(|_| Mutex::default()).collect();
        Fresh { stripes, room: AtomicU64::new(0) }
    }

    fn stripe(&self, pair: u64) -> MutexGuard<'_, Set> {
        let stripe = pair.wrapping_mul(SPREAD) >> (u64::BITS - STRIPE_BITS);
        self.stripes[stripe as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a pair is new.
    pub(super) fn note(&self, pair: u64) {
        let mut set = self.stripe(pair);
        let before = set.capacity();
        set.insert(pair);
        if set.capacity() != before {
            self.room.fetch_add((set.capacity() - before) as u64, Ordering::Relaxed);
        }
    }

    /// Whether a pair is new.
    pub(super) fn contains(&self, pair: u64) -> bool {
        self.stripe(pair).contains(&pair)
    }

    /// Forgets all. The memory is kept for the next level.
    pub(super) fn clear(&self) {
        for stripe in &self.stripes {
            stripe.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Memory taken, in bytes. A set has one byte and a pair for each of eight places, of which seven are room.
    pub(super) fn bytes(&self) -> u64 {
        let place = 1 + size_of::<u64>() as u64;
        self.room.load(Ordering::Relaxed) * place * 8 / 7 + size_of_val(&*self.stripes) as u64
    }
}
