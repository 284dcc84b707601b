//! Statements that are made possible in an invented state.
//!
//! A sequence behind `x == 150 && y == 150` is seldom begun where values are drawn blindly, and what is wrong about it is not seen
//! then. So one way through what a process does from where it stands is drawn, and what it asks for is made to hold, one cell after
//! the other: of the later statements as if those before them did nothing.

use machine::index::ProcessId;
use machine::program::{
    Action, BinaryOperator, DeterministicBlock, Expr, ExprKind, Pattern, Reception, UnaryOperator,
};
use machine::{Machine, State};

use super::Invention;
use super::domain::Palette;

/// The most edges of a way, and the most points of a block that are passed on it.
const MOST_EDGES: usize = 16;
const MOST_POINTS: usize = 32;
/// How often cells are tried for one condition, and conditions are evaluated for one state.
const TRIES: usize = 32;
const MOST_EVALUATED: usize = 400;

/// What a statement asks for.
enum Asked<'m> {
    /// That this is not zero.
    Condition(&'m Expr),
    /// Room in a channel.
    Room(&'m Expr),
    /// A message.
    Message(&'m Reception),
}

/// Makes it possible that a process goes on.
pub(super) struct Enabling<'e> {
    invention: &'e Invention,
    machine: &'e Machine,
    palette: &'e Palette,
    process: ProcessId,
    below: &'e mut dyn FnMut(usize) -> usize,
    left: usize,
}

impl<'e> Enabling<'e> {
    /// `below` gives a random number below its argument.
    pub fn new(
        invention: &'e Invention,
        machine: &'e Machine,
        palette: &'e Palette,
        process: ProcessId,
        below: &'e mut dyn FnMut(usize) -> usize,
    ) -> Enabling<'e> {
        Enabling { invention, machine, palette, process, below, left: MOST_EVALUATED }
    }

    /// Changes cells so that the process can go on from where it stands; as far as that is found out.
    pub fn enable(mut self, state: &mut State) {
        let asked = self.way(state);
        // The first decides whether anything is done: it comes last. Of the others some stay as they are.
        for (number, asked) in asked.into_iter().enumerate().rev() {
            if number == 0 || (self.below)(4) > 0 {
                match asked {
                    Asked::Condition(condition) => self.decide(state, condition, true),
                    Asked::Room(channel) => self.make_room(state, channel),
                    Asked::Message(reception) => self.bring(state, reception),
                }
            }
        }
    }

    /// What is asked for on one way from where the process stands.
    fn way(&mut self, state: &State) -> Vec<Asked<'e>> {
        let code = &self.machine.code;
        let mut asked = Vec::new();
        let mut at = state.location(self.process);
        for _ in 0..MOST_EDGES {
            let edges = &code.locations[at.index()].edges;
            if edges.is_empty() {
                break;
            }
            let edge = &code.edges[edges[(self.below)(edges.len())].index()];
            for operation in &edge.operations {
                match &operation.action {
                    Action::Deterministic(block) => self.way_through(block, &mut asked),
                    action => asked.extend(asked_by(action)),
                }
            }
            match edge.to.filter(|_| edge.atomic) {
                Some(to) => at = to,
                None => break,
            }
        }
        asked
    }

    fn way_through(&mut self, block: &'e DeterministicBlock, asked: &mut Vec<Asked<'e>>) {
        let mut at = Some(0);
        for _ in 0..MOST_POINTS {
            let Some(options) = at.map(|at: u32| &block.points[at as usize].options) else { break };
            if options.is_empty() {
                break;
            }
            let (action, to) = &options[(self.below)(options.len())];
            asked.extend(asked_by(action));
            at = *to;
        }
    }

    /// Makes a condition hold, or not hold.
    fn decide(&mut self, state: &mut State, condition: &Expr, holds: bool) {
        if self.is_decided(state, condition, holds) || self.left == 0 {
            return;
        }
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => self.decide(state, operand, !holds),
            ExprKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), parts) => {
                if holds == (*operator == BinaryOperator::And) {
                    self.decide(state, &parts.0, holds);
                    self.decide(state, &parts.1, holds);
                } else {
                    let part = if (self.below)(2) == 0 { &parts.0 } else { &parts.1 };
                    self.decide(state, part, holds);
                }
            }
            _ => self.try_cells(state, condition, holds),
        }
    }

    fn is_decided(&mut self, state: &State, condition: &Expr, holds: bool) -> bool {
        self.left = self.left.saturating_sub(1);
        let value = self.machine.value_for(state, self.process, condition);
        value.is_some_and(|value| (value != 0) == holds)
    }

    /// Tries other values in the cells that a condition depends on, one at a time.
    fn try_cells(&mut self, state: &mut State, condition: &Expr, holds: bool) {
        for attempt in 0..TRIES {
            let mut cells = Vec::new();
            let mut note = |cell| cells.push(cell);
            self.machine.cells_for(state, self.process, condition, &mut note);
            if cells.is_empty() || self.left == 0 {
                return;
            }
            let cell = cells[(self.below)(cells.len())];
            let before = state.cells[cell];
            // One of two that are compared is to be the other, or beside it.
            let wanted = match attempt % 3 {
                0 => self.equal(state, condition, cell).map(|it| it + [0, 1, -1][attempt / 3 % 3]),
                1 => self.root(state, condition, cell),
                _ => None,
            };
            let wanted = wanted.and_then(|wanted| i32::try_from(wanted).ok());
            let is_changed = self.invention.change(state, cell, wanted, self.palette, self.below);
            if is_changed && self.is_decided(state, condition, holds) {
                return;
            }
            state.cells[cell] = before;
        }
    }

    /// Of two values that are compared, the one that does not depend on a cell.
    fn equal(&self, state: &State, condition: &Expr, cell: usize) -> Option<i64> {
        let ExprKind::Binary(_, parts) = &condition.kind else { return None };
        let other = [&parts.0, &parts.1].into_iter().find(|part| {
            let mut depends = false;
            let mut note = |of| depends |= of == cell;
            self.machine.cells_for(state, self.process, part, &mut note);
            !depends
        });
        self.machine.value_for(state, self.process, other?).map(i64::from)
    }

    /// The value of a cell with which two values that are compared are equal, if their difference is linear in it.
    fn root(&self, state: &mut State, condition: &Expr, cell: usize) -> Option<i64> {
        let ExprKind::Binary(_, parts) = &condition.kind else { return None };
        let before = state.cells[cell];
        let mut difference = |value: i32| {
            state.cells[cell] = value;
            let value = |expr| self.machine.value_for(state, self.process, expr).map(i64::from);
            Some(value(&parts.0)? - value(&parts.1)?)
        };
        let (at_0, at_1) = (difference(0), difference(1));
        state.cells[cell] = before;
        let (at_0, slope) = (at_0?, at_1? - at_0?);
        (slope != 0 && at_0 % slope == 0).then(|| -at_0 / slope)
    }

    fn make_room(&mut self, state: &mut State, channel: &Expr) {
        let Some(start) = self.machine.channel_for(state, self.process, channel) else { return };
        if let Some(slots) = self.invention.slots(start)
            && state.cells[start] == slots.capacity as i32
        {
            state.cells[start] -= 1;
        }
    }

    /// Brings a message that a receive takes.
    fn bring(&mut self, state: &mut State, reception: &Reception) {
        let channel = &reception.channel;
        let Some(start) = self.machine.channel_for(state, self.process, channel) else { return };
        if state.cells[start] == 0 {
            self.invention.change(state, start, Some(1), self.palette, self.below);
        }
        for (field, pattern) in reception.patterns.iter().enumerate() {
            if let Pattern::Match(wanted) = pattern
                && let Some(wanted) = self.machine.value_for(state, self.process, wanted)
            {
                let cell = start + 1 + field;
                self.invention.change(state, cell, Some(wanted), self.palette, self.below);
            }
        }
    }
}

fn asked_by(action: &Action) -> Option<Asked<'_>> {
    Some(match action {
        Action::Guard(condition) => Asked::Condition(condition),
        Action::Send { channel, .. } => Asked::Room(channel),
        Action::Receive(reception) => Asked::Message(reception),
        _ => return None,
    })
}
