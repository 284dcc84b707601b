//! The index of a graph's edges that refinement and search run over.

use crate::graph::ColouredGraph;
use crate::random::mix;

/// One end of an edge, seen from the vertex at its other end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) neighbour: u32,
    /// The colour and the direction of the edge, scattered by a bijection: equal keys mean equal colours and directions.
    pub(crate) key: u64,
}

/// For each vertex, its edges in both directions, sorted.
pub(crate) struct Adjacency {
    offsets: Vec<usize>,
    entries: Vec<Entry>,
}

impl Adjacency {
    pub(crate) fn new(graph: &ColouredGraph) -> Self {
        let count = graph.vertex_count();
        let mut offsets = vec![0; count + 1];
        for &[from, to, _] in graph.edge_triples() {
            offsets[from as usize + 1] += 1;
            offsets[to as usize + 1] += 1;
        }
        for vertex in 0..count {
            offsets[vertex + 1] += offsets[vertex];
        }
        let mut entries = vec![Entry { neighbour: 0, key: 0 }; 2 * graph.edge_count()];
        let mut next = offsets.clone();
        let mut push = |vertex: u32, neighbour: u32, key: u64| {
            let slot = &mut next[vertex as usize];
            entries[*slot] = Entry { neighbour, key };
            *slot += 1;
        };
        for &[from, to, colour] in graph.edge_triples() {
            push(from, to, mix(2 * u64::from(colour) + 1));
            push(to, from, mix(2 * u64::from(colour) + 2));
        }
        for vertex in 0..count {
            entries[offsets[vertex]..offsets[vertex + 1]].sort_unstable();
        }
        Self { offsets, entries }
    }

    pub(crate) fn of(&self, vertex: u32) -> &[Entry] {
        let vertex = vertex as usize;
        &self.entries[self.offsets[vertex]..self.offsets[vertex + 1]]
    }
}
