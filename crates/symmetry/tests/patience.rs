//! Preparing strategies, looking for the largest valid group and lifting end when they are told to.

mod toy;

use std::ops::ControlFlow;

use groups::{Group, Interrupted, Patience, Permutation};
use kernel::{SearchOptions, Silent};
use symmetry::{
    AuditPlan, Canonical, Conjugates, Content, Enumerate, EnumerateOptions, Layout, LayoutBuilder,
    LiftError, Naive, Permuting, Segmented, Strategy, StrategyOptions, SymmetryGroup, Unready,
    largest_valid, largest_valid_within,
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

/// So many points, each with a friend and with data, that can all be exchanged.
fn friends(count: usize) -> Layout {
    let mut builder = LayoutBuilder::new();
    let points: Vec<_> = (0..count).map(|n| builder.point(0, format!("{n}"))).collect();
    let anybody =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let family = builder.family();
    for &point in &points {
        builder.cell(family, &[point], anybody);
    }
    let idle = builder.family();
    for &point in &points {
        builder.cell(idle, &[point], Content::Data);
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

/// The strategy is asked for the representative of pairs of friends, and interrupted at its first question.
fn ends_when_told<R: Permuting>(strategy: &R, count: usize) {
    let pairs: Vec<i32> = (0..count as i32).map(|i| i ^ 1).chain(vec![0; count]).collect();
    let (mut target, mut image) = (vec![0; pairs.len()], vec![0; count]);
    let mut scratch = strategy.scratch();
    let mut represent = |at: usize| {
        told(at, |p| strategy.representative_within(&pairs, &mut target, &mut scratch, p))
    };
    let name = strategy.name();
    let (done, questions) = represent(usize::MAX);
    assert!(done.is_ok() && questions > 0, "{name}: {questions} questions");
    assert_eq!(represent(1), (Err(Interrupted), 1), "{name}");
    let replacement = (&mut target[..], &mut image[..]);
    let (interrupted, asked) =
        told(1, |p| strategy.represent_by_within(&pairs, replacement, &mut scratch, p));
    assert_eq!((interrupted, asked), (Err(Interrupted), 1), "{name}");
    // What was interrupted leaves nothing behind.
    let mut again = vec![0; pairs.len()];
    strategy.representative(&pairs, &mut again, &mut scratch);
    strategy.representative(&pairs, &mut target, &mut strategy.scratch());
    assert_eq!(again, target, "{name}");
}

#[test]
fn representatives_end_when_told() {
    let few = SymmetryGroup::new(Group::symmetric(10), friends(10)).unwrap();
    ends_when_told(&Enumerate::new(&few, EnumerateOptions::default()).unwrap(), 10);
    let fewer = SymmetryGroup::new(Group::symmetric(9), friends(9)).unwrap();
    ends_when_told(&Naive::new(&fewer).unwrap(), 9);
    let more = SymmetryGroup::new(Group::symmetric(14), friends(14)).unwrap();
    ends_when_told(&Segmented::new(&more).unwrap(), 14);
    let many = SymmetryGroup::new(Group::symmetric(150), friends(150)).unwrap();
    ends_when_told(&Canonical::new(&many), 150);
    let some = SymmetryGroup::new(Group::symmetric(40), friends(40)).unwrap();
    ends_when_told(&Canonical::searching_always(&some), 40);
}

#[test]
fn the_largest_valid_group_ends_when_told() {
    // The even permutations are half of all; those that fix a point are few, and have many cosets.
    let whole = Group::symmetric(9);
    let valid = |element: &Permutation| (0..5).all(|point| element.image(point) == point);
    let (found, questions) =
        told(usize::MAX, |p| largest_valid_within(&whole, valid, Conjugates::Random, p));
    assert_eq!(found.unwrap().group, largest_valid(&whole, valid).group);
    assert!(questions > 0);
    let (interrupted, asked) =
        told(1, |p| largest_valid_within(&whole, valid, Conjugates::Random, p));
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
