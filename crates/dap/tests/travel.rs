//! Ways through a run, forwards and backwards.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::models::{LOCK, Model};
use crate::support::programs::{Known, example};

/// Both users get in.
const BOTH: &[&str] = &[
    "user(0)", "user(1)", "user(0)", "user(0)", "user(1)", "user(1)", "user(1)", "user(1)",
    "user(1)",
];

fn counterexample(model: &Model) -> Client {
    Client::launched(Known::finding(BOTH), json!({ "program": model.path() }))
}

/// Everything that the state holds.
fn state(client: &mut Client) -> Vec<String> {
    let first = client.thread("user(0)");
    let second = client.thread("user(1)");
    let mut all = client.scope(first, "Globals");
    all.extend(client.scope(first, "user(0)"));
    all.extend(client.scope(second, "user(1)"));
    all
}

#[test]
fn a_counterexample_is_walked_through_and_back() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let thread = client.thread("user(0)");
    let mut states = vec![state(&mut client)];
    for step in 1..=BOTH.len() {
        let stopped = client.step("next", thread);
        let reason = if step == BOTH.len() { "exception" } else { "step" };
        assert_eq!(stopped["reason"], reason, "{step}: {stopped}");
        states.push(state(&mut client));
    }
    let told = client.ask("exceptionInfo", json!({ "threadId": thread }));
    assert_eq!(told["exceptionId"], "assertions");
    assert!(told["description"].as_str().unwrap().contains("assert(inside == 1)"), "{told}");
    for step in (0..BOTH.len()).rev() {
        let stopped = client.step("stepBack", thread);
        assert_eq!(stopped["reason"], if step == 0 { "entry" } else { "step" });
        assert_eq!(state(&mut client), states[step], "{step}");
    }
    assert_eq!(client.step("stepBack", thread)["reason"], "entry");
    assert_eq!(client.step("continue", thread)["reason"], "exception");
    assert_eq!(state(&mut client), states[BOTH.len()]);
    assert_eq!(client.step("next", thread)["reason"], "exception", "nothing follows");
    assert_eq!(client.step("reverseContinue", thread)["reason"], "entry");
    client.step("stepIn", thread);
    assert_eq!(client.go("restart", json!({}))["reason"], "entry");
    assert_eq!(state(&mut client), states[0]);
    client.finish();
}

#[test]
fn the_thread_that_moved_shows_what_it_did_and_in_which_call() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let second = client.thread("user(1)");
    client.step("next", second);
    let stopped = client.step("next", second);
    assert_eq!(stopped["threadId"], second);
    let stack = client.stack(second);
    let names: Vec<&str> = stack.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["locked = true", "done: !locked", "in: enter(k)"]);
    let lines: Vec<u64> = stack.iter().map(|it| it["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [4, 3, 9]);
    assert_eq!(stack[0]["source"]["path"], model.path().to_str().unwrap());
    assert_eq!(stack[0]["column"], 3);
    let part = json!({ "threadId": second, "startFrame": 1, "levels": 1 });
    let part = client.ask("stackTrace", part);
    assert_eq!(part["stackFrames"][0]["name"], "done: !locked");
    assert_eq!(part["totalFrames"], 3);
    // At the violation, the statement that failed stands on top.
    client.step("continue", second);
    let stack = client.stack(second);
    assert_eq!(stack[0]["name"], "assert(inside == 1)");
    assert_eq!(stack[0]["line"], 12);
    client.finish();
}

#[test]
fn where_several_steps_are_possible_one_is_chosen() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::free(model.path());
    let second = client.thread("user(1)");
    // Of the process asked about.
    assert_eq!(client.step("next", second)["threadId"], second);
    // None is known or has to follow.
    client.ask("continue", json!({ "threadId": second }));
    let (printed, stopped) = client.printed_until("stopped");
    assert!(printed.contains("2 steps possible"), "{printed}");
    assert_eq!(stopped["reason"], "step");
    let frame = client.stack(second)[0]["id"].clone();
    let targets = client.ask("stepInTargets", json!({ "frameId": frame }));
    let targets = targets["targets"].as_array().unwrap();
    assert_eq!(targets.len(), 2);
    let first = targets.iter().find(|it| it["label"].as_str().unwrap().contains("user(0)"));
    let target = first.expect("one of user(0)");
    assert_eq!(target["line"], 3);
    let chosen = json!({ "threadId": second, "targetId": target["id"] });
    let first = client.thread("user(0)");
    assert_eq!(client.go("stepIn", chosen)["threadId"], first);
    for wrong in [json!(0), json!(3), json!(-1), json!("1"), json!(u64::MAX)] {
        client.refused("stepIn", json!({ "threadId": second, "targetId": wrong }));
    }
    client.finish();
}

