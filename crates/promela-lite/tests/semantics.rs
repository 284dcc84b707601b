//! What statements do, on models that are small enough to see it.

use std::ops::ControlFlow;

use diagnostics::Sources;
use kernel::{Transition, TransitionSystem, reachable};
use machine::{Fault, Machine, StepResult};
use machine_model::words::NamedMachine;
use promela_lite::load;

fn model(text: &str) -> NamedMachine {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let loaded = load(&sources, file);
    let messages: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{messages:#?}"))
}

/// The values of some cells in every reachable state, in the order of a breadth-first search.
fn values(model: &NamedMachine, wanted: &[&str]) -> Vec<String> {
    let states = reachable(&model.machine, 1000).expect("few states");
    let text = |state| {
        let cells = model.contents(state);
        let value = |name: &&str| {
            let found = cells.iter().find(|cell| cell.name == **name);
            found.map_or_else(|| panic!("no {name} in {cells:?}"), |cell| cell.text.clone())
        };
        wanted.iter().map(value).collect::<Vec<_>>().join(" ")
    };
    states.iter().map(text).collect()
}

/// All faults of the reachable states.
fn faults(model: &NamedMachine) -> Vec<Fault> {
    let machine = &model.machine;
    let mut scratch = machine.scratch();
    let mut found = Vec::new();
    for state in reachable(machine, 1000).expect("few states") {
        let _ = machine.successors(&state, &mut scratch, &mut |t: Transition<'_, Machine>| {
            found.extend(t.steps.iter().filter_map(|step| match step.result {
                StepResult::Fault { fault, .. } => Some(fault),
                _ => None,
            }));
            ControlFlow::Continue(())
        });
    }
    found
}

#[test]
fn processes_are_numbered_from_1_and_begin_with_their_arguments() {
    let model = model(
        "chan c = [1] of {int};
         proctype p(int a; pid q; chan{int} x) { do :: atomic { 0 == 1 -> skip } od }
         init { atomic { run p(3, 2, c); run p(-4, 0, null) } }",
    );
    let wanted = ["p(1).a", "p(1).q", "p(1).x", "p(2).a", "p(2).q", "p(2).x"];
    assert_eq!(values(&model, &wanted), ["3 2 c -4 0 no channel"]);
    // `init` is none of them.
    assert_eq!(model.machine.initial().processes(), 2);
}

#[test]
fn a_statement_is_one_step() {
    let model = model(
        "int x = 1; int y = 2;
         proctype p() { do :: atomic { x == 1 -> x = y; y = x + 1; x = x * 10 } od }
         init { atomic { run p() } }",
    );
    assert_eq!(values(&model, &["x", "y"]), ["1 2", "20 3"]);
}

#[test]
fn the_fields_of_a_message_come_from_one_message() {
    let model = model(
        "chan a = [1] of {rec X . chan{X, int}, int};
         chan b = [1] of {rec X . chan{X, int}, int};
         proctype p(rec X . chan{X, int} c; int x; int step) {
             do
             :: atomic { step == 0 && nfull(a) -> a!b,3; step = 1 }
             :: atomic { step == 1 && nfull(b) -> b!a,7; c = a; step = 2 }
             :: atomic { step == 2 && nempty(c) -> c?c,x; step = 3 }
             od
         }
         init { atomic { run p(null, 0, 0) } }",
    );
    let wanted = ["p(1).c", "p(1).x", "a", "b"];
    let expected =
        ["no channel 0 <> <>", "no channel 0 <[b,3]> <>", "a 0 <[b,3]> <[a,7]>", "b 3 <> <[a,7]>"];
    assert_eq!(values(&model, &wanted), expected);
}

/// Appendix B: `nfull` and `nempty` of no channel are false, and its `len` is 0.
#[test]
fn no_channel_is_neither_written_to_nor_read_from() {
    let model = model(
        "int x = 0;
         proctype p(chan{int} none) {
             do
             :: atomic { nfull(none) -> none!1; x = 1 }
             :: atomic { nempty(none) -> none?x }
             :: atomic { x == 0 && len(none) + len(null) == 0 -> x = 2 }
             od
         }
         init { atomic { run p(null) } }",
    );
    assert_eq!(values(&model, &["x"]), ["0", "2"]);
    assert_eq!(faults(&model), []);
}

#[test]
fn numbers_are_of_32_bits_and_wrap() {
    let model = model(
        "int x = 2147483647; int y = -2147483648;
         proctype p() { do :: atomic { x > 0 -> x = x + 1; y = y * 3 - 1 } od }
         init { atomic { run p() } }",
    );
    let expected = ["2147483647 -2147483648", "-2147483648 2147483647"];
    assert_eq!(values(&model, &["x", "y"]), expected);
    assert_eq!(faults(&model), []);
}

/// Without updates that matter, local variables still tell states apart.
#[test]
fn variables_that_are_not_read_are_part_of_the_state() {
    let model = model(
        "int seen = 0;
         proctype p(int x) { do :: atomic { x < 2 -> x = x + 1; seen = 1 - seen } od }
         init { atomic { run p(0); run p(0) } }",
    );
    assert_eq!(reachable(&model.machine, 1000).expect("few states").len(), 9);
}
