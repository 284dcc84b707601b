//! Preparing strategies, looking for the largest valid group and lifting end when they are told to.

mod toy;

use std::ops::ControlFlow;

use groups::{Group, Patience, Permutation};
use kernel::{SearchOptions, Silent};
use symmetry::{
    AuditPlan, Content, Layout, LayoutBuilder, LiftError, Strategy, StrategyOptions, SymmetryGroup,
    Unready, largest_valid, largest_valid_within,
};
use toy::{Bug, Topology, Toy};

/// Interrupts at question number `at`. Returns what came of it, and how often was asked.
fn told<T>(at: usize, compute: impl FnOnce(&mut Patience<'_>) -> T) -> (T, usize) {
    let mut questions = 0;
    let mut ask = |_: u64| {
        questions += 1;
        if questions < at { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let result = compute(&mut Patience::new(&mut ask));
    (result, questions)
}

/// So many points that all refer to each other, and can all be exchanged.
fn friends(count: usize) -> Layout {
    let mut builder = LayoutBuilder::new();
    let points: Vec<_> = (0..count).map(|n| builder.point(0, format!("{n}"))).collect();
    let anybody =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let family = builder.family();
    for point in points {
        builder.cell(family, &[point], anybody);
    }
    builder.build().unwrap()
}

#[test]
fn strategies_end_when_told() {
    let count = 150;
    let symmetry = SymmetryGroup::new(Group::symmetric(count), friends(count)).unwrap();
    for strategy in Strategy::ALL {
        let options = StrategyOptions::default();
        let (prepared, questions) =
            told(usize::MAX, |patience| strategy.prepare_within(&symmetry, &options, patience));
        let name = strategy.name();
        assert!(!matches!(prepared, Err(Unready::Interrupted)), "{name}");
        for at in 1..=questions.min(20) {
            let (interrupted, asked) =
                told(at, |patience| strategy.prepare_within(&symmetry, &options, patience));
            assert!(matches!(interrupted, Err(Unready::Interrupted)), "{name}");
            assert_eq!(asked, at, "{name}");
        }
    }
    let (auto, questions) = told(usize::MAX, |patience| Strategy::auto_within(&symmetry, patience));
    assert!(auto.is_ok());
    // The orbits on pairs alone are 150² steps for each generator, the chain 150³ / 2.
    assert!(questions >= 2, "{questions} questions");
    for at in 1..=questions {
        let (interrupted, asked) =
            told(at, |patience| Strategy::auto_within(&symmetry, patience).err());
        assert!(interrupted.is_some());
        assert_eq!(asked, at);
    }
}

#[test]
fn the_largest_valid_group_ends_when_told() {
    // The even permutations are half of all; those that fix a point are few, and have many cosets.
    let whole = Group::symmetric(9);
    let valid = |element: &Permutation| (0..5).all(|point| element.image(point) == point);
    let (found, questions) = told(usize::MAX, |p| largest_valid_within(&whole, valid, p));
    assert_eq!(found.unwrap().group, largest_valid(&whole, valid).group);
    assert!(questions > 0);
    let (interrupted, asked) = told(1, |p| largest_valid_within(&whole, valid, p));
    assert!(interrupted.is_err());
    assert_eq!(asked, 1);
}

#[test]
fn lifting_ends_when_told() {
    let toy = Toy::new(3, Topology::Full, Bug::Assertion);
    let symmetry = toy.symmetry();
    let prepared = Strategy::auto(&symmetry).prepared;
    let violations = prepared
        .search(&toy, &symmetry, AuditPlan::OFF, &SearchOptions::default(), &Silent)
        .violations;
    assert!(!violations.is_empty());
    let lift = |patience: &mut Patience<'_>| {
        prepared.lift_within(&toy, &symmetry, &violations, patience).map(|runs| runs.len())
    };
    assert_eq!(told(usize::MAX, lift).0, Ok(violations.len()));
    let (interrupted, asked) = told(1, |patience| {
        assert!(patience.question().is_err());
        lift(patience)
    });
    assert_eq!((interrupted, asked), (Err(LiftError::Interrupted), 1));
}
