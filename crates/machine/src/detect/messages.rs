//! The classes of the fields of messages: what is sent and received, and what stands for fields that are missing.

use diagnostics::Span;

use super::classes::{Class, Classes};
use super::constraint::Constraint;
use super::domains::Holder;
use crate::index::ChannelId;
use crate::program::{Expr, Pattern, Reception};

/// A send, and how many fields it gives a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortSend<'m> {
    channel: &'m Expr,
    given: usize,
    early: bool,
    span: Span,
}

/// What is sent in fields that are given no value.
static NOTHING: Expr = Expr::constant(0);

impl<'m> Classes<'m> {
    /// The class of a field of a channel's messages.
    #[must_use]
    pub fn field(&self, channel: ChannelId, field: usize) -> Class {
        let root = self.root(self.channels[channel.index()]);
        self.facts[root].fields[field]
    }

    /// The class of a field of the messages of the channel that an expression names.
    #[must_use]
    pub fn field_of(&self, channel: &Expr, field: usize) -> Option<Class> {
        self.facts[self.root(self.of(channel)?)].fields.get(field).copied()
    }

    /// Learns from a send.
    pub(super) fn send(&mut self, channel: &'m Expr, sorted: bool, message: &'m [Expr]) {
        let fields = self.fields(channel, message.len());
        let (given, early, span) = (message.len(), self.early, self.span);
        self.sends.push(ShortSend { channel, given, early, span });
        for (field, value) in fields.into_iter().zip(message) {
            let class = self.expr(value);
            self.alike(Constraint::SentAlike, field, class);
            self.flow(Holder::Field(field), Holder::Expr(value));
            if sorted && self.keeps(Constraint::SortedNumbers) {
                self.number(field, "sorted by value in a channel");
            }
        }
    }

    /// The classes of the fields of the messages of a channel, of which there are so many at least.
    pub(super) fn fields(&mut self, channel: &'m Expr, arity: usize) -> Vec<Class> {
        let class = self.expr(channel);
        let root = self.root(class);
        self.facts[root].channel = true;
        while self.facts[root].fields.len() < arity {
            let field = self.fresh();
            self.facts[root].fields.push(field);
        }
        self.facts[root].fields.clone()
    }

    /// Learns from a receive or a poll.
    pub(super) fn reception(&mut self, reception: &'m Reception) {
        let fields = self.fields(&reception.channel, reception.patterns.len());
        for (field, pattern) in fields.into_iter().zip(&reception.patterns) {
            let class = match pattern {
                Pattern::Any => continue,
                Pattern::Store(place) => {
                    self.flow(Holder::Variable(place.variable), Holder::Field(field));
                    self.place(place)
                }
                Pattern::Match(value) => self.expr(value),
                Pattern::OwnNumber => self.process_number(),
            };
            self.alike(Constraint::ReceivedAlike, field, class);
        }
    }

    /// Learns that fields are 0, once all are known: those to which sends give no value, and those that receives ask for beyond
    /// the only one of a message.
    pub(super) fn missing_fields(&mut self) {
        let sends = std::mem::take(&mut self.sends);
        if !self.keeps(Constraint::MissingFieldValues) {
            return;
        }
        for send in sends {
            (self.early, self.span) = (send.early, send.span);
            let missing = self.missing_of(send.channel, send.given);
            missing.into_iter().for_each(|field| self.is_nothing(field));
        }
        self.early = false;
        for (index, channel) in self.machine.program.channels.iter().enumerate() {
            self.span = channel.span;
            let beyond = self.beyond_only(self.channels[index]).to_vec();
            beyond.into_iter().for_each(|field| self.is_nothing(field));
        }
    }

    fn is_nothing(&mut self, field: Class) {
        self.constant(field, 0);
        self.flow(Holder::Field(field), Holder::Expr(&NOTHING));
    }

    /// The classes of the fields beyond the first of the channels of a class, if one of these has messages of one field.
    fn beyond_only(&self, channels: Class) -> &[Class] {
        let facts = &self.facts[self.root(channels)];
        if facts.has_one_field { facts.fields.get(1..).unwrap_or_default() } else { &[] }
    }

    /// The classes of the fields that a receive asks for beyond the only one of a message, if that may be.
    pub(super) fn asked_beyond(&self, reception: &Reception) -> Vec<Class> {
        let Some(channels) = self.of(&reception.channel) else { return Vec::new() };
        let asked = reception.patterns.len().saturating_sub(1);
        self.beyond_only(channels).iter().take(asked).copied().collect()
    }

    /// The classes of the fields of a channel's messages that a send which gives so many values leaves out.
    pub(super) fn missing_of(&self, channel: &Expr, given: usize) -> Vec<Class> {
        let Some(class) = self.of(channel) else { return Vec::new() };
        self.facts[self.root(class)].fields.iter().skip(given).copied().collect()
    }
}
