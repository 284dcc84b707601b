//! What no longer matters in a state, and what stands in its place while symmetry applies.
//!
//! A cell whose value does not matter holds 0, or what it held last. Among values that symmetry renames, 0 may be the name of
//! one: then such a cell would be renamed with it, and states would differ that do not. While symmetry applies it holds a
//! *filler* instead, which names nobody. What is cleared depends on nothing but where the processes are, so two states that
//! are one in the loaded machine stay one, and symmetric states stay symmetric.
//!
//! A process that has ended, and is kept because removing it would break the symmetry, has nothing left that matters: its
//! locals are cleared too, but for those that never change, which belong to its place in the symmetry.

use machine::compile::Location;
use machine::footprint::Footprint;
use machine::index::{LocationId, ProcessId, ProcessTypeId, VariableId};
use machine::liveness::dead_at;
use machine::program::Region;
use machine::{Machine, State};

/// For each location, the scalar locals whose value a process there does not need any more. What other processes read, or
/// a condition of the process type, is always needed; and everything where the program keeps it.
pub(crate) fn dead_locals(machine: &Machine) -> Vec<Vec<VariableId>> {
    if machine.program.keeps_dead {
        return vec![Vec::new(); machine.code.locations.len()];
    }
    let variables = VariableId::below(machine.program.variables.len());
    let mut watched: Vec<bool> = variables.map(|it| machine.is_named_by_others(it)).collect();
    for condition in machine.program.process_types.iter().filter_map(|t| t.provided.as_ref()) {
        let footprint = Footprint::of_expression(&machine.program, condition);
        footprint.reads.iter().for_each(|cells| watched[cells.variable.index()] = true);
    }
    let mut dead = vec![Vec::new(); machine.code.locations.len()];
    for (index, process_type) in machine.program.process_types.iter().enumerate() {
        let owner = ProcessTypeId::new(index);
        let here: Vec<usize> = (0..dead.len())
            .filter(|&location| machine.code.locations[location].process_type == owner)
            .collect();
        let nodes: Vec<_> = here.iter().map(|&l| machine.code.locations[l].node).collect();
        let found = dead_at(&process_type.control, owner, &machine.program, &nodes);
        for (location, mut variables) in here.into_iter().zip(found) {
            variables.retain(|variable| !watched[variable.index()]);
            dead[location] = variables;
        }
    }
    dead
}

/// What is cleared in states that symmetry applies to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Immaterial {
    /// For each location what is cleared in the record of a process there.
    records: Vec<Vec<Blank>>,
    /// Global cells that are forgotten between steps.
    globals: Vec<Blank>,
    idle: Vec<Idle>,
    /// Whether nothing is cleared after a step.
    is_nothing: bool,
}

/// A cell of a state that no statement reads or writes any more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Idle {
    /// Its place in the state.
    pub cell: u32,
    /// What it is to hold.
    pub filler: i32,
    /// What it holds in some run of the loaded machine.
    pub held: i32,
}

/// A cell that is cleared.
#[derive(Clone, Copy, Debug)]
struct Blank {
    /// Its place: in the record, or among the globals.
    cell: u32,
    /// What it is to hold.
    filler: i32,
}

impl Blank {
    fn stands_in(self, cells: &[i32]) -> bool {
        cells[self.cell as usize] != self.filler
    }
}

impl Immaterial {
    /// What is immaterial in a machine. `fillers` has a value for each variable, and `frozen` tells which never change: these
    /// stay what they are. What is `unread` is cleared in any case: the loaded machine leaves in it what symmetry may not
    /// rename, or what depends on the order of a fold. So are the `counters` of loops, which nobody reads at any location where a
    /// process can stand. Where processes that have ended are kept, all other locals of theirs are cleared. `idle` is cleared once, when symmetry begins to apply.
    pub fn new(
        machine: &Machine,
        fillers: &[i32],
        frozen: &[bool],
        unread: &[bool],
        counters: &[VariableId],
        keep_terminated: bool,
        idle: Vec<Idle>,
    ) -> Immaterial {
        let variables = &machine.program.variables;
        let mut records: Vec<Vec<Blank>> = Vec::with_capacity(machine.code.locations.len());
        let dead = dead_locals(machine);
        for (location, dead) in machine.code.locations.iter().zip(dead) {
            let own = Region::Local(location.process_type);
            let counters = counters.iter().filter(|v| variables[v.index()].region == own);
            let mut blanks: Vec<Blank> = dead
                .into_iter()
                .filter(|v| !frozen[v.index()])
                .filter(|v| fillers[v.index()] != 0 || unread[v.index()])
                .filter(|v| !counters.clone().any(|counter| counter == v))
                .chain(counters.clone().copied())
                .map(|v| Blank {
                    cell: variables[v.index()].offset + 1,
                    filler: fillers[v.index()],
                })
                .collect();
            if keep_terminated && machine.has_ended(location) {
                blanks = all_locals(machine, location, fillers, frozen);
            }
            records.push(blanks);
        }
        let forgotten = machine
            .forgotten
            .iter()
            .map(|reset| Blank { cell: reset.offset, filler: fillers[reset.variable.index()] });
        let globals: Vec<_> = forgotten.filter(|blank| blank.filler != 0).collect();
        let is_nothing = globals.is_empty() && records.iter().all(Vec::is_empty);
        Immaterial { records, globals, idle, is_nothing }
    }

