//! All that relations lead to from a set, level by level from the bottom: saturation.
//!
//! A node is saturated once no relation that touches nothing above it leads out of its set. Nodes are saturated from the bottom up,
//! and whatever a relation leads to is saturated below before it is put in its place (Ciardo, Lüttgen and Siminiceanu, *Saturation:
//! an efficient iteration strategy for symbolic state-space generation*, TACAS 2001).

use super::nodes::{Diagrams, NodeId, Outcome};
use super::product::Relation;

/// Relations to be saturated with.
#[derive(Debug)]
pub struct Saturation<'r> {
    relations: &'r [Relation],
    /// Those whose first level it is, for each level.
    by_top: Vec<Vec<usize>>,
    /// The numbers of operations: to saturate, and to take each of the relations.
    saturating: u32,
    taking: Vec<u32>,
}

/// How a relation is taken within saturation.
#[derive(Clone, Copy)]
pub(super) struct Below<'r> {
    saturation: &'r Saturation<'r>,
    /// What is reached below this level is saturated.
    top: u32,
}

impl<'r> Saturation<'r> {
    /// With some relations between vectors of so many levels.
    #[must_use]
    pub fn new(
        relations: &'r [Relation],
        levels: usize,
        diagrams: &mut Diagrams<'_>,
    ) -> Saturation<'r> {
        let mut by_top = vec![Vec::new(); levels];
        for (place, relation) in relations.iter().enumerate() {
            by_top[relation.top() as usize].push(place);
        }
        let saturating = diagrams.new_operation();
        let taking = relations.iter().map(|_| diagrams.new_operation()).collect();
        Saturation { relations, by_top, saturating, taking }
    }
}

impl Diagrams<'_> {
    /// All that the relations lead to from a set, in any number of steps, and the set.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn saturate(&mut self, set: NodeId, saturation: &Saturation<'_>) -> Outcome {
        self.saturate_below(set, 0, saturation)
    }

    fn saturate_below(&mut self, set: NodeId, level: u32, saturation: &Saturation<'_>) -> Outcome {
        if set.is_empty() || set == NodeId::UNIT {
            return Ok(set);
        }
        let operation = saturation.saturating;
        if let Some(known) = self.cache.get(operation, set, NodeId::EMPTY) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        for place in self.branches_of(set) {
            let (value, down) = self.branch(place);
            let down = self.saturate_below(down, level + 1, saturation)?;
            self.push((value, down));
        }
        let mut reached = self.make(from)?;
        loop {
            let before = reached;
            for &place in &saturation.by_top[level as usize] {
                let relation = &saturation.relations[place];
                let below = Below { saturation, top: level };
                let taking = saturation.taking[place];
                let more = self.image_below(
                    reached,
                    relation.vectors,
                    level,
                    &relation.touched,
                    taking,
                    Some(below),
                )?;
                reached = self.union(reached, more)?;
            }
            if reached == before {
                break;
            }
        }
        self.cache.put(operation, set, NodeId::EMPTY, reached);
        self.cache.put(operation, reached, NodeId::EMPTY, reached);
        Ok(reached)
    }

    /// Saturates what a relation leads to at a level, if it is below its first.
    pub(super) fn saturated(
        &mut self,
        set: NodeId,
        level: u32,
        below: Option<Below<'_>>,
    ) -> Outcome {
        match below {
            Some(below) if level > below.top => self.saturate_below(set, level, below.saturation),
            _ => Ok(set),
        }
    }
}
