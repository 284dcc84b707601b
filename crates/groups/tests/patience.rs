//! What takes long asks often, ends when it is told to, and finds the same if it is not.

use std::ops::ControlFlow;

use groups::{
    ColouredGraph, Group, Interrupted, Patience, Permutation, automorphisms, automorphisms_within,
    canonical_labelling, canonical_labelling_within, describe, describe_within,
    equitable_partition_within,
};

/// The result of a computation that is interrupted at question number `at`, how often it asked, and the most memory it told of.
fn asked<T>(
    at: usize,
    compute: impl FnOnce(&mut Patience<'_>) -> Result<T, Interrupted>,
) -> (Result<T, Interrupted>, usize, u64) {
    let (mut questions, mut most) = (0, 0);
    let mut ask = |bytes: u64| {
        questions += 1;
        most = most.max(bytes);
        if questions < at { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let result = compute(&mut Patience::new(&mut ask));
    (result, questions, most)
}

/// Checks that a computation asks at least so often and ends at each question, if told to. Returns what it finds otherwise.
fn ends_when_told<T>(
    least: usize,
    compute: impl Fn(&mut Patience<'_>) -> Result<T, Interrupted>,
) -> T {
    let (result, questions, _) = asked(usize::MAX, &compute);
    assert!(questions >= least, "{questions} questions");
    for at in (1..=questions).step_by(1 + questions / 20) {
        let (interrupted, asked, _) = asked(at, &compute);
        assert!(interrupted.is_err());
        assert_eq!(asked, at);
    }
    result.unwrap_or_else(|_| panic!("interrupted without being told"))
}

/// As many paths of two vertices, side by side, below one vertex.
fn star(rays: usize) -> ColouredGraph {
    let mut graph = ColouredGraph::new(vec![0; 1 + 2 * rays]);
    for ray in 0..rays {
        graph.add_edge(0, 1 + 2 * ray, 0);
        graph.add_edge(1 + 2 * ray, 2 + 2 * ray, 0);
    }
    graph
}

#[test]
fn automorphisms_end_when_told() {
    let graph = star(1000);
    // There are 999 generators of 2001 images: two million words to write.
    let found = ends_when_told(1, |patience| automorphisms_within(&graph, patience));
    assert_eq!(found, automorphisms(&graph));
}

#[test]
fn orbits_need_no_group() {
    let mut graph = star(20);
    graph.add_edge(1, 3, 0);
    graph.add_edge(3, 1, 0);
    let found = automorphisms(&graph);
    let orbits = found.orbits(graph.vertex_count());
    for orbit in found.group(graph.vertex_count()).orbits() {
        assert!(orbit.iter().all(|&vertex| orbits[vertex] == orbit[0]), "{orbit:?}");
    }
}

#[test]
fn canonical_labelling_ends_when_told() {
    let graph = star(1000);
    let found = ends_when_told(1, |patience| canonical_labelling_within(&graph, patience));
    assert_eq!(found.certificate, canonical_labelling(&graph).certificate);
}

#[test]
fn refinement_ends_when_told() {
    // A path: each round of refinement tells apart one more pair of vertices.
    let mut graph = ColouredGraph::new(vec![0; 200_000]);
    for vertex in 1..200_000 {
        graph.add_undirected_edge(vertex - 1, vertex, 0);
    }
    let cells = ends_when_told(1, |patience| equitable_partition_within(&graph, patience));
    assert_eq!(cells.len(), 100_000);
}

#[test]
fn groups_end_when_told() {
    let generators: Vec<Permutation> = Group::symmetric(100).generators().to_vec();
    // The transversals alone are 100 · 99 / 2 permutations of 100 points: more than a million words with their products.
    let group = ends_when_told(2, |patience| {
        Group::from_generators_within(100, generators.clone(), patience)
    });
    assert_eq!(group, Group::symmetric(100));
    let rebased = ends_when_told(1, |patience| group.rebased_within(&[99, 50], patience));
    assert_eq!(rebased, group);
    assert_eq!(rebased.base()[..2], [99, 50]);
    let fixing = ends_when_told(1, |p| group.pointwise_stabiliser_within(&[0, 1], p));
    assert_eq!(fixing, group.pointwise_stabiliser(&[0, 1]));
}

#[test]
fn actions_end_when_told() {
    // The same on two sets of points, of which one is looked at.
    let twice = |generator: &Permutation| {
        let images = (0..200).map(|x| generator.image(x % 100) as u32 + x as u32 / 100 * 100);
        Permutation::from_images(images.collect::<Vec<u32>>()).unwrap()
    };
    let generators = Group::symmetric(100).generators().iter().map(twice).collect();
    let group = Group::from_generators(200, generators);
    let points: Vec<usize> = (0..100).collect();
    let action = ends_when_told(1, |patience| group.action_on_within(&points, patience));
    assert_eq!(action, Some(Group::symmetric(100)));
}

#[test]
fn an_action_on_all_that_is_moved_is_the_group_renumbered() {
    let generators = ["(1 2)(5 6)", "(1 2 3)(5 6 7)"];
    let generators = generators.map(|text| Permutation::parse(9, text, 0).unwrap());
    let group = Group::from_generators(9, generators.to_vec());
    let points = [7, 8, 1, 5, 3, 12, 2, 6];
    let action = group.action_on(&points).unwrap();
    let renumbered = generators.iter().map(|g| g.restricted_to(&points).unwrap()).collect();
    assert_eq!(action, Group::from_generators(points.len(), renumbered));
    assert_eq!(action.order(), 6u32.into());
    assert!(action.elements().all(|element| action.contains(&element)));
    assert_eq!(group.action_on(&[1, 2, 3, 5, 6, 7, 1]).map(|it| it.order()), None);
    assert_eq!(group.action_on(&[1, 2]).map(|it| it.order()), None);
}

#[test]
fn names_end_when_told() {
    let pairs = (0..24).map(|place| Permutation::from_cycles(48, &[vec![place, 24 + place]]));
    let mut generators: Vec<Permutation> = pairs.map(Result::unwrap).collect();
    let ring = [(0..24).collect(), (24..48).collect()];
    generators.push(Permutation::from_cycles(48, &ring).unwrap());
    let group = Group::from_generators(48, generators);
    let (name, questions, _) = asked(usize::MAX, |patience| {
        // Enough names for some questions.
        (0..200).map(|_| describe_within(&group, patience)).last().unwrap()
    });
    assert_eq!(name, Ok(describe(&group)));
    assert!(questions > 10, "{questions} questions");
    let (name, questions, _) =
        asked(3, |patience| (0..200).map(|_| describe_within(&group, patience)).last().unwrap());
    assert_eq!((name, questions), (Err(Interrupted), 3));
}

#[test]
fn memory_is_told() {
    let generators: Vec<Permutation> = Group::symmetric(150).generators().to_vec();
    let mut held = 0;
    let mut ask = |bytes: u64| {
        held = bytes;
        ControlFlow::Continue(())
    };
    let mut patience = Patience::new(&mut ask);
    let group = Group::from_generators_within(150, generators, &mut patience);
    assert!(group.is_ok());
    // What the group holds from now on is its owner's.
    assert_eq!(patience.question(), Ok(()));
    assert_eq!(held, 0);
    let limit = 1_000_000;
    let mut ask = |bytes: u64| {
        held = bytes;
        if bytes > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut patience = Patience::new(&mut ask);
    let generators: Vec<Permutation> = Group::symmetric(150).generators().to_vec();
    // The transversals would be 150 · 149 / 2 permutations of 600 bytes.
    assert!(Group::from_generators_within(150, generators, &mut patience).is_err());
    assert!((limit..2 * limit + 4_500_000).contains(&held), "{held} bytes");
}

/// Straightening once took the fourth power of the degree.
#[test]
fn the_symmetric_group_costs_the_cube_of_its_degree() {
    let questions = |degree: usize| {
        let generators: Vec<Permutation> = Group::symmetric(degree).generators().to_vec();
        let group = |patience: &mut Patience<'_>| {
            Group::from_generators_within(degree, generators, patience)
        };
        let (group, questions, _) = asked(usize::MAX, group);
        assert!(group.is_ok());
        questions
    };
    let (small, large) = (questions(100), questions(200));
    assert!(large < 12 * small, "{small} questions, then {large}");
}
