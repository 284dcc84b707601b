//! Buffered channels in records: questions, sends and receives.

use std::sync::Arc;

use super::actions::{Change, ChangeFn};
use super::expressions::{Alarm, Code, Compiler, Test, Value};
use super::layout::{Cell, Layout};
use crate::index::{ChannelId, ChannelInstance};
use crate::machine::Machine;
use crate::program::{ChannelQuery, Expr, ExprKind, Pattern, Reception};
use crate::semantics::GuardFault;

/// Where there are more channels, the interpreter finds out which one is meant.
const MOST_CHANNELS: usize = 32;

/// A channel.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    /// By which programs know it.
    pub number: i32,
    pub declared: ChannelId,
    /// None for a rendezvous channel.
    pub buffer: Option<Arc<Buffer>>,
    /// The location of the process that it belongs to.
    owner: Option<Cell>,
}

/// Where the messages of a channel are.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    length: Cell,
    capacity: i32,
    /// The fields of the first message.
    fields: Box<[Cell]>,
    /// How many bytes a message has.
    stride: usize,
    /// What stands where no message is.
    blank: Box<[u8]>,
}

/// All channels, by instance.
#[derive(Clone, Debug)]
pub(super) struct Channels(Vec<Channel>);

impl Channels {
    /// None if a channel may end whose process stays.
    pub(super) fn of(machine: &Machine, layout: &Layout) -> Option<Channels> {
        let program = &machine.program;
        let mut channels = Channels(Vec::new());
        for id in ChannelId::below(machine.global_channels) {
            channels.add(machine, layout, id, program.channels[id.index()].offset as usize, None);
        }
        for slot in &layout.slots {
            let own = &machine.encoding.records[slot.process_type.index()].queues;
            if machine.keep_terminated && !own.is_empty() {
                return None;
            }
            for &(id, offset) in own {
                let (first, owner) = (slot.start + 1 + offset as usize, layout.cells[slot.start]);
                channels.add(machine, layout, id, first, Some(owner));
            }
        }
        Some(channels)
    }

    fn add(
        &mut self,
        machine: &Machine,
        layout: &Layout,
        declared: ChannelId,
        first: usize,
        owner: Option<Cell>,
    ) {
        let number = ChannelInstance::new(self.0.len()).number();
        let channel = &machine.program.channels[declared.index()];
        let buffer = (channel.capacity > 0).then(|| {
            // There may be room for more than messages hold.
            let cells = channel.fields.iter().zip(&layout.cells[first + 1..]);
            let cells = cells.map(|(field, cell)| Cell { values: field.cell, ..*cell });
            let fields: Box<[Cell]> = cells.collect();
            let mut blank = Vec::new();
            for (&cell, &value) in fields.iter().zip(&machine.blanks.fields[declared.index()]) {
                let at = blank.len();
                blank.resize(at + cell.width.bytes(), 0);
                Cell { at, ..cell }.write(&mut blank, value);
            }
            Arc::new(Buffer {
                length: layout.cells[first],
                capacity: channel.capacity as i32,
                fields,
                stride: blank.len(),
                blank: blank.into(),
            })
        });
        self.0.push(Channel { number, declared, buffer, owner });
    }

    fn numbered(&self, number: i32) -> Option<&Channel> {
        self.0.get(ChannelInstance::with_number(number)?.index())
    }
}

/// Something for the channel that an expression names.
pub(super) enum ByChannel<T> {
    /// It always names the same.
    One(T),
    /// By number, for the channels that there are: none for those that are left to the interpreter.
    Any(Value, Box<[Option<Owned<T>>]>),
}

/// Something for a channel, and the location of the process that it belongs to.
pub(super) struct Owned<T>(Option<Cell>, T);

impl<T> ByChannel<T> {
    /// The interpreter says what there is.
    pub(super) fn unknown() -> ByChannel<T> {
        ByChannel::Any(Box::new(|_, _| 0), Box::default())
    }

