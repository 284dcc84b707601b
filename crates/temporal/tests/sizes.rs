//! How large the automata of specification patterns are, beside those of SPIN and LBT.
//!
//! `cargo test -p temporal sizes:: -- --nocapture` shows the table; with `--ignored long`, SPIN has 20 seconds
//! for each formula.

use std::time::{Duration, Instant};

use crate::common::patterns::{PATTERNS, SCOPES};
use crate::common::{lbt, reader, spin};
use temporal::{Automaton, Formula, Limits, translate};
use testing::peers::{Peer, are_installed};

#[test]
fn patterns() {
    compare(Duration::from_millis(500));
}

#[test]
#[ignore = "long"]
fn long() {
    compare(Duration::from_secs(20));
}

/// Numbers of states in all formulas that another program translated.
#[derive(Debug, Default)]
struct Compared {
    formulas: usize,
    ours: usize,
    theirs: usize,
    refused: usize,
    too_slow: usize,
}

impl Compared {
    /// Adds a formula, and says what the table shows of it.
    fn add(&mut self, ours: usize, theirs: usize) -> String {
        self.formulas += 1;
        self.ours += ours;
        self.theirs += theirs;
        theirs.to_string()
    }
}

/// The sizes of what becomes of a formula.
struct Sizes {
    general: Automaton,
    one_set: Automaton,
    by_states: Automaton,
    time: Duration,
}

impl Sizes {
    fn of(formula: &Formula) -> Self {
        let start = Instant::now();
        let general = translate(formula, &Limits::default()).expect("small");
        let (one_set, by_states) = (general.degeneralised(), general.state_based());
        Sizes { general, one_set, by_states, time: start.elapsed() }
    }
}

#[derive(Default)]
struct Table {
    with_spin: Compared,
    with_lbt: Compared,
    /// States and edges of the generalised automata, of those with one set, and of those with accepting states.
    totals: [(usize, usize); 3],
    deterministic: usize,
    time: Duration,
}

impl Table {
    fn add(&mut self, name: &str, formula: &Formula, patience: Duration) {
        let sizes = Sizes::of(formula);
        let states = sizes.by_states.state_count();
        let with_spin = if are_installed(&[Peer::Spin]) {
            match spin::translated(formula, patience) {
                spin::Asked::Automaton(automaton) => self.with_spin.add(states, automaton.size()),
                spin::Asked::Refused => {
                    self.with_spin.refused += 1;
                    "X".to_owned()
                }
                spin::Asked::TooSlow => {
                    self.with_spin.too_slow += 1;
                    "slow".to_owned()
                }
            }
        } else {
            "?".to_owned()
        };
        let lbt = lbt::translated(formula);
        let with_lbt = lbt.map_or("?".to_owned(), |lbt| self.with_lbt.add(states, lbt.size()));
        let automata = [&sizes.general, &sizes.one_set, &sizes.by_states];
        let counts = automata.map(|automaton| (automaton.state_count(), automaton.edge_count()));
        for (total, count) in self.totals.iter_mut().zip(counts) {
            total.0 += count.0;
            total.1 += count.1;
        }
        self.deterministic += usize::from(sizes.general.is_deterministic());
        self.time += sizes.time;
        let [general, one_set, by_states] =
            counts.map(|(states, edges)| format!("{states}/{edges}"));
        let (sets, time) = (sizes.general.sets(), sizes.time);
        println!(
            "{name:40} {general:>7} {sets:4} {one_set:>7} {by_states:>7} {with_spin:>5} {with_lbt:>5}  {time:?}"
        );
    }
}

fn compare(patience: Duration) {
    println!("states/edges{:33}TGBA sets     TBA      BA  SPIN   LBT  time", "");
    let mut table = Table::default();
    for (pattern, formulas) in PATTERNS {
        for (scope, text) in SCOPES.iter().zip(formulas) {
            let formula = reader::read(text);
            table.add(&format!("  {pattern}, {scope}"), &formula, patience);
            table.add(&format!("! {pattern}, {scope}"), &formula.negated(), patience);
        }
    }
    let Table { with_spin, with_lbt, totals, deterministic, time } = table;
    println!("TGBA, TBA, BA: {totals:?}; {deterministic} TGBA are deterministic; {time:?}");
    println!("SPIN: {with_spin:?}\nLBT: {with_lbt:?}");
    for Compared { ours, theirs, .. } in [with_spin, with_lbt] {
        assert!(ours <= theirs, "{ours} states, {theirs} theirs");
    }
    // What they were when this was written: they shall not grow unnoticed.
    assert!(totals[0].0 <= 432 && totals[1].0 <= 437 && totals[2].0 <= 450, "{totals:?}");
    assert!(time < Duration::from_secs(10), "milliseconds each");
}
