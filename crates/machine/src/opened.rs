//! What initial states leave open: where processes begin, and what cells hold; and which of the states that this makes are initial.
//!
//! There may be far more ways to choose than states that fulfil the conditions. So the cells that a condition reads are chosen
//! first, those of the condition that reads the fewest, and what does not fulfil it goes no further. What is inactive where its
//! process begins is chosen only for the conditions that read it.

use std::collections::{HashMap, HashSet};

use crate::evaluate::View;
use crate::fault::Fault;
use crate::index::{LocationId, ProcessId};
use crate::machine::Machine;
use crate::program::{Expr, ExprKind, Initialiser, Owner, Place, Region};
use crate::state::State;
use crate::uses::walk_expr;

/// Something that is left open.
#[derive(Clone, Copy)]
enum Open<'a> {
    /// Where a process begins.
    Beginning(ProcessId, &'a [LocationId]),
    /// What a cell holds.
    Value(&'a [Initialiser]),
}

/// A condition, and the cells that it may read.
struct Condition<'a> {
    expr: &'a Expr,
    cells: HashSet<usize>,
}

/// What is left open, what decides about it, and how much of that is still to be chosen.
struct Choosing<'a> {
    /// What is still open.
    open: Vec<Option<Open<'a>>>,
    /// The cell that each choice is about, if that does not depend on the state.
    cells: Vec<Option<usize>>,
    /// The conditions that are still to be tested.
    conditions: Vec<Option<Condition<'a>>>,
    /// For each of them the choices that it waits for.
    waits_for: Vec<Vec<usize>>,
}

impl<'a> Choosing<'a> {
    fn new(open: Vec<(Open<'a>, Option<usize>)>, conditions: Vec<Condition<'a>>) -> Choosing<'a> {
        let (open, cells): (Vec<_>, Vec<_>) = open.into_iter().unzip();
        let mut by_cell: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for (place, &cell) in cells.iter().enumerate() {
            by_cell.entry(cell).or_default().push(place);
        }
        let waits_for = conditions.iter().map(|condition| {
            // Any cell may be one that is not known.
            let read = condition.cells.iter().map(|&cell| Some(cell)).chain([None]);
            let mut waits: Vec<usize> =
                read.filter_map(|cell| by_cell.get(&cell)).flatten().copied().collect();
            waits.sort_unstable();
            waits
        });
        Choosing {
            waits_for: waits_for.collect(),
            open: open.into_iter().map(Some).collect(),
            cells,
            conditions: conditions.into_iter().map(Some).collect(),
        }
    }

    /// The condition that waits for the fewest choices, with these.
    fn next(&mut self) -> Option<(Condition<'a>, Vec<Open<'a>>)> {
        let open = &self.open;
        let places = (0..self.conditions.len()).filter(|&it| self.conditions[it].is_some());
        let still = |place: &usize| self.waits_for[*place].iter().filter(|&&it| open[it].is_some());
        let place = places.min_by_key(|place| still(place).count())?;
        let condition = self.conditions[place].take()?;
        let choices = std::mem::take(&mut self.waits_for[place]).into_iter();
        Some((condition, choices.filter_map(|it| self.open[it].take()).collect()))
    }

    /// Whether it is still open where some process begins, which decides what is inactive.
    fn leaves_beginnings_open(&self) -> bool {
        self.open.iter().flatten().any(|choice| matches!(choice, Open::Beginning(..)))
    }

    /// The cells that are still to be read.
    fn read(&self) -> HashSet<usize> {
        self.conditions.iter().flatten().flat_map(|it| &it.cells).copied().collect()
    }

    /// What is open that no condition decides about, beginnings first: where processes begin decides what is inactive.
    fn rest(self) -> Vec<(Open<'a>, Option<usize>)> {
        let mut rest: Vec<_> = self
            .open
            .into_iter()
            .zip(self.cells)
            .filter_map(|(it, cell)| Some((it?, cell)))
            .collect();
        rest.sort_by_key(|(choice, _)| matches!(choice, Open::Value(_)));
        rest
    }
}

