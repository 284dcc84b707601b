//! Actions: when they can be done, and what they do to a record.

use super::Lowering;
use crate::compiled::code::{Change, Condition, Element, Store, Value};
use crate::compiled::layout::Cell;
use crate::program::{Action, BinaryOperator, Pattern, Place, Region};
use crate::semantics::FullChannel;

impl Lowering<'_> {
    /// When an action can be done that begins an edge. None if it is left to the interpreter.
    pub(super) fn condition(&self, action: &Action) -> Option<Condition> {
        Some(match action {
            Action::Guard(condition) => self.expression(condition)?.into(),
            Action::Else => Condition::Else,
            // Where it is an error that there is no room nobody waits for it.
            Action::Send { channel, .. }
                if self.machine.program.semantics.full_channel == FullChannel::Fails =>
            {
                (!self.may_meet(channel)).then_some(Condition::Always)?
            }
            Action::Send { channel, .. } => self.room(channel)?.into(),
            Action::Receive(reception) => self.found(reception)?.into(),
            Action::Terminate => self.last_one(),
            Action::Deterministic(block) => self.beginning(block)?,
            Action::Skip | Action::Assign(..) | Action::Assert(_) | Action::Print { .. } => {
                Condition::Always
            }
            Action::OutOfRoom | Action::Spin(_) | Action::Run { .. } => return None,
        })
    }

    /// Whether the process may be removed.
    fn last_one(&self) -> Condition {
        if !self.machine.removes_ended() {
            return Condition::Never;
        }
        match self.layout.slots.get(self.process.index() + 1) {
            None => Condition::Always,
            Some(next) => {
                let location = Value::Cell(self.layout.cells[next.start]);
                Condition::If(Value::binary(BinaryOperator::Equal, location, Value::Constant(0)))
            }
        }
    }

    /// Appends what an enabled action does. None if it is left to the interpreter.
    pub(super) fn changes(&self, action: &Action, changes: &mut Vec<Change>) -> Option<()> {
        match action {
            Action::Skip | Action::Guard(_) | Action::Else => {}
            Action::Print { arguments, .. } => {
                for argument in arguments {
                    changes.push(Change::Evaluate(self.expression(argument)?));
                }
            }
            Action::Assign(place, value) => self.assign(place, self.expression(value)?, changes)?,
            Action::Assert(condition) => changes.push(Change::Assert(self.expression(condition)?)),
            Action::Send { channel, sorted: false, message } => {
                changes.push(Change::Send(self.sender(channel, message)?));
            }
            Action::Receive(reception) => changes.push(Change::Receive(self.receiver(reception)?)),
            Action::Deterministic(block) => changes.push(self.block(block)?),
            Action::Terminate => {
                let slot = self.layout.slots[self.process.index()];
                let cells = &self.layout.cells[slot.start..slot.start + slot.length];
                let bytes = cells.iter().flat_map(|it| it.at..it.at + it.width.bytes());
                changes.extend(bytes.map(|at| Change::Byte(at, 0)));
            }
            Action::Send { .. } | Action::OutOfRoom | Action::Spin(_) | Action::Run { .. } => {
                return None;
            }
        }
        Some(())
    }

    fn assign(&self, place: &Place, value: Value, changes: &mut Vec<Change>) -> Option<()> {
        if place.region == Region::Discarded && place.subscripts.is_empty() {
            changes.push(Change::Evaluate(value));
            return Some(());
        }
        match (self.element(place)?, value) {
            (Element::Only(cell), Value::Constant(value)) => {
                constant_bytes(cell, cell.values.wrap(value), changes);
            }
            (element, value) => changes.push(Change::Assign(element, value)),
        }
        Some(())
    }

    /// Where the field of a message goes that a pattern stands for, if anywhere.
    pub(super) fn pattern_store(&self, pattern: &Pattern) -> Option<Option<Store>> {
        Some(match pattern {
            Pattern::Any | Pattern::Match(_) => None,
            Pattern::OwnNumber => {
                let semantics = &self.machine.program.semantics;
                Some(Store::Only(semantics.process_number(self.process)))
            }
            Pattern::Store(place)
                if place.region == Region::Discarded && place.subscripts.is_empty() =>
            {
                None
            }
            Pattern::Store(place) => Some(Store::Into(self.element(place)?)),
        })
    }
}

/// Sets a cell to a value that it can hold.
pub(in crate::compiled) fn constant_bytes(cell: Cell, value: i32, changes: &mut Vec<Change>) {
    let bytes = value.to_le_bytes();
    let bytes = bytes.iter().take(cell.width.bytes()).enumerate();
    changes.extend(bytes.map(|(index, &byte)| Change::Byte(cell.at + index, byte)));
}
