//! Inactive variables: local scalars that no later statement of their process reads before it writes them hold a blank in every
//! state, the initial ones included, whoever wrote them.
//!
//! F. Wang and K. Schmidt, *Symmetric symbolic safety-analysis of concurrent software with pointer data structures* (FORTE 2002),
//! Sect. 5, with the local predicate of a variable reduced to the location of its process ([`crate::predicates`] has it in full). What is read to find out which process
//! is meant is read. As printed there only the reads of the process itself count; here a variable that another process may read,
//! or a condition on states, is active everywhere: otherwise who reads through a pointer would find what was forgotten.
//!
//! [`crate::liveness`] resets a variable where its last reader is, as SPIN does, and leaves alone what other processes name. Here
//! other processes may write: what they write in vain is forgotten at once. Sound for every property that does not read what is
//! forgotten. Cost: a write for each inactive variable of each process in each state.

use std::ops::ControlFlow;

use kernel::{PropertyId, Transition, TransitionSystem};

use crate::compile::{Code, Reset};
use crate::control::NodeKind;
use crate::declarations::beside_code;
use crate::explore::Scratch;
use crate::fault::Fault;
use crate::index::{LocationId, ProcessTypeId, VariableId};
use crate::liveness::dead_at;
use crate::machine::Machine;
use crate::partial_order::PartialOrder;
use crate::program::Program;
use crate::state::State;
use crate::step::Step;
use crate::touches::{self, Touch};

/// For each location what is inactive in the record of a process there; empty, if nothing is anywhere.
pub(crate) fn inactive(program: &Program, code: &Code) -> Vec<Vec<Reset>> {
    let read = read_by_others(program);
    let mut inactive = vec![Vec::new(); code.locations.len()];
    for (index, process_type) in program.process_types.iter().enumerate() {
        let owner = ProcessTypeId::new(index);
        let is_here = |&place: &usize| code.locations[place].process_type == owner;
        let here: Vec<usize> = (0..inactive.len()).filter(is_here).collect();
        let nodes: Vec<_> = here.iter().map(|&place| code.locations[place].node).collect();
        let dead = dead_at(&process_type.control, owner, program, &nodes);
        for (place, variables) in here.into_iter().zip(dead) {
            let forgotten = variables.into_iter().filter(|variable| !read[variable.index()]);
            let reset = |variable: VariableId| Reset {
                offset: program.variables[variable.index()].offset + 1,
                variable,
            };
            inactive[place] = forgotten.map(reset).collect();
        }
    }
    if inactive.iter().all(Vec::is_empty) { Vec::new() } else { inactive }
}

/// The local variables that are read by others than their process, or by conditions and claims.
fn read_by_others(program: &Program) -> Vec<bool> {
    let mut read = vec![false; program.variables.len()];
    let mut note_code = |touch: Touch<'_>, _| {
        if let Touch::Read(place) = touch
            && place.other().is_some()
        {
            read[place.variable.index()] = true;
        }
    };
    for node in program.process_types.iter().flat_map(|declared| &declared.control.nodes) {
        if let NodeKind::Action(action) = &node.kind {
            touches::of_action(action, &mut note_code);
        }
    }
    // A condition to move is evaluated wherever its process is.
    beside_code(program, &mut |touch, _| {
        if let Touch::Read(place) = touch {
            read[place.variable.index()] = true;
        }
    });
    read
}

/// What is put in the place of what is inactive: it may be taken for a truth value, or for another process than the first.
const VARIATIONS: [i32; 2] = [1, 2];

/// The steps of a transition, the cells of the state that it leads to, and what it violates.
type Shown = (Vec<Step>, Option<Vec<i32>>, Option<PropertyId>);

impl Machine {
    /// Clears what is inactive in a state.
    pub(crate) fn clear_inactive(&self, state: &mut State) {
        if let Some(predicates) = &self.predicates {
            return self.clear_by(predicates, state);
        }
        if self.inactive.is_empty() {
            return;
        }
        for process in 0..state.starts.len() {
            let start = state.starts[process];
            let location = state.cells[start as usize] as usize;
            for reset in &self.inactive[location] {
                state.cells[(start + reset.offset) as usize] = self.blanks.of(reset.variable);
            }
        }
    }

    /// The same machine, which keeps what is inactive, in its initial states too; none if this one clears nothing.
    ///
    /// # Errors
    /// There are more initial states than there may be.
    pub fn keeping_inactive(&self) -> Result<Option<Machine>, Fault> {
        if !self.clears() {
            return Ok(None);
        }
        let mut machine = self.clearing_nothing();
        machine.initial = machine.compute_initial()?;
        machine.partial_order = PartialOrder::of(&machine);
        Ok(Some(machine))
    }

