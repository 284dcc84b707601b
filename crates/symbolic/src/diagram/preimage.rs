//! From a vector back to one before it.

use std::collections::HashSet;

use super::nodes::{Diagrams, NodeId, Outcome};
use super::product::{Relation, Touched};

impl Diagrams<'_> {
    /// A vector of a set from which a relation leads to another vector, if there is one.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn before(
        &mut self,
        set: NodeId,
        relation: &Relation,
        after: &[i32],
    ) -> Outcome<Option<Vec<i32>>> {
        let mut search = Search { diagrams: self, after, vector: Vec::new(), vain: HashSet::new() };
        let found = search.finds(set, relation.vectors, &relation.touched)?;
        Ok(found.then_some(search.vector))
    }
}

struct Search<'a, 'w> {
    diagrams: &'a mut Diagrams<'w>,
    after: &'a [i32],
    /// The vector, as far as it is chosen.
    vector: Vec<i32>,
    /// What was tried in vain: nodes of the set and of the relation.
    vain: HashSet<(NodeId, NodeId)>,
}

impl Search<'_, '_> {
    /// Whether there is an end for the vector that is chosen so far, which is then complete.
    fn finds(&mut self, set: NodeId, vectors: NodeId, touched: &[Touched]) -> Outcome<bool> {
        if set == NodeId::UNIT {
            return Ok(true);
        }
        if self.vain.contains(&(set, vectors)) {
            return Ok(false);
        }
        self.diagrams.step()?;
        let level = self.vector.len();
        let wanted = self.after[level];
        let next = touched.first().filter(|next| next.level as usize == level);
        let rest = if next.is_some() { &touched[1..] } else { touched };
        for place in self.diagrams.branches_of(set) {
            let (value, down) = self.diagrams.branch(place);
            let below = match next {
                None => (value == wanted).then_some(vectors),
                Some(next) => self.through(vectors, next, value, wanted),
            };
            let Some(below) = below else { continue };
            self.vector.push(value);
            if self.finds(down, below, rest)? {
                return Ok(true);
            }
            self.vector.pop();
        }
        self.vain.insert((set, vectors));
        Ok(false)
    }

    /// What follows in a relation on a value that becomes the one that is wanted, or stays and is that.
    fn through(&self, vectors: NodeId, next: &Touched, value: i32, wanted: i32) -> Option<NodeId> {
        let follow = |node, value| {
            let mut branches = self.diagrams.branches_of(node);
            self.diagrams.seek(&mut branches, value)
        };
        let read = if next.reads { follow(vectors, value)? } else { vectors };
        match next.writes {
            true => follow(read, wanted),
            false => (value == wanted).then_some(read),
        }
    }
}
