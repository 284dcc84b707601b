//! What relations lead to: the relational product.
//!
//! A relation touches some levels. Its vectors hold, level by level, the value that is read and then the one that is written, as
//! far as the level is read or written; all other levels keep what they hold (Meijer, Kant, Blom and van de Pol, *Read, write and
//! copy dependencies for symbolic model checking*, HVC 2014).

use super::nodes::{Diagrams, NodeId, Outcome};
use super::saturation::Below;

/// What a relation does at a level that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touched {
    /// The level.
    pub level: u32,
    /// Whether the value there decides.
    pub reads: bool,
    /// Whether another takes its place.
    pub writes: bool,
}

/// A relation between vectors.
#[derive(Clone, Debug)]
pub struct Relation {
    /// What it touches, by level.
    pub touched: Vec<Touched>,
    /// Its vectors.
    pub vectors: NodeId,
    forward: u32,
}

impl Relation {
    /// Relates nothing yet.
    #[must_use]
    pub fn new(touched: Vec<Touched>, diagrams: &mut Diagrams<'_>) -> Relation {
        let forward = diagrams.new_operation();
        Relation { touched, vectors: NodeId::EMPTY, forward }
    }

    /// The first level that it touches.
    #[must_use]
    pub fn top(&self) -> u32 {
        self.touched.first().map_or(0, |touched| touched.level)
    }
}

impl Diagrams<'_> {
    /// The vectors that a relation leads to from those of a set.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn image(&mut self, set: NodeId, relation: &Relation) -> Outcome {
        self.image_below(set, relation.vectors, 0, &relation.touched, relation.forward, None)
    }

    /// What a part of a relation leads to from what follows at a level; within saturation, saturated.
    pub(super) fn image_below(
        &mut self,
        set: NodeId,
        vectors: NodeId,
        level: u32,
        touched: &[Touched],
        operation: u32,
        saturation: Option<Below<'_>>,
    ) -> Outcome {
        let Some((next, rest)) = touched.split_first() else { return Ok(set) };
        if set.is_empty() || vectors.is_empty() {
            return Ok(NodeId::EMPTY);
        }
        if let Some(known) = self.cache.get(operation, set, vectors) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        let below = |it: &mut Self, down, vectors, touched| {
            it.image_below(down, vectors, level + 1, touched, operation, saturation)
        };
        let result = match (next.level == level, next.reads, next.writes) {
            (false, ..) => {
                for place in self.branches_of(set) {
                    let (value, down) = self.branch(place);
                    let down = below(self, down, vectors, touched)?;
                    self.push((value, down));
                }
                self.make(from)?
            }
            (true, _, false) => {
                let mut read = self.branches_of(vectors);
                for place in self.branches_of(set) {
                    let (value, down) = self.branch(place);
                    if let Some(vectors) = self.seek(&mut read, value) {
                        let down = below(self, down, vectors, rest)?;
                        self.push((value, down));
                    }
                }
                self.make(from)?
            }
            (true, true, true) => {
                let mut read = self.branches_of(vectors);
                for place in self.branches_of(set) {
                    let (value, down) = self.branch(place);
                    let Some(writes) = self.seek(&mut read, value) else { continue };
                    for place in self.branches_of(writes) {
                        let (written, vectors) = self.branch(place);
                        let down = below(self, down, vectors, rest)?;
                        self.push((written, down));
                    }
                }
                self.make_unsorted(from)?
            }
            (true, false, true) => {
                let all = self.any_below(set)?;
                for place in self.branches_of(vectors) {
                    let (written, vectors) = self.branch(place);
                    let down = below(self, all, vectors, rest)?;
                    self.push((written, down));
                }
                self.make(from)?
            }
        };
        let result = self.saturated(result, level, saturation)?;
        self.cache.put(operation, set, vectors, result);
        Ok(result)
    }

    /// What can follow on any value of the first level.
    pub(super) fn any_below(&mut self, set: NodeId) -> Outcome {
        let downs = self.branches[self.branches_of(set)].iter().map(|&(_, down)| down).collect();
        self.union_of(downs)
    }

    /// The node with the branches from a place of the stack on, which may be in any order and have values in common.
    pub(super) fn make_unsorted(&mut self, from: usize) -> Outcome {
        if self.stack[from..].is_sorted_by(|one, other| one.0 < other.0) {
            return self.make(from);
        }
        let mut branches = self.stack.split_off(from);
        branches.sort_unstable();
        for of_value in branches.chunk_by(|one, other| one.0 == other.0) {
            let downs = of_value.iter().map(|&(_, down)| down).collect();
            let down = self.union_of(downs)?;
            self.push((of_value[0].0, down));
        }
        self.make(from)
    }
}
