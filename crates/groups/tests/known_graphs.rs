//! Graphs whose automorphism groups are in the books.

use crate::common::*;
use groups::{ColouredGraph, automorphisms, canonical_labelling};
use num_bigint::BigUint;
use testing::Numbers;

/// Checks the order, that generators generate a group of that order, and that relabelling keeps the certificate.
fn check(name: &str, graph: &ColouredGraph, order: impl Into<BigUint>) {
    let order = order.into();
    let found = automorphisms(graph);
    assert_eq!(found.order, order, "{name}");
    assert!(
        found.permutations().iter().all(|generator| graph.is_automorphism(generator)),
        "{name}"
    );
    let count = graph.vertex_count();
    assert_eq!(found.group(count).order(), order, "{name}");
    let form = canonical_labelling(graph);
    assert_eq!(form.automorphisms.order, order, "{name}");
    let mut random = Numbers::new(99);
    for _ in 0..5 {
        let relabelled = graph.permuted(&permutation(&mut random, count));
        let other = canonical_labelling(&relabelled);
        assert_eq!(other.certificate, form.certificate, "{name}");
        assert_eq!(other.automorphisms.order, order, "{name}");
        assert_eq!(
            graph.permuted(&form.labelling),
            relabelled.permuted(&other.labelling),
            "{name}"
        );
    }
}

#[test]
fn small_classics() {
    check("nothing", &ColouredGraph::new(vec![]), 1u32);
    check("one vertex", &ColouredGraph::new(vec![7]), 1u32);
    check("Petersen", &petersen(), 120u32);
    check("Paley 13", &paley(13), 78u32);
    check("Paley 29", &paley(29), 406u32);
    check("Shrikhande", &shrikhande(), 192u32);
    check("rook 4", &rook(4), 1152u32);
    check("rook 7", &rook(7), factorial(7) * factorial(7) * 2u32);
    check("cycle 100", &cycle(100), 200u32);
    check("K30", &complete(30), factorial(30));
    check("empty 30", &ColouredGraph::new(vec![0; 30]), factorial(30));
}

#[test]
fn hypercubes() {
    for dimension in 2..=7 {
        check("hypercube", &hypercube(dimension), factorial(dimension as u32) << dimension);
    }
}

#[test]
fn complete_bipartite() {
    for n in [1, 2, 3, 10, 20] {
        let graph = undirected(2 * n, (0..n * n).map(|i| (i / n, n + i % n)));
        check("complete bipartite", &graph, factorial(n as u32).pow(2) * 2u32);
    }
}

#[test]
fn disjoint_unions() {
    check("5 triangles", &union(&vec![cycle(3); 5]), factorial(5) * BigUint::from(6u32).pow(5));
    check("10 squares", &union(&vec![cycle(4); 10]), factorial(10) * BigUint::from(8u32).pow(10));
    let cycles = union(&[cycle(3), cycle(4), cycle(5), cycle(3), cycle(7)]);
    check("cycles", &cycles, 2u32 * 6 * 6 * 8 * 10 * 14);
    check("3 Petersens", &union(&vec![petersen(); 3]), factorial(3) * BigUint::from(120u32).pow(3));
    let directed = |n: usize| {
        let mut graph = ColouredGraph::new(vec![0; n]);
        (0..n).for_each(|i| graph.add_edge(i, (i + 1) % n, 0));
        graph
    };
    check("directed cycles", &union(&[directed(6), directed(6), directed(5)]), 2u32 * 36 * 5);
}

#[test]
fn equal_parameters_are_not_isomorphism() {
    assert_ne!(
        canonical_labelling(&shrikhande()).certificate,
        canonical_labelling(&rook(4)).certificate
    );
    // Refinement cannot tell these apart and the search must go into dead ends.
    check("both", &union(&[shrikhande(), rook(4)]), 192u32 * 1152);
    check(
        "mixed",
        &union(&[shrikhande(), rook(4), shrikhande(), rook(4)]),
        192u64 * 192 * 1152 * 1152 * 4,
    );
    let cycles = |lengths: &[usize]| union(&lengths.iter().map(|&n| cycle(n)).collect::<Vec<_>>());
    let certificate = |lengths: &[usize]| canonical_labelling(&cycles(lengths)).certificate;
    assert_ne!(certificate(&[3, 3, 6]), certificate(&[4, 4, 4]));
    assert_ne!(certificate(&[5, 7]), certificate(&[6, 6]));
    assert_eq!(certificate(&[5, 3, 7]), certificate(&[7, 5, 3]));
    check(
        "hard with twins",
        &union(&[shrikhande(), rook(4), ColouredGraph::new(vec![0; 40])]),
        factorial(40) * 221184u32,
    );
    // The twins come in cells as small as those of the hard part.
    let dependants = undirected(60, (0..60).map(|i| (i / 3 * 3, i)).filter(|(a, b)| a != b));
    let order = factorial(20) * BigUint::from(2u32).pow(20) * 221184u32;
    check("hard with claws", &union(&[dependants, shrikhande(), rook(4)]), order);
}

#[test]
fn programs() {
    check("program", &program(6, 40, 30), automorphisms(&program(1, 40, 30)).order.pow(6) * 720u32);
    for seed in 1..=3 {
        // Two lines of processes with different trees.
        let graph = union(&[program(4, 20 + seed, 0), program(5, 33, 0)]);
        let one = |size| automorphisms(&program(1, size, 0)).order;
        check(
            "two kinds",
            &graph,
            one(20 + seed).pow(4) * one(33).pow(5) * factorial(4) * factorial(5),
        );
    }
}

#[test]
fn large_graphs_need_no_deep_stack_and_little_time() {
    let found = automorphisms(&program(100, 500, 300));
    assert_eq!(found.order, automorphisms(&program(1, 500, 300)).order.pow(100) * factorial(100));
    assert_eq!(automorphisms(&ColouredGraph::new(vec![0; 3000])).generators.len(), 2999);
    let path = undirected(50_000, (1..50_000).map(|i| (i - 1, i)));
    assert_eq!(automorphisms(&path).order, 2u32.into());
    // A chain of 2000 pairs of twins: a search path of 2000 vertices.
    let twins = undirected(
        6000,
        (0..2000)
            .flat_map(|i| [(3 * i, 3 * i + 1), (3 * i, 3 * i + 2), (3 * i, (3 * i + 3) % 6000)]),
    );
    assert_eq!(canonical_labelling(&twins).automorphisms.order, BigUint::from(4000u32) << 2000);
}
