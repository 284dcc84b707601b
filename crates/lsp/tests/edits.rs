//! Random edits: whatever a client does to a text, what is said of it is said of what the client has.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use checking::{Language, Loading, Purpose, Settings};
use diagnostics::{Severity, Sources};
use serde_json::{Value, json};
use testing::Numbers;
use testing::places::{Folder, examples};

use crate::support::{Client, LANGUAGES, nothing};

/// How many edits come at once at most.
const MOST_AT_ONCE: usize = 20;

/// How many edits there are in all.
const EDITS: usize = 10_000;

/// How long answers took that wait for nothing but names is printed.
#[test]
fn what_is_said_is_said_of_the_text_of_the_client() {
    let languages = ["promela", "cspm", "red", "rebeca", "promela-lite"];
    let mut models: Vec<PathBuf> =
        languages.iter().flat_map(|language| examples(language)).collect();
    models.retain(|path| LANGUAGES.iter().any(|it| has_extension(*it, path)));
    let mut numbers = Numbers::new(20_26);
    let mut edits = 0;
    let mut times = Vec::new();
    while edits < EDITS {
        let model = numbers.pick(&models).clone();
        let general =
            if numbers.chance(50) { json!({ "positionEncodings": ["utf-8"] }) } else { json!({}) };
        let is_utf8 = general != json!({});
        edits += session(&model, general, is_utf8, &mut numbers, &mut times);
    }
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{edits} edits; of {} answers half took {:?}, 99 % {:?}, all {:?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
}

fn has_extension(language: &dyn Language, path: &Path) -> bool {
    let extension = path.extension().map(|it| it.to_string_lossy().into_owned());
    extension.is_some_and(|it| language.extensions().contains(&it.as_str()))
}

/// Edits a model, looks what is said of it, and so on; how many edits there were.
fn session(
    model: &Path,
    general: Value,
    is_utf8: bool,
    numbers: &mut Numbers,
    times: &mut Vec<Duration>,
) -> usize {
    let folder = Folder::new("lsp-edits");
    let path = folder.join(&model.file_name().expect("a name").to_string_lossy());
    let mut text = std::fs::read_to_string(model).expect("a text");
    let mut client = Client::with(nothing(), general);
    client.open(&path, 1, &text);
    let (mut version, mut edits) = (1, 0);
    for _ in 0..8 {
        for _ in 0..numbers.between(1, MOST_AT_ONCE) {
            version += 1;
            let changes: Vec<Value> =
                (0..numbers.between(1, 2)).map(|_| edit(&mut text, is_utf8, numbers)).collect();
            edits += changes.len();
            client.change(&path, version, &json!(changes));
        }
        let mut found = summary(&client.diagnostics_of(&path, version));
        let mut expected = expected(&path, &text, is_utf8);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{}, version {version}:\n{text}", model.display());
        version += 1;
        edits += 1;
        client.change(&path, version, &json!([edit(&mut text, is_utf8, numbers)]));
        // They wait for the names of this text.
        ask_of_names(&mut client, &path, &text, is_utf8, numbers, times);
    }
    client.finish();
    edits
}

/// Asks what is meant somewhere: whatever there is, is an answer, and stands where it was asked for.
fn ask_of_names(
    client: &mut Client,
    path: &Path,
    text: &str,
    is_utf8: bool,
    numbers: &mut Numbers,
    times: &mut Vec<Duration>,
) {
    let methods = ["hover", "definition", "references", "documentHighlight", "completion"];
    for method in methods {
        let byte = text.floor_char_boundary(numbers.below(text.len() + 1));
        let [line, character] = position(text, byte, is_utf8);
        let asked = Instant::now();
        let method = format!("textDocument/{method}");
        let answer = client.at(&method, path, line as u32, character as u32);
        times.push(asked.elapsed());
        if let Some(range) = answer.get("range") {
            let start = &range["start"];
            assert_eq!(start["line"], line, "{method}: {answer}");
            assert!(start["character"].as_u64() <= Some(character as u64), "{method}: {answer}");
        }
    }
    let outline = client.about("textDocument/documentSymbol", path);
    assert!(outline["result"].is_array(), "{outline}");
}

/// Where something is said, as what, and the beginning of it.
type Said = ([usize; 4], u64, String);

fn summary(diagnostics: &[Value]) -> Vec<Said> {
    let said = |it: &Value| {
        let place =
            |end: &str, key: &str| it["range"][end][key].as_u64().expect("a number") as usize;
        let range = [
            place("start", "line"),
            place("start", "character"),
            place("end", "line"),
            place("end", "character"),
        ];
        let message = it["message"].as_str().expect("a text");
        let first = message.lines().next().unwrap_or_default().to_owned();
        (range, it["severity"].as_u64().expect("a number"), first)
    };
    diagnostics.iter().map(said).collect()
}

/// What a language says of a text, without the server.
fn expected(path: &Path, text: &str, is_utf8: bool) -> Vec<Said> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut sources = Sources::new();
    let file = sources.add(path.display().to_string(), text);
    let language = LANGUAGES.iter().find(|language| has_extension(**language, path));
    let settings = Settings::default();
    let Loading { diagnostics, .. } =
        language.expect("a language").load(sources, file, &settings, Purpose::Check);
    let mut all = Vec::new();
    for diagnostic in diagnostics {
        let span = diagnostic.primary();
        let [start, end] = span.map_or([0, 0], |span| [span.start as usize, span.end as usize]);
        let severity = match diagnostic.severity {
            Severity::Error => 1,
            Severity::Limit | Severity::Warning => 2,
            Severity::Note => 3,
        };
        let [from, to] = [start, end.max(start)].map(|at| position(text, at, is_utf8));
        let said = ([from[0], from[1], to[0], to[1]], severity, diagnostic.message.clone());
        let told = (said, diagnostic);
        if !all.contains(&told) {
            all.push(told);
        }
    }
    all.into_iter().map(|(said, _)| said).collect()
}

