//! Checks that take their time: no verdict is shown of another text than the one that was checked.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use lsp::Program;
use serde_json::{Value, json};

use crate::support::{Desk, MODEL, always, document, scripted};

/// A program whose checks wait until they are told to go on, and a way to tell them. It says when one has begun.
fn waiting(begun: Sender<()>, keeps_on: bool) -> (Arc<dyn Program>, Sender<()>) {
    let (go, told) = channel::<()>();
    let told = Mutex::new(told);
    let program = scripted(move |command, cancelled: &AtomicBool| {
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

#[test]
fn a_file_that_changes_and_changes_back_has_no_verdict_either() {
    let (begun, has_begun) = channel();
    let (program, go) = waiting(begun, true);
    let mut desk = Desk::new(|_| program);
    desk.check();
    has_begun.recv().expect("a check");
    for text in [&MODEL.replace("x == 2", "x == 3"), MODEL] {
        // The clocks of files are coarse.
        thread::sleep(Duration::from_millis(20));
        fs::write(&desk.path, text).expect("a file");
    }
    go.send(()).expect("a program");
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("changed"), "{shown}");
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
fn an_edit_of_an_included_text_while_a_check_runs_counts() {
    let (begun, has_begun) = channel();
    let (program, go) = waiting(begun, true);
    let mut desk = Desk::new(|_| program);
    let included = desk.folder.join("b.h");
    fs::write(&included, "byte x;\n").expect("a file");
    fs::write(&desk.path, INCLUDING).expect("a file");
    desk.edit(2, INCLUDING);
    desk.client.open(&included, 1, "byte x;\n");
    desk.client.diagnostics_of(&desk.path, 2);
    desk.check();
    has_begun.recv().expect("a check");
    desk.client.change(&included, 2, &json!([{ "text": "int x;\n" }]));
    go.send(()).expect("a program");
    assert_eq!(desk.last_title(), "check");
    desk.client.change(&included, 3, &json!([{ "text": "byte x;\n" }]));
    assert_eq!(desk.last_title(), "check", "what was dropped does not come back");
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
