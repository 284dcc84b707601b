//! Canonical labelling of coloured graphs.

use crate::automorphisms::Automorphisms;
use crate::graph::ColouredGraph;
use crate::patience::{Interrupted, Patience, uninterrupted};
use crate::permutation::{Permutation, invert};
use crate::search::{Goal, search};

/// A canonical labelling of a graph and what the search for it found besides.
#[derive(Clone, Debug)]
pub struct CanonicalForm {
    /// Sends each vertex to its canonical position.
    pub labelling: Permutation,
    /// The canonically labelled graph. Equal for two graphs if and only if they are isomorphic.
    pub certificate: Certificate,
    /// The automorphism group of the graph.
    pub automorphisms: Automorphisms,
}

/// A graph written as a sequence of words: the number of vertices, their colours, and the edges sorted. Different graphs are
/// written differently.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Certificate(Box<[u32]>);

impl Certificate {
    /// Writes down the graph as it is labelled.
    pub fn of(graph: &ColouredGraph) -> Self {
        Self::labelled(graph, |vertex| vertex)
    }

    /// The words.
    pub fn words(&self) -> &[u32] {
        &self.0
    }

    fn labelled(graph: &ColouredGraph, position: impl Fn(u32) -> u32) -> Self {
        let count = graph.vertex_count();
        let mut words = vec![0; 1 + count + 3 * graph.edge_count()].into_boxed_slice();
        words[0] = count as u32;
        for (vertex, &colour) in graph.colours().iter().enumerate() {
            words[1 + position(vertex as u32) as usize] = colour;
        }
        let rename = |&[from, to, colour]: &[u32; 3]| [position(from), position(to), colour];
        let mut edges: Vec<[u32; 3]> = graph.edge_triples().iter().map(rename).collect();
        edges.sort_unstable();
        words[1 + count..].copy_from_slice(edges.as_flattened());
        Self(words)
    }
}

/// Labels the vertices of a graph canonically: two graphs get equal certificates if and only if there is an isomorphism that
/// preserves vertex colours, edges and edge colours; then one labelling followed by the inverse of the other is one.
///
/// The labelling is stable for one version of this crate only. For method and cost see
/// [`automorphisms`](crate::automorphisms()).
pub fn canonical_labelling(graph: &ColouredGraph) -> CanonicalForm {
    uninterrupted(|patience| canonical_labelling_within(graph, patience))
}

/// The same, as long as the caller has patience.
pub fn canonical_labelling_within(
    graph: &ColouredGraph,
    patience: &mut Patience<'_>,
) -> Result<CanonicalForm, Interrupted> {
    let found = search(graph, Goal::CanonicalLabelling, patience)?;
    let labelling = invert(&found.best);
    let certificate = Certificate::labelled(graph, |vertex| labelling[vertex as usize]);
    let automorphisms = Automorphisms { generators: found.generators, order: found.order };
    Ok(CanonicalForm { labelling: Permutation::from_raw(labelling), certificate, automorphisms })
}
