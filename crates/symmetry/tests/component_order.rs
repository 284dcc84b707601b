//! The representative by component order.

use std::collections::{BTreeMap, HashSet};

use crate::common::promises::check_representative;
use crate::common::{
    Action, cyclic, random_layout, random_state, random_symmetry, scrambled, symmetric,
};
use groups::{Group, Permutation};
use symmetry::oracle::Oracle;
use symmetry::{
    Canonical, ComponentOrder, ComponentOrderBy, Content, Guarantee, LayoutBuilder, Permuting,
    Point, Representative, SymmetryGroup,
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
fn where_nothing_is_undecided_the_orbit_has_one_representative() {
    let mut decided = 0;
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
                if scratch.counters().undecided == before.undecided {
                    decided += 1;
                    let found = representatives(&symmetry, by, &state);
                    assert_eq!(found, HashSet::from([target]), "{by:?}, seed {seed}: {state:?}");
                }
            }
        }
    }
    assert!(decided > 1500, "{decided}");
}

#[test]
fn large_groups() {
    let mut decided = 0;
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
            if scratch.counters().undecided == 0 {
                decided += 1;
                assert_eq!(represent(&strategy, &image), target);
            }
        }
    }
    assert!(decided > 20, "{decided}");
}

/// Definitions 36, 38 and 40 written out, for [`processes`]: all final states that the choices of step 3 can lead to.
struct WrittenOut<'a> {
    by: ComponentOrderBy,
    /// The data of each process, and whom it refers to.
    data: Vec<&'a [i32]>,
    variables: Vec<Vec<Option<usize>>>,
}

impl<'a> WrittenOut<'a> {
    /// `state` holds the data of all processes, cell by cell of the first, then of the second.
    fn new(by: ComponentOrderBy, count: usize, data: usize, state: &'a [i32]) -> Self {
        let rows = state.chunks(state.len() / count);
        let variables = rows.clone().enumerate().map(|(process, row)| {
            let references = row[data..].iter().map(|&next| usize::try_from(next).ok());
            [Some(process)].into_iter().chain(references).collect()
        });
        WrittenOut {
            by,
            variables: variables.collect(),
            data: rows.map(|row| &row[..data]).collect(),
        }
    }

    fn n_value(&self, process: usize, partition: &[Vec<usize>]) -> Vec<usize> {
        let variables = &self.variables[process];
        let holds = |other: usize, k: usize, value: Option<usize>| {
            value.is_some() && self.variables[other][k] == value
        };
        let positions = variables.len();
        if self.by == ComponentOrderBy::NDoublePrime {
            let shares = |&other: &usize| {
                variables.iter().any(|&value| (0..positions).any(|k| holds(other, k, value)))
            };
            let count = |set: &Vec<usize>| set.iter().copied().filter(shares).count();
            return partition.iter().map(count).collect();
        }
        let mut tuple = Vec::new();
        for &value in variables {
            for set in partition {
                for k in 0..positions {
                    let count = set.iter().filter(|&&other| holds(other, k, value)).count();
                    tuple.push(match self.by {
                        ComponentOrderBy::NPrime => count.min(1),
                        _ => count,
                    });
                }
            }
        }
        tuple
    }

    fn first_partition(&self) -> Vec<Vec<usize>> {
        let control = |&process: &usize| {
            let nobody = self.variables[process].iter().map(Option::is_none);
            (self.data[process].to_vec(), nobody.collect::<Vec<bool>>())
        };
        split((0..self.data.len()).collect(), control)
    }

    fn refine(&self, mut partition: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        loop {
            let sets = partition.iter().cloned();
            let refined: Vec<Vec<usize>> =
                sets.flat_map(|set| split(set, |&it| self.n_value(it, &partition))).collect();
            if refined.len() == partition.len() {
                return refined;
            }
            partition = refined;
        }
    }

    fn outcomes(&self, partition: Vec<Vec<usize>>, found: &mut HashSet<Vec<i32>>) {
        let partition = self.refine(partition);
        let Some(j) = partition.iter().position(|set| set.len() > 1) else {
            found.insert(self.final_state(&partition));
            return;
        };
        for &one in &partition[j] {
            let others = partition[j].iter().copied().filter(|&it| it != one).collect();
            let mut split = partition.clone();
            split.splice(j..=j, [vec![one], others]);
            self.outcomes(split, found);
        }
    }

