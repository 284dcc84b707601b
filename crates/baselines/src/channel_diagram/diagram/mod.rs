//! Static channel diagrams: which processes may send and receive on which channels.
//!
//! Donaldson and Miller, "Automatic Symmetry Detection for Promela" (2008), Definition 11. The diagram is a directed graph
//! between processes and channels. A process is coloured by its type and a channel by its signature; an edge leads from a
//! process to each channel on which it may send, and from a channel to each process that may receive on it. Every symmetry of
//! a program of which the diagram was drawn faithfully is an automorphism of it; the converse does not hold.

mod dot;
mod svg;

use std::collections::BTreeSet;

use groups::{ColouredGraph, Group, automorphisms};

/// A channel diagram. Its vertices are numbered in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct ChannelDiagram {
    components: Vec<Component>,
    colours: Vec<Colour>,
    edges: BTreeSet<(usize, usize)>,
}

/// A vertex.
#[derive(Clone, Debug)]
struct Component {
    name: String,
    colour: usize,
}

/// What vertices of one colour have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Colour {
    is_process: bool,
    label: String,
}

impl ChannelDiagram {
    /// A diagram without vertices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a process; those of equal types can be exchanged. Returns its number.
    pub fn add_process(&mut self, name: String, process_type: &str) -> usize {
        self.add(name, Colour { is_process: true, label: process_type.to_owned() })
    }

    /// Adds a channel; those of equal signatures can be exchanged. Returns its number.
    pub fn add_channel(&mut self, name: String, signature: &str) -> usize {
        self.add(name, Colour { is_process: false, label: signature.to_owned() })
    }

    fn add(&mut self, name: String, colour: Colour) -> usize {
        let known = self.colours.iter().position(|known| *known == colour);
        let colour = known.unwrap_or_else(|| {
            self.colours.push(colour);
            self.colours.len() - 1
        });
        self.components.push(Component { name, colour });
        self.components.len() - 1
    }

    /// Adds an edge between a process and a channel, if both are vertices. An edge that is there already is not repeated.
    pub fn add_edge(&mut self, from: usize, to: usize) {
        if from.max(to) < self.components.len() {
            self.edges.insert((from, to));
        }
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.components.len()
    }

    /// The name of a vertex; empty if there is no such vertex.
    #[must_use]
    pub fn name(&self, vertex: usize) -> &str {
        self.components.get(vertex).map_or("", |component| &component.name)
    }

    /// The edges, in ascending order.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        self.edges.iter().copied()
    }

    /// The diagram as a graph: equal vertices, with the colours numbered in the order of their first use.
    #[must_use]
    pub fn graph(&self) -> ColouredGraph {
        let colours = self.components.iter().map(|component| component.colour as u32);
        let mut graph = ColouredGraph::new(colours.collect());
        for (from, to) in self.edges() {
            graph.add_edge(from, to, 0);
        }
        graph
    }

    /// The automorphism group, as permutations of the vertices.
    #[must_use]
    pub fn automorphisms(&self) -> Group {
        automorphisms(&self.graph()).group(self.vertex_count())
    }

    fn is_process(&self, vertex: usize) -> bool {
        self.colours[self.components[vertex].colour].is_process
    }
}
