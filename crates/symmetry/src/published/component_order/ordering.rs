//! The ordered partition of the components, and with it the order of the values.

use super::ComponentOrderBy;
use super::components::{Components, Values};
use crate::foundation::layout::NONE;

/// Working memory: the ordered partition of the components and the order of the values for one state.
pub(super) struct Ordering {
    control: Vec<i32>,
    parameters: Vec<u32>,
    seen: Vec<(u32, i32)>,
    /// The components, cell by cell.
    components: Vec<u32>,
    /// For each component its cell, named by the place of the cell's first component.
    cell: Vec<u32>,
    /// The n-values, value after value: sorted lists of cells and positions. `starts` says where each starts, `filled` how far
    /// it is known.
    n_values: Vec<u64>,
    starts: Vec<u32>,
    filled: Vec<u32>,
    /// The values, type by type in their order.
    pub(super) values: Vec<u32>,
    /// For each value, the place of the first value with the same n-value.
    rank: Vec<u32>,
    /// For each value its place in the order of first occurrences; for each type, the next such place.
    first: Vec<u32>,
    taken: Vec<u32>,
}

impl Ordering {
    pub(super) fn new(components: &Components) -> Self {
        let values = components.values.count;
        Ordering {
            control: vec![0; components.control_length],
            parameters: components.parameters.clone(),
            seen: vec![(NONE, 0); values],
            components: (0..components.list.len() as u32).collect(),
            cell: vec![0; components.list.len()],
            n_values: vec![0; components.parameters.len()],
            starts: vec![0; values + 1],
            filled: vec![0; values + 1],
            values: (0..values as u32).collect(),
            rank: vec![0; values],
            first: vec![0; values],
            taken: vec![0; components.values.types.len()],
        }
    }

    /// Orders the values for a state. Returns whether some had equal n-values.
    pub(super) fn order(
        &mut self,
        components: &Components,
        by: ComponentOrderBy,
        state: &[i32],
    ) -> bool {
        components.read(state, &mut self.control, &mut self.parameters, &mut self.seen);
        self.partition(components);
        self.count_occurrences(components.values.count);
        let mut distinct = self.rank_values(components, by);
        // Where no component relates values, those of equal rank are twins.
        let repeats = by != ComponentOrderBy::NDoublePrime && components.relate_values;
        while repeats && distinct < components.values.count && self.split(components) {
            distinct = self.rank_values(components, by);
        }
        distinct < components.values.count
    }

    /// The first ordered partition: by kind and control.
    fn partition(&mut self, components: &Components) {
        for kind in &components.kinds {
            let width = kind.width();
            let control = &self.control;
            let of = |component: u32| {
                &control[components.list[component as usize].control as usize..][..width]
            };
            let members = &mut self.components[kind.members()];
            for (component, number) in members.iter_mut().zip(kind.members()) {
                *component = number as u32;
            }
            members.sort_unstable_by(|&a, &b| of(a).cmp(of(b)).then(a.cmp(&b)));
            name_cells(members, kind.first, &mut self.cell, |a, b| of(a) == of(b));
        }
    }

    /// Counts the occurrences of each value, which splitting does not change.
    fn count_occurrences(&mut self, values: usize) {
        self.starts.fill(0);
        for &value in self.parameters.iter().filter(|&&value| value != NONE) {
            self.starts[value as usize + 1] += 1;
        }
        for value in 0..values {
            self.starts[value + 1] += self.starts[value];
        }
    }

    /// Sorts the values of each type by their n-values, then by first occurrence. Returns how many n-values there are.
    fn rank_values(&mut self, components: &Components, by: ComponentOrderBy) -> usize {
        self.find_n_values(components, by);
        let (starts, n_values, first) = (&self.starts, &self.n_values, &self.first);
        let n_value = |value: u32| {
            &n_values[starts[value as usize] as usize..starts[value as usize + 1] as usize]
        };
        let mut distinct = 0;
        for &(start, count) in &components.values.types {
            let values = &mut self.values[start..start + count];
            let first = |value: u32| first[value as usize];
            values.sort_unstable_by(|&a, &b| {
                n_value(a).cmp(n_value(b)).then_with(|| first(a).cmp(&first(b)))
            });
            let alike = |a: u32, b: u32| n_value(a) == n_value(b);
            distinct += name_cells(values, start, &mut self.rank, alike);
        }
        distinct
    }

    /// Computes the n-values, and takes the values of each type in the order of their first occurrences, which is nearly theirs.
    fn find_n_values(&mut self, components: &Components, by: ComponentOrderBy) {
        let Values { types, type_of, .. } = &components.values;
        let Ordering { parameters, n_values, starts, filled, taken, first, .. } = self;
        filled.copy_from_slice(starts);
        taken.iter_mut().zip(types).for_each(|(taken, of)| *taken = of.0 as u32);
        let mut take = |value: u32| {
            let taken = &mut taken[type_of[value as usize] as usize];
            self.values[*taken as usize] = value;
            first[value as usize] = *taken;
            *taken += 1;
        };
        for kind in &components.kinds {
            for &component in &self.components[kind.members()] {
                let cell = u64::from(self.cell[component as usize]) << 32;
                let held = kind.parameters(&components.list[component as usize], parameters);
                for (position, &value) in held.iter().enumerate().filter(|held| *held.1 != NONE) {
                    let place = &mut filled[value as usize];
                    if *place == starts[value as usize] {
                        take(value);
                    }
                    let position = if by == ComponentOrderBy::N { position } else { 0 };
                    n_values[*place as usize] = cell | position as u64;
                    *place += 1;
                }
            }
        }
        for (value, part) in (0..).zip(starts.windows(2)) {
            if part[0] == part[1] {
                take(value);
            }
            // Sorted but for positions in components of one cell.
            n_values[part[0] as usize..part[1] as usize].sort_unstable();
        }
    }

    /// Splits each cell of components by the ranks of the values they hold. Returns whether any was split.
    fn split(&mut self, components: &Components) -> bool {
        let mut split = false;
        for kind in &components.kinds {
            let (parameters, rank) = (&self.parameters, &self.rank);
            let ranks = |component: u32| {
                let parameters = kind.parameters(&components.list[component as usize], parameters);
                // Components of one cell refer to something at the same positions.
                parameters.iter().map(|&value| rank.get(value as usize))
            };
            let mut start = kind.first;
            while start < kind.members().end {
                let rest = &self.components[start..kind.members().end];
                let length = rest
                    .iter()
                    .take_while(|&&other| self.cell[other as usize] == start as u32)
                    .count();
                if length > 1 {
                    let members = &mut self.components[start..start + length];
                    members.sort_unstable_by(|&a, &b| ranks(a).cmp(ranks(b)).then(a.cmp(&b)));
                    let alike = |a: u32, b: u32| ranks(a).eq(ranks(b));
                    split |= name_cells(members, start, &mut self.cell, alike) > 1;
                }
                start += length;
            }
        }
        split
    }
}

/// Gives each of the sorted `members` the place of the first that is alike, where `start` is the place of the first of all.
/// Returns how many different ones there are.
fn name_cells(
    members: &[u32],
    start: usize,
    names: &mut [u32],
    alike: impl Fn(u32, u32) -> bool,
) -> usize {
    let mut distinct = 0;
    let mut name = start as u32;
    for (place, &member) in members.iter().enumerate() {
        if place == 0 || !alike(members[place - 1], member) {
            name = (start + place) as u32;
            distinct += 1;
        }
        names[member as usize] = name;
    }
    distinct
}
