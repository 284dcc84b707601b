//! The representative by component order.

mod common;

use std::collections::HashSet;

use common::promises::check_representative;
use common::{Action, cyclic, random_layout, random_state, random_symmetry, scrambled, symmetric};
use groups::Group;
use symmetry::oracle::Oracle;
use symmetry::{
    Canonical, ComponentOrder, ComponentOrderBy, Content, Guarantee, LayoutBuilder, Point,
    Representative, SymmetryGroup,
};
use testing::Numbers;

const ALL: [ComponentOrderBy; 3] =
    [ComponentOrderBy::N, ComponentOrderBy::NPrime, ComponentOrderBy::NDoublePrime];

/// One or two types of two to five values, each a block of one or two points; perhaps a point that does not move. In half of
/// the cases the points are numbered at random, and references may go to any of them.
fn random_product(numbers: &mut Numbers) -> SymmetryGroup {
    let types = 1 + numbers.below(2);
    let mut sorts = Vec::new();
    let mut generators: Vec<Vec<(usize, usize)>> = Vec::new();
    for _ in 0..types {
        let count = 2 + numbers.below(if types == 1 { 4 } else { 3 });
        let first = sorts.len();
        let width = 1 + numbers.below(2);
        for slot in 0..width {
            sorts.extend(vec![(2 * first + slot) as u32; count]);
        }
        for number in 0..count - 1 {
            let start = |slot: usize| first + slot * count + number;
            generators.push((0..width).map(|slot| (start(slot), start(slot) + 1)).collect());
        }
    }
    sorts.extend(vec![1000; numbers.below(2)]);
    let generators = generators.into_iter().map(|exchanges| {
        let mut images: Vec<usize> = (0..sorts.len()).collect();
        exchanges.into_iter().for_each(|(a, b)| images.swap(a, b));
        images
    });
    let action = Action { name: "product".into(), generators: generators.collect(), sorts };
    let fixed = numbers.below(2);
    let action = if numbers.one_in(2) { scrambled(&action, fixed, numbers) } else { action };
    let layout = random_layout(&action, numbers);
    SymmetryGroup::new(action.group(), layout).unwrap()
}

/// `count` processes, each with cells of data and references to processes: `i` refers to process `i`.
fn processes(count: usize, data: usize, references: usize) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, format!("p{i}"))).collect();
    let reference =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let families: Vec<_> = (0..data + references).map(|_| builder.family()).collect();
    for &point in &points {
        for (place, &family) in families.iter().enumerate() {
            builder.cell(family, &[point], if place < data { Content::Data } else { reference });
        }
    }
    SymmetryGroup::new(Group::symmetric(count), builder.build().unwrap()).unwrap()
}

fn represent(strategy: &impl Representative, state: &[i32]) -> Vec<i32> {
    let mut target = vec![-7; state.len()];
    strategy.representative(state, &mut target, &mut strategy.scratch());
    target
}

/// The different images of a state.
fn orbit(symmetry: &SymmetryGroup, state: &[i32]) -> HashSet<Vec<i32>> {
    let oracle = Oracle::new(symmetry.group(), symmetry.layout()).unwrap();
    let images = oracle.elements().iter().map(|element| {
        let mut image = vec![0; state.len()];
        symmetry.layout().apply(element.images(), state, &mut image);
        image
    });
    images.collect()
}

/// The different representatives of the states of an orbit.
fn representatives(
    symmetry: &SymmetryGroup,
    by: ComponentOrderBy,
    state: &[i32],
) -> HashSet<Vec<i32>> {
    let strategy = ComponentOrder::new(symmetry, by).unwrap();
    orbit(symmetry, state).iter().map(|image| represent(&strategy, image)).collect()
}

#[test]
fn keeps_its_promises() {
    let (mut served, mut unique) = (0, 0);
    for seed in 0..600 {
        let mut numbers = Numbers::new(seed);
        let (name, symmetry) = match seed % 2 {
            0 => random_symmetry(&mut numbers),
            _ => ("product".into(), random_product(&mut numbers)),
        };
        let states: Vec<_> =
            (0..10).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        for by in ALL {
            let Ok(strategy) = ComponentOrder::new(&symmetry, by) else { continue };
            served += 1;
            unique += usize::from(strategy.guarantee() == Guarantee::Unique);
            let name = format!("{name}, {by:?}, seed {seed}");
            check_representative(&name, &symmetry, &strategy, &states, &mut numbers);
        }
    }
    assert!(served > 1000, "{served} served");
    assert!(unique > 150 && unique < served - 150, "{unique} of {served} unique");
}

