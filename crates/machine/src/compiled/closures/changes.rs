//! Changes of records.

use super::values::{Closure, closure, test, value};
use super::{Alarm, Test, Value, code};
use crate::compiled::code::{Condition, Element, MOST_STATEMENTS, Point, Receiver, Sender, Store};
use crate::compiled::layout::{Cell, Width};

/// Changes a record.
type ChangeFn = Box<dyn Fn(&mut [u8], &Alarm) + Send + Sync>;

/// What is done to a record.
pub(in crate::compiled) enum Change {
    /// A byte is set.
    Byte(usize, u8),
    Run(ChangeFn),
}

/// Makes changes, in order.
#[inline(always)]
pub(in crate::compiled) fn make(changes: &[Change], record: &mut [u8], alarm: &Alarm) {
    for change in changes {
        match change {
            Change::Byte(at, value) => record[*at] = *value,
            Change::Run(change) => change(record, alarm),
        }
    }
}

impl Condition<Test> {
    pub(super) fn of(code: Condition) -> Condition<Test> {
        match code {
            Condition::Always => Condition::Always,
            Condition::Never => Condition::Never,
            Condition::Else => Condition::Else,
            Condition::If(condition) => Condition::If(test(condition)),
        }
    }

    /// Given whether something that stands before it could be done.
    #[inline(always)]
    pub(in crate::compiled) fn holds(&self, record: &[u8], moved: bool, alarm: &Alarm) -> bool {
        match self {
            Condition::Always => true,
            Condition::Never => false,
            Condition::Else => !moved,
            Condition::If(test) => test(record, alarm),
        }
    }
}

impl Store<Value> {
    #[inline]
    pub(super) fn store(&self, record: &mut [u8], value: i32, alarm: &Alarm) {
        match self {
            Store::Into(Element::Only(cell)) => cell.write(record, cell.values.wrap(value)),
            Store::Into(Element::Indexed(first, index)) => {
                let at = first.at + index(record, alarm) as usize * first.width.bytes();
                Cell { at, ..*first }.write(record, first.values.wrap(value));
            }
            Store::Only(only) if *only == value => {}
            Store::Only(_) => alarm.raise(),
        }
    }
}

pub(in crate::compiled) fn changes(code: Vec<code::Change>) -> Box<[Change]> {
    code.into_iter().map(change).collect()
}

fn change(code: code::Change) -> Change {
    Change::Run(match code {
        code::Change::Byte(at, value) => return Change::Byte(at, value),
        code::Change::Assign(element, value) => assign(element, closure(value)),
        code::Change::Evaluate(of) => {
            let value = value(of);
            Box::new(move |t, alarm| {
                value(t, alarm);
            })
        }
        code::Change::Assert(condition) => {
            let test = test(condition);
            Box::new(move |t, alarm| {
                if !test(t, alarm) {
                    alarm.raise();
                }
            })
        }
        code::Change::Send(senders) => {
            let senders = senders.map(value, Sender::of);
            Box::new(move |t, alarm| {
                if let Some(sender) = senders.find(t, alarm) {
                    sender.send(t, alarm);
                }
            })
        }
        code::Change::Receive(receivers) => {
            let receivers = receivers.map(value, Receiver::of);
            Box::new(move |t, alarm| {
                if let Some(receiver) = receivers.find(t, alarm) {
                    receiver.receive(t, alarm);
                }
            })
        }
        code::Change::Block(points) => {
            let points = points
                .into_iter()
                .map(|Point(choices)| Point(choices.into_iter().map(Choice::of).collect()));
            let points: Vec<Point<Choice>> = points.collect();
            Box::new(move |t, alarm| run(&points, t, alarm))
        }
        code::Change::Alarm => Box::new(|_, alarm| alarm.raise()),
    })
}

fn assign(element: Element, value: Closure) -> ChangeFn {
    let cell = element.first();
    let is_whole_byte = cell.width == Width::Byte && cell.values.bits == 8;
    let element = element.map(super::values::value);
    match (element, value) {
        (Element::Only(Cell { at, .. }), Closure::Byte(from)) if is_whole_byte => {
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
            let value = value.value();
            Box::new(move |t, alarm| {
                let value = value(t, alarm);
                let index = index(t, alarm) as usize;
                t[at + index] = value as u8;
            })
        }
        (element, value) => {
            let (store, value) = (Store::Into(element), value.value());
            Box::new(move |t, alarm| {
                let value = value(t, alarm);
                store.store(t, value, alarm);
            })
        }
    }
}

/// A way to go on in a deterministic block.
struct Choice {
    condition: Condition<Test>,
    changes: Box<[Change]>,
    target: Option<usize>,
}

impl Choice {
    fn of(code: code::Choice) -> Choice {
        let (condition, changes) = (Condition::of(code.condition), changes(code.changes));
        Choice { condition, changes, target: code.target }
    }
}

/// Runs a deterministic block, from its first point.
fn run(points: &[Point<Choice>], record: &mut [u8], alarm: &Alarm) {
    let mut at = Some(0);
    for _ in 0..MOST_STATEMENTS {
        let Some(point) = at else { return };
        let mut choices = points[point].0.iter();
        let choice = choices.find(|choice| choice.condition.holds(record, false, alarm));
        let Some(choice) = choice.filter(|_| !alarm.is_raised()) else { return alarm.raise() };
        make(&choice.changes, record, alarm);
        if alarm.is_raised() {
            return;
        }
        at = choice.target;
    }
    alarm.raise();
}
