//! Which processes there can be, and what they begin with.

use std::collections::HashSet;
use std::ops::ControlFlow;

use kernel::{GivenUp, Transition, TransitionSystem, Visitor, Ways};

use crate::footprint::Footprint;
use crate::index::{LocationId, ProcessTypeId, VariableId};
use crate::machine::Machine;
use crate::program::Region;
use crate::state::State;
use crate::step::Step;
use crate::uses::starts_process;

/// So many cells the states may have together that are looked at.
const MOST_CELLS: usize = 1 << 18;
/// So many moves may be made.
const MOST_MOVES: usize = 1 << 14;
/// So many statements of deterministic blocks may be run.
const MOST_STATEMENTS: u64 = 1 << 17;

/// A process that there may be.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub process_type: ProcessTypeId,
    /// For each cell of its record what it holds whenever it is read, if that never changes and is known.
    pub values: Vec<Option<i32>>,
}

/// All processes that there ever are: in each state those that are there are the first ones of the list. None if there is no such
/// list, or it takes too long to find.
///
/// All states are looked at from which it is possible that a process is started; after that processes only go, the youngest first.
pub(super) fn processes(machine: &Machine) -> Option<Vec<Known>> {
    let may_start = may_start(machine);
    let starts = |state: &State| {
        state.process_ids().any(|process| may_start[state.location(process).index()])
    };
    let list = List { machine, constant: unwritten_locals(machine), known: Vec::new() };
    let mut scratch = machine.scratch();
    *scratch.allowance() = MOST_STATEMENTS;
    let (seen, waiting) = (HashSet::new(), Vec::new());
    let mut look = Look { list, starts, seen, waiting, cells: 0, moves: 0, old: 0 };
    for state in machine.all_initial() {
        look.meet(state).is_continue().then_some(())?;
    }
    while let Some(state) = look.waiting.pop() {
        look.old = state.processes();
        let flow = machine.successors(&state, &mut scratch, &mut look);
        flow.is_continue().then_some(())?;
    }
    Some(look.list.known)
}

/// A look at states from which processes may be started, which is broken off where there is no list or it takes too long.
struct Look<'m, F> {
    list: List<'m>,
    starts: F,
    seen: HashSet<Vec<i32>>,
    waiting: Vec<State>,
    /// Of all states that were met.
    cells: usize,
    moves: usize,
    /// How many processes the state has whose successors are looked at.
    old: usize,
}

impl<F: Fn(&State) -> bool> Look<'_, F> {
    fn meet(&mut self, state: &State) -> ControlFlow<()> {
        if !self.list.agrees(state, self.old) {
            return ControlFlow::Break(());
        }
        if (self.starts)(state) && self.seen.insert(state.cells.clone()) {
            self.cells += state.cells.len();
            self.waiting.push(state.clone());
        }
        if self.cells <= MOST_CELLS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl<F: Fn(&State) -> bool> Visitor<Machine> for Look<'_, F> {
    fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
        self.pause()?;
        transition.target.map_or(ControlFlow::Continue(()), |target| self.meet(target))
    }

    /// Where that leads is not known.
    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.moves += 1;
        if self.moves <= MOST_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[Step]) -> Ways {
        Ways::One
    }
}

struct List<'m> {
    machine: &'m Machine,
    /// For each variable whether it is local and nobody writes it but when its process is started.
    constant: Vec<bool>,
    known: Vec<Known>,
}

impl List<'_> {
    /// Whether the processes of a state are the first ones of the list, which goes on with those that are beyond its end. Those after the
    /// first `old` ones are new.
    fn agrees(&mut self, state: &State, old: usize) -> bool {
        for (index, process) in state.process_ids().enumerate() {
            let location = state.location(process);
            let process_type = self.machine.type_of(location);
            let first = state.starts[index] as usize;
            let end = state.starts.get(index + 1).map_or(state.cells.len(), |&end| end as usize);
            let cells = &state.cells[first..end];
            match self.known.get(index) {
                None => {
                    let constant = self.constant_cells(process_type, cells.len());
                    let value = |(cell, constant): (&i32, bool)| constant.then_some(*cell);
                    let values = cells.iter().zip(constant).map(value).collect();
                    self.known.push(Known { process_type, values });
                }
                Some(known) if known.process_type != process_type => return false,
                Some(_) => {}
            }
            if index >= old {
                // One that has moved may have cleared what it will not read again.
                let begins = self.machine.code.entries[process_type.index()] == location;
                for (known, cell) in self.known[index].values.iter_mut().zip(cells) {
                    *known = known.filter(|value| begins && value == cell);
                }
            }
        }
        true
    }

    /// For each cell of a record whether it belongs to a variable that is not written.
    fn constant_cells(&self, process_type: ProcessTypeId, length: usize) -> Vec<bool> {
        let mut constant = vec![false; length];
        for (variable, &is_constant) in self.machine.program.variables.iter().zip(&self.constant) {
            if is_constant && variable.region == Region::Local(process_type) {
                let first = 1 + variable.offset as usize;
                constant[first..first + variable.cells() as usize].fill(true);
            }
        }
        constant
    }
}

/// For each variable whether it is local and nobody writes it but when its process is started. That it is cleared where it is not
/// read again makes no difference to what is read.
fn unwritten_locals(machine: &Machine) -> Vec<bool> {
    let program = &machine.program;
    let mut unwritten: Vec<bool> =
        program.variables.iter().map(|it| matches!(it.region, Region::Local(_))).collect();
    for operation in machine.code.edges.iter().flat_map(|edge| &edge.operations) {
        let footprint = Footprint::of_action(program, &operation.action);
        let written = footprint.may_write.iter().map(|cells| cells.variable);
        written.for_each(|variable: VariableId| unwritten[variable.index()] = false);
    }
    unwritten
}

/// For each location whether a process there may ever start another.
fn may_start(machine: &Machine) -> Vec<bool> {
    let code = &machine.code;
    let mut may_start = vec![false; code.locations.len()];
    let mut before: Vec<Vec<LocationId>> = vec![Vec::new(); code.locations.len()];
    let mut open = Vec::new();
    for edge in &code.edges {
        if edge.operations.iter().any(|operation| starts_process(&operation.action)) {
            open.push(edge.from);
        }
        if let Some(to) = edge.to {
            before[to.index()].push(edge.from);
        }
    }
    while let Some(location) = open.pop() {
        if !std::mem::replace(&mut may_start[location.index()], true) {
            open.extend(&before[location.index()]);
        }
    }
    may_start
}
