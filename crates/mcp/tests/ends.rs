//! Clients that go: the server ends, and leaves nothing behind.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;

use crate::support::client::Client;
use crate::support::models::{ENDLESS, LOCKS, Model};
use crate::support::runners::Stuck;

#[test]
fn a_client_that_says_nothing_more_is_answered_first() {
    let (mut client, model) = (Client::new(), Model::new("m.pml", LOCKS));
    client.begin("open", json!({"model": model.path()}));
    client.begin("step", json!({"session": "s1", "choice": 1}));
    client.begin("state", json!({"session": "s1"}));
    let lines = client.end();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[2].contains("\"id\":3"), "{lines:?}");
}

#[test]
fn checks_are_killed_when_the_input_ends() {
    let runner = Arc::new(Stuck::default());
    let mut client = Client::with(&[&promela::Promela], Arc::clone(&runner) as _);
    client.begin("check", json!({"model": "m.pml"}));
    runner.await_running(1);
    client.end();
    assert_eq!(runner.killed.load(Ordering::SeqCst), 1);
}

#[test]
fn searches_do_not_keep_the_server() {
    let (mut client, model) = (Client::new(), Model::new("m.pml", ENDLESS));
    client.begin("open", json!({"model": model.path()}));
    client
        .begin("reach", json!({"session": "s1", "expression": "a == 1 && a == 2", "time_s": 600}));
    let lines = client.end();
    assert!(!lines.is_empty());
}

#[test]
fn checks_are_killed_when_nobody_reads() {
    let runner = Arc::new(Stuck::default());
    let mut client = Client::with(&[&promela::Promela], Arc::clone(&runner) as _);
    client.begin("check", json!({"model": "m.pml"}));
    runner.await_running(1);
    client.turn_away();
    assert_eq!(runner.killed.load(Ordering::SeqCst), 1);
}

#[test]
fn half_a_message_at_the_end_is_refused() {
    let client = Client::new();
    client.send(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"meth");
    let lines = client.end();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("-32700"), "{lines:?}");
}
