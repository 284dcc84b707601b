//! The quotients of TopSPIN's own test models have the sizes that its test suite expects.
//!
//! Only rows whose strategy gives one representative an orbit, and whose search was not truncated,
//! are comparable (Donaldson and Miller, *TopSPIN*; Donaldson, *Automatic Techniques for Detecting
//! and Exploiting Symmetry in Model Checking*, 2007, chapter 11). The models are not part of the
//! repository; without them the test skips, saying so.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kernel::{SearchOptions, Silent, StopReason, search};
use machine::detect::detect;
use promela::LoadOptions;
use support::examples::load_model;
use support::orbits;
use symmetry::{Canonical, Quotient};

/// Orbits are counted where no more states are reachable than this; `QUOTIENT_LARGE` raises it.
fn max_states() -> u64 {
    if std::env::var_os("QUOTIENT_LARGE").is_some() { 2_000_000 } else { 30_000 }
}

struct Row {
    model: String,
    order: String,
    states: u64,
}

/// Whether the strategy, as the folders say, gives one state an orbit.
fn is_exact(model: &str) -> bool {
    let exact = [
        "mutex/enumerate",
        "mutex/fast",
        "threetiered/enumerate",
        "threetiered/fast_swaps",
        "threetiered/fast_noswaps",
        "peterson/exactmarkers",
        "email/enumerate",
        "email/vector_enumerate",
        "email/parallel_enumerate",
        "email/vector_parallel_enumerate",
        "email3/",
        "misc/pid_indexed_arrays",
    ];
    exact.iter().any(|folder| model.contains(&format!("SymmReducerTests/{folder}")))
}

fn rows(table: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [suite, model, order, _, states, _, _, depth, ..] = fields[..] else { continue };
        let complete = depth.parse::<u64>().is_ok_and(|depth| depth >= 10_000);
        let Some(model) = model.strip_prefix("TestModels/") else { continue };
        if let (true, Ok(states)) =
            (suite == "SymmReducerTester" && complete && is_exact(model), states.parse())
        {
            rows.push(Row { model: model.to_owned(), order: order.to_owned(), states });
        }
    }
    rows
}

/// What was found of a model.
struct Quotients {
    states: u64,
    order: String,
    orbits: Option<u64>,
}

/// The quotient, and the orbits of all states where these are few enough.
fn reduce(path: &Path) -> Result<Quotients, String> {
    let machine = load_model(path, LoadOptions::default())?.machine;
    let reduction = detect(&machine).reduction.ok_or("no symmetry was found")?;
    let canonical = Canonical::new(&reduction.symmetry);
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(&Quotient::new(&reduction, &canonical), &options, &Silent);
    if outcome.stop != StopReason::Exhausted {
        return Err(format!("the search stopped: {:?}", outcome.stop));
    }
    let states = outcome.statistics.states;
    let orbits = orbits::by_joining(&reduction, max_states());
    Ok(Quotients { states, order: reduction.symmetry.order().to_string(), orbits })
}

#[test]
fn quotients_are_as_published() {
    let folder = support::shared().join("models/topspin");
    let Ok(table) = fs::read_to_string(folder.join("expected.tsv")) else {
        eprintln!("skipped: TopSPIN's models are not here");
        return;
    };
    let only = std::env::var("QUOTIENT_ONLY").unwrap_or_default();
    let mut known: BTreeMap<Vec<u8>, Quotients> = BTreeMap::new();
    let mut wrong = Vec::new();
    for row in rows(&table).into_iter().filter(|row| row.model.contains(&only)) {
        let path = folder.join(&row.model);
        let text = fs::read(&path).expect(&row.model);
        if !known.contains_key(&text) {
            match reduce(&path) {
                Ok(result) => {
                    known.insert(text.clone(), result);
                }
                Err(message) => {
                    println!("{}: {message}", row.model);
                    wrong.push(row.model);
                    continue;
                }
            }
        }
        let result = &known[&text];
        let right = result.order == row.order || row.order.is_empty();
        let same = result.states == row.states;
        // TopSPIN's is not minimal where there are fewer orbits.
        let smaller = result.states < row.states && result.orbits == Some(result.states);
        println!(
            "{} order {} (published {}) states {} (published {}){}",
            row.model,
            result.order,
            row.order,
            result.states,
            row.states,
            match result.orbits {
                Some(orbits) => format!(", orbits {orbits}"),
                None => String::new(),
            }
        );
        let minimal = result.orbits.is_none_or(|orbits| orbits == result.states);
        if !right || !minimal || !(same || smaller) {
            wrong.push(row.model);
        }
    }
    assert!(wrong.is_empty(), "not as published: {wrong:#?}");
}
