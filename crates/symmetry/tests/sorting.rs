//! The strategies that sort identical parts, against the listing of the whole group and by hand.

use std::collections::HashSet;

use crate::common::promises::{check_marker, check_representative};
use crate::common::{random_state, random_symmetry};
use groups::{Group, Permutation};
use symmetry::oracle::Oracle;
use symmetry::{
    ApproximateMarkers, Content, ExactMarkers, Family, Flattened, Guarantee, Layout, LayoutBuilder,
    Marker, Permuting, Point, Representative, Segmented, Sorted, SortedBy, SymmetryGroup,
};
use testing::Numbers;

const SEEDS: u64 = 500;

/// How many groups were served and how often the guarantee was `Unique`.
#[derive(Default)]
struct Served {
    all: usize,
    unique: usize,
}

impl Served {
    fn count(&mut self, guarantee: Guarantee) {
        self.all += 1;
        self.unique += usize::from(guarantee == Guarantee::Unique);
    }
}

/// Random symmetries, with states that are often equal in much.
fn random_cases(
    salt: u64,
) -> impl Iterator<Item = (String, SymmetryGroup, Vec<Vec<i32>>, Numbers)> {
    (0..SEEDS).map(move |seed| {
        let mut numbers = Numbers::new(salt + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states = (0..10).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        (format!("{name}, seed {seed}"), symmetry, states, numbers)
    })
}

fn served_by_representative<R: Permuting>(
    served: &mut Served,
    (name, symmetry, states, numbers): (&str, &SymmetryGroup, &[Vec<i32>], &mut Numbers),
    strategy: Result<R, symmetry::Refusal>,
) {
    match strategy {
        Ok(strategy) => {
            served.count(strategy.guarantee());
            check_representative(name, symmetry, &strategy, states, numbers);
        }
        Err(refusal) => assert!(!refusal.reason.is_empty(), "{name}"),
    }
}

#[test]
fn sorted_and_segmented_keep_their_promises() {
    let [mut main, mut swaps, mut records, mut segmented] = [(); 4].map(|()| Served::default());
    for (name, symmetry, states, mut numbers) in random_cases(20_000) {
        let mut check = |served: &mut Served, by| {
            let case = (&*name, &symmetry, &*states, &mut numbers);
            served_by_representative(served, case, Sorted::new(&symmetry, by));
        };
        check(&mut main, SortedBy::Main);
        check(&mut swaps, SortedBy::Swaps);
        check(&mut records, SortedBy::Records);
        let case = (&*name, &symmetry, &*states, &mut numbers);
        served_by_representative(&mut segmented, case, Segmented::new(&symmetry));
    }
    let counts = [&main, &swaps, &records, &segmented].map(|served| (served.all, served.unique));
    println!("served, unique: main, swaps, records, segmented: {counts:?}");
    assert!(main.all > 50 && main.unique == 0, "{counts:?}");
    assert!(swaps.all == SEEDS as usize, "{counts:?}");
    assert!(swaps.unique > 40 && swaps.unique < swaps.all, "{counts:?}");
    assert!(records.all > 20 && records.unique == records.all, "{counts:?}");
    assert!(segmented.all > 50 && segmented.unique == segmented.all, "{counts:?}");
}

#[test]
fn markers_keep_their_promises() {
    let [mut exact, mut approximate, mut flattened] = [(); 3].map(|()| Served::default());
    for (name, symmetry, states, mut numbers) in random_cases(40_000) {
        let case = (&*name, &symmetry, &*states, &mut numbers);
        served_by_representative(&mut exact, case, ExactMarkers::new(&symmetry));
        if let Ok(strategy) = ApproximateMarkers::new(&symmetry) {
            approximate.count(strategy.guarantee());
            check_marker(&name, &symmetry, &strategy, &states, &mut numbers);
            check_fineness(&name, &symmetry, &strategy, &states);
        }
        if let Ok(strategy) = Flattened::new(&symmetry) {
            flattened.count(strategy.guarantee());
            check_marker(&name, &symmetry, &strategy, &states, &mut numbers);
        }
    }
    let counts = [&exact, &approximate, &flattened].map(|served| (served.all, served.unique));
    println!("served, unique: exact, approximate, flattened: {counts:?}");
    for served in [&exact, &approximate, &flattened] {
        assert!(served.all > 100 && served.unique < served.all, "{counts:?}");
    }
    assert!(exact.unique > 50 && approximate.unique > 50 && flattened.unique > 20, "{counts:?}");
}

/// Approximate markers confuse nothing that flattened ones tell apart.
fn check_fineness(
    name: &str,
    symmetry: &SymmetryGroup,
    fine: &ApproximateMarkers,
    states: &[Vec<i32>],
) {
    let coarse = Flattened::new(symmetry).unwrap();
    for a in states {
        for b in states {
            if marker(fine, a) == marker(fine, b) {
                assert_eq!(marker(&coarse, a), marker(&coarse, b), "{name}: {a:?} and {b:?}");
            }
        }
    }
}

/// The least of all images in which the main array is sorted, by trying all permutations.
#[test]
fn segmented_finds_the_least_image_with_a_sorted_main_array() {
    let mut compared = 0;
    for seed in 0..400 {
        let mut numbers = Numbers::new(60_000 + seed);
        let count = 2 + numbers.below(4);
        let (symmetry, main) = processes(count, &mut numbers);
        let layout = symmetry.layout();
        let segmented = Segmented::by_main(&symmetry, &[main]).unwrap();
        let oracle = Oracle::new(symmetry.group(), layout).unwrap();
        let is_main = |&cell: &usize| layout.cell(symmetry::CellId::new(cell)).family == main;
        let cells: Vec<usize> = (0..layout.cell_count()).filter(is_main).collect();
        for _ in 0..8 {
            let state = random_state(layout, &mut numbers);
            let images = oracle.elements().iter().map(|element| {
                let mut image = vec![0; state.len()];
                layout.apply(element.images(), &state, &mut image);
                image
            });
            let sorted = images.filter(|image| cells.is_sorted_by_key(|&cell| image[cell]));
            let least = sorted.min().unwrap();
            assert_eq!(represent(&segmented, &state), least, "seed {seed}, {state:?}");
            compared += usize::from(least != state);
        }
    }
    assert!(compared > 500);
}

/// Processes with data, references to each other, a reference to one of them, and a matrix; the cells in any order, only the
/// main array in that of the processes. And the family of the main array.
fn processes(count: usize, numbers: &mut Numbers) -> (SymmetryGroup, Family) {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, format!("p{i}"))).collect();
    let refers = Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let main = Family::new(0);
    let mut cells = vec![(Family::new(1), vec![], refers)];
    let (reference, data, matrix) = (numbers.one_in(2), numbers.one_in(2), numbers.one_in(3));
    for &a in &points {
        if reference {
            cells.push((Family::new(2), vec![a], refers));
        }
        if data {
            cells.push((Family::new(3), vec![a], Content::Data));
        }
        for &b in points.iter().filter(|_| matrix) {
            cells.push((Family::new(4), vec![a, b], Content::Data));
        }
    }
    numbers.shuffle(&mut cells);
    let rest = cells.split_off(numbers.below(cells.len() + 1));
    cells.extend(points.iter().map(|&point| (main, vec![point], Content::Data)));
    for (family, owners, content) in cells.into_iter().chain(rest) {
        builder.cell(family, &owners, content);
    }
    (SymmetryGroup::new(Group::symmetric(count), builder.build().unwrap()).unwrap(), main)
}

