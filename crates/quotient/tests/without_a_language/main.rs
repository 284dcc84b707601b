//! The systems of the example without a language go through the command's own pipeline: checked, shown with their symmetry, their
//! counterexamples rendered, stored and replayed. Nothing in them knows about commands.

#[allow(dead_code)]
#[path = "../../../symmetry/examples/without_a_language/linked_list/mod.rs"]
mod linked_list;
#[allow(dead_code)]
#[path = "../../../symmetry/examples/without_a_language/ring.rs"]
mod ring;
#[path = "../support/mod.rs"]
mod support;
mod systems;

use std::ffi::OsString;
use std::process::ExitCode;

use quotient::Languages;
use serde_json::Value;
use support::Place;
use support::own_program::{Case, main as own_main, run};
use systems::{Lists, Rings};

const TABLE: Languages = Languages { known: &[&Lists, &Rings], later: &[] };

const CASES: &[Case] = &[
    ("a_list_is_checked_with_its_symmetry", a_list_is_checked_with_its_symmetry),
    ("a_wrong_list_has_a_counterexample", a_wrong_list_has_a_counterexample),
    ("a_ring_is_checked_by_its_rotations", a_ring_is_checked_by_its_rotations),
    ("careless_stations_elect_two_leaders", careless_stations_elect_two_leaders),
    ("graphs_and_runs_come_for_nothing", graphs_and_runs_come_for_nothing),
];

fn command(arguments: Vec<OsString>) -> ExitCode {
    quotient::run(TABLE, arguments.into_iter())
}

fn main() -> ExitCode {
    own_main(command, CASES)
}

fn checked(place: &Place, arguments: &str) -> Value {
    let said = run(&place.path(""), &format!("{arguments} --json"));
    serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"))
}

fn a_list_is_checked_with_its_symmetry() {
    let place = Place::new("without_list");
    place.file("fine.list", "2 3 2 both");
    let object = checked(&place, "check fine.list");
    assert_eq!(object["symmetry"]["order"], "12", "two threads and three nodes can be permuted");
    let whole = checked(&place, "check fine.list --symmetry off");
    assert!(whole["states"].as_u64() > object["states"].as_u64());
    for object in [object, whole] {
        let checks = object["checks"].as_array().unwrap();
        assert_eq!(checks.len(), 3);
        assert!(checks.iter().all(|check| check["verdict"] == "holds"), "{checks:?}");
    }
    let said = run(&place.path(""), "symmetry fine.list");
    assert!(said.out.contains("thread 0..1 interchangeable"), "{said:?}");
    assert!(said.out.contains("n0..2 interchangeable"), "{said:?}");
}

fn a_wrong_list_has_a_counterexample() {
    let place = Place::new("without_wrong_list");
    place.file("wrong.list", "2 3 2 first");
    // Each kind of property is violated: a state, a transition, a state without transitions.
    for property in ["the list is sorted", "no node is freed while in use", "no deadlock"] {
        let name = property.replace(' ', "-");
        let said =
            run(&place.path(""), &format!("check wrong.list --property {name} --trace t.json"));
        assert_eq!(said.code, Some(1), "{said:?}");
        assert!(said.out.contains(&format!("counterexample for {property}")), "{said:?}");
        assert!(said.out.contains("thread 0") && said.out.contains("wants to"), "{said:?}");
        let replayed = run(&place.path(""), "replay wrong.list t.json");
        assert_eq!(replayed.code, Some(1), "{replayed:?}");
        assert!(replayed.out.contains("the violation is real"), "{replayed:?}");
        // The right list has no such run.
        place.file("fine.list", "2 3 2 both");
        assert_eq!(run(&place.path(""), "replay fine.list t.json").code, Some(2));
    }
}

fn a_ring_is_checked_by_its_rotations() {
    let place = Place::new("without_ring");
    place.file("fine.ring", "4 2 attentive");
    let object = checked(&place, "check fine.ring");
    assert_eq!(object["symmetry"]["order"], "4");
    assert!(object["checks"].as_array().unwrap().iter().all(|check| check["verdict"] == "holds"));
    let said = run(&place.path(""), "symmetry fine.ring");
    assert!(said.out.contains("(station 0 station 1 station 2 station 3)"), "{said:?}");
    // A reflection lies outside the group, and is refused.
    place.file("reflection.g", "G := Group((1,3));\n");
    let said = run(&place.path(""), "check fine.ring --symmetry file:reflection.g");
    assert_eq!(said.code, Some(2), "{said:?}");
}

fn careless_stations_elect_two_leaders() {
    let place = Place::new("without_careless_ring");
    place.file("wrong.ring", "3 2 careless");
    let object = checked(&place, "check wrong.ring --property at-most-one-leader --trace t.json");
    let check = &object["checks"][0];
    assert_eq!(check["verdict"], "violated");
    let steps = check["trace"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["actions"][0]["statement"] == "draws 1"), "{steps:?}");
    assert_eq!(run(&place.path(""), "replay wrong.ring t.json").code, Some(1));
}

fn graphs_and_runs_come_for_nothing() {
    let place = Place::new("without_graphs");
    place.file("small.ring", "2 2 attentive");
    let object = checked(&place, "check small.ring --symmetry off");
    let graph = run(&place.path(""), "graph small.ring --symmetry off --format aut");
    assert!(graph.out.lines().next().unwrap().ends_with(&format!(",{})", object["states"])));
    let said = run(&place.path(""), "simulate small.ring --seed 3 --steps 4");
    assert!(said.out.contains("station"), "{said:?}");
}
