//! From vectors to sets, and back.

use std::ops::Range;

use super::nodes::{Diagrams, NodeId, Outcome};

/// The memory that so many vectors of a length take, each by itself.
#[must_use]
pub fn bytes_of(vectors: u64, length: usize) -> u64 {
    /// A vector's own record, and what the heap adds.
    const EACH: u64 = 40;
    vectors.saturating_mul(EACH + 4 * length as u64)
}

/// How many vectors are sorted at once.
const PORTION: usize = 1 << 16;

impl Diagrams<'_> {
    /// The set of some vectors of one length, in any order.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn set_of(&mut self, mut vectors: Vec<Vec<i32>>) -> Outcome {
        let mut all = NodeId::EMPTY;
        // Of millions in portions: limits are minded between these.
        for portion in vectors.chunks_mut(PORTION) {
            portion.sort_unstable();
            let mut rows: Vec<&[i32]> = portion.iter().map(Vec::as_slice).collect();
            rows.dedup();
            let set = self.sorted(&rows, 0)?;
            all = self.union(all, set)?;
        }
        Ok(all)
    }

    /// The set of all vectors whose numbers are among these, which are in order.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn all_of(&mut self, numbers: &[Vec<i32>]) -> Outcome {
        let mut below = NodeId::UNIT;
        for numbers in numbers.iter().rev() {
            self.step()?;
            let from = self.stack.len();
            numbers.iter().for_each(|&number| self.push((number, below)));
            below = self.make(from)?;
        }
        Ok(below)
    }

    /// The numbers with which vectors of a set begin, in order, and what follows on each.
    #[must_use]
    pub fn beginnings(&self, set: NodeId) -> Vec<(i32, NodeId)> {
        self.branches[self.branches_of(set)].to_vec()
    }

    /// The set of the ends of some sorted vectors that begin alike.
    fn sorted(&mut self, vectors: &[&[i32]], level: usize) -> Outcome {
        let Some(first) = vectors.first() else { return Ok(NodeId::EMPTY) };
        if first.len() == level {
            return Ok(NodeId::UNIT);
        }
        self.step()?;
        let from = self.stack.len();
        for of_value in vectors.chunk_by(|one, other| one[level] == other[level]) {
            let down = self.sorted(of_value, level + 1)?;
            self.push((of_value[0][level], down));
        }
        self.make(from)
    }

    /// Calls `visit` for each vector of a set, in order.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn each(&mut self, set: NodeId, visit: &mut dyn FnMut(&[i32])) -> Outcome<()> {
        self.each_below(set, &mut Vec::new(), visit)
    }

    fn each_below(
        &mut self,
        set: NodeId,
        vector: &mut Vec<i32>,
        visit: &mut dyn FnMut(&[i32]),
    ) -> Outcome<()> {
        if set == NodeId::UNIT {
            visit(vector);
            return self.step();
        }
        for place in self.branches_of(set) {
            let (value, down) = self.branch(place);
            vector.push(value);
            self.each_below(down, vector, visit)?;
            vector.pop();
        }
        Ok(())
    }

    /// The first vector of a set, if there is one.
    #[must_use]
    pub fn first(&self, mut set: NodeId) -> Option<Vec<i32>> {
        if set.is_empty() {
            return None;
        }
        let mut vector = Vec::new();
        while set != NodeId::UNIT {
            let (value, down) = self.branch(self.branches_of(set).start);
            vector.push(value);
            set = down;
        }
        Some(vector)
    }
}

/// The vectors of a set in order, one by one, however many there are. Diagrams may grow meanwhile, but nothing be collected.
pub struct Vectors {
    /// The nodes on the way to the vector that comes next, and the branches of each that were not taken yet.
    open: Vec<Range<usize>>,
    vector: Vec<i32>,
    /// What is looked at next.
    at: Option<NodeId>,
}

impl Vectors {
    /// Those of a set.
    #[must_use]
    pub fn of(set: NodeId) -> Vectors {
        Vectors { open: Vec::new(), vector: Vec::new(), at: Some(set) }
    }

    /// The next vector.
    pub fn next(&mut self, diagrams: &Diagrams<'_>) -> Option<&[i32]> {
        loop {
            match self.at.take() {
                Some(NodeId::UNIT) => return Some(&self.vector),
                Some(node) => self.open.push(diagrams.branches_of(node)),
                None => self.vector.truncate(self.open.len().checked_sub(1)?),
            }
            let Some(place) = self.open.last_mut().and_then(Range::next) else {
                self.open.pop();
                continue;
            };
            let (value, down) = diagrams.branch(place);
            self.vector.push(value);
            self.at = Some(down);
        }
    }
}
