//! Names of scripts that others wrote are resolved, or refused where they should be.

use std::path::{Path, PathBuf};

use cspm::names::resolve;
use diagnostics::Sources;
use testing::places;

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "csp") {
            found.push(path);
        }
    }
}

fn mistakes(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).expect("bytes");
    let mut sources = Sources::new();
    let file = cspm::add_script(&mut sources, path.to_string_lossy(), &bytes).expect("a script");
    let (mut script, mut said) = cspm::parse(&mut sources, file, &mut |path| std::fs::read(path));
    said.extend(resolve(&mut script).1);
    said.iter().map(|diagnostic| diagnostic.one_line(&sources)).collect()
}

#[test]
fn names_of_published_scripts_are_known() {
    let Some(folder) = places::shared_or_skip("models") else { return };
    let mut found = Vec::new();
    for part in ["evaluator/should_pass", "typechecker/should_pass"] {
        scripts(&folder.join("libcspm").join(part), &mut found);
    }
    // What a peer says of each: a part of another script by itself has names that are not in scope.
    let index = std::fs::read_to_string(folder.join("cspm/INDEX.tsv")).expect("a table");
    let mut unknown = Vec::new();
    for row in index.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let path = folder.join("cspm").join(columns[0]);
        match columns[6] {
            "OK" => found.push(path),
            verdict if verdict.contains("not in scope") => unknown.push(path),
            _ => (),
        }
    }
    for path in &found {
        assert_eq!(mistakes(path), [""; 0], "{}", path.display());
    }
    for path in &unknown {
        // One of them does not even parse here.
        let named = |one: &String| {
            one.contains("is not defined") || one.contains("where one sequence ends")
        };
        let mistakes = mistakes(path);
        assert!(mistakes.iter().any(named), "{}: {mistakes:?}", path.display());
    }
    println!("{} resolved, {} refused", found.len(), unknown.len());
    assert!(found.len() >= 370 && unknown.len() >= 9);
}
