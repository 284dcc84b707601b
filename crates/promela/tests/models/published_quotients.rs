//! The quotients of TopSPIN's own test models have the sizes that its test suite expects.
//!
//! Only rows whose strategy gives one representative an orbit, and whose search was not truncated,
//! are comparable (Donaldson and Miller, *TopSPIN*; Donaldson, *Automatic Techniques for Detecting
//! and Exploiting Symmetry in Model Checking*, 2007, chapter 11). The models are not part of the
//! repository; without them the test skips, saying so.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use detection::detect;
use kernel::{SearchOptions, Silent, StopReason, search};
use promela::LoadOptions;
use symmetry::{Canonical, Quotient};
use testing::cases::{Completion, Suite};
use testing::places::{absent, shared};

use crate::is_large_run;
use crate::support::examples::load_model;
use crate::support::orbits;

const FOLDER: &str = "models/topspin";

/// Orbits are counted where no more states are reachable than this; `QUOTIENT_LARGE` raises it.
fn max_states() -> u64 {
    if is_large_run() { 2_000_000 } else { 30_000 }
}

#[derive(Debug)]
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
#[derive(Debug)]
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

/// Each row that can be compared.
pub fn suite() -> Suite {
    let name = "published_quotients";
    let folder = shared(FOLDER);
    let Ok(table) = fs::read_to_string(folder.join("expected.tsv")) else {
        return Suite::skipped(name, absent(FOLDER));
    };
    let mut suite = Suite::new(name, 1);
    // Models of several rows are the same.
    let mut known: BTreeMap<Vec<u8>, Reduced> = BTreeMap::new();
    for row in rows(&table) {
        let path = folder.join(&row.model);
        let text = fs::read(&path).expect(&row.model);
        let reduced = Arc::clone(known.entry(text).or_default());
        suite.add(&row.model.clone(), move || {
            let result = reduced.get_or_init(|| reduce(&path));
            compare(&row, result.as_ref().unwrap_or_else(|message| panic!("{message}")));
            Completion::Completed
        });
    }
    suite
}

/// What was found of a model, when it was looked at first.
type Reduced = Arc<OnceLock<Result<Quotients, String>>>;

fn compare(row: &Row, found: &Quotients) {
    assert!(found.order == row.order || row.order.is_empty(), "{found:?}, published {row:?}");
    let orbits = found.orbits.unwrap_or(found.states);
    assert_eq!(found.states, orbits, "there are {orbits} orbits");
    // TopSPIN's quotient is not minimal where there are fewer orbits.
    let is_smaller = found.states < row.states && found.orbits.is_some();
    assert!(found.states == row.states || is_smaller, "{found:?}, published {row:?}");
}