#[test]
fn another_way_than_the_known_one_forgets_it() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let first = client.thread("user(0)");
    assert!(client.console("steps").contains("2  "));
    let stopped = {
        client.console("choose 1");
        client.event("stopped")
    };
    let again = stopped["threadId"].as_u64().unwrap();
    // That may have been the known one or not: from here on it is not.
    client.console(if again == first { "choose 2" } else { "choose 1" });
    client.event("stopped");
    client.step("stepBack", first);
    client.step("stepBack", first);
    assert_eq!(client.step("reverseContinue", first)["reason"], "entry");
    client.finish();
}

#[test]
fn a_step_out_leaves_an_atomic_sequence() {
    let text = "byte a; active proctype p() { atomic { a = 1; a = 2; a = 3 } a = 4; a = 5 }\n\
                active proctype q() { a++ }";
    let model = Model::new("m.pml", text);
    let mut client = Client::free(model.path());
    let thread = client.thread("p(0)");
    client.step("next", thread);
    client.step("stepOut", thread);
    assert_eq!(client.value("a"), "3");
    client.finish();
}

#[test]
fn what_is_printed_is_told_once_for_each_time_it_happens() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let thread = client.thread("user(0)");
    client.ask("continue", json!({ "threadId": thread }));
    let (printed, _) = client.printed_until("stopped");
    assert!(printed.contains("in "), "{printed}");
    client.finish();
}

#[test]
fn a_long_way_without_choices_can_be_paused() {
    let model = Model::new("m.pml", "byte a; active proctype p() { do :: a++ od }");
    let mut client = Client::free(model.path());
    let thread = client.thread("p(0)");
    // It has to go on for ever, and stops sooner.
    assert_eq!(client.step("continue", thread)["reason"], "step");
    client.ask("continue", json!({ "threadId": thread }));
    client.ask("pause", json!({ "threadId": thread }));
    let reason = client.event("stopped")["reason"].clone();
    assert!(reason == "pause" || reason == "step", "{reason}");
    assert_eq!(client.step("reverseContinue", thread)["reason"], "entry");
    client.finish();
}

#[test]
fn models_of_every_language_are_walked_through() {
    for path in [
        "promela/peterson-2.pml",
        "promela-lite/mutex-4.prl",
        "rebeca/leader-ring-3.rebeca",
        "cspm/peterson.csp",
        "red/mcs-lock.red",
    ] {
        let mut client = Client::free(&example(path));
        for _ in 0..20 {
            let threads = client.ask("threads", json!({}));
            let ids: Vec<u64> = threads["threads"]
                .as_array()
                .unwrap()
                .iter()
                .map(|thread| thread["id"].as_u64().unwrap())
                .collect();
            for &id in &ids {
                let frame = client.stack(id)[0]["id"].clone();
                let scopes = client.ask("scopes", json!({ "frameId": frame }));
                for scope in scopes["scopes"].as_array().unwrap() {
                    client.below(&scope["variablesReference"], "");
                }
            }
            client.console("why");
            if client.console("steps").contains("  1  ") {
                let taken = client.console("choose 1");
                let stopped = client.event("stopped");
                let stack = client.stack(stopped["threadId"].as_u64().unwrap());
                let is_done = |it: &Value| it["name"].as_str().unwrap().starts_with("done: ");
                let is_shown = stack.iter().any(is_done) || taken == "(no statement)";
                assert!(is_shown, "{path}: {taken}: {stack:?}");
            }
        }
        client.finish();
    }
}
