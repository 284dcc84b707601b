//! How long the algorithms take on groups and graphs of the sizes that they are made for.
//!
//! `cargo run --release -p groups --example timings`

use std::time::Instant;

use groups::{ColouredGraph, Group, Permutation, automorphisms, canonical_labelling, describe};

#[path = "../tests/common/mod.rs"]
mod common;

use common::permutation;
use testing::Numbers;

fn time<T>(what: &str, action: impl FnOnce() -> T, show: impl FnOnce(&T) -> String) -> T {
    let start = Instant::now();
    let result = action();
    println!("{:>9.2} ms  {what}: {}", start.elapsed().as_secs_f64() * 1e3, show(&result));
    result
}

fn group(what: &str, degree: usize, generators: Vec<Permutation>) {
    let order = |group: &Group| format!("order of {} bits", group.order().bits());
    let group = time(what, || Group::from_generators(degree, generators), order);
    time("    its name", || describe(&group), Clone::clone);
    time("    a stabiliser", || group.stabiliser(degree - 1), order);
}

fn in_step(n: usize, blocks: usize, images: impl Fn(usize) -> usize) -> Permutation {
    Permutation::from_images((0..n * blocks).map(|x| (x / n * n + images(x % n)) as u32).collect())
        .unwrap()
}

fn graph(what: &str, graph: &ColouredGraph) {
    let found = time(
        &format!("{what}: automorphisms"),
        || automorphisms(graph),
        |found| {
            format!("{} generators, order of {} bits", found.generators.len(), found.order.bits())
        },
    );
    let form = time("    canonical labelling", || canonical_labelling(graph), |_| String::new());
    assert_eq!(form.automorphisms.order, found.order);
    let relabelled = graph.permuted(&permutation(&mut Numbers::new(1), graph.vertex_count()));
    let other =
        time("    of the same, shuffled", || canonical_labelling(&relabelled), |_| String::new());
    assert_eq!(form.certificate, other.certificate);
}

fn main() {
    for n in [20, 50, 100, 200] {
        let exchange = |x| if x < 2 { 1 - x } else { x };
        let generators = vec![in_step(n, 2, exchange), in_step(n, 2, |x| (x + 1) % n)];
        group(&format!("S{n} on two blocks, two generators"), 2 * n, generators);
        let transpositions = (1..n).map(|i| {
            in_step(n, 2, |x| {
                if x == i {
                    i - 1
                } else if x + 1 == i {
                    i
                } else {
                    x
                }
            })
        });
        group(&format!("S{n} on two blocks, transpositions"), 2 * n, transpositions.collect());
    }
    let mut random = Numbers::new(3);
    let generators = (0..2).map(|_| permutation(&mut random, 100)).collect();
    group("two random permutations of 100", 100, generators);
    let (k, m) = (12, 3);
    let degree = k * m;
    let wreath = vec![
        in_step(degree, 1, |x| if x < k { (x + 1) % k } else { x }),
        in_step(degree, 1, |x| if x < 2 { 1 - x } else { x }),
        in_step(degree, 1, |x| (x + k) % degree),
        in_step(degree, 1, |x| if x < 2 * k { (x + k) % (2 * k) } else { x }),
    ];
    group("S12 wr S3", degree, wreath);
    for d in [6, 8] {
        let found = automorphisms(&common::hypercube(d));
        group(&format!("hypercube of dimension {d}"), 1 << d, found.permutations());
    }
    let n = 300;
    let twins = (0..n).map(|i| Permutation::from_cycles(2 * n, &[vec![2 * i, 2 * i + 1]]).unwrap());
    group("S2^300", 2 * n, twins.collect());

    for (count, size, globals) in
        [(3, 10, 20), (20, 20, 20), (100, 200, 300), (100, 500, 300), (500, 100, 300)]
    {
        let program = common::program(count, size, globals);
        graph(&format!("program, {count} processes of {size} nodes"), &program);
    }
    graph("path of 50000", &common::undirected(50_000, (1..50_000).map(|i| (i - 1, i))));
    graph("empty graph of 5000", &ColouredGraph::new(vec![0; 5000]));
    graph("complete graph of 100", &common::complete(100));
    graph("complete graph of 500", &common::complete(500));
    let bipartite = common::undirected(200, (0..10_000).map(|i| (i / 100, 100 + i % 100)));
    graph("complete bipartite 100 + 100", &bipartite);
    graph("hypercube of dimension 8", &common::hypercube(8));
    graph("rook 10", &common::rook(10));
    graph("Paley 101", &common::paley(101));
    graph("20 Petersen graphs", &common::union(&vec![common::petersen(); 20]));
    let mixed: Vec<_> =
        (0..12).map(|i| if i % 2 == 0 { common::rook(4) } else { common::shrikhande() }).collect();
    graph("6 rooks and 6 Shrikhande graphs", &common::union(&mixed));
    let mut cubic = ColouredGraph::new(vec![0; 1000]);
    for _ in 0..3 {
        let order = permutation(&mut random, 1000);
        (0..500)
            .for_each(|i| cubic.add_undirected_edge(order.image(2 * i), order.image(2 * i + 1), 0));
    }
    graph("random cubic graph of 1000", &cubic);
}
