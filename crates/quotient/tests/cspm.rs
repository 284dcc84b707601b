//! Scripts in CSPM, from the command line.

use crate::support::Place;

const SCRIPT: &str = "channel a, b : {0..1}
P = a?x -> b!x -> P
Q = a?x -> (b!x -> Q |~| STOP)
print card({| a |})
assert P [T= Q
assert P [F= Q
assert not P [F= Q
assert Q :[has trace]: <a.0, b.0>
";

#[test]
fn every_assertion_is_decided() {
    let place = Place::new("cspm_decided");
    place.file("m.csp", SCRIPT).run("check m.csp").expect(
        1,
        &[
            "card({| a |}) = 2",
            "P [T= Q                     holds",
            "P [F= Q                     VIOLATED  after 2 steps: only {} is accepted here",
            "not P [F= Q                 holds",
            "Q :[has trace]: <a.0, b.0>  VIOLATED",
        ],
    );
    place.run("check m.csp --assertion 1").expect(0, &["P [T= Q  holds"]);
    place.run("check m.csp --assertion [T=").expect(0, &["P [T= Q  holds"]);
    place.run("check m.csp --assertion 5").refused(&["no assertion is `5`"]);
    place.run("check m.csp --assertion 1 --json").expect(0, &["\"kind\":\"refinement\""]);
}

#[test]
fn a_wrong_assertion_keeps_none_of_the_others_from_being_decided() {
    let place = Place::new("cspm_wrong");
    let text =
        "channel a\nP = P\nQ = a -> Q\nassert P :[deadlock free]\nassert Q :[deadlock free]\n";
    let run = place.file("m.csp", text).run("check m.csp");
    run.expect(2, &["Q :[deadlock free]  holds", "P :[deadlock free]  inconclusive"]);
}

#[test]
fn what_cannot_be_printed_keeps_nothing_from_being_decided() {
    let place = Place::new("cspm_printed");
    let text = "channel a\nprint head(<>)\nprint <1, 2>\nassert STOP [T= STOP\n";
    let run = place.file("m.csp", text).run("check m.csp");
    run.expect(2, &["<1, 2> = <1, 2>", "STOP [T= STOP  holds"]);
    place.run("check m.csp --json").expect(
        2,
        &["\"text\":\"<1, 2>\",\"value\":\"<1, 2>\"", "\"value\":null,\"error\":\"`head` of"],
    );
    let endless = "f(n) = f(n + 1)\nprint f(0)\nassert STOP [T= STOP\n";
    place.file("m.csp", endless).run("check m.csp --time 1s").expect(3, &[]);
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let place = Place::new("cspm_mistakes");
    place.file("m.csp", "P = a -> STOP").run("check m.csp").refused(&["`a` is not defined"]);
    place.file("m.csp", "P = STOP [] 1").run("check m.csp").refused(&["m.csp:1"]);
    place.file("m.csp", "include \"n.csp\"").run("check m.csp").refused(&["cannot include"]);
    place.file("m.csp", "P = STOP\nassert P :[deadlock free]\n");
    place.run("check m.csp --property P").refused(&["no property `P`"]);
    let endless = "channel a : Int\nP(n) = a!n -> P(n + 1)\nassert P(0) :[deadlock free]\n";
    place.file("m.csp", endless).run("check m.csp --time 1s").expect(3, &["inconclusive"]);
}

#[test]
fn processes_are_walked_and_drawn() {
    let place = Place::new("cspm_walked");
    place.file("m.csp", SCRIPT);
    place.run("simulate m.csp --process P --steps 4 --seed 1").expect(3, &["a.", "b."]);
    place.run("graph m.csp --process P").expect(0, &["P 2: a.0", "P 2: b.1"]);
    place.run("graph m.csp --process R").refused(&["`R` is not defined"]);
    // What is checked is an assertion.
    place.run("check m.csp --process P").refused(&["unexpected argument '--process'"]);
    place.file("n.csp", "P = STOP").run("graph n.csp").refused(&["`--process P` names one"]);
}

#[test]
fn counterexamples_are_replayed() {
    let place = Place::new("cspm_replayed");
    let text = format!(
        "{SCRIPT}T = a!0 -> T\nR = T \\ {{| a |}}\nassert R :[divergence free]\nassert b!0 -> STOP [T= Q\n"
    );
    place.file("m.csp", text);
    for (assertion, ending) in
        [(2, "only {} is accepted here"), (6, "is not allowed here"), (5, "it diverges")]
    {
        place
            .run(&format!("check m.csp --assertion {assertion} --trace t.json"))
            .expect(1, &[ending]);
        place.run("replay m.csp t.json").expect(1, &[ending]);
    }
    let told = place.read("t.json");
    place.file("t.json", told.replace("\"diverges\"", "\"a.9\""));
    place.run("replay m.csp t.json").refused(&["step 1 is not possible there: R: a.9"]);
}

/// Four ways to be wrong: an event, a refusal, a divergence, and a trace that is missing.
const WRONG: &str = "channel a, b, c
P = a -> (P |~| b -> STOP)
Q = b -> c -> Q
R = a -> (Q \\ {b, c})
assert a -> a -> STOP [T= P
assert a -> P [F= a -> (P |~| STOP)
assert R :[divergence free]
assert P :[has trace [T]]: <a, b, c>
";

/// The name of an action in a stored run, as the file has it.
fn edges(run: &str) -> Vec<&str> {
    let lines = run.lines().map(str::trim);
    lines.filter(|line| line.starts_with("\"edge\"")).collect()
}

#[test]
fn a_damaged_run_is_refused() {
    let place = Place::new("cspm_damaged");
    place.file("m.csp", WRONG);
    for (assertion, ending) in [
        (1, "`b` is not allowed here"),
        (2, "is accepted here"),
        (3, "it diverges"),
        (4, "`c` cannot happen here, as it should"),
    ] {
        place
            .run(&format!("check m.csp --assertion {assertion} --trace t.json"))
            .expect(1, &[ending]);
        place.run("replay m.csp t.json").expect(1, &[ending]);
        let told = place.read("t.json");
        // Each step becomes another one: the next of its state, and each that stands for a refusal, a divergence or what is missing.
        for edge in edges(&told) {
            for other in ["4294967295", "4294967294", "4294967293", "77"] {
                let damaged = format!("\"edge\": {other},");
                if damaged == edge {
                    continue;
                }
                let text = told.replacen(edge, &damaged, 1);
                let run = place.file("d.json", text).run("replay m.csp d.json");
                run.refused(&["the trace"]);
            }
        }
        // The last step is missing, and the first is there twice.
        let steps: Vec<&str> = told.split("    {\n      \"step\"").collect();
        let (head, all) = (steps[0], steps[1..].to_vec());
        let shorter = all[..all.len() - 1].join("    {\n      \"step\"");
        let shorter = shorter.trim_end().trim_end_matches(',');
        let text = format!("{head}    {{\n      \"step\"{shorter}\n  ]\n}}\n");
        if all.len() > 1 {
            place.file("d.json", text).run("replay m.csp d.json").refused(&["the trace"]);
        }
    }
}

#[test]
fn a_stored_run_is_followed() {
    let place = Place::new("cspm_followed");
    place.file("m.csp", WRONG);
    for (assertion, ending) in [
        (1, "`b` is not allowed here"),
        (2, "is accepted here"),
        (3, "it diverges"),
        (4, "`c` cannot happen here, as it should"),
    ] {
        place.run(&format!("check m.csp --assertion {assertion} --trace t.json")).expect(1, &[]);
        let run = place.run("simulate m.csp --trace t.json");
        run.expect(1, &["along the trace", ending]);
    }
}

#[test]
fn steps_have_lines() {
    let place = Place::new("cspm_lines");
    let text = "channel a, b\nP = a -> Q\nQ = b -> P\nassert STOP [T= P [| {a} |] P\n\
                assert a -> b -> a -> STOP [T= P\n";
    place.file("m.csp", text);
    place.run("check m.csp --assertion 1 --json").expect(
        1,
        &["\"process\":\"P #1\",\"statement\":\"a\",\"file\":\"m.csp\",\"line\":2,\"column\":5"],
    );
    place.run("check m.csp --assertion 2 --json").expect(1, &["\"line\":2", "\"line\":3"]);
    // That which no component does has no place.
    place.file("m.csp", "channel a\nP = STOP |~| SKIP\nassert SKIP [F= P\n");
    place.run("check m.csp --trace t.json --json").expect(1, &[]);
    assert!(!place.read("t.json").contains("\"line\": 0"));
}

/// What an assertion denies, and a run that is said to show that it is true.
#[test]
fn runs_of_denied_assertions() {
    let place = Place::new("cspm_denied");
    let text = "channel a, b\nP = a -> P\nassert STOP [T= P\nassert not STOP [T= P\n\
        assert not P :[has trace]: <a, a>\nassert not P :[has trace [F]]: <a>\nassert not P :[has trace [F]]: <b>\n\
        assert not P :[has trace [FD]]: <a>\n";
    place.file("m.csp", text);
    for (assertion, code) in [(2, 0), (3, 1), (4, 1), (5, 0), (6, 1)] {
        let command = format!("check m.csp --assertion {assertion} --trace {assertion}.json");
        place.run(&command).expect(code, &[]);
        if code == 1 {
            place.run(&format!("replay m.csp {assertion}.json")).expect(1, &["it has the trace"]);
        }
    }
    // The run violates what is denied, so that to deny it is right.
    place.run("check m.csp --assertion 1 --trace m.json").expect(1, &[]);
    let stored = place.read("m.json").replace("\"STOP [T= P\"", "\"not STOP [T= P\"");
    place.file("denied.json", stored);
    place.run("replay m.csp denied.json").refused(&["it denies what no run shows"]);
    let stored =
        place.read("3.json").replace("<a, a>", "<b>").replace("[has trace]", "[has trace [F]]");
    place.file("denied.json", stored);
    place.run("replay m.csp denied.json").refused(&[]);
}

#[test]
fn a_script_that_asserts_nothing_loads_and_says_so() {
    let place = Place::new("cspm_library");
    place.file("m.csp", "channel a\nP = a -> P\nprint card({a})\n");
    place.run("check m.csp").expect(0, &["card({a}) = 1", "m.csp loads; it asserts nothing"]);
    place.run("check m.csp --quiet").expect(0, &["m.csp loads; it asserts nothing"]);
    place
        .run("check m.csp --json")
        .expect(0, &["\"checks\":[],\"remark\":\"loads; it asserts nothing\"", "\"value\":\"1\""]);
    place.run("check m.csp --assertion 1").refused(&["no assertion is `1`: there are none"]);
    place.file("wrong.csp", "print head(<>)\n").run("check wrong.csp").expect(2, &[]);
}

#[test]
fn types_are_checked_and_nothing_more() {
    let place = Place::new("cspm_typecheck");
    let endless = "channel a\nP = P\nf(n) = f(n + 1)\nprint f(0)\nassert P [T= a -> P\n";
    let run = place.file("m.csp", endless).run("check m.csp --typecheck");
    run.expect(0, &["m.csp loads; its types are right"]);
    let remark = "\"remark\":\"loads; its types are right\"";
    place.run("check m.csp --typecheck --json").expect(0, &[remark]);
    let wrong = place.file("wrong.csp", "channel a\nP = a -> 1\n");
    wrong.run("check wrong.csp --typecheck").refused(&["wrong.csp:2:"]);
}

#[test]
fn more_can_be_asserted_on_the_command_line() {
    let place = Place::new("cspm_asserts");
    place.file("m.csp", "channel a, b\nP = a -> P\nQ = a -> STOP\nassert Q :[deadlock free]\n");
    let run = place.run("check m.csp --assert P:[deterministic] --assert P[T=Q");
    run.expect(0, &["P:[deterministic]  holds", "P[T=Q              holds"]);
    place.run("check m.csp --assert Q[T=P --trace t.json").expect(1, &["Q[T=P  VIOLATED"]);
    place.run("replay m.csp t.json").expect(1, &["Q[T=P"]);
    place.run("check m.csp --assert R[T=P").refused(&["--assert:1:8", "`R` is not defined"]);
    place.run("check m.csp --assert P:[").refused(&["--assert:1:"]);
    // The script's own are there to be chosen.
    let run = place.run("check m.csp --assert P[T=Q --assertion 1");
    run.expect(1, &["Q :[deadlock free]  VIOLATED"]);
}
