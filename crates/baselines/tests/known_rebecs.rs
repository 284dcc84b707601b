//! Symmetry by whom rebecs know, against its definitions by brute force and against the example of the paper.

use baselines::known_rebecs::{Given, PrintedOnTheFly, Rebec, RebecSymmetry, automorphisms, check};
use groups::{BigUint, Patience, Permutation};
use symmetry::{Content, LayoutBuilder, OnTheFly, Permuting, Point, Representative, SymmetryGroup};
use testing::Numbers;

const KINDS: [RebecSymmetry; 2] = [RebecSymmetry::Inter, RebecSymmetry::Intra];

fn checked(rebecs: &[Rebec], symmetry: RebecSymmetry, from: usize, to: usize) -> Option<Vec<u32>> {
    let found = check(rebecs, symmetry, &[(from, to)], &mut Patience::endless());
    found.unwrap().map(|permutation| permutation.images().to_vec())
}

fn order(rebecs: &[Rebec], symmetry: RebecSymmetry) -> BigUint {
    automorphisms(rebecs, symmetry, &mut Patience::endless()).unwrap().order()
}

/// A rebec that knows each of some others by a name of its own.
fn knows(class: usize, known: &[usize]) -> Rebec {
    Rebec { class, given: known.iter().map(|&rebec| Given::Rebecs(vec![rebec])).collect() }
}

/// A rebec that knows others by an index.
fn knows_by_index(class: usize, known: &[usize]) -> Rebec {
    Rebec { class, given: vec![Given::Rebecs(known.to_vec())] }
}

/// Figure 2: four philosophers, then four forks, every other philosopher left-handed.
fn philosophers() -> Vec<Rebec> {
    let philosophers = [[4, 7], [4, 5], [6, 5], [6, 7]].map(|forks| knows(0, &forks));
    let forks = [[0, 1], [1, 2], [2, 3], [3, 0]].map(|philosophers| knows(1, &philosophers));
    philosophers.into_iter().chain(forks).collect()
}

#[test]
fn the_example_of_figure_8() {
    for symmetry in KINDS {
        let rebecs = philosophers();
        assert_eq!(checked(&rebecs, symmetry, 4, 0), None);
        assert_eq!(checked(&rebecs, symmetry, 2, 0), Some(vec![2, 3, 0, 1, 6, 7, 4, 5]));
        assert_eq!(checked(&rebecs, symmetry, 1, 0), None);
        assert_eq!(order(&rebecs, symmetry), 2u32.into());
    }
}

/// A number for the local state of each rebec.
fn numbered(rebecs: &[Rebec], kind: RebecSymmetry) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> =
        rebecs.iter().map(|rebec| builder.point(rebec.class as u32, "rebec")).collect();
    let classes = [builder.family(), builder.family()];
    for (rebec, &point) in rebecs.iter().zip(&points) {
        builder.cell(classes[rebec.class], &[point], Content::Data);
    }
    let group = automorphisms(rebecs, kind, &mut Patience::endless()).unwrap();
    SymmetryGroup::new(group, builder.build().unwrap()).unwrap()
}

fn represent(strategy: &impl Representative, state: &[i32]) -> Vec<i32> {
    let mut target = vec![-7; state.len()];
    strategy.representative(state, &mut target, &mut strategy.scratch());
    target
}

/// Section 5.1.1: fork 0 has the least local state and cannot come first; philosopher 2 comes first.
#[test]
fn the_state_of_figure_8() {
    let rebecs = philosophers();
    let state = [5, 7, 3, 4, 1, 8, 4, 6];
    for kind in KINDS {
        let symmetry = numbered(&rebecs, kind);
        let patience = &mut Patience::endless();
        let printed = PrintedOnTheFly::new(&symmetry, &rebecs, kind, patience).unwrap();
        assert_eq!(represent(&printed, &state), [3, 4, 5, 7, 4, 6, 1, 8]);
        assert_eq!(represent(&OnTheFly::new(&symmetry), &state), [3, 4, 5, 7, 4, 6, 1, 8]);
    }
}