fn represent<R: Representative>(strategy: &R, state: &[i32]) -> Vec<i32> {
    let mut target = vec![-7; state.len()];
    strategy.representative(state, &mut target, &mut strategy.scratch());
    target
}

fn marker<M: Marker>(strategy: &M, state: &[i32]) -> Vec<i32> {
    let mut marker = Vec::new();
    strategy.mark(state, &mut marker, &mut strategy.scratch());
    marker
}

/// A layout of `count` processes, with one family of cells for each of `owned` that every process owns one of, and then the
/// global cells. `true` is a reference to a process.
fn simple_layout(count: usize, owned: &[bool], global: &[bool]) -> Layout {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, format!("p{i}"))).collect();
    let reference =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let content = |refers: bool| if refers { reference } else { Content::Data };
    for &refers in owned {
        let family = builder.family();
        points.iter().for_each(|&point| {
            builder.cell(family, &[point], content(refers));
        });
    }
    for &refers in global {
        let family = builder.family();
        builder.cell(family, &[], content(refers));
    }
    builder.build().unwrap()
}

fn all_permutations(count: usize, owned: &[bool], global: &[bool]) -> SymmetryGroup {
    SymmetryGroup::new(Group::symmetric(count), simple_layout(count, owned, global)).unwrap()
}

