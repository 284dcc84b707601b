//! What is launched, and how.

use std::sync::Arc;

use serde_json::json;

use crate::support::client::Client;
use crate::support::models::{LOCK, Model};
use crate::support::programs::{Broken, Known, Stuck};

#[test]
fn a_verdict_is_told_and_a_model_that_holds_is_run_freely() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::with(Known::free());
    client.ask("launch", json!({ "model": model.path() }));
    let (printed, _) = client.printed_until("initialized");
    assert!(printed.contains("assertions: holds"), "{printed}");
    assert!(printed.contains("this is a free run"), "{printed}");
    client.finish();
}

#[test]
fn arguments_reach_the_model() {
    let model = Model::new("m.pml", "byte a = N; active proctype p() { a++ }");
    let launch = json!({ "model": model.path(), "run": "free", "arguments": ["-D", "N=7"] });
    let mut client = Client::launched(Known::free(), launch);
    assert_eq!(client.value("a"), "7");
    client.finish();
    let mut client = Client::with(Known::free());
    let wrong = json!({ "model": model.path(), "run": "free", "arguments": ["--sly"] });
    assert!(client.refused("launch", wrong).contains("--sly"));
    // It may be launched once more.
    client
        .ask("launch", json!({ "model": model.path(), "run": "free", "arguments": ["-D", "N=7"] }));
    client.finish();
}

#[test]
fn mistakes_in_the_model_are_told_line_by_line() {
    let model = Model::new("m.pml", "active proctype p() {\n  x = 1;\n  y = 2\n}");
    let mut client = Client::with(Known::free());
    let told = client.refused("launch", json!({ "model": model.path(), "run": "free" }));
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.contains("m.pml:2:") && told.contains("`y`"), "{told}");
    let missing = json!({ "model": model.beside("none.pml"), "run": "free" });
    assert!(client.refused("launch", missing).contains("none.pml"));
    let empty = Model::new("e.pml", "  ");
    let told = client.refused("launch", json!({ "model": empty.path(), "run": "free" }));
    assert!(told.contains("the file is empty"), "{told}");
    client.finish();
}

#[test]
fn requests_have_their_time() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::silent(Known::free());
    assert!(client.refused("launch", json!({ "model": "m" })).contains("initialize"));
    assert!(client.refused("threads", json!({})).contains("initialize"));
    client.ask("initialize", json!({}));
    assert!(client.refused("initialize", json!({})).contains("already"));
    assert!(client.refused("threads", json!({})).contains("launch"));
    assert!(client.refused("attach", json!({})).contains("launch"));
    client.ask("launch", json!({ "model": model.path(), "run": "free" }));
    assert!(client.refused("launch", json!({ "model": model.path() })).contains("already"));
    assert!(client.refused("frobnicate", json!({})).contains("`frobnicate`"));
    client.finish();
}

#[test]
fn a_check_can_be_ended() {
    let mut client = Client::with(Arc::new(Stuck));
    let launch = client.begin("launch", json!({ "model": "m.pml" }));
    client.event("output");
    client.ask("terminate", json!({}));
    let told = client.answer(launch);
    assert_eq!(
        (&told["success"], &told["message"]),
        (&json!(false), &json!("the check was cancelled"))
    );
    client.finish();
    let mut client = Client::with(Arc::new(Stuck));
    client.begin("launch", json!({ "model": "m.pml" }));
    client.event("output");
    client.finish();
    let mut client = Client::with(Arc::new(Stuck));
    client.begin("launch", json!({ "model": "m.pml" }));
    client.event("output");
    let (ended, rest) = client.close();
    ended.expect("it ends well");
    assert!(rest.iter().any(|it| it["event"] == "terminated"), "{rest:?}");
}

#[test]
fn a_run_can_be_ended() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::free(model.path());
    client.ask("terminate", json!({}));
    client.event("terminated");
    assert!(!client.refused("threads", json!({})).is_empty());
    client.finish();
}

#[test]
fn a_defect_ends_the_run_and_not_the_debugger() {
    let mut client = Client::with(Arc::new(Broken));
    let told = client.refused("launch", json!({ "model": "m.pml" }));
    assert!(told.contains("a defect of quotient"), "{told}");
    assert!(client.refused("threads", json!({})).contains("launch"));
    client.finish();
}
