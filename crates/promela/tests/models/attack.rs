//! Models that were once answered wrongly, with what SPIN 6.5.2 finds in them, where these are at hand.
//!
//! Every row of the table is checked without reduction, with the strategy that is chosen by default and with every
//! exact one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use detection::detect;
use machine::Machine;
use symmetry::Guarantee;
use testing::cases::{Completion, Suite};
use testing::places::{absent, shared};

use crate::support::loading::machine;
use crate::verdicts::{Bounds, Facts, Unknown, exact_strategies, reduced, unreduced};

/// No model of the table has more states.
const BOUNDS: Bounds = Bounds { states: 100_000, time: Duration::from_secs(60) };

const FOLDER: &str = "models/attack";
const RUNTIME_ERRORS: &str = "run-time errors";

/// A row of the table.
struct Row {
    model: String,
    /// The names of the violated properties; none if SPIN refuses the model.
    violated: Option<BTreeSet<String>>,
    /// The states that SPIN stores; none where a run-time error ends its search before it saw them all.
    states: Option<u64>,
}

fn row(line: &str) -> Row {
    let mut fields = line.split('\t').map(str::to_owned);
    let mut next = || fields.next().unwrap_or_default();
    let (model, violated, states) = (next(), next(), next());
    let names = ["assertions", "deadlock", RUNTIME_ERRORS].into_iter();
    let names: BTreeSet<String> =
        names.filter(|name| violated.contains(name)).map(str::to_owned).collect();
    let states = states.parse().ok().filter(|_| !names.contains(RUNTIME_ERRORS));
    Row { model, violated: (violated != "refused").then_some(names), states }
}

/// What is wrong with our answers to a model.
fn faults(row: &Row, text: &str) -> Vec<String> {
    let (machine, expected) = match (machine(text), &row.violated) {
        (Ok(machine), Some(violated)) => (machine, violated),
        (Err(_), None) => return Vec::new(),
        (Ok(_), None) => return vec!["it is accepted".to_owned()],
        (Err(message), Some(_)) => return vec![format!("it is refused: {message}")],
    };
    let all = match unreduced(&machine, BOUNDS) {
        Ok(facts) => facts,
        Err(unknown) => return vec![format!("unreduced: {unknown:?}")],
    };
    let mut faults = Vec::new();
    // What else SPIN says after an error at run time comes of going on with arbitrary values.
    let is_same = match expected.contains(RUNTIME_ERRORS) {
        true => all.violated.contains(RUNTIME_ERRORS),
        false => all.violated == *expected,
    };
    if !is_same {
        faults.push(format!("unreduced: violated are {:?}", all.violated));
    }
    if let Some(states) = row.states.filter(|&states| states != all.states) {
        faults.push(format!("unreduced: {} states, not {states}", all.states));
    }
    faults.extend(faults_of_reductions(&machine, &all));
    faults
}

/// Each fault with the strategies that have it.
fn faults_of_reductions(machine: &Machine, all: &Facts) -> Vec<String> {
    let Some(reduction) = detect(machine).reduction else { return Vec::new() };
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, strategy) in exact_strategies(&reduction) {
        let fault = match reduced(&reduction, &strategy, BOUNDS) {
            Ok(found) if found.violated != all.violated => {
                format!("violated are {:?}, unreduced {:?}", found.violated, all.violated)
            }
            // Another may keep several states for a class, also such as are not reached.
            Ok(found) if strategy.guarantee() == Guarantee::Unique && found.states > all.states => {
                format!("{} states, unreduced {}", found.states, all.states)
            }
            Ok(_) => continue,
            Err(Unknown::GivenUp) => continue,
            Err(Unknown::TooLarge) => "no answer".to_owned(),
            Err(Unknown::Defect(message)) => message,
        };
        faults.entry(fault).or_default().push(name);
    }
    faults.into_iter().map(|(fault, names)| format!("{}: {fault}", names.join(", "))).collect()
}

/// Models that this test cannot ask, or that are not answered as SPIN does yet, each with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("20-bad-prefix.pml", "a formula: asked in `quotient/tests/bad_prefixes.rs`"),
    ("21-assertion-in-never.pml", "assertions in never claims are not supported yet"),
];

/// Each row.
pub fn suite() -> Suite {
    let name = "attack";
    let folder = shared(FOLDER);
    let Ok(table) = fs::read_to_string(folder.join("expected.tsv")) else {
        return Suite::skipped(name, absent(FOLDER));
    };
    let mut suite = Suite::new(name, 21);
    for row in table.lines().skip(1).map(row) {
        if let Some(&(model, why)) = LEFT_OUT.iter().find(|(model, _)| *model == row.model) {
            suite.add(model, move || Completion::ignored_with(why));
            continue;
        }
        let path = folder.join(&row.model);
        suite.add(&row.model.clone(), move || {
            let text = fs::read_to_string(path).expect("text");
            let faults = faults(&row, &text);
            assert!(faults.is_empty(), "SPIN {:?}:\n  {}", row.violated, faults.join("\n  "));
            Completion::Completed
        });
    }
    suite
}
