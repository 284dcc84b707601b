//! What happens to the server, and the threads that it comes from.

use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::address::Address;
use crate::loading::{Read, Subject};
use crate::names::Names;
use crate::obstacles::Symmetry;
use crate::run::Unanswered;
use crate::verdict::Verdict;
use framing::Frame;

/// What happens to the server.
pub(crate) enum Event {
    /// The client has sent something.
    Sent(Frame),
    /// It sends no more, since the input has ended or failed.
    Ended(io::Result<()>),
    /// A text was loaded.
    Loaded(Subject, Read),
    /// The names of a text were looked for.
    Named(Subject, Names),
    /// The symmetry of a text is known, unless that could not be told.
    Understood(Address, Option<Symmetry>),
    /// A text was checked.
    Checked(Address, Result<Verdict, Unanswered>),
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
    begin(move || {
        let sent = |frame| sender.send(Event::Sent(frame)).is_ok();
        // Unless the server has ended before the client.
        if let Some(ended) = framing::read_all(&mut input, sent) {
            let _ = sender.send(Event::Ended(ended));
        }
    })
}

/// Does a job in a thread of its own, which makes one event. If the job panics, that is another one.
///
/// # Errors
/// There is no such thread.
pub(crate) fn work(
    sender: SyncSender<Event>,
    job: impl FnOnce() -> Event + Send + 'static,
    otherwise: Event,
) -> io::Result<()> {
    begin(move || {
        let event = catch_unwind(AssertUnwindSafe(job)).unwrap_or(otherwise);
        // Nobody waits for it if the server has ended.
        let _ = sender.send(event);
    })
}

fn begin(job: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(job).map(drop)
}
