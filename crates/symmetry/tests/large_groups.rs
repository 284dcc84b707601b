//! The canonical representative for groups too large to be listed, and for points numbered without order.
//!
//! That representatives do not depend on the member of an orbit is tested with random elements. That they stay in the orbit is
//! not decided here; but different strategies agree on it, and what all members of an orbit share is compared.

use std::collections::BTreeMap;

use crate::common::promises::check_representative;
use crate::common::{
    Action, cyclic, dihedral, hypercube, random_action, random_layout, random_state, scrambled,
    symmetric, wreath,
};
use groups::Permutation;
use symmetry::{
    Canonical, CellId, Content, Layout, LayoutBuilder, Point, Representative, SymmetryGroup,
};
use testing::Numbers;

fn on_one_sort(name: &str, generators: Vec<Vec<usize>>) -> Action {
    Action { name: name.into(), sorts: vec![0; generators[0].len()], generators }
}

/// The same permutations done on several copies of the points.
fn twice(action: &Action) -> Action {
    let count = action.sorts.len();
    let generators = action.generators.iter().map(|images| {
        images.iter().copied().chain(images.iter().map(|image| image + count)).collect()
    });
    let generators = generators.collect();
    Action { name: format!("{}, twice", action.name), sorts: vec![0; 2 * count], generators }
}

/// Two groups, each on points of its own.
fn beside(a: &Action, b: &Action) -> Action {
    let (n, m) = (a.sorts.len(), b.sorts.len());
    let mut generators: Vec<Vec<usize>> = Vec::new();
    generators
        .extend(a.generators.iter().map(|images| images.iter().copied().chain(n..n + m).collect()));
    generators.extend(
        b.generators
            .iter()
            .map(|images| (0..n).chain(images.iter().map(|image| n + image)).collect()),
    );
    Action { name: format!("{} x {}", a.name, b.name), sorts: vec![0; n + m], generators }
}

/// The symmetric group on `n` things, acting on their pairs.
fn on_pairs(n: usize) -> Action {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    let generators = symmetric(n).into_iter().map(|images| {
        let image = |&(a, b): &(usize, usize)| {
            let (a, b) = (images[a].min(images[b]), images[a].max(images[b]));
            pairs.iter().position(|&pair| pair == (a, b)).unwrap()
        };
        pairs.iter().map(image).collect()
    });
    on_one_sort(&format!("pairs of {n}"), generators.collect())
}

/// The maps `x -> a x + b` modulo a prime.
fn affine(prime: usize, root: usize) -> Action {
    let shift = (0..prime).map(|x| (x + 1) % prime).collect();
    let scale = (0..prime).map(|x| x * root % prime).collect();
    on_one_sort(&format!("affine {prime}"), vec![shift, scale])
}

/// Rows and columns of a grid, each permuted in all ways.
fn grid(rows: usize, columns: usize) -> Action {
    let mut generators = Vec::new();
    for images in symmetric(rows) {
        generators.push(
            (0..rows * columns).map(|p| images[p / columns] * columns + p % columns).collect(),
        );
    }
    for images in symmetric(columns) {
        generators.push(
            (0..rows * columns).map(|p| p / columns * columns + images[p % columns]).collect(),
        );
    }
    on_one_sort(&format!("grid {rows} x {columns}"), generators)
}

/// What all images of a state share: for each family how often it holds each value, and how often a reference.
fn census(layout: &Layout, state: &[i32]) -> BTreeMap<(usize, Option<i32>), usize> {
    let mut census = BTreeMap::new();
    for (index, &value) in state.iter().enumerate() {
        let cell = layout.cell(CellId::new(index));
        let held = match cell.content {
            Content::Reference { first_value, count, .. }
                if (first_value..first_value + count as i32).contains(&value) =>
            {
                None
            }
            Content::Listed { values, .. } if layout.values(values).contains(&value) => None,
            _ => Some(value),
        };
        *census.entry((cell.family.index(), held)).or_insert(0) += 1;
    }
    census
}

fn represent<R: Representative>(strategy: &R, state: &[i32], scratch: &mut R::Scratch) -> Vec<i32> {
    let mut target = vec![-7; state.len()];
    strategy.representative(state, &mut target, scratch);
    target
}

