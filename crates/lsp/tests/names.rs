//! What names mean, where they are declared and used, what a text declares.

use std::fs;

use serde_json::{Value, json};
use testing::places::Folder;

use crate::support::{Client, nothing, scripted, uri};

const INCLUDED: &str = "#define LIMIT 3\nbyte count;\ninline inc() { count = count + 1 }\n";
const MODEL: &str = "\
#include \"b.h\"
active [2] proctype P() {
  byte count = 1;
  do
  :: count < LIMIT -> count++
  :: else -> inc()
  od
}
";

/// The place of a location as a client has it: the end of the file's name, line and column of both ends.
fn place(location: &Value) -> (String, [u64; 4]) {
    let uri = location["uri"].as_str().unwrap_or_default();
    let range = &location["range"];
    let number = |end: &str, key: &str| range[end][key].as_u64().expect("a number");
    let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
    let start = [number("start", "line"), number("start", "character")];
    (name, [start[0], start[1], number("end", "line"), number("end", "character")])
}

fn places(answer: &Value) -> Vec<(String, [u64; 4])> {
    answer.as_array().expect("a list").iter().map(place).collect()
}

fn at(name: &str, line: u64, from: u64, to: u64) -> (String, [u64; 4]) {
    (name.to_owned(), [line, from, line, to])
}

fn hover(answer: &Value) -> &str {
    answer["contents"]["value"].as_str().unwrap_or_default()
}

#[test]
fn names_lead_to_their_declarations_across_files_and_macros() {
    let folder = Folder::new("lsp-names");
    let (path, included) = (folder.join("a.pml"), folder.join("b.h"));
    fs::write(&included, INCLUDED).expect("a file");
    let mut client = Client::new(nothing());
    client.open(&path, 1, MODEL);
    let definition = "textDocument/definition";
    assert_eq!(places(&client.at(definition, &path, 4, 6)), [at("a.pml", 2, 7, 12)], "a local");
    assert_eq!(places(&client.at(definition, &path, 4, 14)), [at("b.h", 0, 8, 13)], "a macro");
    assert_eq!(places(&client.at(definition, &path, 5, 16)), [at("b.h", 2, 7, 10)], "an inline");
    assert_eq!(client.at(definition, &path, 3, 2), json!([]), "a keyword");
    let references = "textDocument/references";
    let local = client.at(references, &path, 2, 9);
    let mut expected = vec![at("a.pml", 2, 7, 12), at("a.pml", 4, 5, 10), at("a.pml", 4, 22, 27)];
    // The inline means whatever is called so where it is used.
    expected.extend([at("b.h", 2, 15, 20), at("b.h", 2, 23, 28)]);
    assert_eq!(places(&local), expected);
    let told = client.at("textDocument/hover", &path, 4, 15);
    assert!(hover(&told).contains("LIMIT 3"), "{told}");
    // Asked in the text that is included, uses in the text that includes it are known.
    client.open(&included, 1, INCLUDED);
    let used = places(&client.at(references, &included, 0, 9));
    assert!(
        used.contains(&at("a.pml", 4, 13, 18)) && used.contains(&at("b.h", 0, 8, 13)),
        "{used:?}"
    );
    client.finish();
}

#[test]
fn requests_wait_for_the_text_as_it_is() {
    let folder = Folder::new("lsp-waiting");
    let path = folder.join("a.pml");
    let mut client = Client::new(nothing());
    client.open(&path, 1, "byte x;\n");
    for version in 2..40 {
        let lines = "\n".repeat(version as usize);
        client.change(
            &path,
            version,
            &json!([{ "text": format!("{lines}byte x; init {{ x = 1 }}\n") }]),
        );
        let line = version as u32;
        let found = client.at("textDocument/definition", &path, line, 16);
        assert_eq!(places(&found), [at("a.pml", line.into(), 5, 6)], "version {version}");
    }
    client.finish();
}

#[test]
fn requests_that_wait_are_cancelled_and_answered_when_a_text_is_closed() {
    let folder = Folder::new("lsp-cancelled");
    let path = folder.join("a.pml");
    let mut client = Client::new(nothing());
    client.open(&path, 1, "byte x;\n");
    for id in ["first", "second"] {
        let position = json!({ "line": 0, "character": 5 });
        let params = json!({ "textDocument": { "uri": uri(&path) }, "position": position });
        let request =
            json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": params });
        client.session.send(&request);
    }
    client.notify("$/cancelRequest", json!({ "id": "first" }));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&path) } }));
    // Both are answered, whichever came first.
    client.session.wait(|message| message["id"] == "first");
    client.session.wait(|message| message["id"] == "second");
    client.finish();
}

#[test]
fn an_outline_is_a_tree_or_a_list() {
    let folder = Folder::new("lsp-outline");
    let path = folder.join("a.pml");
    let model = "byte x;\nproctype P(byte n) { byte y; y = n; x = y }\ninit { run P(1) }\n";
    let tree = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = Client::of(nothing(), tree);
    client.open(&path, 1, model);
    let symbols = client.about("textDocument/documentSymbol", &path)["result"].clone();
    let names = |symbols: &Value| -> Vec<String> {
        let list = symbols.as_array().cloned().unwrap_or_default();
        list.iter().map(|it| it["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let roots = names(&symbols);
    assert!(roots.starts_with(&["x".to_owned(), "P".to_owned()]), "{symbols}");
    assert_eq!(names(&symbols[1]["children"]), ["n", "y"]);
    client.finish();
    let mut client = Client::new(nothing());
    client.open(&path, 1, model);
    let symbols = client.about("textDocument/documentSymbol", &path)["result"].clone();
    assert!(names(&symbols).starts_with(&["x", "P", "n", "y"].map(str::to_owned)), "{symbols}");
    assert_eq!(symbols[3]["containerName"], "P");
    client.finish();
}

#[test]
fn hovering_over_a_process_tells_its_orbit() {
    let folder = Folder::new("lsp-orbit");
    let path = folder.join("a.pml");
    fs::write(&path, "byte x;\nactive [2] proctype P() { x++ }\n").expect("a file");
    let symmetry = json!({ "symmetry": { "orbits": [{ "members": ["P(0)", "P(1)"] }] },
                           "remarks": [{ "text": "seen", "file": path, "line": 1 }], "differences": [] });
    let program = scripted(move |_, _| Some(symmetry.clone()));
    let mut client = Client::new(program);
    client.open(&path, 1, &fs::read_to_string(&path).expect("a text"));
    client.diagnostics(&path, |found| found.iter().any(|it| it["message"] == "seen"));
    let told = client.at("textDocument/hover", &path, 1, 20);
    assert!(hover(&told).contains("`P(0)`, `P(1)` change places"), "{told}");
    client.finish();
}
