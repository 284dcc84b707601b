//! How runs end, and what is violated there.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::models::Model;

#[test]
fn a_deadlock_is_a_violation() {
    let text = "bool a; active proctype p() { a } active proctype q() { skip }";
    let model = Model::new("m.pml", text);
    let mut client = Client::free(model.path());
    let thread = client.thread("p(0)");
    let stopped = client.step("continue", thread);
    assert_eq!(stopped["reason"], "exception", "{stopped}");
    assert!(stopped["text"].as_str().unwrap().starts_with("deadlock: "), "{stopped}");
    client.finish();
}

#[test]
fn an_end_is_told() {
    let model = Model::new("m.pml", "active proctype p() { skip }");
    let mut client = Client::free(model.path());
    let thread = client.thread("p(0)");
    client.ask("continue", json!({ "threadId": thread }));
    let (printed, stopped) = client.printed_until("stopped");
    assert_eq!(stopped["reason"], "step");
    assert!(printed.contains("the run ends"), "{printed}");
    let threads = client.ask("threads", json!({}));
    assert!(!threads["threads"].as_array().unwrap().is_empty());
    client.finish();
}

#[test]
fn a_process_that_is_gone_shows_its_last_statement_all_the_same() {
    let text = "byte a; active proctype p() { do :: a++; a-- od } active proctype q() { a = 1 }";
    let model = Model::new("m.pml", text);
    let mut client = Client::free(model.path());
    let mut thread = client.thread("q(1)");
    for _ in 0..2 {
        thread = client.step("next", thread)["threadId"].as_u64().unwrap();
        let stack = client.stack(thread);
        let is_done = |it: &Value| it["name"].as_str().unwrap().starts_with("done: ");
        assert!(stack.iter().any(is_done), "{stack:?}");
    }
    client.refused("stackTrace", json!({ "threadId": 77 }));
    client.finish();
}
