//! `quotient dap`: counterexamples of all examples, forwards and backwards, and clients that are wrong.

use std::collections::BTreeMap;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use suites::{Fact, Head};
use testing::framed;
use testing::places::{files_below, root};

use crate::support::{BROKEN_MUTEX, ENDLESS, MUTEX, Place};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// The most steps of a counterexample of an example.
const MOST_STEPS: usize = 1000;

/// A client of the program.
struct Client {
    program: Child,
    input: Option<ChildStdin>,
    received: Receiver<Value>,
    events: Vec<Value>,
    last: u64,
}

impl Client {
    /// The program, which was told nothing.
    fn silent() -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
        command.arg("dap").current_dir(root());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = command.spawn().expect("it runs");
        let input = program.stdin.take();
        let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
        let (sender, received) = channel();
        thread::spawn(move || {
            while let Some(message) = framed::read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Client { program, input, received, events: Vec::new(), last: 0 }
    }

    /// One that has launched something, and stands at its beginning.
    #[track_caller]
    fn launched(launch: Value) -> Client {
        let mut client = Client::silent();
        client.ask("initialize", json!({ "adapterID": "quotient" }));
        client.ask("launch", launch);
        client.event("initialized");
        assert_eq!(client.go("configurationDone", json!({}))["reason"], "entry");
        client
    }

    fn send(&mut self, body: &str) {
        let input = self.input.as_mut().expect("an open input");
        let sent = write!(input, "Content-Length: {}\r\n\r\n{body}", body.len());
        sent.and_then(|()| input.flush()).expect("it reads");
    }

    fn begin(&mut self, command: &str, arguments: Value) -> u64 {
        self.last += 1;
        let request = json!({
            "seq": self.last, "type": "request", "command": command, "arguments": arguments,
        });
        self.send(&request.to_string());
        self.last
    }

    fn answer(&mut self, seq: u64) -> Value {
        loop {
            let message = self.received.recv_timeout(PATIENCE).expect("an answer");
            if message["type"] == "response" && message["request_seq"] == seq {
                return message;
            }
            self.events.push(message);
        }
    }

    #[track_caller]
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let seq = self.begin(command, arguments);
        let mut answer = self.answer(seq);
        assert_eq!(answer["success"], true, "{answer}");
        answer["body"].take()
    }

    #[track_caller]
    fn refused(&mut self, command: &str, arguments: Value) -> String {
        let seq = self.begin(command, arguments);
        let answer = self.answer(seq);
        assert_eq!(answer["success"], false, "{answer}");
        answer["message"].as_str().expect("a reason").to_owned()
    }

    #[track_caller]
    fn event(&mut self, name: &str) -> Value {
        loop {
            let mut message = match self.events.is_empty() {
                true => self.received.recv_timeout(PATIENCE).expect("an event"),
                false => self.events.remove(0),
            };
            if message["event"] == name {
                return message["body"].take();
            }
        }
    }

    #[track_caller]
    fn go(&mut self, command: &str, arguments: Value) -> Value {
        self.ask(command, arguments);
        self.event("stopped")
    }

    /// Moves by a command of a thread that is there.
    #[track_caller]
    fn step(&mut self, command: &str) -> Value {
        let thread = self.threads()[0];
        self.go(command, json!({ "threadId": thread }))
    }

    fn threads(&mut self) -> Vec<u64> {
        let threads = self.ask("threads", json!({}));
        let threads = threads["threads"].as_array().expect("threads");
        threads.iter().map(|thread| thread["id"].as_u64().expect("a number")).collect()
    }

    #[track_caller]
    fn stack(&mut self, thread: &Value) -> Vec<Value> {
        let stack = self.ask("stackTrace", json!({ "threadId": thread }));
        stack["stackFrames"].as_array().expect("frames").clone()
    }

    /// Everything that the state holds, and where each thread stands.
    fn state(&mut self) -> BTreeMap<String, String> {
        let mut state = BTreeMap::new();
        for thread in self.threads() {
            let stack = self.stack(&thread.into());
            state.insert(format!("thread {thread}"), format!("{stack:?}"));
            let scopes = self.ask("scopes", json!({ "frameId": stack[0]["id"] }));
            for scope in scopes["scopes"].as_array().expect("scopes") {
                let name = scope["name"].as_str().expect("a name");
                self.below(&scope["variablesReference"], name, &mut state);
            }
        }
        state
    }

    fn below(&mut self, reference: &Value, before: &str, state: &mut BTreeMap<String, String>) {
        if *reference == 0 {
            return;
        }
        let told = self.ask("variables", json!({ "variablesReference": reference }));
        for it in told["variables"].as_array().expect("variables") {
            let name = format!("{before}/{}", it["name"].as_str().expect("a name"));
            self.below(&it["variablesReference"], &name, state);
            state.insert(name, it["value"].as_str().expect("a value").to_owned());
        }
    }

    #[track_caller]
    fn value(&mut self, expression: &str, context: &str) -> String {
        let asked = json!({ "expression": expression, "context": context });
        self.ask("evaluate", asked)["result"].as_str().expect("a text").to_owned()
    }

