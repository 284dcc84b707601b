//! How full channels are known to be: a send to one that has room does not wait, nor does a receive from one that holds a message.

use std::rc::Rc;

use machine::index::VariableId;
use machine::program::{BinaryOperator, ChannelQuery, Expr, ExprKind, Pattern, Reception};
use machine::touches;

use super::known::Known;
use super::options::{Cases, EMPTY, FULL, Subject};
use super::touched::{Alias, Channel, Reader};
use crate::order::mirrored;

/// Channels of which it is known that they have room, or hold a message.
#[derive(Clone, Default)]
pub(super) struct Filling<'m> {
    with_room: Vec<Channel<'m>>,
    with_message: Vec<Channel<'m>>,
    receivable: Vec<Receivable<'m>>,
}

/// A receive that is possible.
#[derive(Clone)]
struct Receivable<'m> {
    channel: Channel<'m>,
    reception: &'m Reception,
    known: Rc<Known>,
}

impl<'m> Filling<'m> {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.with_room.is_empty() && self.with_message.is_empty() && self.receivable.is_empty()
    }

    /// Notes what a condition that holds says.
    pub fn learn(&mut self, condition: &'m Expr, known: &Rc<Known>, reader: &Reader<'m>) {
        match &condition.kind {
            ExprKind::Binary(BinaryOperator::And, parts) => {
                self.learn(&parts.0, known, reader);
                self.learn(&parts.1, known, reader);
            }
            ExprKind::Poll(reception) => {
                let channel = reader.channel(&reception.channel, known);
                self.with_message.push(channel.clone());
                let known = Rc::clone(known);
                self.receivable.push(Receivable { channel, reception, known });
            }
            _ => {
                self.learn_cases(Cases::of(condition), known, reader);
                self.learn_length(condition, known, reader);
            }
        }
    }

    /// Notes what it says that a condition does not hold.
    pub fn learn_not(&mut self, condition: &'m Expr, known: &Rc<Known>, reader: &Reader<'m>) {
        self.learn_cases(Cases::of(condition).complement(), known, reader);
    }

    fn learn_cases(&mut self, cases: Cases<'m>, known: &Rc<Known>, reader: &Reader<'m>) {
        let Subject::Channel(channel) = cases.of else { return };
        let channel = reader.channel(channel, known);
        if cases.holds & FULL == 0 {
            self.with_room.push(channel.clone());
        }
        if cases.holds & EMPTY == 0 {
            self.with_message.push(channel);
        }
    }

    /// Notes what a condition on the length of a channel says.
    fn learn_length(&mut self, condition: &'m Expr, known: &Rc<Known>, reader: &Reader<'m>) {
        let Some(Length { channel, least, most }) = Length::of(condition, known) else { return };
        let channel = reader.channel(channel, known);
        if most < i64::from(reader.capacity(&channel)) {
            self.with_room.push(channel.clone());
        }
        if least > 0 {
            self.with_message.push(channel);
        }
    }

    /// Forgets the channels that are named by variables.
    pub fn keep_numbered(&mut self) {
        self.with_room.retain(Channel::is_numbered);
        self.with_message.retain(Channel::is_numbered);
        self.receivable.clear();
    }

    /// Forgets what was named by a variable that is written now.
    pub fn forget(&mut self, variable: VariableId) {
        let stays = |channel: &Channel<'m>| channel.is_numbered() || !channel.reads(variable);
        self.with_room.retain(stays);
        self.with_message.retain(stays);
        self.receivable.retain(|it| stays(&it.channel) && !it.compares_with(variable));
    }

    /// Whether a channel has room; what is sent there takes it, so that none other that may be the same has room any more.
    pub fn send(&mut self, channel: &Channel<'m>) -> bool {
        // What names a channel has not been written since (`forget`); a counter has the value that it had when that was learnt.
        let has_room = self.with_room.iter().any(|other| other.alias(channel) == Alias::Same);
        self.with_room.retain(|other| other.alias(channel) == Alias::Different);
        // Where messages are sorted, another one may come first now.
        self.receivable.retain(|it| it.channel.alias(channel) == Alias::Different);
        has_room
    }

    /// Whether a receive is possible; what it takes is not there any more in any channel that may be the same.
    pub fn receive(
        &mut self,
        reception: &'m Reception,
        known: &Rc<Known>,
        reader: &Reader<'m>,
    ) -> bool {
        let channel = reader.channel(&reception.channel, known);
        let holds_one = || self.with_message.iter().any(|it| it.alias(&channel) == Alias::Same);
        let takes_any = !reception.patterns.iter().any(|it| matches!(it, Pattern::Match(_)));
        let is_known = |it: &Receivable<'m>| {
            it.channel.alias(&channel) == Alias::Same && it.implies(reception, known)
        };
        let is_possible = takes_any && holds_one() || self.receivable.iter().any(is_known);
        self.take(&channel);
        is_possible
    }

    /// Forgets that there are messages in what may be this channel.
    pub fn take(&mut self, channel: &Channel<'m>) {
        self.with_message.retain(|other| other.alias(channel) == Alias::Different);
        self.receivable.retain(|it| it.channel.alias(channel) == Alias::Different);
    }
}

impl Receivable<'_> {
    /// Whether a message is compared with what depends on a variable.
    fn compares_with(&self, variable: VariableId) -> bool {
        let mut reads = false;
        let compared = self.reception.patterns.iter().filter_map(compared);
        compared.for_each(|it| {
            touches::of_expression(it, &mut |touch, _| {
                reads |= touch.variable() == Some(variable);
            });
        });
        reads
    }

    /// Whether another receive from the same channel is possible where this one is.
    fn implies(&self, other: &Reception, known: &Known) -> bool {
        let here = &self.reception.patterns;
        let is_implied = |(place, pattern): (usize, &Pattern)| match compared(pattern) {
            None => true,
            Some(value) => here
                .get(place)
                .and_then(compared)
                .is_some_and(|asked| self.known.same(asked, value, known)),
        };
        (other.random || !self.reception.random)
            && other.patterns.iter().enumerate().all(is_implied)
    }
}

/// What a field must equal.
fn compared(pattern: &Pattern) -> Option<&Expr> {
    match pattern {
        Pattern::Match(value) => Some(value),
        Pattern::Store(_) | Pattern::Any | Pattern::OwnNumber => None,
    }
}

/// How many messages a channel holds at least, and at most.
struct Length<'m> {
    channel: &'m Expr,
    least: i64,
    most: i64,
}

impl<'m> Length<'m> {
    /// What a comparison of `len(c)` with a known value says.
    fn of(condition: &'m Expr, known: &Known) -> Option<Length<'m>> {
        let ExprKind::Binary(operator, parts) = &condition.kind else { return None };
        let (asked, operator, bound) = match &parts.0.kind {
            ExprKind::Query(ChannelQuery::Length, _) => (&parts.0, *operator, &parts.1),
            _ => (&parts.1, mirrored(*operator), &parts.0),
        };
        let ExprKind::Query(ChannelQuery::Length, channel) = &asked.kind else { return None };
        let bound = i64::from(known.value(bound)?);
        let (least, most) = match operator {
            BinaryOperator::Less => (0, bound - 1),
            BinaryOperator::LessEqual => (0, bound),
            BinaryOperator::Equal => (bound, bound),
            BinaryOperator::GreaterEqual => (bound, i64::MAX),
            BinaryOperator::Greater => (bound + 1, i64::MAX),
            _ => return None,
        };
        Some(Length { channel, least, most })
    }
}
