//! The graph of a program together with its initial topology: which rebecs are known by which index.

use std::collections::BTreeMap;

use groups::{ColouredGraph, Interrupted, Patience, Permutation, automorphisms_within};
use machine::detect::Understood;
use machine::detect::classes::Meaning;
use machine::detect::graph::ProgramGraph;
use machine::index::VariableId;
use machine::program::InitialProcess;

use super::introductions::groups;

/// The colours of the edges to the rebec that knows, the array, the index and the rebec that is known.
const KNOWS: u32 = 0;
const ARRAY: u32 = 1;
const INDEX: u32 = 2;
const KNOWN: u32 = 3;

/// Generators of the automorphisms of a program's graph that keep the initial topology.
///
/// The graph does not say what arrays hold at the start: an automorphism of it may exchange rebecs and leave the indices as they
/// are by which they are known, which maps the initial state to one that is not reachable. Here a vertex is added for each known
/// rebec with an index, so that indices turn with the rebecs (Definition 14, and π(s₀) = s₀ in Lemma 2).
///
/// # Errors
/// The caller has lost patience.
pub(super) fn automorphisms(
    understood: &Understood<'_>,
    patience: &mut Patience<'_>,
) -> Result<Vec<Permutation>, Interrupted> {
    let program = understood.graph(patience)?;
    let mut drawing = Drawing {
        understood,
        program,
        graph: program.graph.clone(),
        first: program.graph.colours().iter().max().map_or(0, |&colour| colour + 1),
        colours: BTreeMap::new(),
    };
    let initial = &understood.machine.program.initial;
    for (rebec, process) in initial.iter().enumerate() {
        drawing.known_rebecs(rebec, process);
    }
    let vertices: Vec<usize> = (0..program.graph.vertex_count()).collect();
    let found = automorphisms_within(&drawing.graph, patience)?.generators;
    Ok(found.iter().filter_map(|generator| generator.restricted_to(&vertices)).collect())
}

struct Drawing<'a> {
    understood: &'a Understood<'a>,
    program: &'a ProgramGraph,
    graph: ColouredGraph,
    /// The first new colour.
    first: u32,
    /// The colours of new vertices by their indices, where an index is no vertex.
    colours: BTreeMap<Option<i32>, u32>,
}

impl Drawing<'_> {
    /// Draws whom a rebec knows by an index.
    fn known_rebecs(&mut self, rebec: usize, process: &InitialProcess) {
        let types = &self.understood.machine.program.process_types;
        let process_type = &types[process.process_type.index()];
        let groups = groups(process_type);
        for known in &process.introductions {
            let parameter = process_type.parameters[known.parameter as usize];
            let Some(&(array, index)) = groups.get(&parameter) else { continue };
            // What nobody looks at may hold anything.
            if self.understood.shape.idle.contains(&array) {
                continue;
            }
            let at = self.index(array, index);
            let vertex = self.vertex(at.is_none().then_some(index));
            self.graph.add_edge(vertex, self.program.processes[rebec], KNOWS);
            self.graph.add_edge(vertex, self.program.variables[array.index()], ARRAY);
            self.graph.add_edge(vertex, self.program.processes[known.process.index()], KNOWN);
            if let Some(index) = at {
                self.graph.add_edge(vertex, index, INDEX);
            }
        }
    }

    fn vertex(&mut self, index: Option<i32>) -> usize {
        let next = self.first + self.colours.len() as u32;
        let colour = *self.colours.entry(index).or_insert(next);
        self.graph.add_vertex(colour)
    }

    /// The vertex of an index, if indices of the array can change places at all.
    fn index(&self, array: VariableId, index: i32) -> Option<usize> {
        let classes = self.understood.classes;
        match classes.meaning(classes.subscript(array, 0)) {
            Meaning::Value(kind) => self.program.values.get(&(kind, index)).copied(),
            _ => None,
        }
    }
}
