//! The tables that compare strategies: published counts, orbits by brute force, and what marks say.

use std::path::Path;

use crate::common::{BUDGET, column, topspin};
use tables::{Budget, Table, email, peterson, structured};

/// Rows, as the cells of the columns that are named.
fn rows<const N: usize>(table: &Table, headings: [&str; N]) -> Vec<[String; N]> {
    let columns = headings.map(|heading| column(table, heading));
    (0..table.rows.len()).map(|row| columns.each_ref().map(|column| column[row].clone())).collect()
}

#[test]
fn petersons_algorithm_has_the_published_counts() {
    let table = peterson("", 4, &BUDGET, &mut |_| {}).expect("a table");
    let (mut unique, mut symmspin) = (0, 0);
    for [processes, strategy, guarantee, states, mark] in
        rows(&table, ["processes", "strategy", "guarantee", "states", "mark"])
    {
        let (all, orbits) = if processes == "3" { (2636, 494) } else { (60577, 3106) };
        let name = format!("{strategy}, {processes} processes");
        let states = states.parse().unwrap_or(0);
        match (strategy.as_str(), guarantee.as_str()) {
            // SymmSpin's, as it is published: searched as it does.
            ("sorted main, concrete", "complete") => {
                let published = if processes == "3" { 907 } else { 9373 };
                assert_eq!((states, mark.as_str()), (published, "equal"), "{name}");
                symmspin += 1;
            }
            ("off", "-") => assert_eq!((states, mark.as_str()), (all, "equal"), "{name}"),
            (_, "unique") => {
                assert_eq!((states, mark.as_str()), (orbits, "equal"), "{name}");
                unique += 1;
            }
            (_, "complete") => assert!((orbits..=all).contains(&states), "{name}: {states}"),
            (_, "approximate") => assert!((1..=orbits).contains(&states), "{name}: {states}"),
            _ => assert_eq!(mark, "-", "{name}"),
        }
    }
    assert!(unique >= 16, "{unique}");
    assert_eq!(symmspin, 2);
}

#[test]
fn what_was_not_finished_is_not_tried_with_more_processes() {
    let budget = Budget { states: 100, ..BUDGET };
    let table = peterson("canonical", 5, &budget, &mut |_| {}).expect("a table");
    assert_eq!(column(&table, "states"), ["not finished (states)", "not tried", "not tried"]);
    assert_eq!(column(&table, "mark"), ["not finished", "-", "-"]);
}

/// No strategy has a mark that it must not have.
fn check_email(table: &Table) {
    for [strategy, guarantee, mark] in rows(table, ["strategy", "guarantee", "mark"]) {
        let allowed = match guarantee.as_str() {
            "unique" => "equal",
            "complete" => "between",
            "approximate" => "at most the orbits",
            _ => continue,
        };
        assert_eq!(mark, allowed, "{strategy}");
    }
}

#[test]
fn published_email_has_the_published_orbits() {
    let Some(models) = topspin() else { return };
    let table = email(models, "", 3, &BUDGET, &mut |_| {}).expect("a table");
    check_email(&table);
    let all = rows(&table, ["model", "strategy", "states", "mark"]);
    for (strategy, states) in [("off", "23256"), ("canonical", "3902")] {
        let row = all.iter().find(|row| row[1] == strategy).expect(strategy);
        assert_eq!(row.each_ref().map(String::as_str), ["published", strategy, states, "equal"]);
    }
}

/// The counts are those that `models/promela/email-3.pml` expects: SPIN's, and orbits by brute force.
#[test]
fn our_email_is_searched_where_the_published_one_is_not() {
    let table = email(Path::new("nowhere"), "", 3, &BUDGET, &mut |_| {}).expect("a table");
    check_email(&table);
    let all = rows(&table, ["model", "strategy", "states", "mark"]);
    for (strategy, states, mark) in [("off", "58240", "-"), ("canonical", "9732", "equal")] {
        let row = all.iter().find(|row| row[1] == strategy).expect(strategy);
        assert_eq!(row.each_ref().map(String::as_str), ["ours", strategy, states, mark]);
    }
    let last = table.notes.last().expect("a note");
    assert_eq!(last, "TopSPIN's model is not in nowhere, ours is searched: 3");
}

#[test]
fn structured_systems_have_as_many_states_as_orbits() {
    let nowhere = Path::new("nowhere");
    for (only, orders) in [
        ("ring 4", &["4", "8"][..]),
        ("ring 5", &["5", "10"]),
        ("architecture 2-1", &["2"]),
        ("architecture 2-2", &["8"]),
        ("hypercube 2d", &["8"]),
    ] {
        let table = structured(nowhere, only, &BUDGET, &mut |_| {}).expect("a table");
        assert_eq!(column(&table, "order"), orders, "{only}");
        for [mark, orbits, canonical, off] in rows(&table, ["mark", "orbits", "canonical", "off"]) {
            assert_eq!(mark, "equal", "{only}");
            assert!(canonical.starts_with(&format!("{orbits} in ")), "{only}: {canonical}");
            assert!(!off.starts_with(&format!("{orbits} in ")), "{only}: nothing was reduced");
        }
    }
}

#[test]
fn strategies_that_sort_refuse_rings() {
    let table = structured(Path::new("nowhere"), "two-way ring 5", &BUDGET, &mut |_| {});
    let table = table.expect("a table");
    for strategy in ["flattened", "exact-markers", "sorted main"] {
        assert_eq!(column(&table, strategy), ["refused"], "{strategy}");
    }
    let states = |strategy| {
        let cell = column(&table, strategy).remove(0);
        cell.split(" in ").next().map(str::to_owned)
    };
    assert_eq!(states("segmented"), states("canonical"));
    assert_eq!(column(&table, "structure"), ["D5"]);
}
