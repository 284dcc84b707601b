//! The tables: rows, marks and totals, on small models.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{BUDGET, column, topspin};
use tables::{Budget, detection, natural, reduction};

/// The published groups are found, but for two that are misprinted; and by the program's graph the
/// same ones, but for hypercubes, of which all symmetries are found: 2^d reflections, d! exchanges of
/// dimensions.
#[test]
fn groups_are_as_published() {
    let table = detection("", &mut |_| {}).expect("a table");
    let [families, configurations, marks] =
        ["family", "configuration", "marks"].map(|heading| column(&table, heading));
    let [published, program] = ["|G|", "program |G|"].map(|heading| column(&table, heading));
    assert_eq!(marks.len(), 29);
    for row in 0..29 {
        let name = format!("{} {}", families[row], configurations[row]);
        let expected = match name.as_str() {
            "simple mutex 40" => "larger, larger, larger",
            "resource allocator alternating 14" => "equal, equal, larger",
            _ => "equal, equal, equal",
        };
        assert_eq!(marks[row], expected, "{name}");
        let whole = match name.as_str() {
            "hypercube 2d" => "8",
            "hypercube 3d" => "48",
            "hypercube 4d" => "384",
            "hypercube 5d" => "3840",
            _ => &published[row],
        };
        assert_eq!(program[row], whole, "{name}");
    }
}

#[test]
fn limits_are_said_plainly() {
    let budget = Budget { states: 100, ..BUDGET };
    let table = reduction(Path::new("nowhere"), "hypercube 3d", &budget, &mut |_| {});
    assert_eq!(column(&table, "states"), ["not finished (states)"]);
    assert_eq!(column(&table, "factor"), ["-"]);
}

#[test]
fn absent_models_are_named() {
    let table = reduction(Path::new("nowhere"), "peterson 3", &BUDGET, &mut |_| {});
    assert!(table.rows.is_empty());
    let last = table.notes.last().expect("a note");
    assert_eq!(last, "no model, neither ours nor in nowhere: peterson 3");
}

#[test]
fn published_models_have_the_published_quotients() {
    let Some(models) = topspin() else { return };
    for (name, states) in [("simple mutex 5", "113"), ("peterson 3", "2636"), ("email 3", "23256")]
    {
        let table = reduction(models, name, &BUDGET, &mut |_| {});
        assert_eq!(column(&table, "states"), [states], "{name}");
        assert_eq!(column(&table, "mark"), ["equal"], "{name}");
    }
}

/// A folder with models, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, models: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("tables-{}-{name}", std::process::id()));
        for (path, text) in models {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn models_of_a_folder_are_examined() {
    let folder = Folder::new(
        "examined",
        &[
            ("one.pml", "active proctype p() { skip }"),
            ("two.pml", "byte x; active [2] proctype p() { x++; assert(x < 2) }"),
            ("told/apart.prom", "byte x; active [2] proctype p() { x = x + _pid }"),
            ("wrong.spin", "active proctype p( { skip }"),
            ("ever.pr", "active proctype p() { run p() }"),
            ("notes.txt", "no model"),
        ],
    );
    let table = natural(&folder.0, Some(&BUDGET), &mut |_| {}).expect("a table");
    assert_eq!(column(&table, "model"), ["ever.pr", "told/apart.prom", "two.pml", "wrong.spin"]);
    assert_eq!(column(&table, "instances"), ["p many", "p 2", "p 2", "-"]);
    assert_eq!(column(&table, "group"), ["1", "1", "2", "-"]);
    assert_eq!(column(&table, "structure"), ["1", "1", "S2", "-"]);
    assert_eq!(column(&table, "verdicts"), ["", "", "agree", ""]);
    assert_eq!(column(&table, "audit"), ["", "", "passes", ""]);
    let remarks = column(&table, "remark");
    assert!(remarks[0].contains("never settles"), "{}", remarks[0]);
    assert!(remarks[1].ends_with("(line 1)"), "{}", remarks[1]);
    assert!(remarks[3].starts_with("not read: 1:"), "{}", remarks[3]);
    assert_eq!(
        table.notes[0],
        "5 models: 1 not read, 3 with several processes of a kind, of which 1 have a group; 0 defects"
    );
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let error = natural(Path::new("nowhere"), None, &mut |_| {}).expect_err("no folder");
    assert!(error.starts_with("nowhere: "), "{error}");
}
