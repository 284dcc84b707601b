//! What a module is made of: a machine lowered, all of it.

use super::super::code::{Change, Node, Value};
use super::super::layout::Cell;
use super::super::{Compiled, forgotten};
use crate::index::{LocationId, ProcessId};
use crate::machine::Machine;

/// Machines of more edges, counted for each process, are left to the closures: a module of them would take longer to be compiled than
/// most searches.
const MOST_EDGES: usize = 20_000;
/// So large may the code of all processes be, in edges and choices: a module of more would be too large, and what is lowered takes memory.
const LARGEST: usize = 1 << 16;

/// A machine lowered.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub processes: Vec<Process>,
    /// What is forgotten of a state before it is stored.
    pub forgotten: Vec<Change>,
    /// What must hold of every state.
    pub state_condition: Option<Value>,
    /// So many moves are made within the atomic sequences from one state.
    pub most_moves: usize,
    /// How many edges there are, whoever takes them.
    pub edges: usize,
    /// The length of a record.
    pub bytes: usize,
}

/// A process lowered.
#[derive(Debug)]
pub(super) struct Process {
    /// Its location, plus one; zero once it is gone.
    pub location: Cell,
    /// The first location of its type.
    pub first: usize,
    /// What it can do at each of these.
    pub nodes: Vec<Node>,
    /// How large that is, in edges and choices.
    pub size: usize,
}

impl Program {
    /// None if the machine is too large.
    pub(super) fn of(machine: &Machine, compiled: &Compiled) -> Option<Program> {
        let layout = &compiled.layout;
        let edges = layout.slots.iter().map(|slot| {
            let (first, count) = slot.locations;
            let locations = &machine.code.locations[first..first + count];
            locations.iter().map(|location| location.edges.len()).sum::<usize>()
        });
        if edges.sum::<usize>() > MOST_EDGES {
            return None;
        }
        let mut program = Program {
            most_moves: compiled.most_moves,
            edges: machine.code.edges.len(),
            bytes: layout.bytes,
            forgotten: forgotten(machine, layout),
            state_condition: compiled.state_condition(machine),
            ..Program::default()
        };
        let mut left = LARGEST;
        for process in ProcessId::below(layout.slots.len()) {
            let process = Process::of(machine, compiled, process, left)?;
            left -= process.size;
            program.processes.push(process);
        }
        Some(program)
    }
}

impl Process {
    /// None if it is larger than it may be.
    fn of(
        machine: &Machine,
        compiled: &Compiled,
        process: ProcessId,
        largest: usize,
    ) -> Option<Process> {
        let slot = compiled.layout.slots[process.index()];
        let (first, count) = slot.locations;
        let location = compiled.layout.cells[slot.start];
        let (mut nodes, mut size) = (Vec::with_capacity(count), 0);
        for location in first..first + count {
            let lowering = compiled.lowering(machine, process);
            nodes.push(lowering.node(LocationId(location as u32), true));
            size += lowering.size();
            if size > largest {
                return None;
            }
        }
        Some(Process { location, first, nodes, size })
    }
}
