//! Other people's models: as many states as SPIN stores with its reduction, or not many more.

use std::time::Duration;

use kernel::{Limits, SearchOptions, Silent, StopReason, search};
use testing::places;

use crate::partial_order::agree::agrees;
use crate::partial_order::quotients::quotient_agrees;
use crate::support::corpus::{Row, TABLE, machine, reduced_by_spin, rows};

/// How many states are stored breadth first; none if there are more than so many, or it takes too long.
fn stored(row: &Row, most: u64) -> Option<u64> {
    let limits =
        Limits { states: Some(most), time: Some(Duration::from_secs(300)), ..Limits::default() };
    let options =
        SearchOptions { partial_order: true, keep_going: true, limits, ..SearchOptions::default() };
    let outcome = search(&machine(&row.path).ok()?, &options, &Silent);
    (outcome.stop == StopReason::Exhausted).then_some(outcome.statistics.states)
}

/// Compares the sums over all models of up to so many states.
fn compare(most: u64) {
    let (Some(rows), Some(spin)) = (rows(), reduced_by_spin()) else {
        println!("skipped: {}", places::absent(TABLE));
        return;
    };
    let (mut ours, mut theirs, mut all) = (0, 0, 0);
    for row in rows.iter().filter(|row| row.is_finished() && row.states <= most) {
        let Some(&reduced) = spin.get(&row.model) else { continue };
        let Some(states) = stored(row, row.states + 1000) else { continue };
        if states > reduced + reduced / 10 {
            println!("{}: {states}, SPIN {reduced}, all {}", row.model, row.states);
        }
        (ours, theirs, all) = (ours + states, theirs + reduced, all + row.states);
    }
    println!("{ours} states, SPIN {theirs}, all {all}");
    assert!(ours * 10 <= theirs * 11, "{ours} states; SPIN stores {theirs}");
}

/// What is violated, how many deadlocks there are, and what is executed, in all models of up to so many states.
#[test]
fn verdicts_agree() {
    let Some(rows) = rows() else {
        println!("skipped: {}", places::absent(TABLE));
        return;
    };
    for row in rows.iter().filter(|row| row.is_finished() && row.states <= 20_000) {
        let Ok(machine) = machine(&row.path) else { continue };
        let outcomes = [agrees, quotient_agrees].map(|look| look(&machine, 30_000));
        for outcome in outcomes {
            outcome.unwrap_or_else(|why| panic!("{}: {why}", row.model));
        }
    }
}

#[test]
fn spin_stores_about_as_many() {
    compare(100_000);
}

/// Minutes, and gigabytes.
#[test]
#[ignore = "long"]
fn spin_stores_about_as_many_of_all() {
    compare(u64::MAX);
}
