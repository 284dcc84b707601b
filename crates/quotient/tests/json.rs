//! The JSON object is a contract.

use crate::support::{BROKEN_MUTEX, DEADLOCK, ENDLESS, MUTEX, Place};
use serde_json::{Value, json};

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
    assert_eq!(object["file_bytes"], 0);
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

/// Sets of states have no transitions that are taken one by one, and rounds instead of a depth.
#[test]
fn what_sets_do_not_have_is_null() {
    let place = Place::new("json_sets");
    let (object, code) = place.file("m.pml", MUTEX).json("m.pml --engine symbolic");
    assert_eq!((code, &object["states"]), (Some(0), &json!(7)));
    for key in ["transitions", "matched", "depth"] {
        assert!(object.as_object().unwrap().contains_key(key) && object[key].is_null(), "{key}");
    }
    assert_eq!(object["sets"]["states"], "7");
    assert!(object["sets"]["rounds"].as_u64().unwrap() > 0);
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

/// Two messages of which the second is received first, a rendezvous, and a process that starts and ends.
const MESSAGES: &str = "chan q = [2] of { byte, byte };
chan r = [0] of { byte };
mtype = { open, shut };
mtype door = open;
byte total;
proctype helper() { r!5 }
active proctype sender() { q!1,7; q!2,8 }
active proctype receiver() {
  byte a, b;
  run helper();
  q??2,b; q?a,b; r?a;
  door = (a > b -> open : shut);
  total = a + b;
  assert(total == 0 || door == open)
}
";

/// The statement of a trace with a text, and what it says.
fn statement<'a>(trace: &'a Value, text: &str) -> &'a Value {
    let transitions = trace.as_array().unwrap().iter();
    let mut actions = transitions.flat_map(|transition| transition["actions"].as_array().unwrap());
    actions.find(|action| action["statement"] == text).unwrap_or_else(|| panic!("no {text}"))
}

/// What was sent or received: by whom to whom, through what, which numbers, and in answer to which step.
fn message(action: &Value) -> (&Value, &Value, &Value, &Value, Vec<i64>, &Value) {
    let [message] = &action["messages"].as_array().unwrap()[..] else { panic!("{action}") };
    let fields = message["fields"].as_array().unwrap().iter();
    let numbers = fields.map(|field| field["value"].as_i64().unwrap()).collect();
    let (from, to, channel) = (&message["from"], &message["to"], &message["channel"]);
    (&message["kind"], from, to, channel, numbers, &message["answers"])
}

#[test]
fn actions_say_what_they_read_write_and_communicate() {
    let place = Place::new("json_effects");
    let (object, code) = place
        .file("m.pml", MESSAGES)
        .json("m.pml --no-merge --symmetry off --search dfs --trace t");
    assert_eq!(code, Some(1));
    let check = &object["checks"][0];
    assert_eq!(check["processes"], json!(["sender(0)", "receiver(1)"]));
    let trace = &check["trace"];
    let sent = statement(trace, "q!2,8");
    assert_eq!(sent["writes"], json!(["q"]));
    let sender = json!("sender(0)");
    assert_eq!(
        message(sent),
        (&json!("send"), &sender, &Value::Null, &json!("q"), vec![2, 8], &Value::Null)
    );

    let is_step = |answers: &Value, text: &str| {
        let step = answers["step"].as_u64().unwrap() as usize;
        trace[step - 1]["actions"][answers["action"].as_u64().unwrap() as usize]["statement"]
            == text
    };
    for (receive, send, numbers) in
        [("q??2,b", "q!2,8", vec![2, 8]), ("q?a,b", "q!1,7", vec![1, 7])]
    {
        let (kind, from, to, _, fields, answers) = message(statement(trace, receive));
        assert_eq!((kind, from, to), (&json!("receive"), &sender, &json!("receiver(1)")));
        assert_eq!(fields, numbers);
        assert!(is_step(answers, send), "{receive} answers {answers}");
    }
    for side in ["r!5", "r?a"] {
        let (kind, from, to, channel, fields, _) = message(statement(trace, side));
        assert_eq!((kind, channel, fields), (&json!("rendezvous"), &json!("r"), vec![5]));
        assert_eq!((from, to), (&json!("helper(2)"), &json!("receiver(1)")));
    }
    assert_eq!(statement(trace, "run helper()")["starts"], json!(["helper(2)"]));

    // `a` is 5 and `b` 7 then.
    let chosen = statement(trace, "door = (a > b -> open : shut)");
    assert_eq!(chosen["reads"], json!(["receiver(1).a", "receiver(1).b"]));
    assert_eq!(chosen["writes"], json!(["door"]));
    let changes = trace.as_array().unwrap().iter().flat_map(|t| t["changes"].as_array().unwrap());
    let door = changes.into_iter().find(|change| change["cell"] == "door").unwrap();
    assert_eq!(door["before_value"], json!({ "type": "symbol", "value": "open" }));
    assert_eq!(door["after_value"], json!({ "type": "symbol", "value": "shut" }));
    // The second half is read as the first does not decide.
    let failed = statement(trace, "assert(total == 0 || door == open)");
    assert_eq!(failed["reads"], json!(["total", "door"]));

    let replayed: Value = serde_json::from_str(&place.run("replay m.pml t --json").out).unwrap();
    assert_eq!((&replayed["trace"], &replayed["processes"]), (trace, &check["processes"]));
}

#[test]
fn simulated_runs_say_it_too() {
    let place = Place::new("json_effects_simulated");
    place.file("m.pml", MESSAGES).json("m.pml --no-merge --symmetry off --search dfs --trace t");
    let told = place.run("simulate m.pml --trace t --json");
    let object: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(object["processes"], json!(["sender(0)", "receiver(1)"]));
    let (_, from, _, _, _, answers) = message(statement(&object["steps"], "q??2,b"));
    assert_eq!(from, "sender(0)");
    let step = answers["step"].as_u64().unwrap() as usize;
    assert_eq!(object["steps"][step - 1]["actions"][0]["statement"], "q!2,8");
}