/// The position of a byte, found in the slowest way.
fn position(text: &str, at: usize, is_utf8: bool) -> [usize; 2] {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let column = if is_utf8 { line.len() } else { line.encode_utf16().count() };
    [before.matches('\n').count(), column]
}

/// Changes a text in one place; the change as a client sends it.
fn edit(text: &mut String, is_utf8: bool, numbers: &mut Numbers) -> Value {
    let snippets = [
        "",
        "",
        "",
        "x",
        " ",
        "\n",
        "é",
        "\u{1f600}",
        "/* ",
        " */",
        "{",
        "}",
        "::",
        ";\n",
        "if\n:: true -> skip\nfi\n",
        "\"",
        "#",
        "-- ",
        "byte é\u{1f600};\n",
        "0",
        "(",
        "]",
    ];
    if numbers.one_in(100) {
        let start = text.floor_char_boundary(numbers.below(text.len() + 1));
        *text = format!("{}{}", &text[start..], &text[..start]);
        return json!({ "text": text });
    }
    let start = text.floor_char_boundary(numbers.below(text.len() + 1));
    let length = if numbers.chance(60) { 0 } else { numbers.below(40) };
    let end = text.floor_char_boundary((start + length).min(text.len()));
    let inserted = if numbers.chance(20) && !text.is_empty() {
        let from = text.floor_char_boundary(numbers.below(text.len()));
        let to = text.floor_char_boundary((from + numbers.below(80)).min(text.len()));
        text[from..to].to_owned()
    } else {
        (*numbers.pick(&snippets)).to_owned()
    };
    let [from, to] = [start, end].map(|at| {
        let [line, character] = position(text, at, is_utf8);
        json!({ "line": line, "character": character })
    });
    text.replace_range(start..end, &inserted);
    json!({ "range": { "start": from, "end": to }, "text": inserted })
}
