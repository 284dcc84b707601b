//! Sessions: models are opened, walked through, and closed.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::models::{ENDLESS, LOCKS, Model};

fn open(client: &mut Client, model: &Model) -> String {
    let (text, opened) = client.call("open", json!({"model": model.path()}));
    let name = opened["session"].as_str().expect("a name").to_owned();
    assert!(text.starts_with(&format!("session {name}: ")), "{text}");
    name
}

fn choices(position: &Value) -> usize {
    position["possible"].as_array().expect("a list").len()
}

#[test]
fn a_model_is_walked_through() {
    let (mut client, model) = (Client::new(), Model::new("m.pml", LOCKS));
    let session = &open(&mut client, &model);

    let (text, position) = client.call("step", json!({"session": session, "choice": 1}));
    assert_eq!((&position["at"], choices(&position)), (&json!(1), 1));
    assert_eq!(position["goes_first"], "second(1)");
    assert!(text.starts_with("step 1: second(1) at line 12: !b\n"), "{text}");

    let (text, position) = client.call("step", json!({"session": session, "choice": 1}));
    assert_eq!(position["changed"], json!([{"cell": "b", "before": "0", "after": "1"}]));
    assert_eq!(position["taken"][0]["actions"][0]["line"], 12);
    assert!(text.contains("b: 0 → 1\nat step 2: 2 steps possible\n  1  "), "{text}");

    let (text, state) = client.call("state", json!({"session": session}));
    assert!(text.starts_with("a = 0\nb = 1\nheld = 0\n"), "{text}");
    assert_eq!(state["cells"].as_array().map(Vec::len), Some(3));
    assert_eq!(state["processes"][1]["process"], "second(1)");
    let (_, state) = client.call("state", json!({"session": session, "name": "hel"}));
    assert_eq!(state["cells"][0]["name"], "held");

    let (_, value) = client.call("eval", json!({"session": session, "expression": "b + 2 * held"}));
    assert_eq!(value, json!({"expression": "b + 2 * held", "value": "1"}));
    let said = client.failure("eval", json!({"session": session, "expression": "b +"}));
    assert!(!said.is_empty());

    let (_, position) = client.call("step", json!({"session": session, "undo": 2}));
    assert_eq!((&position["at"], &position["known"]), (&json!(0), &json!(2)));
    assert_eq!(position["changed"], json!([{"cell": "b", "before": "1", "after": "0"}]));
    let (_, position) = client.call("step", json!({"session": session, "jump": 2}));
    assert_eq!(position["taken"].as_array().map(Vec::len), Some(2));
    for (arguments, part) in [
        (json!({"session": session, "choice": 3}), "there is no step 3: 2 steps possible"),
        (json!({"session": session, "undo": 3}), "only 2 steps to undo"),
        (json!({"session": session, "jump": 3}), "the steps 0 to 2"),
    ] {
        let said = client.failure("step", arguments);
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn places_are_found() {
    let (mut client, model) = (Client::new(), Model::new("m.pml", LOCKS));
    let session = &open(&mut client, &model);

    let (text, found) = client.call("reach", json!({"session": session, "deadlock": true}));
    assert_eq!(
        (&found["verdict"], &found["ending"]["kind"]),
        (&json!("reached"), &json!("deadlock"))
    );
    assert!(text.contains("the run ends after 4 steps: deadlock"), "{text}");
    let (text, why) = client.call("why", json!({"session": session}));
    assert_eq!(why["obstacles"].as_array().map(Vec::len), Some(2), "{text}");
    let said = client.failure("step", json!({"session": session, "choice": 1}));
    assert!(said.contains("the run has ended"), "{said}");

    let goal = json!({"session": session, "expression": "held == 2", "from": "start"});
    let (_, found) = client.call("reach", goal);
    assert_eq!(found["verdict"], "reached");
    let (_, value) = client.call("eval", json!({"session": session, "expression": "held"}));
    assert_eq!(value["value"], "2");

    let (_, found) = client.call("reach", json!({"session": session, "violation": "assertions"}));
    assert_eq!(found["ending"]["kind"], "assertion");
    let (_, why) = client.call("why", json!({"session": session}));
    assert_eq!(why, json!({"failed": true, "obstacles": []}));

    let goal = json!({"session": session, "line": 7, "from": "start"});
    let (_, found) = client.call("reach", goal);
    let last = found["taken"].as_array().and_then(|taken| taken.last()).expect("a step");
    assert_eq!(last["actions"][0]["line"], 7);

    let goal = json!({"session": session, "expression": "held == 9", "from": "start"});
    let (text, found) = client.call("reach", goal);
    assert_eq!(found["verdict"], "unreachable", "{text}");
    for (goal, part) in [
        (json!({"session": session, "violation": "nothing"}), "no property `nothing`"),
        (json!({"session": session, "line": 999}), "lines"),
        (json!({"session": session, "line": 1, "file": "x.pml"}), "no file `x.pml`"),
        (json!({"session": session, "expression": "nothing"}), "nothing"),
    ] {
        let said = client.failure("reach", goal);
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn models_that_are_none_are_refused() {
    let mut client = Client::new();
    let wrong = Model::new("m.pml", "byte x;\ninit { y = 1 }\n");
    let said = client.failure("open", json!({"model": wrong.path()}));
    assert!(said.contains("m.pml:2:8: error"), "{said}");
    for (text, part) in [("", "is empty"), (" \n", "is empty"), ("\u{0}\u{1}", "m.pml")] {
        let model = Model::new("m.pml", text);
        let said = client.failure("open", json!({"model": model.path()}));
        assert!(said.contains(part), "{said}");
    }
    let said = client.failure("open", json!({"model": "/nowhere/m.pml"}));
    assert!(said.contains("/nowhere/m.pml"), "{said}");
    let said = client.failure("open", json!({"model": "/", "language": "promela"}));
    assert!(said.contains('/'), "{said}");
}

#[test]
fn macros_are_defined() {
    let mut client = Client::new();
    let model = Model::new("m.pml", "byte x = N;\nactive proctype p() { x = 0 }\n");
    let (_, opened) = client.call("open", json!({"model": model.path(), "define": ["N=4"]}));
    let session = opened["session"].clone();
    let (_, value) = client.call("eval", json!({"session": session, "expression": "x"}));
    assert_eq!(value["value"], "4");
}

#[test]
fn there_are_eight_sessions_and_closed_ones_make_room() {
    let (mut client, model) = (Client::new(), Model::new("m.pml", LOCKS));
    for round in 0..3 {
        let sessions: Vec<String> = (0..8).map(|_| open(&mut client, &model)).collect();
        let said = client.failure("open", json!({"model": model.path()}));
        assert!(said.contains("8 sessions are open"), "{said}");
        for session in &sessions {
            let (text, _) = client.call("close", json!({"session": session}));
            assert_eq!(text, format!("session {session} is closed\n"));
            let said = client.failure("state", json!({"session": session}));
            assert!(said.contains("no session"), "round {round}: {said}");
        }
    }
}

#[test]
fn a_search_keeps_its_limit_of_time() {
    let (mut client, model) = (Client::new(), Model::new("m.pml", ENDLESS));
    let session = open(&mut client, &model);
    let goal =
        json!({"session": session, "expression": "a == 1 && a == 2", "time_s": 1, "memory_mb": 64});
    let (text, found) = client.call("reach", goal);
    assert_eq!(found["verdict"], "inconclusive", "{text}");
}

#[test]
fn a_cancelled_search_ends_and_the_session_goes_on() {
    let (mut client, model) = (Client::new(), Model::new("m.pml", ENDLESS));
    let session = open(&mut client, &model);
    let goal = json!({"session": session, "expression": "a == 1 && a == 2", "time_s": 600});
    let search = client.begin("reach", goal);
    let params = json!({"requestId": search});
    client.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    // The search is not answered any more.
    let (_, value) = client.call("eval", json!({"session": session, "expression": "a"}));
    assert_eq!(value["value"], "0");
}
