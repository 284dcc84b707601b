//! What SPIN makes of formulas: never claims.

use std::collections::HashMap;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use temporal::Formula;
use testing::peers::{Peer, run, text};
use testing::places::Folder;

use super::foreign::{Foreign, ForeignState};
use super::notation::for_spin;
use super::reader::read;

/// How often SPIN was asked: each time, it has a folder of its own.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// What came of asking SPIN.
pub enum Asked {
    /// Its automaton.
    Automaton(Foreign),
    /// Its `-f` has no such formulas.
    Refused,
    /// It took too long.
    TooSlow,
}

/// SPIN's automaton of a formula. SPIN is installed.
pub fn translated(formula: &Formula, patience: Duration) -> Asked {
    let Some(written) = for_spin(formula) else { return Asked::Refused };
    let number = ASKED.fetch_add(1, Ordering::Relaxed);
    let folder = Folder::new(&format!("claim-{number}"));
    let mut command = Command::new(Peer::Spin.command());
    let Some(output) = run(command.current_dir(folder.path()).arg("-f").arg(&written), patience)
    else {
        return Asked::TooSlow;
    };
    let claim = text(&output.stdout);
    assert!(claim.starts_with("never"), "{written}: {claim}");
    Asked::Automaton(parse(&claim))
}

/// Where the claim ends at once, `assert(!guard)` is what SPIN writes: then everything is accepted from there, as in
/// `accept_all`.
const ALL: &str = "accept_all";

fn parse(claim: &str) -> Foreign {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut automaton = Foreign { initial: vec![0], sets: 1, ..Foreign::default() };
    let mut edges: Vec<(usize, Formula, String)> = Vec::new();
    let mut is_labelled = false;
    for line in claim.lines().skip(1).map(str::trim) {
        if let Some(label) = line.strip_suffix(':') {
            if !is_labelled {
                automaton.states.push(ForeignState::default());
            }
            is_labelled = true;
            let state = automaton.states.len() - 1;
            numbers.insert(label.to_owned(), state);
            automaton.states[state].marks |= u64::from(label.starts_with("accept"));
            continue;
        }
        is_labelled = false;
        let state = automaton.states.len().saturating_sub(1);
        match line {
            "skip" => edges.push((state, Formula::True, ALL.to_owned())),
            "do" | "od;" | "if" | "fi;" | "false;" | ":: false" | "}" => {}
            _ => {
                let branch = line.strip_prefix("::").unwrap_or_else(|| panic!("{line}")).trim();
                let (guard, target) = match branch.strip_prefix("atomic {") {
                    Some(ending) => (ending.split(" -> ").next().expect("a guard"), ALL),
                    None => branch.split_once(" -> goto ").expect("a target"),
                };
                edges.push((state, read(guard), target.to_owned()));
            }
        }
    }
    for (state, guard, target) in edges {
        automaton.states[state].edges.push((guard, numbers[&target]));
    }
    automaton
}
