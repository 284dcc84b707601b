//! Numbers for words: each word has one, and the numbers follow each other.
//!
//! Words and numbers are records of eight bytes and their indices, as in a store of states of that length, with the same table. Most
//! words of a state are those of a state not long ago, so each thread remembers some of them with their numbers.

use super::chunks::Chunks;
use super::entering::{Answers, Entrance, GROUP, Keys};
use super::growth::{Density, Growing};
use super::hash::{Folded, StateHash};
use super::stripes::{Numbers, STRIPES, Supply};
use super::sync::{AtomicU64, Word};
use crate::store::thread_number::thread_number;
use crate::visited::NotStored;

/// How many words a thread remembers: two to this power.
const REMEMBERED: u32 = 11;

/// Words with their numbers.
pub(super) struct Nodes {
    records: Chunks<AtomicU64>,
    table: Growing,
    numbers: Numbers,
}

/// What a thread has for itself of the numbers for words.
pub(super) struct Memory {
    supply: Supply,
    /// Words by a part of their hash, with their numbers plus one.
    remembered: Box<[(u64, u32)]>,
}

impl Memory {
    /// Nothing is remembered.
    pub(super) fn new() -> Self {
        Memory { supply: Supply::default(), remembered: vec![(0, 0); 1 << REMEMBERED].into() }
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.remembered) as u64
    }

    /// Where a word is remembered.
    #[inline(always)]
    fn place(word: u64) -> usize {
        /// A factor whose bits look random.
        const SPREAD: u64 = 0x4B33_A62E_D433_D4A3;
        (word.wrapping_mul(SPREAD) >> (u64::BITS - REMEMBERED)) as usize
    }
}

/// Working memory.
#[derive(Default)]
pub(super) struct Working {
    /// The words that are not remembered, and where their numbers go.
    words: Vec<u64>,
    places: Vec<usize>,
    answers: Answers,
}

impl Nodes {
    /// No words.
    pub(super) fn new() -> Self {
        Nodes {
            records: Chunks::new(1),
            table: Growing::new(64, Density::Dense, STRIPES),
            numbers: Numbers::new(u64::MAX, 8),
        }
    }

    /// Memory taken, in bytes, without what threads remember.
    pub(super) fn bytes(&self) -> u64 {
        let records = self.records.size_of(self.numbers.handed_out());
        records.min(self.records.allocated()) + self.table.bytes()
    }

    /// The word with this number.
    #[inline]
    pub(super) fn word(&self, number: u32) -> u64 {
        self.records.at::<1>(number)[0].get()
    }

    /// Writes the numbers of the words of a group, as far as they are to be had. Words that have none get one, if they may.
    #[inline(always)]
    pub(super) fn number(
        &self,
        words: impl Iterator<Item = u64>,
        may_enter: bool,
        memory: &mut Memory,
        working: &mut Working,
        numbers: &mut [u32; GROUP],
    ) -> Result<(), NotStored> {
        working.words.clear();
        working.places.clear();
        for (place, word) in words.enumerate() {
            let (remembered, number) = memory.remembered[Memory::place(word)];
            if remembered == word && number > 0 {
                numbers[place] = number - 1;
            } else {
                working.words.push(word);
                working.places.push(place);
            }
        }
        if working.words.is_empty() {
            return Ok(());
        }
        self.number_others(may_enter, memory, working, numbers)
    }

    /// The same for those that are not remembered.
    fn number_others(
        &self,
        may_enter: bool,
        memory: &mut Memory,
        working: &mut Working,
        numbers: &mut [u32; GROUP],
    ) -> Result<(), NotStored> {
        let Working { words, places, answers } = working;
        let Memory { supply, remembered } = memory;
        let thread = thread_number();
        let most = if may_enter { words.len() as u64 } else { 0 };
        if most > 0 && !supply.permit(most, &self.table, thread) {
            return Err(NotStored::Full);
        }
        answers.clear();
        let pass = self.table.pass(thread);
        let mut entrance = Entrance { slots: pass.slots(), numbers: &self.numbers, supply, most };
        let keys = Words { records: &self.records, words };
        entrance.enter::<Folded, _>(&keys, 0..words.len(), answers)?;
        for (answer, (&place, &word)) in places.iter().zip(&*words).enumerate() {
            let (number, _) = answers.get(answer).expect("all were answered");
            numbers[place] = number;
            remembered[Memory::place(word)] = (word, number + 1);
        }
        Ok(())
    }
}

/// Words to be looked up.
struct Words<'a> {
    records: &'a Chunks<AtomicU64>,
    words: &'a [u64],
}

impl Keys for Words<'_> {
    #[inline(always)]
    fn tag<H: StateHash>(&self, place: usize) -> u32 {
        H::of_words(&[self.words[place]])
    }

    #[inline(always)]
    fn prefetch(&self, index: u32) {
        self.records.prefetch(index);
    }

    const GLANCE_TELLS: bool = true;

    #[inline(always)]
    fn glance(&self, place: usize, index: u32) -> bool {
        self.is_alike(place, index)
    }

    #[inline(always)]
    fn is_alike(&self, place: usize, index: u32) -> bool {
        self.records.at::<1>(index)[0].get() == self.words[place]
    }

    #[inline(always)]
    fn indices(&self, _: usize) -> u64 {
        1
    }

    #[inline(always)]
    fn write(&self, place: usize, index: u32) -> bool {
        let is_room = self.records.provide(index);
        if is_room {
            self.records.at::<1>(index)[0].set(self.words[place]);
        }
        is_room
    }
}
