//! Channels in records: questions, sends and receives.

use std::sync::Arc;

use super::Lowering;
use crate::compiled::code::{Buffer, ByChannel, Finder, Owned, Receiver, Sender, Value};
use crate::compiled::layout::{Cell, Layout};
use crate::index::{ChannelId, ChannelInstance};
use crate::machine::Machine;
use crate::program::{BinaryOperator, ChannelQuery, Expr, ExprKind, Pattern, Reception};
use crate::semantics::GuardFault;

/// Where there are more channels, the interpreter finds out which one is meant.
const MOST_CHANNELS: usize = 32;

/// A channel.
#[derive(Clone, Debug)]
pub(in crate::compiled) struct Channel {
    /// By which programs know it.
    pub number: i32,
    pub declared: ChannelId,
    /// None for a rendezvous channel.
    pub buffer: Option<Arc<Buffer>>,
    /// The location of the process that it belongs to.
    owner: Option<Cell>,
}

/// All channels, by instance.
#[derive(Clone, Debug)]
pub(in crate::compiled) struct Channels(Vec<Channel>);

impl Channels {
    /// None if a channel may end whose process stays.
    pub(in crate::compiled) fn of(machine: &Machine, layout: &Layout) -> Option<Channels> {
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

impl Lowering<'_> {
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
                Value::Constant(number) => {
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
        let (number, channels) = (self.expression(expr)?, &self.channels.0);
        if channels.len() > MOST_CHANNELS {
            return None;
        }
        self.grow(channels.len());
        let all = channels.iter().map(|it| Some(Owned(it.owner, make(it)?)));
        let all: Box<[_]> = all.collect();
        // Where an alarm in a guard means that it does not hold, it must not mean that the interpreter knows.
        let blocks = self.machine.program.semantics.guard_fault == GuardFault::Blocks;
        let is_known = !blocks || all.iter().all(Option::is_some);
        is_known.then_some(ByChannel::Any(number, all))
    }

    pub(super) fn query(&self, query: ChannelQuery, channel: &Expr) -> Option<Value> {
        use BinaryOperator::{Equal, NotEqual};
        let asked = |buffer: Option<&Buffer>| {
            // SPIN's view of a rendezvous channel between steps: empty, with room for one.
            let (length, capacity) = match buffer {
                Some(buffer) => (Value::Cell(buffer.length), buffer.capacity),
                None => (Value::Constant(0), 1),
            };
            let (operator, other) = match query {
                ChannelQuery::Length => return length,
                ChannelQuery::Empty => (Equal, 0),
                ChannelQuery::NotEmpty => (NotEqual, 0),
                ChannelQuery::Full => (Equal, capacity),
                ChannelQuery::NotFull => (NotEqual, capacity),
            };
            match length.constant() {
                Some(length) => Value::Constant(((length == other) == (operator == Equal)).into()),
                None => Value::binary(operator, length, Value::Constant(other)),
            }
        };
        let values = self.by_channel(channel, |channel| Some(asked(channel.buffer.as_deref())))?;
        Some(of_channel(values))
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
                matches.push((field, self.expression(expected)?));
            }
        }
        Some(Some(Finder { buffer, matches: matches.into(), random: reception.random }))
    }

    /// Whether a receive would succeed.
    pub(super) fn found(&self, reception: &Reception) -> Option<Value> {
        let finders = self.by_channel(&reception.channel, |it| self.finder(reception, it))?;
        Some(match &finders {
            ByChannel::One(None) => Value::Constant(0),
            ByChannel::One(Some(Finder { buffer, matches, .. })) if matches.is_empty() => {
                Value::Cell(buffer.length).truth()
            }
            _ => Value::Finds(Box::new(finders)),
        })
    }

    /// Takes, or copies, the message that a receive finds.
    pub(super) fn receiver(&self, reception: &Reception) -> Option<ByChannel<Receiver>> {
        self.by_channel(&reception.channel, |channel| {
            let finder = self.finder(reception, channel)??;
            let mut stores = Vec::new();
            for (pattern, &field) in reception.patterns.iter().zip(&finder.buffer.fields) {
                if let Some(store) = self.pattern_store(pattern)? {
                    stores.push((field, store));
                }
            }
            Some(Receiver { finder, stores: stores.into(), copy: reception.copy })
        })
    }

    /// Whether there is room for a message, for a send to a buffer.
    pub(super) fn room(&self, channel: &Expr) -> Option<Value> {
        let room = self.by_channel(channel, |channel| {
            Some(channel.buffer.as_deref().map_or(Value::Constant(0), |buffer| {
                let (length, capacity) = (Value::Cell(buffer.length), buffer.capacity);
                Value::binary(BinaryOperator::Less, length, Value::Constant(capacity))
            }))
        })?;
        Some(of_channel(room))
    }

    /// Appends a message.
    pub(super) fn sender(&self, channel: &Expr, message: &[Expr]) -> Option<ByChannel<Sender>> {
        self.by_channel(channel, |channel| {
            let buffer = channel.buffer.clone()?;
            let values = self.message(channel, message)?.into();
            Some(Sender { buffer, values })
        })
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
                Some(blank) => Value::Constant(blank),
                None => self.expression(value)?,
            });
        }
        values.resize_with(fields, || Value::Constant(0));
        Some(values)
    }
}

fn of_channel(values: ByChannel<Value>) -> Value {
    match values {
        ByChannel::One(value) => value,
        any => Value::OfChannel(Box::new(any)),
    }
}
