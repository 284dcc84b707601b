//! `--orbits`: what the classes stand for is what a search without symmetry counts, or it is said why not.

use serde_json::Value;
use testing::places;

use crate::support::Place;

/// Searches without symmetry that meet more states are left out.
const MOST_STATES: u64 = 70_000;

fn number(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value}"))
}

fn sums(report: &Value) -> (u64, u64) {
    (number(&report["orbits"]["states"]), number(&report["orbits"]["transitions"]))
}

fn document(place: &Place, arguments: &str) -> Value {
    let said = place.run(arguments);
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{arguments}: {error}: {said:?}"))
}

/// A place with these examples.
fn with_examples(name: &str, examples: &[&str]) -> Place {
    let place = Place::new(name);
    for file in examples {
        let example = places::root().join("models/promela").join(file);
        place.file(file, std::fs::read(example).unwrap());
    }
    place
}

/// Where nothing is said to differ, a search of all states, which knows of no symmetry, has the same numbers.
#[test]
fn classes_of_examples_stand_for_the_states_without_symmetry() {
    let place = Place::new("orbits_of_examples");
    let folder = places::root().join("models/promela");
    let (mut equal, mut smaller, mut different) = (0, 0, 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            continue;
        }
        let model = path.display();
        let ways = "--keep-going --property deadlock --json";
        let all =
            format!("check {model} {ways} --symmetry off --por off --max-states {MOST_STATES}");
        let all = document(&place, &all);
        if !all["limits"].is_null() {
            continue;
        }
        let classes = document(&place, &format!("check {model} {ways} --orbits"));
        assert_eq!(classes["orbits"]["complete"], true, "{model}");
        let counted = (all["states"].as_u64().unwrap(), all["transitions"].as_u64().unwrap());
        match classes["orbits"]["differs"].as_str() {
            None => {
                assert_eq!(sums(&classes), counted, "{model}");
                equal += 1;
                smaller += usize::from(classes["states"].as_u64().unwrap() < counted.0);
            }
            Some(why) if why.starts_with("runs begin") => {
                let (states, transitions) = sums(&classes);
                assert!(states >= counted.0 && transitions >= counted.1, "{model}");
                different += 1;
            }
            Some(_) => different += 1,
        }
    }
    assert!(equal > 30 && smaller > 17 && different > 5, "{equal} {smaller} {different}");
}

#[test]
fn every_representative_that_is_unique_counts_the_same() {
    let place = with_examples("orbits_by_strategies", &["peterson-3.pml"]);
    let mut served = 0;
    for strategy in
        ["auto", "canonical", "enumerate", "exact-markers", "on-the-fly", "sinc", "sorted"]
    {
        let arguments = format!("check peterson-3.pml --orbits --json --representative {strategy}");
        let said = place.run(&arguments);
        if said.code == Some(2) {
            continue;
        }
        let report: Value = serde_json::from_str(&said.out).unwrap();
        // The header of the example has them from SPIN.
        assert_eq!(sums(&report), (2636, 7907), "{strategy}");
        served += 1;
    }
    assert!(served >= 3, "{served}");
}

/// Three processes that go round, and one that counts: some three million states, far more than a tenth of a second is enough for.
const ROUNDS: &str = "
active [3] proctype P() { byte x; do :: x < 30 -> x++ :: x == 30 -> x = 0 od }
active proctype Q() { byte y; do :: y < 100 -> y++ :: y == 100 -> y = 0 od }
";

#[test]
fn sums_go_on_after_a_checkpoint() {
    let place = Place::new("orbits_checkpoint");
    place.file("m.pml", ROUNDS);
    let all = document(&place, "check m.pml --symmetry off --por off --json");
    let (mut time, mut resumed) = (100, 0);
    let sums = loop {
        let is_there = place.path("kept/checkpoint.json").exists();
        resumed += usize::from(is_there);
        let how = if is_there { "--resume" } else { "--checkpoint" };
        let arguments = format!("check m.pml --orbits --json --time {time}ms {how} kept");
        let report = document(&place, &arguments);
        if report["orbits"]["complete"] == true {
            break sums(&report);
        }
        if resumed == 1 {
            place.run("check m.pml --resume kept").refused(&["`--orbits` was true"]);
        }
        time *= 2;
    };
    assert!(resumed > 0, "it was over at once");
    let counted = (all["states"].as_u64().unwrap(), all["transitions"].as_u64().unwrap());
    assert_eq!(sums, counted);
}

#[test]
fn what_the_sums_are_is_said() {
    let place = with_examples(
        "orbits_said",
        &["token-4.pml", "tagged-lock-4.pml", "near-miss-ring.pml", "peterson-2.pml"],
    );
    place.run("check token-4.pml --orbits").expect(
        0,
        &["the classes have 20 states and 36 transitions; a search without symmetry may meet others: runs begin"],
    );
    place.run("check tagged-lock-4.pml --orbits").expect(
        0,
        &["a search without symmetry may meet others: its processes are removed when they have ended"],
    );
    // Without symmetry each state stands for itself.
    place.run("check near-miss-ring.pml --orbits").expect(
        0,
        &["17 states · 18 transitions", "the classes stand for 17 states and 18 transitions"],
    );
    let silent = place.run("check peterson-2.pml");
    assert!(!silent.out.contains("classes"), "{silent:?}");
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let place = with_examples("orbits_refused", &["peterson-2.pml", "mutex-5.pml"]);
    place.file("claims.pml", "byte x; active proctype p() { x = 1 }\nltl one { <> (x == 1) }\n");
    for (arguments, why) in [
        ("peterson-2.pml --symmetry off", "there are no classes"),
        ("peterson-2.pml --por on", "`--por on` leaves some out"),
        ("peterson-2.pml --search dfs", "`--search bfs`"),
        ("peterson-2.pml --engine symbolic", "`--engine explicit`"),
        ("peterson-2.pml --representative auto:concrete", "searches the states themselves"),
        ("mutex-5.pml --representative approximate-markers", "`approximate-markers` gives none"),
        ("claims.pml --property one", "none of these is checked"),
    ] {
        let said = place.run(&format!("check {arguments} --orbits"));
        assert!(said.code == Some(2) && said.err.contains(why), "{arguments}: {said:?}");
    }
    place.run("check peterson-2.pml --orbits --por off").expect(0, &["117 states"]);
}
