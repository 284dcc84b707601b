//! Where runs are to stop.

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::models::{LOCK, Model};
use crate::support::programs::Known;

const BOTH: &[&str] = &[
    "user(0)", "user(1)", "user(0)", "user(0)", "user(1)", "user(1)", "user(1)", "user(1)",
    "user(1)",
];

fn counterexample(model: &Model) -> Client {
    Client::launched(Known::finding(BOTH), json!({ "program": model.path() }))
}

fn set(client: &mut Client, model: &Model, breakpoints: Value) -> Value {
    let source = json!({ "path": model.path() });
    let told = json!({ "source": source, "breakpoints": breakpoints });
    client.ask("setBreakpoints", told)["breakpoints"].clone()
}

#[test]
fn a_run_stops_after_a_step_on_a_line_forwards_and_backwards() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let thread = client.thread("user(0)");
    // Nothing stands on the sixth line: the next one that has a statement is meant.
    let told = set(&mut client, &model, json!([{ "line": 4 }, { "line": 6 }, { "line": 99 }]));
    assert_eq!((&told[0]["verified"], &told[0]["line"]), (&json!(true), &json!(4)));
    assert_eq!((&told[1]["verified"], &told[1]["line"]), (&json!(true), &json!(9)));
    assert_eq!(told[2]["verified"], false);
    set(&mut client, &model, json!([{ "line": 4 }]));
    for _ in 0..2 {
        let stopped = client.step("continue", thread);
        assert_eq!(stopped["reason"], "breakpoint", "{stopped}");
        assert_eq!(stopped["hitBreakpointIds"].as_array().map(Vec::len), Some(1));
    }
    assert_eq!(client.step("continue", thread)["reason"], "exception");
    assert_eq!(client.step("reverseContinue", thread)["reason"], "breakpoint");
    assert_eq!(client.step("reverseContinue", thread)["reason"], "breakpoint");
    assert_eq!(client.step("reverseContinue", thread)["reason"], "entry");
    set(&mut client, &model, json!([]));
    assert_eq!(client.step("continue", thread)["reason"], "exception");
    client.finish();
}

#[test]
fn a_call_is_stopped_at_when_it_is_entered() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let thread = client.thread("user(0)");
    let told = set(&mut client, &model, json!([{ "line": 9 }]));
    assert_eq!(told[0]["verified"], true);
    let stopped = client.step("continue", thread);
    assert_eq!(stopped["reason"], "breakpoint");
    client.finish();
}

#[test]
fn conditions_are_those_of_the_state_after_the_step() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let thread = client.thread("user(0)");
    set(&mut client, &model, json!([{ "line": 9, "condition": "inside == 2" }]));
    assert_eq!(client.step("continue", thread)["reason"], "breakpoint");
    assert_eq!(client.value("inside"), "2");
    client.step("reverseContinue", thread);
    // One that cannot be understood stops, and says so.
    set(&mut client, &model, json!([{ "line": 4, "condition": "nobody == 2" }]));
    client.ask("continue", json!({ "threadId": thread }));
    let (printed, stopped) = client.printed_until("stopped");
    assert_eq!(stopped["reason"], "breakpoint");
    assert!(printed.contains("nobody == 2: "), "{printed}");
    client.finish();
}

#[test]
fn a_change_of_a_variable_is_stopped_at() {
    let model = Model::new("m.pml", LOCK);
    let mut client = counterexample(&model);
    let thread = client.thread("user(0)");
    let frame = client.stack(thread)[0]["id"].clone();
    let scopes = client.ask("scopes", json!({ "frameId": frame }));
    let own = scopes["scopes"][0]["variablesReference"].clone();
    let told = client.ask("dataBreakpointInfo", json!({ "variablesReference": own, "name": "k" }));
    assert_eq!(told["dataId"], "user(0).k");
    let told = client.ask("dataBreakpointInfo", json!({ "name": "flag" }));
    assert_eq!(told["dataId"], Value::Null);
    let set = json!({ "breakpoints": [{ "dataId": "inside" }, { "dataId": "nothing" }] });
    let told = client.ask("setDataBreakpoints", set);
    assert_eq!(told["breakpoints"][0]["verified"], true);
    assert_eq!(told["breakpoints"][1]["verified"], false);
    assert_eq!(client.step("continue", thread)["reason"], "data breakpoint");
    assert_eq!(client.value("inside"), "1");
    client.finish();
}

#[test]
fn violations_are_passed_where_nobody_wants_to_stop_there() {
    let text = "byte a; ltl always { [] (a < 9) }\nactive proctype p() { a = 1; assert(a == 2) }";
    let model = Model::new("m.pml", text);
    let mut client = Client::free(model.path());
    let thread = client.thread("p(0)");
    let told = client.ask("setExceptionBreakpoints", json!({ "filters": ["violation"] }));
    assert_eq!(told["breakpoints"][0]["verified"], true);
    assert_eq!(client.step("continue", thread)["reason"], "exception");
    client.ask("setExceptionBreakpoints", json!({ "filters": [] }));
    client.go("restart", json!({}));
    assert_eq!(client.step("continue", thread)["reason"], "step");
    client.refused("setExceptionBreakpoints", json!({ "filters": ["all"] }));
    client.refused("setExceptionBreakpoints", json!({ "filters": "violation" }));
    client.finish();
}

#[test]
fn lines_of_other_files_are_not_verified() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::free(model.path());
    let other =
        json!({ "source": { "path": model.beside("o.pml") }, "breakpoints": [{ "line": 1 }] });
    let told = client.ask("setBreakpoints", other);
    assert_eq!(told["breakpoints"][0]["verified"], false);
    for wrong in [
        json!({ "source": {}, "breakpoints": [] }),
        json!({ "source": { "path": model.path() }, "breakpoints": [{ "line": -1 }] }),
        json!({ "source": { "path": model.path() }, "breakpoints": [{ "line": "1" }] }),
        json!({ "source": { "path": model.path() }, "breakpoints": [{}] }),
        json!({ "source": { "path": model.path() }, "breakpoints": vec![json!({ "line": 1 }); 2000] }),
    ] {
        client.refused("setBreakpoints", wrong);
    }
    client.finish();
}

/// An inline that is called again and again, and by two processes.
const CALLS: &str = "\
byte x, y;
inline g() {
  x = x + 1;
  x = x + 2
}
active proctype P() {
  do
  :: x < 9 ->
     g()
  :: else -> break
  od
}
active proctype Q() { y = 1; y = 2 }
";

#[test]
fn a_call_is_stopped_at_each_time_that_it_is_entered() {
    let model = Model::new("m.pml", CALLS);
    let mut client = Client::free(model.path());
    let [p, q] = ["P(0)", "Q(1)"].map(|name| client.thread(name));
    set(&mut client, &model, json!([{ "line": 9 }]));
    // Q does something while P is in the call; P comes to its condition, its call and the rest of that, again and again.
    let threads = [p, p, q, p, p, p, p, p, p];
    let stops = threads.map(|thread| client.step("next", thread)["reason"] == "breakpoint");
    assert_eq!(stops, [false, true, false, false, false, true, false, false, true]);
    client.finish();
}
