//! Actions as changes of records.

use super::expressions::{Alarm, Code, Compiler, Element, Test, Value};
use super::layout::{Cell, Width};
use crate::program::{Action, Pattern, Place, Region};
use crate::semantics::FullChannel;

/// Changes a record.
pub(super) type ChangeFn = Box<dyn Fn(&mut [u8], &Alarm) + Send + Sync>;

/// What is done to a record.
pub(super) enum Change {
    /// A byte is set.
    Byte(usize, u8),
    Run(ChangeFn),
}

/// Makes changes, in order.
#[inline(always)]
pub(super) fn make(changes: &[Change], record: &mut [u8], alarm: &Alarm) {
    for change in changes {
        match change {
            Change::Byte(at, value) => record[*at] = *value,
            Change::Run(change) => change(record, alarm),
        }
    }
}

/// When something can be done.
pub(super) enum Condition {
    Always,
    Never,
    /// If nothing could be that stands before it.
    Else,
    If(Test),
}

impl Condition {
    /// Given whether something that stands before it could be done.
    #[inline(always)]
    pub(super) fn holds(&self, record: &[u8], moved: bool, alarm: &Alarm) -> bool {
        match self {
            Condition::Always => true,
            Condition::Never => false,
            Condition::Else => !moved,
            Condition::If(test) => test(record, alarm),
        }
    }
}

impl From<Code> for Condition {
    fn from(code: Code) -> Condition {
        match code {
            Code::Constant(0) => Condition::Never,
            Code::Constant(_) => Condition::Always,
            code => Condition::If(code.test()),
        }
    }
}

/// Where a value goes.
pub(super) enum Store {
    Cell(Cell),
    Indexed(Cell, Value),
    /// The value must be this.
    Only(i32),
}

impl Store {
    #[inline]
    pub(super) fn store(&self, record: &mut [u8], value: i32, alarm: &Alarm) {
        match self {
            Store::Cell(cell) => cell.write(record, cell.values.wrap(value)),
            Store::Indexed(first, index) => {
                let at = first.at + index(record, alarm) as usize * first.width.bytes();
                Cell { at, ..*first }.write(record, first.values.wrap(value));
            }
            Store::Only(only) if *only == value => {}
            Store::Only(_) => alarm.raise(),
        }
    }
}

impl Compiler<'_> {
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
            Action::Send { channel, .. } => Condition::If(self.room(channel)?),
            Action::Receive(reception) => Condition::If(self.position_test(reception)?),
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
                let location = self.layout.cells[next.start];
                Condition::If(Box::new(move |s, _| location.read(s) == 0))
            }
        }
    }

    /// Appends what an enabled action does. None if it is left to the interpreter.
    pub(super) fn changes(&self, action: &Action, changes: &mut Vec<Change>) -> Option<()> {
        match action {
            Action::Skip | Action::Guard(_) | Action::Else => {}
            Action::Print { arguments, .. } => {
                for argument in arguments {
                    // What is printed is seen by nobody, but it must be there.
                    let value = self.expression(argument)?.value();
                    changes.push(Change::Run(Box::new(move |t, alarm| {
                        value(t, alarm);
                    })));
                }
            }
            Action::Assign(place, value) => self.assign(place, self.expression(value)?, changes)?,
            Action::Assert(condition) => {
                let test = self.expression(condition)?.test();
                changes.push(Change::Run(Box::new(move |t, alarm| {
                    if !test(t, alarm) {
                        alarm.raise();
                    }
                })));
            }
            Action::Send { channel, sorted: false, message } => {
                changes.push(self.send(channel, message)?);
            }
            Action::Receive(reception) => changes.push(self.receive(reception)?),
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

    fn assign(&self, place: &Place, value: Code, changes: &mut Vec<Change>) -> Option<()> {
        if place.region == Region::Discarded && place.subscripts.is_empty() {
            let value = value.value();
            changes.push(Change::Run(Box::new(move |t, alarm| {
                value(t, alarm);
            })));
            return Some(());
        }
        let element = self.element(place)?;
        let cell = match &element {
            Element::Only(cell) | Element::Indexed(cell, _) => *cell,
        };
        let is_whole_byte = cell.width == Width::Byte && cell.values.bits == 8;
        let change: ChangeFn = match (element, value) {
            (Element::Only(cell), Code::Constant(value)) => {
                constant_bytes(cell, cell.values.wrap(value), changes);
                return Some(());
            }
            (Element::Only(Cell { at, .. }), Code::Byte(from)) if is_whole_byte => {
                Box::new(move |t, _| t[at] = t[from])
            }
            (Element::Only(Cell { at, .. }), value) if is_whole_byte => {
                let value = value.value();
                Box::new(move |t, alarm| t[at] = value(t, alarm) as u8)
            }
            (Element::Only(cell), value) => {
                let value = value.value();
                Box::new(move |t, alarm| {
                    let value = cell.values.wrap(value(t, alarm));
                    cell.write(t, value);
                })
            }
            (Element::Indexed(Cell { at, .. }, index), value) if is_whole_byte => {
                let (index, value) = (index.value(), value.value());
                Box::new(move |t, alarm| {
                    let value = value(t, alarm);
                    let index = index(t, alarm) as usize;
                    t[at + index] = value as u8;
                })
            }
            (Element::Indexed(first, index), value) => {
                let (store, value) = (Store::Indexed(first, index.value()), value.value());
                Box::new(move |t, alarm| {
                    let value = value(t, alarm);
                    store.store(t, value, alarm);
                })
            }
        };
        changes.push(Change::Run(change));
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
            Pattern::Store(place) => Some(match self.element(place)? {
                Element::Only(cell) => Store::Cell(cell),
                Element::Indexed(first, index) => Store::Indexed(first, index.value()),
            }),
        })
    }
}

/// Sets a cell to a value that it can hold.
pub(super) fn constant_bytes(cell: Cell, value: i32, changes: &mut Vec<Change>) {
    let bytes = value.to_le_bytes();
    let bytes = bytes.iter().take(cell.width.bytes()).enumerate();
    changes.extend(bytes.map(|(index, &byte)| Change::Byte(cell.at + index, byte)));
}