#[test]
fn where_no_values_tie_the_orbit_has_one_representative() {
    let mut untied = 0;
    for seed in 0..400 {
        let mut numbers = Numbers::new(50_000 + seed);
        let symmetry = random_product(&mut numbers);
        for by in ALL {
            let strategy = ComponentOrder::new(&symmetry, by).unwrap();
            let mut scratch = strategy.scratch();
            for _ in 0..10 {
                let state = random_state(symmetry.layout(), &mut numbers);
                let before = scratch.counters();
                let mut target = vec![0; state.len()];
                strategy.representative(&state, &mut target, &mut scratch);
                assert_eq!(scratch.counters().states, before.states + 1);
                if scratch.counters().tied == before.tied {
                    untied += 1;
                    let found = representatives(&symmetry, by, &state);
                    assert_eq!(found, HashSet::from([target]), "{by:?}, seed {seed}: {state:?}");
                }
            }
        }
    }
    assert!(untied > 1500, "{untied}");
}

#[test]
fn large_groups() {
    let mut untied = 0;
    for seed in 0..100 {
        let mut numbers = Numbers::new(seed);
        let symmetry = processes(10 + numbers.below(30), 1, 1 + numbers.below(2));
        let canonical = Canonical::new(&symmetry);
        let state = random_state(symmetry.layout(), &mut numbers);
        let element = symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64);
        let mut image = vec![0; state.len()];
        symmetry.layout().apply(element.images(), &state, &mut image);
        for by in ALL {
            let strategy = ComponentOrder::new(&symmetry, by).unwrap();
            let mut scratch = strategy.scratch();
            let mut target = vec![0; state.len()];
            strategy.representative(&state, &mut target, &mut scratch);
            // It stays in the orbit, as who can decide that says.
            assert_eq!(represent(&canonical, &target), represent(&canonical, &state));
            if scratch.counters().tied == 0 {
                untied += 1;
                assert_eq!(represent(&strategy, &image), target);
            }
        }
    }
    assert!(untied > 20, "{untied}");
}

#[test]
fn a_linked_list_is_ordered_by_n_values() {
    // 0 -> 2 -> 1 -> nothing. The first ordered partition is {1}, {0, 2}: nothing (-1) comes before references. Process 1 occurs
    // in the first cell; 0 only as owner in the second; 2 as owner and as what is referred to. So the order is 1, 0, 2.
    let three = processes(3, 0, 1);
    for by in ALL {
        assert_eq!(representatives(&three, by, &[2, -1, 1]), HashSet::from([vec![-1, 2, 0]]));
    }
    // 0 -> 1 -> 2 -> 3 -> 4 -> nothing. At first 1, 2 and 3 occur alike; splitting tells them apart.
    let five = processes(5, 0, 1);
    let list = [1, 2, 3, 4, -1];
    assert_eq!(orbit(&five, &list).len(), 120);
    for (by, tied) in ALL.into_iter().zip([0, 0, 1]) {
        let strategy = ComponentOrder::new(&five, by).unwrap();
        let mut scratch = strategy.scratch();
        strategy.representative(&list, &mut [0; 5], &mut scratch);
        assert_eq!(scratch.counters().tied, tied, "{by:?}");
        assert_eq!(representatives(&five, by, &list).len() == 1, tied == 0, "{by:?}");
    }
}

#[test]
fn a_cycle_of_references_leaves_ties() {
    let four = processes(4, 0, 1);
    for by in ALL {
        let strategy = ComponentOrder::new(&four, by).unwrap();
        assert_eq!(strategy.guarantee(), Guarantee::Complete);
        // Both are cycles of four, but the order of first occurrences is 0, 1, 2, 3 in the one and 0, 2, 1, 3 in the other.
        assert_eq!(represent(&strategy, &[1, 2, 3, 0]), [1, 2, 3, 0]);
        assert_eq!(represent(&strategy, &[2, 0, 3, 1]), [1, 3, 0, 2]);
        assert!(representatives(&four, by, &[1, 2, 3, 0]).len() > 1);
    }
}