/// A random state, in half of the cases one that a random element or two leave as it is.
fn any_state(symmetry: &SymmetryGroup, numbers: &mut Numbers) -> Vec<i32> {
    let layout = symmetry.layout();
    let state = random_state(layout, numbers);
    let count = numbers.below(4);
    if count > 2 {
        return state;
    }
    let mut elements = Vec::new();
    for _ in 0..count {
        elements.push(symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64));
    }
    invariant_state(layout, &elements, numbers)
}

/// A state that some elements leave as it is: data is equal on their orbits of cells, references are empty.
fn invariant_state(layout: &Layout, elements: &[Permutation], numbers: &mut Numbers) -> Vec<i32> {
    // Where the cells go is seen by what is in them.
    let marks: Vec<i32> = (0..layout.cell_count() as i32).map(|cell| 1_000_000 + cell).collect();
    let mut orbit: Vec<usize> = (0..marks.len()).collect();
    let mut image = marks.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for element in elements {
            layout.apply(element.images(), &marks, &mut image);
            for (to, &mark) in image.iter().enumerate() {
                let from = (mark - 1_000_000) as usize;
                let least = orbit[to].min(orbit[from]);
                changed |= orbit[to] != orbit[from];
                (orbit[to], orbit[from]) = (least, least);
            }
        }
    }
    let values: Vec<i32> = marks.iter().map(|_| 5000 + numbers.below(2) as i32).collect();
    orbit.into_iter().map(|orbit| values[orbit]).collect()
}

/// Checks some states of a random layout.
fn check(action: &Action, states: usize, numbers: &mut Numbers) {
    let layout = random_layout(action, numbers);
    let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
    let states: Vec<_> = (0..states).map(|_| any_state(&symmetry, numbers)).collect();
    check_states(&action.name, &symmetry, &states, numbers);
}

/// Checks states, images of them under random elements, and states that differ in one cell.
fn check_states(name: &str, symmetry: &SymmetryGroup, states: &[Vec<i32>], numbers: &mut Numbers) {
    let layout = symmetry.layout();
    let strategies = [Canonical::new(symmetry), Canonical::searching_always(symmetry)];
    let mut scratches = strategies.each_ref().map(|strategy| strategy.scratch());
    for state in states {
        let mut found = Vec::new();
        for (strategy, scratch) in strategies.iter().zip(&mut scratches) {
            let target = represent(strategy, state, scratch);
            assert_eq!(census(layout, &target), census(layout, state), "{name}");
            for _ in 0..3 {
                let element =
                    symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64);
                let mut image = vec![0; state.len()];
                layout.apply(element.images(), state, &mut image);
                assert_eq!(represent(strategy, &image, scratch), target, "{name}: {state:?}");
            }
            found.push(target);
        }
        // Both name the same orbit: each takes the other's representative to its own.
        for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let target = represent(&strategies[one], &found[other], &mut scratches[one]);
            assert_eq!(target, found[one], "{name}: {state:?}");
        }
        let mut changed = state.clone();
        changed[numbers.below(state.len())] += 1;
        if census(layout, &changed) != census(layout, state) {
            for ((strategy, scratch), found) in strategies.iter().zip(&mut scratches).zip(&found) {
                assert_ne!(&represent(strategy, &changed, scratch), found, "{name}: {state:?}");
            }
        }
    }
}

#[test]
fn groups_of_many_kinds() {
    for seed in 0..24 {
        let mut numbers = Numbers::new(seed);
        let n = 9 + numbers.below(12);
        let actions = [
            on_one_sort(&format!("S{n}"), symmetric(n)),
            twice(&on_one_sort(&format!("S{n}"), symmetric(n))),
            on_one_sort("D24", dihedral(24)),
            on_one_sort("5-cube", hypercube(5)),
            wreath(4, 3),
            twice(&wreath(3, 4)),
            on_pairs(6),
            on_pairs(7),
            affine(13, 2),
            affine(17, 3),
            grid(4, 4),
            grid(3, 5),
            beside(&on_one_sort("S9", symmetric(9)), &on_one_sort("C5", cyclic(5))),
            beside(&on_pairs(5), &on_one_sort("S4", symmetric(4))),
            beside(&twice(&on_one_sort("S5", symmetric(5))), &on_one_sort("S7", symmetric(7))),
        ];
        for action in &actions {
            check(action, 4, &mut numbers);
            let fixed = numbers.below(3);
            check(&scrambled(action, fixed, &mut numbers), 4, &mut numbers);
        }
    }
}

