//! A client over pipes.

use std::io::{self, BufReader, PipeWriter, Write, pipe};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use dap::{Program, serve};
use serde_json::{Value, json};
use testing::framed;

use super::programs::Known;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client, and the debugger that it talks to.
pub struct Client {
    /// What goes to the debugger; none once it is closed.
    input: Option<PipeWriter>,
    received: Receiver<Value>,
    /// What has come and was not asked for yet.
    events: Vec<Value>,
    server: JoinHandle<io::Result<()>>,
    last: u64,
}

impl Client {
    /// A client of a debugger that was told nothing.
    pub fn silent(program: Arc<dyn Program>) -> Client {
        let (server_input, input) = pipe().expect("a pipe");
        let (output, mut server_output) = pipe().expect("a pipe");
        let server = thread::spawn(move || {
            serve(&program, BufReader::new(server_input), &mut server_output)
        });
        let (sender, received) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = framed::read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Client { input: Some(input), received, events: Vec::new(), server, last: 0 }
    }

    /// A client that has said what it can do.
    pub fn with(program: Arc<dyn Program>) -> Client {
        let mut client = Client::silent(program);
        let can = client.ask("initialize", json!({ "adapterID": "quotient" }));
        assert_eq!(can["supportsStepBack"], true);
        client
    }

    /// A client that walks freely through a model.
    pub fn free(model: &Path) -> Client {
        Client::launched(Known::free(), json!({ "model": model, "run": "free" }))
    }

    /// A client that has launched something, and stands at its beginning.
    pub fn launched(program: Arc<dyn Program>, launch: Value) -> Client {
        let mut client = Client::with(program);
        client.ask("launch", launch);
        client.event("initialized");
        assert_eq!(client.go("configurationDone", json!({}))["reason"], "entry");
        client
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(bytes).expect("the debugger reads");
    }

    /// Sends a body.
    pub fn send_body(&mut self, body: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a request; its number.
    pub fn begin(&mut self, command: &str, arguments: Value) -> u64 {
        self.last += 1;
        let seq = self.last;
        let request = json!({
            "seq": seq, "type": "request", "command": command, "arguments": arguments,
        });
        self.send_body(&request.to_string());
        seq
    }

    /// The answer to the request with a number.
    pub fn answer(&mut self, seq: u64) -> Value {
        loop {
            let message = self.received.recv_timeout(PATIENCE).expect("an answer");
            if message["type"] == "response" && message["request_seq"] == seq {
                return message;
            }
            self.events.push(message);
        }
    }

    /// Sends a request that succeeds; what is answered.
    #[track_caller]
    pub fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let seq = self.begin(command, arguments);
        let mut answer = self.answer(seq);
        assert_eq!(answer["success"], true, "{answer}");
        answer["body"].take()
    }

    /// Sends a request that fails; the reason.
    #[track_caller]
    pub fn refused(&mut self, command: &str, arguments: Value) -> String {
        let seq = self.begin(command, arguments);
        let answer = self.answer(seq);
        assert_eq!(answer["success"], false, "{answer}");
        answer["message"].as_str().expect("a reason").to_owned()
    }

    /// The next event of a name; others before it are dropped.
    #[track_caller]
    pub fn event(&mut self, name: &str) -> Value {
        loop {
            let message = match self.events.is_empty() {
                true => self.received.recv_timeout(PATIENCE).expect("an event"),
                false => self.events.remove(0),
            };
            if message["event"] == name {
                return message["body"].clone();
            }
        }
    }

    /// What is printed up to the next event of a name.
    pub fn printed_until(&mut self, name: &str) -> (String, Value) {
        let mut printed = String::new();
        loop {
            let message = match self.events.is_empty() {
                true => self.received.recv_timeout(PATIENCE).expect("an event"),
                false => self.events.remove(0),
            };
            if message["event"] == "output" {
                printed.push_str(message["body"]["output"].as_str().expect("a text"));
            } else if message["event"] == name {
                return (printed, message["body"].clone());
            }
        }
    }

    /// Moves; where it has stopped.
    #[track_caller]
    pub fn go(&mut self, command: &str, arguments: Value) -> Value {
        self.ask(command, arguments);
        self.event("stopped")
    }

    /// Moves by a command of a thread.
    #[track_caller]
    pub fn step(&mut self, command: &str, thread: u64) -> Value {
        self.go(command, json!({ "threadId": thread }))
    }

    /// The number of the thread of a process.
    #[track_caller]
    pub fn thread(&mut self, name: &str) -> u64 {
        let threads = self.ask("threads", json!({}));
        let threads = threads["threads"].as_array().expect("threads");
        let found = threads.iter().find(|it| it["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {threads:?}"))["id"].as_u64().expect("a number")
    }

    /// The stack of a thread.
    #[track_caller]
    pub fn stack(&mut self, thread: u64) -> Vec<Value> {
        let mut stack = self.ask("stackTrace", json!({ "threadId": thread }));
        assert_eq!(stack["totalFrames"], stack["stackFrames"].as_array().expect("frames").len());
        match stack["stackFrames"].take() {
            Value::Array(frames) => frames,
            other => panic!("{other}"),
        }
    }

    /// All variables of a scope of a thread, with what lies in them, as `name = value`.
    #[track_caller]
    pub fn scope(&mut self, thread: u64, scope: &str) -> Vec<String> {
        let frame = self.stack(thread)[0]["id"].clone();
        let scopes = self.ask("scopes", json!({ "frameId": frame }));
        let mut scopes = scopes["scopes"].as_array().expect("scopes").iter();
        let found = scopes.find(|it| it["name"] == scope);
        let Some(found) = found else { return Vec::new() };
        self.below(&found["variablesReference"].clone(), "")
    }

    /// What lies in something, with what lies in that.
    pub fn below(&mut self, reference: &Value, before: &str) -> Vec<String> {
        if *reference == 0 {
            return Vec::new();
        }
        let mut found = Vec::new();
        let variables = self.ask("variables", json!({ "variablesReference": reference }));
        for it in variables["variables"].as_array().expect("variables") {
            let name = format!("{before}{}", it["name"].as_str().expect("a name"));
            found.push(format!("{name} = {}", it["value"].as_str().expect("a value")));
            found.extend(self.below(&it["variablesReference"], &format!("{name}.")));
        }
        found
    }

    /// The value of an expression.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> String {
        let told = self.ask("evaluate", json!({ "expression": expression, "context": "watch" }));
        told["result"].as_str().expect("a value").to_owned()
    }

    /// What the console answers.
    #[track_caller]
    pub fn console(&mut self, line: &str) -> String {
        let told = self.ask("evaluate", json!({ "expression": line, "context": "repl" }));
        told["result"].as_str().expect("a text").to_owned()
    }

    /// Disconnects; the debugger ends.
    pub fn finish(mut self) {
        self.ask("disconnect", json!({}));
        self.end().expect("it ends well");
    }

    /// Ends the input; how the debugger ends, and what it has said before.
    pub fn close(mut self) -> (io::Result<()>, Vec<Value>) {
        self.input = None;
        let ended = self.server.join().expect("no panic");
        let rest = self.events.into_iter().chain(self.received).collect();
        (ended, rest)
    }

    /// How the debugger ends, although the input is open.
    pub fn end(self) -> io::Result<()> {
        let ended = self.server.join().expect("no panic");
        drop(self.input);
        ended
    }
}
