//! What is known of transitions: relations, one for all moves that read and write the same cells.

use std::collections::HashMap;

use kernel::StopReason;

use crate::diagram::{Diagrams, NodeId, Relation, Touched, bytes_of};
use crate::domains::Domains;
use crate::probe::ShortMove;

/// Relations, and where something can be done.
#[derive(Default)]
pub struct Relations {
    /// The relations.
    pub all: Vec<Relation>,
    by_touched: HashMap<Vec<Touched>, usize>,
    /// What is to be added to each.
    pending: Vec<Vec<Vec<i32>>>,
    /// Where something can be done.
    moving: Domains,
}

impl Relations {
    /// Adds what can be done where these values stand at these levels, which are in order.
    pub fn add(&mut self, read: &[(u32, i32)], moves: &[ShortMove], diagrams: &mut Diagrams<'_>) {
        if moves.is_empty() {
            return;
        }
        self.moving.add(read, diagrams);
        for writes in moves.iter().filter_map(|made| made.writes.as_ref()) {
            let (touched, vector) = combined(read, writes);
            let place = *self.by_touched.entry(touched).or_insert_with_key(|touched| {
                self.all.push(Relation::new(touched.clone(), diagrams));
                self.pending.push(Vec::new());
                self.all.len() - 1
            });
            diagrams.hold(bytes_of(1, vector.len()));
            self.pending[place].push(vector);
        }
    }

    /// Takes up what was added.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn settle(&mut self, diagrams: &mut Diagrams<'_>) -> Result<(), StopReason> {
        for (relation, pending) in self.all.iter_mut().zip(&mut self.pending) {
            if let Some(first) = pending.first() {
                diagrams.release(bytes_of(pending.len() as u64, first.len()));
                let added = diagrams.set_of(std::mem::take(pending))?;
                relation.vectors = diagrams.union(relation.vectors, added)?;
            }
        }
        self.moving.settle(diagrams)
    }

    /// The states of a set in which nothing can be done.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn stuck(&self, set: NodeId, diagrams: &mut Diagrams<'_>) -> Result<NodeId, StopReason> {
        self.moving.outside(set, diagrams)
    }

    /// All sets that are kept.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut NodeId> {
        self.all.iter_mut().map(|relation| &mut relation.vectors).chain(self.moving.roots())
    }
}

/// What a move touches, and its vector: both by level.
fn combined(read: &[(u32, i32)], writes: &[(u32, i32)]) -> (Vec<Touched>, Vec<i32>) {
    let (mut touched, mut vector) = (Vec::new(), Vec::new());
    let (mut read, mut writes) = (read.iter().peekable(), writes.iter().peekable());
    while let Some(level) = [read.peek(), writes.peek()].into_iter().flatten().map(|it| it.0).min()
    {
        let is_there = |it: &&(u32, i32)| it.0 == level;
        let (one, other) = (read.next_if(is_there), writes.next_if(is_there));
        touched.push(Touched { level, reads: one.is_some(), writes: other.is_some() });
        vector.extend(one.into_iter().chain(other).map(|&(_, value)| value));
    }
    (touched, vector)
}