    fn final_state(&self, partition: &[Vec<usize>]) -> Vec<i32> {
        let mut order = Vec::new();
        for value in partition.iter().flat_map(|set| self.variables[set[0]].iter().flatten()) {
            if !order.contains(value) {
                order.push(*value);
            }
        }
        let cells = order.iter().flat_map(|&process| {
            let next = self.variables[process][1..].iter();
            let next = next.map(|next| match next {
                Some(next) => order.iter().position(|it| it == next).unwrap() as i32,
                None => -1,
            });
            self.data[process].iter().copied().chain(next)
        });
        cells.collect()
    }
}

fn split<K: Ord>(set: Vec<usize>, key: impl Fn(&usize) -> K) -> Vec<Vec<usize>> {
    let mut sets: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    set.into_iter().for_each(|it| sets.entry(key(&it)).or_default().push(it));
    sets.into_values().collect()
}

#[test]
fn it_is_the_algorithm_of_the_paper() {
    let (mut chosen, mut symmetric_sets, mut several) = (0, 0, 0);
    for seed in 0..1500 {
        let mut numbers = Numbers::new(seed);
        let (count, data, references) =
            (2 + numbers.below(4), numbers.below(2), 1 + numbers.below(2));
        let symmetry = processes(count, data, references);
        let width = data + references;
        let sparse = numbers.chance(50);
        let state: Vec<i32> = (0..count * width)
            .map(|cell| match cell % width < data {
                true => numbers.below(2) as i32,
                false if sparse && numbers.chance(50) => -1,
                false => numbers.below(count + 1) as i32 - 1,
            })
            .collect();
        for by in ALL {
            let written_out = WrittenOut::new(by, count, data, &state);
            let mut outcomes = HashSet::new();
            written_out.outcomes(written_out.first_partition(), &mut outcomes);
            let strategy = ComponentOrder::new(&symmetry, by).unwrap();
            let found = representatives(&symmetry, by, &state);
            assert!(found.is_subset(&outcomes), "{by:?}, seed {seed}: {state:?}");
            let mut scratch = strategy.scratch();
            strategy.representative(&state, &mut vec![0; state.len()], &mut scratch);
            // Proposition 50.
            let undecided = scratch.counters().undecided != 0;
            let is_symmetric = strategy.splits_symmetric_sets(&state);
            assert!(undecided || is_symmetric, "{by:?}, seed {seed}: {state:?}");
            assert!(!is_symmetric || outcomes.len() == 1, "{by:?}, seed {seed}: {state:?}");
            chosen += usize::from(undecided);
            symmetric_sets += usize::from(undecided && is_symmetric);
            several += usize::from(outcomes.len() > 1);
        }
    }
    println!(
        "{chosen} undecided, of which {symmetric_sets} split symmetric sets; {several} with several outcomes"
    );
    assert!(symmetric_sets > 100 && several > 20, "{symmetric_sets}, {several}");
}

/// Section 7.6.
#[test]
fn two_lists_of_length_two_have_one_representative() {
    let four = processes(4, 0, 1);
    let lists = [2, 3, -1, -1];
    assert_eq!(orbit(&four, &lists).len(), 12);
    for by in ALL {
        assert_eq!(representatives(&four, by, &lists).len(), 1, "{by:?}");
        assert!(ComponentOrder::new(&four, by).unwrap().splits_symmetric_sets(&lists));
    }
}

/// Nodes with a control state, a datum and the next, and the data, as in the running example of the paper. What is not there is
/// [`NULL`].
fn nodes(count: usize, data: usize, tops: usize) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let nodes: Vec<Point> = (0..count).map(|i| builder.point(0, format!("N{i}"))).collect();
    let letters: Vec<Point> = (0..data).map(|i| builder.point(1, format!("D{i}"))).collect();
    let node = Content::Reference { first_value: 0, first_point: nodes[0], count: count as u32 };
    let datum = Content::Reference { first_value: 0, first_point: letters[0], count: data as u32 };
    let families = [0; 3].map(|_| builder.family());
    for &point in &nodes {
        builder.cell(families[0], &[point], Content::Data);
        builder.cell(families[1], &[point], datum);
        builder.cell(families[2], &[point], node);
    }
    for _ in 0..tops {
        let top = builder.family();
        builder.cell(top, &[], node);
    }
    let exchange = |first: usize, i: usize| {
        let mut images: Vec<u32> = (0..(count + data) as u32).collect();
        images.swap(first + i, first + i + 1);
        Permutation::from_images(images).unwrap()
    };
    let generators = (0..count - 1).map(|i| exchange(0, i));
    let generators = generators.chain((0..data - 1).map(|i| exchange(count, i)));
    let group = Group::from_generators(count + data, generators.collect());
    SymmetryGroup::new(group, builder.build().unwrap()).unwrap()
}

