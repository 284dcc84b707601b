//! One pass of exchanges of processes by what points to them, on sets of states.
//!
//! F. Wang and K. Schmidt, *Symmetric symbolic safety-analysis of concurrent software with pointer data structures* (FORTE 2002),
//! Sect. 7.1, `IbSINC`: `reduce_symmetry`, with `permute` and `reverse`. For processes `i` before `j`, the states of `reverse(i, j)` have
//! `i` and `j` exchanged. These are the states in which
//! 1. some global pointer names `j`, and no earlier one names `i`; or
//! 2. all global pointers name processes before `i`, or none, and
//!    - (a) reading the pointers of the processes before `i` in order, `j` is met before `i`; or
//!    - (b) of the first pointers in which `i` and `j` differ, and of which one at least names nobody after `i`, that of `j` names nobody
//!      after `i`, and comes before that of `i`. Who names nobody comes before all.
//!
//! The strategy `sinc` of the crate `symmetry` does the same in one state; so as many states are left here as are stored there.
//!
//! Guarantee: each state becomes one of its orbit. Cost: for each pair of processes as many selections as there are pointers of the
//! processes before them, and an exchange in what was selected.

use std::collections::HashMap;

use kernel::StopReason;
use model::ComparePointers;

use crate::diagram::{Diagrams, NodeId, Projection};
use crate::interchangeable::{Exchanges, Interchangeable};

/// The pass.
pub struct Sinc<'p> {
    exchanges: Exchanges<'p>,
    rule: ComparePointers,
    projections: HashMap<Vec<u32>, Projection>,
}

/// A set before two processes were exchanged in some of its vectors.
pub struct Stage {
    /// The processes.
    pub pair: [usize; 2],
    /// The other vectors.
    pub kept: NodeId,
}

type Outcome<T = NodeId> = Result<T, StopReason>;

