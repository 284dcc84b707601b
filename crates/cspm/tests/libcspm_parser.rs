//! Scripts of others: what their own parser accepts is accepted, and what it refuses for its syntax is refused.

use std::fs;
use std::path::Path;

use cspm::tree::Script;
use cspm::{add_script, parse};
use diagnostics::{Sources, read_file};
use testing::places;

/// Reads a script and what it includes: the tree, and the messages of its mistakes.
fn parsed(path: &Path) -> (Script, Vec<String>) {
    let mut sources = Sources::new();
    let bytes = fs::read(path).expect("bytes");
    let file = add_script(&mut sources, path.display().to_string(), &bytes).expect("a text");
    let (script, diagnostics) = parse(&mut sources, file, &mut |path: &Path| read_file(path));
    let mistakes = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    (script, mistakes.map(|mistake| mistake.one_line(&sources)).collect())
}

fn scripts(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = places::files_below(folder);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "csp"));
    found
}

#[test]
fn all_scripts_parse() {
    let Some(root) = places::shared_or_skip("models") else { return };
    let mut wrong = 0;
    for folder in [
        "libcspm/parser/should_pass",
        "libcspm/prettyprinter",
        "libcspm/typechecker",
        "libcspm/evaluator",
        "cspm",
    ] {
        let mut ok = 0;
        let all = scripts(&root.join(folder));
        for path in &all {
            let (_, mistakes) = parsed(path);
            if mistakes.is_empty() {
                ok += 1
            } else {
                wrong += 1;
                println!("{}", mistakes[0]);
            }
        }
        println!("{folder}: {ok} of {}", all.len());
    }
    for folder in ["libcspm/parser/should_fail", "libcspm/desugar/should_fail"] {
        for path in scripts(&root.join(folder)) {
            let (_, mistakes) = parsed(&path);
            println!("{}: {:?}", path.file_name().unwrap().to_string_lossy(), mistakes.first());
        }
    }
    assert_eq!(wrong, 0);
}
