//! Verdicts on saved texts: in a few words, and at the places that they speak of.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use testing::places::Folder;

use crate::support::{Client, Desk, MODEL, always, document, scripted};

fn violated(path: &Path) -> Value {
    let action = |line: u64, statement: &str| json!({ "process": "init(0)", "statement": statement, "file": path, "line": line, "column": 3 });
    let trace = json!([{ "actions": [action(3, "x = 1")] },
                       { "actions": [action(4, "assert(x == 2)")] }]);
    let mut document = document("violated", &trace, 3);
    let statement = json!({ "proctype": "init", "statement": "x = 1", "file": path, "line": 3 });
    let end = json!({ "proctype": "init", "statement": "-end-", "file": path, "line": 5 });
    document["unreached"] = json!([statement, end]);
    document
}

fn is_of_check(diagnostic: &Value) -> bool {
    diagnostic["source"] == "quotient check"
}

#[test]
fn a_verdict_stands_in_the_lens() {
    let mut desk = Desk::new(|_| always(document("holds", &Value::Null, 1_284)));
    assert_eq!(desk.title(), "check");
    desk.check();
    assert_eq!(desk.last_title(), "holds · 1 284 states");
    desk.client.finish();
    for (answer, title) in [
        (document("holds", &Value::Null, 1), "holds · 1 state"),
        (document("holds", &Value::Null, 12_345_678), "holds · 12 345 678 states"),
        (document("inconclusive", &Value::Null, 1), "no verdict: for a reason"),
        (document("violated", &Value::Null, 1), "VIOLATED: assertions"),
        (json!({ "checks": [], "remark": "it loads" }), "it loads"),
        (json!({}), "nothing to check"),
        (json!([7]), "nothing to check"),
    ] {
        let mut desk = Desk::new(|_| always(answer));
        desk.check();
        assert_eq!(desk.last_title(), title);
    }
}

#[test]
fn a_search_that_was_not_complete_proves_nothing() {
    let mut bounded = document("holds", &Value::Null, 5);
    bounded["checks"][0]["guarantee"] = json!("bounded");
    let mut desk = Desk::new(|_| always(bounded));
    desk.check();
    assert_eq!(desk.last_title(), "nothing found (bounded) · 5 states");
    let mut limited = document("inconclusive", &Value::Null, 5);
    limited["limits"] = json!({ "reached": "time" });
    let mut desk = Desk::new(|_| always(limited));
    desk.check();
    assert_eq!(desk.last_title(), "no verdict: limit of time");
}

#[test]
fn a_violation_stands_at_its_statement_until_the_first_edit() {
    let mut desk = Desk::new(|path| always(violated(path)));
    desk.check();
    let found = desk.client.diagnostics(&desk.path, |found| found.iter().any(is_of_check));
    let found: Vec<&Value> = found.iter().filter(|it| is_of_check(it)).collect();
    let range = |line: u32, end: u32| json!({ "start": { "line": line, "character": 2 }, "end": { "line": line, "character": end } });
    assert_eq!((&found[0]["range"], &found[0]["severity"]), (&range(3, 16), &json!(1)));
    assert_eq!(found[0]["message"], "assertions: for a reason");
    let run = found[0]["relatedInformation"].as_array().expect("a run");
    assert_eq!(run.len(), 2);
    assert_eq!(run[1]["message"], "2. init(0): assert(x == 2)");
    assert_eq!((&found[1]["range"], &found[1]["tags"]), (&range(2, 7), &json!([1])));
    assert_eq!(found.len(), 2, "the end of a process is not marked");
    assert_eq!(desk.last_title(), "VIOLATED: assertions at line 4");
    desk.edit(2, &MODEL.replace("x == 2", "x == 1"));
    assert!(!desk.client.diagnostics_of(&desk.path, 2).iter().any(is_of_check));
    assert_eq!(desk.title(), "check");
    desk.edit(3, MODEL);
    assert!(!desk.client.diagnostics_of(&desk.path, 3).iter().any(is_of_check));
    assert_eq!(desk.title(), "check", "what was dropped does not come back");
    desk.client.finish();
}

#[test]
fn what_is_not_saved_is_not_checked() {
    let mut desk = Desk::new(|_| always(document("holds", &Value::Null, 1)));
    desk.edit(2, "init { skip }");
    desk.client.diagnostics_of(&desk.path, 2);
    let params = json!({ "command": "quotient.check",
                         "arguments": [format!("file://{}", desk.path.display())] });
    desk.client.session.send(&json!({ "jsonrpc": "2.0", "id": "c", "method": "workspace/executeCommand", "params": params }));
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("save the file"));
    assert_eq!(desk.title(), "check");
    desk.client.finish();
}

#[test]
fn a_program_that_fails_is_told_of() {
    let program = scripted(|command, _| match command {
        // No document.
        "check" => Some(Value::String("x".repeat(3))).filter(|_| false),
        _ => Some(json!({})),
    });
    let mut desk = Desk::new(|_| program);
    desk.check();
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("too long"), "{shown}");
    let panics = scripted(|command, _| match command {
        "check" => panic!("a defect"),
        _ => Some(json!({})),
    });
    let mut desk = Desk::new(|_| panics);
    desk.check();
    let shown = desk.client.session.wait(|message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().expect("a text").contains("failed"), "{shown}");
    assert_eq!(desk.last_title(), "check");
    desk.client.finish();
}

#[test]
fn a_client_without_lenses_is_offered_the_check_and_told_the_verdict() {
    let folder = Folder::new("lsp-plain");
    let path = folder.join("a.pml");
    fs::write(&path, MODEL).expect("a file");
    let mut client = Client::of(always(document("holds", &Value::Null, 7)), json!({}));
    client.open(&path, 1, MODEL);
    client.diagnostics_of(&path, 1);
    let at = json!({ "line": 3, "character": 0 });
    let mut ask = |only: Value| {
        let params = json!({ "textDocument": { "uri": format!("file://{}", path.display()) },
                             "range": { "start": at, "end": at },
                             "context": { "diagnostics": [], "only": only } });
        client.ask("textDocument/codeAction", params)["result"].clone()
    };
    assert_eq!(ask(json!(["quickfix"])), json!([]));
    let found = ask(json!(["source"]));
    assert_eq!(found, ask(Value::Null));
    let command = &found[0]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    client.session.send(&json!({ "jsonrpc": "2.0", "id": "c",
        "method": "workspace/executeCommand", "params": params }));
    let shown = client.session.wait(|message| message["method"] == "window/showMessage");
    assert_eq!(shown["params"]["message"], "a.pml: holds · 7 states");
    client.finish();
}
