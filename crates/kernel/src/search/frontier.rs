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
