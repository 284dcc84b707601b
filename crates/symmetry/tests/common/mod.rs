//! Random layouts, groups and states.
#![allow(dead_code)]

pub mod promises;

use std::collections::{HashMap, HashSet};

use groups::{Group, Permutation};
use symmetry::{Content, Family, Layout, LayoutBuilder, Point, SymmetryGroup};
use testing::Numbers;

/// Sorts of the points, in contiguous stretches, and generators of a group that keeps them.
pub struct Action {
    pub name: String,
    pub sorts: Vec<u32>,
    pub generators: Vec<Vec<usize>>,
}

impl Action {
    pub fn group(&self) -> Group {
        let generators = self.generators.iter().map(|images| {
            Permutation::from_images(images.iter().map(|&image| image as u32).collect()).unwrap()
        });
        Group::from_generators(self.sorts.len(), generators.collect())
    }
}

/// The same permutations of `count` things done on several sorts, followed by `fixed` points that nothing moves.
fn copies(name: String, base: &[Vec<usize>], count: usize, copies: usize, fixed: usize) -> Action {
    let mut sorts: Vec<u32> = (0..copies).flat_map(|copy| vec![copy as u32; count]).collect();
    sorts.extend(vec![copies as u32; fixed]);
    let generators = base.iter().map(|images| {
        let moved =
            (0..copies).flat_map(|copy| images.iter().map(move |&image| copy * count + image));
        moved.chain(count * copies..count * copies + fixed).collect()
    });
    Action { name, generators: generators.collect(), sorts }
}

/// Two actions side by side.
fn beside(a: Action, b: Action) -> Action {
    let (n, m) = (a.sorts.len(), b.sorts.len());
    let shift = a.sorts.iter().max().map_or(0, |&sort| sort + 1);
    let mut generators: Vec<Vec<usize>> = Vec::new();
    for images in a.generators {
        generators.push(images.into_iter().chain(n..n + m).collect());
    }
    for images in b.generators {
        generators.push((0..n).chain(images.into_iter().map(|image| n + image)).collect());
    }
    let sorts = a.sorts.into_iter().chain(b.sorts.into_iter().map(|sort| sort + shift));
    Action { name: format!("{} x {}", a.name, b.name), sorts: sorts.collect(), generators }
}

pub fn symmetric(n: usize) -> Vec<Vec<usize>> {
    let swap = |i: usize| {
        let mut images: Vec<usize> = (0..n).collect();
        images.swap(i, i + 1);
        images
    };
    (0..n - 1).map(swap).collect()
}

pub fn cyclic(n: usize) -> Vec<Vec<usize>> {
    vec![(0..n).map(|i| (i + 1) % n).collect()]
}

pub fn dihedral(n: usize) -> Vec<Vec<usize>> {
    vec![(0..n).map(|i| (i + 1) % n).collect(), (0..n).map(|i| (n - i) % n).collect()]
}

pub fn hypercube(dimension: usize) -> Vec<Vec<usize>> {
    let n = 1 << dimension;
    let mut generators: Vec<Vec<usize>> = vec![(0..n).map(|v| v ^ 1).collect()];
    for bit in 0..dimension - 1 {
        let swapped = |v: usize| {
            let (a, b) = (v >> bit & 1, v >> (bit + 1) & 1);
            (v & !(3 << bit)) | b << bit | a << (bit + 1)
        };
        generators.push((0..n).map(swapped).collect());
    }
    generators
}

/// `inner` clients under each of `outer` servers; the servers come first.
pub fn wreath(outer: usize, inner: usize) -> Action {
    let n = outer + outer * inner;
    let client = |server: usize, number: usize| outer + server * inner + number;
    let mut generators = Vec::new();
    for server in 0..outer - 1 {
        let mut images: Vec<usize> = (0..n).collect();
        images.swap(server, server + 1);
        (0..inner)
            .for_each(|number| images.swap(client(server, number), client(server + 1, number)));
        generators.push(images);
    }
    for number in 0..inner - 1 {
        let mut images: Vec<usize> = (0..n).collect();
        images.swap(client(0, number), client(0, number + 1));
        generators.push(images);
    }
    let sorts = (0..n).map(|point| u32::from(point >= outer)).collect();
    Action { name: format!("S{inner} wr S{outer}"), sorts, generators }
}

