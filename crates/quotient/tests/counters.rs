//! The language of the example `counters` has every command: a row of the table is all that it takes.

#[allow(dead_code)]
#[path = "../examples/counters.rs"]
mod counters;
mod support;

use std::process::ExitCode;

use serde_json::Value;
use support::Place;
use support::own_program::{Case, main as own_main, run};

/// Two counters that can be exchanged, one that cannot, and a sum that is reached.
const SUM: &str = "a to 2\nb to 2\nc to 1\nnever 4\n";

const CASES: &[Case] = &[
    ("states_are_counted_up_to_symmetry", states_are_counted_up_to_symmetry),
    ("a_counterexample_is_stored_and_replayed", a_counterexample_is_stored_and_replayed),
    ("runs_are_simulated", runs_are_simulated),
    ("graphs_are_written", graphs_are_written),
    ("mistakes_have_places", mistakes_have_places),
    ("methods_are_those_of_the_table", methods_are_those_of_the_table),
];

fn main() -> ExitCode {
    own_main(counters::run, CASES)
}

fn place(test: &str) -> Place {
    let place = Place::new(test);
    place.file("sum.counters", SUM).file("fine.counters", "a to 2\nb to 2\nc to 1\n");
    place
}

fn states_are_counted_up_to_symmetry() {
    let place = place("counters_check");
    let said = run(&place.path(""), "check fine.counters --json");
    assert_eq!(said.code, Some(0), "{said:?}");
    let object: Value = serde_json::from_str(&said.out).unwrap();
    // a <= b among three values each, and c has two: 6 * 2 of 3 * 3 * 2.
    assert_eq!((&object["states"], &object["symmetry"]["order"]), (&12.into(), &"2".into()));
    assert_eq!(object["language"], "counters");
    let said = run(&place.path(""), "check fine.counters --symmetry off --json");
    let object: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(object["states"], 18);
    let said = run(&place.path(""), "symmetry fine.counters");
    assert!(said.out.contains("a, b interchangeable") && said.out.contains("(a b)"), "{said:?}");
}

fn a_counterexample_is_stored_and_replayed() {
    let place = place("counters_replay");
    let said = run(&place.path(""), "check sum.counters --trace t.json");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains("never this sum: does not hold in this state"), "{said:?}");
    let said = run(&place.path(""), "replay sum.counters t.json");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(
        said.out.contains("(4 steps)") && said.out.contains("the violation is real"),
        "{said:?}"
    );
    // A trace of another model is no run of this one.
    let said = run(&place.path(""), "replay fine.counters t.json");
    assert_eq!(said.code, Some(2), "{said:?}");
    place.file("sum.counters", "a to 1\nb to 1\nc to 3\nnever 4\n");
    let said = run(&place.path(""), "replay sum.counters t.json");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("is not possible there"), "{said:?}");
}

fn runs_are_simulated() {
    let place = place("counters_simulate");
    let said = run(&place.path(""), "simulate fine.counters --seed 1 --json");
    assert_eq!(said.code, Some(0), "{said:?}");
    let object: Value = serde_json::from_str(&said.out).unwrap();
    // Whatever the order, all counters end at their bounds.
    assert_eq!(object["steps"].as_array().unwrap().len(), 5);
    assert_eq!(object["ending"]["kind"], "valid-end");
    run(&place.path(""), "check sum.counters --trace t.json");
    let said = run(&place.path(""), "simulate sum.counters --trace t.json");
    assert_eq!(said.out.matches("goes up").count(), 4, "{said:?}");
}

fn graphs_are_written() {
    let place = place("counters_graph");
    let said = run(&place.path(""), "graph fine.counters --format aut --symmetry off");
    // Each of the 18 states lets every counter go up that is not at its bound: 2/3, 2/3 and 1/2 of them.
    assert!(said.out.starts_with("des (0,33,18)"), "{said:?}");
    assert!(said.out.contains("\"a: goes up\""), "{said:?}");
    let said = run(&place.path(""), "graph fine.counters --labels full");
    assert!(said.out.contains("digraph") && said.out.contains("a = 2"), "{said:?}");
}

/// No language of this table offers a published method.
fn methods_are_those_of_the_table() {
    let place = place("counters_methods");
    let said = run(&place.path(""), "check fine.counters --detect channel-diagram");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("[possible values: program]"), "{said:?}");
    let said = run(&place.path(""), "symmetry fine.counters --diagram d.dot");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("models of this language have none"), "{said:?}");
}

fn mistakes_have_places() {
    let place = place("counters_mistakes");
    place.file("wrong.counters", "a to 2\nb upto 2\n");
    let said = run(&place.path(""), "check wrong.counters");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.err.contains("wrong.counters:2:1") && said.err.contains("NAME to BOUND"),
        "{said:?}"
    );
    let said = run(&place.path(""), "check fine.counters --trail");
    assert_eq!(said.code, Some(2), "{said:?}");
}
