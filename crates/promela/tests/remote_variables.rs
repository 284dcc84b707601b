//! Models whose processes read variables of one another: dead variables are reset and statements merged all the same, but for
//! what has to do with these, and no verdict changes, with symmetry or without.

// Only the generators are used here, and what is checked of a quotient.
#[allow(dead_code)]
use std::collections::BTreeSet;

use crate::random::check::{Verdict, quotient_is_right, thorough};
use crate::random::text::{Node, render};
use crate::random::{generator, symmetric};
use diagnostics::Sources;
use kernel::{Order, Silent, StopReason, search};
use machine::Machine;
use machine::compile::CompileOptions;
use promela::{LoadOptions, ParseOptions, load};
use testing::places::root;

/// What SPIN does; and what can be done.
fn settings() -> [CompileOptions; 2] {
    let as_spin = CompileOptions::default();
    [as_spin, CompileOptions { despite_others: true, ..as_spin }]
}

fn machine(text: &str, compile: CompileOptions) -> Option<Machine> {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let options = LoadOptions { compile, ..LoadOptions::default() };
    load(&mut sources, file, &ParseOptions::default(), options).model.map(|model| model.machine)
}

/// How many states there are, and the numbers of the properties that are violated; none if there are too many.
fn found(machine: &Machine) -> Option<(u64, BTreeSet<usize>)> {
    let outcome = search(machine, &thorough(Order::BreadthFirst, 1), &Silent);
    let violated = outcome.violations.iter().map(|found| found.property.index()).collect();
    (outcome.stop == StopReason::Exhausted).then_some((outcome.statistics.states, violated))
}

/// States as SPIN has them, and with all that can be done.
fn compare(seed: u64, model: &[Node]) -> Option<(u64, u64)> {
    let text = render(model);
    // Who asks where others are, or whether they can move, sees merging itself.
    if !text.contains("]:") || ["pc_value", "enabled", "_last"].iter().any(|it| text.contains(it)) {
        return None;
    }
    let [as_spin, fine] = settings().map(|setting| machine(&text, setting));
    let (as_spin, fine) = (as_spin?, fine?);
    let (states, violated) = found(&as_spin)?;
    let (fewer, the_same) = found(&fine)?;
    assert_eq!(the_same, violated, "{seed}:\n{text}");
    let verdict = quotient_is_right(&fine);
    assert!(!matches!(verdict, Verdict::Wrong(_)), "{seed}: {verdict:?}\n{text}");
    Some((states, fewer))
}

#[test]
fn of_random_models() {
    let (mut compared, mut fewer, mut all, mut left_of_all) = (0, 0, 0, 0);
    for seed in 0..1_500 {
        for model in [generator::model(seed), symmetric::model(seed)] {
            let Some((states, left)) = compare(seed, &model) else { continue };
            compared += 1;
            fewer += usize::from(left < states);
            all += states;
            left_of_all += left;
        }
    }
    let found = format!("{compared} compared, {fewer} have fewer states, {left_of_all} of {all}");
    assert!(compared > 60 && fewer > 10 && left_of_all < all, "{found}");
}

/// A machine that has read its neighbour's counter and stepped on forgets what it read. SPIN keeps it, and has 9693 states.
#[test]
fn what_was_read_of_a_neighbour_is_dead_after_use() {
    let text = std::fs::read_to_string(root().join("models/promela/dijkstra-ring-3.pml"))
        .expect("the example");
    let counts = settings().map(|setting| {
        let machine = machine(&text, setting).expect("a model");
        found(&machine).expect("few states").0
    });
    assert_eq!(counts[0], 9_693);
    assert!(counts[1] < counts[0], "{counts:?}");
}
