//! The classes of the fields of messages: what is sent and received, and what stands for fields that are missing.
//!
//! A protocol whose messages carry an identifier sends a dummy where a message needs none: `c!done(0)`, which is received as
//! `c?done(_)`. Such a 0 is no identifier. It is recognised by the constant in front, the tag: it is a dummy if no receive
//! that may take a message with that tag looks at the field. What nobody looks at may be anything: in the machine that is
//! searched it is what stands in unused slots ([`Blanks`](machine::Blanks)), so that symmetry does not rename it.

use std::collections::HashMap;

use machine::index::{ChannelId, ExprId};
use machine::program::{Expr, Field, Pattern, Reception};

use super::classes::{Class, Classes, NumberUse};
use super::constraint::Constraint;
use super::domains::SPARE;
use super::noted::{Holder, ShortSend, TaggedConstant};

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
        if sorted {
            self.sorts(channel);
        }
        self.sends.push(ShortSend { channel, given, early, span });
        let tag = message.first().and_then(|first| self.constant_of(first)).filter(|_| !sorted);
        for (position, (field, value)) in fields.into_iter().zip(message).enumerate() {
            if let (Some(tag), 1.., Some(_)) = (tag, position, self.constant_of(value)) {
                let context = self.context;
                let field = position;
                self.tagged.push(TaggedConstant {
                    channel,
                    tag,
                    field,
                    value,
                    early,
                    context,
                    span,
                });
                continue;
            }
            self.sent(field, value);
        }
    }

    /// Notes that messages are sorted in a channel: all their fields are compared, also those that some do not have.
    fn sorts(&mut self, channel: &'m Expr) {
        let used = NumberUse { span: self.span, what: "sorted by value in a channel" };
        let Some(class) = self.of(channel) else { return };
        let root = self.root(class);
        let facts = &mut self.facts[root];
        facts.sorted = true;
        if !self.early {
            facts.sorted_late.get_or_insert(used);
        }
    }

    /// Learns that the fields of sorted messages are numbers, once all fields are known.
    pub(super) fn sorted_fields(&mut self) {
        let sorted: Vec<(usize, NumberUse)> = (0..self.facts.len())
            .filter_map(|root| Some((root, self.facts[root].sorted_late?)))
            .filter(|_| self.keeps(Constraint::SortedNumbers))
            .collect();
        for (root, used) in sorted {
            let fields = self.facts[root].fields.clone();
            fields.into_iter().for_each(|field| self.is_number(field, used));
        }
    }

    fn sent(&mut self, field: Class, value: &'m Expr) {
        let class = self.expr(value);
        self.alike(Constraint::SentAlike, field, class);
        self.flow(Holder::Field(field), Holder::Expr(value));
    }

    /// Learns from the constants in messages that some receive looks at, once all receives are known. The others are dummies.
    pub(super) fn tagged_constants(&mut self) {
        let mut pending = std::mem::take(&mut self.tagged);
        loop {
            let (seen, unseen): (Vec<_>, Vec<_>) =
                pending.into_iter().partition(|constant| self.is_seen(constant));
            pending = unseen;
            if seen.is_empty() {
                break;
            }
            // What is learnt may make one class of two, so that others are seen.
            for constant in seen {
                (self.early, self.context) = (constant.early, constant.context);
                let fields = self.fields(constant.channel, constant.field + 1);
                self.span = constant.span;
                self.sent(fields[constant.field], constant.value);
            }
        }
        for dummy in pending {
            // Perhaps nothing else is ever in that field.
            (self.early, self.context) = (dummy.early, dummy.context);
            let fields = self.fields(dummy.channel, dummy.field + 1);
            let field = Some(fields[dummy.field]);
            self.dummies.extend(dummy.value.id().zip(field));
        }
        (self.early, self.context) = (false, None);
    }

    /// Whether some receive that may take the message looks at a constant in it, or messages are sorted, or its tag does not
    /// arrive as it is, or what stands for a dummy has no room. Where receives may have been left out, any may be seen by one of these
    /// before the last process is started.
    fn is_seen(&self, constant: &TaggedConstant<'_>) -> bool {
        if self.machine.simplification().is_some() {
            return true;
        }
        let Some(class) = self.of(constant.channel) else { return true };
        let looks = &self.facts[self.root(class)].looks;
        let declared = ChannelId::below(self.channels.len()).zip(&self.machine.program.channels);
        let mut carrying = declared.filter(|(id, _)| self.same(self.channels[id.index()], class));
        let is_unfit = |fields: &[Field]| {
            fields.first().is_some_and(|first| first.cell.wrap(constant.tag) != constant.tag)
                || fields.get(constant.field).is_some_and(|field| field.cell.wrap(SPARE) != SPARE)
        };
        self.facts[self.root(class)].sorted
            || looks.contains(&(Some(constant.tag), constant.field))
            || looks.contains(&(None, constant.field))
            || carrying.any(|(_, channel)| is_unfit(&channel.fields))
    }

    /// The dummies in messages, with the classes of their fields.
    #[must_use]
    pub fn dummies(&self) -> &HashMap<ExprId, Class> {
        &self.dummies
    }

    /// Whether a value in a message is a dummy.
    #[must_use]
    pub fn is_dummy(&self, value: &Expr) -> bool {
        value.id().is_some_and(|id| self.dummies.contains_key(&id))
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
        self.looks(reception);
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

    /// Notes which fields a receive looks at, and with which tag if it takes no other.
    fn looks(&mut self, reception: &'m Reception) {
        let tag = match reception.patterns.first() {
            Some(Pattern::Match(tag)) => self.constant_of(tag),
            _ => None,
        };
        let seen = reception.patterns.iter().enumerate();
        let seen = seen.filter(|(_, pattern)| !matches!(pattern, Pattern::Any));
        let looked: Vec<_> = seen.map(|(position, _)| (tag, position)).collect();
        if let Some(class) = self.of(&reception.channel) {
            let root = self.root(class);
            self.facts[root].looks.extend(looked);
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