const NULL: i32 = 99;
const FREE: [i32; 3] = [0, NULL, NULL];

fn node(datum: i32, next: i32) -> [i32; 3] {
    [1, datum, next]
}

/// Examples 37 and 39. Example 41 prints another permutation than what Definition 40 makes of the order in Example 39: it exchanges
/// N0 and N1, as if each component had only listed its own identity.
#[test]
fn examples_37_and_39() {
    let (a, b) = (0, 1);
    let symmetry = nodes(6, 4, 0);
    let state = [node(b, 4), node(b, 0), FREE, node(b, 1), node(b, NULL), FREE].concat();
    // N2, N5, N3, N1, N0, N4 become N0 to N5, and B becomes A.
    let represented = [FREE, FREE, node(a, 3), node(a, 4), node(a, 5), node(a, NULL)].concat();
    let strategy = ComponentOrder::new(&symmetry, ComponentOrderBy::N).unwrap();
    assert_eq!(represent(&strategy, &state), represented);
    let mut image = vec![0; 10];
    let (mut target, mut scratch) = (vec![0; 18], strategy.scratch());
    strategy.represent_by(&state, &mut target, &mut image, &mut scratch);
    assert_eq!(image[..6], [4, 3, 0, 2, 5, 1]);
    assert_eq!(image[6..], [7, 6, 8, 9]);
    // A unique representative, as the example goes on to say: the free nodes are fully symmetric.
    assert_eq!(scratch.counters().undecided, 0);
    assert!(strategy.splits_symmetric_sets(&state));
    assert_eq!(representatives(&symmetry, ComponentOrderBy::N, &state).len(), 1);
}

/// Whichever node is split off is N0, and its next one N1. (The paper prints both states with names that come, as in Example 41, from
/// identities alone.)
#[test]
fn example_43() {
    let (a, b) = (0, 1);
    let symmetry = nodes(4, 2, 0);
    let ring = |data: [i32; 4]| {
        let nodes = data.iter().zip([1, 2, 3, 0]).map(|(&datum, next)| node(datum, next));
        nodes.collect::<Vec<_>>().concat()
    };
    let outcomes = [
        [node(a, 1), node(a, 2), node(b, 3), node(b, 0)].concat(),
        [node(a, 1), node(b, 2), node(b, 3), node(a, 0)].concat(),
    ];
    let of = |data| representatives(&symmetry, ComponentOrderBy::N, &ring(data));
    assert_eq!(of([a, a, b, b]), HashSet::from(outcomes));
    let strategy = ComponentOrder::new(&symmetry, ComponentOrderBy::N).unwrap();
    assert!(!strategy.splits_symmetric_sets(&ring([a, a, b, b])));
    // Rings with different numbers of As and Bs, and alternating ones.
    for data in [[a, a, a, b], [a, b, a, b], [a, a, a, a]] {
        assert_eq!(of(data).len(), 1, "{data:?}");
    }
}

/// Four threads that hold two data each, in all ways.
#[test]
fn the_threads_of_section_7_3() {
    let mut builder = LayoutBuilder::new();
    let threads: Vec<Point> = (0..4).map(|i| builder.point(0, format!("T{i}"))).collect();
    let data: Vec<Point> = (0..2).map(|i| builder.point(1, format!("D{i}"))).collect();
    let datum = Content::Reference { first_value: 0, first_point: data[0], count: 2 };
    let families = [builder.family(), builder.family()];
    for &thread in &threads {
        families.iter().for_each(|&family| {
            builder.cell(family, &[thread], datum);
        });
    }
    let exchanges =
        [[1, 0, 2, 3, 4, 5], [0, 2, 1, 3, 4, 5], [0, 1, 3, 2, 4, 5], [0, 1, 2, 3, 5, 4]];
    let exchanges = exchanges.map(|images| Permutation::from_images(images.to_vec()).unwrap());
    let group = Group::from_generators(6, exchanges.to_vec());
    let symmetry = SymmetryGroup::new(group, builder.build().unwrap()).unwrap();
    let state = [0, 0, 0, 1, 1, 0, 1, 1];
    let strategy = ComponentOrder::new(&symmetry, ComponentOrderBy::NDoublePrime).unwrap();
    assert!(!strategy.splits_symmetric_sets(&state));
    assert_eq!(representatives(&symmetry, ComponentOrderBy::NDoublePrime, &state).len(), 2);
}