    /// A state that differs from this one in what is inactive there, which holds this value instead, or 0; none if nothing is inactive. It
    /// is not as stored states are, and behaves as this one does: what is inactive is read by nobody.
    #[must_use]
    pub fn varied_where_inactive(&self, state: &State, value: i32) -> Option<State> {
        let mut varied = state.clone();
        for process in 0..state.starts.len() {
            let start = state.starts[process];
            for (offset, variable) in self.inactive_in(state, process) {
                let cell = &mut varied.cells[(start + offset) as usize];
                let has_room =
                    value >> self.program.variables[variable.index()].cell.bits.min(31) == 0;
                *cell = if *cell != value && has_room { value } else { 0 };
            }
        }
        (varied.cells != state.cells).then_some(varied)
    }

    /// Whether it does the same, and violates the same, if what is inactive in a state holds something else.
    pub fn clears_what_nobody_reads(&self, state: &State, scratch: &mut Scratch) -> bool {
        let mut varied = VARIATIONS
            .iter()
            .filter_map(|&value| self.varied_where_inactive(state, value))
            .peekable();
        if varied.peek().is_none() {
            return true;
        }
        let expected = self.behaviour(state, scratch);
        varied.all(|varied| self.behaviour(&varied, scratch) == expected)
    }

    /// What a state violates, and the transitions out of it.
    fn behaviour(&self, state: &State, scratch: &mut Scratch) -> (Vec<bool>, Vec<Shown>) {
        let asked = (0..self.properties.len()).map(PropertyId::new);
        let invariants = asked.filter_map(|asked| self.invariant(asked));
        let violated = invariants.map(|invariant| self.is_excluded(state, invariant)).collect();
        let mut shown = Vec::new();
        let _ = self.successors(state, scratch, &mut |t: Transition<'_, Machine>| {
            shown.push((t.steps.to_vec(), t.target.map(|t| t.cells.clone()), t.violation));
            ControlFlow::Continue(())
        });
        (violated, shown)
    }

    /// What is inactive in the record of a process: places in it, and variables.
    fn inactive_in(&self, state: &State, process: usize) -> Vec<(u32, VariableId)> {
        let start = state.starts[process] as usize;
        if let Some(predicates) = &self.predicates {
            let mut value = |cell: u32| Ok::<i32, ()>(state.cells[start + cell as usize]);
            let of_process = predicates.processes.get(process).into_iter().flatten();
            let inactive = of_process
                .filter(|it| predicates.is_inactive(it.root, &mut value) == Ok(true))
                .map(|it| (it.cell, it.variable));
            return inactive.collect();
        }
        let here = self.inactive.get(state.cells[start] as usize);
        here.into_iter().flatten().map(|reset| (reset.offset, reset.variable)).collect()
    }

    /// Whether a variable is inactive somewhere, and is cleared there.
    #[must_use]
    pub fn may_clear(&self, variable: VariableId) -> bool {
        let by_place = self.inactive.iter().flatten().any(|reset| reset.variable == variable);
        let processes = self.predicates().map_or(&[][..], |predicates| &predicates.processes);
        by_place || processes.iter().flatten().any(|predicate| predicate.variable == variable)
    }

    /// For each variable whether others read it than its own process: other processes, or conditions and claims. Such a variable is
    /// inactive nowhere.
    #[must_use]
    pub fn read_by_others(&self) -> Vec<bool> {
        read_by_others(&self.program)
    }

    /// Whether a cell of a process's record, where its location is at 0, is cleared wherever the process is at a location.
    #[must_use]
    pub fn clears_at(&self, location: LocationId, cell: u32) -> bool {
        match &self.predicates {
            Some(predicates) => predicates.clear_at(location, cell),
            None => {
                let here = self.inactive.get(location.index());
                here.is_some_and(|resets| resets.iter().any(|reset| reset.offset == cell))
            }
        }
    }

    /// Whether a cell of a state is a variable that is inactive there.
    pub(crate) fn is_inactive(&self, state: &State, cell: usize) -> bool {
        if self.inactive.is_empty() {
            return false;
        }
        let owner = state.starts.partition_point(|&start| start as usize <= cell);
        let Some(&start) = owner.checked_sub(1).and_then(|owner| state.starts.get(owner)) else {
            return false;
        };
        let location = state.cells[start as usize] as usize;
        self.inactive[location].iter().any(|reset| (start + reset.offset) as usize == cell)
    }
}
