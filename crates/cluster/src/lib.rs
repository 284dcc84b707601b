//! Search on several machines: encrypted channels between them, and the defence against strangers.

mod channel;
mod connect;
mod dataflow_stream;
mod deadline;
mod frames;
mod handshake;
mod key;
mod listener;
mod messages;
mod places;
mod refusal;

pub use channel::Channel;
pub use connect::{ConnectError, connect};
pub use dataflow_stream::{DataflowError, DataflowStream};
pub use frames::FrameError;
pub use handshake::{HANDSHAKE_TIME, MOST_OF_A_HELLO, Terms};
pub use key::{Key, KeyError};
pub use listener::{Arrival, ListenError, Listener};
pub use messages::{MessageError, receive_message, send_message};
pub use refusal::Refusal;
