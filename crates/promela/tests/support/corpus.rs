//! Models of other people with the figures of SPIN 6.5.2, where these are at hand.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use machine::Machine;
use promela::{KeptClaims, LoadOptions};
use testing::places::shared;

use super::examples::load_model;

/// What SPIN's verifier reports of a model (`-DSAFETY -DNOCLAIM -DNOREDUCE -c0`).
pub struct Row {
    /// The model, from the folder of the table.
    pub model: String,
    /// States stored.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Errors found.
    pub errors: u64,
    /// Which errors, or why it did not finish.
    pub note: String,
    /// Where the model is.
    pub path: PathBuf,
}

/// Why SPIN did not search all states.
const UNFINISHED: [&str; 3] = ["timeout", "depth-limit", "memlim"];

impl Row {
    /// Whether SPIN searched all states.
    pub fn is_finished(&self) -> bool {
        !UNFINISHED.iter().any(|word| self.note.contains(word))
    }
}

/// The table.
pub const TABLE: &str = "models/promela/spin-6.5.2.tsv";

/// The rows of models for which SPIN counted states; `None` where the table is absent.
pub fn rows() -> Option<Vec<Row>> {
    let path = shared(TABLE);
    let table = std::fs::read_to_string(&path).ok()?;
    let folder = path.parent().expect("a folder");
    let counted = table.lines().skip(1).filter_map(|line| row(folder, line));
    Some(counted.collect())
}

/// How many states SPIN's verifier stores with partial order reduction (`-DSAFETY -DNOCLAIM -c0`): a model and a number each, as
/// far as it came to an end. `None` where the table is absent.
pub fn reduced_by_spin() -> Option<HashMap<String, u64>> {
    let table = std::fs::read_to_string(shared(TABLE)).ok()?;
    let rows = table.lines().map(|line| line.split('\t').collect::<Vec<&str>>());
    let finished =
        rows.filter(|it| it[1] == "por" && !UNFINISHED.iter().any(|w| it[7].contains(w)));
    Some(finished.filter_map(|it| Some((it[0].to_owned(), it[2].parse().ok()?))).collect())
}

fn row(folder: &Path, line: &str) -> Option<Row> {
    let fields: Vec<&str> = line.split('\t').collect();
    if fields[1] != "noreduce" || fields[2].is_empty() {
        return None;
    }
    let number = |field: &str| field.parse().expect("a number");
    Some(Row {
        model: fields[0].to_owned(),
        states: number(fields[2]),
        transitions: number(fields[4]),
        errors: number(fields[6]),
        note: fields[7].to_owned(),
        path: folder.join(fields[0]),
    })
}

/// The machine of a model; the claims are left out.
pub fn machine(path: &Path) -> Result<Machine, String> {
    let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
    load_model(path, options).map(|model| model.machine)
}
