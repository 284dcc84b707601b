//! What is no message, or asks for what there is not.

use serde_json::json;

use crate::support::client::Client;

fn refused(line: &str, code: i64, id: serde_json::Value) {
    let client = Client::new();
    client.send(line.as_bytes());
    client.send(b"\n");
    let message = client.message();
    assert_eq!(message["error"]["code"], code, "{line}: {message}");
    assert_eq!(message["id"], id, "{line}: {message}");
    assert_eq!(message["jsonrpc"], "2.0");
    client.say(&json!({"jsonrpc": "2.0", "id": 99, "method": "ping"}));
    assert_eq!(client.message()["id"], 99, "it goes on");
}

#[test]
fn lines_that_are_no_json() {
    for line in ["{", "hello", "{\"a\":}", "\u{0}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi"]
    {
        refused(line, -32700, json!(null));
    }
    refused(&"[".repeat(100_000), -32700, json!(null));
}

#[test]
fn json_that_is_no_message() {
    for line in ["1", "null", "[]", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "{}"] {
        refused(line, -32600, json!(null));
    }
    refused(r#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#, -32600, json!(5));
    refused(r#"{"id":5,"method":"ping"}"#, -32600, json!(5));
    refused(r#"{"jsonrpc":"2.0","id":"x","method":7}"#, -32600, json!("x"));
    refused(r#"{"jsonrpc":"2.0","id":"x"}"#, -32600, json!("x"));
    refused(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, json!(null));
    refused(r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32600, json!(null));
}

#[test]
fn methods_and_tools_that_there_are_not() {
    refused(r#"{"jsonrpc":"2.0","id":5,"method":"resources/list"}"#, -32601, json!(5));
    refused(r#"{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}"#, -32602, json!(5));
    refused(r#"{"jsonrpc":"2.0","id":5,"method":"tools/call"}"#, -32602, json!(5));
    for params in [
        r#"{"name":7}"#,
        r#"{"name":"exec"}"#,
        r#"{"name":"check","arguments":[]}"#,
        r#"{"name":"check","arguments":"model"}"#,
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{params}}}"#);
        refused(&line, -32602, json!(5));
    }
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let client = Client::new();
    for _ in 0..17 {
        client.send(&vec![b' '; 1 << 20]);
    }
    client.send(b"\n");
    let message = client.message();
    assert_eq!(message["error"]["code"], -32600, "{message}");
    client.say(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    assert_eq!(client.message()["id"], 1);
}

#[test]
fn what_is_wrong_with_arguments_is_told_to_who_can_mend_it() {
    let mut client = Client::new();
    for (tool, arguments, part) in [
        ("open", json!({}), "`model` is missing"),
        ("open", json!({"model": "m.pml", "trace": 1}), "no argument `trace`"),
        ("open", json!({"model": "m.unknown"}), "say `language`, one of promela"),
        ("open", json!({"model": "m", "language": "latin"}), "one of promela"),
        ("open", json!({"model": "m.pml", "define": ["a b"]}), "NAME=VALUE"),
        ("step", json!({"session": "s1"}), "one of `choice`, `undo` and `jump`"),
        ("step", json!({"session": "s1", "choice": 1, "undo": 1}), "one of `choice`"),
        ("step", json!({"session": "s1", "choice": 0}), "from 1 to"),
        ("step", json!({"session": "s1", "choice": -1}), "from 1 to"),
        ("step", json!({"session": "s1", "choice": "1"}), "whole number"),
        ("step", json!({"session": "s1", "choice": 1}), "no session `s1`"),
        ("eval", json!({"session": "s1"}), "`expression` is missing"),
        ("reach", json!({"session": "s1"}), "say one of `expression`"),
        ("reach", json!({"session": "s1", "deadlock": false}), "`deadlock` (true)"),
        ("reach", json!({"session": "s1", "deadlock": true, "file": "x"}), "belongs to a `line`"),
        ("reach", json!({"session": "s1", "deadlock": true, "from": "there"}), "here, start"),
        ("close", json!({"session": "s1"}), "no session `s1`"),
    ] {
        let said = client.failure(tool, arguments);
        assert!(said.contains(part), "{tool}: {said}");
    }
}
