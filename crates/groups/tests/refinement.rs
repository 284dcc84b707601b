//! Equitable partitions against naive colour refinement.

use std::collections::BTreeMap;

use crate::common;
use crate::common::permutation;
use groups::{ColouredGraph, equitable_partition};
use testing::Numbers;

/// A colour, and direction, edge colour and neighbour's colour for each edge.
type Signature = (u32, Vec<(bool, u32, u32)>);

/// Colours each vertex by its colour and the multiset of colours around it until no more colours appear.
fn naive(graph: &ColouredGraph) -> Vec<u32> {
    let mut colours = graph.colours().to_vec();
    loop {
        let mut seen: Vec<Signature> = colours.iter().map(|&colour| (colour, Vec::new())).collect();
        for (from, to, colour) in graph.edges() {
            seen[from].1.push((true, colour, colours[to]));
            seen[to].1.push((false, colour, colours[from]));
        }
        seen.iter_mut().for_each(|(_, around)| around.sort_unstable());
        let mut numbers: BTreeMap<_, u32> =
            seen.iter().map(|signature| (signature.clone(), 0)).collect();
        numbers.values_mut().enumerate().for_each(|(index, number)| *number = index as u32);
        let before = colours.iter().collect::<std::collections::BTreeSet<_>>().len();
        if numbers.len() == before {
            return colours;
        }
        colours = seen.iter().map(|signature| numbers[signature]).collect();
    }
}

fn check(graph: &ColouredGraph, random: &mut Numbers) {
    let cells = equitable_partition(graph);
    let expected = naive(graph);
    let mut cell_of = vec![usize::MAX; graph.vertex_count()];
    for (index, cell) in cells.iter().enumerate() {
        assert!(cell.is_sorted() && !cell.is_empty());
        cell.iter().for_each(|&vertex| cell_of[vertex] = index);
    }
    for a in 0..graph.vertex_count() {
        for b in 0..a {
            assert_eq!(cell_of[a] == cell_of[b], expected[a] == expected[b], "{a} {b} {graph:?}");
            // Cells come in the order of the vertex colours.
            assert!(cell_of[a] > cell_of[b] || graph.colours()[a] <= graph.colours()[b]);
        }
    }
    // The order of the cells does not depend on the numbering of the vertices.
    let renaming = permutation(random, graph.vertex_count());
    let renamed = cells.iter().map(|cell| {
        let mut cell: Vec<usize> = cell.iter().map(|&vertex| renaming.image(vertex)).collect();
        cell.sort_unstable();
        cell
    });
    assert_eq!(equitable_partition(&graph.permuted(&renaming)), renamed.collect::<Vec<_>>());
}

#[test]
fn random_graphs_of_all_densities() {
    let mut random = Numbers::new(8);
    for round in 0..3000 {
        let count = 1 + random.below(if round % 10 == 0 { 60 } else { 12 });
        let (vertex_colours, edge_colours) = (1 + random.below(3), 1 + random.below(3));
        let mut graph =
            ColouredGraph::new((0..count).map(|_| random.below(vertex_colours) as u32).collect());
        let density = 1 + random.below(4);
        for _ in 0..random.below(count * density) {
            let (from, to) = (random.below(count), random.below(count));
            let colour = random.below(edge_colours) as u32;
            match random.below(2) {
                0 => graph.add_edge(from, to, colour),
                _ => graph.add_undirected_edge(from, to, colour),
            }
        }
        check(&graph, &mut random);
    }
}

#[test]
fn structured_graphs() {
    let mut random = Numbers::new(9);
    check(&ColouredGraph::new(vec![]), &mut random);
    check(&common::program(5, 30, 10), &mut random);
    check(&common::undirected(100, (1..100).map(|i| (i - 1, i))), &mut random);
    check(&common::union(&[common::cycle(5), common::petersen(), common::rook(4)]), &mut random);
    check(&common::undirected(127, (1..127).map(|i| ((i - 1) / 2, i))), &mut random);
}
