//! The levels whose states are in the table.

use std::collections::VecDeque;

use crate::frontier::Frontier;
use crate::store::StateId;

/// Levels one after the other. There may be as many as states, so that one takes little.
#[derive(Default)]
pub(super) struct Recent {
    /// How many states each of the older levels has, and all of these.
    lengths: VecDeque<usize>,
    older: Frontier,
    /// The last level, if it is in the table.
    present: Option<Frontier>,
}

impl Recent {
    /// Appends a level.
    pub(super) fn push(&mut self, level: Frontier) {
        if let Some(before) = self.present.replace(level) {
            self.lengths.push_back(before.len());
            before.iter().for_each(|id| self.older.push(id));
        }
    }

    /// Whether there are no levels.
    pub(super) fn is_empty(&self) -> bool {
        self.lengths.is_empty() && self.present.is_none()
    }

    /// How many levels there are before the last.
    pub(super) fn older(&self) -> usize {
        self.lengths.len()
    }

    /// The last level.
    pub(super) fn present(&self) -> impl Iterator<Item = StateId> + '_ {
        self.present.iter().flat_map(Frontier::iter)
    }

    /// How many states the last level has.
    pub(super) fn present_length(&self) -> usize {
        self.present.as_ref().map_or(0, Frontier::len)
    }

    /// The states of a level, by its place.
    pub(super) fn level(&self, place: usize) -> Box<dyn Iterator<Item = StateId> + '_> {
        let Some(&length) = self.lengths.get(place) else {
            return Box::new(self.present().take(if place == self.older() {
                usize::MAX
            } else {
                0
            }));
        };
        let before = self.lengths.range(..place).sum();
        Box::new(self.older.iter_from(before).take(length))
    }

    /// How many of the oldest levels have to go so that no more than so many states stay, if possible: the last always stays.
    pub(super) fn too_many(&self, most: u64) -> usize {
        let mut states = (self.older.len() + self.present_length()) as u64;
        let has_to_go = |&length: &&usize| {
            let is_too_much = states > most;
            states -= *length as u64;
            is_too_much
        };
        self.lengths.iter().take_while(has_to_go).count()
    }

    /// Takes the oldest level but the last.
    pub(super) fn take_oldest(&mut self) -> Option<Frontier> {
        let mut left = self.lengths.pop_front()?;
        let (mut level, mut some) = (Frontier::default(), Vec::new());
        while left > 0 {
            self.older.take(left.min(AT_ONCE), &mut some);
            some.iter().for_each(|&id| level.push(id));
            left -= some.len();
        }
        Some(level)
    }

    /// Takes the last level.
    pub(super) fn take_present(&mut self) -> Option<Frontier> {
        self.present.take()
    }

    /// Takes all levels, each with its states, the oldest first.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Frontier> + use<> {
        let mut all = std::mem::take(self);
        std::iter::from_fn(move || all.take_oldest().or_else(|| all.take_present()))
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let present = self.present.as_ref().map_or(0, Frontier::bytes);
        let lengths = self.lengths.capacity() * size_of::<usize>();
        (self.older.bytes() + present + lengths) as u64
    }
}

/// So many states are taken from a queue at a time.
const AT_ONCE: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: std::ops::Range<u64>) -> Vec<StateId> {
        numbers.map(StateId::from_number).collect()
    }

    fn level(numbers: std::ops::Range<u64>) -> Frontier {
        let mut level = Frontier::default();
        ids(numbers).into_iter().for_each(|id| level.push(id));
        level
    }

    #[test]
    fn levels_come_back_one_by_one() {
        let levels = [0..3, 3..10_000, 10_000..10_000, 10_000..10_002, 10_002..10_003];
        let mut recent = Recent::default();
        levels.iter().for_each(|numbers| recent.push(level(numbers.clone())));
        for (place, numbers) in levels.iter().enumerate() {
            assert!(recent.level(place).eq(ids(numbers.clone())), "{place}");
        }
        assert_eq!((recent.level(5).count(), recent.older(), recent.present_length()), (0, 4, 1));
        let gone = [10_003, 10_002, 10_000, 6, 5, 3, 2, 0].map(|most| recent.too_many(most));
        assert_eq!(gone, [0, 1, 1, 2, 2, 2, 4, 4]);
        for numbers in &levels {
            let taken = recent.take_oldest().or_else(|| recent.take_present());
            assert!(taken.is_some_and(|level| level.iter().eq(ids(numbers.clone()))));
        }
        assert!(recent.take_oldest().is_none() && recent.take_present().is_none());
    }

    #[test]
    fn a_million_levels_take_little() {
        let mut recent = Recent::default();
        (0..1_000_000).for_each(|number| recent.push(level(number..number + 1)));
        assert!(recent.bytes() < 17 << 20, "{}", recent.bytes());
        assert!(recent.level(999_998).eq(ids(999_998..999_999)));
    }
}
