//! What actions do to a state: the cells that they touch, the messages that they exchange, the components that they start and end.

use serde::Serialize;

use crate::value::Value;
use crate::words::Action;

/// An action, and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Performed {
    /// The action.
    #[serde(flatten)]
    pub action: Action,
    /// What it did.
    #[serde(flatten)]
    pub effects: Effects,
}

/// What an action did in the state that it was taken in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effects {
    /// The cells that it read, by name.
    pub reads: Vec<String>,
    /// The cells that it wrote, by name, also where the value stayed the same.
    pub writes: Vec<String>,
    /// The messages that it sent and received, in order.
    pub messages: Vec<Communication>,
    /// The components that began with it, by name.
    pub starts: Vec<String>,
    /// The component that ended with it, by name.
    pub ends: Option<String>,
}

/// A message that is sent or received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Communication {
    /// Whether it is sent, received, or both at once.
    pub kind: CommunicationKind,
    /// The channel, by name.
    pub channel: String,
    /// Who sent it, if that is known.
    pub from: Option<String>,
    /// Who received it: not known of a message that waits.
    pub to: Option<String>,
    /// Its fields.
    pub fields: Vec<Field>,
    /// The send that a receive answers, if the run shows it.
    pub answers: Option<Sending>,
    /// Its place in the buffer.
    #[serde(skip)]
    pub buffered: Option<Buffered>,
}

/// The kinds of communication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommunicationKind {
    /// A message is put into a buffer.
    Send,
    /// A message is taken from a buffer, or read there.
    Receive,
    /// A message is handed over; both sides have it among their messages.
    Rendezvous,
}

/// A field of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its value, as text.
    pub text: String,
    /// Its value.
    #[serde(flatten)]
    pub value: Value,
}

/// An action of a run that sent a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Sending {
    /// The number of the transition, from 1.
    pub step: usize,
    /// The place of the action in it, from 0.
    pub action: usize,
    /// The place of the message among those of the action, from 0.
    pub message: usize,
}

/// The place of a message in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffered {
    /// How many messages are older: its place in the buffer.
    pub place: usize,
    /// How many messages there were before the action.
    pub length: usize,
    /// Whether a receive leaves it there.
    pub stays: bool,
}
