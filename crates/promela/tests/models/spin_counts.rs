//! States, transitions and verdicts of other people's models equal those that SPIN 6.5.2 reports.
//!
//! The figures are SPIN's own, from a table that is not part of the repository; without it the
//! test skips, saying so. Models of more than 600 000 states are left to a run with `QUOTIENT_LARGE=1`.

use kernel::{Limits, Order, SearchOptions, Silent, StopReason, search};
use machine::Machine;
use testing::cases::{Completion, Suite};
use testing::places;

use crate::is_large_run;
use crate::support::corpus::{Row, TABLE, machine, rows};

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
#[derive(PartialEq, Eq, Debug)]
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

/// Each model that SPIN searched to the end.
pub fn suite() -> Suite {
    let name = "spin_counts";
    let Some(rows) = rows() else { return Suite::skipped(name, places::absent(TABLE)) };
    let mut suite = Suite::new(name, 110);
    let is_feasible = |row: &Row| row.states <= MAX_STATES || is_large_run();
    for row in rows.into_iter().filter(|row| row.is_finished() && is_feasible(row)) {
        suite.add(&row.model.clone(), move || compare(&row));
    }
    suite
}

fn compare(row: &Row) -> Completion {
    let machine = machine(&row.path);
    let found = machine.map(|machine| explore(&machine, row));
    let expected =
        Found { states: row.states, transitions: row.transitions, errors: reported(row) };
    if matches!(&found, Ok(Some(found)) if *found == expected) {
        return Completion::Completed;
    }
    let explained = EXPLAINED.iter().find(|(name, _)| row.model.ends_with(name));
    let Some((_, reason)) = explained else { panic!("{found:?}, SPIN {expected:?}") };
    Completion::ignored_with(reason)
}
