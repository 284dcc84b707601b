//! Values renamed at some levels.

use super::nodes::{Diagrams, NodeId, Outcome};

/// Two values that take each other's place, at some levels.
#[derive(Clone, Debug)]
pub struct Relabelling {
    /// For each level down to the last that changes, the values that change places there.
    pairs: Vec<Option<(i32, i32)>>,
    operation: u32,
}

impl Relabelling {
    /// Of the values that change places at each level.
    #[must_use]
    pub fn new(mut pairs: Vec<Option<(i32, i32)>>, diagrams: &mut Diagrams<'_>) -> Relabelling {
        while pairs.last().is_some_and(Option::is_none) {
            pairs.pop();
        }
        Relabelling { pairs, operation: diagrams.new_operation() }
    }
}

impl Diagrams<'_> {
    /// The vectors of a set, relabelled.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn relabel(&mut self, set: NodeId, relabelling: &Relabelling) -> Outcome {
        self.relabel_below(set, &relabelling.pairs, relabelling.operation)
    }

    fn relabel_below(
        &mut self,
        set: NodeId,
        pairs: &[Option<(i32, i32)>],
        operation: u32,
    ) -> Outcome {
        let Some((pair, rest)) = pairs.split_first() else { return Ok(set) };
        if set.is_empty() {
            return Ok(set);
        }
        if let Some(known) = self.cache.get(operation, set, NodeId::EMPTY) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        for place in self.branches_of(set) {
            let (value, down) = self.branch(place);
            let down = self.relabel_below(down, rest, operation)?;
            let value = match *pair {
                Some((one, other)) if value == one => other,
                Some((one, other)) if value == other => one,
                _ => value,
            };
            self.push((value, down));
        }
        let result = self.make_unsorted(from)?;
        self.cache.put(operation, set, NodeId::EMPTY, result);
        Ok(result)
    }
}
