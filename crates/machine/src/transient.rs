//! Hidden variables that no later step reads.
//!
//! A user says of a scratch variable that its value does not matter between steps (`hidden` in
//! Promela; Holzmann 2004, chapter 3). SPIN believes it, and leaves the variable out of the states
//! that it stores; where the value does matter, its results depend on the order of the search.
//! Here a hidden variable is forgotten only if that changes nothing: each of its cells is written
//! before it is read from wherever a state can be stored. Cells are told apart where subscripts are
//! constant. Sound for every property that does not name the variable.

use std::collections::HashMap;

use crate::compile::{Code, Edge, Reset};
use crate::index::{LocationId, VariableId};
use crate::program::{
    Action, DeterministicBlock, Expr, ExprKind, Pattern, Place, Program, Reception, Region,
};
use crate::uses::{may_fail, walk_expr, walk_place};

/// The cells that are forgotten whenever a state is stored, with the value that they then get.
#[must_use]
pub fn forgotten(program: &Program, code: &Code) -> Vec<Reset> {
    let mut cells = hidden_cells(program);
    if cells.is_empty() {
        return cells;
    }
    let places: HashMap<u32, usize> =
        cells.iter().enumerate().map(|(index, cell)| (cell.offset, index)).collect();
    let analysis = Analysis { program, places };
    let live = analysis.live_at_locations(code);
    let restricted =
        program.process_types.iter().any(|t| t.provided.is_some() || t.priority.is_some());
    let storable = storable(code, restricted);
    let mut needed = vec![false; cells.len()];
    for (live, _) in live.iter().zip(storable).filter(|(_, storable)| *storable) {
        for (needed, live) in needed.iter_mut().zip(live) {
            *needed |= live;
        }
    }
    // Conditions to move are evaluated between steps.
    let provided = program.process_types.iter().filter_map(|t| t.provided.as_ref());
    provided.for_each(|condition| analysis.read(condition, &mut needed));
    // So are conditions on states, and claims.
    program.asked_of_states().for_each(|asked| analysis.read(&asked.expr, &mut needed));
    for claim in &program.claims {
        claim.walk(&mut |expr| analysis.read(expr, &mut needed));
    }
    let mut index = 0;
    cells.retain(|_| {
        index += 1;
        !needed[index - 1]
    });
    cells
}

/// The hidden variables of which some cell is not forgotten.
#[must_use]
pub fn remembered(program: &Program, forgotten: &[Reset]) -> Vec<VariableId> {
    let mut kept: Vec<VariableId> = hidden_cells(program)
        .iter()
        .filter(|cell| !forgotten.iter().any(|f| f.offset == cell.offset))
        .map(|cell| cell.variable)
        .collect();
    kept.dedup();
    kept
}

fn hidden_cells(program: &Program) -> Vec<Reset> {
    let variables = program.variables.iter().enumerate();
    let hidden = variables.filter(|(_, v)| v.hidden && v.region == Region::Global);
    hidden
        .flat_map(|(index, variable)| {
            let variable_id = VariableId::new(index);
            (0..variable.cells())
                .map(move |cell| Reset { offset: variable.offset + cell, variable: variable_id })
        })
        .collect()
}

/// Where a process may be in a stored state: where it starts, after a step that gives up control,
/// and inside an atomic sequence where it may block.
fn storable(code: &Code, restricted: bool) -> Vec<bool> {
    let mut storable: Vec<bool> = code
        .locations
        .iter()
        .map(|location| {
            restricted
                || !location.edges.iter().any(|edge| surely_enabled(&code.edges[edge.index()]))
        })
        .collect();
    let begins = code.entries.iter().chain(code.begins.iter().flatten());
    begins.for_each(|begin| storable[begin.index()] = true);
    for edge in &code.edges {
        let sends =
            edge.operations.first().is_some_and(|o| matches!(o.action, Action::Send { .. }));
        if let Some(to) = edge.to.filter(|_| !edge.atomic || sends) {
            storable[to.index()] = true;
        }
    }
    storable
}

fn surely_enabled(edge: &Edge) -> bool {
    let Some(first) = edge.operations.first() else { return false };
    match &first.action {
        Action::Skip
        | Action::OutOfRoom
        | Action::Else
        | Action::Assign(..)
        | Action::Assert(_)
        | Action::Print { .. }
        | Action::Spin(_)
        | Action::Run { .. } => true,
        Action::Guard(_)
        | Action::Send { .. }
        | Action::Receive(_)
        | Action::Deterministic(_)
        | Action::Terminate => false,
    }
}

struct Analysis<'a> {
    program: &'a Program,
    /// The index of each hidden cell, by its place in the state.
    places: HashMap<u32, usize>,
}

