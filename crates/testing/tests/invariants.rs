//! Invariants of the house that the text of its crates shows, and that each of them names what keeps it (see ARCHITECTURE.md).

use std::fs;
use std::path::{Path, PathBuf};

/// What speaks to people, or runs by itself.
const PROGRAMS: [&str; 3] = ["quotient", "tables", "testing"];

/// Files that only tests compile although they lie beside what is tested.
const TESTS_IN_SOURCES: [&str; 1] = ["promela/src/preprocess/against_cpp"];

fn house() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources below a folder, with their texts up to the tests that stand in them, without comments.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file")) {
        let path = entry.path();
        let name = path.to_string_lossy().into_owned();
        if TESTS_IN_SOURCES.iter().any(|tests| name.contains(tests)) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).expect("a text");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
            found.push((name, lines.collect::<Vec<_>>().join("\n")));
        }
    }
}

/// The sources of the crates that are no programs.
fn libraries() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(house().join("crates")).expect("the crates") {
        let path = entry.expect("a crate").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.join("src").is_dir() && !PROGRAMS.contains(&&name[..]) {
            sources(&path.join("src"), &mut found);
        }
    }
    assert!(found.len() > 500, "{} sources", found.len());
    found
}

/// Where the sources of libraries have one of these.
fn places(wanted: &[&str]) -> Vec<String> {
    let libraries = libraries();
    let lines =
        libraries.iter().flat_map(|(name, text)| text.lines().map(move |line| (name, line)));
    let found = lines.filter(|(_, line)| wanted.iter().any(|wanted| line.contains(wanted)));
    found.map(|(name, line)| format!("{name}: {}", line.trim())).collect()
}

#[test]
fn libraries_never_print_and_never_exit() {
    let found = places(&["print!(", "println!(", "dbg!(", "process::exit", "process::abort"]);
    assert!(found.is_empty(), "{found:#?}");
}

/// What takes the remains of deep values apart without recursion is kept by each thread.
#[test]
fn no_state_is_global() {
    let found = places(&["static mut ", "thread_local!"]);
    let [remains] = &found[..] else { panic!("{found:#?}") };
    assert!(remains.contains("cspm/src/values/disposal.rs"), "{remains}");
    let changing = ["Mutex", "RwLock", "Atomic", "OnceLock", "Cell"];
    let is_global = |place: &&String| {
        let declared = place.split_once(": ").map_or("", |(_, line)| line);
        let declared = declared.trim_start_matches("pub ").starts_with("static ");
        declared && changing.iter().any(|kind| place.contains(kind))
    };
    let found = places(&["static "]);
    let found: Vec<_> = found.iter().filter(is_global).collect();
    let own = |place: &&&String| !place.contains("values/disposal.rs");
    assert!(found.iter().all(|place| !own(&place)), "{found:#?}");
}

/// The methods of a trait that have an answer already.
fn answered<'t>(text: &'t str, name: &str) -> Option<Vec<&'t str>> {
    let start = text.find(&format!("pub trait {name}"))?;
    let body = &text[start..];
    let body = &body[body.find("{\n")? + 2..];
    let body = &body[..body.find("\n}")?];
    let mut methods = Vec::new();
    for method in body.split("\n    fn ").skip(1) {
        let end = method.find([';', '{'])?;
        if method[end..].starts_with('{') {
            methods.push(method.split(['(', '<']).next()?);
        }
    }
    Some(methods)
}

#[test]
fn traits_between_a_search_and_a_system_have_no_answers() {
    let libraries = libraries();
    for name in [
        "TransitionSystem: Sync",
        "Visitor<S: TransitionSystem>",
        "Starts<State>",
        "Observable: TransitionSystem",
        "Acceptor",
        "Symmetric: ",
        "Unmodified: ",
        "Model",
        "Words: ",
        "Simulated: ",
        "Covering: ",
        "ShortWay: ",
        "Demand",
        "Tested: ",
        "Understanding<",
    ] {
        let found = libraries.iter().find_map(|(_, text)| answered(text, name));
        assert_eq!(found, Some(Vec::new()), "{name}");
    }
}

/// Each row of the table under "Invariants" names a test or a type that there is.
#[test]
fn what_keeps_each_invariant_is_there() {
    let text = fs::read_to_string(house().join("ARCHITECTURE.md")).expect("the page");
    let section =
        text.split("\n## ").find(|part| part.starts_with("Invariants")).expect("a section");
    let invariants = section.lines().filter(|line| line.starts_with("- ")).count();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert!(rows.len() >= invariants, "{} rows for {invariants}", rows.len());
    let mut named = 0;
    for row in rows {
        let kept = row.rsplit(" | ").next().expect("a column");
        for name in kept.split('`').skip(1).step_by(2) {
            let (file, test) = name.split_once("::").unwrap_or((name, ""));
            let path = house().join("crates").join(file);
            assert!(path.exists(), "{name}: there is no crates/{file}");
            if !test.is_empty() {
                let text = fs::read_to_string(&path).expect("a text");
                assert!(text.contains(test), "crates/{file} has no {test}");
            }
            named += 1;
        }
    }
    assert!(named > 20, "{named} tests and types");
}
