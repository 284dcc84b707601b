//! Sets of the processes of a state.

use crate::index::ProcessId;
const WORDS: usize = 4;

/// A set of processes, a bit for each of the first. Others are in every set: where there may be any, nobody is preferred to anybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProcessSet([u64; WORDS]);

impl ProcessSet {
    /// How many processes sets tell apart.
    pub const MOST: usize = 64 * WORDS;

    /// Whoever there may be.
    pub const EVERYBODY: ProcessSet = ProcessSet([u64::MAX; WORDS]);

    /// Nobody.
    pub const NOBODY: ProcessSet = ProcessSet([0; WORDS]);

    #[inline]
    pub fn contains(&self, process: ProcessId) -> bool {
        let word = self.0.get(process.index() / 64);
        word.is_none_or(|word| word >> (process.index() % 64) & 1 != 0)
    }

    #[inline]
    pub fn insert(&mut self, process: ProcessId) {
        self.0[process.index() / 64] |= 1 << (process.index() % 64);
    }

    pub fn add_all(&mut self, others: &ProcessSet) {
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word |= other);
    }

    #[must_use]
    pub fn without(mut self, others: &ProcessSet) -> ProcessSet {
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word &= !other);
        self
    }

    pub fn is_empty(&self) -> bool {
        *self == ProcessSet::NOBODY
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// One of them, if there is any.
    pub fn first(&self) -> Option<ProcessId> {
        let place = self.0.iter().position(|&word| word != 0)?;
        Some(ProcessId::new(64 * place + self.0[place].trailing_zeros() as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_there_may_be_are_told_apart() {
        let (mut some, mut others) = (ProcessSet::NOBODY, ProcessSet::NOBODY);
        for process in (0..ProcessSet::MOST - 1).step_by(3).map(ProcessId::new) {
            assert!(!some.contains(process));
            some.insert(process);
            assert!(some.contains(process) && ProcessSet::EVERYBODY.contains(process));
        }
        assert_eq!(some.len(), 85);
        others.insert(ProcessId::new(63));
        assert_eq!(some.without(&others).len(), 84);
        others.insert(ProcessId::new(200));
        others.add_all(&some);
        assert_eq!(others.len(), 86);
        assert_eq!(some.without(&others).first(), None);
        assert_eq!(others.without(&some).first(), Some(ProcessId::new(200)));
        assert!(some.without(&some).is_empty());
        let beyond = ProcessId::new(ProcessSet::MOST);
        assert!(ProcessSet::EVERYBODY.contains(beyond) && !some.contains(ProcessId::new(1)));
    }
}
