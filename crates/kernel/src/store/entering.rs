//! Looking up and entering a group of states: the hot path of every search.
//!
//! What takes time is memory that is not in the cache. The home slots of all states of a group are loaded before anything is decided,
//! and then the first words of all records that may be equal: the loads do not depend on each other, and the processor waits for
//! all of them together.

use std::ops::Range;

use super::hash::StateHash;
use super::slots::{EMPTY, Slots, index_of, slot, tag_of};
use super::stripes::{Numbers, Supply};
use crate::visited::NoRoom;

/// The most states of a group.
pub(super) const GROUP: usize = u64::BITS as usize;

/// States that are to be looked up or entered, by number, and the records to compare them with.
pub(super) trait Keys {
    /// The hash of a state.
    fn tag<H: StateHash>(&self, number: usize) -> u32;
    /// Whether the record at an index begins like a state.
    fn begins_alike(&self, number: usize, index: u32) -> bool;
    /// Whether the record at an index is that of a state.
    fn is_alike(&self, number: usize, index: u32) -> bool;
    /// How many indices the record of a state takes.
    fn indices(&self, number: usize) -> u64;
    /// Writes the record of a state. If there is no memory for it the answer is no.
    fn write(&self, number: usize, index: u32) -> bool;
}

/// Where a state was found or was entered.
pub(super) struct Answers {
    /// The indices of the first states of the group: as many as were answered.
    indices: [u32; GROUP],
    count: usize,
    /// A bit for each state: whether it is new.
    new: u64,
}

impl Default for Answers {
    fn default() -> Self {
        Answers { indices: [0; GROUP], count: 0, new: 0 }
    }
}

impl Answers {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.new = 0;
    }

    #[inline(always)]
    fn push(&mut self, index: u32, is_new: bool) {
        self.indices[self.count] = index;
        self.new |= u64::from(is_new) << self.count;
        self.count += 1;
    }

    /// How many states are new.
    pub(super) fn new_states(&self) -> u64 {
        u64::from(self.new.count_ones())
    }

    /// The indices of the states that are new, in order.
    pub(super) fn new_indices(&self) -> impl Iterator<Item = u32> {
        let mut bits = self.new;
        std::iter::from_fn(move || {
            let index = *self.indices.get(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(index)
        })
    }

    /// The index of the state at a place of the group, and whether it is new.
    pub(super) fn get(&self, place: usize) -> Option<(u32, bool)> {
        (place < self.count).then(|| (self.indices[place], self.new >> place & 1 == 1))
    }
}

/// How far a state has come.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    tag: u32,
    /// Whether the record at the slot begins like the state.
    alike: bool,
    /// A slot that is empty or has the tag, and what it held when it was loaded.
    at: usize,
    slot: u64,
}

/// What is needed to enter states.
pub(super) struct Entrance<'a> {
    pub(super) slots: &'a Slots,
    pub(super) numbers: &'a Numbers,
    pub(super) supply: &'a mut Supply,
    /// Working memory.
    pub(super) probes: &'a mut Vec<Probe>,
    /// The most states that may be entered.
    pub(super) most: u64,
}

impl Entrance<'_> {
    /// Looks up the states of a group, no more than [`GROUP`], and enters those that are not there. The supply has a permit for each,
    /// or none may be entered.
    #[inline(never)]
    pub(super) fn enter<H: StateHash, K: Keys>(
        &mut self,
        keys: &K,
        group: Range<usize>,
        answers: &mut Answers,
    ) -> Result<(), NoRoom> {
        self.look::<H, K>(keys, group.clone());
        for (place, number) in group.enumerate() {
            let probe = self.probes[place];
            let (index, is_new) = self.settle(keys, number, probe)?;
            answers.push(index, is_new);
        }
        Ok(())
    }

    /// The loads that need not wait for each other.
    #[inline(always)]
    fn look<H: StateHash, K: Keys>(&mut self, keys: &K, group: Range<usize>) {
        let slots = self.slots;
        self.probes.clear();
        self.probes.extend(group.clone().map(|number| {
            let tag = keys.tag::<H>(number);
            Probe { tag, alike: false, at: slots.home(tag), slot: EMPTY }
        }));
        // Nothing else: the more loads the processor sees at once, the more overlap.
        for probe in self.probes.iter_mut() {
            probe.slot = slots.load(probe.at);
        }
        for probe in self.probes.iter_mut() {
            (probe.at, probe.slot) = slots.probe(probe.tag, probe.at, probe.slot);
        }
        for (probe, number) in self.probes.iter_mut().zip(group) {
            if probe.slot != EMPTY {
                probe.alike = keys.begins_alike(number, index_of(probe.slot));
            }
        }
    }

    /// Finds or enters a state: its index, and whether it is new.
    #[inline(always)]
    fn settle<K: Keys>(
        &mut self,
        keys: &K,
        number: usize,
        probe: Probe,
    ) -> Result<(u32, bool), NoRoom> {
        let Probe { tag, mut alike, mut at, mut slot } = probe;
        loop {
            if slot == EMPTY {
                match self.try_enter(keys, number, tag, at)? {
                    Ok(index) => return Ok((index, true)),
                    // Somebody was faster, perhaps with the same state, perhaps this thread with one of the same group.
                    Err(other) => slot = other,
                }
                alike = tag_of(slot) == tag;
            }
            if alike && keys.is_alike(number, index_of(slot)) {
                return Ok((index_of(slot), false));
            }
            at = self.slots.after(at);
            (at, slot) = self.slots.probe(tag, at, self.slots.load(at));
            alike = slot != EMPTY;
        }
    }

    /// Enters a state into a slot that was empty: the index, or what the slot holds now.
    #[inline(always)]
    fn try_enter<K: Keys>(
        &mut self,
        keys: &K,
        number: usize,
        tag: u32,
        at: usize,
    ) -> Result<Result<u32, u64>, NoRoom> {
        // A state that is there already needs no room. The slot may have been filled since.
        let now = self.slots.load(at);
        if now != EMPTY {
            return Ok(Err(now));
        }
        if self.most == 0 {
            return Err(NoRoom::Enough);
        }
        let indices = keys.indices(number);
        let index = self.supply.reserve(indices, self.numbers).ok_or(NoRoom::Full)?;
        if !keys.write(number, index) {
            return Err(NoRoom::Full);
        }
        let entered = self.slots.fill(at, slot(tag, index));
        if entered.is_ok() {
            self.supply.use_up(indices);
            self.most -= 1;
        }
        Ok(entered.map(|()| index))
    }
}
