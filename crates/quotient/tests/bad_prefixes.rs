//! Formulas that fail whatever comes later: by the shortest bad prefix, in every form in which a counterexample is told and stored.

use crate::support::{Place, spin};
use serde_json::{Value, json};
use testing::peers::{Peer, are_installed};

/// A run-time error follows at once on the state in which the formula fails.
const ERROR: &str = "byte x; byte a[2];
active proctype P() { x = 5; a[x] = 1; x = 0 }
ltl inv { [] (x < 2) }
";

/// The formula fails after three steps; 600 more come before anything is repeated.
const LONG: &str = "short n; byte x;
active proctype P() { x = 1; x = 2; x = 3; do :: n < 300 -> n++ :: n == 300 -> x = 0; n = 0 od }
ltl inv { [] (x < 3) }
";

/// Models of our own with a formula `f`, and the number of steps after which it fails, worked out by hand; none if it does not
/// fail by a prefix. In each a run-time error ends the runs on which it fails.
const RELATIVES: [(&str, &str, Option<usize>); 12] = [
    // Two steps more come before the error.
    (
        "precedence",
        "byte x, y; byte a[2];
        active proctype P() { x = 1; x = 2; y = 1; a[x] = 1 }
        ltl f { (x < 2) W (y == 1) }",
        Some(2),
    ),
    // No safety formula: `<>` alone would need all of a run.
    (
        "conjunction",
        "byte x; byte a[2];
        active proctype P() { x = 2; a[x] = 1 }
        ltl f { [] (x < 2) && <> (x == 1) }",
        Some(1),
    ),
    // Until: neither `x == 0` nor `x == 3` holds.
    (
        "until",
        "byte x; byte a[2];
        active proctype P() { x = 1; x = 2; a[x] = 1; x = 3 }
        ltl f { (x == 0) U (x == 3) }",
        Some(1),
    ),
    // Before the first step.
    (
        "initial",
        "byte x = 7; byte a[2];
        active proctype P() { a[x] = 1 }
        ltl f { x == 0 }",
        Some(0),
    ),
    // The next step: after `x = 1` comes `x = 3`, not 2.
    (
        "next",
        "byte x; byte a[2];
        active proctype P() { x = 1; x = 3; a[x] = 1 }
        ltl f { [] ((x == 1) -> X (x == 2)) }",
        Some(2),
    ),
    // Who has gone to 1 must not come back: three steps of two processes, the errors of both behind them.
    (
        "stays",
        "byte x; byte a[2];
        active proctype P() { x = 1; (x == 0) -> a[x + 2] = 1 }
        active proctype Q() { (x == 1) -> x = 0; a[2 - x] = 1 }
        ltl f { [] ((x == 1) -> [] (x == 1)) }",
        Some(3),
    ),
    // The two processes are interchangeable, and the formula keeps that.
    (
        "symmetric",
        "byte x; byte a[3];
        active [2] proctype P() { byte l; x++; l = x; a[l * 2 + 1] = 1 }
        ltl f { [] (x < 2) }",
        Some(2),
    ),
    // Division by zero instead of an index.
    (
        "division",
        "byte x = 1; byte y;
        active proctype P() { x = 0; y = 1 / x }
        ltl f { [] (x == 1) }",
        Some(1),
    ),
    // A formula that looks at a channel; the error is a send to no channel.
    (
        "channel",
        "chan c = [2] of { byte }; chan none;
        active proctype P() { c!1; c!2; none!1 }
        ltl f { [] (len(c) < 2) }",
        Some(2),
    ),
    // What must have been before: bad as soon as `y` is 1 without an `x`.
    (
        "before",
        "byte x, y; byte a[2];
        active proctype P() { y = 1; a[y + 1] = 1; x = 1 }
        ltl f { (y == 0) W (x == 1) }",
        Some(1),
    ),
    // What is asked for is there before the error: nothing is wrong, and what comes later is not known.
    (
        "open",
        "byte x; byte a[2];
        active proctype P() { x = 2; a[x] = 1 }
        ltl f { [] (x < 3) }",
        None,
    ),
    // Something that is to come has no bad prefix.
    (
        "response",
        "byte x; byte a[2];
        active proctype P() { x = 2; a[x] = 1 }
        ltl f { [] ((x == 2) -> <> (x == 0)) }",
        None,
    ),
];

/// Every way to search.
fn combinations() -> Vec<String> {
    let mut all = vec![String::new()];
    for [one, other] in [
        [" --por on", " --por off"],
        [" --symmetry auto", " --symmetry off"],
        [" --workers 1", " --workers 2"],
    ] {
        all = all.iter().flat_map(|so_far| [one, other].map(|o| so_far.clone() + o)).collect();
    }
    let fairness = ["none", "weak", "strong"];
    let fair = |so_far: &String| fairness.map(|it| format!("{so_far} --fairness {it}"));
    all.iter().flat_map(fair).collect()
}

/// The check of the formula in a report.
fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["property"] == name).unwrap()
}

