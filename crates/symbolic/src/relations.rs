//! What is known of transitions: relations, one for all moves that read and write the same cells.

use std::collections::HashMap;

use kernel::StopReason;

use crate::diagram::{Diagrams, NodeId, Projection, Relation, Touched};
use crate::probe::ShortMove;

/// Relations, and where something can be done.
#[derive(Default)]
pub struct Relations {
    /// The relations.
    pub all: Vec<Relation>,
    by_touched: HashMap<Vec<Touched>, usize>,
    /// What is to be added to each.
    pending: Vec<Vec<Vec<i32>>>,
    domains: Vec<Domain>,
    by_levels: HashMap<Vec<u32>, usize>,
}

/// The values at some levels with which something can be done.
struct Domain {
    levels: Projection,
    vectors: NodeId,
    pending: Vec<Vec<i32>>,
}

impl Relations {
    /// Adds what can be done where these values stand at these levels, which are in order.
    pub fn add(&mut self, read: &[(u32, i32)], moves: &[ShortMove], diagrams: &mut Diagrams<'_>) {
        if moves.is_empty() {
            return;
        }
        let levels: Vec<u32> = read.iter().map(|&(level, _)| level).collect();
        let place = *self.by_levels.entry(levels).or_insert_with_key(|levels| {
            let levels = Projection::new(levels.clone(), diagrams);
            self.domains.push(Domain { levels, vectors: NodeId::EMPTY, pending: Vec::new() });
            self.domains.len() - 1
        });
        self.domains[place].pending.push(read.iter().map(|&(_, value)| value).collect());
        for writes in moves.iter().filter_map(|made| made.writes.as_ref()) {
            let (touched, vector) = combined(read, writes);
            let place = *self.by_touched.entry(touched).or_insert_with_key(|touched| {
                self.all.push(Relation::new(touched.clone(), diagrams));
                self.pending.push(Vec::new());
                self.all.len() - 1
            });
            self.pending[place].push(vector);
        }
    }

    /// Takes up what was added. Says whether there was anything.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn settle(&mut self, diagrams: &mut Diagrams<'_>) -> Result<bool, StopReason> {
        let mut news = false;
        for (relation, pending) in self.all.iter_mut().zip(&mut self.pending) {
            if !pending.is_empty() {
                news = true;
                let added = diagrams.set_of(std::mem::take(pending))?;
                relation.vectors = diagrams.union(relation.vectors, added)?;
            }
        }
        for domain in self.domains.iter_mut().filter(|domain| !domain.pending.is_empty()) {
            news = true;
            let added = diagrams.set_of(std::mem::take(&mut domain.pending))?;
            domain.vectors = diagrams.union(domain.vectors, added)?;
        }
        Ok(news)
    }

    /// The states of a set in which nothing can be done.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn stuck(&self, set: NodeId, diagrams: &mut Diagrams<'_>) -> Result<NodeId, StopReason> {
        let mut stuck = set;
        for domain in &self.domains {
            if stuck.is_empty() {
                break;
            }
            let moving = diagrams.restrict(stuck, &domain.levels, domain.vectors)?;
            stuck = diagrams.minus(stuck, moving)?;
        }
        Ok(stuck)
    }

    /// All sets that are kept.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut NodeId> {
        let of_domains = self.domains.iter_mut().map(|domain| &mut domain.vectors);
        self.all.iter_mut().map(|relation| &mut relation.vectors).chain(of_domains)
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
