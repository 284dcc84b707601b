//! The symmetry of processes: of what is found, the part that a reduction of processes and their channels needs.
//!
//! A model may have symmetries that move no process: values that are only told apart, elements of an array, the channels of a
//! pool. Points that such a symmetry moves are fixed here, each of them. What is left is a subgroup (a pointwise stabiliser), which
//! acts faithfully on the processes: a symmetry that fixes all of them would only move points that are fixed. Data that can only
//! move together with processes still does, such as the tag that each process has for itself.

use groups::{
    Automorphisms, ColouredGraph, Group, Interrupted, Patience, SparsePermutation,
    automorphisms_within,
};

use super::graph::ProgramGraph;
use super::{Detected, Understanding, Understood};

impl Understanding<'_> {
    /// Finds the symmetry of processes, as long as the caller has patience: else there is no reduction, and a remark says why.
    #[must_use]
    pub fn detect_of_processes(&self, patience: &mut Patience<'_>) -> Detected {
        let generators = |understood: &Understood<'_>, patience: &mut Patience<'_>| {
            let program = understood.graph(patience)?;
            of_processes(program, understood.automorphisms(patience)?, patience)
        };
        self.detect_with(generators, patience).unwrap_or_else(|Interrupted| Detected::given_up())
    }
}

/// Generators of the symmetries that fix whatever can be moved without moving a process.
fn of_processes(
    program: &ProgramGraph,
    all: &Automorphisms,
    patience: &mut Patience<'_>,
) -> Result<Vec<SparsePermutation>, Interrupted> {
    let alone = moved_alone(program, all, patience)?;
    match alone.is_empty() {
        true => Ok(all.generators.clone()),
        false => fixing(&program.graph, &alone, patience),
    }
}

/// The vertices of channels, variables and values that some symmetry moves that moves no process.
fn moved_alone(
    program: &ProgramGraph,
    all: &Automorphisms,
    patience: &mut Patience<'_>,
) -> Result<Vec<usize>, Interrupted> {
    let moved = |vertex: &usize| all.generators.iter().any(|g| g.image(*vertex) != *vertex);
    let ProgramGraph { processes, channels, variables, values, .. } = program;
    let processes = processes.iter().copied().filter(moved);
    let mut points: Vec<usize> = processes.collect();
    let fixed: Vec<usize> = (0..points.len()).collect();
    let others = channels.iter().chain(variables).copied().chain(values.values().copied());
    points.extend(others.filter(moved));
    let generators = all.generators.iter().filter_map(|g| g.restricted_to(&points)).collect();
    let group = Group::from_generators_within(points.len(), generators, patience)?;
    let alone = group.pointwise_stabiliser_within(&fixed, patience)?;
    let is_moved = |place: &usize| alone.generators().iter().any(|g| g.image(*place) != *place);
    Ok((0..points.len()).filter(is_moved).map(|place| points[place]).collect())
}

/// The automorphisms of a graph that fix some vertices.
fn fixing(
    graph: &ColouredGraph,
    vertices: &[usize],
    patience: &mut Patience<'_>,
) -> Result<Vec<SparsePermutation>, Interrupted> {
    let bytes = size_of_val(graph.colours()) + graph.edge_count() * size_of::<[u32; 3]>();
    patience.hold(bytes)?;
    let mut colours = graph.colours().to_vec();
    let fresh = colours.iter().max().map_or(0, |&colour| colour + 1);
    for (&vertex, colour) in vertices.iter().zip(fresh..) {
        colours[vertex] = colour;
    }
    let mut coloured = ColouredGraph::new(colours);
    graph.edges().for_each(|(from, to, colour)| coloured.add_edge(from, to, colour));
    let found = automorphisms_within(&coloured, patience);
    patience.release(bytes);
    Ok(found?.generators)
}
