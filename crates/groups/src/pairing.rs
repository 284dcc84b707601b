//! A partial map of vertices that grows towards an automorphism and can be shrunk again.

use crate::adjacency::{Adjacency, Entry};
use crate::sparse::SparsePermutation;

/// Pairs (source, target) with distinct sources and distinct targets. It *closes* when the sets of sources and targets are
/// equal; then it is a permutation, with every other vertex fixed.
pub(crate) struct Pairing {
    pairs: Vec<(u32, u32)>,
    /// For each vertex, 1 if it is a source, minus 1 if it is a target.
    balance: Vec<i8>,
    unbalanced: usize,
    /// The identity, except while a closed pairing is examined.
    images: Vec<u32>,
    row: Vec<Entry>,
}

impl Pairing {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            pairs: Vec::new(),
            balance: vec![0; count],
            unbalanced: 0,
            images: (0..count as u32).collect(),
            row: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    pub(crate) fn push(&mut self, source: u32, target: u32) {
        self.pairs.push((source, target));
        self.weigh(source, 1);
        self.weigh(target, -1);
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        while self.pairs.len() > len {
            if let Some((source, target)) = self.pairs.pop() {
                self.weigh(source, -1);
                self.weigh(target, 1);
            }
        }
    }

    fn weigh(&mut self, vertex: u32, weight: i8) {
        let balance = &mut self.balance[vertex as usize];
        let before = *balance;
        *balance += weight;
        match (before, *balance) {
            (0, _) => self.unbalanced += 1,
            (_, 0) => self.unbalanced -= 1,
            _ => {}
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.unbalanced == 0
    }

    /// Whether the closed pairing preserves the edges. Vertices outside it are fixed, so that only the edges at moved
    /// vertices need looking at.
    pub(crate) fn is_automorphism(&mut self, adjacency: &Adjacency) -> bool {
        if !self.is_closed() {
            return false;
        }
        for &(source, target) in &self.pairs {
            self.images[source as usize] = target;
        }
        let mut row = std::mem::take(&mut self.row);
        let preserved = self.pairs.iter().all(|&(source, target)| {
            if source == target {
                return true;
            }
            let (from, to) = (adjacency.of(source), adjacency.of(target));
            row.clear();
            row.extend(from.iter().map(|entry| Entry {
                neighbour: self.images[entry.neighbour as usize],
                key: entry.key,
            }));
            row.len() == to.len() && {
                row.sort_unstable();
                row == to
            }
        });
        self.row = row;
        for &(source, _) in &self.pairs {
            self.images[source as usize] = source;
        }
        preserved
    }

    /// The closed pairing as a permutation.
    pub(crate) fn permutation(&self) -> SparsePermutation {
        SparsePermutation::from_pairs(self.balance.len(), self.pairs.iter().copied())
    }
}
