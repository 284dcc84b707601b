//! Looking up and entering a group of states: the hot path of every search.
//!
//! What takes time is memory that is not in the cache, and branches that go now this way, now that. So the first slots of all states
//! of a group are loaded before anything is decided, and then the records that may be equal to them, without a branch: the loads do
//! not depend on each other, and the processor waits for all of them together. Most states are found so; the others walk.

use std::ops::Range;

use super::hash::StateHash;
use super::slots::{EMPTY, Slots, index_of, leads_on, slot, tag_of};
use super::stripes::{Numbers, Supply};
use crate::visited::NotStored;

/// The most states of a group.
pub(super) const GROUP: usize = u64::BITS as usize;

/// States that are to be looked up or entered, by number, and the records to compare them with.
pub(super) trait Keys {
    /// The hash of a state.
    fn tag<H: StateHash>(&self, number: usize) -> u32;
    /// Has the record at an index brought into the cache, without waiting for it.
    fn prefetch(&self, index: u32);
    /// Whether a glance is enough to tell that a record is that of a state.
    const GLANCE_TELLS: bool;
    /// Whether the record at an index is that of a state, as far as a glance tells: what can be compared without a branch. What it
    /// denies is so.
    fn glance(&self, number: usize, index: u32) -> bool;
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

/// What the first look at a group told.
struct Look {
    tags: [u32; GROUP],
    /// The slot that may lead to each state, loaded.
    slots: [u64; GROUP],
    /// A bit for each state: whether the record there is its own, as far as a [glance](Keys::glance) tells.
    alike: u64,
}

/// What is needed to enter states.
pub(super) struct Entrance<'a> {
    pub(super) slots: &'a Slots,
    pub(super) numbers: &'a Numbers,
    pub(super) supply: &'a mut Supply,
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
    ) -> Result<(), NotStored> {
        if group.len() == 1 {
            // Nothing to wait for together.
            let tag = keys.tag::<H>(group.start);
            let (index, is_new) = self.walk(keys, group.start, tag)?;
            answers.push(index, is_new);
            return Ok(());
        }
        let look = self.look::<H, K>(keys, group.clone());
        for ((number, &tag), &slot) in group.zip(&look.tags).zip(&look.slots) {
            let alike = look.alike >> answers.count & 1 == 1;
            if alike && (K::GLANCE_TELLS || keys.is_alike(number, index_of(slot))) {
                answers.push(index_of(slot), false);
            } else {
                let (index, is_new) = self.walk(keys, number, tag)?;
                answers.push(index, is_new);
            }
        }
        Ok(())
    }

    /// Looks at all states of a group together, so that loads need not wait for each other.
    #[inline(always)]
    fn look<H: StateHash, K: Keys>(&self, keys: &K, group: Range<usize>) -> Look {
        let mut look = Look { tags: [0; GROUP], slots: [EMPTY; GROUP], alike: 0 };
        let Look { tags, slots, alike } = &mut look;
        let (tags, slots) = (&mut tags[..group.len()], &mut slots[..group.len()]);
        let mut homes = [0; GROUP];
        let homes = &mut homes[..group.len()];
        for ((tag, home), number) in tags.iter_mut().zip(&mut *homes).zip(group.clone()) {
            *tag = keys.tag::<H>(number);
            *home = self.slots.home(*tag);
            self.slots.prefetch(*home);
        }
        for ((slot, &home), &tag) in slots.iter_mut().zip(&*homes).zip(&*tags) {
            // Many that are not at home are in the slot after it, which mostly is in the same cache line.
            let (first, second) = (self.slots.load(home), self.slots.load(self.slots.after(home)));
            *slot = if tag_of(first) == tag { first } else { second };
        }
        let mut leads = slots.iter().zip(&*tags).filter(|&(&slot, &tag)| leads_on(slot, tag));
        // Those that have no record to look at look at that of another, and what comes of it is not used: no branch for them.
        let Some((&stand_in, _)) = leads.next() else {
            return look;
        };
        let index = |slot, tag| index_of(if leads_on(slot, tag) { slot } else { stand_in });
        for (&slot, &tag) in slots.iter().zip(&*tags) {
            keys.prefetch(index(slot, tag));
        }
        for (place, (number, (&slot, &tag))) in group.zip(slots.iter().zip(&*tags)).enumerate() {
            let is_alike = keys.glance(number, index(slot, tag)) & leads_on(slot, tag);
            *alike |= u64::from(is_alike) << place;
        }
        look
    }

    /// Finds or enters a state, from its home on: its index, and whether it is new.
    #[inline]
    fn walk<K: Keys>(
        &mut self,
        keys: &K,
        number: usize,
        tag: u32,
    ) -> Result<(u32, bool), NotStored> {
        let mut at = self.slots.home(tag);
        loop {
            let mut slot = self.slots.load(at);
            if slot == EMPTY {
                match self.try_enter(keys, number, tag, at)? {
                    Ok(index) => return Ok((index, true)),
                    // Somebody was faster, perhaps with the same state.
                    Err(other) => slot = other,
                }
            }
            if tag_of(slot) == tag && keys.is_alike(number, index_of(slot)) {
                return Ok((index_of(slot), false));
            }
            at = self.slots.after(at);
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
    ) -> Result<Result<u32, u64>, NotStored> {
        if self.most == 0 {
            return Err(NotStored::Enough);
        }
        let indices = keys.indices(number);
        let index = self.supply.reserve(indices, self.numbers).ok_or(NotStored::Full)?;
        if !keys.write(number, index) {
            return Err(NotStored::Full);
        }
        let entered = self.slots.fill(at, slot(tag, index));
        if entered.is_ok() {
            self.supply.use_up(indices);
            self.most -= 1;
        }
        Ok(entered.map(|()| index))
    }
}
