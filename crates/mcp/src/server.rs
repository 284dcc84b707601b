//! The server: it takes what happens one after the other, and is the only one that writes.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};

use checking::Language;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::ask::{Ask, Asked};
use crate::command::Command;
use crate::handshake;
use crate::line_reader::{LONGEST, Line};
use crate::message::{Message, NO_MESSAGE, NO_METHOD, NO_PARAMETERS, Refusal, parse, reply};
use crate::program_answer::run;
use crate::runner::Runner;
use crate::running::{Call, Running};
use crate::sessions::Sessions;
use crate::ticket::{Event, Ticket};
use crate::tool::Tool;
use crate::tool_table::{listed, named};

/// The most runs of the program at a time.
const MOST_PROGRAMS: usize = 4;
/// How much of an unknown name is repeated.
const LONGEST_NAME: usize = 40;
/// How long calls may go on that were made before the input ended.
const LAST_CALLS: Duration = Duration::from_secs(1);
/// How long the end of what was killed is awaited.
const KILLED: Duration = Duration::from_secs(5);

/// A server.
pub(crate) struct Server<'o> {
    runner: Arc<dyn Runner>,
    output: &'o mut dyn Write,
    events: Sender<Event>,
    running: Running,
    sessions: Sessions,
}

impl<'o> Server<'o> {
    /// A server to which things happen as `events`.
    pub fn new(
        languages: Vec<&'static dyn Language>,
        runner: Arc<dyn Runner>,
        output: &'o mut dyn Write,
        events: Sender<Event>,
    ) -> Server<'o> {
        let sessions = Sessions::new(languages, events.clone());
        Server { runner, output, events, running: Running::default(), sessions }
    }

    /// Takes what happens until nothing more is said, and calls `taken` after each line. Calls that were made before have a moment more.
    ///
    /// # Errors
    /// The input or the output fails. That nobody reads any more is no failure.
    pub fn serve(mut self, arrived: &Receiver<Event>, taken: &dyn Fn()) -> io::Result<()> {
        let heard = self.hear(arrived, taken);
        let ended = heard.and_then(|ended| {
            self.settle(arrived, LAST_CALLS, Running::count)?;
            ended
        });
        self.running.cancel_all();
        // What is killed is not left behind; and where nobody reads, its answers go nowhere.
        let killed = self.settle(arrived, KILLED, Running::programs);
        match ended.and(killed) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            ended => ended,
        }
    }

    /// Takes what happens until nothing more is said: why that is so.
    fn hear(&mut self, arrived: &Receiver<Event>, taken: &dyn Fn()) -> io::Result<io::Result<()>> {
        loop {
            match arrived.recv() {
                Ok(Event::Line(line)) => {
                    self.line(line)?;
                    taken();
                }
                Ok(Event::End(ended)) => return Ok(ended),
                Ok(event) => self.happened(event)?,
                Err(_) => return Ok(Ok(())),
            }
        }
    }

    /// Takes what happens while calls are there that `count` counts, for so long at most.
    fn settle(
        &mut self,
        arrived: &Receiver<Event>,
        time: Duration,
        count: fn(&Running) -> usize,
    ) -> io::Result<()> {
        let last = Instant::now() + time;
        let mut ended = Ok(());
        while count(&self.running) > 0 {
            let left = last.saturating_duration_since(Instant::now());
            let Ok(event) = arrived.recv_timeout(left) else { break };
            ended = ended.and(self.happened(event));
        }
        ended
    }

    fn happened(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(_) | Event::End(_) => Ok(()),
            Event::Ended(session) => {
                self.sessions.forget(&session);
                Ok(())
            }
            Event::Answered(number, answer) => match self.running.remove(number) {
                Some(call) if !call.is_unwanted => self.write(&reply(&call.id, answer.result())),
                _ => Ok(()),
            },
        }
    }

    fn line(&mut self, line: Line) -> io::Result<()> {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong => {
                let text = format!("a line has {LONGEST} bytes at most");
                return self.write(&Refusal::new(Value::Null, NO_MESSAGE, text).reply());
            }
        };
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        match parse(&line) {
            Ok(Message::Request { id, method, params }) => {
                match self.request(&id, &method, &params) {
                    Ok(Some(result)) => self.write(&reply(&id, result)),
                    // It is answered later.
                    Ok(None) => Ok(()),
                    Err((code, text)) => self.write(&Refusal::new(id, code, text).reply()),
                }
            }
            Ok(Message::Notification { method, params }) => {
                self.notified(&method, &params);
                Ok(())
            }
            Ok(Message::Answer) => Ok(()),
            Err(refusal) => self.write(&refusal.reply()),
        }
    }

    fn notified(&mut self, method: &str, params: &Value) {
        if method == "notifications/cancelled"
            && let Some(session) = self.running.cancel(&params["requestId"])
        {
            self.sessions.forget(&session);
        }
    }

    /// What is answered at once; none if the answer comes later.
    fn request(
        &mut self,
        id: &Value,
        method: &str,
        params: &Value,
    ) -> Result<Option<Value>, (i64, String)> {
        match method {
            "initialize" => Ok(Some(handshake::answer(params))),
            "ping" => Ok(Some(json!({}))),
            "tools/list" => Ok(Some(listed())),
            "tools/call" => self.call(id, params),
            _ => {
                let method: String = method.chars().take(LONGEST_NAME).collect();
                Err((NO_METHOD, format!("there is no method `{method}`")))
            }
        }
    }

    fn call(&mut self, id: &Value, params: &Value) -> Result<Option<Value>, (i64, String)> {
        let refused = |text: String| Err((NO_PARAMETERS, text));
        let Some(name) = params["name"].as_str() else {
            return refused("`name` is not a text".to_owned());
        };
        let Some(tool) = named(name) else {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            return refused(format!("there is no tool `{name}`"));
        };
        let none = Map::new();
        let given = match &params["arguments"] {
            Value::Null => &none,
            Value::Object(given) => given,
            _ => return refused("`arguments` is not an object".to_owned()),
        };
        if self.running.has(id) {
            return Err((NO_MESSAGE, "a call with this `id` is being answered".to_owned()));
        }
        // What is wrong with an argument is told to who has called, and can mend it.
        let begun = Arguments::checked(tool, given).and_then(|given| self.begin(id, tool, &given));
        Ok(begun.err().map(|wrong| Answer::failed(wrong).result()))
    }

    /// Begins with what a tool does.
    fn begin(&mut self, id: &Value, tool: &Tool, given: &Arguments<'_>) -> Result<(), String> {
        let command = Command::of(tool.name, given)?;
        let ask = Ask::of(tool.name, given)?;
        let number = self.running.number();
        let ticket = Ticket::new(number, self.events.clone());
        let mut call = Call::new(id.clone(), Arc::clone(ticket.cancel()));
        let session = given.text("session").unwrap_or_default();
        if let Some(command) = command {
            call.is_program = true;
            self.run(command, ticket)?;
        } else if let Some(ask) = ask {
            self.sessions.ask(session, Asked::Question(ask, ticket));
        } else if tool.name == "close" {
            self.sessions.ask(session, Asked::Close(ticket));
        } else {
            call.opens = self.sessions.open(given, ticket);
        }
        self.running.insert(number, call);
        Ok(())
    }

    /// Runs the program, in a thread that waits for it.
    fn run(&self, command: Command, ticket: Ticket) -> Result<(), String> {
        if self.running.programs() >= MOST_PROGRAMS {
            return Err(format!("{MOST_PROGRAMS} checks are running: wait for one"));
        }
        let runner = Arc::clone(&self.runner);
        let waiting = move || {
            let answer = run(&command, &*runner, ticket.cancel());
            ticket.answer(answer);
        };
        // Where there is no room for a thread, the ticket says that there is no answer.
        let _ = Builder::new().name("check".to_owned()).spawn(waiting);
        Ok(())
    }

    fn write(&mut self, message: &Value) -> io::Result<()> {
        let mut line = message.to_string();
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }
}
