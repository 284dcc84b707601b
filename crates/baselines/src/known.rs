//! What is known of a given group of permutations of processes and channels.

use detection::Understood;
use detection::graph::ProgramGraph;
use groups::{Group, Interrupted, Patience, Permutation, SparsePermutation};
use symmetry::{Conjugates, largest_valid_within};

/// What of a group is known to act on states.
pub(crate) struct Believed {
    /// Generators of that, as permutations of the vertices of the program's graph.
    pub automorphisms: Vec<SparsePermutation>,
    /// The generators of the whole group that are no part of it.
    pub refused: Vec<Permutation>,
}

/// Checks a group of permutations of the processes and channels (numbered in this order), which were found in some other way than
/// by the graph of the program, against these automorphisms of that graph. Nothing else is believed.
///
/// # Errors
/// The caller has lost patience.
pub(crate) fn believed(
    understood: &Understood<'_>,
    automorphisms: &[SparsePermutation],
    group: &Group,
    patience: &mut Patience<'_>,
) -> Result<Believed, Interrupted> {
    let program = understood.graph(patience)?;
    let known = Known::new(program, automorphisms, patience)?;
    let is_known = |permutation: &Permutation| known.extended(permutation).is_some();
    let believed = largest_valid_within(group, is_known, Conjugates::Random, patience)?;
    let generators = believed.group.generators().iter();
    let extended = generators.filter_map(|g| known.extended(g));
    let automorphisms = extended.map(|extended| SparsePermutation::from(&extended)).collect();
    Ok(Believed { automorphisms, refused: believed.rejected })
}

/// The automorphisms of a program's graph, on the vertices that a reduction is made of.
struct Known {
    /// Components first, then locations, edges, variables and values: vertices of the graph.
    vertices: Vec<usize>,
    components: usize,
    vertex_count: usize,
    /// On the places in `vertices`, with the components as the first base points.
    group: Group,
}

impl Known {
    fn new(
        program: &ProgramGraph,
        automorphisms: &[SparsePermutation],
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let mut vertices: Vec<usize> =
            program.processes.iter().chain(&program.channels).copied().collect();
        let components = vertices.len();
        let mut others: Vec<usize> =
            program.locations.iter().chain(&program.edges).flatten().copied().collect();
        others.extend(program.variables.iter().chain(program.values.values()));
        others.sort_unstable();
        // Edges that do the same share a vertex.
        others.dedup();
        vertices.extend(others);
        let restricted = automorphisms.iter().filter_map(|g| g.restricted_to(&vertices)).collect();
        let base: Vec<usize> = (0..components).collect();
        let group = Group::with_base_within(vertices.len(), restricted, &base, patience)?;
        Ok(Known { vertices, components, vertex_count: program.graph.vertex_count(), group })
    }

    /// An automorphism that does to the components what a permutation does, as a permutation of the graph's vertices that
    /// leaves those of no interest where they are; none if there is none.
    fn extended(&self, permutation: &Permutation) -> Option<Permutation> {
        let mut rest = permutation.with_degree(self.vertices.len());
        let mut extended = Permutation::identity(self.vertices.len());
        for level in &self.group.levels()[..self.components] {
            let image = rest.image(level.base());
            extended = level.from_base(image)?.then(&extended);
            rest = rest.then(level.to_base(image)?);
        }
        let mut images: Vec<u32> = (0..self.vertex_count as u32).collect();
        for (place, &vertex) in self.vertices.iter().enumerate() {
            images[vertex] = self.vertices[extended.image(place)] as u32;
        }
        Permutation::from_images(images).ok()
    }
}

/// The cycles of a permutation of processes and channels, by their names.
pub(crate) fn cycles(permutation: &Permutation, names: &dyn Fn(usize) -> String) -> String {
    let cycle = |cycle: Vec<usize>| {
        let names: Vec<String> = cycle.into_iter().map(names).collect();
        format!("({})", names.join(" "))
    };
    permutation.cycles().into_iter().map(cycle).collect()
}