impl<'p> Sinc<'p> {
    /// For processes, in vectors in which the cells of states have these levels.
    #[must_use]
    pub fn new(
        processes: &'p Interchangeable,
        rule: ComparePointers,
        levels: Vec<u32>,
    ) -> Sinc<'p> {
        let exchanges = Exchanges::new(processes, levels);
        Sinc { exchanges, rule, projections: HashMap::new() }
    }

    /// `reduce_symmetry`: the pass.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn reduce(&mut self, set: NodeId, diagrams: &mut Diagrams<'_>) -> Outcome {
        self.stages(set, diagrams, &mut |_| ())
    }

    /// The same, where each exchange is told.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn stages(
        &mut self,
        mut set: NodeId,
        diagrams: &mut Diagrams<'_>,
        tell: &mut dyn FnMut(Stage),
    ) -> Outcome {
        let count = self.exchanges.processes.records.len();
        for i in 0..count {
            for j in i + 1..count {
                let reversed = self.reverse(set, i, j, diagrams)?;
                if reversed.is_empty() {
                    continue;
                }
                let kept = diagrams.minus(set, reversed)?;
                let exchanged = self.exchanges.exchange(reversed, [i, j], diagrams)?;
                tell(Stage { pair: [i, j], kept });
                set = diagrams.union(kept, exchanged)?;
            }
        }
        Ok(set)
    }

    /// A vector with two processes exchanged.
    pub fn exchange_in(&self, vector: &mut [i32], pair: [usize; 2]) {
        self.exchanges.exchange_in(vector, pair);
    }

    /// `reverse(i, j)`: the vectors of a set in which two processes are to be exchanged.
    fn reverse(&mut self, set: NodeId, i: usize, j: usize, diagrams: &mut Diagrams<'_>) -> Outcome {
        let processes = self.exchanges.processes;
        let (by_globals, _) = self.met_first(set, &processes.globals, i, j, diagrams)?;
        let mut settled = set;
        for &global in &processes.globals {
            let names = &processes.names[&global];
            let late = self.select(settled, global, &names[i..], diagrams)?;
            settled = diagrams.minus(settled, late)?;
        }
        let earlier = processes.records[..i].iter();
        let pointers: Vec<u32> = earlier
            .flat_map(|record| processes.locals.iter().map(|&place| record[place]))
            .collect();
        let (by_locals, unmet) = self.met_first(settled, &pointers, i, j, diagrams)?;
        let compared = match self.rule {
            ComparePointers::Unmet => unmet,
            ComparePointers::Always | ComparePointers::Printed => {
                diagrams.minus(settled, by_locals)?
            }
        };
        let by_own = match self.rule {
            // Nothing is between the first pointers and nothing: they differ in all states.
            ComparePointers::Printed if !processes.locals.is_empty() => compared,
            _ => self.compare(compared, i, j, diagrams)?,
        };
        let by_pointers = diagrams.union(by_locals, by_own)?;
        diagrams.union(by_globals, by_pointers)
    }

    /// The vectors in which the second of two processes is met before the first, reading pointers in order; and those in which
    /// neither is.
    fn met_first(
        &mut self,
        set: NodeId,
        pointers: &[u32],
        i: usize,
        j: usize,
        diagrams: &mut Diagrams<'_>,
    ) -> Outcome<(NodeId, NodeId)> {
        let (mut second, mut unmet) = (NodeId::EMPTY, set);
        for &pointer in pointers {
            let names = &self.exchanges.processes.names[&pointer];
            let (first_name, second_name) = (names[i], names[j]);
            let met = self.select(unmet, pointer, &[second_name], diagrams)?;
            second = diagrams.union(second, met)?;
            let either = self.select(unmet, pointer, &[first_name, second_name], diagrams)?;
            unmet = diagrams.minus(unmet, either)?;
        }
        Ok((second, unmet))
    }

    /// The vectors in which the pointers of the second of two processes come before those of the first.
    fn compare(
        &mut self,
        mut set: NodeId,
        i: usize,
        j: usize,
        diagrams: &mut Diagrams<'_>,
    ) -> Outcome {
        let processes = self.exchanges.processes;
        let mut reversed = NodeId::EMPTY;
        for &place in &processes.locals {
            let cells = [processes.records[i][place], processes.records[j][place]];
            // Nobody comes before the first.
            let rank = |cell: u32, value: i32| {
                let names = &processes.names[&cell];
                names.iter().position(|&name| name == value).map_or(-1, |rank| rank as i64)
            };
            let (mut before, mut alike) = (Vec::new(), Vec::new());
            for pair in self.pairs(set, cells, diagrams)? {
                let [own, other] = [0, 1].map(|at| rank(cells[at], pair[at]));
                let at = i as i64;
                if own == other || own > at && other > at {
                    alike.push(pair.to_vec());
                } else if other <= at && other < own {
                    before.push(pair.to_vec());
                }
            }
            let found = self.with(set, &cells, before, diagrams)?;
            reversed = diagrams.union(reversed, found)?;
            set = self.with(set, &cells, alike, diagrams)?;
        }
        Ok(reversed)
    }

    /// The vectors that have one of these values in a cell.
    fn select(
        &mut self,
        set: NodeId,
        cell: u32,
        values: &[i32],
        diagrams: &mut Diagrams<'_>,
    ) -> Outcome {
        self.with(set, &[cell], values.iter().map(|&value| vec![value]).collect(), diagrams)
    }

    /// The vectors that have what one of these has in some cells.
    fn with(
        &mut self,
        set: NodeId,
        cells: &[u32],
        mut values: Vec<Vec<i32>>,
        diagrams: &mut Diagrams<'_>,
    ) -> Outcome {
        if self.levels_descend(cells) {
            values.iter_mut().for_each(|pair| pair.reverse());
        }
        let values = diagrams.set_of(values)?;
        let projection = self.projection(cells, diagrams);
        diagrams.restrict(set, projection, values)
    }

    /// What the vectors of a set have in two cells.
    fn pairs(
        &mut self,
        set: NodeId,
        cells: [u32; 2],
        diagrams: &mut Diagrams<'_>,
    ) -> Outcome<Vec<[i32; 2]>> {
        let descend = self.levels_descend(&cells);
        let projection = self.projection(&cells, diagrams);
        let there = diagrams.project(set, projection)?;
        let mut pairs = Vec::new();
        diagrams.each(there, &mut |pair| {
            pairs.push(if descend { [pair[1], pair[0]] } else { [pair[0], pair[1]] });
        })?;
        Ok(pairs)
    }

    fn levels_descend(&self, cells: &[u32]) -> bool {
        !cells.is_sorted_by_key(|&cell| self.exchanges.level(cell))
    }

    fn projection(&mut self, cells: &[u32], diagrams: &mut Diagrams<'_>) -> &Projection {
        let mut levels: Vec<u32> = cells.iter().map(|&cell| self.exchanges.level(cell)).collect();
        levels.sort_unstable();
        self.projections
            .entry(levels)
            .or_insert_with_key(|levels| Projection::new(levels.clone(), diagrams))
    }
}
