//! Checks of saved texts: their verdicts, and that none is shown of any other text.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use lsp::Program;
use serde_json::{Value, json};
use testing::places::Folder;

use crate::support::{Client, Scripted, document};

const MODEL: &str = "byte x;\ninit {\n  x = 1;\n  assert(x == 2)\n}\n";

/// A model that is saved and open, and a client.
struct Desk {
    folder: Folder,
    path: PathBuf,
    client: Client,
}

impl Desk {
    fn new(program: impl FnOnce(&Path) -> Arc<dyn Program>) -> Desk {
        let folder = Folder::new("lsp-checks");
        let path = folder.join("a.pml");
        fs::write(&path, MODEL).expect("a file");
        let mut client = Client::new(program(&path));
        client.open(&path, 1, MODEL);
        client.diagnostics_of(&path, 1);
        Desk { folder, path, client }
    }

    fn check(&mut self) {
        assert_eq!(self.client.check(&self.path)["result"], Value::Null);
    }

    fn title(&mut self) -> String {
        self.client.lens(&self.path)
    }

    /// The title once nothing is checked any more.
    fn last_title(&mut self) -> String {
        loop {
            let title = self.title();
            if title != "checking…" {
                return title;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn edit(&mut self, version: i32, text: &str) {
        self.client.change(&self.path, version, &json!([{ "text": text }]));
    }
}

/// A program that answers each check alike.
fn always(answer: Value) -> Arc<dyn Program> {
    Scripted::new(move |command, _| {
        Some(if command == "check" { answer.clone() } else { json!({}) })
    })
}

fn violated(path: &Path) -> Value {
    let action = |line: u64, statement: &str| json!({ "process": "init(0)", "statement": statement, "file": path, "line": line, "column": 3 });
    let trace = json!([{ "actions": [action(3, "x = 1")] },
                       { "actions": [action(4, "assert(x == 2)")] }]);
    let mut document = document("violated", &trace, 3);
    let statement = json!({ "proctype": "init", "statement": "x = 1", "file": path, "line": 3 });
    let end = json!({ "proctype": "init", "statement": "-end-", "file": path, "line": 5 });
    document["unreached"] = json!([statement, end]);
    document
}

fn is_of_check(diagnostic: &Value) -> bool {
    diagnostic["source"] == "quotient check"
}

#[test]
fn a_verdict_stands_in_the_lens() {
    let mut desk = Desk::new(|_| always(document("holds", &Value::Null, 1_284)));
    assert_eq!(desk.title(), "check");
    desk.check();
    assert_eq!(desk.last_title(), "holds · 1 284 states");
    desk.client.finish();
    for (answer, title) in [
        (document("holds", &Value::Null, 1), "holds · 1 state"),
        (document("holds", &Value::Null, 12_345_678), "holds · 12 345 678 states"),
        (document("inconclusive", &Value::Null, 1), "no verdict: for a reason"),
        (document("violated", &Value::Null, 1), "VIOLATED: assertions"),
        (json!({ "checks": [], "remark": "it loads" }), "it loads"),
        (json!({}), "nothing to check"),
        (json!([7]), "nothing to check"),
    ] {
        let mut desk = Desk::new(|_| always(answer));
        desk.check();
        assert_eq!(desk.last_title(), title);
    }
}

#[test]
fn a_search_that_was_not_complete_proves_nothing() {
    let mut bounded = document("holds", &Value::Null, 5);
    bounded["checks"][0]["guarantee"] = json!("bounded");
    let mut desk = Desk::new(|_| always(bounded));
    desk.check();
    assert_eq!(desk.last_title(), "nothing found (bounded) · 5 states");
    let mut limited = document("inconclusive", &Value::Null, 5);
    limited["limits"] = json!({ "reached": "time" });
    let mut desk = Desk::new(|_| always(limited));
    desk.check();
    assert_eq!(desk.last_title(), "no verdict: limit of time");
}

#[test]
fn a_violation_stands_at_its_statement_until_the_first_edit() {
    let mut desk = Desk::new(|path| always(violated(path)));
    desk.check();
    let found = desk.client.diagnostics(&desk.path, |found| found.iter().any(is_of_check));
    let found: Vec<&Value> = found.iter().filter(|it| is_of_check(it)).collect();
    let range = |line: u32, end: u32| json!({ "start": { "line": line, "character": 2 }, "end": { "line": line, "character": end } });
    assert_eq!((&found[0]["range"], &found[0]["severity"]), (&range(3, 16), &json!(1)));
    assert_eq!(found[0]["message"], "assertions: for a reason");
    let run = found[0]["relatedInformation"].as_array().expect("a run");
    assert_eq!(run.len(), 2);
    assert_eq!(run[1]["message"], "2. init(0): assert(x == 2)");
    assert_eq!((&found[1]["range"], &found[1]["tags"]), (&range(2, 7), &json!([1])));
    assert_eq!(found.len(), 2, "the end of a process is not marked");
    assert_eq!(desk.last_title(), "VIOLATED: assertions at line 4");
    desk.edit(2, &MODEL.replace("x == 2", "x == 1"));
    assert!(!desk.client.diagnostics_of(&desk.path, 2).iter().any(is_of_check));
    assert_eq!(desk.title(), "check");
    desk.edit(3, MODEL);
    assert!(!desk.client.diagnostics_of(&desk.path, 3).iter().any(is_of_check));
    assert_eq!(desk.title(), "check", "what was dropped does not come back");
    desk.client.finish();
}

#[test]
fn what_is_not_saved_is_not_checked() {
    let mut desk = Desk::new(|_| always(document("holds", &Value::Null, 1)));
    desk.edit(2, "init { skip }");
    desk.client.diagnostics_of(&desk.path, 2);
    let params = json!({ "command": "quotient.check",
                         "arguments": [format!("file://{}", desk.path.display())] });
    desk.client.session.send(&json!({ "jsonrpc": "2.0", "id": "c", "method": "workspace/executeCommand", "params": params }));
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("save the file"));
    assert_eq!(desk.title(), "check");
    desk.client.finish();
}

/// A program whose checks wait until they are told to go on, and a way to tell them. It says when one has begun.
fn waiting(begun: Sender<()>, keeps_on: bool) -> (Arc<dyn Program>, Sender<()>) {
    let (go, told) = channel::<()>();
    let told = Mutex::new(told);
    let program = Scripted::new(move |command, cancelled: &AtomicBool| {
        if command != "check" {
            return Some(json!({}));
        }
        begun.send(()).expect("a test that listens");
        let told = told.lock().expect("no panic");
        while told.recv_timeout(Duration::from_millis(5)).is_err() {
            if cancelled.load(Ordering::Relaxed) && !keeps_on {
                return None;
            }
        }
        Some(document("holds", &Value::Null, 1))
    });
    (program, go)
}

#[test]
fn an_edit_while_a_check_runs_ends_it() {
    // One program that obeys, and one that answers all the same.
    for keeps_on in [false, true] {
        let (begun, has_begun) = channel();
        let (program, go) = waiting(begun, keeps_on);
        let mut desk = Desk::new(|_| program);
        desk.check();
        has_begun.recv().expect("a check");
        assert_eq!(desk.title(), "checking…");
        desk.edit(2, "init { skip }");
        desk.client.diagnostics_of(&desk.path, 2);
        assert_eq!(desk.title(), "check");
        desk.edit(3, MODEL);
        desk.client.diagnostics_of(&desk.path, 3);
        go.send(()).expect("a program");
        thread::sleep(Duration::from_millis(50));
        assert_eq!(desk.last_title(), "check");
        desk.client.finish();
    }
}

#[test]
fn a_file_that_changes_while_it_is_checked_has_no_verdict() {
    let (begun, has_begun) = channel();
    let (program, go) = waiting(begun, true);
    let mut desk = Desk::new(|_| program);
    desk.check();
    has_begun.recv().expect("a check");
    fs::write(&desk.path, MODEL.replace("x == 2", "x == 3")).expect("a file");
    go.send(()).expect("a program");
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("changed"), "{shown}");
    assert_eq!(desk.last_title(), "check");
    desk.client.finish();
}

const INCLUDING: &str = "#include \"b.h\"\ninit { x = 1 }\n";

#[test]
fn an_included_file_that_changes_takes_the_verdict_away() {
    let mut desk = Desk::new(|_| always(document("holds", &Value::Null, 1)));
    let included = desk.folder.join("b.h");
    fs::write(&included, "byte x;\n").expect("a file");
    fs::write(&desk.path, INCLUDING).expect("a file");
    desk.edit(2, INCLUDING);
    desk.client.diagnostics_of(&desk.path, 2);
    desk.check();
    assert_eq!(desk.last_title(), "holds · 1 state");
    fs::write(&included, "int x;\n").expect("a file");
    assert_eq!(desk.last_title(), "check", "on disk");
    desk.check();
    assert_eq!(desk.last_title(), "holds · 1 state");
    desk.client.open(&included, 1, "int x;\n");
    assert_eq!(desk.last_title(), "holds · 1 state", "it is open as it is on disk");
    desk.client.change(&included, 2, &json!([{ "text": "int x, y;\n" }]));
    assert_eq!(desk.last_title(), "check", "in the client");
    desk.client.finish();
}

#[test]
fn a_program_that_fails_is_told_of() {
    let program = Scripted::new(|command, _| match command {
        // No document.
        "check" => Some(Value::String("x".repeat(3))).filter(|_| false),
        _ => Some(json!({})),
    });
    let mut desk = Desk::new(|_| program);
    desk.check();
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("too long"), "{shown}");
    let panics = Scripted::new(|command, _| match command {
        "check" => panic!("a defect"),
        _ => Some(json!({})),
    });
    let mut desk = Desk::new(|_| panics);
    desk.check();
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("failed"), "{shown}");
    assert_eq!(desk.last_title(), "check");
    desk.client.finish();
}

#[test]
fn progress_is_shown_and_can_be_cancelled() {
    let (begun, has_begun) = channel();
    let (program, _go) = waiting(begun, false);
    let mut desk = Desk::new(|_| program);
    desk.client.notify("$/unheardOf", json!({}));
    let uri = format!("file://{}", desk.path.display());
    let params = json!({ "command": "quotient.check", "arguments": [uri] });
    desk.client.session.send(&json!({ "jsonrpc": "2.0", "id": "c",
        "method": "workspace/executeCommand", "params": params }));
    let create = "window/workDoneProgress/create";
    let asked = desk.client.session.wait(|message| message["method"] == create);
    has_begun.recv().expect("a check");
    desk.client.session.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null }));
    let began = desk.client.session.wait(|message| message["method"] == "$/progress");
    assert_eq!(began["params"]["value"]["kind"], "begin");
    let token = &asked["params"]["token"];
    assert_eq!(began["params"]["token"], *token);
    desk.client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    let ended = desk.client.session.wait(|message| message["method"] == "$/progress");
    assert_eq!(ended["params"]["value"]["kind"], "end");
    assert_eq!(desk.last_title(), "check");
    desk.client.finish();
}
