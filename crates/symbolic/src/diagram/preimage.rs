//! From a vector back to one before it.

use std::collections::HashSet;

use super::nodes::{Diagrams, NodeId};
use super::product::{Relation, Touched};

impl Diagrams<'_> {
    /// A vector of a set from which a relation leads to another vector, if there is one.
    #[must_use]
    pub fn before(&self, set: NodeId, relation: &Relation, after: &[i32]) -> Option<Vec<i32>> {
        let mut search = Search { diagrams: self, after, vector: Vec::new(), vain: HashSet::new() };
        search.finds(set, relation.vectors, &relation.touched).then_some(search.vector)
    }
}

struct Search<'a> {
    diagrams: &'a Diagrams<'a>,
    after: &'a [i32],
    /// The vector, as far as it is chosen.
    vector: Vec<i32>,
    /// What was tried in vain: nodes of the set and of the relation.
    vain: HashSet<(NodeId, NodeId)>,
}

impl Search<'_> {
    /// Whether there is an end for the vector that is chosen so far, which is then complete.
    fn finds(&mut self, set: NodeId, vectors: NodeId, touched: &[Touched]) -> bool {
        if set == NodeId::UNIT {
            return true;
        }
        if self.vain.contains(&(set, vectors)) {
            return false;
        }
        let level = self.vector.len();
        let wanted = self.after[level];
        let diagrams = self.diagrams;
        let next = touched.first().filter(|next| next.level as usize == level);
        let rest = if next.is_some() { &touched[1..] } else { touched };
        for place in diagrams.branches_of(set) {
            let (value, down) = diagrams.branch(place);
            let below = match next {
                None => (value == wanted).then_some(vectors),
                Some(next) => self.through(vectors, next, value, wanted),
            };
            let Some(below) = below else { continue };
            self.vector.push(value);
            if self.finds(down, below, rest) {
                return true;
            }
            self.vector.pop();
        }
        self.vain.insert((set, vectors));
        false
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
