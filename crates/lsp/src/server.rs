//! The server: what it knows, and what it does when something happens.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use checking::Language;
use serde_json::Value;

use crate::Tools;
use crate::address::Address;
use crate::client::Client;
use crate::document::{Document, Unknown};
use crate::events::Event;
use crate::lane::Lane;
use crate::lifecycle::{Ending, Phase};
use crate::message::{INTERNAL_ERROR, INVALID_REQUEST, Message, Refusal, answer, parse};
use crate::model_options::ReadOptions;
use crate::names::Names;
use crate::obstacles::Symmetry;
use crate::program::Program;
use crate::progress::Progress;
use crate::publish::Published;
use crate::remarks::Remarks;
use crate::verdict::Verdict;
use crate::waiting::Waiting;
use framing::Frame;

/// So many texts are loaded at a time: one that takes long keeps few others waiting.
const LOADS: usize = 4;
/// How often files are looked at that open texts include.
const LOOK: Duration = Duration::from_secs(1);
/// How long a program that is ended is waited for.
const FAREWELL: Duration = Duration::from_secs(2);

/// The server.
pub(crate) struct Server<'a> {
    pub languages: &'a [&'static dyn Language],
    pub program: Arc<dyn Program>,
    pub options: ReadOptions,
    pub client: Client<'a>,
    pub phase: Phase,
    /// The texts that are open.
    pub documents: BTreeMap<Address, Document>,
    /// What is known of each of them.
    pub known: BTreeMap<Address, Known>,
    pub published: Published,
    pub loads: Lane,
    pub namings: Lane,
    pub symmetry: Lane,
    pub checks: Lane,
    pub progress: Progress,
    /// Requests that wait for names.
    pub waiting: Vec<Waiting>,
    /// Where the results of jobs go.
    pub sender: SyncSender<Event>,
}

/// What is known of a text.
#[derive(Default)]
pub(crate) struct Known {
    /// What its language says.
    pub read: Remarks,
    /// The names that it declares.
    pub names: Names,
    /// Its symmetry.
    pub symmetry: Option<Symmetry>,
    /// Its verdict.
    pub verdict: Option<Verdict>,
}

impl<'a> Server<'a> {
    /// A server that knows nothing yet.
    pub(crate) fn new(
        tools: &Tools<'a>,
        output: &'a mut dyn Write,
        sender: SyncSender<Event>,
    ) -> Server<'a> {
        Server {
            languages: tools.languages,
            program: Arc::clone(&tools.program),
            options: Arc::clone(&tools.options),
            client: Client::new(output),
            phase: Phase::default(),
            documents: BTreeMap::new(),
            known: BTreeMap::new(),
            published: Published::default(),
            loads: Lane::new(LOADS),
            namings: Lane::new(LOADS),
            symmetry: Lane::new(1),
            checks: Lane::new(1),
            progress: Progress::default(),
            waiting: Vec::new(),
            sender,
        }
    }

    /// Does what events ask for, until one is the end.
    ///
    /// # Errors
    /// The input or the output fails.
    pub(crate) fn serve(&mut self, events: &Receiver<Event>) -> io::Result<Ending> {
        let mut looked = Instant::now();
        loop {
            let ending = match events.recv_timeout(LOOK) {
                Ok(Event::Ended(ended)) => Some(ended.map(|()| Ending::Gone)),
                Ok(event) => self.take(event).map(Ok),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Ok(Ending::Gone)),
            };
            if let Some(ending) = ending {
                self.leave(events);
                return ending;
            }
            if looked.elapsed() >= LOOK {
                self.look_at_files();
                looked = Instant::now();
            }
            self.begin_jobs();
            // Who does not listen is gone.
            if let Err(error) = self.client.is_there() {
                self.leave(events);
                return Err(error);
            }
        }
    }

    fn take(&mut self, event: Event) -> Option<Ending> {
        match event {
            Event::Sent(Frame::Body(body)) => return self.hear(parse(&body)),
            Event::Sent(Frame::TooLong) => self.miss_a_message(),
            Event::Loaded(subject, read) => self.loaded(&subject, read),
            Event::Named(subject, names) => self.named(&subject, names),
            Event::Understood(address, symmetry) => self.understood(&address, symmetry),
            Event::Checked(address, verdict) => self.checked(&address, verdict),
            Event::Ended(_) => return Some(Ending::Gone),
        }
        None
    }

    /// Takes a message; the end, if it says so.
    fn hear(&mut self, message: Message) -> Option<Ending> {
        match message {
            Message::Notification { method, .. } if method == "exit" => {
                return Some(self.phase.ending());
            }
            Message::Notification { method, params } if self.phase == Phase::Ready => {
                // One that is wrong or fails has nobody to be told.
                let _ = catch_unwind(AssertUnwindSafe(|| self.notified(&method, params)));
            }
            Message::Notification { .. } => {}
            Message::Request { id, method, params } => {
                self.answer_or_wait(id, method, params);
            }
            Message::Answer { id, is_error } => {
                self.progress.answered(&id, is_error, &mut self.client);
            }
            Message::Malformed { id, refusal } => self.client.send(&answer(&id, Err(refusal))),
        }
        None
    }

    pub(crate) fn asked(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        self.phase.admit(method)?;
        let asked = catch_unwind(AssertUnwindSafe(|| self.requested(method, params)));
        let failed = |_| Err(Refusal::new(INTERNAL_ERROR, "the server failed at this request"));
        asked.unwrap_or_else(failed)
    }

    /// A message was passed over: it may have changed any of the texts.
    fn miss_a_message(&mut self) {
        for document in self.documents.values_mut() {
            document.text = Err(Unknown::Missed);
        }
        let addresses: Vec<Address> = self.documents.keys().cloned().collect();
        addresses.iter().for_each(|address| self.changed(address));
        let refusal = Refusal::new(INVALID_REQUEST, "the message is too long");
        self.client.send(&answer(&Value::Null, Err(refusal)));
    }

    /// Ends what goes on. Programs that run are waited for, as they would run on alone.
    fn leave(&mut self, events: &Receiver<Event>) {
        self.symmetry.cancel_all();
        self.checks.cancel_all();
        let deadline = Instant::now() + FAREWELL;
        while self.symmetry.is_busy() || self.checks.is_busy() {
            let left = deadline.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok(Event::Understood(address, _)) => self.symmetry.done(&address),
                Ok(Event::Checked(address, _)) => self.checks.done(&address),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }
}
