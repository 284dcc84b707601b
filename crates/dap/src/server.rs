//! The server: it takes what happens one after the other, and is the only one that writes.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Duration, Instant};

use framing::Frame;
use serde_json::{Value, json};

use crate::capabilities::capabilities;
use crate::client::Client;
use crate::debuggee::Debuggee;
use crate::events::Event;
use crate::message::{Message, Request, parse};
use crate::places::Counting;
use crate::program::Program;

/// How long the end of a run is awaited.
const FAREWELL: Duration = Duration::from_secs(5);
/// How much of an unknown name is repeated.
pub(crate) const LONGEST_NAME: usize = 40;

/// A server.
pub(crate) struct Server<'a> {
    program: Arc<dyn Program>,
    client: Client<'a>,
    sender: SyncSender<Event>,
    /// How the client counts; none before it has said what it can do.
    counting: Option<Counting>,
    debuggee: Option<Debuggee>,
}

impl<'a> Server<'a> {
    /// A server that was told nothing.
    pub fn new(
        program: &Arc<dyn Program>,
        output: &'a mut dyn Write,
        sender: SyncSender<Event>,
    ) -> Server<'a> {
        let (program, client) = (Arc::clone(program), Client::new(output));
        Server { program, client, sender, counting: None, debuggee: None }
    }

    /// Does what the client asks for until it disconnects, or says nothing more.
    ///
    /// # Errors
    /// The input or the output fails. That nobody reads any more is no failure.
    pub fn serve(mut self, events: &Receiver<Event>) -> io::Result<()> {
        let ended = self.hear(events);
        self.leave(events);
        let ended = ended.and_then(|goodbye| {
            match goodbye {
                Some(request) => self.client.answer(&request, Ok(Value::Null)),
                None => self.client.tell("terminated", json!({})),
            }
            self.client.is_there()
        });
        match ended {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            ended => ended,
        }
    }

    /// Takes what happens to the end: the request that was it, unless the input has ended.
    ///
    /// # Errors
    /// The input or the output fails.
    fn hear(&mut self, events: &Receiver<Event>) -> io::Result<Option<Request>> {
        loop {
            match events.recv() {
                Ok(Event::Sent(frame)) => {
                    if let Some(goodbye) = self.sent(frame) {
                        return Ok(Some(goodbye));
                    }
                }
                Ok(Event::Ended(ended)) => return ended.map(|()| None),
                Ok(event) => self.happened(event),
                Err(_) => return Ok(None),
            }
            // Who does not listen is gone.
            self.client.is_there()?;
        }
    }

    /// Takes what the client has sent; the request to disconnect, if it is that.
    fn sent(&mut self, frame: Frame) -> Option<Request> {
        let message = match frame {
            Frame::Body(body) => parse(&body),
            Frame::TooLong => {
                let nobody = Request { seq: 0, command: String::new(), arguments: Value::Null };
                Message::Malformed(nobody, "the message is too long".to_owned())
            }
        };
        match message {
            Message::Request(request) if request.command == "disconnect" => return Some(request),
            Message::Request(request) => self.asked(request),
            Message::Malformed(request, text) => self.client.answer(&request, Err(text)),
            Message::Other => {}
        }
        None
    }

    /// Answers a request, or hands it on to who has the run.
    fn asked(&mut self, request: Request) {
        let answer = match request.command.as_str() {
            "initialize" => self.initialized(&request.arguments),
            _ if self.counting.is_none() => Err("`initialize` is to come first".to_owned()),
            "launch" => return self.launch(request),
            "attach" => Err("there is nothing to attach to: `launch` a model".to_owned()),
            "terminate" => return self.terminate(&request),
            _ => match self.running() {
                Ok(debuggee) => {
                    if let Some((request, why)) = debuggee.ask(request) {
                        self.client.answer(&request, Err(why));
                    }
                    return;
                }
                Err(why) => Err(why),
            },
        };
        self.client.answer(&request, answer);
    }

    fn initialized(&mut self, arguments: &Value) -> Result<Value, String> {
        if self.counting.is_some() {
            return Err("the debugger is initialized already".to_owned());
        }
        self.counting = Some(Counting::read(arguments)?);
        Ok(capabilities())
    }

    fn running(&mut self) -> Result<&mut Debuggee, String> {
        self.debuggee.as_mut().ok_or_else(|| "there is no run: `launch` a model".to_owned())
    }

    fn launch(&mut self, request: Request) {
        let counting = self.counting.unwrap_or_default();
        if self.debuggee.is_some() {
            let text = "a model was launched already".to_owned();
            return self.client.answer(&request, Err(text));
        }
        match Debuggee::begin(&self.program, counting, self.sender.clone(), request) {
            Ok(debuggee) => self.debuggee = Some(debuggee),
            Err((request, why)) => self.client.answer(&request, Err(why)),
        }
    }

    /// Ends the run, which says so.
    fn terminate(&mut self, request: &Request) {
        self.client.answer(request, Ok(Value::Null));
        match &mut self.debuggee {
            Some(debuggee) => debuggee.end(),
            None => self.client.tell("terminated", json!({})),
        }
    }

    fn happened(&mut self, event: Event) {
        match event {
            Event::Sent(_) | Event::Ended(_) => {}
            Event::Told(name, body) => self.client.tell(name, body),
            Event::Answered(request, result) => {
                if let Some(debuggee) = &mut self.debuggee {
                    debuggee.answered(&request);
                }
                self.client.answer(&request, result);
            }
            Event::Over(why) => {
                let left = self.debuggee.take().map(Debuggee::left).unwrap_or_default();
                for request in left {
                    self.client.answer(&request, Err(why.clone()));
                }
            }
        }
    }

    /// Ends the run, and waits a moment for it: a check that goes on would go on alone.
    fn leave(&mut self, events: &Receiver<Event>) {
        let last = Instant::now() + FAREWELL;
        if let Some(debuggee) = &mut self.debuggee {
            debuggee.end();
        }
        while self.debuggee.is_some() {
            let left = last.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok(event) => self.happened(event),
                Err(_) => return,
            }
        }
    }
}
