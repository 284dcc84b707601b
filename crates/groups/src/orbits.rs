//! The orbits of a group that some permutations generate.

use crate::partition::Partition;
use crate::sparse::SparsePermutation;

/// The orbits of the group that some permutations generate.
pub(crate) struct Orbits {
    classes: Partition,
    /// For each root, how large its orbit is.
    size: Vec<u32>,
}

impl Orbits {
    pub(crate) fn new(count: usize) -> Self {
        Self { classes: Partition::singletons(count), size: vec![1; count] }
    }

    /// The vertex that stands for the orbit.
    pub(crate) fn root(&self, vertex: u32) -> u32 {
        self.classes.root(vertex as usize) as u32
    }

    /// The size of the orbit of a vertex.
    pub(crate) fn size(&self, vertex: u32) -> usize {
        self.size[self.root(vertex) as usize] as usize
    }

    /// Joins what a permutation exchanges.
    pub(crate) fn join_by(&mut self, permutation: &SparsePermutation) {
        for &(vertex, image) in permutation.moved() {
            self.join(vertex as usize, image as usize);
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.classes.find(a), self.classes.find(b));
        // The smaller goes below the larger: trees stay of logarithmic height.
        let (low, high) = if self.size[a] < self.size[b] { (a, b) } else { (b, a) };
        if self.classes.merge(high, low) {
            self.size[high] += self.size[low];
        }
    }
}