#[test]
fn points_numbered_without_order() {
    for seed in 0..300 {
        let mut numbers = Numbers::new(70_000 + seed);
        let action = random_action(&mut numbers);
        let fixed = numbers.below(3);
        let action = scrambled(&action, fixed, &mut numbers);
        let layout = random_layout(&action, &mut numbers);
        let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
        let states: Vec<_> =
            (0..8).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        let name = format!("{}, seed {seed}", action.name);
        for sorts in [true, false] {
            for bits in [64, 3] {
                let strategy = Canonical::short_sighted(&symmetry, sorts, bits);
                check_representative(&name, &symmetry, &strategy, &states, &mut numbers);
            }
        }
    }
}

/// A bit for each ordered pair of points, under all permutations.
fn graphs(count: usize) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, format!("p{i}"))).collect();
    let family = builder.family();
    for cell in 0..count * count {
        builder.cell(family, &[points[cell / count], points[cell % count]], Content::Data);
    }
    SymmetryGroup::new(groups::Group::symmetric(count), builder.build().unwrap()).unwrap()
}

#[test]
fn graphs_with_many_automorphisms() {
    // Refinement says nothing of most of these, so that everything rests on the search.
    let subgroups = [
        on_pairs(5),
        on_pairs(6),
        grid(3, 3),
        grid(4, 4),
        grid(2, 5),
        affine(7, 3),
        affine(11, 4),
        affine(13, 3),
        on_one_sort("4-cube", hypercube(4)),
        on_one_sort("C12", cyclic(12)),
        on_one_sort("D14", dihedral(14)),
        twice(&on_one_sort("C7", cyclic(7))),
    ];
    for action in &subgroups {
        let symmetry = graphs(action.sorts.len());
        let group = action.group();
        for seed in 0..6 {
            let mut numbers = Numbers::new(seed);
            let state = invariant_state(symmetry.layout(), group.generators(), &mut numbers);
            check_states(&action.name, &symmetry, &[state], &mut numbers);
        }
    }
}

#[test]
fn strongly_regular_graphs_with_equal_parameters() {
    // Sixteen points, six neighbours each, two common neighbours of any two: the grid of four rows and columns, and
    // Shrikhande's graph, on pairs modulo 4 that differ by (0, 1), (1, 0) or (1, 1) or their opposites.
    let symmetry = graphs(16);
    let graph = |adjacent: &dyn Fn(usize, usize) -> bool| {
        (0..256).map(|cell| i32::from(adjacent(cell / 16, cell % 16))).collect::<Vec<i32>>()
    };
    let rook = graph(&|a, b| a != b && (a / 4 == b / 4 || a % 4 == b % 4));
    let shrikhande = graph(&|a, b| {
        let difference = ((4 + a / 4 - b / 4) % 4, (4 + a % 4 - b % 4) % 4);
        [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&difference)
    });
    assert_eq!(rook.iter().sum::<i32>(), shrikhande.iter().sum::<i32>());
    let mut numbers = Numbers::new(1);
    check_states("srg", &symmetry, &[rook.clone(), shrikhande.clone()], &mut numbers);
    let canonical = Canonical::new(&symmetry);
    let mut scratch = canonical.scratch();
    let first = represent(&canonical, &rook, &mut scratch);
    assert_ne!(first, represent(&canonical, &shrikhande, &mut scratch));
}

/// Generators from cycles of points that are numbered from 1.
fn from_cycles(name: &str, count: usize, generators: &[&[&[usize]]]) -> Action {
    let generators = generators.iter().map(|cycles| {
        let mut images: Vec<usize> = (0..count).collect();
        for cycle in cycles.iter() {
            for (at, &point) in cycle.iter().enumerate() {
                images[point - 1] = cycle[(at + 1) % cycle.len()] - 1;
            }
        }
        images
    });
    on_one_sort(name, generators.collect())
}

#[test]
fn mathieu_groups() {
    let cycle: &[usize] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    let fours: &[&[usize]] = &[&[3, 7, 11, 8], &[4, 10, 5, 6]];
    let twos: &[&[usize]] = &[&[1, 12], &[2, 11], &[3, 6], &[4, 8], &[5, 9], &[7, 10]];
    let m11 = from_cycles("M11", 11, &[&[cycle], fours]);
    let m12 = from_cycles("M12", 12, &[&[cycle], fours, twos]);
    assert_eq!(m11.group().order(), 7920u32.into());
    assert_eq!(m12.group().order(), 95040u32.into());
    for seed in 0..12 {
        let mut numbers = Numbers::new(seed);
        for action in [&m11, &m12, &twice(&m11)] {
            check(action, 6, &mut numbers);
            check(&scrambled(action, 1, &mut numbers), 6, &mut numbers);
        }
    }
}

