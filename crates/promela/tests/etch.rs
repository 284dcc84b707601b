//! The folder of tests of ETCH, a type checker for Promela (Donaldson and Gay): what passes there
//! is read and runs here, what fails there is refused or warned about, for the reason that the
//! guide gives. The folder is not part of the repository; without it the tests skip, saying so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support;
use diagnostics::{Diagnostic, Sources};
use kernel::{Limits, SearchOptions, Silent, search};
use promela::{KeptClaims, LoadOptions, Loaded, ParseOptions, load};
use testing::peers::{Peer, are_installed, text};
use testing::places::{Folder, files_below, shared_or_skip};

/// How many states a model is searched for.
const STATES: u64 = 5_000;

/// Models that pass in ETCH and are refused here, as by SPIN 6.5.2, with what SPIN says.
const REFUSED: [(&str, &str); 5] = [
    ("testgooddeclaration.p", "no runable process"),
    ("testgoodtypedeflookup2.p", "array of structures in param list"),
    ("testgoodtypedeflookup3.p", "array of structures in param list"),
    ("testmisc2.p", "syntax error"),
    ("testmisc3.p", "incomplete structure ref"),
];

/// Models that pass in ETCH and are warned about all the same, with what is said.
const WARNED: [(&str, &str); 13] = [
    ("test_conditional2.p", "`y` is never given a value"),
    // Channels go through fields that are declared as `mtype`.
    ("test_mobile_1_well_typed.p", "goes to the message of"),
    ("test_redundant_channels.p", "never names a channel"),
    ("testchannelexpression.p", "`c`, a `chan`, is used as a condition"),
    ("testfirewirestar3.p", "`connect` is hidden, but a later step may read it"),
    // The same statement is an error in `failmisc.p`.
    ("testmisc.p", "arithmetic on `a`, a `chan`"),
    ("testrecordfieldexpression.p", "`s` is never given values"),
    ("testtypeinferencearrays.p", "`C` never names a channel"),
    ("testtypeinferenceforrecords.p", "`t` is never given values"),
    ("testtypinferencemisc.p", "`b` is never given a value"),
    ("testtypinferencemisc2.p", "`i` is never given a value"),
    ("testunless.p", "`a` is never given a value"),
    ("testunlesswithdecl.p", "`a` is never given a value"),
];

/// A folder of the tests; `None`, said aloud, where it is absent.
fn folder(name: &str) -> Option<PathBuf> {
    shared_or_skip(&format!("models/topspin/EtchTesting/{name}"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let files = files_below(folder);
    assert!(!files.is_empty(), "{}", folder.display());
    files
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn load_file(path: &Path) -> (Sources, Loaded) {
    let mut sources = Sources::new();
    let bytes = fs::read(path).expect("readable");
    let file = sources.add_bytes(name(path), &bytes).expect("text");
    let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    (sources, loaded)
}

fn lines(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|d| d.one_line(sources)).collect::<Vec<_>>().join("\n")
}

#[test]
fn pass_tests_are_read_and_run() {
    let Some(folder) = folder("PassTests") else { return };
    let mut refused = BTreeMap::from(REFUSED);
    let mut warned = BTreeMap::from(WARNED);
    for path in files(&folder) {
        let name = name(&path);
        let (sources, loaded) = load_file(&path);
        let text = lines(&sources, &loaded.diagnostics);
        let Some(model) = loaded.model else {
            assert!(refused.remove(&name[..]).is_some(), "{name} is refused:\n{text}");
            continue;
        };
        match warned.remove(&name[..]) {
            Some(expected) => assert!(text.contains(expected), "{name}:\n{text}"),
            None => assert_eq!(text, "", "{name} is warned about"),
        }
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let outcome = search(
            &model.machine,
            &SearchOptions { limits, keep_going: true, ..SearchOptions::default() },
            &Silent,
        );
        assert!(outcome.statistics.states > 0, "{name}");
    }
    assert_eq!(refused, BTreeMap::new(), "said to be refused, but read");
    assert_eq!(warned, BTreeMap::new(), "said to be warned about, but not");
}

#[test]
fn spin_refuses_the_same_pass_tests() {
    let Some(folder) = folder("PassTests") else { return };
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let scratch = Folder::new("etch");
    for (name, expected) in REFUSED {
        let output = Command::new("spin")
            .arg("-a")
            .arg(folder.join(name))
            .current_dir(scratch.path())
            .output()
            .expect("spin runs");
        let said = text(&output.stdout);
        assert!(said.contains(expected), "{name}: SPIN says {said}");
    }
}

#[test]
fn parse_pass_tests_parse() {
    let Some(folder) = folder("ParsePassTests") else { return };
    for path in files(&folder) {
        let (sources, parsed) = support::parse_file(&path);
        let errors: Vec<Diagnostic> =
            parsed.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        assert_eq!(lines(&sources, &errors), "");
    }
}

#[test]
fn parse_fail_tests_do_not_parse() {
    let Some(folder) = folder("ParseFailTests") else { return };
    for path in files(&folder) {
        let (_, parsed) = support::parse_file(&path);
        assert!(parsed.diagnostics.iter().any(Diagnostic::is_error), "{}", path.display());
    }
}

/// A row of a table in the guide: a line, and what is said there.
struct Row {
    line: usize,
    message: String,
}

/// The rows `| file | line | message |` of the guide.
fn guide() -> BTreeMap<String, Row> {
    let text = include_str!("../../../docs/guide/promela-types.md");
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> =
            line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect();
        let [file, number, message] = cells[..] else { continue };
        if !file.ends_with(".p") {
            continue;
        }
        let row = Row { line: number.parse().expect("a line"), message: message.to_owned() };
        assert!(rows.insert(file.to_owned(), row).is_none(), "{file} is in the guide twice");
    }
    rows
}

#[test]
fn fail_tests_are_refused_or_warned_about_as_the_guide_says() {
    let Some(folder) = folder("FailTests") else { return };
    let mut guide = guide();
    let mut wrong = String::new();
    for path in files(&folder) {
        let name = name(&path);
        let (sources, loaded) = load_file(&path);
        let Some(row) = guide.remove(&name) else {
            wrong += &format!("{name} is not in the guide\n");
            continue;
        };
        let is_said = |d: &Diagnostic| {
            d.message == row.message
                && d.primary().is_some_and(|span| sources.line_column(span).0 == row.line)
        };
        if !loaded.diagnostics.iter().any(is_said) {
            let said = lines(&sources, &loaded.diagnostics);
            wrong += &format!("{name}: not `{}` in line {}, but\n{said}\n", row.message, row.line);
        }
    }
    assert_eq!(wrong, "");
    assert_eq!(guide.keys().collect::<Vec<_>>(), Vec::<&String>::new(), "no such files");
}
