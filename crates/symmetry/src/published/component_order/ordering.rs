//! The component ordering algorithm, and the order of the values that it leads to.

use std::ops::Range;

use super::ComponentOrderBy;
use super::components::Components;
use super::matches::Matches;
use super::partition::Partition;
use crate::foundation::layout::NONE;

/// Working memory: the ordered partition of the components and the order of the values for one state.
#[derive(Clone)]
pub(super) struct Ordering {
    control: Vec<i32>,
    parameters: Vec<u32>,
    /// For each value the last component that was seen to hold it, and whether one of those so far holds others, too.
    seen: Vec<(u32, bool)>,
    partition: Partition,
    matches: Matches,
    /// All sets before this place have one component.
    settled: usize,
    /// For each value, whether no other component holds it, or no component that holds it holds another.
    own: Vec<bool>,
    /// The values, type by type in their order; for each whether it has its place; and for each type the next place.
    pub(super) values: Vec<u32>,
    appeared: Vec<bool>,
    next: Vec<usize>,
}

impl Ordering {
    pub(super) fn new(components: &Components) -> Self {
        let values = components.values.count;
        Ordering {
            control: vec![0; components.control_length],
            parameters: components.parameters.clone(),
            seen: vec![(NONE, false); values],
            partition: Partition::new(components.list.len()),
            matches: Matches::new(components),
            settled: 0,
            own: vec![false; values],
            values: (0..values as u32).collect(),
            appeared: vec![false; values],
            next: vec![0; components.values.types.len()],
        }
    }

    /// Orders the values for a state. Returns whether the order depends on a choice that may matter.
    pub(super) fn order(
        &mut self,
        components: &Components,
        by: ComponentOrderBy,
        state: &[i32],
    ) -> bool {
        self.begin(components, by, state);
        let mut chosen = false;
        while let Some(set) = self.set_to_split(components) {
            chosen = true;
            self.choose(components, by, set.clone(), set.start);
        }
        self.order_values(components);
        chosen
    }

    /// Whether each set that step 3 splits is fully symmetric (Definition 49).
    pub(super) fn splits_symmetric_sets(
        &mut self,
        components: &Components,
        by: ComponentOrderBy,
        state: &[i32],
    ) -> bool {
        self.begin(components, by, state);
        while let Some(set) = self.set_to_split(components) {
            // Where two sequences are the same but for the names of values, what takes one to the other is a symmetry of the
            // state and of the partition. It takes the one component that was split off to the other.
            let sequence = |place: usize| {
                let mut other = self.clone();
                other.choose(components, by, set.clone(), place);
                while let Some(set) = other.set_to_split(components) {
                    other.choose(components, by, set.clone(), set.start);
                }
                other.order_values(components);
                other.sequence(components)
            };
            let first = sequence(set.start);
            if set.clone().skip(1).any(|place| sequence(place) != first) {
                return false;
            }
            self.choose(components, by, set.clone(), set.start);
        }
        true
    }

    /// Step 1.
    fn partition_by_control(&mut self, components: &Components, state: &[i32]) {
        components.read(state, &mut self.control, &mut self.parameters);
        self.partition.begin(components.kinds.iter().map(|kind| kind.members()));
        for kind in components.kinds.iter().filter(|kind| kind.count > 1) {
            let control = |component| components.control(kind, component, &self.control);
            self.partition.split(kind.members(), |a, b| control(a).cmp(control(b)));
        }
    }

    /// Steps 1 and 2.
    fn begin(&mut self, components: &Components, by: ComponentOrderBy, state: &[i32]) {
        self.partition_by_control(components, state);
        self.matches.begin(components, by, &self.parameters);
        self.refine(components, by);
        self.settled = 0;
        if !components.relate_values {
            // Values that are tied now are twins.
            self.settled = components.list.len();
        } else if !self.partition.is_discrete() {
            self.find_own_values(components);
        }
    }

    /// Step 2, as often as it splits anything.
    fn refine(&mut self, components: &Components, by: ComponentOrderBy) {
        let Ordering { matches, partition, parameters, .. } = self;
        while !partition.is_discrete() && matches.refine(components, by, parameters, partition) {
            if !components.relate_values {
                // What can be told of a component is what the first ordered partition says of its one value.
                break;
            }
        }
    }

    /// Step 3 for one component, and the return to step 2.
    fn choose(
        &mut self,
        components: &Components,
        by: ComponentOrderBy,
        set: Range<usize>,
        place: usize,
    ) {
        self.partition.split_off(set, place);
        self.refine(components, by);
    }

    /// The first set of several components that is not plainly symmetric. Those before it are split until they are single: step
    /// 3 would take one component after the other, and step 2 would split no other set between that is of consequence.
    fn set_to_split(&mut self, components: &Components) -> Option<Range<usize>> {
        while self.settled < components.list.len() {
            let set = self.partition.set_at(self.settled);
            if set.len() > 1 {
                if !self.is_plainly_symmetric(components, set.clone()) {
                    return Some(set);
                }
                self.partition.split_all(set.clone());
            }
            self.settled = set.end;
        }
        None
    }

