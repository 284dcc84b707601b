//! Where something is so: values at some levels with which it is.

use std::collections::HashMap;

use kernel::StopReason;

use crate::diagram::{Diagrams, NodeId, Projection, bytes_of};

/// Values at some levels with which something is so, whatever stands elsewhere.
#[derive(Default)]
pub struct Domains {
    all: Vec<Domain>,
    by_levels: HashMap<Vec<u32>, usize>,
}

struct Domain {
    levels: Projection,
    vectors: NodeId,
    /// What is to be added.
    pending: Vec<Vec<i32>>,
}

impl Domains {
    /// Adds that it is so where these values stand at these levels, which are in order.
    pub fn add(&mut self, read: &[(u32, i32)], diagrams: &mut Diagrams<'_>) {
        let levels: Vec<u32> = read.iter().map(|&(level, _)| level).collect();
        let place = *self.by_levels.entry(levels).or_insert_with_key(|levels| {
            let levels = Projection::new(levels.clone(), diagrams);
            self.all.push(Domain { levels, vectors: NodeId::EMPTY, pending: Vec::new() });
            self.all.len() - 1
        });
        diagrams.hold(bytes_of(1, read.len()));
        self.all[place].pending.push(read.iter().map(|&(_, value)| value).collect());
    }

    /// Takes up what was added.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn settle(&mut self, diagrams: &mut Diagrams<'_>) -> Result<(), StopReason> {
        for domain in self.all.iter_mut().filter(|domain| !domain.pending.is_empty()) {
            let pending = domain.pending.len() as u64;
            diagrams.release(bytes_of(pending, domain.levels.levels.len()));
            let added = diagrams.set_of(std::mem::take(&mut domain.pending))?;
            domain.vectors = diagrams.union(domain.vectors, added)?;
        }
        Ok(())
    }

    /// The vectors of a set with which it is so.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn within(&self, set: NodeId, diagrams: &mut Diagrams<'_>) -> Result<NodeId, StopReason> {
        let rest = self.outside(set, diagrams)?;
        diagrams.minus(set, rest)
    }

    /// The vectors of a set with which it is not so.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn outside(&self, set: NodeId, diagrams: &mut Diagrams<'_>) -> Result<NodeId, StopReason> {
        let mut rest = set;
        for domain in &self.all {
            if rest.is_empty() {
                break;
            }
            let inside = diagrams.restrict(rest, &domain.levels, domain.vectors)?;
            rest = diagrams.minus(rest, inside)?;
        }
        Ok(rest)
    }

    /// All sets that are kept.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut NodeId> {
        self.all.iter_mut().map(|domain| &mut domain.vectors)
    }
}
