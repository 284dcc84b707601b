//! The ordered partition of the components, and with it the order of the values.

use super::ComponentOrderBy;
use super::components::Components;
use crate::layout::NONE;

/// Working memory: the ordered partition of the components and the order of the values for one state.
pub(super) struct Ordering {
    control: Vec<i32>,
    parameters: Vec<u32>,
    seen: Vec<(u32, i32)>,
    /// The components, cell by cell.
    components: Vec<u32>,
    /// For each component its cell, named by the place of the cell's first component.
    cell: Vec<u32>,
    /// Where each value occurs, as component and position; `starts` says where the part of each value starts.
    occurrences: Vec<(u32, u32)>,
    starts: Vec<u32>,
    /// The n-value of each value, in the same parts.
    n_values: Vec<u64>,
    /// The values, type by type in their order.
    pub(super) values: Vec<u32>,
    /// For each value, the place of the first value with the same n-value.
    rank: Vec<u32>,
    /// For each value, when it first occurs in the components.
    first: Vec<u32>,
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
            occurrences: vec![(0, 0); components.parameters.len()],
            starts: vec![0; values + 1],
            n_values: vec![0; components.parameters.len()],
            values: (0..values as u32).collect(),
            rank: vec![0; values],
            first: vec![NONE; values],
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
        self.find_occurrences(components);
        let mut distinct = self.rank_values(components, by);
        // Where no component relates values, those of equal rank are twins.
        let repeats = by != ComponentOrderBy::NDoublePrime && components.relate_values;
        while repeats && distinct < components.values.count && self.split(components) {
            distinct = self.rank_values(components, by);
        }
        let tied = distinct < components.values.count;
        if tied {
            self.break_ties(components);
        }
        tied
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

    fn find_occurrences(&mut self, components: &Components) {
        self.starts.fill(0);
        for &value in self.parameters.iter().filter(|&&value| value != NONE) {
            self.starts[value as usize + 1] += 1;
        }
        for value in 0..components.values.count {
            self.starts[value + 1] += self.starts[value];
        }
        // `first` counts what is filled in.
        self.first.fill(0);
        for kind in &components.kinds {
            for number in kind.members() {
                let start = components.list[number].parameters as usize;
                let parameters = &self.parameters[start..start + kind.parameter_count()];
                for (position, &value) in parameters.iter().enumerate() {
                    if value != NONE {
                        let place = self.starts[value as usize] + self.first[value as usize];
                        self.first[value as usize] += 1;
                        self.occurrences[place as usize] = (number as u32, position as u32);
                    }
                }
            }
        }
    }

    /// Computes the n-values, sorts the values by them, and counts the different ones.
    fn rank_values(&mut self, components: &Components, by: ComponentOrderBy) -> usize {
        let (starts, n_values) = (&self.starts, &mut self.n_values);
        let part =
            |value: u32| starts[value as usize] as usize..starts[value as usize + 1] as usize;
        let end = starts[components.values.count] as usize;
        for (code, &(component, position)) in n_values[..end].iter_mut().zip(&self.occurrences) {
            *code = u64::from(self.cell[component as usize]) << 32;
            if by == ComponentOrderBy::N {
                *code |= u64::from(position);
            }
        }
        for value in 0..components.values.count as u32 {
            n_values[part(value)].sort_unstable();
        }
        let n_value = |value: u32| &n_values[part(value)];
        let mut distinct = 0;
        for &(first, count) in &components.values.types {
            let values = &mut self.values[first..first + count];
            values.sort_unstable_by(|&a, &b| n_value(a).cmp(n_value(b)).then(a.cmp(&b)));
            let alike = |a: u32, b: u32| n_value(a) == n_value(b);
            distinct += name_cells(values, first, &mut self.rank, alike);
        }
        distinct
    }

    /// Splits each cell of components by the ranks of the values they hold. Returns whether any was split.
    fn split(&mut self, components: &Components) -> bool {
        let mut split = false;
        for kind in &components.kinds {
            let (parameters, rank) = (&self.parameters, &self.rank);
            let ranks = |component: u32| {
                let start = components.list[component as usize].parameters as usize;
                let parameters = &parameters[start..start + kind.parameter_count()];
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

    /// Sorts values of equal n-values by their first occurrences in the components.
    fn break_ties(&mut self, components: &Components) {
        self.first.fill(NONE);
        let mut count = 0;
        for kind in &components.kinds {
            for &component in &self.components[kind.members()] {
                let start = components.list[component as usize].parameters as usize;
                for &value in &self.parameters[start..start + kind.parameter_count()] {
                    if value != NONE && self.first[value as usize] == NONE {
                        self.first[value as usize] = count;
                        count += 1;
                    }
                }
            }
        }
        let Ordering { values, rank, first, .. } = self;
        let key = |value: u32| (rank[value as usize], first[value as usize], value);
        for &(start, count) in &components.values.types {
            values[start..start + count].sort_unstable_by_key(|&value| key(value));
        }
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
