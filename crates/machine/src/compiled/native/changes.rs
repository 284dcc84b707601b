//! Changes of the record that is meant.

use std::collections::BTreeMap;

use super::super::code::{Change, Condition, Element};
use super::body::{Body, Label, Local};
use super::cells::place;

impl Body<'_> {
    /// Makes changes, in order.
    pub(super) fn make(&mut self, changes: &[Change]) {
        let mut rest = changes;
        while let Some(change) = rest.first() {
            let bytes = rest.iter().take_while(|it| matches!(it, Change::Byte(..))).count();
            match bytes {
                0 => self.change(change),
                _ => self.set_bytes(&rest[..bytes]),
            }
            rest = &rest[bytes.max(1)..];
        }
    }

    /// Sets bytes one by one, which is the same as those side by side at a time.
    fn set_bytes(&mut self, changes: &[Change]) {
        let mut bytes = BTreeMap::new();
        for change in changes {
            if let Change::Byte(at, value) = *change {
                bytes.insert(at, value);
            }
        }
        let mut run: (usize, Vec<u8>) = Default::default();
        for (at, value) in bytes {
            if run.0 + run.1.len() != at {
                let (first, run) = std::mem::replace(&mut run, (at, Vec::new()));
                self.write_bytes(None, first, &run);
            }
            run.1.push(value);
        }
        self.write_bytes(None, run.0, &run.1);
    }

    /// Writes bytes that are known to a place of the record, given what is added to that, if anything.
    pub(super) fn write_bytes(&mut self, shift: Option<Local>, at: usize, bytes: &[u8]) {
        for (from, length) in pieces(bytes.len(), size_of::<u64>()) {
            let mut word = [0; size_of::<u64>()];
            word[..length].copy_from_slice(&bytes[from..from + length]);
            let (value, at) = (i64::from_le_bytes(word), place(at + from));
            self.address(shift);
            match length {
                8 => self.op().i64_const(value).i64_store(at),
                4 => self.op().i32_const(value as i32).i32_store(at),
                2 => self.op().i32_const(value as i32).i32_store16(at),
                _ => self.op().i32_const(value as i32).i32_store8(at),
            };
        }
    }

    fn change(&mut self, change: &Change) {
        match change {
            Change::Byte(at, value) => self.write_bytes(None, *at, &[*value]),
            Change::Assign(element, value) => {
                self.put_into(element, |body| body.value(value));
            }
            Change::Evaluate(value) => {
                self.value(value);
                self.op().drop();
            }
            Change::Assert(condition) => {
                let alarm = self.alarm;
                self.branch_on(condition, false, alarm);
            }
            Change::Send(senders) => self.send(senders),
            Change::Receive(receivers) => self.receive(receivers),
            Change::Block(points) => self.run_points(points),
            Change::Alarm => self.raise(),
        }
    }

    /// Writes what is computed to a cell. Nothing that is computed changes anything, so the index may be computed before it.
    pub(super) fn put_into(&mut self, element: &Element, value: impl FnOnce(&mut Self)) {
        match element {
            Element::Only(_) => self.address(None),
            Element::Indexed(first, index) => self.element(*first, index),
        }
        value(self);
        self.store_wrapped(element.first());
    }

    /// Branches where a condition does not hold, given a local that is not zero if something could be done that stands before it, if
    /// anything can. Answers whether it may hold.
    pub(super) fn unless(
        &mut self,
        condition: &Condition,
        moved: Option<Local>,
        label: Label,
    ) -> bool {
        match condition {
            Condition::Always => {}
            Condition::Never => {
                self.branch(label);
                return false;
            }
            Condition::Else => {
                if let Some(moved) = moved {
                    self.get(moved);
                    self.branch_if(label);
                }
            }
            Condition::If(value) => self.branch_on(value, false, label),
        }
        true
    }
}

/// The places and lengths of the pieces, of a power of two each and of at most `most`, that so many bytes fall into.
pub(super) fn pieces(bytes: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let length = most.min(1 << (bytes - at).checked_ilog2()?);
        at += length;
        Some((at - length, length))
    })
}
