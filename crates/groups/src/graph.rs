//! Directed graphs with coloured vertices and coloured edges.

use std::error::Error;
use std::fmt;

use crate::adjacency::Adjacency;
use crate::pairing::Pairing;
use crate::permutation::Permutation;

/// A directed graph whose vertices `0..n` and whose edges have colours.
///
/// Edges form a multiset: parallel edges are allowed, with equal colours too, and so are self-loops. Equality (`==`)
/// compares graphs as labelled graphs and takes no account of the order in which edges were added.
#[derive(Clone, Debug, Default)]
pub struct ColouredGraph {
    colours: Vec<u32>,
    edges: Vec<[u32; 3]>,
}

/// Why an edge cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// The graph has no vertex of this number.
    NoSuchVertex(usize),
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex(vertex) => write!(f, "there is no vertex {vertex}"),
        }
    }
}

impl Error for GraphError {}

impl ColouredGraph {
    /// The graph without edges whose vertex `i` has colour `colours[i]`.
    pub fn new(colours: Vec<u32>) -> Self {
        Self { colours, edges: Vec::new() }
    }

    /// Adds a vertex and returns its number.
    pub fn add_vertex(&mut self, colour: u32) -> usize {
        self.colours.push(colour);
        self.colours.len() - 1
    }

    /// Adds an edge from `from` to `to`.
    ///
    /// # Panics
    ///
    /// If either is not a vertex, as indexing does; [`try_add_edge`](Self::try_add_edge) returns an error instead.
    pub fn add_edge(&mut self, from: usize, to: usize, colour: u32) {
        let count = self.vertex_count();
        assert!(from < count && to < count, "edge {from} -> {to} in a graph of {count} vertices");
        self.edges.push([from as u32, to as u32, colour]);
    }

    /// Adds an edge from `from` to `to`, if both are vertices.
    pub fn try_add_edge(&mut self, from: usize, to: usize, colour: u32) -> Result<(), GraphError> {
        match [from, to].into_iter().find(|&vertex| vertex >= self.vertex_count()) {
            Some(vertex) => Err(GraphError::NoSuchVertex(vertex)),
            None => {
                self.add_edge(from, to, colour);
                Ok(())
            }
        }
    }

    /// Adds edges in both directions: an undirected edge. For a self-loop this is a single edge.
    ///
    /// # Panics
    ///
    /// As [`add_edge`](Self::add_edge).
    pub fn add_undirected_edge(&mut self, a: usize, b: usize, colour: u32) {
        self.add_edge(a, b, colour);
        if a != b {
            self.add_edge(b, a, colour);
        }
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.colours.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The colours of the vertices.
    pub fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// The edges as triples of source, target and colour, in the order of their addition.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = (usize, usize, u32)> + '_ {
        self.edges.iter().map(|&[from, to, colour]| (from as usize, to as usize, colour))
    }

    /// Whether `permutation` maps vertices to vertices of the same colour, and the multiset of edges to itself.
    ///
    /// Builds an index of the edges at each call. A permutation that moves points that are no vertices is no automorphism.
    pub fn is_automorphism(&self, permutation: &Permutation) -> bool {
        let count = self.vertex_count();
        let moved = permutation.support();
        if moved.last().is_some_and(|&last| last >= count) {
            return false;
        }
        let kept =
            |&vertex: &usize| self.colours[vertex] == self.colours[permutation.image(vertex)];
        if !moved.iter().all(kept) {
            return false;
        }
        let mut pairing = Pairing::new(count);
        moved
            .iter()
            .for_each(|&vertex| pairing.push(vertex as u32, permutation.image(vertex) as u32));
        pairing.is_automorphism(&Adjacency::new(self))
    }

    /// The graph after each vertex `v` is renamed to `permutation.image(v)`, with its edges sorted.
    ///
    /// # Panics
    ///
    /// If the permutation moves a vertex to a point that is no vertex.
    #[must_use]
    pub fn permuted(&self, permutation: &Permutation) -> Self {
        let mut colours = self.colours.clone();
        for (vertex, &colour) in self.colours.iter().enumerate() {
            colours[permutation.image(vertex)] = colour;
        }
        let rename = |vertex: u32| permutation.image(vertex as usize) as u32;
        let renamed =
            self.edges.iter().map(|&[from, to, colour]| [rename(from), rename(to), colour]);
        let mut edges: Vec<_> = renamed.collect();
        edges.sort_unstable();
        Self { colours, edges }
    }

    pub(crate) fn edge_triples(&self) -> &[[u32; 3]] {
        &self.edges
    }
}

impl PartialEq for ColouredGraph {
    fn eq(&self, other: &Self) -> bool {
        if self.colours != other.colours || self.edges.len() != other.edges.len() {
            return false;
        }
        let sorted = |edges: &[[u32; 3]]| {
            let mut edges = edges.to_vec();
            edges.sort_unstable();
            edges
        };
        sorted(&self.edges) == sorted(&other.edges)
    }
}

impl Eq for ColouredGraph {}