/// The same group on points numbered at random, all of one sort, with some points that nothing moves among them.
pub fn scrambled(action: &Action, fixed: usize, numbers: &mut Numbers) -> Action {
    let count = action.sorts.len() + fixed;
    let name = numbers.permutation(count);
    let generators = action.generators.iter().map(|images| {
        let mut renamed: Vec<usize> = (0..count).collect();
        for (from, &to) in images.iter().enumerate() {
            renamed[name[from]] = name[to];
        }
        renamed
    });
    let generators = generators.collect();
    Action { name: format!("{}, scrambled", action.name), sorts: vec![0; count], generators }
}

/// Any of several kinds of actions, of groups that are small enough to be listed.
pub fn random_action(numbers: &mut Numbers) -> Action {
    let fixed = numbers.below(2);
    let times = 1 + numbers.below(2);
    match numbers.below(12) {
        0 => copies("trivial".into(), &[], 3, 1, 0),
        1 | 2 => {
            let n = 2 + numbers.below(4);
            let a = copies(format!("S{n}"), &symmetric(n), n, times, fixed);
            let m = 2 + numbers.below(2);
            let b = copies(format!("S{m}"), &symmetric(m), m, 1 + numbers.below(2), 0);
            if n < 5 && numbers.one_in(2) { beside(a, b) } else { a }
        }
        3 => {
            let n = 3 + numbers.below(6);
            copies(format!("C{n}"), &cyclic(n), n, times, fixed)
        }
        4 => {
            let n = 3 + numbers.below(6);
            copies(format!("D{n}"), &dihedral(n), n, times, fixed)
        }
        5 => copies("cube".into(), &hypercube(3), 8, 1, fixed),
        6 => wreath(3, 2),
        7 => wreath(2, 3),
        8 => beside(wreath(2, 2), copies("C3".into(), &cyclic(3), 3, 1, 0)),
        9 => {
            // A rotation on one sort, the full group on another.
            beside(
                copies("C4".into(), &cyclic(4), 4, times, 0),
                copies("S3".into(), &symmetric(3), 3, 1, fixed),
            )
        }
        _ => {
            let (a, b) = (2 + numbers.below(4), 1 + numbers.below(3));
            let mut generators = Vec::new();
            for _ in 0..1 + numbers.below(2) {
                let mut images = numbers.permutation(a);
                images.extend(numbers.permutation(b).into_iter().map(|image| a + image));
                generators.push(images);
            }
            let sorts = (0..a + b).map(|point| u32::from(point >= a)).collect();
            Action { name: "random".into(), sorts, generators }
        }
    }
}

/// The images of some coordinates under a group.
fn orbit(action: &Action, start: Vec<usize>) -> HashSet<Vec<usize>> {
    let mut orbit = HashSet::from([start.clone()]);
    let mut queue = vec![start];
    while let Some(coordinates) = queue.pop() {
        for images in &action.generators {
            let image: Vec<usize> = coordinates.iter().map(|&point| images[point]).collect();
            if orbit.insert(image.clone()) {
                queue.push(image);
            }
        }
    }
    orbit
}

/// A random layout that the action admits.
pub fn random_layout(action: &Action, numbers: &mut Numbers) -> Layout {
    let count = action.sorts.len();
    let mut builder = LayoutBuilder::new();
    let mut cells: Vec<(usize, Vec<usize>, Content)> = Vec::new();
    for family in 0..1 + numbers.below(5) {
        let content = if numbers.one_in(2) {
            Content::Data
        } else {
            let sort = action.sorts[numbers.below(count)];
            let first = action.sorts.iter().position(|&other| other == sort).unwrap();
            let size = action.sorts.iter().filter(|&&other| other == sort).count();
            let first_value = numbers.below(3) as i32 - 1;
            let first_point = Point::new(first);
            if numbers.one_in(3) {
                // Some of the values next to one another, others not.
                let gaps = (0..size as i32).map(|place| place / 2 * (1 + numbers.below(2) as i32));
                let ascending = (first_value..).zip(gaps.scan(0, |sum, gap| {
                    *sum += gap;
                    Some(*sum)
                }));
                let values = builder.values(ascending.map(|(value, gap)| value + gap).collect());
                Content::Listed { values, first_point }
            } else {
                Content::Reference { first_value, first_point, count: size as u32 }
            }
        };
        let arity = [0, 1, 1, 1, 2, 2, 3][numbers.below(if count > 7 { 6 } else { 7 })];
        let mut tuples: HashSet<Vec<usize>> = HashSet::new();
        for _ in 0..1 + numbers.below(2) {
            tuples.extend(orbit(action, (0..arity).map(|_| numbers.below(count)).collect()));
        }
        let mut tuples: Vec<_> = tuples.into_iter().collect();
        tuples.sort();
        cells.extend(tuples.into_iter().map(|tuple| (family, tuple, content)));
    }
    if numbers.one_in(2) {
        numbers.shuffle(&mut cells);
    }
    for (point, &sort) in action.sorts.iter().enumerate() {
        builder.point(sort, format!("point {point}"));
    }
    for (family, coordinates, content) in cells {
        let coordinates: Vec<Point> = coordinates.into_iter().map(Point::new).collect();
        builder.cell(Family::new(family), &coordinates, content);
    }
    builder.build().unwrap()
}

