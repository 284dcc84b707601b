//! Formulas of linear temporal logic, as the user sees them.

mod support;

use serde_json::{Value, json};
use support::Place;

const TURNS: &str = "byte turn, rounds;
active [2] proctype user() {
  do
  :: turn == _pid ->
use: turn = 1 - _pid
  :: turn != _pid -> skip
  od
}
ltl order { [] (turn < 2) }
ltl served { [] <> user[0]@use }
ltl { <> (turn == 1) }
";

fn checks(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let checks = report["checks"].as_array().unwrap().iter();
    checks.map(|check| (text(&check["property"]), text(&check["verdict"]))).collect()
}

#[test]
fn each_formula_has_a_verdict() {
    let place = Place::new("temporal_verdicts");
    place.file("m.pml", TURNS);
    let (report, code) = place.json("m.pml --keep-going");
    let expected = [
        ("assertions", "holds"),
        ("deadlock", "holds"),
        ("run-time errors", "holds"),
        ("order", "holds"),
        ("served", "violated"),
        ("ltl_2", "violated"),
    ];
    let expected = expected.map(|(name, verdict)| (name.to_owned(), verdict.to_owned()));
    assert_eq!((checks(&report), code), (expected.to_vec(), Some(1)));
    let served = &report["checks"][4];
    assert_eq!((&served["kind"], &served["again"]), (&json!("temporal"), &json!(1)));
    // The condition and `skip`: they are not merged, as the formula looks at a label.
    assert_eq!(served["trace"].as_array().unwrap().len(), 2);
    // Other properties have no such step.
    assert_eq!(report["checks"][0].get("again"), None);
}

#[test]
fn one_formula_can_be_selected() {
    let place = Place::new("temporal_selected");
    place.file("m.pml", TURNS);
    let (report, code) = place.json("m.pml --property order");
    assert_eq!(checks(&report), [("order".to_owned(), "holds".to_owned())]);
    assert_eq!(code, Some(0));
    assert!(report["states"].as_u64() > Some(2) && report["transitions"].as_u64() > Some(4));
    let (report, _) = place.json("m.pml --property ltl_2 --property deadlock");
    assert_eq!(checks(&report).len(), 2);
    let known = "no property `nothing`: there are `assertions`, `deadlock`, `run-time errors`, \
                 `order`, `served`, `ltl_2`";
    place.run("check m.pml --property nothing").refused(&[known]);
}

#[test]
fn after_a_violation_the_rest_is_left_open() {
    let place = Place::new("temporal_first");
    place.file("m.pml", TURNS);
    place.run("check m.pml").expect(
        1,
        &[
            "served           VIOLATED  after 2 steps: by a run that repeats its steps 1 to 2 for ever",
            "ltl_2            inconclusive  the search stopped at the first violation",
            "↺ again from step 1, for ever",
        ],
    );
}

#[test]
fn a_run_that_ends_stays_where_it_is() {
    let place = Place::new("temporal_stays");
    place.file("m.pml", "byte x;\nactive proctype P() { x = 1; x = 2 }\nltl p { [] <> (x == 1) }\nltl q { <> [] (x == 2) }\n");
    place.run("check m.pml --keep-going").expect(
        1,
        &[
            "q                holds",
            "by a run after which nothing happens any more",
            "↺ nothing happens any more",
        ],
    );
}

#[test]
fn limits_leave_formulas_open() {
    let place = Place::new("temporal_limits");
    place.file("m.pml", "int x;\nactive proctype P() { do :: x < 30000 -> x++ :: else -> x = 0 od }\nltl p { [] (x >= 0) }\n");
    for limit in ["--max-states 100", "--max-depth 100", "--memory 1M", "--time 1ms"] {
        let (report, code) = place.json(&format!("m.pml --property p {limit}"));
        assert_eq!(checks(&report), [("p".to_owned(), "inconclusive".to_owned())], "{limit}");
        assert_eq!(code, Some(3), "{limit}");
    }
}

#[test]
fn what_cannot_be_told_is_not_told() {
    let place = Place::new("temporal_open");
    // What follows on the division is not searched.
    place.file(
        "m.pml",
        "byte x, y;\nactive proctype P() { if :: x = 1 / y :: x = 2 fi }\nltl p { [] (x < 3) }\n",
    );
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["verdict"], "inconclusive");
    // Nor is it known what a formula means that cannot be evaluated.
    place.file(
        "m.pml",
        "byte x = 1, y = 1;\nactive proctype P() { y = 0 }\nltl p { [] (x / y < 3) }\n",
    );
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["verdict"], "inconclusive");
    // Nor what happens within an atomic sequence that never ends.
    place.file("m.pml", "byte x;\nactive proctype P() { byte l; atomic { do :: x = 0 :: l = 1 od } }\nltl p { <> (x == 1) }\n");
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["verdict"], "inconclusive");
    place.file("m.pml", "byte x;\nactive proctype P() { x = 1 }\nltl p { <> timeout }\n");
    place.run("check m.pml").refused(&["`timeout` in a formula is not supported yet"]);
    let formula = (0..70).map(|n| format!("<> (x == {n})")).collect::<Vec<_>>().join(" && ");
    place.file(
        "m.pml",
        format!("byte x;\nactive proctype P() {{ x = 1 }}\nltl p {{ {formula} }}\n"),
    );
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["reason"], "the formula has more than 64 propositions");
}

#[test]
fn endless_runs_are_not_stored_and_that_is_said() {
    let place = Place::new("temporal_stored");
    place.file("m.pml", TURNS);
    let said = place.run("check m.pml --trace t.json");
    assert!(said.err.contains("note: nothing was stored"), "{}", said.err);
    assert!(!place.path("t.json").exists());
    // Other commands take the model as it is without its formulas.
    assert!(place.run("simulate m.pml --seed 1 --steps 3").out.contains("user("));
    place.run("graph m.pml").expect(0, &["digraph"]);
}

/// As in SPIN's verifier, which was asked about each of these claims.
#[test]
fn labels_where_an_option_begins_belong_to_the_choice() {
    let place = Place::new("temporal_labels");
    let processes = "byte u, x;\nactive proctype A() { do :: x = 1 :: x = 0 od }\n";
    for claim in [
        "do :: accept1: !(u == 1) od",
        "do :: accept1: !(u == 1) -> if :: skip :: true fi od",
        "do :: accept1: true -> true od",
        "do :: accept1: true -> true :: false od",
        "do :: true -> if :: accept1: true :: false fi od",
        "do :: true -> if :: accept1: true fi od",
        "do :: !(u == 1) -> accept1: skip od",
    ] {
        place.file("m.pml", format!("{processes}never {{ {claim} }}\n"));
        let (report, _) = place.json("m.pml --keep-going");
        assert_eq!(report["checks"][3]["verdict"], "violated", "{claim}");
    }
    let progress = "byte x;\nactive proctype A() { do :: progress: x = 1 :: x = 2 od }\n";
    for (claim, verdict) in [
        ("do :: true :: np_ -> break od; accept1: do :: np_ od", "holds"),
        ("accept1: skip; !(np_)", "violated"),
    ] {
        place.file("m.pml", format!("{progress}never {{ {claim} }}\n"));
        let (report, _) = place.json("m.pml --keep-going");
        assert_eq!(report["checks"][3]["verdict"], verdict, "{claim}");
    }
}
