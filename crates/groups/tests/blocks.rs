//! Systems of blocks, against all partitions of few points, and of groups whose blocks are known.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use groups::{Group, Interrupted, Patience, Permutation, nested_blocks, nested_blocks_within};

use crate::common::permutation;
use testing::Numbers;

type System = Vec<Vec<usize>>;

/// All partitions of the points below `count`.
fn partitions(count: usize) -> Vec<System> {
    let mut all: Vec<System> = vec![Vec::new()];
    for point in 0..count {
        let with_point = |partition: &System| {
            let mut more: Vec<System> = (0..partition.len())
                .map(|class| {
                    let mut larger = partition.clone();
                    larger[class].push(point);
                    larger
                })
                .collect();
            more.push([partition.clone(), vec![vec![point]]].concat());
            more
        };
        all = all.iter().flat_map(with_point).collect();
    }
    all
}

fn is_kept(system: &System, generators: &[Permutation]) -> bool {
    let blocks: BTreeSet<&Vec<usize>> = system.iter().collect();
    generators.iter().all(|generator| {
        system.iter().all(|block| {
            let mut image: Vec<usize> = block.iter().map(|&point| generator.image(point)).collect();
            image.sort_unstable();
            blocks.contains(&image)
        })
    })
}

fn lies_in(fine: &System, coarse: &System) -> bool {
    fine.iter()
        .all(|block| coarse.iter().any(|outer| block.iter().all(|point| outer.contains(point))))
}

/// The systems are nested, kept, proper, and no other lies between two neighbours.
fn assert_is_chain(count: usize, generators: &[Permutation]) -> Vec<System> {
    let found = nested_blocks(&(0..count).collect::<Vec<_>>(), generators);
    let proper = |system: &System| system.len() > 1 && system.len() < count;
    let kept: Vec<System> = partitions(count)
        .into_iter()
        .filter(|system| proper(system) && is_kept(system, generators))
        .collect();
    assert!(found.iter().all(|system| kept.contains(system)), "{found:?} of {kept:?}");
    let whole = vec![(0..count).collect::<Vec<_>>()];
    let alone: System = (0..count).map(|point| vec![point]).collect();
    let chain: Vec<&System> = [&whole].into_iter().chain(&found).chain([&alone]).collect();
    for pair in chain.windows(2) {
        assert!(lies_in(pair[1], pair[0]) && pair[0] != pair[1], "{found:?}");
        let between = kept.iter().find(|system| {
            *system != pair[0]
                && *system != pair[1]
                && lies_in(pair[1], system)
                && lies_in(system, pair[0])
        });
        assert_eq!(between, None, "between neighbours of {found:?}");
    }
    let smallest = |systems: &[System]| systems.iter().map(|system| count / system.len()).min();
    assert_eq!(smallest(&found), smallest(&kept));
    found
}

fn parse(degree: usize, text: &str) -> Permutation {
    Permutation::parse(degree, text, 1).unwrap()
}

#[test]
fn random_transitive_groups_have_the_blocks_of_brute_force() {
    let mut random = Numbers::new(7);
    let (mut imprimitive, mut deep) = (0, 0);
    for _ in 0..2000 {
        let degree = 2 + random.below(7);
        let generators: Vec<Permutation> =
            (0..1 + random.below(2)).map(|_| permutation(&mut random, degree)).collect();
        if Group::from_generators(degree, generators.clone()).orbit(0).len() < degree {
            continue;
        }
        let found = assert_is_chain(degree, &generators);
        imprimitive += usize::from(!found.is_empty());
        deep += usize::from(found.len() > 1);
    }
    assert!(imprimitive > 50 && deep > 10, "{imprimitive} {deep}");
}

#[test]
fn symmetric_and_other_primitive_groups_have_none() {
    for degree in 1..40 {
        let all: Vec<usize> = (0..degree).collect();
        let symmetric = Group::symmetric(degree);
        assert_eq!(nested_blocks(&all, symmetric.generators()), Vec::<System>::new());
    }
    assert_eq!(assert_is_chain(7, &[parse(7, "(1 2 3 4 5 6 7)")]), Vec::<System>::new());
    let alternating = [parse(5, "(1 2 3)"), parse(5, "(1 2 3 4 5)")];
    assert_eq!(assert_is_chain(5, &alternating), Vec::<System>::new());
}

#[test]
fn opposite_corners_of_polygons_are_blocks() {
    let dihedral = [parse(8, "(1 2 3 4 5 6 7 8)"), parse(8, "(2 8)(3 7)(4 6)")];
    let found = assert_is_chain(8, &dihedral);
    let squares = vec![vec![0, 2, 4, 6], vec![1, 3, 5, 7]];
    assert_eq!(found, [squares, vec![vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]]]);
}

#[test]
fn blocks_of_a_wreath_product_are_its_teams() {
    // S2 wr S2 wr S2: pairs within pairs, on points that are not all there are.
    let generators = [parse(9, "(2 3)"), parse(9, "(2 4)(3 5)"), parse(9, "(2 6)(3 7)(4 8)(5 9)")];
    let orbit: Vec<usize> = (1..9).collect();
    let found = nested_blocks(&orbit, &generators);
    let halves = vec![vec![1, 2, 3, 4], vec![5, 6, 7, 8]];
    assert_eq!(found, [halves, vec![vec![1, 2], vec![3, 4], vec![5, 6], vec![7, 8]]]);
}

#[test]
fn what_is_no_orbit_has_none() {
    assert_eq!(nested_blocks(&[0, 1], &[parse(3, "(1 2 3)")]), Vec::<System>::new());
    assert_eq!(nested_blocks(&[], &[parse(3, "(1 2 3)")]), Vec::<System>::new());
}

#[test]
fn it_ends_when_the_caller_wants() {
    let ring: Vec<usize> = (0..1024).collect();
    let rotation = Permutation::from_cycles(1024, std::slice::from_ref(&ring)).unwrap();
    let mut never = |_| ControlFlow::Break(());
    let found = nested_blocks_within(&ring, &[rotation], &mut Patience::new(&mut never));
    assert_eq!(found, Err(Interrupted));
}
