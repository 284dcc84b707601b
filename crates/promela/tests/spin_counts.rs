//! States and transitions of other people's models equal those that SPIN 6.5.2 reports.
//!
//! The figures are SPIN's own (`-DSAFETY -DNOCLAIM -DNOREDUCE -c0`), from a table that is not
//! part of the repository; without it the test skips, saying so.

use std::path::{Path, PathBuf};

use diagnostics::Sources;
use kernel::{Limits, Order, SearchOptions, Silent, StopReason, search};
use machine::Machine;
use promela::{LoadOptions, ParseOptions, load};

/// Models with more states than this are left to the long run.
const MAX_STATES: u64 = 600_000;

fn models() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models/promela");
    folder.is_dir().then_some(folder)
}

/// Models whose counts differ for a known reason.
const EXPLAINED: [(&str, &str); 8] = [
    ("PassTests/testfirewirestar3.p", HIDDEN),
    ("misc/awkwardFireWire.p", HIDDEN),
    ("misc/fireWireStar3.p", HIDDEN),
    ("misc/newStar3.p", HIDDEN),
    (
        "PassTests/testgoodlabelinunless.p",
        "SPIN 6.5.2 refuses it; 3 states if `unless` follows on the line",
    ),
    ("Book_1991/p108.pml", "SPIN gives up at its limit of 1024 bytes a state"),
    ("PassTests/testsplurge.p", "SPIN gives up at its limit of 1024 bytes a state"),
    ("PassTests/testtypinferencemisc2.p", "SPIN gives up at its limit of 1024 bytes a state"),
];

/// SPIN leaves `hidden` variables out of the state. Where a later step reads them it takes
/// different states for one, and what it finds depends on the order of its search.
const HIDDEN: &str = "a later step reads a `hidden` variable: SPIN takes different states for one";

/// Why the counts of a model may differ from SPIN's, if they may.
fn explanation(model: &str) -> Option<&'static str> {
    EXPLAINED.iter().find(|(name, _)| model.ends_with(name)).map(|(_, reason)| *reason)
}

struct Row {
    model: String,
    states: u64,
    transitions: u64,
    errors: u64,
}

fn rows(folder: &Path) -> Vec<Row> {
    let table = std::fs::read_to_string(folder.join("spin-6.5.2.tsv")).expect("the table");
    let mut rows = Vec::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields[1] != "noreduce" || fields[2].is_empty() {
            continue;
        }
        let number = |field: &str| field.parse().expect("a number");
        rows.push(Row {
            model: fields[0].to_owned(),
            states: number(fields[2]),
            transitions: number(fields[4]),
            errors: number(fields[6]),
        });
    }
    rows
}

fn machine(path: &Path) -> Result<Machine, String> {
    let mut sources = Sources::new();
    let text = std::fs::read(path).map_err(|e| e.to_string())?;
    let file = sources.add_bytes(path.display().to_string(), &text).map_err(|e| e.to_string())?;
    let loaded = load(
        &mut sources,
        file,
        &ParseOptions::default(),
        LoadOptions { ignore_claims: true, ..LoadOptions::default() },
    );
    match loaded.model {
        Some(model) => Ok(model.machine),
        None => Err(loaded
            .diagnostics
            .iter()
            .find(|d| d.is_error())
            .map_or_else(String::new, |d| d.one_line(&sources))),
    }
}

#[test]
fn counts_equal_spins() {
    let Some(folder) = models() else {
        eprintln!("skipped: the models are not here");
        return;
    };
    let only = std::env::var("QUOTIENT_ONLY").unwrap_or_default();
    let (mut equal, mut refused, mut explained, mut different) = (0, 0, 0, Vec::new());
    for row in rows(&folder) {
        if row.states > MAX_STATES || !row.model.contains(&only) {
            continue;
        }
        let machine = match machine(&folder.join(&row.model)) {
            Ok(machine) => machine,
            Err(message) => {
                println!("refused    {}: {message}", row.model);
                let named = message.contains("not supported yet")
                    || message.contains("cannot be used as a variable")
                    || message.contains("`unless` must follow");
                assert!(named, "{}: refused for no good reason: {message}", row.model);
                refused += 1;
                continue;
            }
        };
        let options = SearchOptions {
            order: Order::BreadthFirst,
            keep_going: true,
            limits: Limits { states: Some(4 * row.states + 1000), ..Limits::default() },
            ..SearchOptions::default()
        };
        let outcome = search(&machine, &options, &Silent);
        let (states, transitions) = (outcome.statistics.states, outcome.statistics.transitions);
        let finished = outcome.stop == StopReason::Exhausted;
        if (states, transitions) == (row.states, row.transitions) && finished {
            equal += 1;
        } else {
            if let Some(reason) = explanation(&row.model) {
                println!("explained  {}: {states}/{transitions}: {reason}", row.model);
                explained += 1;
                continue;
            }
            println!(
                "different  {}: {states}/{transitions} errors {}, SPIN {}/{} errors {}{}",
                row.model,
                outcome.violation_count,
                row.states,
                row.transitions,
                row.errors,
                if finished { "" } else { " (not finished)" }
            );
            different.push(row.model);
        }
    }
    println!(
        "{equal} equal, {} different, {explained} explained, {refused} refused",
        different.len()
    );
    assert!(!only.is_empty() || equal >= 100, "hardly any model was compared");
    assert!(different.is_empty(), "counts differ from SPIN's: {different:?}");
}
