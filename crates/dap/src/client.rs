//! The client: where messages go, numbered.

use std::io::{self, Write};

use serde_json::Value;

use crate::message::{Request, answer, event};

/// The client.
pub(crate) struct Client<'o> {
    output: &'o mut dyn Write,
    /// The number of the last message.
    last: u64,
    /// Why nothing can be sent any more.
    failure: Option<io::Error>,
}

impl<'o> Client<'o> {
    /// One that was sent nothing.
    pub fn new(output: &'o mut dyn Write) -> Client<'o> {
        Client { output, last: 0, failure: None }
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &Request, result: Result<Value, String>) {
        self.last += 1;
        self.send(&answer(self.last, request, result));
    }

    /// Tells of an event.
    pub fn tell(&mut self, name: &str, body: Value) {
        self.last += 1;
        self.send(&event(self.last, name, body));
    }

    /// Sends a message. Where that fails, nothing more is sent.
    fn send(&mut self, message: &Value) {
        if self.failure.is_none() {
            self.failure = framing::write(self.output, message).err();
        }
    }

    /// Whether it can be sent anything.
    ///
    /// # Errors
    /// Why not; said once.
    pub fn is_there(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }
}
