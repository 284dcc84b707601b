//! Crates use only crates on lower floors of the house (see ARCHITECTURE.md).

use std::fs;
use std::path::Path;

/// The floor of each crate, from the ground up. Crates on one floor do not know each other.
const FLOORS: [(&str, u32); 32] = [
    ("framing", 0),
    ("groups", 0),
    ("pictures", 0),
    ("subprocess", 0),
    ("suites", 0),
    ("diagnostics", 1),
    ("kernel", 1),
    ("symmetry", 2),
    ("syntax", 2),
    ("temporal", 2),
    ("model", 3),
    ("cluster", 4),
    ("confirm", 4),
    ("lts", 4),
    ("machine", 4),
    ("checking", 5),
    ("detection", 5),
    ("symbolic", 5),
    ("baselines", 6),
    ("machine-model", 6),
    ("report", 6),
    ("promela", 7),
    ("promela-lite", 7),
    ("cspm", 7),
    ("rebeca", 7),
    ("red", 7),
    ("explorer", 7),
    ("dap", 8),
    ("lsp", 8),
    ("mcp", 8),
    ("quotient", 9),
    ("tables", 8),
];

/// What the tests of every crate may use, and nothing else may. It uses no crate of the house.
const TESTING: &str = "testing";

fn floor(name: &str) -> Option<u32> {
    FLOORS.iter().find(|(known, _)| *known == name).map(|&(_, floor)| floor)
}

/// A dependency that a manifest names.
#[derive(Debug)]
struct Dependency {
    name: String,
    is_for_tests: bool,
}

/// The dependencies that a manifest names, for whatever purpose and in whatever table: every key of a
/// table of dependencies, every table that is one dependency, and every `package` or `path` inside.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut found = Vec::new();
    let (mut inside, mut is_for_tests) = (false, false);
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.split(']').next().unwrap_or(table);
            inside = table.ends_with("dependencies");
            is_for_tests = table.contains("dev-dependencies");
            if let Some((before, name)) = table.rsplit_once('.')
                && before.ends_with("dependencies")
            {
                found.push(Dependency { name: name.trim_matches('"').to_owned(), is_for_tests });
            }
            continue;
        }
        if inside && let Some((key, value)) = line.split_once('=') {
            let name = key.split('.').next().unwrap_or(key).trim().trim_matches('"');
            found.push(Dependency { name: name.to_owned(), is_for_tests });
            // A crate of the house under another name.
            let house = FLOORS.iter().map(|(other, _)| *other).chain([TESTING]);
            let meant = house.filter(|other| value.contains(&format!("\"{other}\"")));
            found.extend(meant.map(|other| Dependency { name: other.to_owned(), is_for_tests }));
        }
    }
    found
}

#[test]
fn the_arrows_point_only_downward() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the crates") {
        let path = entry.expect("a crate").path();
        let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else { continue };
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let found = dependencies(&manifest);
        if name == TESTING {
            let of_the_house = found.iter().find(|dependency| floor(&dependency.name).is_some());
            assert!(of_the_house.is_none(), "{TESTING} uses {of_the_house:?}");
            continue;
        }
        let own = floor(&name).unwrap_or_else(|| panic!("{name} has no floor: give it one here"));
        for Dependency { name: used, is_for_tests } in found {
            assert!(used != TESTING || is_for_tests, "{name} uses {TESTING} outside its tests");
            if let Some(other) = floor(&used) {
                assert!(other < own, "{name} (floor {own}) uses {used} (floor {other})");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, FLOORS.len(), "every crate that has a floor is there");
}

#[test]
fn dependencies_are_found_in_every_form() {
    let manifest = "[package]\nname = \"a\"\n[dependencies]\nkernel.workspace = true\n\
        # groups = \"1\"\nserde = \"1\"\nalias = { path = \"x\", package = \"machine\" }\n\
        [dev-dependencies.symmetry]\nworkspace = true\n[build-dependencies]\npromela = \"1\"\n\
        [lints]\nworkspace = true\n";
    let found = dependencies(manifest);
    let named = |for_tests: bool| -> Vec<&str> {
        let found = found.iter().filter(|dependency| dependency.is_for_tests == for_tests);
        found.map(|dependency| &dependency.name[..]).collect()
    };
    assert_eq!(named(false), ["kernel", "serde", "alias", "machine", "promela"]);
    assert_eq!(named(true), ["symmetry"]);
}