#[test]
fn a_prefix_decides_though_a_run_time_error_follows() {
    let place = Place::new("bad_prefix_error");
    place.file("m.pml", ERROR);
    place.run("check m.pml --property inv").expect(
        1,
        &[
            "inv  VIOLATED  after 1 step: by step 1, whatever comes later",
            "  1  P(0)  2  x = 5  `x < 2`: true → false, x: 0 → 5\n  ✗ inv is violated by step 1, whatever comes later",
        ],
    );
    let (report, code) = place.json("m.pml --keep-going");
    assert_eq!(
        (code, &check(&report, "run-time errors")["verdict"]),
        (Some(1), &json!("violated"))
    );
    let found = check(&report, "inv");
    assert_eq!((&found["verdict"], &found["prefix"]), (&json!("violated"), &json!(true)));
    assert_eq!((found["trace"].as_array().unwrap().len(), found.get("again")), (1, None));
    // Nobody else has one.
    assert_eq!(check(&report, "run-time errors").get("prefix"), None);
}

#[test]
fn the_shortest_prefix_is_shown_and_not_a_round() {
    let place = Place::new("bad_prefix_long");
    place.file("m.pml", LONG);
    for options in combinations() {
        let (report, _) = place.json(&format!("m.pml --property inv{options}"));
        let found = check(&report, "inv");
        assert_eq!(found["trace"].as_array().unwrap().len(), 3, "{options}");
        assert_eq!(found["reason"], "inv is violated by step 3, whatever comes later", "{options}");
    }
    let (report, _) = place.json("m.pml --property inv --shortest");
    assert_eq!(check(&report, "inv")["search"]["shortest"], true);
}

#[test]
fn relatives_are_decided_in_every_combination() {
    for (name, text, steps) in RELATIVES {
        let place = Place::new(&format!("bad_prefix_{name}"));
        place.file("m.pml", text);
        for options in combinations() {
            let (report, _) = place.json(&format!("m.pml --property f{options}"));
            let found = check(&report, "f");
            let Some(steps) = steps else {
                assert_eq!(found["verdict"], "inconclusive", "{name}{options}");
                continue;
            };
            assert_eq!(found["verdict"], "violated", "{name}{options}: {}", found["reason"]);
            assert_eq!(found["prefix"], true, "{name}{options}");
            assert_eq!(found["trace"].as_array().unwrap().len(), steps, "{name}{options}");
        }
    }
}

#[test]
fn a_stored_prefix_is_replayed() {
    for (name, text, steps) in RELATIVES {
        let Some(steps) = steps else { continue };
        let place = Place::new(&format!("bad_prefix_stored_{name}"));
        place.file("m.pml", text);
        place.run("check m.pml --property f --trace t.json --quiet").expect(1, &[]);
        let stored: Value = serde_json::from_str(&place.read("t.json")).unwrap();
        assert_eq!((&stored["prefix"], stored.get("again")), (&json!(true), None), "{name}");
        let ending = match steps {
            0 => "✗ f is violated in the initial state, whatever comes later".to_owned(),
            _ => format!("✗ f is violated by step {steps}, whatever comes later"),
        };
        let real = "replayed on the unreduced model: the violation is real";
        place.run("replay m.pml t.json").expect(1, &[&ending, real]);
        place.run("replay m.pml t.json --json").expect(1, &["\"prefix\":true"]);
        if steps > 0 {
            // One step less decides nothing.
            let mut short = stored.clone();
            short["steps"].as_array_mut().unwrap().pop();
            place.file("short.json", short.to_string());
            place.run("replay m.pml short.json").refused(&["does not violate `f`"]);
        }
    }
}

/// A formula may be called like something that every model has.
#[test]
fn a_prefix_of_a_formula_called_like_another_property_is_its_own() {
    let place = Place::new("bad_prefix_name");
    place.file("m.pml", ERROR.replace("inv", "deadlocks"));
    place.run("check m.pml --property deadlocks --trace t.json --quiet").expect(1, &[]);
    place.run("replay m.pml t.json").expect(1, &["✗ deadlocks is violated by step 1"]);
}

#[test]
fn spin_replays_the_trail_of_a_prefix() {
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    for (name, text, steps) in RELATIVES {
        let Some(steps) = steps else { continue };
        let place = Place::new(&format!("bad_prefix_trail_{name}"));
        place.file("m.pml", text);
        let (report, _) = place.json("m.pml --property f --trail");
        let command = report["trail"]["replay"].as_str().expect(name);
        let words: Vec<&str> = command.split_whitespace().collect();
        let said = spin::run(&place, &words).expect("it ends").out;
        if name == "next" && said.contains("saw 'X'") {
            // This SPIN was made without `X`.
            continue;
        }
        // Of no steps it counts the line that says that statements are merged.
        let steps = if steps == 0 { -4 } else { steps as i64 };
        assert!(said.contains(&format!("trail ends after {steps} steps")), "{name}: {said}");
        let lost = ["no matching stmnt", "transition failed", "stop error", "(?)", "no process"];
        assert!(lost.iter().all(|word| !said.contains(word)), "{name}: {said}");
    }
}

/// The end of a never claim is a prefix that decides as well; SPIN reports it (`end state in claim reached`).
#[test]
fn a_claim_that_comes_to_its_end_is_violated_whatever_follows() {
    let place = Place::new("bad_prefix_never");
    let never = "never inv { do :: x >= 2 -> break :: else od }";
    place.file("m.pml", ERROR.replace("ltl inv { [] (x < 2) }", never));
    for options in combinations() {
        let (report, _) = place.json(&format!("m.pml --property inv{options}"));
        let found = check(&report, "inv");
        assert_eq!((&found["verdict"], &found["prefix"]), (&json!("violated"), &json!(true)));
        assert_eq!(found["trace"].as_array().unwrap().len(), 1, "{options}");
    }
}
