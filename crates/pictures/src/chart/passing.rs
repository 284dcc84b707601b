//! The messages of a chart that can be drawn.

use super::{Chart, Message};

/// A message with its ends: at least one, each an event with a lifeline, the second not before the first.
#[derive(Clone, Copy)]
pub(super) struct Passing<'a> {
    pub(super) index: usize,
    pub(super) message: &'a Message,
    pub(super) ends: Ends,
}

/// The events between which a message passes.
#[derive(Clone, Copy)]
pub(super) enum Ends {
    /// Sent and received.
    Both(usize, usize),
    /// Sent, and never received.
    Sent(usize),
    /// Received, and there from the beginning.
    Received(usize),
}

impl Ends {
    /// The event that sends.
    pub(super) fn from(self) -> Option<usize> {
        match self {
            Self::Both(from, _) | Self::Sent(from) => Some(from),
            Self::Received(_) => None,
        }
    }

    /// The event at which the message is shown: that which receives it, or else that which sends it.
    pub(super) fn last(self) -> usize {
        match self {
            Self::Both(_, event) | Self::Sent(event) | Self::Received(event) => event,
        }
    }
}

/// The messages that can be drawn, in their order.
pub(super) fn passing(chart: &Chart) -> Vec<Passing<'_>> {
    let known = |event: usize| chart.event(event).is_some();
    let ends = |message: &Message| match (message.from, message.to) {
        (Some(from), Some(to)) if from <= to && known(from) && known(to) => {
            Some(Ends::Both(from, to))
        }
        (Some(from), None) if known(from) => Some(Ends::Sent(from)),
        (None, Some(to)) if known(to) => Some(Ends::Received(to)),
        _ => None,
    };
    let found = chart.messages.iter().enumerate();
    found
        .filter_map(|(index, message)| Some(Passing { index, message, ends: ends(message)? }))
        .collect()
}
