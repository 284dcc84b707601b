//! What a search asks of the set of states that it has visited.
//!
//! [`Visited`] is what a search by levels asks: states are offered in batches, and which of them are new may be answered as late
//! as at the end of the level, as a set on disk does that looks all of them up in one pass (delayed duplicate detection). A set that
//! answers at once is a [`Lookup`] as well; depth-first searches, graphs and the search for cycles need one. Both can be trait
//! objects: what a call costs is lost in that of a look-up. [`StateStore`](crate::StateStore) is a [`Lookup`] in memory. One that keeps
//! no parents may keep [`Levels`] instead.

use std::io::ErrorKind;
use std::ops::ControlFlow;

use crate::store::{Inserted, StateId};

/// The states that a search by levels has visited. All methods may be called from several threads.
pub trait Visited: Send + Sync {
    /// Offers states. Of those that are new `new` is told, of each once, now and in their order, or by
    /// [`end_level`](Self::end_level): of at most `most`, if now. One that comes again keeps its first parent.
    ///
    /// # Errors
    /// One that is new could not be stored. Those before it were.
    fn offer(
        &self,
        offers: &Offers,
        most: u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<(), NotStored>;

    /// Ends a level, while nobody offers. Either `new` was told of all states of the next one when they were offered, or it is told of
    /// them all here, of at most `most` that were not told of before, and what was told before is void. Where that takes long, `pause` is
    /// called now and then, and it ends where that breaks.
    ///
    /// # Errors
    /// One that is new could not be stored, or it was ended. If `new` was told of any here, then of all that are stored.
    fn end_level(
        &self,
        most: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored>;

    /// Whether the search goes on where this set has no states of the present level: others may.
    fn goes_on(&self) -> bool {
        false
    }

    /// Whether a state may have been stored before the present level began. Of one that was the answer is yes, and otherwise it depends on
    /// nothing but the state and the levels before: it decides which transitions may be left out.
    fn may_be_older(&self, bytes: &[u8]) -> bool;

    /// The same, unless it takes long to find out.
    fn may_be_older_at_once(&self, bytes: &[u8]) -> Option<bool> {
        Some(self.may_be_older(bytes))
    }

    /// Finds out, while nobody offers, whether states may be older: together that takes less time than one by one. Most of
    /// what was found out is told at once until the level ends. `pause` is called now and then, and it ends where that breaks.
    /// It is told whether some of the level is left to be expanded, and answers what is pending of the level.
    ///
    /// # Errors
    /// It was ended, or the set [failed](NotStored::Failed).
    fn find_out(
        &self,
        _: &[&Offers],
        is_left: bool,
        _: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Pending, NotStored> {
        Ok(Pending { is_asked: false, is_left })
    }

    /// Whether [`may_be_older`](Self::may_be_older) is exact of a state that was not [found out](Self::find_out).
    fn answers_each(&self) -> bool {
        true
    }

    /// How many bytes of states may be asked about together.
    fn most_asked(&self) -> usize {
        0
    }

    /// Overwrites `out` with the bytes of a state. Of a set that answers late these are states of the level that ended last.
    ///
    /// # Errors
    /// The set [failed](NotStored::Failed).
    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored>;

    /// The state from which a state was first reached, if it was from one. A search of which traces are wanted needs to know it of
    /// each, or the [`levels`](Self::levels).
    fn parent(&self, id: StateId) -> Option<StateId>;

    /// Whether it is told of each state from which one it was reached.
    fn keeps_parents(&self) -> bool;

    /// The levels, if they are kept.
    fn levels(&self) -> Option<&dyn Levels>;

    /// Notes that the next level is not to be searched: what was looked for is found. Who shares the search tells the others when the level
    /// ends, and what comes next is [`Unwanted`](NotStored::Unwanted) then.
    fn end_with_level(&self) {}

    /// The number of states.
    fn len(&self) -> u64;

    /// Whether there are no states.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory taken, in bytes, tables and slack included.
    fn bytes(&self) -> u64;

    /// Bytes of files.
    fn file_bytes(&self) -> u64;
}

/// What is pending of a level, here or on another machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// States were asked about: those that wait for the answers are to be expanded.
    pub is_asked: bool,
    /// Others were not expanded yet.
    pub is_left: bool,
}

/// When was told which states are new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// When they were offered.
    AtOnce,
    /// When their level ended.
    Late,
}

/// The visited states, level by level: from these the way to one is found without parents.
pub trait Levels {
    /// Shows the states of a level, the initial ones being level 0, as long as `each` goes on.
    ///
    /// # Errors
    /// The set [failed](NotStored::Failed).
    fn show(
        &self,
        level: u64,
        each: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), NotStored>;
}

/// The visited states where a state can be looked up at any time.
pub trait Lookup: Visited {
    /// Inserts a state that was reached from `parent`, or finds that it is there.
    fn insert(&self, bytes: &[u8], parent: Option<StateId>) -> Inserted;