    /// Whether the components of a set differ by values of their own only, as free nodes do.
    fn is_plainly_symmetric(&self, components: &Components, set: Range<usize>) -> bool {
        let held = |place: usize| {
            components.parameters(self.partition.components()[place], &self.parameters)
        };
        let own = |value: u32| self.own[value as usize];
        let first = held(set.start);
        let alike = |place: usize| {
            let pairs = first.iter().zip(held(place));
            pairs.clone().enumerate().all(|(position, (&a, &b))| {
                // Values that occur once more in the one must do so in the other.
                let mut before = pairs.clone().take(position);
                (a == b || own(a) && own(b))
                    && before.all(|(&other_a, &other_b)| (other_a == a) == (other_b == b))
            })
        };
        set.skip(1).all(alike)
    }

    fn find_own_values(&mut self, components: &Components) {
        self.own.fill(true);
        self.seen.fill((NONE, false));
        for component in 0..components.list.len() as u32 {
            let held = components.parameters(component, &self.parameters).iter().copied();
            let held = held.filter(|&value| value != NONE);
            let first = held.clone().next();
            let mixed = held.clone().any(|value| Some(value) != first);
            for value in held {
                let (last, others) = &mut self.seen[value as usize];
                let repeated = *last != NONE && *last != component;
                *last = component;
                *others |= mixed;
                if repeated && *others {
                    self.own[value as usize] = false;
                }
            }
        }
    }

    /// The type ordering algorithm (Definition 38): values in the order in which they first appear, then the others.
    fn order_values(&mut self, components: &Components) {
        let Ordering { values, appeared, next, .. } = self;
        appeared.fill(false);
        next.iter_mut().zip(&components.values.types).for_each(|(next, of)| *next = of.0);
        let mut append = |value: u32| {
            if value != NONE && !std::mem::replace(&mut appeared[value as usize], true) {
                let next = &mut next[components.values.type_of[value as usize] as usize];
                values[*next] = value;
                *next += 1;
            }
        };
        for &component in self.partition.components() {
            components.parameters(component, &self.parameters).iter().for_each(|&it| append(it));
        }
        (0..components.values.count as u32).for_each(append);
    }

    /// What the components hold, in their order: for each value its place in the order of the values.
    fn sequence(&self, components: &Components) -> Vec<u32> {
        let mut names = vec![NONE; self.values.len()];
        for (name, &value) in (0..).zip(&self.values) {
            names[value as usize] = name;
        }
        let held = |&component: &u32| components.parameters(component, &self.parameters);
        let held = self.partition.components().iter().flat_map(held);
        held.map(|&value| names.get(value as usize).copied().unwrap_or(NONE)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::blocks::Blocks;
    use crate::{Content, LayoutBuilder, Point, SymmetryGroup};
    use groups::{Group, Permutation, uninterrupted};

    const NULL: i32 = 99;

    /// Nodes with a control state, a datum and the next: six nodes and four data.
    fn nodes() -> SymmetryGroup {
        let mut builder = LayoutBuilder::new();
        let nodes: Vec<Point> = (0..6).map(|i| builder.point(0, format!("N{i}"))).collect();
        let letters: Vec<Point> = (0..4).map(|i| builder.point(1, format!("D{i}"))).collect();
        let node = Content::Reference { first_value: 0, first_point: nodes[0], count: 6 };
        let datum = Content::Reference { first_value: 0, first_point: letters[0], count: 4 };
        let families = [0; 3].map(|_| builder.family());
        for &point in &nodes {
            for (&family, content) in families.iter().zip([Content::Data, datum, node]) {
                builder.cell(family, &[point], content);
            }
        }
        let exchange = |i: usize| {
            let mut images: Vec<u32> = (0..10).collect();
            images.swap(i, i + 1);
            Permutation::from_images(images).unwrap()
        };
        let generators = (0..9).filter(|&i| i != 5).map(exchange).collect();
        SymmetryGroup::new(Group::from_generators(10, generators), builder.build().unwrap())
            .unwrap()
    }

    fn sets(ordering: &Ordering) -> Vec<Vec<u32>> {
        let (mut sets, mut start) = (Vec::new(), 0);
        while start < ordering.partition.components().len() {
            let set = ordering.partition.set_at(start);
            start = set.end;
            sets.push(ordering.partition.components()[set].to_vec());
        }
        sets
    }

    #[test]
    fn the_partitions_of_example_37() {
        let symmetry = nodes();
        let blocks = uninterrupted(|patience| Blocks::of(&symmetry, patience)).unwrap();
        let components = Components::new(symmetry.layout(), &blocks);
        let b = 1;
        let state =
            [[1, b, 4], [1, b, 0], [0, NULL, NULL], [1, b, 1], [1, b, NULL], [0, NULL, NULL]]
                .concat();
        let mut ordering = Ordering::new(&components);
        ordering.partition_by_control(&components, &state);
        assert_eq!(sets(&ordering), [vec![2, 5], vec![0, 1, 3], vec![4]]);
        ordering.begin(&components, ComponentOrderBy::N, &state);
        assert_eq!(sets(&ordering), [vec![2, 5], vec![3], vec![0], vec![1], vec![4]]);
        ordering.order(&components, ComponentOrderBy::N, &state);
        assert_eq!(sets(&ordering), [[2], [5], [3], [0], [1], [4]]);
        // Example 39.
        let of = |count| {
            let mut types = components.values.types.iter();
            let &(first, _) = types.find(|of| of.1 == count).unwrap();
            ordering.values[first..first + count].iter().map(move |&it| it - first as u32)
        };
        assert!(of(6).eq([2, 5, 3, 1, 0, 4]));
        assert_eq!(of(4).next(), Some(b as u32));
    }
}
