//! What a state holds.

use serde_json::json;

use crate::support::client::Client;
use crate::support::models::{LOCK, Model};
use crate::support::programs::example;

#[test]
fn variables_are_grouped_by_owner_and_nested_by_name() {
    let text = "typedef pair { byte x; byte y[2] }\n\
                pair p; byte flag[3]; chan c = [2] of { byte, byte };\n\
                active [2] proctype user() { byte k = 5; pair own; c!k,1; p.y[1] = 7; flag[own.x] = k; k = flag[1]; c?k,k }";
    let model = Model::new("m.pml", text);
    let mut client = Client::free(model.path());
    let (first, second) = (client.thread("user(0)"), client.thread("user(1)"));
    client.step("next", first);
    client.step("next", first);
    let globals = client.scope(first, "Globals").join("; ");
    assert_eq!(
        globals,
        "p = {x: 0, y: {…}}; p.x = 0; p.y = [0, 7]; p.y.[0] = 0; p.y.[1] = 7; \
         flag = [0, 0, 0]; flag.[0] = 0; flag.[1] = 0; flag.[2] = 0"
    );
    let own = client.scope(second, "user(1)").join("; ");
    assert!(own.starts_with("k = 5; own = {x: 0, y: {…}}; own.x = 0"), "{own}");
    let channels = client.scope(first, "Channels");
    assert_eq!(channels.len(), 2, "{channels:?}");
    assert!(channels[0].starts_with("c = "), "{channels:?}");
    let changed = client.scope(first, "Changed by the last step");
    assert_eq!(changed, ["p.y[1] = 0 → 7"]);
    // What has moved has other numbers.
    let frame = client.stack(first)[0]["id"].clone();
    let scopes = client.ask("scopes", json!({ "frameId": frame }));
    let reference = scopes["scopes"][0]["variablesReference"].clone();
    client.step("stepBack", first);
    client.refused("variables", json!({ "variablesReference": reference }));
    client.finish();
}

#[test]
fn parts_of_long_arrays_are_asked_for() {
    let model = Model::new("m.pml", "byte a[200]; active proctype p() { a[7] = 3 }");
    let mut client = Client::free(model.path());
    let thread = client.thread("p(0)");
    client.step("next", thread);
    let told = client.ask("evaluate", json!({ "expression": "a", "context": "hover" }));
    assert_eq!(told["indexedVariables"], 200);
    assert_eq!(told["result"], "[0, 0, 0, 0, 0, 0, 0, 3, …]");
    let part = json!({
        "variablesReference": told["variablesReference"], "filter": "indexed", "start": 7,
        "count": 2,
    });
    let part = client.ask("variables", part);
    assert_eq!(part["variables"][0]["name"], "[7]");
    assert_eq!(part["variables"][0]["value"], "3");
    assert_eq!(part["variables"][0]["evaluateName"], "a[7]");
    assert_eq!(part["variables"].as_array().unwrap().len(), 2);
    client.finish();
}

#[test]
fn names_are_those_of_the_frame_first() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::free(model.path());
    let frame = {
        let thread = client.thread("user(1)");
        client.stack(thread)[0]["id"].clone()
    };
    let told = json!({ "expression": "k", "context": "hover", "frameId": frame });
    assert_eq!(client.ask("evaluate", told)["result"], "0");
    client.refused("evaluate", json!({ "expression": "k", "context": "hover" }));
    assert_eq!(client.value("user(1).k + 2"), "2");
    assert_eq!(client.value("inside == 0"), "true");
    client.finish();
}

#[test]
fn pointer_programs_show_what_processes_own() {
    let mut client = Client::free(&example("red/mcs-lock.red"));
    let thread = client.thread("process 1");
    let own = client.scope(thread, "process 1").join("; ");
    let globals = client.scope(thread, "Globals").join("; ");
    assert!(own.contains("waiting = 0"), "{own} / {globals}");
    assert!(globals.contains("tail"), "{globals}");
    client.finish();
}

#[test]
fn rebecs_show_their_queues() {
    let mut client = Client::free(&example("rebeca/leader-ring-3.rebeca"));
    let thread = client.thread("ann");
    let own = client.scope(thread, "ann").join("; ");
    assert!(own.contains("queue = [") && own.contains("next = bob"), "{own}");
    client.finish();
}
