//! The quotients of other people's models are right: as many states as there are orbits, where
//! these can be counted; an audit, where not; and the verdicts of the unreduced search in any case.
//!
//! The models are not part of the repository; without them the test skips, saying so.
//! `QUOTIENT_LARGE=1` takes in larger models.

use std::collections::BTreeSet;

use detection::{Reduction, detect};
use kernel::{PropertyId, SearchOptions, Silent, StopReason, TransitionSystem, search};
use symmetry::{AuditOptions, Canonical, Quotient, audit};
use testing::cases::{Completion, Suite};
use testing::places;

use crate::is_large_run;
use crate::support::corpus::{Row, TABLE, machine, rows};
use crate::support::orbits;

/// Models with more states than this are left to the long run.
const MAX_STATES: u64 = 60_000;
const MAX_STATES_LARGE: u64 = 2_000_000;

fn explore<S: TransitionSystem>(system: &S) -> (u64, BTreeSet<PropertyId>) {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(system, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    let violated = outcome.violations.iter().map(|found| found.property).collect();
    (outcome.statistics.states, violated)
}

/// The quotient's states and violations, after an audit of the group.
fn quotient(reduction: &Reduction) -> (u64, BTreeSet<PropertyId>) {
    let symmetry = &reduction.symmetry;
    let options = AuditOptions { states: 300, ..AuditOptions::default() };
    if let Err(difference) = audit(reduction, symmetry, &options) {
        panic!("the audit found {difference:?}");
    }
    let canonical = Canonical::new(symmetry);
    explore(&Quotient::new(reduction, &canonical))
}

/// Each model that is not too large.
pub fn suite() -> Suite {
    let name = "corpus_quotients";
    let Some(rows) = rows() else { return Suite::skipped(name, places::absent(TABLE)) };
    let most = if is_large_run() { MAX_STATES_LARGE } else { MAX_STATES };
    let mut suite = Suite::new(name, 20);
    for row in rows.into_iter().filter(|row| row.states <= most) {
        suite.add(&row.model.clone(), move || check(&row, most));
    }
    suite
}

fn check(row: &Row, most: u64) -> Completion {
    let Ok(machine) = machine(&row.path) else { return Completion::ignored_with("refused") };
    let Some(reduction) = detect(&machine).reduction else {
        return Completion::ignored_with("no symmetry");
    };
    let (states, violated) = quotient(&reduction);
    let (all, expected) = explore(&machine);
    assert_eq!(violated, expected, "the verdicts differ");
    assert!(states <= all, "{states} states of {all}");
    if let Some(orbits) = orbits::by_joining(&reduction, most) {
        assert_eq!(states, orbits, "there are {orbits} orbits");
    }
    Completion::Completed
}
