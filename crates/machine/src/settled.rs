//! The states that symmetry applies to.

use crate::index::ProcessTypeId;
use crate::state::State;

/// What the states that symmetry applies to have in common: the expected processes run, no
/// process can be started any more, and what never changes is as expected.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// Where the records of the processes start.
    pub starts: Vec<u32>,
    /// The types of the processes.
    pub types: Vec<ProcessTypeId>,
    /// For each location from which no process can be started any more, its process type.
    pub late: Vec<Option<ProcessTypeId>>,
    /// Cells that never change, with their values.
    pub frozen: Vec<(u32, i32)>,
}

impl Settled {
    /// Whether a state is one of these.
    pub fn holds(&self, state: &State) -> bool {
        state.starts == self.starts
            && self
                .types
                .iter()
                .enumerate()
                .all(|(p, t)| self.late[state.location(p).index()] == Some(*t))
            && self.frozen.iter().all(|&(cell, value)| state.cells[cell as usize] == value)
    }
}
