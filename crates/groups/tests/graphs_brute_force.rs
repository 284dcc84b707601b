//! Automorphisms and canonical forms against enumeration of all permutations.

use std::collections::HashMap;

use crate::common;
use crate::common::{all_permutations, closure, pairs, permutation};
use groups::{
    Certificate, ColouredGraph, Permutation, automorphisms, canonical_labelling,
    equitable_partition,
};
use testing::Numbers;

/// Checks a graph against all permutations; returns (least relabelling, certificate): each must determine the other.
fn check(graph: &ColouredGraph, permutations: &[Permutation]) -> (Certificate, Certificate) {
    let original = Certificate::of(graph);
    let mut count = 0usize;
    let mut least: Option<Certificate> = None;
    for permutation in permutations {
        let relabelled = Certificate::of(&graph.permuted(permutation));
        assert_eq!(
            relabelled == original,
            graph.is_automorphism(permutation),
            "{permutation} of {graph:?}"
        );
        count += usize::from(relabelled == original);
        if least.as_ref().is_none_or(|least| relabelled < *least) {
            least = Some(relabelled);
        }
    }
    let found = automorphisms(graph);
    assert_eq!(found.order, count.into(), "{graph:?}");
    assert!(found.permutations().iter().all(|generator| graph.is_automorphism(generator)));
    assert_eq!(closure(graph.vertex_count(), &found.permutations()).len(), count);
    let form = canonical_labelling(graph);
    assert_eq!(form.automorphisms.order, count.into(), "{graph:?}");
    assert_eq!(closure(graph.vertex_count(), &form.automorphisms.permutations()).len(), count);
    assert!(
        form.automorphisms.permutations().iter().all(|generator| graph.is_automorphism(generator))
    );
    assert_eq!(Certificate::of(&graph.permuted(&form.labelling)), form.certificate);
    // Orbits lie within cells.
    let cells = equitable_partition(graph);
    for generator in &found.generators {
        let kept = cells
            .iter()
            .all(|cell| cell.iter().all(|&vertex| cell.contains(&generator.image(vertex))));
        assert!(kept);
    }
    (least.unwrap(), form.certificate)
}

/// Certificates are equal exactly if least relabellings are.
#[derive(Default)]
struct Classes {
    by_least: HashMap<Certificate, Certificate>,
    by_certificate: HashMap<Certificate, Certificate>,
}

impl Classes {
    fn add(&mut self, (least, certificate): (Certificate, Certificate)) {
        let known = self.by_least.entry(least.clone()).or_insert_with(|| certificate.clone());
        assert_eq!(*known, certificate, "isomorphic graphs with different certificates");
        let known = self.by_certificate.entry(certificate).or_insert_with(|| least.clone());
        assert_eq!(*known, least, "graphs that are not isomorphic with equal certificates");
    }
}

fn permutations(count: usize) -> Vec<Permutation> {
    all_permutations(count)
        .into_iter()
        .map(|images| Permutation::from_images(images).unwrap())
        .collect()
}

#[test]
fn all_undirected_graphs_of_up_to_five_vertices() {
    // The numbers of graphs up to isomorphism: OEIS A000088.
    for (count, expected) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
        let permutations = permutations(count);
        let pairs: Vec<_> = pairs(count).collect();
        let mut classes = Classes::default();
        for set in 0..1u32 << pairs.len() {
            let chosen =
                pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &pair)| pair);
            classes.add(check(&common::undirected(count, chosen), &permutations));
        }
        assert_eq!(classes.by_certificate.len(), expected);
    }
}

#[test]
fn all_directed_graphs_of_up_to_four_vertices() {
    // OEIS A000273 without loops; A000595 with.
    for (count, loops, expected) in
        [(2, false, 3), (3, false, 16), (4, false, 218), (2, true, 10), (3, true, 104)]
    {
        let permutations = permutations(count);
        let arcs: Vec<_> = (0..count * count)
            .map(|i| (i / count, i % count))
            .filter(|(a, b)| loops || a != b)
            .collect();
        let mut classes = Classes::default();
        for set in 0..1u32 << arcs.len() {
            let mut graph = ColouredGraph::new(vec![0; count]);
            for (i, &(from, to)) in arcs.iter().enumerate() {
                if set >> i & 1 == 1 {
                    graph.add_edge(from, to, 0);
                }
            }
            classes.add(check(&graph, &permutations));
        }
        assert_eq!(classes.by_certificate.len(), expected);
    }
}

#[test]
fn random_coloured_multigraphs_of_up_to_seven_vertices() {
    let mut random = Numbers::new(12345);
    for count in [3, 5, 6, 7] {
        let permutations = permutations(count);
        let mut classes = Classes::default();
        let rounds = if count == 7 { 60 } else { 250 };
        for _ in 0..rounds {
            let (vertex_colours, edge_colours) = (1 + random.below(2), 1 + random.below(3));
            let mut graph = ColouredGraph::new(
                (0..count).map(|_| random.below(vertex_colours) as u32).collect(),
            );
            for _ in 0..random.below(2 * count) {
                let (from, to) = (random.below(count), random.below(count));
                let colour = random.below(edge_colours) as u32;
                match random.below(3) {
                    0 => graph.add_edge(from, to, colour),
                    1 => graph.add_undirected_edge(from, to, colour),
                    _ => (0..count).for_each(|i| graph.add_edge(i, (i + from) % count, colour)),
                }
            }
            classes.add(check(&graph, &permutations));
            let relabelled = graph.permuted(&permutation(&mut random, count));
            classes.add(check(&relabelled, &permutations));
        }
    }
}

#[test]
fn parallel_edges_are_counted() {
    let graph = |colours: [u32; 3]| {
        let mut graph = ColouredGraph::new(vec![0, 0]);
        graph.add_edge(0, 1, colours[0]);
        graph.add_edge(0, 1, colours[1]);
        graph.add_edge(1, 0, colours[2]);
        graph
    };
    let certificate = |colours| canonical_labelling(&graph(colours)).certificate;
    assert_ne!(certificate([0, 0, 0]), certificate([0, 1, 0]));
    assert_ne!(certificate([0, 0, 1]), certificate([1, 1, 0]));
    assert_eq!(certificate([0, 1, 0]), certificate([1, 0, 0]));
}
