//! How sessions begin and end, and what has its place when.

use lsp::Ending;
use serde_json::{Value, json};

use crate::support::{Client, Session, initialize, nothing};

fn request(id: u64, method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method })
}

fn notification(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": method })
}

fn code(session: &mut Session, id: u64, method: &str) -> Value {
    session.send(&request(id, method));
    session.wait(|message| message["id"] == id)["error"]["code"].clone()
}

#[test]
fn nothing_is_answered_before_the_beginning_and_after_the_end() {
    let mut session = Session::new(nothing());
    assert_eq!(code(&mut session, 1, "textDocument/codeLens"), -32002);
    assert_eq!(code(&mut session, 2, "shutdown"), -32002);
    session.send(&notification("textDocument/didOpen"));
    session.send(&initialize(json!({})));
    let answer = session.wait(|message| message["id"] == 0);
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(answer["result"]["serverInfo"]["name"], "quotient");
    assert_eq!(code(&mut session, 3, "initialize"), -32600);
    assert_eq!(code(&mut session, 4, "textDocument/unheardOf"), -32601);
    assert_eq!(code(&mut session, 5, "$/unheardOf"), -32601);
    assert_eq!(code(&mut session, 6, "textDocument/codeLens"), -32602);
    session.send(&notification("$/unheardOf"));
    session.send(&notification("textDocument/didChange"));
    assert_eq!(code(&mut session, 7, "shutdown"), Value::Null);
    assert_eq!(code(&mut session, 8, "textDocument/codeLens"), -32600);
    session.send(&notification("exit"));
    assert_eq!(session.end().expect("it ends"), Ending::Orderly);
}

#[test]
fn a_client_that_leaves_without_a_word_is_told_apart() {
    let mut session = Session::new(nothing());
    session.send(&notification("exit"));
    assert_eq!(session.end().expect("it ends"), Ending::Abrupt);
    let session = Session::new(nothing());
    assert_eq!(session.close().expect("it ends"), Ending::Gone);
    let client = Client::new(nothing());
    assert_eq!(client.session.close().expect("it ends"), Ending::Gone);
}

#[test]
fn columns_are_bytes_where_the_client_counts_these() {
    let mut session = Session::new(nothing());
    let general = json!({ "positionEncodings": ["utf-32", "utf-16", "utf-8"] });
    session.send(&initialize(json!({ "general": general })));
    let answer = session.wait(|message| message["id"] == 0);
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-8");
}
