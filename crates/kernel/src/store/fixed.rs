//! Records of one length: the words of the state. The index is the state's number. Parents lie apart, where no look-up meets them.

use super::chunks::Chunks;
use super::entering::Keys;
use super::hash::StateHash;
use super::sync::{AtomicU32, AtomicU64, Word};
use crate::store::{StateId, link};
use crate::visited::Offers;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// The records.
pub(super) struct Fixed {
    /// Bytes of a state.
    length: usize,
    records: Chunks<AtomicU64>,
    parents: Chunks<AtomicU32>,
}

impl Fixed {
    pub(super) fn new(length: usize) -> Self {
        let (records, parents) = (Chunks::new(length.div_ceil(WORD)), Chunks::new(1));
        Fixed { length, records, parents }
    }

    /// Bytes of a state.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Words of a state.
    pub(super) fn words(&self) -> usize {
        self.length.div_ceil(WORD)
    }

    /// Overwrites `out` with the bytes of a state.
    pub(super) fn read(&self, index: u32, out: &mut Vec<u8>) {
        let words = &self.records.from(index)[..self.words()];
        out.resize(size_of_val(words), 0);
        for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.get().to_ne_bytes();
        }
        out.truncate(self.length);
    }

    /// What leads from a state to its parent.
    pub(super) fn link(&self, index: u32) -> u32 {
        self.parents.at::<1>(index)[0].get()
    }

    /// Memory of so many records, in bytes, as far as anything was written there.
    pub(super) fn bytes(&self, records: u64) -> u64 {
        self.records.size_of(records).min(self.records.allocated())
            + self.parents.size_of(records).min(self.parents.allocated())
    }

    /// Writes a parent, and makes sure that there is memory for the record. If there is none the answer is no.
    #[inline(always)]
    fn begin(&self, index: u32, parent: Option<StateId>) -> bool {
        let is_room = self.records.provide(index) && self.parents.provide(index);
        if is_room {
            self.parents.at::<1>(index)[0].set(link(parent));
        }
        is_room
    }
}

/// States of so many words, which is known when this is compiled.
pub(super) struct Narrow<'a, const WORDS: usize> {
    fixed: &'a Fixed,
    offers: &'a Offers,
    states: &'a [[u64; WORDS]],
}

impl<'a, const WORDS: usize> Narrow<'a, WORDS> {
    pub(super) fn new(fixed: &'a Fixed, offers: &'a Offers) -> Self {
        Narrow { fixed, offers, states: offers.words().as_chunks().0 }
    }
}

impl<const WORDS: usize> Keys for Narrow<'_, WORDS> {
    #[inline(always)]
    fn tag<H: StateHash>(&self, number: usize) -> u32 {
        H::of_words(&self.states[number])
    }

    #[inline(always)]
    fn prefetch(&self, index: u32) {
        self.fixed.records.prefetch(index);
    }

    const GLANCE_TELLS: bool = true;

    #[inline(always)]
    fn glance(&self, number: usize, index: u32) -> bool {
        self.is_alike(number, index)
    }

    #[inline(always)]
    fn is_alike(&self, number: usize, index: u32) -> bool {
        let record = self.fixed.records.at::<WORDS>(index);
        let difference = |(word, state): (&AtomicU64, u64)| word.get() ^ state;
        record.iter().zip(self.states[number]).map(difference).fold(0, |all, one| all | one) == 0
    }

    #[inline(always)]
    fn indices(&self, _: usize) -> u64 {
        1
    }

    #[inline(always)]
    fn write(&self, number: usize, index: u32) -> bool {
        let is_room = self.fixed.begin(index, self.offers.parent(number));
        if is_room {
            let record = self.fixed.records.at::<WORDS>(index);
            for (word, value) in record.iter().zip(self.states[number]) {
                word.set(value);
            }
        }
        is_room
    }
}

/// States of any number of words, perhaps none.
pub(super) struct Wide<'a> {
    fixed: &'a Fixed,
    offers: &'a Offers,
}

impl<'a> Wide<'a> {
    pub(super) fn new(fixed: &'a Fixed, offers: &'a Offers) -> Self {
        Wide { fixed, offers }
    }

    fn state(&self, number: usize) -> &[u64] {
        let words = self.fixed.words();
        &self.offers.words()[number * words..][..words]
    }
}

impl Keys for Wide<'_> {
    fn tag<H: StateHash>(&self, number: usize) -> u32 {
        H::of_bytes(bytemuck::cast_slice(self.state(number)))
    }

    #[inline(always)]
    fn prefetch(&self, index: u32) {
        self.fixed.records.prefetch(index);
    }

    const GLANCE_TELLS: bool = false;

    fn glance(&self, number: usize, index: u32) -> bool {
        let first = self.state(number).first();
        first.is_none_or(|&first| self.fixed.records.from(index)[0].get() == first)
    }

    fn is_alike(&self, number: usize, index: u32) -> bool {
        let state = self.state(number);
        self.fixed.records.from(index).iter().zip(state).all(|(word, &value)| word.get() == value)
    }

    fn indices(&self, _: usize) -> u64 {
        1
    }

    fn write(&self, number: usize, index: u32) -> bool {
        let is_room = self.fixed.begin(index, self.offers.parent(number));
        if is_room {
            for (word, &value) in self.fixed.records.from(index).iter().zip(self.state(number)) {
                word.set(value);
            }
        }
        is_room
    }
}
