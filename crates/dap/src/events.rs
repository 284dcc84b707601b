//! What happens to the server, and the thread that reads the input.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use framing::Frame;
use serde_json::Value;

use crate::message::Request;

/// What happens to the server.
pub(crate) enum Event {
    /// The client has sent something.
    Sent(Frame),
    /// It sends no more, since the input has ended or failed.
    Ended(io::Result<()>),
    /// A request is answered by who has the run.
    Answered(Request, Result<Value, String>),
    /// There is something to tell the client: the name of an event, and what it says.
    Told(&'static str, Value),
    /// The run has ended, or could not be launched: what was asked of it and is not answered has no other answer than this.
    Over(String),
}

/// So many events wait: who has more waits, too.
const MOST_WAITING: usize = 16;

/// A channel for events.
pub(crate) fn channel() -> (SyncSender<Event>, Receiver<Event>) {
    sync_channel(MOST_WAITING)
}

/// Makes an event of each message, in a thread of its own.
///
/// # Errors
/// There is no such thread.
pub(crate) fn read_all(
    mut input: impl BufRead + Send + 'static,
    sender: SyncSender<Event>,
) -> io::Result<()> {
    let reading = move || {
        let sent = |frame| sender.send(Event::Sent(frame)).is_ok();
        // Unless the server has ended before the client.
        if let Some(ended) = framing::read_all(&mut input, sent) {
            let _ = sender.send(Event::Ended(ended));
        }
    };
    thread::Builder::new().name("input".to_owned()).spawn(reading).map(drop)
}