#[test]
fn the_main_array_is_sorted_by_selection() {
    // Four processes with a counter and a letter each; whose turn it is.
    let symmetry = all_permutations(4, &[false, false], &[true]);
    let state = [3, 1, 1, 2, 10, 12, 11, 13, 2];
    let by_counter = Sorted::new(&symmetry, SortedBy::Main).unwrap();
    assert_eq!(represent(&by_counter, &state), [1, 1, 2, 3, 12, 11, 13, 10, 1]);
    let by_letter = Sorted::by_main(&symmetry, &[Family::new(1)]).unwrap();
    assert_eq!(represent(&by_letter, &state), [3, 1, 1, 2, 10, 11, 12, 13, 1]);
    // The least with sorted counters has the letters in order where counters are equal.
    let segmented = Segmented::new(&symmetry).unwrap();
    assert_eq!(represent(&segmented, &state), [1, 1, 2, 3, 11, 12, 13, 10, 0]);
    assert_eq!(by_counter.guarantee(), Guarantee::Complete);
}

#[test]
fn exchanges_sort_whole_states() {
    let symmetry = all_permutations(4, &[false, false], &[true]);
    let swaps = Sorted::new(&symmetry, SortedBy::Swaps).unwrap();
    assert_eq!(swaps.guarantee(), Guarantee::Unique);
    let state = [3, 1, 1, 2, 10, 12, 11, 13, 2];
    assert_eq!(represent(&swaps, &state), [1, 1, 2, 3, 11, 12, 13, 10, 0]);
    // With references to each other a local minimum is all that is promised.
    let symmetry = all_permutations(4, &[true], &[]);
    let swaps = Sorted::new(&symmetry, SortedBy::Swaps).unwrap();
    assert_eq!(swaps.guarantee(), Guarantee::Complete);
}

/// Which of two variables decides an exchange depends on which two processes are exchanged: no order of records explains what
/// exchanges do, and some orbits have several states that no exchange makes smaller. Of four records of two bits there are
/// 7! / (4! 3!) = 35 multisets.
#[test]
fn exchanges_are_not_trusted_where_cells_are_out_of_order() {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..4).map(|i| builder.point(0, format!("p{i}"))).collect();
    let (a, b) = (Family::new(0), Family::new(1));
    for (family, owner) in [(a, 1), (b, 0), (b, 1), (a, 2), (b, 2), (a, 0), (a, 3), (b, 3)] {
        builder.cell(family, &[points[owner]], Content::Data);
    }
    let symmetry = SymmetryGroup::new(Group::symmetric(4), builder.build().unwrap()).unwrap();
    let swaps = Sorted::new(&symmetry, SortedBy::Swaps).unwrap();
    assert_eq!(swaps.guarantee(), Guarantee::Complete);
    let records = Sorted::new(&symmetry, SortedBy::Records).unwrap();
    let [found, least] = [&swaps, &records].map(|strategy| {
        let state = |bits: i32| (0..8).map(|cell| bits >> cell & 1).collect::<Vec<i32>>();
        let states = (0..256).map(|bits| represent(strategy, &state(bits)));
        states.collect::<HashSet<_>>().len()
    });
    assert!(found > 35, "{found}");
    assert_eq!(least, 35);
}

