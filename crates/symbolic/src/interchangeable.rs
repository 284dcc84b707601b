//! Processes that may change places in all ways, and how an exchange of two acts on sets of states and on single ones.

use std::collections::HashMap;

use crate::diagram::{Diagrams, NodeId, Projection, Relabelling, Relation, Touched};
use kernel::StopReason;

/// Processes that may change places in all ways, with all that names them. Whoever says so has proved that every such change takes
/// transitions to transitions, and what violates a property to what violates it. Images of initial states need not be initial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interchangeable {
    /// The cells of each process in a state, those of all in corresponding order.
    pub records: Vec<Vec<u32>>,
    /// For each cell of a state that may name a process, the values that name them, in order. Other values name nobody of them.
    pub names: HashMap<u32, Vec<i32>>,
    /// The global pointers: cells that name processes, in order.
    pub globals: Vec<u32>,
    /// The pointers that each process has, by their places in its record.
    pub locals: Vec<usize>,
}

/// Exchanges of processes in sets of vectors.
pub struct Exchanges<'p> {
    /// What changes places.
    pub processes: &'p Interchangeable,
    /// The level of each cell.
    levels: Vec<u32>,
    relabellings: HashMap<(usize, usize), Relabelling>,
    pairs: HashMap<(u32, u32), (Projection, Relation)>,
}

impl<'p> Exchanges<'p> {
    /// In vectors in which the cells of states have these levels.
    #[must_use]
    pub fn new(processes: &'p Interchangeable, levels: Vec<u32>) -> Exchanges<'p> {
        Exchanges { processes, levels, relabellings: HashMap::new(), pairs: HashMap::new() }
    }

    /// The level of a cell.
    #[must_use]
    pub fn level(&self, cell: u32) -> u32 {
        self.levels[cell as usize]
    }

    /// The vectors of a set with two processes exchanged.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn exchange(
        &mut self,
        set: NodeId,
        [one, other]: [usize; 2],
        diagrams: &mut Diagrams<'_>,
    ) -> Result<NodeId, StopReason> {
        if set.is_empty() {
            return Ok(set);
        }
        if !self.relabellings.contains_key(&(one, other)) {
            let relabelling = self.relabelling([one, other], diagrams);
            self.relabellings.insert((one, other), relabelling);
        }
        let mut set = diagrams.relabel(set, &self.relabellings[&(one, other)])?;
        let records = &self.processes.records;
        let cells = records[one].iter().zip(&records[other]);
        for (above, below) in
            cells.map(|(&a, &b)| (self.level(a), self.level(b))).collect::<Vec<_>>()
        {
            set = self.swap(set, above.min(below), above.max(below), diagrams)?;
        }
        Ok(set)
    }

    fn relabelling(&self, [one, other]: [usize; 2], diagrams: &mut Diagrams<'_>) -> Relabelling {
        let mut pairs = vec![None; self.levels.len().max(self.last_level() + 1)];
        for (&cell, names) in &self.processes.names {
            pairs[self.level(cell) as usize] = Some((names[one], names[other]));
        }
        Relabelling::new(pairs, diagrams)
    }

    fn last_level(&self) -> usize {
        self.levels.iter().copied().max().unwrap_or(0) as usize
    }

    /// What stands at two levels, exchanged: for the pairs of values that stand there together.
    fn swap(
        &mut self,
        set: NodeId,
        above: u32,
        below: u32,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<NodeId, StopReason> {
        let (projection, relation) = self.pairs.entry((above, below)).or_insert_with(|| {
            let touched = |level| Touched { level, reads: true, writes: true };
            let relation = Relation::new(vec![touched(above), touched(below)], diagrams);
            (Projection::new(vec![above, below], diagrams), relation)
        });
        let there = diagrams.project(set, projection)?;
        let mut vectors = Vec::new();
        diagrams.each(there, &mut |pair| vectors.push(vec![pair[0], pair[1], pair[1], pair[0]]))?;
        relation.vectors = diagrams.set_of(vectors)?;
        diagrams.image(set, relation)
    }

    /// A vector with two processes exchanged.
    pub fn exchange_in(&self, vector: &mut [i32], [one, other]: [usize; 2]) {
        for (&cell, names) in &self.processes.names {
            let value = &mut vector[self.level(cell) as usize];
            if *value == names[one] {
                *value = names[other];
            } else if *value == names[other] {
                *value = names[one];
            }
        }
        let records = &self.processes.records;
        for (&a, &b) in records[one].iter().zip(&records[other]) {
            vector.swap(self.level(a) as usize, self.level(b) as usize);
        }
    }
}
