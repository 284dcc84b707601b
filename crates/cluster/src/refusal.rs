//! The reasons why a handshake comes to nothing.

use std::io::{self, ErrorKind};

use thiserror::Error;

use crate::frames::FrameError;
use crate::messages::MessageError;

/// The reason why a handshake with the other side came to nothing. No text of it has anything in it that the other side
/// sent but numbers, and nothing of a key.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// It closed the connection before the handshake was over.
    #[error("it closed the connection before the handshake was over")]
    Closed,
    /// It sent nothing until the deadline.
    #[error("it said nothing until the time for the handshake was over")]
    Silent,
    /// It sent something, but not all of the handshake until the deadline.
    #[error("it did not finish the handshake in time")]
    Slow,
    /// It sent something else than the handshake of Quotient.
    #[error("it does not speak Quotient's protocol")]
    NotTheProtocol,
    /// It speaks another version of the protocol, the one with this number.
    #[error("it speaks version {0} of the protocol, not {version}", version = crate::handshake::VERSION)]
    OtherVersion(u16),
    /// It has another key, or no key, or it means another context (see [`Terms`](crate::Terms)).
    #[error("it has another key, or takes part in something else")]
    OtherKey,
    /// What it sent after the handshake is not of this handshake, as where somebody plays what was recorded of another.
    #[error("it does not know what it agreed upon: this may be a recording of another connection")]
    NotFresh,
    /// It sent a frame of this many bytes, fewer than any has.
    #[error("it sent a frame of {0} bytes, which is too short")]
    FrameTooShort(usize),
    /// Its hello has this many bytes, more than are allowed ([`MOST_OF_A_HELLO`](crate::MOST_OF_A_HELLO)).
    #[error("its hello of {0} bytes is too long")]
    HelloTooLong(u64),
    /// It was in handshake for longest when there were too many, and had to give way.
    #[error("it gave way to others, who came later and were too many")]
    GaveWay,
    /// There is nobody who takes connections, or no thread for its handshake.
    #[error("there is no room for it")]
    NoRoom,
    /// The operating system of this side gives no random numbers.
    #[error("the operating system gives no random numbers")]
    NoRandomness,
    /// The network failed.
    #[error("the network failed: {0}")]
    Network(ErrorKind),
}

impl Refusal {
    /// The refusal that a failure of a socket under a deadline is, when something had been received or nothing.
    pub(crate) fn of_failure(error: &io::Error, has_received: bool) -> Refusal {
        let frame = error.get_ref().and_then(|inner| inner.downcast_ref());
        match frame {
            Some(FrameError::TooShort(length)) => return Refusal::FrameTooShort(*length),
            Some(FrameError::NotAuthentic) => return Refusal::NotFresh,
            Some(FrameError::CutOff) => return Refusal::Closed,
            None => {}
        }
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut if has_received => Refusal::Slow,
            ErrorKind::WouldBlock | ErrorKind::TimedOut => Refusal::Silent,
            ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::NotConnected => Refusal::Closed,
            kind => Refusal::Network(kind),
        }
    }

    /// The refusal that a hello which did not come is.
    pub(crate) fn of_hello(error: &MessageError) -> Refusal {
        match error {
            MessageError::TooLong { length, .. } => Refusal::HelloTooLong(*length),
            MessageError::CutOff => Refusal::Closed,
            // The greeting and the handshake were received.
            MessageError::Channel(error) => Refusal::of_failure(error, true),
        }
    }
}