pub fn random_symmetry(numbers: &mut Numbers) -> (String, SymmetryGroup) {
    let action = random_action(numbers);
    let layout = random_layout(&action, numbers);
    (action.name.clone(), SymmetryGroup::new(action.group(), layout).unwrap())
}

/// Points of one sort that are permuted in all ways within two or three stretches; each owns data and refers to any of them.
pub fn random_stretches(numbers: &mut Numbers) -> SymmetryGroup {
    let lengths = [2 + numbers.below(3), 2 + numbers.below(2), 1 + numbers.below(2)];
    let count = lengths.iter().sum();
    let mut generators = Vec::new();
    let mut start = 0;
    for length in lengths.into_iter().filter(|&length| length > 0) {
        for exchange in symmetric(length) {
            let shifted = exchange.into_iter().map(|to| start + to);
            generators.push((0..start).chain(shifted).chain(start + length..count).collect());
        }
        start += length;
    }
    let action = Action { name: String::new(), sorts: vec![0; count], generators };
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|_| builder.point(0, "point")).collect();
    let content =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let contents = [Content::Data, content, content];
    for content in &contents[numbers.below(2)..2 + numbers.below(2)] {
        let family = builder.family();
        for &point in &points {
            builder.cell(family, &[point], *content);
        }
    }
    SymmetryGroup::new(action.group(), builder.build().unwrap()).unwrap()
}

/// A state with few values, so that much is equal.
pub fn random_state(layout: &Layout, numbers: &mut Numbers) -> Vec<i32> {
    let mut state = state_of_independent_cells(layout, numbers);
    if numbers.one_in(3) {
        refer_one_to_one(layout, &mut state, numbers);
    }
    state
}

/// Lets the cells of each family refer to different points as far as there are any: each process has a value of its own, say, and
/// only what else differs tells the processes apart.
fn refer_one_to_one(layout: &Layout, state: &mut [i32], numbers: &mut Numbers) {
    let mut met: HashMap<Family, (Vec<usize>, usize)> = HashMap::new();
    for (index, value) in state.iter_mut().enumerate() {
        let cell = layout.cell(symmetry::CellId::new(index));
        if let Content::Reference { first_value, count, .. } = cell.content {
            let order = || (numbers.permutation(count as usize), 0);
            let (referents, next) = met.entry(cell.family).or_insert_with(order);
            if !referents.is_empty() {
                *value = first_value + referents[*next % referents.len()] as i32;
                *next += 1;
            }
        }
    }
}

fn state_of_independent_cells(layout: &Layout, numbers: &mut Numbers) -> Vec<i32> {
    let rare = 1 + numbers.below(8);
    let cells = (0..layout.cell_count()).map(|cell| {
        if rare > 2 && !numbers.one_in(rare) {
            return 0;
        }
        match layout.cell(symmetry::CellId::new(cell)).content {
            Content::Data => numbers.below(2) as i32,
            Content::Reference { first_value, count, .. } => {
                first_value - 1 + numbers.below(count as usize + 2) as i32
            }
            Content::Listed { values, .. } => {
                let values = layout.values(values);
                values[numbers.below(values.len())] - i32::from(numbers.one_in(4))
            }
        }
    });
    cells.collect()
}
