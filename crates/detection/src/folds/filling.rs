//! Which channels are known to have room, so that a send to them does not wait.

use std::rc::Rc;

use machine::index::VariableId;
use machine::program::{BinaryOperator, ChannelQuery, Expr, ExprKind};

use super::known::Known;
use super::options::{Cases, FULL, Subject};
use super::touched::{Alias, Channel, Reader};

/// The channels that are known to have room.
#[derive(Clone, Default)]
pub(super) struct Room<'m> {
    channels: Vec<Channel<'m>>,
}

impl<'m> Room<'m> {
    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.channels.is_empty()
    }

    /// Notes what a condition that holds says.
    pub fn learn(&mut self, condition: &'m Expr, known: &Rc<Known>, reader: &Reader<'m>) {
        if let ExprKind::Binary(BinaryOperator::And, parts) = &condition.kind {
            self.learn(&parts.0, known, reader);
            self.learn(&parts.1, known, reader);
            return;
        }
        self.learn_cases(Cases::of(condition), known, reader);
        if let Some(channel) = below_capacity(condition, known, reader) {
            self.channels.push(channel);
        }
    }

    /// Notes what it says that a condition does not hold.
    pub fn learn_not(&mut self, condition: &'m Expr, known: &Rc<Known>, reader: &Reader<'m>) {
        self.learn_cases(Cases::of(condition).complement(), known, reader);
    }

    fn learn_cases(&mut self, cases: Cases<'m>, known: &Rc<Known>, reader: &Reader<'m>) {
        if let (Subject::Channel(channel), 0) = (cases.of, cases.holds & FULL) {
            self.channels.push(reader.channel(channel, known));
        }
    }

    /// Forgets the channels that are named by variables.
    pub fn keep_numbered(&mut self) {
        self.channels.retain(Channel::is_numbered);
    }

    /// Forgets the channels that were named by a variable that is written now.
    pub fn forget(&mut self, variable: VariableId) {
        self.channels.retain(|channel| channel.is_numbered() || !channel.reads(variable));
    }

    /// Whether a channel has room; what is sent there takes it, so that none other that may be the same has room any more.
    pub fn take(&mut self, channel: &Channel<'m>) -> bool {
        // What names a channel has not been written since (`forget`); a counter has the value that it had when that was learnt.
        let is_known = self.channels.iter().any(|other| other.alias(channel) == Alias::Same);
        self.channels.retain(|other| other.alias(channel) == Alias::Different);
        is_known
    }
}

/// The channel of which `len(c) < n` says that it has room.
fn below_capacity<'m>(
    condition: &'m Expr,
    known: &Rc<Known>,
    reader: &Reader<'m>,
) -> Option<Channel<'m>> {
    let ExprKind::Binary(operator, parts) = &condition.kind else { return None };
    let (asked, bound, most) = match operator {
        BinaryOperator::Less => (&parts.0, &parts.1, 0),
        BinaryOperator::LessEqual | BinaryOperator::Equal => (&parts.0, &parts.1, 1),
        BinaryOperator::Greater => (&parts.1, &parts.0, 0),
        BinaryOperator::GreaterEqual => (&parts.1, &parts.0, 1),
        _ => return None,
    };
    let ExprKind::Query(ChannelQuery::Length, channel) = &asked.kind else { return None };
    let channel = reader.channel(channel, known);
    let below = known.value(bound)?.checked_add(most)?;
    (i64::from(below) <= i64::from(reader.capacity(&channel))).then_some(channel)
}
