//! What statements do, on models that are small enough to see it.

use std::ops::ControlFlow;

use diagnostics::Sources;
use kernel::{Transition, TransitionSystem, reachable};
use machine::words::NamedMachine;
use machine::{Fault, Machine, StepResult};
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
         proctype p(int a; pid q; chan{int} x) { int b = a * 2; pid me = _pid; do :: atomic { false -> skip } od }
         init { atomic { run p(3, 2, c); run p(-4, 0, null) } }",
    );
    let wanted = [
        "p(1).a", "p(1).q", "p(1).x", "p(1).b", "p(1).me", "p(2).a", "p(2).q", "p(2).x", "p(2).b",
        "p(2).me",
    ];
    assert_eq!(values(&model, &wanted), ["3 2 c 6 1 -4 0 no channel -8 2"]);
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
         proctype p() {
             rec X . chan{X, int} c = null; int x = 0; int step = 0;
             do
             :: atomic { step == 0 -> a!b,3; b!a,7; c = a; step = 1 }
             :: atomic { step == 1 -> c?c,x; step = 2 }
             od
         }
         init { atomic { run p() } }",
    );
    let wanted = ["p(1).c", "p(1).x", "a", "b"];
    let expected = ["no channel 0 <> <>", "a 0 <[b,3]> <[a,7]>", "b 3 <> <[a,7]>"];
    assert_eq!(values(&model, &wanted), expected);
}

#[test]
fn what_cannot_be_done_is_an_error() {
    let around = |statement: &str| {
        model(&format!(
            "chan c = [1] of {{int}}; chan{{int}} n = null; int x;
             proctype p() {{ do :: atomic {{ {statement} }} od }}
             init {{ atomic {{ run p() }} }}"
        ))
    };
    let blocks = [Fault::BlockedDeterministicStep];
    assert_eq!(faults(&around("true -> c?x")), blocks);
    assert_eq!(faults(&around("nfull(c) -> c!1; c!2")), blocks);
    // Once the channel is full, the guard is false.
    assert_eq!(faults(&around("nfull(c) -> c!1")), []);
    assert_eq!(faults(&around("x == 0 -> n!1")), [Fault::NoChannel]);
    for guard in ["nfull(n)", "nempty(n)", "len(n) == 0"] {
        assert_eq!(faults(&around(&format!("{guard} -> skip"))), [Fault::NoChannel], "{guard}");
    }
    assert_eq!(faults(&around("n != null && nfull(n) -> n!1")), []);
    assert_eq!(faults(&around("1 / x == 1 -> skip")), [Fault::DivisionByZero]);
}

/// Without updates that matter, local variables still tell states apart.
#[test]
fn variables_that_are_not_read_are_part_of_the_state() {
    let model = model(
        "int seen = 0;
         proctype p() { int x = 0; do :: atomic { x < 2 -> x = x + 1; seen = 1 - seen } od }
         init { atomic { run p(); run p() } }",
    );
    assert_eq!(reachable(&model.machine, 1000).expect("few states").len(), 9);
}
