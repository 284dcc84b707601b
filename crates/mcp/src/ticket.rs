//! A call that is being answered: whoever has the ticket owes an answer.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use crate::answer::Answer;
use crate::line_reader::Line;

/// What happens to a server.
pub(crate) enum Event {
    /// A client says something.
    Line(Line),
    /// It says nothing more; or that fails.
    End(io::Result<()>),
    /// The call with a number is answered.
    Answered(u64, Answer),
    /// A session has ended, of itself or as it was to.
    Ended(String),
}

/// A call that is to be answered. One that is thrown away is answered with an error: so nobody waits in vain, whatever happens.
pub(crate) struct Ticket {
    number: u64,
    events: Sender<Event>,
    cancel: Arc<AtomicBool>,
    is_answered: bool,
}

impl Ticket {
    /// A ticket for the call with a number, which is answered as an event.
    pub fn new(number: u64, events: Sender<Event>) -> Ticket {
        Ticket { number, events, cancel: Arc::default(), is_answered: false }
    }

    /// What becomes true when the answer is not wanted any more.
    pub fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// Whether that is so.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Answers the call.
    pub fn answer(mut self, answer: Answer) {
        self.send(answer);
    }

    fn send(&mut self, answer: Answer) {
        self.is_answered = true;
        // A server that has ended wants no answer.
        let _ = self.events.send(Event::Answered(self.number, answer));
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.is_answered {
            let why = match std::thread::panicking() {
                true => "a defect of quotient has ended this; please report it",
                false => "this has ended without an answer",
            };
            self.send(Answer::failed(why));
        }
    }
}
