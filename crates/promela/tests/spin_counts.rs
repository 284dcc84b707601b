//! States, transitions and verdicts of other people's models equal those that SPIN 6.5.2 reports.
//!
//! The figures are SPIN's own, from a table that is not part of the repository; without it the
//! test skips, saying so. Models of more than 600,000 states are left to a run with
//! `QUOTIENT_LARGE=1`; `QUOTIENT_ONLY=NAME` restricts the test to models with that name.

mod support;

use kernel::{Limits, Order, SearchOptions, Silent, StopReason, search};
use machine::Machine;
use support::corpus::{Row, machine, rows};

/// Models with more states than this are left to the long run.
const MAX_STATES: u64 = 600_000;

/// Models whose figures differ for a known reason.
const EXPLAINED: [(&str, &str); 7] = [
    ("Book_1991/p108.pml", VECTOR),
    ("PassTests/testsplurge.p", VECTOR),
    ("PassTests/testtypinferencemisc2.p", VECTOR),
    ("PassTests/testgoodlabelinunless.p", "SPIN 6.5.2 refuses it: a line break before `unless`"),
    ("PassTests/testfirewirestar3.p", HIDDEN),
    ("misc/fireWireStar3.p", HIDDEN),
    ("misc/newStar3.p", HIDDEN),
];
const VECTOR: &str = "SPIN gives up at its limit of 1024 bytes a state";
/// SPIN leaves `hidden` variables out of the state. Where a later step reads them it takes
/// different states for one, and what it finds depends on the order of its search.
const HIDDEN: &str = "a later step reads a `hidden` variable: SPIN takes different states for one";

/// What a search found: states, transitions, and which kinds of errors.
struct Found {
    states: u64,
    transitions: u64,
    errors: String,
}

fn errors(assertion: bool, deadlock: bool, runtime: bool) -> String {
    let kinds = [(assertion, "assertion"), (deadlock, "end state"), (runtime, "run-time error")];
    let found: Vec<&str> = kinds.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    if found.is_empty() { "none".to_owned() } else { found.join(", ") }
}

/// The kinds of errors of which SPIN reported the first.
fn reported(row: &Row) -> String {
    let note = &row.note;
    let (assertion, deadlock) =
        (note.contains("assertion violated"), note.contains("invalid end state"));
    errors(assertion, deadlock, row.errors > 0 && !assertion && !deadlock)
}

fn explore(machine: &Machine, row: &Row) -> Option<Found> {
    let options = SearchOptions {
        order: Order::BreadthFirst,
        keep_going: true,
        limits: Limits { states: Some(4 * row.states + 1000), ..Limits::default() },
        ..SearchOptions::default()
    };
    let outcome = search(machine, &options, &Silent);
    let violated = |property| outcome.violations.iter().any(|found| found.property == property);
    (outcome.stop == StopReason::Exhausted).then(|| Found {
        states: outcome.statistics.states,
        transitions: outcome.statistics.transitions,
        errors: errors(
            violated(Machine::assertions()),
            violated(Machine::deadlock()),
            violated(Machine::runtime_errors()),
        ),
    })
}

#[test]
fn counts_equal_spins() {
    let Some(rows) = rows() else {
        eprintln!("skipped: the models are not here");
        return;
    };
    let only = std::env::var("QUOTIENT_ONLY").unwrap_or_default();
    let large = std::env::var_os("QUOTIENT_LARGE").is_some();
    let (mut equal, mut explained, mut different) = (0, 0, Vec::new());
    println!("{:>10} {:>10}  {:11} model", "states", "transitions", "");
    for row in rows.iter().filter(|row| row.is_finished() && row.model.contains(&only)) {
        if row.states > MAX_STATES && !large {
            continue;
        }
        let found = machine(&row.path).map(|machine| explore(&machine, row));
        let (verdict, text) = match &found {
            Ok(Some(found)) => {
                let counts = (found.states, found.transitions) == (row.states, row.transitions);
                let text = format!("{}/{}, {}", found.states, found.transitions, found.errors);
                (counts && found.errors == reported(row), text)
            }
            Ok(None) => (false, "too many states".to_owned()),
            Err(message) => (false, format!("refused: {message}")),
        };
        let reason = EXPLAINED.iter().find(|(name, _)| row.model.ends_with(name));
        let word = match (verdict, reason) {
            (true, _) => "equal",
            (false, Some(_)) => "explained",
            (false, None) => "DIFFERENT",
        };
        println!("{:>10} {:>10}  {word:11} {}", row.states, row.transitions, row.model);
        match (verdict, reason) {
            (true, _) => equal += 1,
            (false, Some((_, reason))) => {
                println!("{:36}here {text}; {reason}", "");
                explained += 1;
            }
            (false, None) => {
                println!("{:36}here {text}; SPIN {}", "", reported(row));
                different.push(&row.model);
            }
        }
    }
    println!("{equal} equal, {} different, {explained} explained", different.len());
    assert!(!only.is_empty() || equal >= 110, "hardly any model was compared");
    assert!(different.is_empty(), "figures differ from SPIN's: {different:?}");
}
