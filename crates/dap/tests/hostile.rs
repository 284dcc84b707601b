//! Clients that send what is no message, too much, or half of it.

use serde_json::{Value, json};
use testing::Numbers;

use crate::support::client::Client;
use crate::support::models::{LOCK, Model};
use crate::support::programs::Known;

#[test]
fn what_is_no_message_is_refused_and_the_next_is_answered() {
    let mut client = Client::silent(Known::free());
    for body in ["{", "", "[]", "7", &"[".repeat(1 << 20), r#"{"seq":-1,"type":"request"}"#] {
        client.send_body(body);
        assert_eq!(client.answer(0)["success"], false, "{body:.20}");
    }
    client.send_body(r#"{"seq":900,"type":"request","command":[]}"#);
    assert_eq!(client.answer(900)["success"], false);
    client.send_body(&" ".repeat((64 << 20) + 1));
    assert_eq!(client.answer(0)["message"], "the message is too long");
    client.ask("initialize", json!({}));
    client.finish();
}

#[test]
fn half_a_message_is_the_end_and_no_message_is_an_error() {
    let mut client = Client::silent(Known::free());
    client.send_bytes(b"Content-Length: 1000000000000\r\n\r\n{\"seq\":1");
    client.close().0.expect("it ends");
    let mut client = Client::silent(Known::free());
    client.send_bytes(b"GET / HTTP/1.1\r\n\r\n");
    assert!(client.end().is_err());
}

#[test]
fn unknown_numbers_are_refused() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::free(model.path());
    for wrong in [json!(null), json!(-1), json!(0), json!(1.5), json!("1"), json!(u64::MAX)] {
        for (command, name) in [
            ("next", "threadId"),
            ("stepOut", "threadId"),
            ("stepBack", "threadId"),
            ("continue", "threadId"),
            ("reverseContinue", "threadId"),
            ("stackTrace", "threadId"),
            ("scopes", "frameId"),
            ("variables", "variablesReference"),
        ] {
            assert!(
                !client.refused(command, json!({ name: wrong })).is_empty(),
                "{command} {wrong}"
            );
        }
    }
    client.finish();
}

#[test]
fn more_requests_than_wait_are_refused() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::free(model.path());
    for _ in 0..300 {
        client.begin("threads", json!({}));
    }
    let (ended, said) = client.close();
    ended.expect("it ends well");
    let answers: Vec<&Value> = said.iter().filter(|it| it["command"] == "threads").collect();
    assert_eq!(answers.len(), 300);
    let refused = answers.iter().filter(|it| it["success"] == false);
    for it in refused {
        let why = it["message"].as_str().expect("a reason");
        assert!(why.contains("requests wait") || why.contains("has ended"), "{why}");
    }
}

#[test]
fn whatever_is_sent_the_debugger_ends_with_its_input() {
    let commands = [
        "initialize",
        "launch",
        "attach",
        "configurationDone",
        "threads",
        "stackTrace",
        "scopes",
        "variables",
        "next",
        "stepIn",
        "stepOut",
        "stepBack",
        "continue",
        "reverseContinue",
        "pause",
        "restart",
        "evaluate",
        "stepInTargets",
        "setBreakpoints",
        "setDataBreakpoints",
        "setExceptionBreakpoints",
        "dataBreakpointInfo",
        "exceptionInfo",
        "goto",
        "source",
        "terminate",
        "",
    ];
    let model = Model::new("m.pml", LOCK);
    let path = model.path().to_str().expect("a path");
    for seed in 0..60 {
        let mut numbers = Numbers::new(seed);
        let mut client = match seed % 3 {
            0 => Client::silent(Known::free()),
            _ => Client::free(model.path()),
        };
        for _ in 0..60 {
            let mut message = json!({ "seq": numbers.below(40), "type": "request" });
            message["command"] = (*numbers.pick(&commands)).into();
            message["arguments"] = odd(&mut numbers, path, 4);
            if numbers.chance(5) {
                message["seq"] = odd(&mut numbers, path, 1);
            }
            client.send_body(&message.to_string());
        }
        client.close().0.unwrap_or_else(|error| panic!("{seed}: {error}"));
    }
}

/// Something that is nearly what a request is asked with.
fn odd(numbers: &mut Numbers, path: &str, depth: usize) -> Value {
    let keys = [
        "threadId",
        "frameId",
        "variablesReference",
        "source",
        "path",
        "breakpoints",
        "line",
        "condition",
        "expression",
        "context",
        "model",
        "run",
        "arguments",
        "targetId",
        "filters",
        "dataId",
        "name",
        "start",
        "count",
        "levels",
        "startFrame",
    ];
    let texts = [path, "free", "repl", "choose 1", "steps", "inside == 1", "k", "%%%", "violation"];
    match numbers.below(if depth == 0 { 5 } else { 9 }) {
        0 => Value::Null,
        1 => json!(numbers.word() as i64),
        2 => json!(numbers.below(3)),
        3 => json!(256 * numbers.below(4)),
        4 => json!(*numbers.pick(&texts)),
        5 => (0..numbers.below(3)).map(|_| odd(numbers, path, depth - 1)).collect(),
        _ => {
            let some =
                |numbers: &mut Numbers| (*numbers.pick(&keys), odd(numbers, path, depth - 1));
            Value::from_iter((0..8).map(|_| some(numbers)))
        }
    }
}
