//! A visited set that may take a state for one that it has: of each state it keeps some bits, chosen by its hash.
//!
//! States themselves are in memory as long as they are expanded, and then in files, level by level, so that the way to a violation is found
//! backwards. What is taken for visited is omitted, and so is what can be reached through it alone.

mod bits;
mod fingerprints;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::stripes::Stripes;
use super::thread_number::thread_number;
use super::{DiskStore, StateId};
use crate::outcome::Omission;
use crate::visited::{Levels, NotStored, Offers, Told, Visited};
use bits::Bits;
use fingerprints::Fingerprints;
use rapidhash::v3::{RapidSecrets, rapidhash_v3_seeded};

/// A set of states that forgets them.
pub(crate) struct LossyStore<'f> {
    seen: Seen,
    /// The states of this level and the next, and of all before in files.
    levels: DiskStore<'f>,
    states: AtomicU64,
    /// For each thread the states that it has not seen.
    unseen: Stripes<Offers>,
    /// What two hashes begin with: with others, other states are taken for one another.
    secrets: [RapidSecrets; 2],
}

/// What is known of visited states.
enum Seen {
    Bits(Bits),
    Fingerprints(Fingerprints),
}

impl<'f> LossyStore<'f> {
    /// An empty set with so many bytes, of which each state sets so many bits; none if there is not so much memory. The levels are in a set that
    /// forgets what was visited.
    pub(crate) fn bitstate(
        levels: DiskStore<'f>,
        bytes: u64,
        functions: u32,
        seed: u64,
    ) -> Option<Self> {
        Some(Self::new(levels, Seen::Bits(Bits::new(bytes, functions)?), seed))
    }

    /// The same with a number of 64 bits for each state.
    pub(crate) fn fingerprints(levels: DiskStore<'f>, bytes: u64, seed: u64) -> Option<Self> {
        Some(Self::new(levels, Seen::Fingerprints(Fingerprints::new(bytes)?), seed))
    }

    fn new(levels: DiskStore<'f>, seen: Seen, seed: u64) -> Self {
        let (states, unseen) = (AtomicU64::new(0), Stripes::of_each(Offers::default));
        let secrets = [seed, !seed].map(RapidSecrets::seed);
        LossyStore { seen, levels, states, unseen, secrets }
    }

    /// What was omitted, as far as what was kept tells.
    pub(crate) fn omission(&self) -> Omission {
        match &self.seen {
            Seen::Bits(bits) => bits.omission(self.len()),
            Seen::Fingerprints(_) => fingerprints::omission(self.len()),
        }
    }

    fn hash(&self, state: &[u8]) -> [u64; 2] {
        let [first, second] = &self.secrets;
        [rapidhash_v3_seeded(state, first), rapidhash_v3_seeded(state, second)]
    }

    fn has_seen(&self, state: &[u8]) -> bool {
        let hash = self.hash(state);
        match &self.seen {
            Seen::Bits(bits) => bits.has(hash),
            Seen::Fingerprints(fingerprints) => fingerprints.has(hash[0]),
        }
    }

    /// Notes a state, and tells whether it may be new.
    fn see(&self, state: &[u8]) -> Result<bool, NotStored> {
        let hash = self.hash(state);
        match &self.seen {
            Seen::Bits(bits) => Ok(bits.set(hash)),
            Seen::Fingerprints(fingerprints) => fingerprints.insert(hash[0]),
        }
    }
}

impl Visited for LossyStore<'_> {
    fn offer(
        &self,
        offers: &Offers,
        most: u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<(), NotStored> {
        let unseen = &mut *self.unseen.of(thread_number()).lock();
        unseen.clear();
        let mut full = Ok(());
        for (state, _) in offers.iter() {
            match self.see(state) {
                Ok(true) => unseen.push(state, None),
                Ok(false) => {}
                Err(why) => {
                    full = Err(why);
                    break;
                }
            }
        }
        // Two threads may come with one state at the same time: the level has it once.
        let offered = self.levels.offer(unseen, most, &mut |id| {
            self.states.fetch_add(1, Relaxed);
            new(id);
        });
        offered.and(full)
    }

    fn end_level(
        &self,
        most: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        self.levels.end_level(most, new, pause)
    }

    /// What was taken for visited may be older.
    fn may_be_older(&self, bytes: &[u8]) -> bool {
        self.levels.is_older_than_level(bytes).unwrap_or_else(|| self.has_seen(bytes))
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        self.levels.read(id, out)
    }

    fn parent(&self, _: StateId) -> Option<StateId> {
        None
    }

    fn keeps_parents(&self) -> bool {
        false
    }

    fn levels(&self) -> Option<&dyn Levels> {
        Some(&self.levels)
    }

    fn len(&self) -> u64 {
        self.states.load(Relaxed)
    }

    fn bytes(&self) -> u64 {
        let seen = match &self.seen {
            Seen::Bits(bits) => bits.bytes(),
            Seen::Fingerprints(fingerprints) => fingerprints.bytes(),
        };
        seen + self.levels.bytes()
    }

    fn file_bytes(&self) -> u64 {
        self.levels.file_bytes()
    }
}