impl Analysis<'_> {
    /// For each location, which cells may be read before they are written.
    fn live_at_locations(&self, code: &Code) -> Vec<Vec<bool>> {
        let mut live = vec![vec![false; self.places.len()]; code.locations.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (index, location) in code.locations.iter().enumerate().rev() {
                for edge in &location.edges {
                    let before = self.before_edge(&code.edges[edge.index()], &live);
                    for (known, new) in live[index].iter_mut().zip(before) {
                        changed |= new && !*known;
                        *known |= new;
                    }
                }
            }
        }
        live
    }

    fn before_edge(&self, edge: &Edge, at: &[Vec<bool>]) -> Vec<bool> {
        let after = |to: LocationId| at[to.index()].clone();
        let mut live = edge.to.map_or_else(|| vec![false; self.places.len()], after);
        for operation in edge.operations.iter().rev() {
            self.before(&operation.action, &mut live);
        }
        live
    }

    /// From what is live after an action to what is live before it.
    fn before(&self, action: &Action, live: &mut Vec<bool>) {
        match action {
            Action::Skip | Action::Else | Action::Terminate | Action::OutOfRoom => {}
            // Printing is no use of a value, unless it may fail.
            Action::Print { arguments, .. } => {
                arguments.iter().filter(|a| may_fail(a)).for_each(|a| self.read(a, live));
            }
            Action::Guard(expr) | Action::Assert(expr) => self.read(expr, live),
            Action::Assign(place, value) => {
                self.write(place, live);
                self.read(value, live);
            }
            Action::Send { channel, message, .. } => {
                self.read(channel, live);
                message.iter().for_each(|value| self.read(value, live));
            }
            Action::Receive(reception) => self.before_reception(reception, live),
            Action::Run { process_type, arguments, result, .. } => {
                result.iter().for_each(|place| self.write(place, live));
                // The new process computes its initial values at once.
                let declared = &self.program.process_types[process_type.index()];
                declared.initialisers.iter().for_each(|i| self.read(&i.value, live));
                let first = declared.first_messages.iter().flat_map(|first| first.parts().1);
                first.for_each(|value| self.read(value, live));
                arguments.iter().for_each(|argument| self.read(argument, live));
            }
            Action::Spin(done) => {
                done.operands().into_iter().for_each(|part| self.read(part, live));
            }
            Action::Deterministic(block) => *live = self.before_block(block, live),
        }
    }

    fn before_reception(&self, reception: &Reception, live: &mut [bool]) {
        for pattern in reception.patterns.iter().rev() {
            if let Pattern::Store(place) = pattern {
                self.write(place, live);
            }
        }
        self.read(&reception.channel, live);
        for pattern in &reception.patterns {
            if let Pattern::Match(value) = pattern {
                self.read(value, live);
            }
        }
    }

    fn before_block(&self, block: &DeterministicBlock, after: &[bool]) -> Vec<bool> {
        let mut live = vec![vec![false; after.len()]; block.points.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (index, point) in block.points.iter().enumerate().rev() {
                for (action, target) in &point.options {
                    let mut before = match target {
                        Some(target) => live[*target as usize].clone(),
                        None => after.to_vec(),
                    };
                    self.before(action, &mut before);
                    for (known, new) in live[index].iter_mut().zip(before) {
                        changed |= new && !*known;
                        *known |= new;
                    }
                }
            }
        }
        live.swap_remove(0)
    }

    /// Notes what an expression reads.
    fn read(&self, expr: &Expr, live: &mut [bool]) {
        walk_expr(expr, &mut |part| self.read_part(part, live));
    }

    fn read_part(&self, part: &Expr, live: &mut [bool]) {
        match &part.kind {
            ExprKind::Load(place) => self.cells(place, |cell| live[cell] = true),
            ExprKind::Poll(reception) => {
                for pattern in &reception.patterns {
                    if let Pattern::Store(place) = pattern {
                        self.cells(place, |cell| live[cell] = true);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes a write: it makes a cell dead if it is known which.
    fn write(&self, place: &Place, live: &mut [bool]) {
        if self.fixed_cell(place).is_some() {
            self.cells(place, |cell| live[cell] = false);
        }
        walk_place(place, &mut |part| self.read_part(part, live));
    }

    /// Calls `visit` for each hidden cell that a place may name.
    fn cells(&self, place: &Place, mut visit: impl FnMut(usize)) {
        let variable = &self.program.variables[place.variable.index()];
        if !variable.hidden || place.region != Region::Global {
            return;
        }
        let range = match self.fixed_cell(place) {
            Some(cell) => cell..cell + 1,
            None => place.offset..place.offset + variable.cells(),
        };
        range.filter_map(|offset| self.places.get(&offset)).for_each(|&cell| visit(cell));
    }

    /// The cell that a place names, if that is known and exists.
    fn fixed_cell(&self, place: &Place) -> Option<u32> {
        place.subscripts.iter().try_fold(place.offset, |cell, subscript| {
            let index = u32::try_from(subscript.index.constant_value()?).ok()?;
            (index < subscript.length).then_some(cell + index * subscript.stride)
        })
    }
}
