//! The JSON object is a contract.

mod support;

use serde_json::json;
use support::{BROKEN_MUTEX, DEADLOCK, ENDLESS, MUTEX, Place};

#[test]
fn the_object_of_a_model_that_holds() {
    let place = Place::new("json_holds");
    let (object, code) = place.file("m.pml", MUTEX).json("m.pml");
    assert_eq!(code, Some(0));
    assert_eq!(object["tool"], "quotient");
    assert_eq!(object["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(object["model"], "m.pml");
    assert_eq!(object["language"], "promela");
    let properties: Vec<_> =
        object["checks"].as_array().unwrap().iter().map(|c| c["property"].clone()).collect();
    assert_eq!(json!(properties), json!(["assertions", "deadlock", "run-time errors"]));
    for check in object["checks"].as_array().unwrap() {
        assert_eq!(check["verdict"], "holds");
        assert_eq!(check["guarantee"], "exact");
        assert!(check["trace"].is_null() && check["reason"].is_null());
    }
    // Nobody inside, one before and one behind the assertion; three may enter, and one goes on.
    assert_eq!((&object["states"], &object["transitions"]), (&json!(3), &json!(6)));
    assert_eq!(object["matched"], 3);
    for number in ["states", "transitions", "depth", "peak_memory_bytes", "store_bytes"] {
        assert!(object[number].as_u64().unwrap() > 0, "{number}");
    }
    assert!(object["elapsed_s"].as_f64().unwrap() >= 0.0);
    let symmetry = &object["symmetry"];
    assert_eq!(symmetry["order"], "6");
    assert_eq!(symmetry["structure"], "S3");
    // Nothing refers to a process, so that sorting them is enough.
    assert_eq!(symmetry["representative"], "sorted");
    assert_eq!(symmetry["unique"], true);
    assert_eq!(symmetry["promise"], "unique");
    assert!(symmetry["generators"][0].as_str().unwrap().starts_with("(user("));
    assert!(object["limits"].is_null());
    assert!(object["unreached"].is_array());
}

#[test]
fn one_object_and_nothing_else() {
    let place = Place::new("json_alone");
    for model in [MUTEX, BROKEN_MUTEX, DEADLOCK] {
        let said = place.file("m.pml", model).run("check m.pml --json --audit 1");
        assert_eq!(said.out.lines().count(), 1);
        assert_eq!(said.err, "");
        serde_json::from_str::<serde_json::Value>(&said.out).unwrap();
    }
}

#[test]
fn a_violation_has_its_trace() {
    let place = Place::new("json_trace");
    let (object, code) = place.file("m.pml", BROKEN_MUTEX).json("m.pml");
    assert_eq!(code, Some(1));
    let check = &object["checks"][0];
    assert_eq!((&check["verdict"], &check["guarantee"]), (&json!("violated"), &json!("exact")));
    assert_eq!(check["kind"], "safety");
    let trace = check["trace"].as_array().unwrap();
    assert_eq!(trace[0]["step"], 1);
    let last = trace.last().unwrap()["actions"].as_array().unwrap().last().unwrap();
    assert_eq!(last["statement"], "assert(inside == 1)");
    assert_eq!((&last["line"], &last["file"]), (&json!(6), &json!("m.pml")));
    let deeds = trace.iter().flat_map(|step| step["changes"].as_array().unwrap());
    let change = deeds.into_iter().find(|change| change["cell"] == "inside").unwrap();
    assert_eq!((&change["before"], &change["after"]), (&json!("0"), &json!("1")));
    assert_eq!(object["checks"][1]["verdict"], "inconclusive");
    assert_eq!(object["checks"][1]["guarantee"], "bounded");
    assert!(object["unreached"].is_null(), "an incomplete search cannot tell");
}

#[test]
fn a_deadlock_says_where_processes_are_stuck() {
    let place = Place::new("json_stuck");
    let (object, _) = place.file("m.pml", DEADLOCK).json("m.pml --property deadlock");
    let check = &object["checks"][0];
    assert_eq!((&check["property"], &check["kind"]), (&json!("deadlock"), &json!("deadlock")));
    assert!(check["stuck"].as_array().unwrap().iter().any(|s| s["line"].is_number()));
}

#[test]
fn a_limit_is_named() {
    let place = Place::new("json_limit");
    let (object, code) = place.file("m.pml", ENDLESS).json("m.pml --max-states 1000");
    assert_eq!(code, Some(3));
    assert_eq!(object["limits"]["reached"], "states");
    assert_eq!(object["limits"]["states"], 1000);
    assert_eq!(object["checks"][0]["verdict"], "inconclusive");
    assert_eq!(object["checks"][0]["guarantee"], "bounded");
}

#[test]
fn the_symmetry_of_a_model() {
    let place = Place::new("json_symmetry");
    let said = place.file("m.pml", MUTEX).run("symmetry m.pml --json");
    let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(object["symmetry"]["order"], "6");
    let members = &object["symmetry"]["orbits"][0]["members"];
    assert_eq!(members, &json!(["user(0)", "user(1)", "user(2)"]));
    let place = Place::new("json_no_symmetry");
    let said = place.file("m.pml", ENDLESS).run("symmetry m.pml --json");
    let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert!(object["symmetry"].is_null());
    assert!(!object["remarks"].as_array().unwrap().is_empty());
}