/// Where `Swaps` says `Unique`, it is, whatever the order of the cells.
#[test]
fn exchanges_decide_where_they_say_so() {
    let mut unique = 0;
    for seed in 0..300 {
        let mut numbers = Numbers::new(80_000 + seed);
        let mut builder = LayoutBuilder::new();
        let points: Vec<Point> = (0..3).map(|i| builder.point(0, format!("p{i}"))).collect();
        let refers = Content::Reference { first_value: 0, first_point: points[0], count: 3 };
        let mut cells = vec![(2, None), (3, None)];
        cells.truncate(numbers.below(3));
        cells.extend(points.iter().flat_map(|&p| [(0, Some(p)), (1, Some(p))]));
        numbers.shuffle(&mut cells);
        if !numbers.one_in(4) {
            // Each variable in the order of the processes.
            cells.sort_by_key(|cell| cell.1);
            let rank: Vec<usize> = (0..4).map(|_| numbers.below(100)).collect();
            let by_process = numbers.one_in(2);
            cells.sort_by_key(|cell| if by_process && cell.0 < 2 { 50 } else { rank[cell.0] });
        }
        for &(family, owner) in &cells {
            match owner {
                Some(point) => builder.cell(Family::new(family), &[point], Content::Data),
                None => builder.cell(Family::new(family), &[], refers),
            };
        }
        let symmetry = SymmetryGroup::new(Group::symmetric(3), builder.build().unwrap()).unwrap();
        let swaps = Sorted::new(&symmetry, SortedBy::Swaps).unwrap();
        if swaps.guarantee() == Guarantee::Unique {
            unique += 1;
            let length = cells.len() as u32;
            let digit = |state: usize, cell: u32| {
                let references = cells[cell as usize].1.is_none();
                let digit = state / 3_usize.pow(cell) % 3;
                if references { digit as i32 } else { digit as i32 % 2 }
            };
            let states = (0..3_usize.pow(length)).step_by(7);
            let states = states.map(|state| (0..length).map(|cell| digit(state, cell)).collect());
            let states: Vec<Vec<i32>> = states.collect();
            check_representative(&format!("seed {seed}"), &symmetry, &swaps, &states, &mut numbers);
        }
    }
    println!("{unique} of 300 layouts");
    assert!((100..300).contains(&unique), "{unique}");
}

#[test]
fn flattening_forgets_whose_turn_it_is() {
    // Two processes at different places, and whose turn it is.
    let symmetry = all_permutations(2, &[false], &[true]);
    let (first, second, nobody) = ([5, 6, 0], [5, 6, 1], [5, 6, -1]);
    let flattened = Flattened::new(&symmetry).unwrap();
    assert_eq!(flattened.guarantee(), Guarantee::Approximate);
    assert_eq!(marker(&flattened, &first), marker(&flattened, &second));
    assert_eq!(marker(&flattened, &first), marker(&flattened, &nobody));
    assert_ne!(marker(&flattened, &first), marker(&flattened, &[5, 7, 0]));
    let markers = ApproximateMarkers::new(&symmetry).unwrap();
    assert_eq!(markers.guarantee(), Guarantee::Unique);
    assert_ne!(marker(&markers, &first), marker(&markers, &second));
    // Nothing refers to them: flattening forgets nothing.
    let symmetry = all_permutations(2, &[false], &[]);
    assert_eq!(Flattened::new(&symmetry).unwrap().guarantee(), Guarantee::Unique);
}