    /// Ends the input; the exit status, and what was said on standard error.
    fn close(mut self) -> (Option<i32>, String) {
        self.input = None;
        self.end()
    }

    fn end(mut self) -> (Option<i32>, String) {
        let input = self.input.take();
        let mut complaints = String::new();
        let mut errors = self.program.stderr.take().expect("a pipe");
        errors.read_to_string(&mut complaints).expect("text");
        let status = self.program.wait().expect("it ends");
        drop(input);
        (status.code(), complaints)
    }

    #[track_caller]
    fn finish(mut self) {
        self.ask("disconnect", json!({}));
        assert_eq!(self.end(), (Some(0), String::new()));
    }
}

/// The checks of the examples in which something is violated, and their options.
fn broken() -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    for path in files_below(&root().join("models")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for run in Head::read(&text).runs {
            let is_violated = run.expectations.iter().any(|expectation| {
                matches!(&expectation.fact, Fact::Verdict(_, judged) if judged.verdict == "violated")
            });
            if is_violated {
                let options = run.options.map(|options| options.words).unwrap_or_default();
                found.push((path.clone(), options));
            }
        }
    }
    found
}

/// The first counterexample that `check` tells of.
fn counterexample(model: &Path, options: &[String]) -> Value {
    let place = Place::new("debugger_checks");
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    command.args(["check", "--json"]).args(options).arg(model).current_dir(place.path("."));
    let output = command.output().expect("it runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let checks = document["checks"].as_array().expect("checks").iter();
    let mut violated = checks.filter(|it| it["verdict"] == "violated");
    violated.next().expect("a violation").clone()
}

#[test]
fn counterexamples_of_all_examples_are_walked_through_and_back() {
    let broken = broken();
    assert!(broken.len() > 30, "{}", broken.len());
    for (model, options) in broken {
        let name = format!("{} {}", model.display(), options.join(" "));
        eprintln!("{name}");
        let expected = counterexample(&model, &options);
        let launch = json!({ "program": model, "arguments": options });
        let mut client = Client::launched(launch);
        let mut states = vec![client.state()];
        let last = loop {
            assert!(states.len() <= MOST_STEPS, "{name}");
            let stopped = client.step("next");
            states.push(client.state());
            if stopped["reason"] == "exception" {
                break stopped;
            }
        };
        is_the_same(&mut client, &last, &expected, &name);
        for step in (0..states.len() - 1).rev() {
            client.step("stepBack");
            assert_eq!(client.state(), states[step], "{name} step {step}, backwards");
        }
        for (step, state) in states.iter().enumerate().skip(1) {
            client.step("next");
            assert_eq!(client.state(), *state, "{name} step {step}, forwards again");
        }
        client.step("reverseContinue");
        assert_eq!(client.state(), states[0], "{name}");
        assert_eq!(client.step("continue")["reason"], "exception", "{name}");
        assert_eq!(client.state(), states[states.len() - 1], "{name}");
        client.finish();
    }
}

/// The run has stopped at the violation that `check` tells of, at the statement that it names last.
#[track_caller]
fn is_the_same(client: &mut Client, stopped: &Value, expected: &Value, name: &str) {
    let thread = &stopped["threadId"];
    let told = client.ask("exceptionInfo", json!({ "threadId": thread }));
    assert_eq!(told["exceptionId"], expected["property"], "{name}");
    assert_eq!(told["description"], expected["reason"], "{name}");
    let trace = expected["trace"].as_array().expect("a trace");
    let Some(actions) = trace.last().and_then(|last| last["actions"].as_array()) else { return };
    let places: Vec<&Value> = actions.iter().map(|action| &action["line"]).collect();
    let stack = client.stack(thread);
    let is_there = stack.iter().any(|frame| places.contains(&&frame["line"]));
    // What a specification forbids is an event or a refusal, which stands nowhere in the text.
    let stands_nowhere = name.contains(".csp ") && stack[0]["source"].is_null();
    assert!(is_there || stands_nowhere, "{name}: {actions:?} and {stack:?}");
}

#[test]
fn breakpoints_stop_and_expressions_have_values() {
    let place = Place::new("debugger_breakpoints");
    place.file("m.pml", BROKEN_MUTEX);
    let model = place.path("m.pml");
    let line = 1 + BROKEN_MUTEX.lines().position(|line| line.contains("assert")).expect("one");
    let mut client = Client::launched(json!({ "model": model }));
    let source = json!({ "path": model });
    let told = json!({ "source": source, "breakpoints": [{ "line": line }] });
    let told = client.ask("setBreakpoints", told);
    assert_eq!(told["breakpoints"][0]["verified"], true);
    let stopped = client.step("continue");
    assert!(stopped["reason"] == "breakpoint" || stopped["reason"] == "exception", "{stopped}");
    assert_eq!(client.step("reverseContinue")["reason"], "entry");
    assert!(client.value("help", "repl").contains("choose N"));
    assert!(client.value("steps", "repl").starts_with("  1  "));
    client.value("choose 1", "repl");
    assert_eq!(client.event("stopped")["reason"], "step");
    assert_eq!(client.value("1 + 1 == 2", "watch"), "true");
    client.finish();
}

#[test]
fn what_holds_is_run_freely_with_its_settings() {
    let place = Place::new("debugger_free");
    place.file("m.pml", MUTEX).file("n.pml", "byte a = N; active proctype p() { a++ }");
    let mut client = Client::silent();
    client.ask("initialize", json!({}));
    client.ask("launch", json!({ "model": place.path("m.pml") }));
    client.ask("configurationDone", json!({}));
    let said = format!("{:?}", client.events);
    assert!(said.contains("assertions: holds") && said.contains("this is a free run"), "{said}");
    client.finish();
    for run in ["free", "counterexample"] {
        let arguments = json!(["-D", "N=7", "--shortest"]);
        let launch = json!({ "model": place.path("n.pml"), "run": run, "arguments": arguments });
        let mut client = Client::launched(launch);
        assert_eq!(client.value("a", "watch"), "7", "{run}");
        client.finish();
    }
}

#[test]
fn stored_runs_are_followed_with_their_settings() {
    let place = Place::new("debugger_stored");
    let text = "byte a = N; active proctype p() { a++; assert(a != 8) }";
    place.file("n.pml", text);
    place.run("check n.pml -D N=7 --trace t.json").expect(1, &[]);
    let launch = json!({ "model": place.path("n.pml"), "trace": place.path("t.json") });
    let mut client = Client::launched(launch);
    assert_eq!(client.value("a", "watch"), "7");
    assert_eq!(client.step("continue")["reason"], "exception");
    client.finish();
    place.file("n.pml", text.replace("a++", "a--"));
    let launch = json!({ "model": place.path("n.pml"), "trace": place.path("t.json") });
    let mut client = Client::silent();
    client.ask("initialize", json!({}));
    assert!(client.refused("launch", launch).contains("does not fit"));
    client.finish();
}

#[test]
fn what_is_wrong_is_told_where_it_is_launched() {
    let place = Place::new("debugger_wrong");
    place.file("m.pml", "active proctype p() {\n  x = 1\n}").file("ok.pml", MUTEX);
    place.file("t.json", "{}");
    let mut client = Client::silent();
    client.ask("initialize", json!({}));
    let model = place.path("ok.pml");
    for (launch, part) in [
        (json!({ "model": place.path("m.pml"), "run": "free" }), "m.pml:2"),
        (json!({ "model": place.path("m.pml") }), "`x`"),
        (json!({ "model": place.path("none.pml") }), "no such file"),
        (json!({ "model": place.path("none.pml"), "run": "free" }), "none.pml"),
        (json!({ "model": model, "trace": place.path("t.json") }), "not a stored trace"),
        (json!({ "model": model, "arguments": ["--report", "r.html"] }), "`--report`"),
        (json!({ "model": model, "arguments": ["--trace", "r.json"] }), "`--trace`"),
        (json!({ "model": model, "arguments": ["other.pml"] }), "a model cannot stand"),
        (json!({ "model": model, "arguments": ["--nonsense"] }), "--nonsense"),
        (json!({ "model": model, "arguments": ["--", "x"] }), ""),
        (json!({ "model": model, "arguments": ["--process", "P"], "run": "free" }), "process"),
        (json!({ "model": model, "arguments": ["--help"] }), ""),
    ] {
        let told = client.refused("launch", launch.clone());
        assert!(told.contains(part) && !told.starts_with("error"), "{launch}: {told}");
    }
    client.finish();
}

/// Nothing of the program is left, whenever the client goes.
#[test]
fn a_check_ends_with_its_client() {
    let place = Place::new("debugger_ends");
    place.file("m.pml", ENDLESS);
    let launch = json!({ "model": place.path("m.pml") });
    for way in ["terminate", "disconnect", "close"] {
        let mut client = Client::silent();
        client.ask("initialize", json!({}));
        let seq = client.begin("launch", launch.clone());
        client.event("output");
        match way {
            "close" => assert_eq!(client.close(), (Some(0), String::new())),
            way => {
                let asked = client.begin(way, json!({}));
                let told = client.answer(seq);
                assert!(told["success"] == false || way == "disconnect", "{told}");
                if way == "terminate" {
                    client.finish();
                } else {
                    client.answer(asked);
                    assert_eq!(client.end().0, Some(0));
                }
            }
        }
    }
}

#[test]
fn what_is_no_message_does_no_harm() {
    let mut client = Client::silent();
    for body in ["{", "[]", "", &"[".repeat(100_000), r#"{"type":"request","command":"next"}"#] {
        client.send(body);
        assert_eq!(client.answer(0)["success"], false);
    }
    assert!(client.refused("threads", json!({})).contains("initialize"));
    client.ask("initialize", json!({}));
    assert!(client.refused("next", json!({ "threadId": -1 })).contains("launch"));
    assert_eq!(client.close(), (Some(0), String::new()));
    let mut client = Client::silent();
    let input = client.input.as_mut().expect("an input");
    input.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it reads");
    let (code, said) = client.end();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with("error: "), "{said}");
}
