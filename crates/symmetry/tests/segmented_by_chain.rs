//! The least image of those in which local states are sorted, for any group.

use crate::common::promises::check_representative;
use crate::common::{cyclic, random_state, random_symmetry, symmetric};
use groups::{Group, Permutation};
use symmetry::{
    Content, LayoutBuilder, Point, Representative, Segmented, SegmentedByChain, SymmetryGroup,
};
use testing::Numbers;

#[test]
fn promises_are_kept() {
    let mut others = 0;
    for seed in 0..1000 {
        let mut numbers = Numbers::new(140_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        others += usize::from(Segmented::new(&symmetry).is_err());
        let states: Vec<_> =
            (0..12).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        let strategy = SegmentedByChain::new(&symmetry);
        check_representative(
            &format!("{name}, seed {seed}"),
            &symmetry,
            &strategy,
            &states,
            &mut numbers,
        );
    }
    assert!(others > 200, "{others} that blocks do not serve");
}

/// Processes with a counter each, and the next in a list: cells 2p and 2p + 1.
fn processes(count: usize, generators: &[Vec<usize>]) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, i.to_string())).collect();
    let anybody =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let families = [builder.family(), builder.family()];
    for &point in &points {
        builder.cell(families[0], &[point], Content::Data);
        builder.cell(families[1], &[point], anybody);
    }
    let images = |images: &Vec<usize>| images.iter().map(|&image| image as u32).collect();
    let generators = generators.iter().map(|it| Permutation::from_images(images(it)).unwrap());
    let group = Group::from_generators(count, generators.collect());
    SymmetryGroup::new(group, builder.build().unwrap()).unwrap()
}

fn image(element: &Permutation, state: &[i32]) -> Vec<i32> {
    let mut image = state.to_vec();
    for process in 0..state.len() / 2 {
        let to = element.image(process);
        image[2 * to] = state[2 * process];
        let next = state[2 * process + 1];
        image[2 * to + 1] = if next < 0 { next } else { element.image(next as usize) as i32 };
    }
    image
}

#[test]
fn it_is_the_least_image_of_those_with_the_least_counters() {
    let pairs = vec![vec![1, 0, 2, 3], vec![2, 3, 0, 1]];
    let groups = [(4, symmetric(4)), (5, cyclic(5)), (4, cyclic(4)), (4, pairs)];
    for seed in 0..2000 {
        let mut numbers = Numbers::new(seed);
        let (count, generators) = &groups[seed as usize % groups.len()];
        let symmetry = processes(*count, generators);
        let cell = |cell| match cell % 2 {
            0 => numbers.below(2) as i32,
            _ => numbers.below(count + 1) as i32 - 1,
        };
        let state: Vec<i32> = (0..2 * count).map(cell).collect();
        let images = symmetry.group().elements().map(|element| image(&element, &state));
        let counters = |image: &Vec<i32>| image.iter().step_by(2).copied().collect::<Vec<_>>();
        let least = images.min_by_key(|image| (counters(image), image.clone())).unwrap();
        let strategy = SegmentedByChain::new(&symmetry);
        let mut target = vec![-7; state.len()];
        strategy.representative(&state, &mut target, &mut strategy.scratch());
        assert_eq!(target, least, "seed {seed}, {state:?}");
    }
}

/// In a ring, the two that are least are told apart by who is next.
#[test]
fn ties_are_decided_by_the_rest() {
    let symmetry = processes(4, &cyclic(4));
    let strategy = SegmentedByChain::new(&symmetry);
    let represent = |state: &[i32]| {
        let mut target = vec![-7; state.len()];
        strategy.representative(state, &mut target, &mut strategy.scratch());
        target
    };
    assert_eq!(represent(&[0, 1, 1, -1, 0, -1, 1, -1]), [0, -1, 1, -1, 0, 3, 1, -1]);
    assert_eq!(represent(&[0, -1, 1, -1, 0, 3, 1, -1]), [0, -1, 1, -1, 0, 3, 1, -1]);
}
