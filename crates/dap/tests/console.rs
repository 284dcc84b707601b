//! What is typed into the console.

use serde_json::json;

use crate::support::client::Client;
use crate::support::models::{LOCK, Model};
use crate::support::programs::example;

#[test]
fn the_console_knows_its_commands() {
    let model = Model::new("m.pml", LOCK);
    let mut client = Client::free(model.path());
    assert!(client.console("help").contains("choose N"));
    let steps = client.console("steps");
    assert_eq!(steps.lines().count(), 2, "{steps}");
    assert!(steps.contains("user(0) at line 3: !locked"), "{steps}");
    assert_eq!(client.console("why"), "every step is possible");
    assert!(client.console("choose 2").contains("!locked"));
    client.event("stopped");
    client.console("choose 1");
    client.event("stopped");
    assert_eq!(client.console("locked || inside > 3"), "false");
    for wrong in ["choose 0", "choose 3", "choose x", "choose -1", "", "nobody", "1 +", "((((("] {
        let asked = json!({ "expression": wrong, "context": "repl" });
        assert!(!client.refused("evaluate", asked).is_empty(), "{wrong}");
    }
    // Elsewhere it is an expression.
    client.refused("evaluate", json!({ "expression": "steps", "context": "watch" }));
    client.finish();
}

#[test]
fn what_is_in_the_way_is_told() {
    let text = "bool a; active proctype p() { a; skip } active proctype q() { skip }";
    let model = Model::new("m.pml", text);
    let mut client = Client::free(model.path());
    let why = client.console("why");
    assert!(why.contains("p(0) at line 1: a — "), "{why}");
    client.finish();
}

#[test]
fn expressions_of_the_language_have_values() {
    let mut client = Client::free(&example("cspm/peterson.csp"));
    assert_eq!(client.console("1 + 2"), "3");
    client.finish();
}
