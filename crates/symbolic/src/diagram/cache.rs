//! What is remembered of operations: each place holds one result, and a later one takes it.

use super::nodes::{NodeId, mix};

/// Union.
pub(super) const UNION: u32 = 1;
/// Difference.
pub(super) const MINUS: u32 = 2;
/// Intersection.
pub(super) const INTERSECTION: u32 = 3;
/// The numbers from here on are given to operations with an argument that is no node.
pub(super) const FIRST_FREE: u32 = 15;

/// No more entries than this.
const MOST: usize = 1 << 23;

#[derive(Clone, Copy, Default)]
struct Entry {
    operation: u32,
    left: NodeId,
    right: NodeId,
    result: NodeId,
}

pub(super) struct Cache {
    entries: Vec<Entry>,
}

impl Cache {
    pub fn new() -> Cache {
        Cache { entries: vec![Entry::default(); 1 << 12] }
    }

    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    fn place(&self, operation: u32, left: NodeId, right: NodeId) -> usize {
        let word = u64::from(left.0) << 32 | u64::from(right.0);
        mix(word.wrapping_add(u64::from(operation) << 17)) as usize & (self.entries.len() - 1)
    }

    pub fn get(&self, operation: u32, left: NodeId, right: NodeId) -> Option<NodeId> {
        let entry = &self.entries[self.place(operation, left, right)];
        let is_it = entry.operation == operation && entry.left == left && entry.right == right;
        is_it.then_some(entry.result)
    }

    pub fn put(&mut self, operation: u32, left: NodeId, right: NodeId, result: NodeId) {
        let place = self.place(operation, left, right);
        self.entries[place] = Entry { operation, left, right, result };
    }

    /// Fits the size to a table of nodes. What was remembered moves.
    pub fn fit(&mut self, nodes: usize) {
        let size = nodes.clamp(1 << 12, MOST);
        if size == self.entries.len() {
            return;
        }
        let before = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        for Entry { operation, left, right, result } in before {
            if operation != 0 {
                self.put(operation, left, right, result);
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }
}
