//! Edges.

use super::values::value;
use super::{Alarm, Change, Test, Value, changes, code};
use crate::compiled::code::{ByChannel, Condition};
use crate::index::{EdgeId, NodeId};

/// What a process can do where it stands.
pub(in crate::compiled) type Node = code::Node<Edge>;
/// A message offered in a rendezvous.
pub(in crate::compiled) type Offer = code::Offer<Value>;
/// How a message is taken over in a rendezvous.
pub(in crate::compiled) type Takes = code::Takes<Value>;

/// An edge, as [`code::Edge`] has it.
pub(in crate::compiled) struct Edge {
    pub id: EdgeId,
    pub condition: Condition<Test>,
    pub offers: Option<ByChannel<Option<Offer>, Value>>,
    pub takes: Option<ByChannel<Option<Takes>, Value>>,
    pub changes: Box<[Change]>,
    pub after: Box<[Change]>,
    pub atomic: bool,
    pub joined: bool,
    pub escape: Option<NodeId>,
}

pub(in crate::compiled) fn node(code: code::Node) -> Node {
    let code::Node { edges, deterministic } = code;
    Node { edges: edges.into_iter().map(edge).collect(), deterministic }
}

fn edge(code: code::Edge) -> Edge {
    let code::Edge { id, condition, offers, takes, changes: alone, after, atomic, joined, escape } =
        code;
    Edge {
        id,
        condition: Condition::of(condition),
        offers: offers.map(|it| it.map(value, |it| it.map(offer))),
        takes: takes.map(|it| it.map(value, |it| it.map(self::takes))),
        changes: changes(alone),
        after: changes(after),
        atomic,
        joined,
        escape,
    }
}

fn offer(code: code::Offer) -> Offer {
    let code::Offer { channel, message } = code;
    let message = message.into_iter().map(|(field, cell)| (value(field), cell)).collect();
    Offer { channel, message }
}

fn takes(code: code::Takes) -> Takes {
    let code::Takes { channel, matches, stores } = code;
    let matches = matches.into_iter().map(|(field, expected)| (field, value(expected)));
    let stores = stores.into_iter().map(|(field, store)| (field, store.map(value)));
    Takes { channel, matches: matches.collect(), stores: stores.collect() }
}

impl Edge {
    /// How a message is taken over that is offered in a channel, if it is.
    #[inline]
    pub(in crate::compiled) fn accepts(
        &self,
        record: &[u8],
        channel: i32,
        message: &[i32],
        alarm: &Alarm,
    ) -> Option<&Takes> {
        let takes = self.takes.as_ref()?.find(record, alarm)?.as_ref()?;
        let fits = takes.channel == channel
            && takes.matches.iter().all(|(field, it)| it(record, alarm) == message[*field]);
        fits.then_some(takes)
    }
}

impl Takes {
    #[inline]
    pub(in crate::compiled) fn store(&self, record: &mut [u8], message: &[i32], alarm: &Alarm) {
        for (field, store) in &self.stores {
            store.store(record, message[*field], alarm);
        }
    }
}
