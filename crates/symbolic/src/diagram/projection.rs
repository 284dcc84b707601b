//! What the vectors of a set have at some levels.

use super::nodes::{Diagrams, NodeId, Outcome};

/// Some levels.
#[derive(Clone, Debug)]
pub struct Projection {
    /// The levels, in order.
    pub levels: Vec<u32>,
    operation: u32,
    selecting: u32,
}

impl Projection {
    /// To some levels, which are in order.
    #[must_use]
    pub fn new(levels: Vec<u32>, diagrams: &mut Diagrams<'_>) -> Projection {
        let operation = diagrams.new_operation();
        let selecting = diagrams.new_operation();
        Projection { levels, operation, selecting }
    }

    pub(super) fn selecting(&self) -> u32 {
        self.selecting
    }
}

impl Diagrams<'_> {
    /// The vectors without all but some levels.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn project(&mut self, set: NodeId, projection: &Projection) -> Outcome {
        self.project_below(set, 0, &projection.levels, projection.operation)
    }

    fn project_below(
        &mut self,
        set: NodeId,
        level: u32,
        levels: &[u32],
        operation: u32,
    ) -> Outcome {
        if set.is_empty() {
            return Ok(set);
        }
        let Some((&next, rest)) = levels.split_first() else { return Ok(NodeId::UNIT) };
        if let Some(known) = self.cache.get(operation, set, NodeId::EMPTY) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        let levels = if next == level { rest } else { levels };
        for place in self.branches_of(set) {
            let (value, down) = self.branch(place);
            let down = self.project_below(down, level + 1, levels, operation)?;
            self.push((value, down));
        }
        let result = if next == level {
            self.make(from)?
        } else {
            let downs = self.stack.drain(from..).map(|(_, down)| down).collect();
            self.union_of(downs)?
        };
        self.cache.put(operation, set, NodeId::EMPTY, result);
        Ok(result)
    }
}