/// Two processes, two channels, and two variables of each process that hold a channel.
fn processes_with_channels() -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let processes = [0, 1].map(|i| builder.point(0, format!("process {i}")));
    let channels = [0, 1].map(|i| builder.point(1, format!("channel {i}")));
    let holds = Content::Reference { first_value: 0, first_point: channels[0], count: 2 };
    for _ in 0..2 {
        let family = builder.family();
        processes.iter().for_each(|&process| {
            builder.cell(family, &[process], holds);
        });
    }
    let exchange = |images: [u32; 4]| Permutation::from_images(images.to_vec()).unwrap();
    let generators = vec![exchange([1, 0, 2, 3]), exchange([0, 1, 3, 2])];
    let group = Group::from_generators(4, generators);
    SymmetryGroup::new(group, builder.build().unwrap()).unwrap()
}

/// Each process holds one channel twice, or each holds both: every channel is held once by each variable.
#[test]
fn approximate_markers_merge_what_exact_ones_leave_apart() {
    let symmetry = processes_with_channels();
    let (alike, crossed) = ([0, 1, 0, 1], [0, 1, 1, 0]);
    let mut oracle = Oracle::new(symmetry.group(), symmetry.layout()).unwrap();
    assert_ne!(oracle.least_image(&alike), oracle.least_image(&crossed));
    let approximate = ApproximateMarkers::new(&symmetry).unwrap();
    assert_eq!(approximate.guarantee(), Guarantee::Approximate);
    assert_eq!(marker(&approximate, &alike), marker(&approximate, &crossed));
    let exact = ExactMarkers::new(&symmetry).unwrap();
    assert_eq!(exact.guarantee(), Guarantee::Complete);
    assert_ne!(represent(&exact, &alike), represent(&exact, &crossed));
    // Both channels are held by the first variable of one process: not so if both processes hold the same one.
    assert_ne!(marker(&approximate, &alike), marker(&approximate, &[0, 0, 0, 1]));
}

/// Two processes that refer to themselves, or to each other. Each is referred to once, and no marker asks by whom. Even if both
/// refer to one, that comes last as it does among two that are alike.
#[test]
fn markers_do_not_know_whether_a_process_refers_to_itself() {
    let symmetry = all_permutations(2, &[true], &[]);
    let (themselves, each_other) = ([0, 1], [1, 0]);
    let markers = ApproximateMarkers::new(&symmetry).unwrap();
    assert_eq!(marker(&markers, &themselves), marker(&markers, &each_other));
    assert_eq!(marker(&markers, &themselves), marker(&markers, &[0, 0]));
    assert_ne!(marker(&markers, &themselves), marker(&markers, &[0, -1]));
    let exact = ExactMarkers::new(&symmetry).unwrap();
    assert_ne!(represent(&exact, &themselves), represent(&exact, &each_other));
    let flattened = Flattened::new(&symmetry).unwrap();
    assert_eq!(marker(&flattened, &themselves), marker(&flattened, &each_other));
}

/// Who is a neighbour of whom, as a matrix of bits indexed by two processes: a ring of six, and two rings of three.
#[test]
fn rows_of_a_matrix_count_and_no_more() {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..6).map(|i| builder.point(0, format!("p{i}"))).collect();
    let matrix = builder.family();
    let pairs = || (0..6).flat_map(|a| (0..6).map(move |b| (a, b)));
    for (a, b) in pairs() {
        builder.cell(matrix, &[points[a], points[b]], Content::Data);
    }
    let symmetry = SymmetryGroup::new(Group::symmetric(6), builder.build().unwrap()).unwrap();
    let graph = |next: fn(usize) -> usize| -> Vec<i32> {
        pairs().map(|(a, b)| i32::from(next(a) == b || next(b) == a)).collect()
    };
    let ring = graph(|a| (a + 1) % 6);
    let relabelled = graph(|a| [3, 4, 5, 1, 2, 0][a]);
    let two_rings = graph(|a| a / 3 * 3 + (a + 1) % 3);
    let pair_and_path: Vec<i32> =
        pairs().map(|(a, b)| i32::from(matches!((a, b), (0, 1) | (1, 0)))).collect();
    let markers = ApproximateMarkers::new(&symmetry).unwrap();
    assert_eq!(marker(&markers, &ring), marker(&markers, &relabelled));
    assert_eq!(marker(&markers, &ring), marker(&markers, &two_rings));
    assert_ne!(marker(&markers, &ring), marker(&markers, &pair_and_path));
    let exact = ExactMarkers::new(&symmetry).unwrap();
    assert_ne!(represent(&exact, &ring), represent(&exact, &two_rings));
}

