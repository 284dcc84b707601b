//! What is in the way of symmetry, at its statements.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use testing::places::Folder;

use crate::support::{Client, scripted};

const MODEL: &str = "byte x;\ninit {\n  x = 1\n}\n";

fn answer(path: &Path) -> Value {
    let place = json!({ "file": path, "line": 3, "text": "x = 1" });
    let difference = |second: &str| json!({ "first": ["a(1)"], "second": [second], "reason": "for a reason", "place": place, "other": null });
    let nowhere = json!({ "text": "nothing", "file": null, "line": null });
    let remark = json!({ "text": "a remark", "file": path, "line": 1 });
    json!({ "remarks": [nowhere, remark],
            "differences": [difference("a(2)"), difference("a(3)"), difference("a(4)")] })
}

fn is_obstacle(diagnostic: &Value) -> bool {
    diagnostic["source"] == "quotient symmetry"
}

#[test]
fn obstacles_stand_at_their_statements_while_the_text_is_saved() {
    let folder = Folder::new("lsp-obstacles");
    let path = folder.join("a.pml");
    fs::write(&path, MODEL).expect("a file");
    let told = answer(&path);
    let program = scripted(move |command, _| {
        assert_eq!(command, "symmetry");
        Some(told.clone())
    });
    let mut client = Client::new(program);
    client.open(&path, 1, MODEL);
    let found = client.diagnostics(&path, |found| found.iter().any(is_obstacle));
    let found: Vec<&Value> = found.iter().filter(|it| is_obstacle(it)).collect();
    assert_eq!(found.len(), 2, "one for each place that is named: {found:?}");
    assert_eq!((&found[0]["message"], &found[0]["severity"]), (&json!("a remark"), &json!(3)));
    let message = "a(1) cannot change places with a(2): for a reason\nso it is with 2 others";
    assert_eq!((&found[1]["message"], &found[1]["severity"]), (&json!(message), &json!(4)));
    let range = json!({ "start": { "line": 2, "character": 2 },
                        "end": { "line": 2, "character": 7 } });
    assert_eq!(found[1]["range"], range);
    let edited = MODEL.replace("x = 1", "x = 2");
    client.change(&path, 2, &json!([{ "text": edited }]));
    assert!(!client.diagnostics_of(&path, 2).iter().any(is_obstacle));
    fs::write(&path, edited).expect("a file");
    client.saved(&path);
    client.diagnostics(&path, |found| found.iter().any(is_obstacle));
    client.finish();
}