/// Whatever `check` makes of lists that it cannot match, states stay in their orbits.
#[test]
fn what_is_printed_stays_in_the_orbit() {
    let (mut moved, mut kept) = (0, 0);
    for seed in 0..2000 {
        let mut numbers = Numbers::new(90_000 + seed);
        let count = 2 + numbers.below(4);
        let known = |numbers: &mut Numbers| -> Vec<usize> {
            let mut all = numbers.permutation(count);
            all.truncate(2.min(count));
            all
        };
        let by_index = numbers.chance(50);
        let rebecs: Vec<Rebec> = (0..count)
            .map(|_| {
                let known = known(&mut numbers);
                if by_index { knows_by_index(0, &known) } else { knows(0, &known) }
            })
            .collect();
        for kind in KINDS {
            let symmetry = numbered(&rebecs, kind);
            let patience = &mut Patience::endless();
            let printed = PrintedOnTheFly::new(&symmetry, &rebecs, kind, patience).unwrap();
            let state: Vec<i32> = (0..count).map(|_| numbers.below(3) as i32).collect();
            let (mut target, mut image) = (vec![-7; count], vec![0; count]);
            printed.represent_by(&state, &mut target, &mut image, &mut printed.scratch());
            let element = Permutation::from_images(image).unwrap();
            assert!(symmetry.group().contains(&element), "seed {seed}");
            assert!((0..count).all(|rebec| target[element.image(rebec)] == state[rebec]));
            if target == state { kept += 1 } else { moved += 1 }
        }
    }
    assert!(moved > 20 && kept > 20, "{moved} moved, {kept} kept");
}

/// Section 3.3.1 and the end of 3.3.3: two trains and the controller of their bridge.
#[test]
fn trains_change_places_by_turning() {
    let rebecs = [knows(0, &[2]), knows(0, &[2]), knows_by_index(1, &[0, 1])];
    assert_eq!(checked(&rebecs, RebecSymmetry::Inter, 1, 0), None);
    assert_eq!(checked(&rebecs, RebecSymmetry::Intra, 1, 0), Some(vec![1, 0, 2]));
}

/// Where the printed algorithms fail.
#[test]
fn what_was_mended() {
    // Both that 0 knows would be mapped to 3.
    let twice = [knows(0, &[2, 3]), knows(0, &[3, 3]), knows(1, &[]), knows(1, &[])];
    assert_eq!(checked(&twice, RebecSymmetry::Inter, 0, 1), None);
    // Turning the first list by 0 lets the second one fail.
    let guessed =
        Rebec { class: 0, given: [[1, 2], [2, 1]].map(|l| Given::Rebecs(l.into())).into() };
    let other = Rebec { class: 0, given: [[4, 3], [4, 3]].map(|l| Given::Rebecs(l.into())).into() };
    let told = |class| knows(class, &[]);
    let rebecs = [guessed, told(1), told(2), told(2), told(1), other];
    let both = checked(&rebecs, RebecSymmetry::Intra, 0, 5);
    assert_eq!(both, Some(vec![5, 4, 3, 2, 1, 0]));
    // 0 and 1 cannot be told apart before 2 says whom it knows.
    let later = [knows(0, &[]), knows(0, &[]), knows(1, &[0]), knows(1, &[0])];
    assert_eq!(checked(&later, RebecSymmetry::Inter, 0, 1), None);
    assert_eq!(checked(&later, RebecSymmetry::Inter, 3, 2), Some(vec![0, 1, 3, 2]));
}

#[test]
fn parameters_of_initial_correspond() {
    let with = |data: i32| Rebec { class: 0, given: vec![Given::Data(data)] };
    assert_eq!(order(&[with(1), with(2), with(1)], RebecSymmetry::Intra), 2u32.into());
    let null = Rebec { class: 0, given: vec![Given::Data(0)] };
    let one = |known| knows(0, &[known]);
    assert_eq!(order(&[null, one(1), one(2)], RebecSymmetry::Intra), 2u32.into());
}

/// The topologies of the case studies.
#[test]
fn groups_of_the_case_studies() {
    for (clients, servers, inter, intra) in
        [(4, 2, 8, 16), (6, 2, 72, 144), (4, 3, 8, 24), (6, 3, 72, 216), (6, 4, 72, 288)]
    {
        let (first, second) = (clients + servers, clients + servers + 1);
        let all: Vec<usize> = (clients..first).collect();
        let mut rebecs: Vec<Rebec> =
            (0..clients).map(|c| knows(0, &[if c % 2 == 0 { first } else { second }])).collect();
        rebecs.extend(all.iter().map(|_| knows(1, &[])));
        rebecs.extend([knows_by_index(2, &all), knows_by_index(2, &all)]);
        assert_eq!(order(&rebecs, RebecSymmetry::Inter), BigUint::from(inter as u32));
        assert_eq!(order(&rebecs, RebecSymmetry::Intra), BigUint::from(intra as u32));
    }
    for (nodes, inter, intra) in [(2_usize, 2_u32, 2_u32), (3, 3, 6)] {
        let others = |node: usize| (1..nodes).map(|step| (node + step) % nodes).collect::<Vec<_>>();
        let rebecs: Vec<Rebec> = (0..nodes).map(|node| knows_by_index(0, &others(node))).collect();
        assert_eq!(order(&rebecs, RebecSymmetry::Inter), inter.into());
        assert_eq!(order(&rebecs, RebecSymmetry::Intra), intra.into());
    }
}

