//! Files that a text includes: what is wrong with them is told of them.

use std::fs;

use serde_json::{Value, json};
use testing::places::Folder;

use crate::support::{Client, nothing};

fn is_about_y(diagnostics: &[Value]) -> bool {
    let text = |it: &Value| it["message"].as_str().unwrap_or_default().contains("`y`");
    diagnostics.iter().any(text)
}

#[test]
fn mistakes_of_included_files_are_told_of_these() {
    let folder = Folder::new("lsp-included");
    let (path, included) = (folder.join("a.pml"), folder.join("b.h"));
    let mut client = Client::new(nothing());
    fs::write(&included, "byte x;\ninline set() { y = 1 }\n").expect("a file");
    let model = "#include \"b.h\"\ninit { set(); x = 1 }\n";
    client.open(&path, 1, model);
    client.diagnostics(&included, is_about_y);
    // What is said of the file is not said of another text.
    client.open(&included, 1, "byte x;\n\ninline set() { y = 1 }\n");
    client.change(&path, 2, &json!([{ "text": format!("{model}\n") }]));
    client.diagnostics_of(&path, 2);
    let others = client.session.within(std::time::Duration::from_millis(200));
    let uri = format!("file://{}", included.display());
    let is_misplaced = |message: &Value| {
        let diagnostics = message["params"]["diagnostics"].as_array();
        message["params"]["uri"] == uri && diagnostics.is_some_and(|it| is_about_y(it))
    };
    assert!(!others.iter().any(is_misplaced), "{others:?}");
    client.finish();
}

#[test]
fn a_text_is_loaded_again_when_what_it_includes_is_saved() {
    let folder = Folder::new("lsp-again");
    let (path, included) = (folder.join("a.pml"), folder.join("b.h"));
    fs::write(&included, "byte y;\n").expect("a file");
    let mut client = Client::new(nothing());
    client.open(&path, 1, "#include \"b.h\"\ninit { y = 1 }\n");
    assert!(!client.diagnostics_of(&path, 1).iter().any(|it| it["severity"] == 1));
    let has_error = |found: &[Value]| found.iter().any(|it| it["severity"] == 1);
    fs::write(&included, "byte z;\n").expect("a file");
    client.saved(&included);
    client.diagnostics(&path, has_error);
    fs::write(&included, "byte yy, y;\n").expect("a file");
    // Nobody says so.
    client.diagnostics(&path, |found| !has_error(found));
    client.finish();
}
