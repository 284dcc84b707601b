//! Step 2 of Definition 36: sets are split by how their components match those of all sets.

use std::cmp::Ordering;

use super::ComponentOrderBy;
use super::components::Components;
use super::partition::Partition;
use crate::foundation::layout::NONE;

/// Working memory: where values occur, and the n-values.
///
/// n and n′ of a component are made of as many pieces as it has parameters. A piece says how often, or whether, the value of the
/// parameter occurs at each position of each set. So it is one for all components with the value, and is made value by value;
/// components are compared by the ranks of theirs.
#[derive(Clone)]
pub(super) struct Matches {
    /// Where the occurrences of each value start.
    starts: Vec<u32>,
    /// For each value, its occurrences: sets and positions, in ascending order; and where they end.
    places: Vec<u64>,
    ends: Vec<u32>,
    /// The values, type by type, in the order of what is known of each; and the rank of each.
    ranked: Vec<u32>,
    rank: Vec<u32>,
    neighbours: Neighbours,
}

/// Working memory for n″.
#[derive(Clone)]
struct Neighbours {
    /// For each value, the components that hold it.
    holders: Vec<u32>,
    /// The names of the sets before any was split.
    before: Vec<u32>,
    /// For each component: how many of a set share a value with it, and by which look this was last known.
    shared: Vec<u32>,
    look: Vec<u64>,
    looks: u64,
    /// The components that share a value with some of a set; and their sets.
    touched: Vec<u32>,
    sets: Vec<u32>,
}

impl Matches {
    pub(super) fn new(components: &Components) -> Self {
        let (values, count) = (components.values.count, components.list.len());
        let occurrences = components.parameters.len();
        let neighbours = Neighbours {
            holders: vec![0; occurrences],
            before: vec![0; count],
            shared: vec![0; count],
            look: vec![0; count],
            looks: 0,
            touched: Vec::with_capacity(count),
            sets: Vec::with_capacity(count),
        };
        Matches {
            starts: vec![0; values + 1],
            places: vec![0; occurrences],
            ends: vec![0; values],
            ranked: (0..values as u32).collect(),
            rank: vec![0; values],
            neighbours,
        }
    }

    /// Counts the occurrences of each value, which splitting does not change.
    pub(super) fn begin(
        &mut self,
        components: &Components,
        by: ComponentOrderBy,
        parameters: &[u32],
    ) {
        self.starts.fill(0);
        for &value in parameters.iter().filter(|&&value| value != NONE) {
            self.starts[value as usize + 1] += 1;
        }
        for value in 1..self.starts.len() {
            self.starts[value] += self.starts[value - 1];
        }
        if by == ComponentOrderBy::NDoublePrime {
            self.ends.copy_from_slice(&self.starts[..components.values.count]);
            for component in 0..components.list.len() as u32 {
                let held = components.parameters(component, parameters).iter();
                for &value in held.filter(|&&value| value != NONE) {
                    let end = &mut self.ends[value as usize];
                    self.neighbours.holders[*end as usize] = component;
                    *end += 1;
                }
            }
        }
    }

    /// Splits each set by the n-values of its components. Returns whether any was split.
    pub(super) fn refine(
        &mut self,
        components: &Components,
        by: ComponentOrderBy,
        parameters: &[u32],
        partition: &mut Partition,
    ) -> bool {
        if by == ComponentOrderBy::NDoublePrime {
            return self.neighbours.refine(components, &self.starts, parameters, partition);
        }
        self.find_places(components, by, parameters, partition);
        self.rank_values(components);
        let mut split = false;
        // All of a set have parameters at the same positions.
        let ranks = |component: u32| {
            let held = components.parameters(component, parameters).iter();
            held.map(|&value| self.rank.get(value as usize))
        };
        let mut start = 0;
        while start < partition.components().len() {
            let set = partition.set_at(start);
            start = set.end;
            if set.len() > 1 {
                split |= partition.split(set, |a, b| ranks(a).cmp(ranks(b)));
            }
        }
        split
    }