/// Many clients of one server: choices that are right at once cost little.
#[test]
fn large_groups_are_found() {
    let mut rebecs = vec![knows(0, &[100]); 100];
    rebecs.push(knows(1, &[]));
    let factorial = (1..=100u32).map(BigUint::from).product::<BigUint>();
    assert_eq!(order(&rebecs, RebecSymmetry::Intra), factorial);
}

/// Definitions 9, 11 and 14 and Lemma 2, word by word.
fn preserves(rebecs: &[Rebec], symmetry: RebecSymmetry, images: &[usize]) -> bool {
    rebecs.iter().zip(images).all(|(rebec, &image)| {
        let image = &rebecs[image];
        rebec.class == image.class
            && rebec.given.iter().zip(&image.given).all(|pair| match pair {
                (Given::Data(a), Given::Data(b)) => a == b,
                (Given::Rebecs(a), Given::Rebecs(b)) => {
                    let renamed: Vec<usize> = a.iter().map(|&known| images[known]).collect();
                    let turns = if symmetry == RebecSymmetry::Intra { a.len() } else { 1 };
                    (0..turns)
                        .any(|turn| (0..a.len()).all(|m| b[m] == renamed[(m + turn) % a.len()]))
                }
                _ => false,
            })
    })
}

fn permutations(degree: usize) -> Vec<Vec<usize>> {
    if degree == 0 {
        return vec![Vec::new()];
    }
    let smaller = permutations(degree - 1);
    let insert = |permutation: &Vec<usize>, place: usize| {
        let mut longer = permutation.clone();
        longer.insert(place, degree - 1);
        longer
    };
    smaller.iter().flat_map(|p| (0..degree).map(move |place| insert(p, place))).collect()
}

/// Rebecs of up to three classes, with lists that are turned into one another, repeated, or anything.
fn random_rebecs(numbers: &mut Numbers) -> Vec<Rebec> {
    let count = 1 + numbers.below(6);
    let classes = 1 + numbers.below(3);
    let forms: Vec<Vec<usize>> = (0..classes)
        .map(|_| (0..numbers.below(3)).map(|_| 1 + numbers.below(3)).collect())
        .collect();
    let rebec = |place: usize, numbers: &mut Numbers| {
        let class = numbers.below(classes);
        let style = numbers.below(3);
        let lists = forms[class].iter().map(|&length| {
            let start = if style == 0 { numbers.below(count) } else { place };
            let known = |m: usize, numbers: &mut Numbers| match style {
                2 => numbers.below(count),
                _ => (start + m + 1) % count,
            };
            Given::Rebecs((0..length).map(|m| known(m, numbers)).collect())
        });
        let mut given: Vec<Given> = lists.collect();
        given.push(Given::Data((numbers.below(8) == 0).into()));
        Rebec { class, given }
    };
    (0..count).map(|place| rebec(place, numbers)).collect()
}

#[test]
fn the_group_is_that_of_the_definitions() {
    let mut numbers = Numbers::new(20_100);
    let mut nontrivial = [0, 0];
    for _ in 0..3000 {
        let rebecs = random_rebecs(&mut numbers);
        for (symmetry, nontrivial) in KINDS.into_iter().zip(&mut nontrivial) {
            let found = automorphisms(&rebecs, symmetry, &mut Patience::endless()).unwrap();
            let all = permutations(rebecs.len());
            let symmetries: Vec<&Vec<usize>> =
                all.iter().filter(|images| preserves(&rebecs, symmetry, images)).collect();
            assert_eq!(found.order(), BigUint::from(symmetries.len()), "{rebecs:?}");
            for images in &symmetries {
                let images = images.iter().map(|&image| image as u32).collect();
                assert!(found.contains(&Permutation::from_images(images).unwrap()), "{rebecs:?}");
            }
            let (from, to) = (numbers.below(rebecs.len()), numbers.below(rebecs.len()));
            let any = symmetries.iter().any(|images| images[from] == to);
            assert_eq!(checked(&rebecs, symmetry, from, to).is_some(), any, "{rebecs:?}");
            *nontrivial += u32::from(symmetries.len() > 1);
        }
    }
    assert!(nontrivial[0] > 300 && nontrivial[1] > nontrivial[0], "{nontrivial:?}");
}
