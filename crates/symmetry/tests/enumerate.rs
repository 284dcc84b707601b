//! The least image by every way of enumeration, against the listing of the whole group.

use crate::common;
use crate::common::promises::check_representative;
use crate::common::{random_state, random_symmetry};
use groups::Group;
use symmetry::oracle::Oracle;
use symmetry::{
    Content, Enumerate, EnumerateBy, EnumerateOptions, LayoutBuilder, Naive, Representative,
    SymmetryGroup,
};
use testing::Numbers;

const ALL: [EnumerateOptions; 4] = [
    EnumerateOptions { by: EnumerateBy::Elements, transpositions: false },
    EnumerateOptions { by: EnumerateBy::Elements, transpositions: true },
    EnumerateOptions { by: EnumerateBy::Chain, transpositions: false },
    EnumerateOptions { by: EnumerateBy::Chain, transpositions: true },
];

#[test]
fn every_way_gives_the_least_image() {
    let (mut transposed, mut refused) = (0, 0);
    for seed in 0..250 {
        let mut numbers = Numbers::new(60_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let name = format!("{name}, seed {seed}");
        let layout = symmetry.layout();
        let states: Vec<_> = (0..6).map(|_| random_state(layout, &mut numbers)).collect();
        let mut oracle = Oracle::new(symmetry.group(), layout).unwrap();
        let least: Vec<_> = states.iter().map(|state| oracle.least_image(state)).collect();
        for options in ALL {
            let strategy = match Enumerate::new(&symmetry, options) {
                Ok(strategy) => strategy,
                Err(refusal) => {
                    assert!(options.transpositions, "{name}: {refusal}");
                    assert!(refusal.reason.contains("exchanged alone"), "{name}: {refusal}");
                    refused += 1;
                    continue;
                }
            };
            transposed += usize::from(options.transpositions && !symmetry.is_trivial());
            check_representative(&name, &symmetry, &strategy, &states, &mut numbers);
            check_least(&name, &strategy, &states, &least);
        }
        let naive = Naive::new(&symmetry).unwrap();
        check_representative(&name, &symmetry, &naive, &states, &mut numbers);
        check_least(&name, &naive, &states, &least);
    }
    assert!(transposed > 150 && refused > 50, "{transposed} served, {refused} refused");
}

fn check_least<R: Representative>(
    name: &str,
    strategy: &R,
    states: &[Vec<i32>],
    least: &[Vec<i32>],
) {
    let mut scratch = strategy.scratch();
    for (state, least) in states.iter().zip(least) {
        let mut target = vec![-7; state.len()];
        strategy.representative(state, &mut target, &mut scratch);
        assert_eq!(&target, least, "{} on {name}: {state:?}", strategy.name());
    }
}

/// `count` processes with a counter each, and a cell for each pair that is told to be there.
fn processes(count: usize, pairs: &[(usize, usize)]) -> LayoutBuilder {
    let mut builder = LayoutBuilder::new();
    let points: Vec<_> = (0..count).map(|i| builder.point(0, format!("process({i})"))).collect();
    let (counter, pair) = (builder.family(), builder.family());
    for &point in &points {
        builder.cell(counter, &[point], Content::Data);
    }
    for &(a, b) in pairs {
        builder.cell(pair, &[points[a], points[b]], Content::Data);
    }
    builder
}

#[test]
fn what_is_too_long_is_not_listed() {
    // 10! elements of 10 points are 36,288,000 numbers; 9! of 9 are 3,265,920.
    for (count, listed) in [(9, true), (10, false)] {
        let layout = processes(count, &[]).build().unwrap();
        let symmetry = SymmetryGroup::new(Group::symmetric(count), layout).unwrap();
        let elements = Enumerate::new(&symmetry, ALL[0]);
        assert_eq!(elements.is_ok(), listed);
        assert_eq!(Naive::new(&symmetry).is_ok(), listed);
        assert!(Enumerate::new(&symmetry, EnumerateOptions::default()).is_ok());
        if let Err(refusal) = elements {
            let reason = "its 3628800 symmetries of 10 points are too many to be listed beforehand";
            assert_eq!(refusal.reason, reason);
            assert_eq!(
                Naive::new(&symmetry).err().unwrap().to_string(),
                format!("`naive` cannot serve this model: {reason}")
            );
        }
    }
}

#[test]
fn transpositions_that_are_no_symmetries_alone_are_refused() {
    // In a ring of four with a cell for each process and its neighbour, no two change places without the others.
    let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let layout = processes(4, &ring).build().unwrap();
    let rotation = common::cyclic(4)[0].iter().map(|&image| image as u32).collect();
    let rotation = groups::Permutation::from_images(rotation).unwrap();
    let group = Group::from_generators(4, vec![rotation]);
    let symmetry = SymmetryGroup::new(group, layout).unwrap();
    let refusal = Enumerate::new(&symmetry, ALL[3]).err().unwrap();
    let text = "`enumerate` cannot serve this model: transpositions are asked for, and ";
    assert!(refusal.to_string().starts_with(text), "{refusal}");
    assert!(Enumerate::new(&symmetry, EnumerateOptions::default()).is_ok());
}
