//! The automorphism group of a coloured graph.

use num_bigint::BigUint;

use crate::graph::ColouredGraph;
use crate::group::Group;
use crate::orbits::Orbits;
use crate::patience::{Interrupted, Patience, uninterrupted};
use crate::permutation::Permutation;
use crate::search::{Goal, search};
use crate::sparse::SparsePermutation;

/// The automorphism group of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automorphisms {
    /// Generators, none redundant in the order of their discovery, mostly of small support; their degree is the number of
    /// vertices.
    pub generators: Vec<SparsePermutation>,
    /// The number of automorphisms.
    pub order: BigUint,
}

impl Automorphisms {
    /// The generators as vectors of images: of a large graph these may fill the memory.
    pub fn permutations(&self) -> Vec<Permutation> {
        self.generators.iter().map(SparsePermutation::to_permutation).collect()
    }

    /// The automorphism group as a group of permutations of the vertices.
    ///
    /// For a large graph of which only a part is of interest, use [`action_on`](Self::action_on).
    pub fn group(&self, vertex_count: usize) -> Group {
        Group::from_generators(vertex_count, self.permutations())
    }

    /// For each of `vertex_count` vertices, the least of those that automorphisms exchange it with. Needs no [`group`](Self::group).
    pub fn orbits(&self, vertex_count: usize) -> Vec<usize> {
        let mut orbits = Orbits::new(vertex_count);
        for generator in &self.generators {
            orbits.join_by(generator);
        }
        let mut least = vec![usize::MAX; vertex_count];
        let vertices = (0..vertex_count).map(|vertex| {
            let least = &mut least[orbits.root(vertex as u32) as usize];
            *least = vertex.min(*least);
            *least
        });
        vertices.collect()
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
    uninterrupted(|patience| automorphisms_within(graph, patience))
}

/// The same, as long as the caller has patience.
pub fn automorphisms_within(
    graph: &ColouredGraph,
    patience: &mut Patience<'_>,
) -> Result<Automorphisms, Interrupted> {
    let found = search(graph, Goal::Automorphisms, patience)?;
    Ok(Automorphisms { generators: found.generators, order: found.order })
}
