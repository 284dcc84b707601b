//! Partitions that become coarser: a union-find forest.

/// A partition of the numbers below a count, whose classes are merged one pair at a time. One number of each class is its root, and the
/// caller may say which.
///
/// A [`find`](Self::find) halves the way that it goes (R. Tarjan and J. van Leeuwen, *Worst-case analysis of set union algorithms*,
/// JACM 1984), so that m questions about n numbers take O(m log n), whichever roots are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// For each number another of its class, nearer to the root; a root has itself.
    parents: Vec<u32>,
}

impl Partition {
    /// Each number below `count` alone.
    #[must_use]
    pub fn singletons(count: usize) -> Partition {
        let mut partition = Partition::default();
        partition.reset(count);
        partition
    }

    /// The same again, in the room that is there.
    pub fn reset(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count as u32);
    }

    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.parents.len()
    }

    /// One more number, in a class of its own.
    pub fn add(&mut self) -> usize {
        self.parents.push(self.parents.len() as u32);
        self.parents.len() - 1
    }

    /// The root of the class of a number.
    #[inline]
    #[must_use]
    pub fn root(&self, mut number: usize) -> usize {
        while self.parents[number] as usize != number {
            number = self.parents[number] as usize;
        }
        number
    }

    /// The same, and the way there is shorter the next time.
    #[inline]
    pub fn find(&mut self, mut number: usize) -> usize {
        while self.parents[number] as usize != number {
            let above = self.parents[self.parents[number] as usize];
            self.parents[number] = above;
            number = above as usize;
        }
        number
    }

    /// Merges the classes of two numbers; the root is that of the first. Whether they were apart.
    pub fn merge(&mut self, kept: usize, other: usize) -> bool {
        let (kept, other) = (self.find(kept), self.find(other));
        self.parents[other] = kept as u32;
        kept != other
    }

    /// Merges the classes of two numbers; the root is the lesser one of both. Whether they were apart. Where nothing else merges, the
    /// root of each class is its least number.
    pub fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        self.parents[one.max(other)] = one.min(other) as u32;
        one != other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Numbers;

    /// The classes as sets that are merged, with the root of each.
    struct Sets(Vec<(usize, Vec<usize>)>);

    impl Sets {
        fn of(&self, number: usize) -> usize {
            self.0.iter().position(|(_, set)| set.contains(&number)).unwrap()
        }

        fn merge(
            &mut self,
            one: usize,
            other: usize,
            root: impl Fn(usize, usize) -> usize,
        ) -> bool {
            let (one, other) = (self.of(one), self.of(other));
            if one == other {
                return false;
            }
            let (root, moved) = (root(self.0[one].0, self.0[other].0), self.0[other].1.clone());
            self.0[one].0 = root;
            self.0[one].1.extend(moved);
            self.0.remove(other);
            true
        }
    }

    #[test]
    fn classes_and_roots_are_those_of_sets() {
        let mut random = Numbers::new();
        for count in [1, 2, 5, 40] {
            let mut partition = Partition::singletons(count);
            let mut sets = Sets((0..count).map(|number| (number, vec![number])).collect());
            for _ in 0..3 * count {
                let (one, other) =
                    (random.below(partition.count()), random.below(partition.count()));
                let apart = match random.below(3) {
                    0 => {
                        let added = partition.add();
                        sets.0.push((added, vec![added]));
                        continue;
                    }
                    1 => (partition.merge(one, other), sets.merge(one, other, |kept, _| kept)),
                    _ => (partition.join(one, other), sets.merge(one, other, usize::min)),
                };
                assert_eq!(apart.0, apart.1);
                for number in 0..partition.count() {
                    let root = sets.0[sets.of(number)].0;
                    assert_eq!((partition.root(number), partition.find(number)), (root, root));
                }
            }
            partition.reset(count);
            assert_eq!(partition, Partition::singletons(count));
        }
    }
}
