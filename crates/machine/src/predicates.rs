//! Inactive variables told by predicates over all local variables of a process, and not by its location alone.
//!
//! F. Wang and K. Schmidt, *Symmetric symbolic safety-analysis of concurrent software with pointer data structures* (FORTE 2002),
//! Sect. 5. A predicate is a decision diagram over the cells of one process, its location first. Here predicates are only evaluated;
//! whoever computes them vouches that what they call inactive is read by nobody before it is written, whatever else happens, and that
//! none depends on a cell where that is inactive itself, so that all are cleared at once.
//!
//! Cost: as many comparisons for each variable of each process in each state as its diagram is deep.

use crate::index::{LocationId, ProcessId, VariableId};
use crate::machine::Machine;
use crate::state::State;

/// A place in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The variable is inactive, or is not.
    Is(bool),
    /// The node with this number decides.
    By(u32),
}

/// A node: the value of one cell decides how to go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The place of the cell in the record of the process; its location is at 0.
    pub cell: u32,
    /// What follows on values, in order. With any other the variable is active.
    pub branches: Vec<(i32, Decision)>,
}

/// Where a cell of a process is inactive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The variable.
    pub variable: VariableId,
    /// The place of its cell in the record.
    pub cell: u32,
    /// Where the diagram begins.
    pub root: Decision,
}

/// What is inactive in the records of all processes, which are as many in all states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predicates {
    /// The nodes of all diagrams.
    pub nodes: Vec<Node>,
    /// For each process those of its cells that are inactive somewhere.
    pub processes: Vec<Vec<Predicate>>,
}

impl Predicates {
    /// Whether a cell is inactive in all processes that are at a location, whatever their variables hold.
    pub(crate) fn clear_at(&self, location: LocationId, cell: u32) -> bool {
        let value = location.0 as i32;
        let is_inactive = |root: Decision| match root {
            Decision::Is(inactive) => inactive,
            Decision::By(node) => {
                let node = &self.nodes[node as usize];
                node.cell == 0 && node.branches.contains(&(value, Decision::Is(true)))
            }
        };
        self.processes
            .iter()
            .all(|predicates| predicates.iter().any(|it| it.cell == cell && is_inactive(it.root)))
    }

    /// Whether a diagram calls a record inactive whose cells are told by `value`.
    ///
    /// # Errors
    /// Those of `value`.
    pub fn is_inactive<E>(
        &self,
        root: Decision,
        value: &mut dyn FnMut(u32) -> Result<i32, E>,
    ) -> Result<bool, E> {
        let mut at = root;
        loop {
            let node = match at {
                Decision::Is(inactive) => return Ok(inactive),
                Decision::By(node) => &self.nodes[node as usize],
            };
            let here = value(node.cell)?;
            let found = node.branches.binary_search_by_key(&here, |&(value, _)| value);
            at = found.map_or(Decision::Is(false), |place| node.branches[place].1);
        }
    }
}

impl Machine {
    /// Clears what predicates call inactive in a state.
    pub(crate) fn clear_by(&self, predicates: &Predicates, state: &mut State) {
        // Where a step ended in an error there may be no processes.
        for process in (0..state.starts.len()).take(predicates.processes.len()) {
            self.clear_record_by(predicates, state, process);
        }
    }

    /// Clears what predicates call inactive in the record of one process, if the machine clears by any.
    pub fn clear_record(&self, state: &mut State, process: ProcessId) {
        if let Some(predicates) = &self.predicates {
            self.clear_record_by(predicates, state, process.index());
        }
    }

    fn clear_record_by(&self, predicates: &Predicates, state: &mut State, process: usize) {
        let start = state.starts[process] as usize;
        for predicate in &predicates.processes[process] {
            let cells = &state.cells;
            let mut value = |cell: u32| Ok::<i32, ()>(cells[start + cell as usize]);
            if predicates.is_inactive(predicate.root, &mut value) == Ok(true) {
                state.cells[start + predicate.cell as usize] = self.blanks.of(predicate.variable);
            }
        }
    }

    /// The same machine, which clears nothing. Its initial states are still cleared.
    #[must_use]
    pub fn clearing_nothing(&self) -> Machine {
        let mut machine = self.clone();
        machine.inactive = Vec::new();
        machine.predicates = None;
        machine
    }

    /// The same machine, which clears what predicates call inactive. There is one for each process of each state.
    #[must_use]
    pub fn clearing_by(&self, predicates: Predicates) -> Machine {
        let mut machine = self.clearing_nothing();
        machine.predicates = Some(predicates.into());
        machine.clear_initial();
        machine
    }

    /// What a variable holds where it is cleared.
    #[must_use]
    pub fn cleared_value(&self, variable: VariableId) -> i32 {
        self.blanks.of(variable)
    }

    /// The predicates by which it clears, if it does.
    #[must_use]
    pub fn predicates(&self) -> Option<&Predicates> {
        self.predicates.as_deref()
    }
}