#[test]
fn what_cannot_be_served_is_refused_by_name() {
    let layout = || simple_layout(4, &[false], &[]);
    let ring = Permutation::from_images(vec![1, 2, 3, 0]).unwrap();
    let ring = SymmetryGroup::new(Group::from_generators(4, vec![ring]), layout()).unwrap();
    let refusals = [
        ("sorted", Sorted::new(&ring, SortedBy::Main).err()),
        ("sorted", Sorted::new(&ring, SortedBy::Records).err()),
        ("segmented", Segmented::new(&ring).err()),
        ("flattened", Flattened::new(&ring).err()),
        ("exact-markers", ExactMarkers::new(&ring).err()),
        ("approximate-markers", ApproximateMarkers::new(&ring).err()),
    ];
    for (name, refusal) in refusals {
        let refusal = refusal.unwrap();
        assert_eq!(refusal.strategy, name);
        assert!(refusal.to_string().contains("permute identical parts in all ways"), "{refusal}");
    }
    let reason = |refusal: Option<symmetry::Refusal>| refusal.unwrap().reason;
    // No data at all; data of no process; a reference for a main array; whose turn it is.
    let only_references = all_permutations(3, &[true], &[]);
    assert!(
        reason(Sorted::new(&only_references, SortedBy::Main).err()).contains("no such variable")
    );
    assert!(reason(Segmented::new(&only_references).err()).contains("no such variable"));
    let processes = all_permutations(3, &[false, true], &[false, true]);
    for chosen in [1, 2] {
        let refused = Sorted::by_main(&processes, &[Family::new(chosen)]).err();
        assert!(reason(refused).contains("the chosen main array"));
    }
    for (owned, global) in [(&[false, true][..], &[][..]), (&[false], &[true])] {
        let refers = all_permutations(3, owned, global);
        assert!(reason(Sorted::new(&refers, SortedBy::Records).err()).contains("refer to"));
    }
    assert!(Sorted::new(&all_permutations(3, &[false], &[false]), SortedBy::Records).is_ok());
}

/// More blocks than are sorted by insertion.
#[test]
fn many_processes_are_sorted_too() {
    let symmetry = all_permutations(60, &[false, false], &[]);
    let mut numbers = Numbers::new(7);
    let mut state: Vec<i32> = (0..120).map(|_| numbers.below(5) as i32).collect();
    let mut records: Vec<(i32, i32)> = (0..60).map(|i| (state[i], state[60 + i])).collect();
    let by_counter = Sorted::new(&symmetry, SortedBy::Main).unwrap();
    // By selection, as SymmSpin does: the first of the least changes places with the first that is left.
    for place in 0..60 {
        let least = (place..60).min_by_key(|&at| records[at].0).unwrap();
        records.swap(place, least);
    }
    assert!(represent(&by_counter, &state)[60..].iter().eq(records.iter().map(|r| &r.1)));
    records.sort();
    let sorted: Vec<i32> = records.iter().map(|r| r.0).chain(records.iter().map(|r| r.1)).collect();
    let set: HashSet<Vec<i32>> = [SortedBy::Records, SortedBy::Swaps]
        .map(|by| represent(&Sorted::new(&symmetry, by).unwrap(), &state))
        .into_iter()
        .chain([represent(&Segmented::new(&symmetry).unwrap(), &state)])
        .chain([represent(&ExactMarkers::new(&symmetry).unwrap(), &state)])
        .collect();
    assert_eq!(set, HashSet::from([sorted]));
    let before = marker(&ApproximateMarkers::new(&symmetry).unwrap(), &state);
    state[..60].reverse();
    state[60..].reverse();
    assert_eq!(marker(&ApproximateMarkers::new(&symmetry).unwrap(), &state), before);
}
