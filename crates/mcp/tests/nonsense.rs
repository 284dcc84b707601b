//! Nonsense: whatever is sent, every line that comes back is a message, and the server ends.

use serde_json::{Value, json};
use testing::Numbers;

use crate::support::client::Client;
use crate::support::models::{LOCKS, Model};

/// What the server has said.
fn check(lines: &[String]) {
    for line in lines {
        let message: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        assert!(message.get("result").is_some() != message.get("error").is_some(), "{line}");
    }
}

/// A dialogue that makes sense.
fn dialogue(model: &Model) -> Vec<u8> {
    let calls = [
        ("open", json!({"model": model.path()})),
        ("step", json!({"session": "s1", "choice": 1})),
        ("reach", json!({"session": "s1", "deadlock": true, "time_s": 1})),
        ("state", json!({"session": "s1"})),
        ("why", json!({"session": "s1"})),
        ("eval", json!({"session": "s1", "expression": "a && !b"})),
        ("check", json!({"model": model.path()})),
        ("close", json!({"session": "s1"})),
    ];
    let mut bytes = Vec::new();
    for (id, (tool, arguments)) in calls.into_iter().enumerate() {
        let params = json!({"name": tool, "arguments": arguments});
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        bytes.extend_from_slice(format!("{call}\n").as_bytes());
    }
    bytes
}

fn answered(bytes: &[u8]) {
    let client = Client::new();
    client.send(bytes);
    check(&client.end());
}

#[test]
fn random_bytes() {
    let mut numbers = Numbers::new(1);
    for _ in 0..50 {
        let length = numbers.below(2000);
        let bytes: Vec<u8> = (0..length).map(|_| numbers.word() as u8).collect();
        answered(&bytes);
    }
}

#[test]
fn messages_that_break_off() {
    let model = Model::new("m.pml", LOCKS);
    let bytes = dialogue(&model);
    let mut numbers = Numbers::new(2);
    for _ in 0..30 {
        answered(&bytes[..numbers.below(bytes.len())]);
    }
}

#[test]
fn messages_with_mistakes() {
    let model = Model::new("m.pml", LOCKS);
    let mut numbers = Numbers::new(3);
    for _ in 0..60 {
        let mut bytes = dialogue(&model);
        for _ in 0..numbers.between(1, 20) {
            let at = numbers.below(bytes.len());
            match numbers.below(3) {
                0 => bytes[at] = *numbers.pick(b"{}[]\",:0129-. \nxnul"),
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, *numbers.pick(b"{}[]\",:0129-. \nxnul")),
            }
        }
        answered(&bytes);
    }
}

#[test]
fn arguments_of_every_shape() {
    let model = Model::new("m.pml", LOCKS);
    let mut numbers = Numbers::new(4);
    let tools =
        ["check", "report", "symmetry", "open", "step", "state", "why", "eval", "reach", "close"];
    let names = [
        "model",
        "define",
        "session",
        "choice",
        "undo",
        "jump",
        "expression",
        "line",
        "file",
        "deadlock",
        "violation",
        "from",
        "time_s",
        "property",
        "name",
    ];
    let mut client = Client::new();
    client.call("open", json!({"model": model.path()}));
    for _ in 0..400 {
        let mut arguments = json!({"session": "s1"});
        for _ in 0..numbers.below(3) {
            let value = match numbers.below(8) {
                0 => json!(model.path()),
                1 => json!(numbers.below(5)),
                2 => json!(numbers.word()),
                3 => json!([numbers.below(3), "x"]),
                4 => json!(true),
                5 => Value::Null,
                6 => json!("a && b"),
                _ => json!({"x": [{}]}),
            };
            arguments[*numbers.pick(&names)] = value;
        }
        if numbers.one_in(4) {
            arguments.as_object_mut().expect("an object").remove("session");
        }
        // One that ends is opened anew.
        let call = client.begin(tools[numbers.below(tools.len())], arguments);
        let message = client.answer(call);
        assert!(message["result"]["content"][0]["text"].is_string(), "{message}");
    }
    check(&client.end());
}