    /// Whether a machine clears all of this by itself, and as it is cleared here.
    pub fn adds_nothing_to(&self, machine: &Machine) -> bool {
        let is_done = |location: usize, blank: &Blank| {
            blank.filler == 0 && machine.clears_at(LocationId::new(location), blank.cell)
        };
        let records = self.records.iter().enumerate();
        let mut blanks = records.flat_map(|(at, blanks)| blanks.iter().map(move |it| (at, it)));
        self.globals.is_empty()
            && self.idle.is_empty()
            && blanks.all(|(location, blank)| is_done(location, blank))
    }

    /// Whether something is to be cleared after a step of a process.
    #[inline]
    pub fn stands_in(&self, state: &State, process: ProcessId) -> bool {
        self.globals.iter().any(|blank| blank.stands_in(&state.cells))
            || self.records[state.location(process).index()].iter().any(|blank| {
                blank.stands_in(&state.cells[state.starts[process.index()] as usize..])
            })
    }

    /// Clears what is immaterial after a step of a process.
    pub fn clear(&self, state: &mut State, process: ProcessId) {
        let blanks = &self.records[state.location(process).index()];
        let start = state.starts[process.index()] as usize;
        let record = &mut state.cells[start..];
        for blank in blanks {
            record[blank.cell as usize] = blank.filler;
        }
        for blank in &self.globals {
            state.cells[blank.cell as usize] = blank.filler;
        }
    }

    /// Clears what is immaterial in any process, and what has stayed idle since symmetry applies.
    pub fn clear_all(&self, state: &mut State) {
        state.process_ids().for_each(|process| self.clear(state, process));
        for idle in &self.idle {
            state.cells[idle.cell as usize] = idle.filler;
        }
    }

    /// Clears what is immaterial in any process in the record of a state of a machine, if its states are kept as records. (What is idle
    /// stays cleared.)
    pub fn clear_record(&self, machine: &Machine, bytes: &mut [u8]) {
        if self.is_nothing {
            return;
        }
        let Some(mut record) = machine.record_mut(bytes) else { return };
        for process in ProcessId::below(record.processes()) {
            let Some(location) = record.location(process) else { break };
            for blank in &self.records[location.index()] {
                record.set_local(process, blank.cell, blank.filler);
            }
        }
        for blank in &self.globals {
            record.set_global(blank.cell, blank.filler);
        }
    }

    /// Gives what was cleared, where it is not needed, the value that it has in the loaded machine, and what is idle one that
    /// it may have there: an audit compares with that.
    pub fn restore(&self, state: &mut State) {
        for process in state.process_ids() {
            let start = state.starts[process.index()] as usize;
            for blank in &self.records[state.location(process).index()] {
                state.cells[start + blank.cell as usize] = 0;
            }
        }
        for blank in &self.globals {
            state.cells[blank.cell as usize] = 0;
        }
        for idle in &self.idle {
            state.cells[idle.cell as usize] = idle.held;
        }
    }
}

/// Clears all locals of a process, but for some.
fn all_locals(
    machine: &Machine,
    location: &Location,
    fillers: &[i32],
    frozen: &[bool],
) -> Vec<Blank> {
    let owner = Region::Local(location.process_type);
    let locals = machine.program.variables.iter().enumerate();
    let locals = locals.filter(|(index, variable)| variable.region == owner && !frozen[*index]);
    let blank = |(index, variable): (usize, &machine::program::Variable)| {
        let filler = fillers[index];
        (0..variable.cells())
            .map(move |cell| (variable.offset + 1 + cell, filler))
            .map(|(cell, filler)| Blank { cell, filler })
            .collect::<Vec<_>>()
    };
    locals.flat_map(blank).collect()
}
