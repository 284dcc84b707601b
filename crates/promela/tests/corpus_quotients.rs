//! The quotients of other people's models are right: as many states as there are orbits, where
//! these can be counted; an audit, where not; and the verdicts of the unreduced search in any case.
//!
//! The models are not part of the repository; without them the test skips, saying so.
//! `QUOTIENT_LARGE=1` takes in larger models, `QUOTIENT_ONLY=NAME` those of that name only.

mod support;

use std::collections::BTreeSet;

use kernel::{PropertyId, SearchOptions, Silent, StopReason, TransitionSystem, search};
use machine::detect::{Reduction, detect};
use support::corpus::{machine, rows};
use support::orbits;
use symmetry::{AuditOptions, Canonical, Quotient, audit};

/// Models with more states than this are left to the long run.
const MAX_STATES: u64 = 60_000;
const MAX_STATES_LARGE: u64 = 2_000_000;

fn explore<S: TransitionSystem>(model: &str, system: &S) -> (u64, BTreeSet<PropertyId>) {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let outcome = search(system, &options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted, "{model}");
    let violated = outcome.violations.iter().map(|found| found.property).collect();
    (outcome.statistics.states, violated)
}

/// The quotient's states and violations, after an audit of the group.
fn quotient(model: &str, reduction: &Reduction) -> (u64, BTreeSet<PropertyId>) {
    let symmetry = &reduction.symmetry;
    let options = AuditOptions { states: 300, ..AuditOptions::default() };
    if let Err(difference) = audit(reduction, symmetry, &options) {
        panic!("{model}: the audit found {difference:?}");
    }
    let canonical = Canonical::new(symmetry);
    explore(model, &Quotient::new(reduction, &canonical))
}

#[test]
fn quotients_are_right() {
    let Some(rows) = rows() else {
        eprintln!("skipped: the models are not here");
        return;
    };
    let only = std::env::var("QUOTIENT_ONLY").unwrap_or_default();
    let large = std::env::var_os("QUOTIENT_LARGE").is_some();
    let most = if large { MAX_STATES_LARGE } else { MAX_STATES };
    let (mut reduced, mut counted) = (0, 0);
    for row in rows.iter().filter(|row| row.states <= most && row.model.contains(&only)) {
        let Ok(machine) = machine(&row.path) else { continue };
        let Some(reduction) = detect(&machine).reduction else { continue };
        let model = &row.model;
        let (states, violated) = quotient(model, &reduction);
        let (all, expected) = explore(model, &machine);
        assert_eq!(violated, expected, "{model}: the verdicts differ");
        assert!(states <= all, "{model}: {states} states of {all}");
        let orbits = orbits::by_joining(&reduction, most);
        if let Some(orbits) = orbits {
            assert_eq!(states, orbits, "{model}: there are {orbits} orbits");
            counted += 1;
        }
        reduced += 1;
        let order = reduction.symmetry.order();
        let how = if orbits.is_some() { "orbits counted" } else { "audited" };
        println!("{all:>10} -> {states:>8}  order {order:<8} {how:15} {model}");
    }
    println!("{reduced} models have a symmetry; the orbits of {counted} were counted");
    assert!(!only.is_empty() || reduced >= 20, "hardly any model was reduced");
}