/// Example 52, left: seven nodes in three columns. The paper's figure is not in its text; these are two trees' worth of leaves, of
/// which one has the datum of its successor and the other does not.
#[test]
fn example_52() {
    let (a, b, c) = (0, 1, 2);
    let symmetry = nodes(7, 3, 0);
    let leaves = [node(a, 4), node(b, 4), node(a, 5), node(b, 5)].concat();
    let state = [leaves, [node(a, 6), node(b, 6), node(c, NULL)].concat()].concat();
    let strategy = ComponentOrder::new(&symmetry, ComponentOrderBy::N).unwrap();
    assert!(!strategy.splits_symmetric_sets(&state));
    let element = |numbers: &mut Numbers| {
        symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64)
    };
    let mut numbers = Numbers::new(52);
    let images = (0..500).map(|_| {
        let mut image = vec![0; state.len()];
        symmetry.layout().apply(element(&mut numbers).images(), &state, &mut image);
        represent(&strategy, &image)
    });
    assert_eq!(images.collect::<HashSet<_>>().len(), 2);
}

/// Corollary 51: one list, with data of which at most one is repeated or all differ, and free nodes.
#[test]
fn corollary_51() {
    let mut numbers = Numbers::new(51);
    let symmetry = nodes(6, 3, 0);
    for _ in 0..200 {
        let length = numbers.below(7);
        let order = numbers.permutation(6);
        let mut state = FREE.repeat(6);
        for (place, &at) in order.iter().take(length).enumerate() {
            let next = if place + 1 < length { order[place + 1] as i32 } else { NULL };
            state[3 * at..3 * at + 3].copy_from_slice(&node(numbers.below(3) as i32, next));
        }
        let strategy = ComponentOrder::new(&symmetry, ComponentOrderBy::N).unwrap();
        let mut scratch = strategy.scratch();
        let mut target = vec![0; state.len()];
        strategy.representative(&state, &mut target, &mut scratch);
        assert_eq!(scratch.counters().undecided, 0, "{state:?}");
        assert_eq!(represent(&strategy, &some_image(&symmetry, &state, &mut numbers)), target);
    }
}

/// Lemma 53: whatever is reached by following references from what is not permuted, trees included, and free nodes.
#[test]
fn lemma_53() {
    let mut numbers = Numbers::new(53);
    let symmetry = nodes(6, 2, 2);
    let mut served = 0;
    for _ in 0..3000 {
        let top = |numbers: &mut Numbers| match numbers.below(4) {
            0 => NULL,
            _ => numbers.below(6) as i32,
        };
        let mut state = FREE.repeat(6);
        let tops = [top(&mut numbers), top(&mut numbers)];
        let mut waiting = tops.to_vec();
        while let Some(at) = waiting.pop().filter(|&at| at != NULL) {
            if state[3 * at as usize] == 0 {
                let next = top(&mut numbers);
                state[3 * at as usize..3 * at as usize + 3]
                    .copy_from_slice(&node(numbers.below(2) as i32, next));
                waiting.push(next);
            }
        }
        state.extend(tops);
        served += usize::from(tops != [NULL; 2]);
        for by in [ComponentOrderBy::N, ComponentOrderBy::NPrime] {
            let strategy = ComponentOrder::new(&symmetry, by).unwrap();
            let image = some_image(&symmetry, &state, &mut numbers);
            assert_eq!(represent(&strategy, &image), represent(&strategy, &state), "{state:?}");
            assert!(strategy.splits_symmetric_sets(&state), "{state:?}");
        }
    }
    assert!(served > 1000, "{served}");
}

fn some_image(symmetry: &SymmetryGroup, state: &[i32], numbers: &mut Numbers) -> Vec<i32> {
    let element = symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64);
    let mut image = vec![0; state.len()];
    symmetry.layout().apply(element.images(), state, &mut image);
    image
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
        ("5 processes, 1 reference each", (0..12).map(|_| processes(5, 0, 1)).collect()),
        ("5 processes, 1 bit and 1 reference", (0..12).map(|_| processes(5, 1, 1)).collect()),
        ("5 processes, 2 references each", (0..12).map(|_| processes(5, 0, 2)).collect()),
        ("random layouts", (0..40).map(|_| random_product(&mut numbers)).collect()),
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
