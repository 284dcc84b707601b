//! Groups against the enumeration of their elements.

use std::collections::HashSet;

use crate::common::{all_permutations, closure, permutation};
use groups::{Group, Permutation, describe};
use testing::Numbers;

fn random_generators(random: &mut Numbers, degree: usize) -> Vec<Permutation> {
    let count = random.below(4);
    (0..count)
        .map(|_| match random.below(3) {
            0 => permutation(random, degree),
            // Something of small support, so that not all groups are symmetric or alternating.
            1 => {
                let (a, b) = (random.below(degree), random.below(degree));
                Permutation::from_cycles(degree, &[if a == b { vec![a] } else { vec![a, b] }])
                    .unwrap()
            }
            _ => {
                let by = permutation(random, degree);
                let cycles: &[Vec<usize>] =
                    if degree > 3 { &[vec![0, 1], vec![2, 3]] } else { &[vec![0, 1]] };
                Permutation::from_cycles(degree, cycles).unwrap().conjugate(&by)
            }
        })
        .collect()
}

#[test]
fn random_groups_on_up_to_seven_points() {
    let mut random = Numbers::new(4711);
    for degree in 2..=7 {
        let everything: Vec<_> = all_permutations(degree)
            .into_iter()
            .map(|images| Permutation::from_images(images).unwrap())
            .collect();
        for _ in 0..if degree == 7 { 25 } else { 60 } {
            let generators = random_generators(&mut random, degree);
            let prefix: Vec<usize> =
                (0..random.below(4)).map(|_| random.below(degree + 1)).collect();
            let expected = closure(degree, &generators);
            let group = Group::with_base(degree, generators, &prefix);
            assert_eq!(group.order(), expected.len().into());
            check_base(&group, &prefix);
            for permutation in &everything {
                assert_eq!(group.contains(permutation), expected.contains(permutation.images()));
            }
            let elements: HashSet<Vec<u32>> =
                group.elements().map(|element| element.images().to_vec()).collect();
            assert_eq!(elements, expected);
            assert_eq!(group.elements().count(), expected.len());
            assert!(group.elements().next().unwrap().is_identity());
            for point in 0..degree {
                let orbit: HashSet<usize> =
                    expected.iter().map(|images| images[point] as usize).collect();
                assert_eq!(group.orbit(point).into_iter().collect::<HashSet<_>>(), orbit);
                assert!(group.orbits().contains(&group.orbit(point)));
                let other = random.below(degree);
                let fixing = expected.iter().filter(|images| images[point] as usize == point);
                check_same(&group.stabiliser(point), fixing.clone().cloned().collect());
                let fixing = fixing.filter(|images| images[other] as usize == other);
                check_same(&group.pointwise_stabiliser(&[point, other]), fixing.cloned().collect());
            }
            let rebased = group.rebased(&[degree - 1, 0]);
            check_base(&rebased, &[degree - 1, 0]);
            assert_eq!(rebased, group);
            let by = permutation(&mut random, degree);
            let conjugate = group.conjugate(&by);
            check_base(&conjugate, &[]);
            let renamed = everything
                .iter()
                .filter(|p| group.contains(p))
                .map(|p| p.conjugate(&by).images().to_vec());
            check_same(&conjugate, renamed.collect());
            for _ in 0..10 {
                let element = group.random(&mut |bound| random.below(bound as usize) as u64);
                assert!(expected.contains(element.images()));
            }
            let other = Group::from_generators(degree, random_generators(&mut random, degree));
            let contained = group.elements().all(|element| other.contains(&element));
            assert_eq!(group.is_subgroup_of(&other), contained);
            let abelian = group
                .elements()
                .all(|a| group.generators().iter().all(|b| a.then(b) == b.then(&a)));
            assert_eq!(group.is_abelian(), abelian);
            describe(&group);
        }
    }
}

fn check_same(group: &Group, expected: HashSet<Vec<u32>>) {
    assert_eq!(group.order(), expected.len().into());
    assert!(group.elements().all(|element| expected.contains(element.images())));
    assert!(
        group
            .strong_generators()
            .iter()
            .chain(group.generators())
            .all(|g| expected.contains(g.images()))
    );
    assert_eq!(closure(group.degree(), group.generators()).len(), expected.len());
}

/// Checks the whole chain: base points, transversals in both directions, strong generators.
fn check_base(group: &Group, prefix: &[usize]) {
    let mut wanted: Vec<usize> = Vec::new();
    for &point in prefix {
        if point < group.degree() && !wanted.contains(&point) {
            wanted.push(point);
        }
    }
    assert_eq!(group.base()[..wanted.len()], wanted);
    for (index, level) in group.levels().iter().enumerate() {
        assert_eq!(level.orbit()[0] as usize, level.base());
        for (at, &point) in level.orbit().iter().enumerate() {
            let there = level.from_base(point as usize).unwrap();
            let back = level.to_base(point as usize).unwrap();
            assert_eq!(there, &level.from_base_elements()[at]);
            assert_eq!(back, &level.to_base_elements()[at]);
            assert_eq!(there.image(level.base()), point as usize);
            assert!(there.then(back).is_identity());
            assert!(group.contains(there));
            assert!(group.base()[..index].iter().all(|&earlier| there.image(earlier) == earlier));
        }
        let fixes = |p: &&Permutation| {
            group.base()[..index].iter().all(|&earlier| p.image(earlier) == earlier)
        };
        let later: Vec<_> = group.strong_generators().iter().filter(fixes).cloned().collect();
        let orbit = Group::from_generators(group.degree(), later).orbit(level.base());
        let mut expected: Vec<usize> = level.orbit().iter().map(|&point| point as usize).collect();
        expected.sort_unstable();
        assert_eq!(orbit, expected);
    }
}

#[test]
fn random_elements_are_uniform() {
    let parse = |text| Permutation::parse(5, text, 0).unwrap();
    let group = Group::from_generators(5, vec![parse("(0 1 2 3)"), parse("(0 2)")]);
    let mut random = Numbers::new(5);
    let mut counts = std::collections::HashMap::new();
    for _ in 0..8000 {
        *counts
            .entry(group.random(&mut |bound| random.below(bound as usize) as u64))
            .or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 8);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn degrees_may_differ() {
    let short = Permutation::parse(3, "(0 1)", 0).unwrap();
    let long = Permutation::parse(6, "(1 4)", 0).unwrap();
    let group =
        Group::from_generators(2, vec![short.clone(), long.clone(), Permutation::identity(9)]);
    assert_eq!(group.degree(), 5);
    assert_eq!(group.order(), 6u32.into());
    assert!(group.contains(&short) && group.contains(&long));
    assert!(!group.contains(&Permutation::parse(9, "(0 8)", 0).unwrap()));
    assert_eq!(group.generators().len(), 2);
    assert_eq!(group.orbit(77), [77]);
    assert_eq!(group.stabiliser(77).order(), 6u32.into());
    assert_eq!(Group::trivial(0).elements().count(), 1);
    assert_eq!(Group::symmetric(0).order(), 1u32.into());
}
