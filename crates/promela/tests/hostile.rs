//! Models that are written to make a reduction go wrong: names cut off in narrow cells, looks at processes that are
//! gone, processes started late or perhaps, channels by number, choices within choices.
//!
//! Every model singles out a process, or a channel, in some way that detection must notice, and accuses it in an
//! assertion: if states are merged that differ, an error is missed, or one is reported that is none.
//!
//! - Reductions by every exact strategy violate what the unreduced search violates; every generator is a symmetry at
//!   every reachable state and at all its images; the quotient has as many states as there are orbits, and no more than
//!   the model.
//! - SPIN counts the same states and transitions, and finds the same errors.
//!
//! The long runs take as many models as asked for:
//!
//!     QUOTIENT_HOSTILE_MODELS=30000 QUOTIENT_HOSTILE_SEED=1000 cargo test --release -p promela \
//!         hostile::long -- --ignored --nocapture         # or long_reductions, long_spin
//!
//! `QUOTIENT_HOSTILE_JOBS` is the number of threads (2). `QUOTIENT_HOSTILE_WITH` names a feature that the summary lists:
//! other models are left out. The first models of each kind of defect are made smaller and
//! printed with their numbers. The ignored test `show` prints the model with the number `QUOTIENT_HOSTILE_SEED`.

#[path = "../../machine/tests/support/agree.rs"]
pub mod agree;
#[path = "hostile/mod.rs"]
pub mod parts;
#[path = "../../detection/tests/support/quotients.rs"]
pub mod quotients;
#[allow(dead_code)]
#[path = "../../detection/tests/support/soundness.rs"]
mod soundness;
#[path = "../../detection/tests/support/transitions.rs"]
mod transitions;
#[path = "../../detection/tests/support/verdicts.rs"]
mod verdicts;

use crate::random::text::render;
use crate::support;
use parts::campaign::{Range, Summary, run};
use parts::model::{Aim, model};
use parts::oracles::{agrees_with_spin, reductions_are_right};
use parts::{alone, loops, ordered_loops, regressions};
use testing::peers::{VERIFIER, are_installed};
use testing::spin::Workshop;

/// Stands in models with numbers so far apart that whatever has a place for each between them takes all memory.
const FAR_APART: &str = "int far";

fn reductions(range: &Range) -> Summary {
    let check = |text: &str, (): &()| match text.contains(FAR_APART) {
        true => alone::reductions_are_right_alone(text),
        false => reductions_are_right(text),
    };
    run("reductions", range, |seed| model(seed, Aim::Reductions), |_| (), check)
}

fn loops(range: &Range) -> Summary {
    run("loops", range, loops::model, |_| (), |text, (): &()| reductions_are_right(text))
}

fn loops_spin(range: &Range) -> Option<Summary> {
    if !are_installed(&VERIFIER) {
        return None;
    }
    let workshop = |job: usize| Workshop::new(&format!("loops-{}-{job}", range.first));
    Some(run("loops, SPIN", range, loops::model, workshop, agrees_with_spin))
}

fn spin(range: &Range) -> Option<Summary> {
    if !are_installed(&VERIFIER) {
        return None;
    }
    let workshop = |job: usize| Workshop::new(&format!("hostile-{}-{job}", range.first));
    Some(run("SPIN", range, |seed| model(seed, Aim::Meaning), workshop, agrees_with_spin))
}

fn demand(summary: &Summary) {
    assert!(summary.wrong.is_empty(), "{}", summary.wrong.join("\n\n"));
    assert!(summary.fine > 0, "no model was checked");
}

#[test]
fn no_reduction_is_wrong() {
    let summary = reductions(&Range::few(150));
    demand(&summary);
    assert!(summary.symmetric * 5 >= summary.fine, "too few models have a symmetry");
    assert!(summary.larger.is_empty(), "quotients with more states: {:?}", summary.larger);
}

/// Partial order reduction finds the same, alone and with symmetry (`partial_order` looks at other models).
#[test]
fn transitions_that_are_left_out_are_not_missed() {
    let range = Range::few(75);
    let mut compared = 0;
    for number in range.first..range.first + range.count {
        let text = render(&model(number, Aim::Reductions).nodes);
        let Ok(machine) = support::loading::machine(&text) else { continue };
        if text.contains(FAR_APART) {
            continue;
        }
        let alone = agree::agrees(&machine, 20_000);
        let quotient = quotients::quotient_agrees(&machine, 20_000);
        for (what, outcome) in [("alone", alone), ("with symmetry", quotient)] {
            let states = outcome.unwrap_or_else(|why| panic!("{number}, {what}: {why}\n{text}"));
            compared += u64::from(states.is_some());
        }
    }
    assert!(compared > range.count, "too few models were compared");
}

#[test]
fn spin_finds_the_same() {
    if let Some(summary) = spin(&Range::few(25)) {
        demand(&summary);
    }
}

#[test]
fn models_once_answered_wrongly_are_right() {
    let faults = regressions::faults();
    assert!(faults.is_empty(), "{} models are wrong\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn loops_whose_order_can_be_seen_have_no_group_and_others_have() {
    let faults = ordered_loops::faults();
    assert!(faults.is_empty(), "{} models are wrong\n{}", faults.len(), faults.join("\n"));
}

#[test]
#[ignore = "long"]
fn long() {
    let range = Range::asked("QUOTIENT_HOSTILE_");
    let reduced = reductions(&range);
    if let Some(summary) = spin(&range) {
        demand(&summary);
    }
    demand(&reduced);
}

#[test]
#[ignore = "long"]
fn long_reductions() {
    demand(&reductions(&Range::asked("QUOTIENT_HOSTILE_")));
}

#[test]
#[ignore = "long"]
fn long_spin() {
    if let Some(summary) = spin(&Range::asked("QUOTIENT_HOSTILE_")) {
        demand(&summary);
    }
}

/// Loops over processes: some change places, whatever is computed.
#[test]
fn no_loop_over_processes_is_wrong() {
    let summary = loops(&Range::few(50));
    demand(&summary);
    assert!(summary.symmetric * 5 >= summary.fine * 2, "too few models have a symmetry");
}

#[test]
#[ignore = "long"]
fn long_loops() {
    demand(&loops(&Range::asked("QUOTIENT_RANDOM_")));
}

#[test]
#[ignore = "long"]
fn long_spin_loops() {
    if let Some(summary) = loops_spin(&Range::asked("QUOTIENT_RANDOM_")) {
        demand(&summary);
    }
}

/// Prints a model with loops over processes.
#[test]
#[ignore = "prints"]
fn show_loops() {
    let model = loops::model(Range::asked("QUOTIENT_RANDOM_").first);
    println!("{}\n{:?}", render(&model.nodes), model.features);
}

/// Looks at one model, for another process.
#[test]
#[ignore = "of no use by itself"]
fn alone() {
    alone::answer();
}

/// Prints a model of each kind.
#[test]
#[ignore = "prints"]
fn show() {
    for aim in [Aim::Reductions, Aim::Meaning] {
        let model = model(Range::asked("QUOTIENT_HOSTILE_").first, aim);
        println!("{}\n{:?}", render(&model.nodes), model.features);
    }
}