    /// Overwrites `out` with the bytes of a state.
    fn get(&self, id: StateId, out: &mut Vec<u8>);

    /// A state, if it is there.
    fn find(&self, bytes: &[u8]) -> Option<StateId>;

    /// Whether a state is there.
    fn contains(&self, bytes: &[u8]) -> bool {
        self.find(bytes).is_some()
    }
}

/// Why a state was not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotStored {
    /// So many were asked for, and one more is new.
    Enough,
    /// The set is full.
    Full,
    /// What the set is kept in cannot be written or read, for this reason. It is of no use any more.
    Failed(ErrorKind),
    /// Whoever asked did not want to wait.
    Interrupted,
    /// It is of a level that is not to be searched any more.
    Unwanted,
    /// Another machine has stopped.
    Elsewhere,
    /// The machine with this number is lost.
    Lost(usize),
}

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// States that are to be offered, each with the one that it was reached from (none for an initial state).
///
/// They lie in words, each padded with zeros to a whole number of words.
#[derive(Default, Debug)]
pub struct Offers {
    /// As many as there ever were, so that a state is appended without a word about room.
    words: Vec<u64>,
    /// Where those end that belong to states.
    end: usize,
    offers: Vec<Offer>,
}

#[derive(Clone, Copy, Debug)]
struct Offer {
    /// Where the words begin.
    start: usize,
    /// The number of bytes.
    length: usize,
    parent: Option<StateId>,
}

impl Offers {
    /// Appends a state.
    #[inline]
    pub fn push(&mut self, bytes: &[u8], parent: Option<StateId>) {
        self.push_copy(bytes, parent);
    }

    /// Appends a copy of a state and gives it back, to be changed in place.
    #[inline]
    pub fn push_copy(&mut self, bytes: &[u8], parent: Option<StateId>) -> &mut [u8] {
        let (start, length) = (self.end, bytes.len());
        let end = start + length.div_ceil(WORD);
        if end > self.words.len() {
            self.lengthen(end);
        }
        self.end = end;
        self.offers.push(Offer { start, length, parent });
        let words = &mut self.words[start..end];
        fill(words, bytes);
        &mut bytemuck::cast_slice_mut(words)[..length]
    }

    /// Appends states that were reached from one, all of one length and so many bytes apart, with zeros in between: whole words, as few as
    /// may be.
    ///
    /// # Panics
    /// They are further apart, or nearer.
    pub fn push_all(
        &mut self,
        bytes: &[u8],
        length: usize,
        stride: usize,
        parent: Option<StateId>,
    ) {
        let words = length.div_ceil(WORD);
        assert_eq!(stride, words * WORD, "these are no whole words");
        let (first, count) = (self.end, bytes.len() / stride.max(1));
        let end = first + count * words;
        if end > self.words.len() {
            self.lengthen(end);
        }
        self.end = end;
        let states = &bytes[..count * stride];
        bytemuck::cast_slice_mut(&mut self.words[first..end]).copy_from_slice(states);
        let starts = (0..count).map(|index| first + index * words);
        self.offers.extend(starts.map(|start| Offer { start, length, parent }));
    }

    /// Makes room for so many words.
    #[cold]
    fn lengthen(&mut self, end: usize) {
        self.words.resize(end.next_power_of_two(), 0);
    }

