//! How many vectors a set has, and how many nodes.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;

use super::nodes::{Diagrams, NodeId, Outcome};

impl Diagrams<'_> {
    /// How many vectors a set has.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn count(&mut self, set: NodeId) -> Outcome<BigUint> {
        let mut counts =
            HashMap::from([(NodeId::EMPTY, BigUint::ZERO), (NodeId::UNIT, BigUint::from(1_u32))]);
        self.count_below(set, &mut counts)
    }

    fn count_below(
        &mut self,
        set: NodeId,
        counts: &mut HashMap<NodeId, BigUint>,
    ) -> Outcome<BigUint> {
        if let Some(known) = counts.get(&set) {
            return Ok(known.clone());
        }
        self.step()?;
        let mut count = BigUint::ZERO;
        for place in self.branches_of(set) {
            count += self.count_below(self.branch(place).1, counts)?;
        }
        counts.insert(set, count.clone());
        Ok(count)
    }

    /// How many nodes a set consists of.
    #[must_use]
    pub fn size(&self, set: NodeId) -> usize {
        let mut seen = HashSet::from([set]);
        let mut open = vec![set];
        while let Some(node) = open.pop() {
            for place in self.branches_of(node) {
                let (_, down) = self.branch(place);
                if seen.insert(down) {
                    open.push(down);
                }
            }
        }
        seen.len()
    }
}
