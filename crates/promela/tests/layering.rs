//! Crates use only crates on lower floors of the house (see ARCHITECTURE.md).

use std::fs;
use std::path::Path;

/// The floor of each crate, from the ground up. Crates on one floor do not know each other.
const FLOORS: [(&str, u32); 13] = [
    ("groups", 0),
    ("diagnostics", 1),
    ("kernel", 1),
    ("symmetry", 2),
    ("model", 3),
    ("confirm", 4),
    ("machine", 4),
    ("baselines", 5),
    ("checking", 5),
    ("promela", 6),
    ("promela-lite", 6),
    ("quotient", 7),
    ("tables", 7),
];

fn floor(name: &str) -> Option<u32> {
    FLOORS.iter().find(|(known, _)| *known == name).map(|&(_, floor)| floor)
}

/// The dependencies that a manifest names, for whatever purpose and in whatever table: every key of a
/// table of dependencies, every table that is one dependency, and every `package` or `path` inside.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.split(']').next().unwrap_or(table);
            inside = table.ends_with("dependencies");
            if let Some((before, name)) = table.rsplit_once('.')
                && before.ends_with("dependencies")
            {
                found.push(name.trim_matches('"').to_owned());
            }
            continue;
        }
        if inside && let Some((key, value)) = line.split_once('=') {
            let name = key.split('.').next().unwrap_or(key).trim().trim_matches('"');
            found.push(name.to_owned());
            // A crate of the house under another name.
            for other in FLOORS.iter().filter(|(other, _)| value.contains(&format!("\"{other}\"")))
            {
                found.push(other.0.to_owned());
            }
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
        let own = floor(&name).unwrap_or_else(|| panic!("{name} has no floor: give it one here"));
        for dependency in dependencies(&manifest) {
            if let Some(other) = floor(&dependency) {
                assert!(other < own, "{name} (floor {own}) uses {dependency} (floor {other})");
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
    let expected = ["kernel", "serde", "alias", "machine", "symmetry", "promela"];
    assert_eq!(dependencies(manifest), expected);
}
