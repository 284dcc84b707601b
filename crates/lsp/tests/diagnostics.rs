//! What is said of texts while they are typed, and what mends them.

use std::path::Path;

use serde_json::{Value, json};
use testing::places::Folder;

use crate::support::{Client, nothing};

fn texts<'v>(diagnostics: &'v [Value], key: &str) -> Vec<&'v str> {
    diagnostics.iter().filter_map(|it| it[key].as_str()).collect()
}

/// The diagnostics of a text that was never saved.
fn told(name: &str, text: &str) -> Vec<Value> {
    let folder = Folder::new("lsp-told");
    let mut client = Client::new(nothing());
    let path = folder.join(name);
    client.open(&path, 3, text);
    let told = client.diagnostics_of(&path, 3);
    client.finish();
    told
}

#[test]
fn errors_stand_where_they_are_in_units_of_utf_16() {
    let found = told("a.pml", "/* \u{1f600} */ byte x;\n\ninit { /* \u{e9}\u{1f600} */ y = 1 }\n");
    assert_eq!(found.len(), 2, "{found:?}");
    let error = found.iter().find(|it| it["severity"] == 1).expect("an error");
    let range = json!({ "start": { "line": 2, "character": 17 },
                        "end": { "line": 2, "character": 18 } });
    assert_eq!((&error["range"], &error["source"]), (&range, &json!("quotient")));
    assert!(error["message"].as_str().expect("a text").contains("`y`"), "{error}");
    assert!(found.iter().any(|it| it["severity"] == 2), "a variable that is not used");
}

#[test]
fn other_places_and_helps_are_told() {
    let found = told("a.pml", "init {\n  if\n  :: true -> skip\n  od\n}\n");
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["message"], "opened here");
    assert_eq!(related["location"]["range"]["start"], json!({ "line": 1, "character": 2 }));
    assert!(found[0]["message"].as_str().expect("a text").contains("\nhelp: write `fi`"));
}

#[test]
fn languages_are_told_by_extensions_and_else_by_the_client() {
    assert_eq!(told("a.csp", "P = a -> STOP").len(), 1);
    assert!(!told("a.red", "process").is_empty());
    let folder = Folder::new("lsp-language");
    let mut client = Client::new(nothing());
    let (other, named) = (folder.join("a.txt"), folder.join("b"));
    client.open(&other, 1, "nothing");
    let document = json!({ "uri": format!("file://{}", named.display()), "languageId": "promela",
                           "version": 1, "text": "nothing" });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let message = client.session.wait(|it| it["method"] == "textDocument/publishDiagnostics");
    assert_eq!(message["params"]["uri"], document["uri"], "{message}");
    assert_eq!(client.lens(&other), "");
    client.finish();
}

#[test]
fn an_empty_text_is_no_mistake() {
    assert_eq!(told("a.pml", " \n"), [json!(null); 0]);
    assert_eq!(texts(&told("a.pml", "a\u{0}b"), "message"), ["not a text file"]);
}

fn actions(client: &mut Client, path: &Path, line: u32) -> Value {
    let at = json!({ "line": line, "character": 12 });
    let params = json!({ "textDocument": { "uri": format!("file://{}", path.display()) },
                         "range": { "start": at, "end": at }, "context": { "diagnostics": [] } });
    client.ask("textDocument/codeAction", params)["result"].clone()
}

#[test]
fn what_was_probably_meant_is_a_mend() {
    let folder = Folder::new("lsp-mend");
    let path = folder.join("a.pml");
    let mut client = Client::new(nothing());
    client.open(&path, 1, "byte count;\ninit {     cuont = 1 }\n");
    client.diagnostics_of(&path, 1);
    let found = actions(&mut client, &path, 1);
    assert_eq!(found[0]["title"], "did you mean `count`?", "{found}");
    let edits = &found[0]["edit"]["changes"][format!("file://{}", path.display())];
    let range = json!({ "start": { "line": 1, "character": 11 },
                        "end": { "line": 1, "character": 16 } });
    assert_eq!(edits, &json!([{ "range": range, "newText": "count" }]));
    assert_eq!(actions(&mut client, &path, 0), json!([]));
    client.change(&path, 2, &json!([{ "range": range, "text": "count" }]));
    client.diagnostics_of(&path, 2);
    assert_eq!(actions(&mut client, &path, 1), json!([]));
    client.finish();
}

#[test]
fn a_text_that_is_closed_is_spoken_of_no_more() {
    let folder = Folder::new("lsp-close");
    let path = folder.join("a.pml");
    let mut client = Client::new(nothing());
    client.open(&path, 1, "init {");
    assert!(!client.diagnostics_of(&path, 1).is_empty());
    let document = json!({ "uri": format!("file://{}", path.display()) });
    client.notify("textDocument/didClose", json!({ "textDocument": document }));
    assert!(client.diagnostics(&path, <[Value]>::is_empty).is_empty());
    client.finish();
}

#[test]
fn words_of_the_text_are_offered() {
    let folder = Folder::new("lsp-words");
    let path = folder.join("a.pml");
    let mut client = Client::new(nothing());
    client.open(&path, 1, "byte count;\ninit { co");
    let params = json!({ "textDocument": { "uri": format!("file://{}", path.display()) },
                         "position": { "line": 1, "character": 9 } });
    let found = client.ask("textDocument/completion", params);
    assert_eq!(found["result"][0]["label"], "count", "{found}");
    client.finish();
}
