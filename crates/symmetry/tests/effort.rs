//! Symmetric states must not cost search: leaves are counted, so that no clock is needed.

use crate::common::{Action, cyclic, dihedral, hypercube, symmetric, wreath};
use symmetry::{
    Canonical, CellId, Content, Layout, LayoutBuilder, Point, Representative, SymmetryGroup,
};
use testing::Numbers;

/// Two cells of data for each point, a reference if asked for, and a global reference.
fn layout(action: &Action, references: bool) -> Layout {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> =
        action.sorts.iter().map(|&sort| builder.point(sort, "point")).collect();
    let anything =
        Content::Reference { first_value: 0, first_point: points[0], count: points.len() as u32 };
    let families = [0; 9].map(|_| builder.family());
    for (&point, &sort) in points.iter().zip(&action.sorts) {
        for number in 0..3 {
            let content = if number == 2 && references { anything } else { Content::Data };
            builder.cell(families[3 * sort as usize + number], &[point], content);
        }
    }
    builder.cell(families[8], &[], anything);
    builder.build().unwrap()
}

fn layout_of_one_cell(action: &Action) -> Layout {
    let mut builder = LayoutBuilder::new();
    for &sort in &action.sorts {
        let point = builder.point(sort, "point");
        builder.cell(symmetry::Family::new(sort as usize), &[point], Content::Data);
    }
    builder.build().unwrap()
}

fn on_one_sort(generators: Vec<Vec<usize>>) -> Action {
    Action { name: String::new(), sorts: vec![0; generators[0].len()], generators }
}

/// The leaves of one search; checks that the representative of an image is the same.
fn leaves(symmetry: &SymmetryGroup, always: bool, state: &[i32], numbers: &mut Numbers) -> u64 {
    let strategy =
        if always { Canonical::searching_always(symmetry) } else { Canonical::new(symmetry) };
    let mut scratch = strategy.scratch();
    let mut target = vec![0; state.len()];
    strategy.representative(state, &mut target, &mut scratch);
    let leaves = scratch.counters().leaves;
    let element = symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64);
    let (mut image, mut again) = (vec![0; state.len()], vec![0; state.len()]);
    symmetry.layout().apply(element.images(), state, &mut image);
    strategy.representative(&image, &mut again, &mut scratch);
    assert_eq!(target, again);
    leaves
}

fn effort(action: &Action, references: bool, fill: impl Fn(usize) -> i32) -> u64 {
    let layout = layout(action, references);
    let state: Vec<i32> = (0..layout.cell_count()).map(fill).collect();
    let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
    let mut numbers = Numbers::new(3);
    leaves(&symmetry, true, &state, &mut numbers).max(leaves(
        &symmetry,
        false,
        &state,
        &mut numbers,
    ))
}

#[test]
fn equal_processes_do_not_branch() {
    for n in [2, 3, 8, 20, 100] {
        let action = on_one_sort(symmetric(n));
        assert_eq!(effort(&action, false, |_| -1), 1, "S{n}");
        assert_eq!(effort(&action, true, |_| -1), 1, "S{n} with references to nothing");
        assert_eq!(effort(&action, true, |_| 0), 1, "S{n}, all point to the first");
        assert_eq!(effort(&action, false, |cell| (cell / 3 % 2) as i32), 1, "S{n} of two kinds");
    }
}

#[test]
fn the_fast_path_does_not_search() {
    for n in [2, 8, 20, 100] {
        let action = on_one_sort(symmetric(n));
        let layout = layout(&action, true);
        let state = vec![-1; layout.cell_count()];
        let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
        assert!(Canonical::new(&symmetry).sorts_blocks());
        assert!(!Canonical::searching_always(&symmetry).sorts_blocks());
        assert_eq!(leaves(&symmetry, false, &state, &mut Numbers::new(1)), 0);
    }
}

#[test]
fn which_groups_are_sorted() {
    let beside = |a: Action, b: Action| {
        let n = a.sorts.len();
        let m = b.sorts.len();
        let mut generators: Vec<Vec<usize>> = a
            .generators
            .into_iter()
            .map(|images| images.into_iter().chain(n..n + m).collect())
            .collect();
        let shifted =
            |images: Vec<usize>| (0..n).chain(images.into_iter().map(|to| n + to)).collect();
        generators.extend(b.generators.into_iter().map(shifted));
        let sorts = a.sorts.into_iter().chain(b.sorts.into_iter().map(|sort| sort + 2)).collect();
        Action { name: String::new(), sorts, generators }
    };
    let clients_alone = |outer: usize, inner: usize| {
        let images = |images: Vec<usize>| images[outer..].iter().map(|&to| to - outer).collect();
        on_one_sort(wreath(outer, inner).generators.into_iter().map(images).collect())
    };
    let cases = [
        ("S3 wr S3 with servers", wreath(3, 3), true),
        ("S2 wr S2", clients_alone(2, 2), true),
        ("S4 wr S3 without servers", clients_alone(3, 4), true),
        ("two wreath products", beside(wreath(2, 3), wreath(3, 2)), true),
        ("a wreath product and S4", beside(wreath(2, 3), on_one_sort(symmetric(4))), true),
        ("a wreath product and C4", beside(wreath(2, 3), on_one_sort(cyclic(4))), false),
        ("3-cube", on_one_sort(hypercube(3)), false),
        ("C4", on_one_sort(cyclic(4)), false),
        ("D4, which is S2 wr S2", on_one_sort(dihedral(4)), true),
        ("D5", on_one_sort(dihedral(5)), false),
    ];
    for (name, action, sorted) in cases {
        let symmetry = SymmetryGroup::new(action.group(), layout_of_one_cell(&action)).unwrap();
        assert_eq!(Canonical::new(&symmetry).sorts_blocks(), sorted, "{name}");
        if sorted {
            let state = vec![1; action.sorts.len()];
            assert_eq!(leaves(&symmetry, false, &state, &mut Numbers::new(1)), 0, "{name}");
        }
    }
}