#[test]
fn positions_tell_more_than_cells() {
    // Two references each. All occur three times in components of one cell: 0 as owner and twice as the second reference,
    // 1 as owner and twice as the first, 2 once as each. Without positions, the first process decides: each of three.
    let three = processes(3, 0, 2);
    let state = [1, 2, 2, 0, 1, 0];
    assert_eq!(representatives(&three, ComponentOrderBy::N, &state).len(), 1);
    assert_eq!(representatives(&three, ComponentOrderBy::NPrime, &state).len(), 3);
}

#[test]
fn references_to_itself_are_control() {
    // Processes that refer to themselves, and pairs that refer to each other, occur at the same positions of components.
    let four = processes(4, 0, 1);
    for by in ALL {
        let found = representatives(&four, by, &[0, 2, 1, 3]);
        assert_eq!(found, HashSet::from([vec![0, 1, 3, 2]]), "{by:?}");
    }
}

#[test]
fn a_point_with_itself_is_another_kind_of_pair() {
    // A bit for each pair of four points, also of a point with itself: 1 at (0, 0), (3, 3), (1, 2) and (2, 1). Each point occurs
    // once as first and once as second coordinate of a 1.
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..4).map(|i| builder.point(0, format!("p{i}"))).collect();
    let family = builder.family();
    for cell in 0..16 {
        builder.cell(family, &[points[cell / 4], points[cell % 4]], Content::Data);
    }
    let symmetry = SymmetryGroup::new(Group::symmetric(4), builder.build().unwrap()).unwrap();
    let mut state = [0; 16];
    [0, 6, 9, 15].into_iter().for_each(|cell| state[cell] = 1);
    assert_eq!(orbit(&symmetry, &state).len(), 6);
    for by in ALL {
        assert_eq!(representatives(&symmetry, by, &state).len(), 1, "{by:?}");
    }
}

#[test]
fn unique_where_no_cell_relates_values() {
    let data = processes(4, 2, 0);
    let references = processes(4, 2, 1);
    for by in ALL {
        let guarantee =
            |symmetry| ComponentOrder::new(symmetry, by).map(|strategy| strategy.guarantee());
        assert_eq!(guarantee(&data), Ok(Guarantee::Unique));
        assert_eq!(guarantee(&references), Ok(Guarantee::Complete));
    }
}

#[test]
fn other_groups_are_refused_by_name() {
    let action = Action { name: "C4".into(), sorts: vec![0; 4], generators: cyclic(4) };
    let layout = random_layout(&action, &mut Numbers::new(1));
    let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
    let refusal = ComponentOrder::new(&symmetry, ComponentOrderBy::N).err().unwrap();
    assert_eq!(refusal.strategy, "component-order");
    assert!(refusal.to_string().contains("C4"), "{refusal}");
}

/// The average numbers of representatives of an orbit by the three n-values.
fn averages(symmetries: impl Iterator<Item = SymmetryGroup>, numbers: &mut Numbers) -> [f64; 3] {
    let mut sums = [0; 3];
    let mut orbits = 0;
    for symmetry in symmetries {
        for _ in 0..10 {
            let state = random_state(symmetry.layout(), numbers);
            orbits += 1;
            for (sum, by) in sums.iter_mut().zip(ALL) {
                *sum += representatives(&symmetry, by, &state).len();
            }
        }
    }
    sums.map(|sum| f64::from(sum as u32) / f64::from(orbits))
}

#[test]
fn finer_n_values_leave_fewer_representatives() {
    let mut numbers = Numbers::new(7);
    let kinds: [(&str, Vec<SymmetryGroup>); 4] = [
        ("5 processes, 1 reference each", (0..40).map(|_| processes(5, 0, 1)).collect()),
        ("5 processes, 1 bit and 1 reference", (0..40).map(|_| processes(5, 1, 1)).collect()),
        ("5 processes, 2 references each", (0..40).map(|_| processes(5, 0, 2)).collect()),
        ("random layouts", (0..150).map(|_| random_product(&mut numbers)).collect()),
    ];
    for (name, symmetries) in kinds {
        let [n, n_prime, n_double_prime] = averages(symmetries.into_iter(), &mut numbers);
        println!("{name}: n {n:.3}, n' {n_prime:.3}, n'' {n_double_prime:.3}");
        assert!(n <= n_prime && n_prime <= n_double_prime, "{name}");
        assert!(n < n_double_prime, "{name}: too few states to tell");
    }
}

#[test]
fn the_group_of_the_tests_is_as_described() {
    let action = Action { name: String::new(), sorts: vec![0; 4], generators: symmetric(4) };
    assert_eq!(processes(4, 1, 1).order(), action.group().order());
}
