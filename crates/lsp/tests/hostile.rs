//! Clients that send what is no message, too much, or half of it.

use lsp::Ending;
use serde_json::{Value, json};
use testing::Numbers;
use testing::places::Folder;

use crate::support::{Client, Session, initialize, nothing};

fn answered(session: &mut Session, body: &str) -> Value {
    session.send_body(body);
    session.wait(|message| message.get("error").is_some())
}

#[test]
fn what_is_no_message_is_refused_and_the_next_is_answered() {
    let mut session = Session::new(nothing());
    assert_eq!(answered(&mut session, "{")["error"]["code"], -32700);
    assert_eq!(answered(&mut session, "")["error"]["code"], -32700);
    assert_eq!(answered(&mut session, "[]")["error"]["code"], -32600);
    assert_eq!(answered(&mut session, &"[".repeat(1 << 20))["error"]["code"], -32700);
    let wrong = answered(&mut session, r#"{"id":7,"method":null}"#);
    assert_eq!((&wrong["id"], &wrong["error"]["code"]), (&json!(7), &json!(-32600)));
    session.send(&initialize(json!({})));
    assert!(session.wait(|message| message["id"] == 0)["result"].is_object());
}

#[test]
fn half_a_message_is_the_end_and_no_message_is_an_error() {
    let mut session = Session::new(nothing());
    session.send_bytes(b"Content-Length: 1000000000000\r\n\r\n{\"id\":1");
    assert_eq!(session.close().expect("it ends"), Ending::Gone);
    let mut session = Session::new(nothing());
    session.send_bytes(b"GET / HTTP/1.1\r\n\r\n");
    assert!(session.end().is_err());
}

#[test]
fn large_texts_are_refused_and_others_are_not() {
    let folder = Folder::new("lsp-large");
    let (large, small) = (folder.join("large.pml"), folder.join("small.pml"));
    let mut client = Client::new(nothing());
    client.open(&large, 1, &" ".repeat((16 << 20) + 1));
    let told = client.diagnostics_of(&large, 1);
    assert_eq!(told.len(), 1);
    assert!(told[0]["message"].as_str().expect("a text").contains("16 MB"), "{told:?}");
    client.open(&small, 1, "init { skip }");
    assert_eq!(client.diagnostics_of(&small, 1), [json!(null); 0]);
    client.change(&large, 2, &json!([{ "text": "init { skip }" }]));
    assert_eq!(client.diagnostics_of(&large, 2), [json!(null); 0]);
    client.finish();
}

#[test]
fn a_text_whose_change_was_passed_over_is_not_spoken_of() {
    let folder = Folder::new("lsp-missed");
    let path = folder.join("a.pml");
    let mut client = Client::new(nothing());
    client.open(&path, 1, "init { skip ");
    assert_eq!(client.diagnostics_of(&path, 1).len(), 1);
    client.session.send_body(&" ".repeat((64 << 20) + 1));
    let told = client.diagnostics_of(&path, 1);
    assert!(told[0]["message"].as_str().expect("a text").contains("open it again"), "{told:?}");
    client.change(&path, 2, &json!([{ "text": "init { skip }" }]));
    assert_eq!(client.diagnostics_of(&path, 2), [json!(null); 0]);
    client.finish();
}

#[test]
fn whatever_is_sent_the_server_ends_with_its_input() {
    let methods = [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/codeLens",
        "textDocument/codeAction",
        "textDocument/completion",
        "workspace/executeCommand",
        "window/workDoneProgress/cancel",
    ];
    for seed in 0..60 {
        let mut numbers = Numbers::new(seed);
        let mut client = Client::new(nothing());
        for _ in 0..20 {
            let method = *numbers.pick(&methods);
            let params = odd(&mut numbers, 4);
            let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
            if numbers.chance(50) {
                message["id"] = odd(&mut numbers, 1);
            }
            client.session.send(&message);
        }
        assert_eq!(client.session.close().expect("it ends"), Ending::Gone, "{seed}");
    }
}

/// Something that is nearly what a method is given.
fn odd(numbers: &mut Numbers, depth: usize) -> Value {
    let keys = ["textDocument", "uri", "version", "text", "range", "start", "line", "position"];
    match numbers.below(if depth == 0 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => json!(numbers.word() as i64),
        2 => json!(numbers.below(3)),
        3 => json!("file:///a.pml"),
        4 => json!("%%%"),
        5 => (0..numbers.below(3)).map(|_| odd(numbers, depth - 1)).collect(),
        _ => {
            let some = |numbers: &mut Numbers| (*numbers.pick(&keys), odd(numbers, depth - 1));
            Value::from_iter((0..4).map(|_| some(numbers)))
        }
    }
}
