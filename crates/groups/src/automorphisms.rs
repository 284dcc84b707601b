//! The automorphism group of a coloured graph.

use num_bigint::BigUint;

use crate::graph::ColouredGraph;
use crate::group::Group;
use crate::permutation::Permutation;
use crate::search::{Goal, search};

/// The automorphism group of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automorphisms {
    /// Generators, none redundant in the order of their discovery, mostly of small support; their degree is the number of
    /// vertices.
    pub generators: Vec<Permutation>,
    /// The number of automorphisms.
    pub order: BigUint,
}

impl Automorphisms {
    /// The automorphism group as a group of permutations of the vertices.
    ///
    /// For a large graph of which only a part is of interest, use [`action_on`](Self::action_on).
    pub fn group(&self, vertex_count: usize) -> Group {
        Group::from_generators(vertex_count, self.generators.clone())
    }

    /// How the automorphisms permute some vertices, which are renumbered `0..vertices.len()`; none if they do not map the
    /// set of these vertices to itself. The action need not be faithful: its order may be smaller.
    pub fn action_on(&self, vertices: &[usize]) -> Option<Group> {
        let restricted: Option<_> =
            self.generators.iter().map(|generator| generator.restricted_to(vertices)).collect();
        restricted.map(|generators| Group::from_generators(vertices.len(), generators))
    }
}

/// Computes the automorphism group of a graph: the permutations of the vertices that preserve vertex colours, edges and edge
/// colours.
///
/// Individualisation and refinement after McKay and Piperno, "Practical graph isomorphism, II", 2014, with automorphisms read
/// off partial leaves where they are sparse. The result is exact: each generator is checked against the graph, and the order
/// follows from the orbits along the first path of an exhaustive search.
///
/// The number of search paths is about the number of generators where refinement separates what no automorphism exchanges,
/// as it does for trees, programs and most graphs met in practice. Strongly regular graphs need more; there are families
/// (Cai, Fürer and Immerman 1992) that need exponentially many.
pub fn automorphisms(graph: &ColouredGraph) -> Automorphisms {
    let found = search(graph, Goal::Automorphisms);
    Automorphisms { generators: found.generators, order: found.order }
}
