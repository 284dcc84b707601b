//! The levels whose states are in the table.

use std::collections::VecDeque;

use crate::frontier::Frontier;
use crate::store::StateId;

/// Levels one after the other. There may be as many as states, so that one takes little.
#[derive(Default)]
pub(super) struct Recent {
    /// Where each of the older levels ends, as a number of states from the first on that there ever was.
    ends: VecDeque<u64>,
    /// Where the first of them begins.
    begin: u64,
    older: Frontier,
    /// The last level, if it is in the table.
    present: Option<Frontier>,
}

impl Recent {
    /// Appends a level.
    pub(super) fn push(&mut self, level: Frontier) {
        if let Some(before) = self.present.replace(level) {
            self.ends.push_back(self.end() + before.len() as u64);
            before.iter().for_each(|id| self.older.push(id));
        }
    }

    fn end(&self) -> u64 {
        self.ends.back().copied().unwrap_or(self.begin)
    }

    /// How many states the levels have.
    pub(super) fn states(&self) -> u64 {
        let present = self.present.as_ref().map_or(0, Frontier::len) as u64;
        self.end() - self.begin + present
    }

    /// How many levels there are before the last.
    pub(super) fn older(&self) -> usize {
        self.ends.len()
    }

    /// How many levels there are.
    pub(super) fn levels(&self) -> usize {
        self.older() + usize::from(self.present.is_some())
    }

    /// The last level.
    pub(super) fn present(&self) -> Option<&Frontier> {
        self.present.as_ref()
    }

    /// The states of a level, by its place.
    pub(super) fn level(&self, place: usize) -> Box<dyn Iterator<Item = StateId> + '_> {
        let Some(&end) = self.ends.get(place) else {
            let present = self.present.as_ref().filter(|_| place == self.older());
            return Box::new(present.into_iter().flat_map(Frontier::iter));
        };
        let start = place.checked_sub(1).map_or(self.begin, |before| self.ends[before]);
        let states = self.older.iter_from((start - self.begin) as usize);
        Box::new(states.take((end - start) as usize))
    }

    /// All levels, the oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = Frontier> + '_ {
        let (mut states, mut start) = (self.older.iter(), self.begin);
        let older = self.ends.iter().map(move |&end| {
            let mut level = Frontier::default();
            states.by_ref().take((end - start) as usize).for_each(|id| level.push(id));
            start = end;
            level
        });
        older.chain(self.present.clone())
    }

    /// How many of the oldest levels have to go so that no more than so many states stay, if possible: the last always stays.
    pub(super) fn too_many(&self, most: u64) -> usize {
        let present = self.present.as_ref().map_or(0, Frontier::len) as u64;
        let last = self.end() + present;
        let starts = std::iter::once(&self.begin).chain(&self.ends);
        starts.take_while(|&start| last - start > most).count().min(self.older())
    }

    /// Forgets so many of the oldest levels.
    pub(super) fn forget(&mut self, count: usize) {
        let mut gone = Vec::new();
        for _ in 0..count {
            let Some(end) = self.ends.pop_front() else {
                self.present = None;
                return;
            };
            while self.begin < end {
                self.older.take((end - self.begin).min(AT_ONCE) as usize, &mut gone);
                self.begin += gone.len() as u64;
            }
        }
    }

    /// Forgets the last level.
    pub(super) fn forget_present(&mut self) {
        self.present = None;
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let present = self.present.as_ref().map_or(0, Frontier::bytes);
        let ends = self.ends.capacity() * size_of::<u64>();
        (self.older.bytes() + present + ends) as u64
    }
}

/// So many states are taken from a queue at a time.
const AT_ONCE: u64 = 4096;

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
        assert_eq!((recent.level(5).count(), recent.older(), recent.levels()), (0, 4, 5));
        assert!(recent.iter().map(|level| level.len()).eq([3, 9997, 0, 2, 1]));
        let gone = [10_003, 10_002, 10_000, 6, 5, 3, 2, 0].map(|most| recent.too_many(most));
        assert_eq!(gone, [0, 1, 1, 2, 2, 2, 4, 4]);
        recent.forget(1);
        assert_eq!(recent.too_many(3), 1);
        for (place, numbers) in levels[1..].iter().enumerate() {
            assert!(recent.level(place).eq(ids(numbers.clone())), "{place}");
        }
        recent.forget(2);
        recent.push(level(20_000..20_005));
        assert!(recent.iter().map(|level| level.len()).eq([2, 1, 5]));
        assert!(recent.level(1).eq(ids(10_002..10_003)));
        recent.forget(3);
        assert_eq!((recent.levels(), recent.iter().count()), (0, 0));
    }

    #[test]
    fn a_million_levels_take_little() {
        let mut recent = Recent::default();
        (0..1_000_000).for_each(|number| recent.push(level(number..number + 1)));
        assert!(recent.bytes() < 17 << 20, "{}", recent.bytes());
        assert!(recent.level(999_998).eq(ids(999_998..999_999)));
    }
}