impl Machine {
    /// The initial states that some states become when what is left open is chosen.
    pub(crate) fn with_choices(&self, mut states: Vec<State>) -> Result<Vec<State>, Fault> {
        let program = &self.program;
        let Some(like) = states.first().cloned() else { return Ok(states) };
        let mut open: Vec<(Open<'_>, Option<usize>)> = Vec::new();
        for (process, begins) in self.code.begins.iter().enumerate() {
            if begins[..] != [self.code.entries[program.initial[process].process_type.index()]] {
                let cell = like.starts[process] as usize;
                open.push((Open::Beginning(ProcessId::new(process), begins), Some(cell)));
            }
        }
        for choice in program.choices.iter().filter(|choice| !choice.is_empty()) {
            open.push((Open::Value(choice), self.fixed_cell(&like, choice)?));
        }
        let conditions = program.initial_conditions.iter();
        let conditions = conditions
            .map(|expr| Condition { expr, cells: self.cells_read(&like, expr) })
            .collect();
        let mut choosing = Choosing::new(open, conditions);
        while let Some((condition, choices)) = choosing.next() {
            for choice in choices {
                states = self.with_each(&states, choice, None)?;
            }
            states.retain(|state| self.has(state, condition.expr));
            self.merge(&mut states, &choosing);
        }
        for (choice, cell) in choosing.rest() {
            states = self.with_each(&states, choice, cell)?;
        }
        Ok(states)
    }

    /// Whether a condition has a value in a state, and is not zero.
    pub(crate) fn has(&self, state: &State, condition: &Expr) -> bool {
        let process = ProcessId(0);
        let view = View { machine: self, state, process, timeout: false, questions: 0 };
        view.holds(condition).unwrap_or(false)
    }

    /// The cell that a choice is about, if that does not depend on the state.
    fn fixed_cell(&self, like: &State, choice: &[Initialiser]) -> Result<Option<usize>, Fault> {
        let Some(Initialiser { place, .. }) = choice.first() else { return Ok(None) };
        let is_constant = |expr: &Expr| expr.constant_value().is_some();
        let is_fixed = place.other().is_none_or(is_constant)
            && place.subscripts.iter().all(|subscript| is_constant(&subscript.index));
        if !is_fixed {
            return Ok(None);
        }
        let process = ProcessId(0);
        let view = View { machine: self, state: like, process, timeout: false, questions: 0 };
        view.address(place).map(Some)
    }

    /// The cells that an expression may read in states like a given one, locations included.
    fn cells_read(&self, like: &State, expr: &Expr) -> HashSet<usize> {
        let mut cells = HashSet::new();
        walk_expr(expr, &mut |part| match &part.kind {
            ExprKind::Load(place) => self.add_cells(like, place, &mut cells),
            ExprKind::At(process, _) => {
                let starts = self.records(like, Some(process)).into_iter();
                cells.extend(starts.map(|start| start as usize));
            }
            _ => {}
        });
        cells
    }

    fn add_cells(&self, like: &State, place: &Place, cells: &mut HashSet<usize>) {
        let variable = &self.program.variables[place.variable.index()];
        let owner = match &place.owner {
            Owner::Actor => None,
            Owner::Process(process) => Some(&**process),
        };
        let firsts = match place.region {
            Region::Global => vec![variable.offset],
            Region::Local(_) => {
                let starts = self.records(like, owner).into_iter();
                starts.map(|start| start + 1 + variable.offset).collect()
            }
            Region::Constant | Region::Discarded => Vec::new(),
        };
        for first in firsts {
            cells.extend((first..first + variable.cells()).map(|cell| cell as usize));
        }
    }

    /// Where the records begin of the processes that an expression may name.
    fn records(&self, like: &State, process: Option<&Expr>) -> Vec<u32> {
        let number = process.and_then(Expr::constant_value);
        let Some(number) = number else { return like.starts.clone() };
        let process = self.program.semantics.process_with_number(number);
        process.and_then(|process| like.starts.get(process.index())).copied().into_iter().collect()
    }

    /// Each of some states with each way to choose; where the cell is inactive there is nothing to choose.
    fn with_each(
        &self,
        states: &[State],
        choice: Open<'_>,
        cell: Option<usize>,
    ) -> Result<Vec<State>, Fault> {
        let most = self.program.semantics.most_initial;
        let ways = match choice {
            Open::Beginning(_, locations) => locations.len(),
            Open::Value(values) => values.len(),
        };
        let mut chosen = Vec::with_capacity(states.len());
        for state in states {
            if cell.is_some_and(|cell| self.is_inactive(state, cell)) {
                chosen.push(state.clone());
                continue;
            }
            if chosen.len() + ways > most as usize {
                return Err(Fault::ManyInitial { most });
            }
            let first = chosen.len();
            for way in 0..ways {
                let (cell, value) = match choice {
                    Open::Beginning(process, locations) => {
                        (state.starts[process.index()] as usize, locations[way].0 as i32)
                    }
                    Open::Value(values) => self.initial_value(state, ProcessId(0), &values[way])?,
                };
                let mut state = state.clone();
                state.cells[cell] = value;
                // Values may be the same once they are wrapped.
                if !chosen[first..].contains(&state) {
                    chosen.push(state);
                }
            }
        }
        Ok(chosen)
    }

    /// Clears what is inactive and no condition reads any more, and leaves one of the states that become equal.
    fn merge(&self, states: &mut Vec<State>, choosing: &Choosing<'_>) {
        if self.inactive.is_empty() || choosing.leaves_beginnings_open() {
            return;
        }
        let read = choosing.read();
        let mut met = HashSet::new();
        for state in states.iter_mut() {
            let mut cleared = state.clone();
            self.clear_inactive(&mut cleared);
            for (place, cell) in cleared.cells.iter().enumerate() {
                if !read.contains(&place) {
                    state.cells[place] = *cell;
                }
            }
        }
        states.retain(|state| met.insert(state.cells.clone()));
    }
}
