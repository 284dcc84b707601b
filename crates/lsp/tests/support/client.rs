//! A client over pipes.

use std::io::{self, BufReader, PipeWriter, Write, pipe};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lsp::{Ending, ModelOptions, Program, Tools, serve};
use serde_json::{Value, json};
use testing::framed;

use super::LANGUAGES;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client, and the server that it talks to.
pub struct Session {
    /// What goes to the server; none once it is closed.
    input: Option<PipeWriter>,
    received: Receiver<Value>,
    server: JoinHandle<io::Result<Ending>>,
}

impl Session {
    /// A server that was told nothing.
    pub fn new(program: Arc<dyn Program>) -> Session {
        let (server_input, input) = pipe().expect("a pipe");
        let (output, mut server_output) = pipe().expect("a pipe");
        let server = thread::spawn(move || {
            let options = Arc::new(|_: &str| ModelOptions::default());
            let tools = Tools { languages: &LANGUAGES, program, options };
            serve(&tools, BufReader::new(server_input), &mut server_output)
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
        Session { input: Some(input), received, server }
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(bytes).expect("the server reads");
    }

    /// Sends a body.
    pub fn send_body(&mut self, body: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_body(&message.to_string());
    }

    /// The next message that fits; others before it are dropped.
    pub fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.received.recv_timeout(PATIENCE).expect("a message");
            if fits(&message) {
                return message;
            }
        }
    }

    /// All messages that come within some time.
    pub fn within(&mut self, time: Duration) -> Vec<Value> {
        std::iter::from_fn(|| self.received.recv_timeout(time).ok()).collect()
    }

    /// Ends the input; how the server ends.
    pub fn close(mut self) -> io::Result<Ending> {
        self.input = None;
        self.end()
    }

    /// How the server ends.
    pub fn end(self) -> io::Result<Ending> {
        // It ends although the input is open.
        let ended = self.server.join().expect("no panic");
        drop(self.input);
        ended
    }
}

/// The request that begins everything, of a client with some capabilities.
pub fn initialize(capabilities: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": { "processId": null, "rootUri": null, "capabilities": capabilities } })
}

/// A client that edits texts.
pub struct Client {
    /// What it talks to.
    pub session: Session,
    requests: u64,
}

impl Client {
    /// One that shows everything that it is told.
    pub fn new(program: Arc<dyn Program>) -> Client {
        Client::with(program, json!({}))
    }

    /// One with further capabilities.
    pub fn with(program: Arc<dyn Program>, general: Value) -> Client {
        let capabilities = json!({
            "general": general,
            "textDocument": {
                "codeLens": {},
                "publishDiagnostics": { "relatedInformation": true },
            },
            "workspace": { "codeLens": { "refreshSupport": true } },
            "window": { "workDoneProgress": true },
        });
        Client::of(program, capabilities)
    }

    /// One with just these capabilities.
    pub fn of(program: Arc<dyn Program>, capabilities: Value) -> Client {
        let mut session = Session::new(program);
        session.send(&initialize(capabilities));
        session.wait(|message| message["id"] == 0);
        let mut client = Client { session, requests: 0 };
        client.notify("initialized", json!({}));
        client
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.session.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = json!(self.requests);
        self.session
            .send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.session.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Opens a text.
    pub fn open(&mut self, path: &Path, version: i32, text: &str) {
        let document =
            json!({ "uri": uri(path), "languageId": "x", "version": version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a text.
    pub fn change(&mut self, path: &Path, version: i32, changes: &Value) {
        let document = json!({ "uri": uri(path), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// Says that a text was saved.
    pub fn saved(&mut self, path: &Path) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(path) } }));
    }

    /// Asks something about a text.
    pub fn about(&mut self, method: &str, path: &Path) -> Value {
        self.ask(method, json!({ "textDocument": { "uri": uri(path) } }))
    }

    /// Asks something about a position in a text.
    pub fn at(&mut self, method: &str, path: &Path, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        let mut params = json!({ "textDocument": { "uri": uri(path) }, "position": position });
        if method == "textDocument/references" {
            params["context"] = json!({ "includeDeclaration": true });
        }
        self.ask(method, params)["result"].clone()
    }

    /// The title of the first lens.
    pub fn lens(&mut self, path: &Path) -> String {
        let lenses = self.about("textDocument/codeLens", path);
        lenses["result"][0]["command"]["title"].as_str().unwrap_or_default().to_owned()
    }

    /// Has a text checked.
    pub fn check(&mut self, path: &Path) -> Value {
        let params = json!({ "command": "quotient.check", "arguments": [uri(path)] });
        self.ask("workspace/executeCommand", params)
    }

    /// The next diagnostics of a text that fit.
    pub fn diagnostics(&mut self, path: &Path, fits: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let uri = uri(path);
        let message = self.session.wait(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && fits(params["diagnostics"].as_array().expect("a list"))
        });
        message["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// The diagnostics of a version of a text.
    pub fn diagnostics_of(&mut self, path: &Path, version: i32) -> Vec<Value> {
        let uri = uri(path);
        let message = self.session.wait(|message| {
            let params = &message["params"];
            params["uri"] == uri && params["version"] == version
        });
        message["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Has the server end.
    pub fn finish(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.session.end().expect("it ends"), Ending::Orderly);
    }
}

/// The URI of a file whose path has nothing strange.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
