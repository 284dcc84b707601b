//! The vectors of a set whose projection is in another.

use super::nodes::{Diagrams, NodeId, Outcome};
use super::projection::Projection;

impl Diagrams<'_> {
    /// The vectors that have at some levels what one of `vectors` has.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn restrict(&mut self, set: NodeId, projection: &Projection, vectors: NodeId) -> Outcome {
        self.restrict_below(set, vectors, 0, &projection.levels, projection.selecting())
    }

    fn restrict_below(
        &mut self,
        set: NodeId,
        vectors: NodeId,
        level: u32,
        levels: &[u32],
        operation: u32,
    ) -> Outcome {
        if set.is_empty() || vectors.is_empty() {
            return Ok(NodeId::EMPTY);
        }
        let Some((&next, rest)) = levels.split_first() else { return Ok(set) };
        if let Some(known) = self.cache.get(operation, set, vectors) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        let mut wanted = self.branches_of(vectors);
        for place in self.branches_of(set) {
            let (value, down) = self.branch(place);
            let down = match next == level {
                false => self.restrict_below(down, vectors, level + 1, levels, operation)?,
                true => match self.seek(&mut wanted, value) {
                    Some(vectors) => {
                        self.restrict_below(down, vectors, level + 1, rest, operation)?
                    }
                    None => continue,
                },
            };
            self.push((value, down));
        }
        let result = self.make(from)?;
        self.cache.put(operation, set, vectors, result);
        Ok(result)
    }
}
