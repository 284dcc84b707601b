//! Channels: which one is meant, and what is done with its messages.

use super::{Alarm, Value, code};
use crate::compiled::code::{Buffer, ByChannel, Finder, Owned, Receiver, Sender};
use crate::compiled::layout::Cell;

impl<T> ByChannel<T, Value> {
    #[inline]
    pub(in crate::compiled) fn find(&self, record: &[u8], alarm: &Alarm) -> Option<&T> {
        match self {
            ByChannel::One(it) => Some(it),
            ByChannel::Any(number, all) => {
                let index = (number(record, alarm) as usize).wrapping_sub(1);
                match all.get(index) {
                    Some(Some(Owned(owner, it))) if owner.is_none_or(|it| it.read(record) != 0) => {
                        Some(it)
                    }
                    _ => {
                        alarm.raise();
                        None
                    }
                }
            }
        }
    }
}

impl Cell {
    #[inline(always)]
    fn shifted(self, bytes: usize) -> Cell {
        Cell { at: self.at + bytes, ..self }
    }
}

impl<V> Finder<V> {
    pub(super) fn map<W>(self, mut of: impl FnMut(V) -> W) -> Finder<W> {
        let Finder { buffer, matches, random } = self;
        let matches = matches.into_iter().map(|(field, expected)| (field, of(expected)));
        Finder { buffer, matches: matches.collect(), random }
    }
}

impl Finder<Value> {
    /// The position of the message.
    #[inline]
    pub(super) fn find(&self, record: &[u8], alarm: &Alarm) -> Option<usize> {
        let length = self.buffer.length.read(record);
        let candidates = if self.random { length } else { length.min(1) };
        (0..candidates as usize).find(|position| {
            let shift = position * self.buffer.stride;
            let mut matches = self.matches.iter();
            matches.all(|(field, expected)| {
                field.shifted(shift).read(record) == expected(record, alarm)
            })
        })
    }
}

impl Receiver<Value> {
    pub(super) fn of(code: code::Receiver) -> Receiver<Value> {
        let code::Receiver { finder, stores, copy } = code;
        let stores = stores.into_iter().map(|(field, it)| (field, it.map(super::values::value)));
        Receiver { finder: finder.map(super::values::value), stores: stores.collect(), copy }
    }

    pub(super) fn receive(&self, record: &mut [u8], alarm: &Alarm) {
        let Some(position) = self.finder.find(record, alarm) else { return };
        let Buffer { length, stride, fields, blank, .. } = &*self.finder.buffer;
        let shift = position * stride;
        for (field, store) in &self.stores {
            let value = field.shifted(shift).read(record);
            store.store(record, value, alarm);
        }
        if self.copy {
            return;
        }
        let (first, messages) = (fields.first().map_or(0, |it| it.at), length.read(record));
        let end = first + messages as usize * stride;
        record.copy_within(first + shift + stride..end, first + shift);
        record[end - stride..end].copy_from_slice(blank);
        length.write(record, messages - 1);
    }
}

impl Sender<Value> {
    pub(super) fn of(code: code::Sender) -> Sender<Value> {
        let values = code.values.into_iter().map(super::values::value).collect();
        Sender { buffer: code.buffer, values }
    }

    pub(super) fn send(&self, record: &mut [u8], alarm: &Alarm) {
        let buffer = &*self.buffer;
        let length = buffer.length.read(record);
        if length >= buffer.capacity {
            alarm.raise();
            return;
        }
        for (field, value) in buffer.fields.iter().zip(&self.values) {
            let value = field.values.wrap(value(record, alarm));
            field.shifted(length as usize * buffer.stride).write(record, value);
        }
        buffer.length.write(record, length + 1);
    }
}