#[test]
fn more_points_than_orbitals_are_computed_for() {
    let mut numbers = Numbers::new(1);
    for action in [
        on_one_sort("C610", cyclic(610)),
        on_one_sort("D605", dihedral(605)),
        twice(&on_one_sort("C303", cyclic(303))),
    ] {
        let mut builder = LayoutBuilder::new();
        let count = action.sorts.len();
        let points: Vec<Point> = (0..count).map(|i| builder.point(0, format!("p{i}"))).collect();
        let families = [builder.family(), builder.family()];
        let anything =
            Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
        for &point in &points {
            builder.cell(families[0], &[point], Content::Data);
            builder.cell(families[1], &[point], anything);
        }
        let symmetry = SymmetryGroup::new(action.group(), builder.build().unwrap()).unwrap();
        let mut state = random_state(symmetry.layout(), &mut numbers);
        let mut states = vec![state.clone()];
        // Everybody refers to the next: only the group is left to tell.
        (0..count).for_each(|point| state[2 * point] = 0);
        (0..count).for_each(|point| state[2 * point + 1] = action.generators[0][point] as i32);
        states.push(state);
        check_states(&action.name, &symmetry, &states, &mut numbers);
    }
}

/// The representative of a state in which all points of a sort are alike, with what it took to find it. That of an image is the same.
fn all_alike(action: &Action) -> symmetry::CanonicalCounters {
    let mut builder = LayoutBuilder::new();
    let points = (0..action.sorts.len()).map(|i| builder.point(action.sorts[i], format!("p{i}")));
    let points: Vec<Point> = points.collect();
    let family = builder.family();
    points.iter().for_each(|&point| {
        builder.cell(family, &[point], Content::Data);
    });
    let symmetry = SymmetryGroup::new(action.group(), builder.build().unwrap()).unwrap();
    let canonical = Canonical::new(&symmetry);
    let mut scratch = canonical.scratch();
    let alike = vec![7; action.sorts.len()];
    assert_eq!(represent(&canonical, &alike, &mut scratch), alike);
    // One point of each orbit that is not alike: all such states are one but for which it is.
    let orbits = symmetry.group().orbits();
    let mut first = alike.clone();
    first[orbits[0][0]] = 8;
    let mut last = alike;
    last[orbits[0][orbits[0].len() - 1]] = 8;
    let first = represent(&canonical, &first, &mut scratch);
    assert_eq!(represent(&canonical, &last, &mut scratch), first);
    scratch.counters()
}

/// 151 things of four points each, more points than the orbits on pairs are listed for, beside pairs that change places: sorted all
/// the same, as the group is all that permutes blocks.
#[test]
fn blocks_are_recognised_among_very_many_points() {
    let four = twice(&twice(&on_one_sort("S151", symmetric(151))));
    let counters = all_alike(&beside(&four, &twice(&on_one_sort("S2", symmetric(2)))));
    assert_eq!((counters.states, counters.searched), (3, 0));
    // Of pairs of things it is not, nor where some things only turn.
    let mut numbers = Numbers::new(5);
    for other in [on_pairs(5), on_one_sort("C5", cyclic(5))] {
        let four = twice(&twice(&on_one_sort("S151", symmetric(151))));
        let counters = all_alike(&scrambled(&beside(&four, &other), 1, &mut numbers));
        assert_eq!(counters.searched, 3, "{}", other.name);
        assert!(counters.leaves < 30, "{}: {} leaves", other.name, counters.leaves);
    }
}

/// More than 160 things that can be exchanged, beside five that only turn: any two of the many are twins, so that no more is tried
/// than for the five.
#[test]
fn twins_are_recognised_among_many_points() {
    let many = on_one_sort("S170", symmetric(170));
    let counters = all_alike(&beside(&many, &on_one_sort("C5", cyclic(5))));
    assert_eq!(counters.searched, 3);
    assert!(counters.leaves < 30, "{} leaves", counters.leaves);
}
