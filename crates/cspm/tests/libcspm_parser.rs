//! Scripts of others: what their own parser accepts is accepted, and what it refuses for its syntax is refused.

use std::fs;
use std::path::{Path, PathBuf};

use cspm::{add_script, parse};
use diagnostics::{Sources, read_file};
use testing::places;

/// Folders of scripts that parse, whatever is wrong with them otherwise.
const PARSE: [&str; 5] = [
    "libcspm/parser/should_pass",
    "libcspm/prettyprinter",
    "libcspm/typechecker",
    "libcspm/evaluator",
    "cspm",
];

/// Those among them that do not, with a part of what is said of them. The other parser refuses them, too.
const DO_NOT_PARSE: [(&str, &str); 8] = [
    ("libcspm/typechecker/should_fail/invalid_field_order.csp", "`$` after `?`"),
    ("libcspm/typechecker/should_fail/module_instances_6.csp", "`instance` cannot stand between"),
    ("cspm/prob-cspmj/SimpleIntTim_statespace.csp", "cannot include"),
    ("cspm/prob-cspmj/StatementPattern.csp", "where one sequence ends"),
    ("cspm/prob-cspmj/inctest.csp", "cannot include"),
    ("cspm/prob-cspmj/inctest2.csp", "cannot include"),
    ("cspm/prob-cspmj/occursCheck.csp", "found `@@`"),
    ("cspm/prob-cspmj/phils.fix.csp", "expected an expression, found `]]`"),
];

/// Folders of scripts that do not parse.
const FAIL: [&str; 2] = ["libcspm/parser/should_fail", "libcspm/desugar/should_fail"];

/// Those among them that do, and why.
const PARSE_HERE: [(&str, &str); 3] = [
    ("type_annotation_2.csp", "which names have types, and how often, is a matter of names"),
    ("type_annotation_3.csp", "the same"),
    ("type_annotation_5.csp", "each channel of a declaration may have its own annotation here"),
];

/// The mistakes in a script and what it includes.
fn mistakes(path: &Path) -> Vec<String> {
    let mut sources = Sources::new();
    let bytes = fs::read(path).expect("bytes");
    let file = add_script(&mut sources, path.display().to_string(), &bytes).expect("a text");
    let (_, diagnostics) = parse(&mut sources, file, &mut |path: &Path| read_file(path));
    let mistakes = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    mistakes.map(|mistake| mistake.one_line(&sources)).collect()
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = places::files_below(folder);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "csp"));
    found
}

#[test]
fn what_others_parse_parses() {
    let Some(root) = places::shared_or_skip("models") else { return };
    let (mut all, mut unexpected) = (0, Vec::new());
    for folder in PARSE {
        let scripts = scripts(&root.join(folder));
        let mut fine = 0;
        for path in &scripts {
            let name = path.strip_prefix(&root).expect("below").display().to_string();
            let mistakes = mistakes(path);
            let known = DO_NOT_PARSE.iter().find(|(script, _)| *script == name);
            match (mistakes.first(), known) {
                (None, None) => fine += 1,
                (Some(first), Some((_, part))) if first.contains(part) => {}
                (first, _) => unexpected.push(format!("{name}: {first:?}")),
            }
        }
        println!("{folder}: {fine} of {} parse", scripts.len());
        all += scripts.len();
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert!(all >= 600, "only {all} scripts");
}

#[test]
fn what_others_refuse_for_its_syntax_is_refused() {
    let Some(root) = places::shared_or_skip("models") else { return };
    let (mut refused, mut unexpected) = (0, Vec::new());
    for path in FAIL.iter().flat_map(|folder| scripts(&root.join(folder))) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let mistakes = mistakes(&path);
        let known = PARSE_HERE.iter().find(|(script, _)| *script == name);
        match (mistakes.first(), known) {
            (Some(first), None) => {
                println!("{first}");
                refused += 1;
            }
            (None, Some((_, why))) => println!("{name} parses: {why}"),
            (first, _) => unexpected.push(format!("{name}: {first:?}")),
        }
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert!(refused >= 38, "only {refused} scripts");
}