/// The leaves for `n` processes each of which refers to a value, and to the slot of the next, as far as asked for: processes
/// `0..n`, then values, then slots.
fn owning(n: usize, values_first: bool, slots: bool) -> u64 {
    let mut builder = LayoutBuilder::new();
    let mut points = |sort| (0..n).map(|_| builder.point(sort, "point")).collect::<Vec<_>>();
    let (first, second, third) = (points(0), points(1), points(2));
    let (processes, values) = if values_first { (second, first) } else { (first, second) };
    let one_of = |points: &[Point]| Content::Reference {
        first_value: 0,
        first_point: points[0],
        count: n as u32,
    };
    let [of_value, of_slot, back] = [0; 3].map(|_| builder.family());
    for &process in &processes {
        builder.cell(of_value, &[process], one_of(&values));
        if slots {
            builder.cell(of_slot, &[process], one_of(&third));
        }
    }
    if slots {
        for &slot in &third {
            builder.cell(back, &[slot], one_of(&values));
        }
    }
    let layout = builder.build().unwrap();
    let mut generators = Vec::new();
    for start in (0..3 * n).step_by(n) {
        for exchange in symmetric(n) {
            let shifted = exchange.into_iter().map(|to| start + to);
            generators.push((0..start).chain(shifted).chain(start + n..3 * n).collect());
        }
    }
    let sorts = (0..3 * n).map(|point| (point / n) as u32).collect();
    let group = Action { name: String::new(), sorts, generators }.group();
    let mut state = Vec::new();
    for process in 0..n as i32 {
        state.push(process);
        if slots {
            state.push(n as i32 - 1 - process);
        }
    }
    if slots {
        // Slot n - 1 - p, which process p has, holds the value of p too.
        state.extend((0..n as i32).rev());
    }
    let symmetry = SymmetryGroup::new(group, layout).unwrap();
    leaves(&symmetry, false, &state, &mut Numbers::new(5))
}

#[test]
fn what_is_owned_one_to_one_is_exchanged_with_its_owner() {
    for n in [2, 3, 8, 20] {
        for (values_first, slots) in [(false, false), (true, false), (false, true), (true, true)] {
            let name = format!("{n}, {values_first}, {slots}");
            assert_eq!(owning(n, values_first, slots), 1, "{name}");
        }
    }
}

#[test]
fn references_in_a_ring_are_explained_by_automorphisms() {
    // Process i points to process i + 1: no two are twins, and refinement tells nothing apart.
    for n in [5, 12, 20, 40] {
        let ring = move |cell: usize| {
            if cell < 3 * n && cell % 3 == 2 { (cell / 3 + 1) as i32 % n as i32 } else { -1 }
        };
        let found = effort(&on_one_sort(symmetric(n)), true, ring);
        assert!(found <= 3, "{found} leaves for {n}");
    }
    // Pairs that point to each other.
    for n in [6, 12, 20] {
        let pairs = move |cell: usize| {
            if cell < 3 * n && cell % 3 == 2 { (cell / 3) as i32 ^ 1 } else { -1 }
        };
        let found = effort(&on_one_sort(symmetric(n)), true, pairs);
        assert!(found <= 2 * n as u64, "{found} leaves for {n}");
    }
}

#[test]
fn equal_points_of_other_groups_hardly_branch() {
    let cases = [
        ("S3 wr S3", wreath(3, 3), 1),
        ("S4 wr S6", wreath(6, 4), 1),
        // Too many exchanges of servers to keep: found by automorphisms.
        ("S9 wr S3", wreath(3, 9), 4),
        ("S2 wr S20", wreath(20, 2), 1),
        ("3-cube", on_one_sort(hypercube(3)), 4),
        ("6-cube", on_one_sort(hypercube(6)), 8),
        ("D16", on_one_sort(dihedral(16)), 5),
        ("C16", on_one_sort(cyclic(16)), 5),
        ("C100", on_one_sort(cyclic(100)), 5),
    ];
    for (name, action, most) in cases {
        for references in [false, true] {
            let found = effort(&action, references, |_| -1);
            assert!(found <= most, "{name}: {found} leaves");
        }
    }
}

#[test]
fn servers_are_told_apart_by_their_clients() {
    // Only the data of clients differ: the state does not say whose they are, the group does.
    let action = wreath(3, 3);
    let found = effort(&action, false, |cell| if cell >= 9 && (cell - 9) / 3 < 4 { 5 } else { 0 });
    assert_eq!(found, 1);
}

#[test]
fn the_layout_of_the_tests_is_as_described() {
    let action = wreath(2, 2);
    let layout = layout(&action, true);
    assert_eq!(layout.cell_count(), 19);
    assert_eq!(layout.cell(CellId::new(5)).coordinates, [Point::new(1)]);
}
