//! The states that wait to be expanded, first in first out.

use std::collections::VecDeque;

use crate::store::StateId;

/// States in one block.
const BLOCK: usize = 1024;

/// A queue of states, in blocks that are given back as they empty.
#[derive(Default)]
pub(super) struct Frontier {
    blocks: VecDeque<Vec<StateId>>,
    /// How many states of the first block are already taken.
    taken: usize,
    length: usize,
}

impl Frontier {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Whether no states wait.
    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.len() * BLOCK * size_of::<StateId>()
    }

    /// Appends a state.
    pub(super) fn push(&mut self, id: StateId) {
        match self.blocks.back_mut() {
            Some(block) if block.len() < block.capacity() => block.push(id),
            _ => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(id);
                self.blocks.push_back(block);
            }
        }
        self.length += 1;
    }

    /// Moves all states of another queue, from which nothing has been taken, to the end of this one.
    pub(super) fn append(&mut self, other: &mut Frontier) {
        debug_assert_eq!(other.taken, 0);
        self.blocks.append(&mut other.blocks);
        self.length += std::mem::take(&mut other.length);
    }

    /// Overwrites `chunk` with at most `most` states from the front; with none only if there are none.
    pub(super) fn take(&mut self, most: usize, chunk: &mut Vec<StateId>) {
        chunk.clear();
        let Some(block) = self.blocks.front() else {
            return;
        };
        let end = block.len().min(self.taken + most);
        chunk.extend_from_slice(&block[self.taken..end]);
        self.taken = end;
        self.length -= chunk.len();
        if end == block.len() {
            self.blocks.pop_front();
            self.taken = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Inserted, StateStore};
    use crate::visited::Lookup;

    #[test]
    fn states_come_back_in_order_and_memory_is_given_back() {
        let store = StateStore::default();
        let mut ids = (0..5000u32).map(|number| match store.insert(&number.to_le_bytes(), None) {
            Inserted::New(id) => id,
            other => panic!("{other:?}"),
        });
        let mut parts = [Frontier::default(), Frontier::default(), Frontier::default()];
        let mut expected = Vec::new();
        for (part, count) in parts.iter_mut().zip([1, 3 * BLOCK, 1000]) {
            for id in ids.by_ref().take(count) {
                part.push(id);
                expected.push(id);
            }
        }
        let mut whole = Frontier::default();
        for part in &mut parts {
            whole.append(part);
            assert!(part.is_empty() && part.bytes() == 0);
        }
        assert_eq!(whole.len(), expected.len());
        assert_eq!(whole.bytes(), 5 * BLOCK * size_of::<StateId>());
        let (mut all, mut chunk) = (Vec::new(), Vec::new());
        for most in (1..300).cycle() {
            whole.take(most, &mut chunk);
            if chunk.is_empty() {
                break;
            }
            assert!(chunk.len() <= most);
            all.append(&mut chunk);
            assert_eq!(whole.len(), expected.len() - all.len());
        }
        assert_eq!(all, expected);
        assert!(whole.is_empty() && whole.bytes() == 0);
    }
}
