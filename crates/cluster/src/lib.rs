//! Search on several machines: what they send each other, and the defence against strangers.
//!
//! A machine that works for others listens ([`Listener`]), others [`connect`]; both need one [`Key`] and mean the same
//! ([`Terms`]). Each gets a [`Channel`], which serves for messages ([`send_message`], [`receive_message`]) and, as a
//! [`DataflowStream`], for a dataflow of timely. Machines that [`meet`] have channels to one another, and an [`Exchange`] over them is what a
//! search asks of other machines ([`kernel::Machines`]). Nothing here prints: who is refused is told to a callback, as a [`Refusal`].
//!
//! # Strangers
//!
//! Who has not the key gets no more than a thread and some buffers for a handshake, until a deadline at the latest, and nobody
//! waits for it. Who has the key is believed to run this program; what it announces is limited nevertheless: frames by their
//! format, messages and messages of dataflows by their receiver. On one machine there may be no key ([`Key::known_to_all`]); then any of its users
//! may connect.
//!
//! # timely
//!
//! timely 0.32 tracks the progress of levels and exchanges records. Its own way to connect (`create_sockets`) is not used: it
//! believes the first eight bytes that anybody sends, and waits for them for ever. Connected streams are handed to
//! `timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets`, one for each other process in the
//! order of their numbers and none for the own, and `timely::execute::execute_from` runs threads with what comes of it.
//!
//! **Threads.** For each other process there is one thread that writes (`timely:send-N`) and one that reads (`timely:recv-N`), each
//! with a clone of the stream. They block, so a channel must have no limits of time: one that passes is an error, and panics.
//! Their queues have no bound; a search that sends more than others take must limit itself. Workers park: `step_or_park(None)` polls for
//! 10 µs (`WorkerConfig::idle_spin`) and sleeps until something comes; processes that wait take no time of the processor. `step` never sleeps.
//!
//! **An orderly end.** When the last worker of a process has dropped its dataflows, each sending thread writes a header of length
//! zero and shuts its direction down, which a channel passes on as its authenticated end. A receiving thread ends when it has
//! read both. `WorkerGuards::join` waits for the receiving threads, too: a process ends only after all others have said that they do. One that hangs keeps
//! all waiting, and a machine that lost its power is never missed: who coordinates must find out by other means.
//!
//! **Any other end is a panic.** A stream that ends without the header of length zero, fails, or brings what a [`DataflowStream`] refuses
//! panics the receiving thread, with a message that begins `timely communication error: ` and goes on with the
//! reason. That poisons the queues: the workers panic (`MergeQueue poisoned.`), parked ones as well, then the sending
//! threads, and at last `WorkerGuards::join` in who called it (`Send thread panic`), whatever results there were. Panics are printed on
//! standard error, unless whoever has the program passes over those of [`THREADS`]. The receiving threads of other processes stay in their
//! reads, and keep their connections open, until the whole process ends; only then do others notice. So an [`Exchange`] notes which stream was cut
//! off before timely panics, waits for `join` in a thread where a panic ends nothing else, tells the others by its own messages, and a process that has lost
//! another is to end.

mod channel;
mod connect;
mod dataflow_stream;
mod deadline;
mod exchange;
mod frames;
mod handshake;
mod key;
mod listener;
mod mailbox;
mod meeting;
mod messages;
mod packet;
mod places;
mod refusal;

pub use channel::Channel;
pub use connect::{ConnectError, connect};
pub use dataflow_stream::{DataflowError, DataflowStream};
pub use exchange::{Exchange, SILENCE, THREADS};
pub use frames::FrameError;
pub use handshake::{HANDSHAKE_TIME, MOST_OF_A_HELLO, Terms};
pub use key::{Key, KeyError};
pub use listener::{Arrival, ListenError, Listener};
pub use meeting::{MeetError, meet};
pub use messages::{MessageError, receive_message, send_message};
pub use refusal::Refusal;
