//! Sorting of local states as far as the group permits.

use crate::common::promises::check_representative;
use crate::common::{cyclic, random_state, random_symmetry, symmetric};
use groups::{Group, Permutation};
use symmetry::{Content, Guarantee, LayoutBuilder, OnTheFly, Point, Representative, SymmetryGroup};
use testing::Numbers;

#[test]
fn promises_are_kept() {
    for seed in 0..1000 {
        let mut numbers = Numbers::new(70_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..12).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        let name = format!("{name}, seed {seed}");
        check_representative(&name, &symmetry, &OnTheFly::new(&symmetry), &states, &mut numbers);
    }
}

fn group(count: usize, generators: &[Vec<usize>]) -> Group {
    let generators = generators.iter().map(|images| {
        Permutation::from_images(images.iter().map(|&image| image as u32).collect()).unwrap()
    });
    Group::from_generators(count, generators.collect())
}

/// For each of `count` processes a counter and, if asked for, the next in a list, with -1 for none.
fn processes(count: usize, generators: &[Vec<usize>], next: bool) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, i.to_string())).collect();
    let anybody =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let families = [builder.family(), builder.family()];
    for &point in &points {
        builder.cell(families[0], &[point], Content::Data);
        if next {
            builder.cell(families[1], &[point], anybody);
        }
    }
    SymmetryGroup::new(group(count, generators), builder.build().unwrap()).unwrap()
}

fn represent(symmetry: &SymmetryGroup, state: &[i32]) -> Vec<i32> {
    let strategy = OnTheFly::new(symmetry);
    let mut target = vec![-7; state.len()];
    strategy.representative(state, &mut target, &mut strategy.scratch());
    target
}

/// Clients with an index that owns nothing each, servers, and two things that do not move, to which anything may refer.
#[test]
fn unique_where_all_that_matters_is_sorted() {
    for seed in 0..200 {
        let mut numbers = Numbers::new(75_000 + seed);
        let (n, m) = (2 + numbers.below(3), 1 + numbers.below(3));
        let mut builder = LayoutBuilder::new();
        let sorts = [vec![0; n], vec![1; n], vec![2; m], vec![3; 2]].concat();
        let points: Vec<Point> = sorts.iter().map(|&sort| builder.point(sort, "point")).collect();
        let thing = Content::Reference { first_value: 0, first_point: points[2 * n + m], count: 2 };
        let families = [0; 5].map(|_| builder.family());
        for &client in &points[..n] {
            builder.cell(families[0], &[client], Content::Data);
            builder.cell(families[1], &[client], thing);
        }
        points[2 * n..2 * n + m].iter().for_each(|&server| {
            builder.cell(families[2], &[server], thing);
        });
        builder.cell(families[3], &points[2 * n + m..], thing);
        builder.cell(families[4], &[], thing);
        let exchange = |points: &[usize]| {
            let mut images: Vec<usize> = (0..2 * n + m + 2).collect();
            points.chunks_exact(2).for_each(|pair| images.swap(pair[0], pair[1]));
            images
        };
        let clients = (1..n).map(|i| exchange(&[i - 1, i, n + i - 1, n + i]));
        let servers = (2 * n + 1..2 * n + m).map(|i| exchange(&[i - 1, i]));
        let generators: Vec<Vec<usize>> = clients.chain(servers).collect();
        let group = group(points.len(), &generators);
        let symmetry = SymmetryGroup::new(group, builder.build().unwrap()).unwrap();
        let strategy = OnTheFly::new(&symmetry);
        assert_eq!(strategy.guarantee(), Guarantee::Unique);
        let states: Vec<_> =
            (0..12).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        check_representative(&format!("seed {seed}"), &symmetry, &strategy, &states, &mut numbers);
    }
}

#[test]
fn without_references_states_are_sorted() {
    let symmetry = processes(4, &symmetric(4), false);
    assert_eq!(OnTheFly::new(&symmetry).guarantee(), Guarantee::Unique);
    assert_eq!(represent(&symmetry, &[7, -1, 7, 3]), [-1, 3, 7, 7]);
}

#[test]
fn a_list_of_three_is_sorted_by_data() {
    // 0 points to 2, 2 to 1. By their counters, 1 comes first, then 0, then 2.
    let symmetry = processes(3, &symmetric(3), true);
    assert_eq!(OnTheFly::new(&symmetry).guarantee(), Guarantee::Complete);
    assert_eq!(represent(&symmetry, &[5, 2, 4, -1, 9, 1]), [4, -1, 5, 2, 9, 0]);
}

#[test]
fn references_do_not_break_ties() {
    // The same list twice, with other names: equal counters leave both as they are.
    let symmetry = processes(3, &symmetric(3), true);
    for list in [[0, 1, 0, 2, 0, -1], [0, -1, 0, 0, 0, 1]] {
        assert_eq!(represent(&symmetry, &list), list);
    }
}

#[test]
fn rotations_bring_the_least_to_the_first_place_and_no_more() {
    let symmetry = processes(4, &cyclic(4), false);
    assert_eq!(OnTheFly::new(&symmetry).guarantee(), Guarantee::Complete);
    assert_eq!(represent(&symmetry, &[3, 2, 1, 9]), [1, 9, 3, 2]);
    // Of two that are least the first is taken, though starting from the other would be less. Both represent this orbit.
    assert_eq!(represent(&symmetry, &[0, 2, 0, 1]), [0, 2, 0, 1]);
    assert_eq!(represent(&symmetry, &[0, 1, 0, 2]), [0, 1, 0, 2]);
}

#[test]
fn what_fixes_the_positions_before_is_all_that_may_be_chosen_from() {
    // Pairs {0, 1} and {2, 3} change places as wholes and within: once 3 is first, 2 must be second.
    let generators = [vec![1, 0, 2, 3], vec![2, 3, 0, 1]];
    let symmetry = processes(4, &generators, false);
    assert_eq!(represent(&symmetry, &[1, 2, 8, 0]), [0, 8, 1, 2]);
}

/// Processes 0 and 1 with a counter each, and channels 2 and 3 with a content.
fn with_channels(belong: bool) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points = [0, 0, 1, 1].map(|sort| builder.point(sort, "point"));
    let (counter, content) = (builder.family(), builder.family());
    for (point, family) in points.into_iter().zip([counter, counter, content, content]) {
        builder.cell(family, &[point], Content::Data);
    }
    if belong {
        builder.belongs(points[2], points[0]);
        builder.belongs(points[3], points[1]);
    }
    let exchange = group(4, &[vec![1, 0, 3, 2]]);
    SymmetryGroup::new(exchange, builder.build().unwrap()).unwrap()
}

#[test]
fn blocks_are_sorted_by_all_that_they_own() {
    let symmetry = with_channels(false);
    assert_eq!(OnTheFly::new(&symmetry).guarantee(), Guarantee::Unique);
    assert_eq!(represent(&symmetry, &[2, 1, 5, 6]), [1, 2, 6, 5]);
    assert_eq!(represent(&symmetry, &[1, 1, 6, 5]), [1, 1, 5, 6]);
}

#[test]
fn queues_are_part_of_local_states() {
    // They decide where the counters are equal.
    let symmetry = with_channels(true);
    assert_eq!(represent(&symmetry, &[2, 1, 5, 6]), [1, 2, 6, 5]);
    assert_eq!(represent(&symmetry, &[1, 1, 6, 5]), [1, 1, 5, 6]);
    assert_eq!(represent(&symmetry, &[1, 1, 5, 6]), [1, 1, 5, 6]);
}
