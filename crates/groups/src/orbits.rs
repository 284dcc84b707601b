//! Orbits as a union-find forest.

use crate::sparse::SparsePermutation;

/// The orbits of the group that some permutations generate.
pub(crate) struct Orbits {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Orbits {
    pub(crate) fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect(), size: vec![1; count] }
    }

    /// The vertex that stands for the orbit.
    pub(crate) fn root(&self, mut vertex: u32) -> u32 {
        while self.parent[vertex as usize] != vertex {
            vertex = self.parent[vertex as usize];
        }
        vertex
    }

    /// The size of the orbit of a vertex.
    pub(crate) fn size(&self, vertex: u32) -> usize {
        self.size[self.root(vertex) as usize] as usize
    }

    /// Joins what a permutation exchanges.
    pub(crate) fn join_by(&mut self, permutation: &SparsePermutation) {
        for &(vertex, image) in permutation.moved() {
            self.join(vertex, image);
        }
    }

    fn join(&mut self, a: u32, b: u32) {
        if a == b {
            return;
        }
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            // The smaller goes below the larger: trees stay of logarithmic height.
            let (low, high) =
                if self.size[a as usize] < self.size[b as usize] { (a, b) } else { (b, a) };
            self.parent[low as usize] = high;
            self.size[high as usize] += self.size[low as usize];
        }
    }
}