    /// Raises the alarm if there is nothing.
    #[inline]
    pub(super) fn find(&self, record: &[u8], alarm: &Alarm) -> Option<&T> {
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

impl Buffer {
    #[inline(always)]
    fn length(&self, record: &[u8]) -> i32 {
        self.length.read(record)
    }
}

/// Which message of a buffer a receive takes.
struct Finder {
    buffer: Arc<Buffer>,
    matches: Box<[(Cell, Value)]>,
    random: bool,
}

impl Finder {
    /// Its position.
    #[inline]
    fn find(&self, record: &[u8], alarm: &Alarm) -> Option<usize> {
        let length = self.buffer.length(record);
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

impl Cell {
    #[inline(always)]
    fn shifted(self, bytes: usize) -> Cell {
        Cell { at: self.at + bytes, ..self }
    }
}

impl Compiler<'_> {
    /// The channel that an expression names, if it always names the same.
    pub(super) fn channel(&self, expr: &Expr) -> Option<&Channel> {
        let instance = match expr.kind {
            ExprKind::Channel(id) => ChannelInstance::unowned(id),
            ExprKind::OwnChannel(index) => {
                let before = self.layout.slots[..self.process.index()].iter();
                let own = |t: usize| self.machine.encoding.records[t].queues.len();
                let before: usize = before.map(|slot| own(slot.process_type.index())).sum();
                ChannelInstance::new(self.machine.global_channels + before + index as usize)
            }
            _ => match self.expression(expr)? {
                Code::Constant(number) => {
                    let channel = self.channels.numbered(number)?;
                    return channel.owner.is_none().then_some(channel);
                }
                _ => return None,
            },
        };
        self.channels.0.get(instance.index())
    }

    /// What `make` makes of the channel that an expression names.
    pub(super) fn by_channel<T>(
        &self,
        expr: &Expr,
        make: impl Fn(&Channel) -> Option<T>,
    ) -> Option<ByChannel<T>> {
        if let Some(channel) = self.channel(expr) {
            return make(channel).map(ByChannel::One);
        }
        let (number, channels) = (self.expression(expr)?.value(), &self.channels.0);
        if channels.len() > MOST_CHANNELS {
            return None;
        }
        self.size.set(self.size.get() + channels.len());
        let all = channels.iter().map(|it| Some(Owned(it.owner, make(it)?)));
        let all: Box<[_]> = all.collect();
        // Where an alarm in a guard means that it does not hold, it must not mean that the interpreter knows.
        let blocks = self.machine.program.semantics.guard_fault == GuardFault::Blocks;
        let is_known = !blocks || all.iter().all(Option::is_some);
        is_known.then_some(ByChannel::Any(number, all))
    }

    pub(super) fn query(&self, query: ChannelQuery, channel: &Expr) -> Option<Code> {
        let buffers = self.by_channel(channel, |channel| Some(channel.buffer.clone()))?;
        // SPIN's view of a rendezvous channel between steps: empty, with room for one.
        let lengths = move |s: &[u8], alarm: &Alarm| match buffers.find(s, alarm) {
            Some(Some(buffer)) => (buffer.length(s), buffer.capacity),
            _ => (0, 1),
        };
        Some(match query {
            ChannelQuery::Length => Code::Value(Box::new(move |s, alarm| lengths(s, alarm).0)),
            ChannelQuery::Empty => Code::Test(Box::new(move |s, alarm| lengths(s, alarm).0 == 0)),
            ChannelQuery::NotEmpty => {
                Code::Test(Box::new(move |s, alarm| lengths(s, alarm).0 != 0))
            }
            ChannelQuery::Full => Code::Test(Box::new(move |s, alarm| {
                let (length, capacity) = lengths(s, alarm);
                length == capacity
            })),
            ChannelQuery::NotFull => Code::Test(Box::new(move |s, alarm| {
                let (length, capacity) = lengths(s, alarm);
                length != capacity
            })),
        })
    }

    /// None within for a channel without a buffer, from which nobody takes anything alone. None if it is left to the interpreter.
    fn finder(&self, reception: &Reception, channel: &Channel) -> Option<Option<Finder>> {
        let Some(buffer) = channel.buffer.clone() else {
            return (!reception.copy).then_some(None);
        };
        // Who asks for more than there is, or who takes what he does not ask for: errors.
        let asks = |pattern: &Pattern| matches!(pattern, Pattern::Match(_));
        let (asked, fields) = (reception.patterns.len(), buffer.fields.len());
        if asked > fields || (asked < fields && reception.patterns.iter().all(asks)) {
            return None;
        }
        let mut matches = Vec::new();
        for (pattern, &field) in reception.patterns.iter().zip(&buffer.fields) {
            if let Pattern::Match(expected) = pattern {
                matches.push((field, self.expression(expected)?.value()));
            }
        }
        Some(Some(Finder { buffer, matches: matches.into(), random: reception.random }))
    }

    /// Whether a receive would succeed.
    pub(super) fn position_test(&self, reception: &Reception) -> Option<Test> {
        let finders = self.by_channel(&reception.channel, |it| self.finder(reception, it))?;
        if let ByChannel::One(Some(Finder { buffer, matches, .. })) = &finders
            && matches.is_empty()
        {
            let length = buffer.length;
            return Some(Box::new(move |s, _| length.read(s) != 0));
        }
        Some(Box::new(move |s, alarm| {
            let finder = finders.find(s, alarm).and_then(Option::as_ref);
            finder.is_some_and(|finder| finder.find(s, alarm).is_some())
        }))
    }

    /// Takes, or copies, the message that a receive finds.
    pub(super) fn receive(&self, reception: &Reception) -> Option<Change> {
        let receivers = self.by_channel(&reception.channel, |channel| {
            let finder = self.finder(reception, channel)??;
            let mut stores: Vec<(Cell, super::actions::Store)> = Vec::new();
            for (pattern, &field) in reception.patterns.iter().zip(&finder.buffer.fields) {
                if let Some(store) = self.pattern_store(pattern)? {
                    stores.push((field, store));
                }
            }
            Some((finder, stores))
        })?;
        let copy = reception.copy;
        let take: ChangeFn = Box::new(move |t, alarm| {
            let Some((finder, stores)) = receivers.find(t, alarm) else { return };
            let Some(position) = finder.find(t, alarm) else { return };
            let Buffer { length, stride, fields, blank, .. } = &*finder.buffer;
            let shift = position * stride;
            for (field, store) in stores {
                let value = field.shifted(shift).read(t);
                store.store(t, value, alarm);
            }
            if copy {
                return;
            }
            let (first, messages) = (fields.first().map_or(0, |it| it.at), length.read(t));
            let end = first + messages as usize * stride;
            t.copy_within(first + shift + stride..end, first + shift);
            t[end - stride..end].copy_from_slice(blank);
            length.write(t, messages - 1);
        });
        Some(Change::Run(take))
    }

    /// Whether there is room for a message, for a send to a buffer.
    pub(super) fn room(&self, channel: &Expr) -> Option<Test> {
        let buffers = self.by_channel(channel, |channel| Some(channel.buffer.clone()))?;
        Some(Box::new(move |s, alarm| {
            let buffer = buffers.find(s, alarm).and_then(Option::as_ref);
            buffer.is_some_and(|buffer| buffer.length(s) < buffer.capacity)
        }))
    }

    /// Appends a message.
    pub(super) fn send(&self, channel: &Expr, message: &[Expr]) -> Option<Change> {
        let senders = self.by_channel(channel, |channel| {
            let buffer = channel.buffer.clone()?;
            let values = self.message(channel, message)?;
            Some((buffer, values))
        })?;
        Some(Change::Run(Box::new(move |t, alarm| {
            let Some((buffer, values)) = senders.find(t, alarm) else { return };
            let length = buffer.length(t);
            if length >= buffer.capacity {
                alarm.raise();
                return;
            }
            // Nobody sees what is behind the last message.
            for (field, value) in buffer.fields.iter().zip(values) {
                let value = field.values.wrap(value(t, alarm));
                field.shifted(length as usize * buffer.stride).write(t, value);
            }
            buffer.length.write(t, length + 1);
        })))
    }

    /// The values of a message, one for each field; none if there are more.
    pub(super) fn message(&self, channel: &Channel, message: &[Expr]) -> Option<Vec<Value>> {
        let fields = self.machine.program.channels[channel.declared.index()].fields.len();
        if message.len() > fields {
            return None;
        }
        let mut values = Vec::new();
        for value in message {
            values.push(match self.machine.blanks.in_place_of(value) {
                Some(blank) => Code::Constant(blank).value(),
                None => self.expression(value)?.value(),
            });
        }
        values.resize_with(fields, || Code::Constant(0).value());
        Some(values)
    }
}
