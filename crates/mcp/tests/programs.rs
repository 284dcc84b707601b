//! What the program is run with, and what is answered of it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::support::client::Client;
use crate::support::runners::{Prepared, Stuck};

fn client(runner: &Arc<Prepared>) -> Client {
    Client::with(&[&promela::Promela], Arc::clone(runner) as _)
}

fn violated() -> Value {
    let change = json!({"action": 0, "cell": "x", "before": "0", "after": "1"});
    let action = json!({"process": "p(0)", "statement": "x = 1", "file": "m.pml", "line": 3});
    let step = json!({"step": 1, "actions": [action], "changes": [change]});
    let trace: Vec<Value> = vec![step; 250];
    json!({
        "format": 1, "states": 35, "transitions": 71, "limits": {"reached": "time"},
        "symmetry": {"structure": "S4", "order": "24"},
        "checks": [
            {"property": "assertions", "verdict": "violated", "reason": "wrong", "trace": trace, "again": 2},
            {"property": "deadlock", "verdict": "holds", "reason": null, "trace": null},
        ],
    })
}

#[test]
fn verdicts_are_told_and_the_document_is_handed_on() {
    let runner = Arc::new(Prepared::new(1, &violated().to_string(), "warning: hm\n"));
    let mut client = client(&runner);
    let arguments =
        json!({"model": "-m.pml", "define": ["N=2"], "reach": "x == 1", "symmetry": null});
    let (text, document) = client.call("check", arguments);
    let expected = "assertions: violated: wrong\n  \
        a run of 250 steps, of which the last is p(0) at m.pml:3: x = 1\n\
        deadlock: holds\n35 states, 71 transitions, symmetry S4 of order 24, ended by a limit: time\nwarning: hm\n";
    assert_eq!(text, expected);
    assert_eq!(document["states"], 35);
    assert_eq!(document["checks"][0]["trace"].as_array().map(Vec::len), Some(200));
    assert_eq!(document["checks"][0]["trace_left_out"], 50);
    let arguments = "check ./-m.pml --json --time=60s --memory=2048M -D=N=2 --reach=x == 1";
    assert_eq!(runner.runs()[0].join(" "), arguments);

    let (text, _) = client.call("report", json!({"model": "m.pml"}));
    assert!(
        text.contains("  … 50 steps before\n  1  p(0) at m.pml:3: x = 1\n       x: 0 → 1\n"),
        "{text}"
    );
    assert!(text.contains("  and from step 2 again, for ever\n"), "{text}");
}

#[test]
fn symmetry_is_told() {
    let orbit = json!({"members": ["p(0)", "p(1)"], "interchangeable": true});
    let document = json!({
        "symmetry": {"order": "2", "structure": "C2", "orbits": [orbit]},
        "remarks": [{"text": "hm", "file": "m.pml", "line": 4}],
        "differences": [{"first": ["p(0)"], "second": ["q(1)"], "reason": "so"}],
    });
    let runner = Arc::new(Prepared::new(0, &document.to_string(), ""));
    let mut client = client(&runner);
    let (text, told) = client.call("symmetry", json!({"model": "m.pml", "time_s": 5}));
    let expected = "symmetry C2 of order 2\np(0), p(1): interchangeable\nm.pml:4: hm\np(0) differ from q(1): so\n";
    assert_eq!(text, expected);
    assert_eq!(told, document);
    assert_eq!(runner.runs(), [["symmetry", "m.pml", "--json", "--time=5s", "--memory=2048M"]]);
}

#[test]
fn a_program_without_a_document_is_a_failure() {
    for (status, output, complaints, part) in [
        (2, "", "error: m.pml: no such file\n", "error: m.pml: no such file"),
        (0, "no json", "", "exit status 0, and no document"),
        (3, "", "error: no room\n", "no room"),
        (1, "[]", "", "exit status 1, and no document"),
        (101, "{}", "", "exit status 101"),
        (2, "", &"x".repeat(1 << 20)[..], "xxx…"),
    ] {
        let mut client = client(&Arc::new(Prepared::new(status, output, complaints)));
        let said = client.failure("check", json!({"model": "m.pml"}));
        assert!(said.contains(part) && said.len() < 10_000, "{said}");
    }
    // A document of another kind is no reason to fail.
    let mut client = client(&Arc::new(Prepared::new(0, "{\"checks\": 7, \"symmetry\": []}", "")));
    client.call("report", json!({"model": "m.pml"}));
    client.call("symmetry", json!({"model": "m.pml"}));
}

#[test]
fn answers_that_are_too_long_are_cut_or_refused() {
    let check =
        json!({"property": "p".repeat(5000), "verdict": "holds", "reason": "r".repeat(5000)});
    let document = json!({"checks": vec![check; 100], "states": 1});
    let mut short = client(&Arc::new(Prepared::new(0, &document.to_string(), "")));
    let (text, told) = short.call("check", json!({"model": "m.pml"}));
    assert_eq!(text.chars().count(), 100_001);
    assert_eq!(told["checks"][0]["reason"].as_str().map(|it| it.chars().count()), Some(2001));
    let rows = vec![vec!["x".repeat(1000); 200]; 200];
    let mut long = client(&Arc::new(Prepared::new(0, &json!({"rows": rows}).to_string(), "")));
    let said = long.failure("check", json!({"model": "m.pml"}));
    assert!(said.contains("more than 4194304"), "{said}");
}

#[test]
fn four_checks_run_at_a_time_and_are_cancelled() {
    let runner = Arc::new(Stuck::default());
    let mut client = Client::with(&[&promela::Promela], Arc::clone(&runner) as _);
    let calls: Vec<u64> =
        (0..4).map(|_| client.begin("check", json!({"model": "m.pml"}))).collect();
    runner.await_running(4);
    let said = client.failure("check", json!({"model": "m.pml"}));
    assert!(said.contains("4 checks are running"), "{said}");
    let again = json!({"name": "check", "arguments": {"model": "m.pml"}});
    client.say(&json!({"jsonrpc": "2.0", "id": calls[0], "method": "tools/call", "params": again}));
    assert_eq!(client.message()["error"]["code"], -32600, "the call is still being answered");
    for call in calls {
        let params = json!({"requestId": call});
        client
            .say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    }
    runner.await_running(0);
    assert_eq!(runner.killed.load(Ordering::SeqCst), 4);
    assert_eq!(client.end(), Vec::<String>::new());
}
