//! A client that talks to a server in the same process.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use checking::Language;
use mcp::{Runner, serve_running};
use serde_json::{Value, json};

use super::runners::Prepared;

/// The longest that a test waits for what must come.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A client and its server.
pub struct Client {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
    last: u64,
}

impl Client {
    /// A client of a server that never runs the program.
    pub fn new() -> Client {
        Client::with(&[&promela::Promela], Arc::new(Prepared::default()))
    }

    /// A client of a server with these languages and this program.
    pub fn with(languages: &'static [&'static dyn Language], runner: Arc<dyn Runner>) -> Client {
        let (input, heard) = channel();
        let (said, output) = channel();
        let server = thread::spawn(move || {
            let input = BufReader::new(Heard { heard, rest: Vec::new() });
            serve_running(languages, runner, input, &mut Said { said, line: Vec::new() })
        });
        Client { input: Some(input), output, server, last: 0 }
    }

    /// Sends some bytes.
    pub fn send(&self, bytes: &[u8]) {
        // A server that has ended hears nothing.
        let _ = self.input.as_ref().expect("it is open").send(bytes.to_vec());
    }

    /// Sends a message.
    pub fn say(&self, message: &Value) {
        self.send(format!("{message}\n").as_bytes());
    }

    /// The next line that the server says.
    pub fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("the server says something")
    }

    /// The next message.
    pub fn message(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// Begins to call a tool; the number of the call.
    pub fn begin(&mut self, tool: &str, arguments: Value) -> u64 {
        self.last += 1;
        let params = json!({"name": tool, "arguments": arguments});
        self.say(
            &json!({"jsonrpc": "2.0", "id": self.last, "method": "tools/call", "params": params}),
        );
        self.last
    }

    /// The message that answers a call, which comes next.
    pub fn answer(&self, call: u64) -> Value {
        let message = self.message();
        assert_eq!(message["id"], call, "{message}");
        message
    }

    /// What a tool answers: its text, and its object.
    pub fn call(&mut self, tool: &str, arguments: Value) -> (String, Value) {
        let call = self.begin(tool, arguments);
        let message = self.answer(call);
        let result = &message["result"];
        assert_eq!(result["isError"], false, "{message}");
        assert_eq!(result["content"][0]["type"], "text");
        let text = result["content"][0]["text"].as_str().expect("a text");
        (text.to_owned(), result["structuredContent"].clone())
    }

    /// Why a tool answers nothing.
    pub fn failure(&mut self, tool: &str, arguments: Value) -> String {
        let call = self.begin(tool, arguments);
        let message = self.answer(call);
        let result = &message["result"];
        assert_eq!(result["isError"], true, "{message}");
        assert!(result.get("structuredContent").is_none(), "{message}");
        result["content"][0]["text"].as_str().expect("a text").to_owned()
    }

    /// Says nothing more.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Says nothing more; what the server has said until it has ended.
    pub fn end(mut self) -> Vec<String> {
        self.hang_up();
        let mut lines = Vec::new();
        while let Ok(line) = self.output.recv_timeout(PATIENCE) {
            lines.push(line);
        }
        self.server.join().expect("no panic").expect("nothing fails");
        lines
    }

    /// Hears nothing more, but asks something; awaits the end of the server.
    pub fn turn_away(self) {
        let Client { input, output, server, .. } = self;
        drop(output);
        let ping = b"{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n";
        input.as_ref().expect("it is open").send(ping.to_vec()).expect("the server hears");
        server.join().expect("no panic").expect("nothing fails");
        drop(input);
    }
}

/// What a client says.
struct Heard {
    heard: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Heard {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.heard.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = into.len().min(self.rest.len());
        into[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// What a server says.
struct Said {
    said: Sender<String>,
    line: Vec<u8>,
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let line = String::from_utf8(line[..end].to_vec()).expect("a text");
            self.said.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
