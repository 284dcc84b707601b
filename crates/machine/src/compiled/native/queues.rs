//! Messages in the buffers of the record that is meant.

use super::super::code::{Buffer, ByChannel, Finder, Receiver, Sender, Store};
use super::body::{Body, Label, Local};
use super::cells::place;
use super::changes::pieces;

/// Messages of so many bytes together move up one by one after the first was taken, whether they are there or not.
const FEW_BYTES: usize = 96;

impl Body<'_> {
    /// Leaves 1 if there is a message that is looked for, else 0.
    pub(super) fn finds(&mut self, finders: &ByChannel<Option<Finder>>) {
        let decided = self.block_of_value();
        let none = self.block();
        self.by_channel(finders, |body, finder| match finder {
            None => body.branch(none),
            Some(finder) => {
                if let Some(shift) = body.position(finder, none) {
                    body.give_back(shift);
                }
            }
        });
        self.constant(1);
        self.branch(decided);
        self.end();
        self.constant(0);
        self.end();
    }

    /// Branches if no message is found. Leaves in a local how many bytes it is behind the first, if it may be another.
    fn position(&mut self, finder: &Finder, none: Label) -> Option<Local> {
        let Finder { buffer, matches, random } = finder;
        self.read(buffer.length, None);
        if !random || matches.is_empty() {
            self.op().i32_eqz();
            self.branch_if(none);
            self.unless_equal(finder, None, none);
            return None;
        }
        self.times(buffer.stride);
        let end = self.keep();
        let shift = self.local();
        self.set_constant(shift, 0);
        let found = self.block();
        let again = self.repeat();
        self.get(shift);
        self.get(end);
        self.op().i32_ge_u();
        self.branch_if(none);
        let next = self.block();
        self.unless_equal(finder, Some(shift), next);
        self.branch(found);
        self.end();
        self.get(shift);
        self.constant(buffer.stride as i32);
        self.op().i32_add();
        self.set(shift);
        self.branch(again);
        self.end();
        self.end();
        self.give_back(end);
        Some(shift)
    }

    /// Branches if a message is another one than is looked for.
    fn unless_equal(&mut self, finder: &Finder, shift: Option<Local>, label: Label) {
        for (field, expected) in &finder.matches {
            self.read(*field, shift);
            self.value(expected);
            self.op().i32_ne();
            self.branch_if(label);
        }
    }

    pub(super) fn send(&mut self, senders: &ByChannel<Sender>) {
        self.by_channel(senders, |body, Sender { buffer, values }| {
            body.read(buffer.length, None);
            let length = body.keep();
            body.get(length);
            body.constant(buffer.capacity);
            body.op().i32_ge_s();
            body.raise_if();
            let shift = body.messages(length, buffer.stride);
            for (field, value) in buffer.fields.iter().zip(values) {
                body.address(Some(shift));
                body.value(value);
                body.store_wrapped(*field);
            }
            body.give_back(shift);
            body.address(None);
            body.get(length);
            body.constant(1);
            body.op().i32_add();
            body.store(buffer.length);
            body.give_back(length);
        });
    }

    /// How many bytes so many messages have.
    fn messages(&mut self, count: Local, stride: usize) -> Local {
        self.get(count);
        self.times(stride);
        self.keep()
    }

    pub(super) fn receive(&mut self, receivers: &ByChannel<Receiver>) {
        let none = self.block();
        self.by_channel(receivers, |body, Receiver { finder, stores, copy }| {
            let shift = body.position(finder, none);
            for (field, store) in stores {
                body.hand(store, |body| body.read(*field, shift));
            }
            if !copy {
                body.remove(&finder.buffer, shift);
            }
            if let Some(shift) = shift {
                body.give_back(shift);
            }
        });
        self.end();
    }

    /// Stores the field of a message, which can be computed without an alarm.
    pub(super) fn hand(&mut self, store: &Store, field: impl FnOnce(&mut Self)) {
        match store {
            Store::Into(element) => self.put_into(element, field),
            Store::Only(only) => {
                field(self);
                self.constant(*only);
                self.op().i32_ne();
                self.raise_if();
            }
        }
    }

    /// Removes a message, given how many bytes it is behind the first, if it may be another.
    fn remove(&mut self, buffer: &Buffer, shift: Option<Local>) {
        self.read(buffer.length, None);
        self.constant(1);
        self.op().i32_sub();
        let left = self.keep();
        let first = buffer.fields.first().map_or(0, |it| it.at);
        let behind_first = (buffer.capacity as usize - 1) * buffer.stride;
        if shift.is_none() && behind_first <= FEW_BYTES {
            self.move_up(first, buffer.stride, behind_first);
            self.write_bytes(None, first + behind_first, &buffer.blank);
        } else {
            let last = self.messages(left, buffer.stride);
            for from in [first, first + buffer.stride] {
                self.address(shift);
                self.constant(from as i32);
                self.op().i32_add();
            }
            self.get(last);
            if let Some(shift) = shift {
                self.get(shift);
                self.op().i32_sub();
            }
            self.op().memory_copy(0, 0);
            self.write_bytes(Some(last), first, &buffer.blank);
            self.give_back(last);
        }
        self.address(None);
        self.get(left);
        self.store(buffer.length);
        self.give_back(left);
    }

    /// Moves bytes, each as far.
    fn move_up(&mut self, to: usize, by: usize, bytes: usize) {
        for (from, length) in pieces(bytes, size_of::<u64>()) {
            let (to, from) = (place(to + from), place(to + from + by));
            self.address(None);
            self.address(None);
            match length {
                8 => self.op().i64_load(from).i64_store(to),
                4 => self.op().i32_load(from).i32_store(to),
                2 => self.op().i32_load16_u(from).i32_store16(to),
                _ => self.op().i32_load8_u(from).i32_store8(to),
            };
        }
    }
}