    fn find_places(
        &mut self,
        components: &Components,
        by: ComponentOrderBy,
        parameters: &[u32],
        partition: &Partition,
    ) {
        self.ends.copy_from_slice(&self.starts[..components.values.count]);
        for &component in partition.components() {
            let set = u64::from(partition.sets()[component as usize]) << 32;
            let held = components.parameters(component, parameters).iter().enumerate();
            for (position, &value) in held.filter(|held| *held.1 != NONE) {
                let end = &mut self.ends[value as usize];
                self.places[*end as usize] = set | position as u64;
                *end += 1;
            }
        }
        for (&start, end) in self.starts.iter().zip(&mut self.ends) {
            let places = &mut self.places[start as usize..*end as usize];
            // Sorted but for positions in components of one set.
            places.sort_unstable();
            if by == ComponentOrderBy::NPrime {
                *end = start + keep_different(places);
            }
        }
    }

    fn rank_values(&mut self, components: &Components) {
        let Matches { starts, places, ends, .. } = self;
        let places =
            |value: u32| &places[starts[value as usize] as usize..ends[value as usize] as usize];
        for &(first, count) in &components.values.types {
            let values = &mut self.ranked[first..first + count];
            values.sort_unstable_by(|&a, &b| compare(places(a), places(b)));
            let mut rank = 0;
            for (number, &value) in values.iter().enumerate() {
                if number > 0 && places(values[number - 1]) != places(value) {
                    rank = number as u32;
                }
                self.rank[value as usize] = rank;
            }
        }
    }
}

/// Compares the numbers of occurrences at each place, in the order of the places.
fn compare(a: &[u64], b: &[u64]) -> Ordering {
    // At the first difference the one with the smaller place has more there, and both as many before.
    match a.iter().zip(b).find(|(a, b)| a != b) {
        Some((a, b)) => b.cmp(a),
        None => a.len().cmp(&b.len()),
    }
}

/// Moves the different ones of a sorted list to its start. Returns how many they are.
fn keep_different(list: &mut [u64]) -> u32 {
    let mut kept = 0;
    for number in 0..list.len() {
        if number == 0 || list[number] != list[kept - 1] {
            list[kept] = list[number];
            kept += 1;
        }
    }
    kept as u32
}

impl Neighbours {
    /// Splits all sets by n″. To compare lists of numbers, one for each set, is to compare by the first set, then by the second
    /// where that does not tell, and so on.
    fn refine(
        &mut self,
        components: &Components,
        starts: &[u32],
        parameters: &[u32],
        partition: &mut Partition,
    ) -> bool {
        self.before.copy_from_slice(partition.sets());
        let mut split = false;
        let mut start = 0;
        while start < partition.components().len() {
            let set = partition.set_among(start, &self.before);
            start = set.end;
            for &other in &partition.components()[set] {
                self.count(components.parameters(other, parameters), starts);
            }
            self.sets.clear();
            self.sets.extend(self.touched.iter().map(|&it| partition.sets()[it as usize]));
            self.sets.sort_unstable();
            self.sets.dedup();
            for &set in &self.sets {
                let set = partition.set_at(set as usize);
                let shared = |component: u32| self.shared[component as usize];
                split |= set.len() > 1 && partition.split(set, |a, b| shared(a).cmp(&shared(b)));
            }
            for component in self.touched.drain(..) {
                self.shared[component as usize] = 0;
            }
        }
        split
    }

    /// Counts a component with these parameters for each that shares one of them.
    fn count(&mut self, held: &[u32], starts: &[u32]) {
        self.looks += 1;
        for &value in held.iter().filter(|&&value| value != NONE) {
            let holders = starts[value as usize] as usize..starts[value as usize + 1] as usize;
            for &component in &self.holders[holders] {
                let number = component as usize;
                if self.look[number] != self.looks {
                    self.look[number] = self.looks;
                    if self.shared[number] == 0 {
                        self.touched.push(component);
                    }
                    self.shared[number] += 1;
                }
            }
        }
    }
}
