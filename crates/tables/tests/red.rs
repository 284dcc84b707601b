//! Pointer programs: what ways to search come to beside one another, and figures of an independent interpreter.

use std::time::Duration;

use crate::common::{BUDGET, column};
use tables::{Budget, Table, red};

/// While a symmetry is looked for, all memory of this program counts, that of other tests too.
const LARGE: Budget = Budget { memory_bytes: 2000 << 20, ..BUDGET };

fn rows(only: &str, processes: u8) -> Table {
    red(processes..=processes, only, &LARGE, &mut |_| {})
}

/// All states, orbits, and what IbSINC as printed keeps: an interpreter that shares nothing with ours counted them, of other programs
/// for the same prose, which do the same steps.
#[test]
fn states_are_those_of_an_independent_interpreter() {
    for (benchmark, processes, all, orbits, sinc) in [
        ("leader election", 4, "505", "30", "33"),
        ("leader election", 5, "5616", "75", "99"),
        ("double cycle insertion", 4, "969", "51", "51"),
        ("double cycle insertion", 5, "6186", "74", "74"),
    ] {
        for (search, states) in [
            ("explicit -", all),
            ("symbolic -", all),
            ("explicit canonical", orbits),
            ("explicit sinc", sinc),
        ] {
            let name = format!("{benchmark} {processes} {search}");
            let table = rows(&name, processes);
            assert_eq!(column(&table, "states"), [states], "{name}");
            assert_eq!(column(&table, "end"), ["holds"], "{name}");
        }
    }
}

/// Symmetry and sets of states are there for the same answer as all states one by one.
#[test]
fn ways_to_search_agree() {
    let table = rows("MCS", 3);
    assert_eq!(column(&table, "end"), ["holds"; 4]);
    let states = column(&table, "states");
    let [orbits, sinc, all, symbolic] = states.as_slice() else { panic!("{states:?}") };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    assert_eq!(all, symbolic);
    assert!(number(orbits) <= number(sinc) && number(sinc) < number(all));
}

#[test]
fn published_figures_stand_beside_rows() {
    let budget = Budget { time: Duration::ZERO, ..LARGE };
    let table = red(9..=10, "MCS", &budget, &mut |_| {});
    assert_eq!(table.rows.len(), 8);
    let [options, tools] = ["RED", "SMC"].map(|heading| column(&table, heading));
    assert_eq!(options[..4], ["-fSp", "-fSp", "-", "-"]);
    assert_eq!(options[4..], ["-"; 4]);
    assert_eq!(tools, ["-"; 8]);
    assert_eq!(table.rows[0][9..11], ["115072.26", "197599"]);
    let leader = red(9..=9, "leader election 9 explicit sinc", &budget, &mut |_| {});
    assert_eq!(leader.rows[0][11..], ["-s5", "591.0", "1851"]);
    // Of those of which none finished, it says how long the first was waited for.
    let lock = red(4..=4, "MCS 4 explicit sinc", &budget, &mut |_| {});
    assert_eq!(lock.rows[0][11..], ["-s2", ">61200", "-"]);
}

/// A search that does not finish is not made with more processes.
#[test]
fn a_row_that_does_not_finish_says_so() {
    let budget = Budget { time: Duration::ZERO, ..LARGE };
    let mut told = Vec::new();
    let mut progress = |line: &str| told.push(line.to_owned());
    let table = red(3..=4, "leader election", &budget, &mut progress);
    // Sets of so few states are there before the time is looked at.
    let rows = table.rows.iter().filter(|row| row[2] == "explicit");
    let ends: Vec<&str> = rows.map(|row| row[7].as_str()).collect();
    assert_eq!(ends, ["time", "time", "time", "not run", "not run", "not run"]);
    assert!(told[0].starts_with("leader election 3 explicit canonical: time, "), "{told:?}");
    assert!(told[0].ends_with("RED -fSp: 0.02 s, 17 kB"), "{told:?}");
}
