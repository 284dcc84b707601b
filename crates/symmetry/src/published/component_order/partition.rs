//! Ordered partitions of the components.

use std::cmp::Ordering;
use std::ops::Range;

/// Components in an order, of which some that follow one another are a set: the ordered partition of Definition 36.
#[derive(Clone)]
pub(super) struct Partition {
    /// The components, set by set; within a set by their numbers.
    components: Vec<u32>,
    /// For each component its set, named by the place of the set's first component.
    set: Vec<u32>,
    /// How many sets there are.
    count: usize,
}

impl Partition {
    pub(super) fn new(components: usize) -> Self {
        Partition {
            components: (0..components as u32).collect(),
            set: vec![0; components],
            count: 0,
        }
    }

    /// One set for each kind: the components at these places, which are those with these numbers.
    pub(super) fn begin(&mut self, kinds: impl Iterator<Item = Range<usize>>) {
        self.count = 0;
        for kind in kinds {
            for number in kind.clone() {
                self.components[number] = number as u32;
                self.set[number] = kind.start as u32;
            }
            self.count += 1;
        }
    }

    /// Whether each set has one component.
    pub(super) fn is_discrete(&self) -> bool {
        self.count == self.components.len()
    }

    /// The components in their order.
    pub(super) fn components(&self) -> &[u32] {
        &self.components
    }

    /// The names of the sets of all components, by component.
    pub(super) fn sets(&self) -> &[u32] {
        &self.set
    }

    /// The places of the set that starts at a place.
    pub(super) fn set_at(&self, start: usize) -> Range<usize> {
        self.set_among(start, &self.set)
    }

    /// The same, where the sets of the components had other names. The components of each were the same.
    pub(super) fn set_among(&self, start: usize, names: &[u32]) -> Range<usize> {
        let rest = self.components[start..].iter();
        start..start + rest.take_while(|&&other| names[other as usize] == start as u32).count()
    }

    /// Orders a set, and splits it where components differ. Returns whether there were such.
    pub(super) fn split(
        &mut self,
        set: Range<usize>,
        compare: impl Fn(u32, u32) -> Ordering,
    ) -> bool {
        let members = &mut self.components[set.clone()];
        members.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
        let mut name = set.start;
        for place in set.clone() {
            let member = self.components[place];
            if place > set.start && compare(self.components[place - 1], member).is_ne() {
                name = place;
                self.count += 1;
            }
            self.set[member as usize] = name as u32;
        }
        name != set.start
    }

    /// Splits a set of several into the component at a place and the others.
    pub(super) fn split_off(&mut self, set: Range<usize>, place: usize) {
        self.components[set.start..=place].rotate_right(1);
        self.set[self.components[set.start] as usize] = set.start as u32;
        for &other in &self.components[set.start + 1..set.end] {
            self.set[other as usize] = set.start as u32 + 1;
        }
        self.count += 1;
    }

    /// Splits a set into single components, in the order that they have.
    pub(super) fn split_all(&mut self, set: Range<usize>) {
        self.count += set.len() - 1;
        for place in set {
            self.set[self.components[place] as usize] = place as u32;
        }
    }
}
