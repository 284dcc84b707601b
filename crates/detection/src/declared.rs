//! A group that the user declares, by generators, instead of the one that is found.
//!
//! Nothing declared is believed. A permutation of the components (processes, then channels) is a
//! symmetry of the program if and only if it is what some automorphism of the program's graph
//! ([`super::graph`]) does to them. Detection finds *all* automorphisms, so this is membership in
//! the group that detection finds, restricted to the components. It is decided without that group:
//! the graph with each component `c` marked by `c` and the graph with its image marked by `c` are
//! isomorphic exactly if such an automorphism exists, and canonical labellings of both then give
//! one, with what it does to control locations. Guarantee: exact, for the graph as it is drawn.
//! Cost: two canonical labellings for each generator.

use groups::{
    ColouredGraph, Group, Interrupted, Patience, Permutation, SparsePermutation,
    canonical_labelling_within,
};
use machine::Machine;

use super::graph::ProgramGraph;
use super::shape::Shape;
use super::{Components, Detected, Refusal, Understanding, Understood};

/// The process type whose one process starts the others.
const STARTER: &str = "init";

/// The components of a program once all its processes are started.
fn components_in_shape(machine: &Machine, shape: &Shape) -> Components {
    let name = |(process, process_type)| machine.program.process_name(process_type, process);
    let channel = |(channel, _)| machine.channel_name(&shape.settled, channel).unwrap_or_default();
    Components {
        processes: shape.processes().map(name).collect(),
        channels: shape.channel_instances().map(channel).collect(),
        starter: shape
            .types
            .first()
            .is_some_and(|first| machine.program.process_types[first.index()].name == STARTER),
    }
}

impl Understanding<'_> {
    /// The components of the machine; none if the set of its processes never settles.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn components(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Components>, Interrupted> {
        let shape = self.shape(patience)?;
        Ok(shape.map(|shape| components_in_shape(self.machine(), shape)))
    }

    /// Reduces by a declared group. Each generator permutes [`Components`].
    ///
    /// # Errors
    /// What is wrong with each generator that is no symmetry, or why no symmetry can be used at all. If the caller loses
    /// patience, that is no error: there is no reduction, and a remark says why.
    pub fn detect_declared(
        &self,
        generators: &[Permutation],
        patience: &mut Patience<'_>,
    ) -> Result<Detected, Vec<Refusal>> {
        let mut refusals = Vec::new();
        let choose = |understood: &Understood<'_>, patience: &mut Patience<'_>| {
            let graph = understood.graph(patience)?;
            let checker = Checker { understood: *understood, graph };
            let mut lifted = Vec::new();
            for (index, generator) in generators.iter().enumerate() {
                match checker.lift(generator, patience)? {
                    Ok(automorphism) => lifted.push(SparsePermutation::from(&automorphism)),
                    Err(reason) => refusals.push(Refusal { generator: Some(index), reason }),
                }
            }
            Ok(lifted)
        };
        let Ok(detected) = self.detect_with(choose, patience) else {
            return Ok(Detected::given_up());
        };
        let is_trivial = generators.iter().all(Permutation::is_identity);
        if refusals.is_empty() && detected.reduction.is_none() && !is_trivial {
            // The last remark is what ended the detection.
            let reason = detected.remarks.last().map(|remark| remark.text.clone());
            refusals.push(Refusal { generator: None, reason: reason.unwrap_or_default() });
        }
        if refusals.is_empty() { Ok(detected) } else { Err(refusals) }
    }
}

struct Checker<'a> {
    understood: Understood<'a>,
    graph: &'a ProgramGraph,
}

impl Checker<'_> {
    /// An automorphism of the program's graph that does this to the components.
    fn lift(
        &self,
        generator: &Permutation,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Permutation, String>, Interrupted> {
        let components: Vec<usize> =
            self.graph.processes.iter().chain(&self.graph.channels).copied().collect();
        if generator.support().last().is_some_and(|&last| last >= components.len()) {
            return Ok(Err(format!("the model has {} components only", components.len())));
        }
        let images: Vec<usize> =
            (0..components.len()).map(|point| components[generator.image(point)]).collect();
        let colours = self.graph.graph.colours();
        if components.iter().zip(&images).any(|(&a, &b)| colours[a] != colours[b]) {
            return Ok(Err(self.reason(generator, &components, patience)?));
        }
        let from = canonical_labelling_within(&marked(&self.graph.graph, &components), patience)?;
        let to = canonical_labelling_within(&marked(&self.graph.graph, &images), patience)?;
        if from.certificate == to.certificate {
            return Ok(Ok(from.labelling.then(&to.labelling.inverse())));
        }
        Ok(Err(self.reason(generator, &components, patience)?))
    }

    /// Why a generator is no symmetry.
    fn reason(
        &self,
        generator: &Permutation,
        components: &[usize],
        patience: &mut Patience<'_>,
    ) -> Result<String, Interrupted> {
        let names = components_in_shape(self.understood.machine, self.understood.shape);
        let found = self.understood.automorphisms(patience)?;
        let found = found.generators.iter().filter_map(|g| g.restricted_to(components)).collect();
        let all = Group::from_generators_within(components.len(), found, patience)?;
        for point in generator.support() {
            let image = generator.image(point);
            let (from, to) = (names.name(point), names.name(image));
            if (point < names.processes.len()) != (image < names.processes.len()) {
                let text = format!("it maps {from} to {to}: one is a process, the other a channel");
                return Ok(text);
            }
            if !all.orbit(point).contains(&image) {
                return Ok(format!(
                    "it maps {from} to {to}, and no symmetry of the model does: they are treated \
                     differently, or what belongs to them is"
                ));
            }
        }
        let text = "it changes the model: there is a symmetry for each single move it makes, and none \
                    that makes all of them";
        Ok(text.to_owned())
    }
}

/// The graph with a new colour for each of some vertices, which depends on its place among them.
fn marked(graph: &ColouredGraph, vertices: &[usize]) -> ColouredGraph {
    let mut colours = graph.colours().to_vec();
    let first = colours.iter().max().map_or(0, |&colour| colour + 1);
    for (mark, &vertex) in (first..).zip(vertices) {
        colours[vertex] = mark;
    }
    let mut marked = ColouredGraph::new(colours);
    for (from, to, colour) in graph.edges() {
        marked.add_edge(from, to, colour);
    }
    marked
}