    /// Takes back all but the first `count` states.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        if let Some(first) = self.offers.get(count) {
            self.end = first.start;
            self.offers.truncate(count);
        }
    }

    /// The states, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Option<StateId>)> {
        (0..self.len()).map(|index| (self.state(index), self.parent(index)))
    }

    /// The state at a place.
    #[inline]
    #[must_use]
    pub fn state(&self, index: usize) -> &[u8] {
        let Offer { start, length, .. } = self.offers[index];
        &bytemuck::cast_slice(&self.words[start..])[..length]
    }

    /// The state at a place, to be changed.
    #[inline]
    pub fn state_mut(&mut self, index: usize) -> &mut [u8] {
        let Offer { start, length, .. } = self.offers[index];
        &mut bytemuck::cast_slice_mut(&mut self.words[start..])[..length]
    }

    /// What the state at a place was reached from.
    #[inline]
    pub(crate) fn parent(&self, index: usize) -> Option<StateId> {
        self.offers[index].parent
    }

    /// The words of all states, one after the other.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words[..self.end]
    }

    /// Whether all states have so many bytes.
    pub(crate) fn all_have(&self, length: usize) -> bool {
        self.offers.iter().all(|offer| offer.length == length)
    }

    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offers.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// The length of all states together, padding included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.end * WORD
    }

    /// Removes all. The memory is kept.
    pub fn clear(&mut self) {
        self.end = 0;
        self.offers.clear();
    }
}

/// Copies bytes into as many words as they need, with zeros behind them. How many whole words most states have is known when this is
/// compiled: a call for so few bytes takes longer than to copy them.
#[inline(always)]
fn fill(words: &mut [u64], bytes: &[u8]) {
    let (whole, rest) = bytes.as_chunks::<WORD>();
    macro_rules! by_words {
        ($($count:literal)+) => {
            match whole.len() {
                $($count => copy::<$count>(words, whole),)+
                count => bytemuck::cast_slice_mut(&mut words[..count]).copy_from_slice(whole.as_flattened()),
            }
        };
    }
    by_words!(0 1 2 3 4 5 6 7 8);
    if !rest.is_empty() {
        // Up to its end, with what lies before it shifted out.
        let last =
            bytes.last_chunk().map(|last| u64::from_le_bytes(*last) >> (8 * (WORD - rest.len())));
        words[whole.len()] = last.map_or_else(|| alone(rest), u64::to_le);
    }
}

#[inline(always)]
fn copy<const COUNT: usize>(words: &mut [u64], bytes: &[[u8; WORD]]) {
    if let (Some(words), Some(bytes)) = (words.first_chunk_mut::<COUNT>(), bytes.first_chunk()) {
        *words = bytes.map(u64::from_ne_bytes);
    }
}

/// A word that begins with bytes, which are fewer.
fn alone(bytes: &[u8]) -> u64 {
    let mut word = [0; WORD];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_ne_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_changed_in_place_and_taken_back() {
        let mut offers = Offers::default();
        let parent = Some(StateId::from_number(7));
        offers.push(b"first", None);
        offers.push_copy(b"a second one", parent)[2..8].copy_from_slice(b"fourth");
        offers.push_copy(b"never offered", None).fill(0xFF);
        offers.truncate(2);
        offers.push(b"", parent);
        let all: Vec<_> = offers.iter().collect();
        let expected: [(&[u8], _); 3] =
            [(b"first", None), (b"a fourth one", parent), (b"", parent)];
        assert_eq!(all, expected);
        // What was taken back has left nothing in the padding.
        offers.push(b"x", None);
        assert_eq!(offers.words().last(), Some(&u64::from_ne_bytes(*b"x\0\0\0\0\0\0\0")));
        offers.clear();
        offers.truncate(0);
        assert!(offers.is_empty() && offers.bytes() == 0);
    }

    #[test]
    fn several_are_appended_in_one_go() {
        let (mut one_by_one, mut together) = (Offers::default(), Offers::default());
        let parent = Some(StateId::from_number(7));
        for length in [3, 8, 13] {
            let states: Vec<Vec<u8>> = (1..5).map(|byte| vec![byte; length]).collect();
            let stride = length.next_multiple_of(WORD);
            let mut bytes = Vec::new();
            for state in &states {
                one_by_one.push(state, parent);
                bytes.extend(state);
                bytes.resize(bytes.len().next_multiple_of(WORD), 0);
            }
            together.push_all(&bytes, length, stride, parent);
            together.push_all(&[], length, stride, None);
        }
        assert!(together.iter().eq(one_by_one.iter()));
        assert_eq!(together.words(), one_by_one.words());
    }
}
