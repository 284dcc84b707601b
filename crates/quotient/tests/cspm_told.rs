//! What is told of processes: who moves, what went wrong and how it came to that, in words and in JSON.

use crate::support::Place;
use serde_json::{Value, json};

/// The first verdict of a document.
fn first_check(document: &str) -> Value {
    let document: Value = serde_json::from_str(document).unwrap();
    document["checks"][0].clone()
}

#[test]
fn copies_are_told_apart_by_their_indices() {
    let place = Place::new("cspm_copies");
    let text = "channel a, b\nP = a -> b -> STOP\nQ(i) = if i > 0 then a -> STOP else STOP\nS = ||| i:{1..3} @ P\n\
        N = || i:{1, 2} @ [{b}] ||| j:{7, 8} @ P\n\
        assert S :[deadlock free]\nassert N :[deadlock free]\nassert (P ||| P) :[deadlock free]\n\
        assert (||| i:{1, 2} @ Q(i)) :[deadlock free]\n";
    let checked = |number: u32| place.run(&format!("check m.csp --assertion {number}"));
    place.file("m.csp", text);
    checked(1).expect(1, &["P (i = 1)  2  a", "P (i = 2)  2  b", "      P (i = 3)  cannot move"]);
    checked(2).expect(1, &["P (i = 1, j = 7)", "P (i = 2, j = 8)"]);
    checked(3).expect(1, &["P #1", "P #2"]);
    let plain = checked(4);
    plain.expect(1, &["Q(1)"]);
    assert!(!plain.out.contains("Q(1) ("), "they have names of their own: {}", plain.out);
}

#[test]
fn equal_processes_of_other_indices_have_none() {
    let place = Place::new("cspm_ambiguous");
    let text = "channel a, b\nP = a -> b -> STOP\nS = ||| i:{1, 2} @ P\nT = ||| k:{8, 9} @ P\n\
        assert S [T= T\nassert T :[deadlock free]\n";
    let said = place.file("m.csp", text).run("check m.csp");
    said.expect(1, &["P #1", "P #2"]);
    assert!(!said.out.contains("i = 1"), "{}", said.out);
}

#[test]
fn json_has_the_events_at_the_end() {
    let place = Place::new("cspm_offers");
    let text = "channel a, b, c\nS = a -> (b -> S [] c -> S)\nI = a -> (b -> I |~| c -> I)\n\
        E = a -> a -> E\nD = a -> (F \\ {b})\nF = b -> F\n\
        assert S [F= I\nassert S [T= E\nassert S [FD= D\nassert (a -> STOP) :[deadlock free]\n";
    place.file("m.csp", text);
    let check = |number: u32| {
        first_check(&place.run(&format!("check m.csp --assertion {number} --json")).out)
    };
    let refused = check(1);
    assert_eq!(refused["acceptances"], json!([["b", "c"]]));
    assert_eq!(refused["allowed"], json!(["b", "c"]));
    let accepted = refused["accepted"].as_array().unwrap();
    assert!(*accepted == [json!("b")] || *accepted == [json!("c")], "{refused}");
    let event = check(2);
    assert_eq!(event["allowed"], json!(["b", "c"]));
    assert_eq!(event["accepted"], json!(["a"]));
    let diverges = check(3);
    assert_eq!(diverges["acceptances"], json!([["b", "c"]]));
    let reason = diverges["reason"].as_str().unwrap();
    assert!(reason.contains("diverges") && reason.contains("accepts all of {b, c}"), "{reason}");
    let deadlock = check(4);
    assert_eq!(deadlock["accepted"], json!([]));
    assert!(deadlock["reason"].as_str().unwrap().contains("deadlock"));
    assert_eq!(deadlock["allowed"], Value::Null);
}

#[test]
fn a_process_that_grows_is_told_with_an_example() {
    let place = Place::new("cspm_growing");
    let text = "channel a, b\nCOUNT(n) = b -> COUNT(n + 1)\nS = COUNT(0) ||| a -> STOP\n\
        assert S :[deadlock free]\n";
    let said = place.file("m.csp", text).run("check m.csp --time 3s");
    said.expect(3, &["`COUNT(0)` (m.csp:2) has ", " states so far, such as `COUNT("]);
}

#[test]
fn an_error_is_told_once_with_the_calls_that_led_there() {
    let place = Place::new("cspm_led");
    let text = "channel a : {0..3}\nP(n) = a.n -> P(n + 1)\nSTART(k) = P(k + 1)\n\
        S = a.0 -> STOP ||| START(1)\nassert S :[deadlock free]\nassert S :[divergence free]\n";
    let said = place.file("m.csp", text).run("check m.csp");
    said.expect(2, &["S :[divergence free]  inconclusive"]);
    let led = "the calls that led there: `S` → `START(1)` → `P(2)` → `P(3)` → `P(4)`";
    assert_eq!(said.err.matches(led).count(), 1, "{}", said.err);
    assert_eq!(said.err.matches("the value 4 is not in the set").count(), 1, "{}", said.err);
}

#[test]
fn quiet_leaves_out_no_output_of_the_script() {
    let place = Place::new("cspm_quiet");
    let text = "print 1 + 2\nassert STOP [T= STOP\n";
    place.file("m.csp", text).run("check m.csp --quiet").expect(0, &["1 + 2 = 3\n"]);
}

const LIFT: &str = "channel call, go, open : {0..1}\n\
    User(f) = call.f -> open.f -> User(f)\nLift = go?f -> open.f -> Lift\n\
    Ctrl = call?f -> go.f -> Ctrl\n\
    System = (||| f:{0..1} @ User(f)) [| {| call, open |} |] (Ctrl [| {| go |} |] Lift)\n\
    twice(x) = 2 * x\nassert System :[deadlock free]\n";

#[test]
fn a_session_names_who_moves_and_who_refuses() {
    let place = Place::new("cspm_session");
    let commands = "1\nwhy\nwhy 3\neval twice(card({| call |})) + #<1, 2>\neval {x | x <- {1..4}, x > 2}\neval nothing\nquit\n";
    let said = place.file("m.csp", LIFT).feed("simulate m.csp -i --seed 1", commands);
    said.expect(
        0,
        &[
            "  1  User(0), Ctrl  line 2  call.0",
            "✗  User(1)  line 2  call.1  — refused by Ctrl",
            "✗  Lift  line 3  go.1  — refused by Ctrl",
            "\n  6\n",
            "\n  {3, 4}\n",
            "`nothing` is not defined",
        ],
    );
    assert!(!said.out.contains("System"), "{}", said.out);
}

#[test]
fn termination_is_success_for_those_who_walk() {
    let place = Place::new("cspm_success");
    let text = "channel a, b\nP = a -> SKIP\nQ = a -> STOP\nassert P :[deadlock free]\n";
    place.file("m.csp", text);
    place.run("simulate m.csp --seed 1").expect(0, &["✓ terminated successfully (2 steps)"]);
    place.run("simulate m.csp --seed 1 --process Q").expect(1, &["✗ deadlock"]);
    // The assertion is FDR's, to which a terminated process is in a deadlock.
    place.run("check m.csp").expect(1, &["VIOLATED"]);
}

#[test]
fn stored_runs_of_all_kinds_are_followed() {
    let place = Place::new("cspm_followed");
    place.file("m.csp", LIFT);
    let said = place.feed("simulate m.csp -i --seed 1", "1\n1\nsave run.json\nquit\n");
    said.expect(0, &[]);
    let followed = place.run("simulate m.csp --trace run.json");
    followed.expect(0, &["call.0", "the trace ends after 2 steps"]);
    place.run("simulate m.csp --seed 3 --steps 5 --process Ctrl --save run.json").expect(3, &[]);
    place.run("simulate m.csp --trace run.json").expect(0, &["Ctrl", "the trace ends"]);
}

#[test]
fn labels_of_aut_are_events() {
    let place = Place::new("cspm_aut");
    let text = "channel up, i\nchannel call : {0..1}\nH = up -> H\n\
        P = call.1 -> i -> ((H \\ {up}) [] up -> SKIP)\nassert P :[deadlock free]\n";
    let said = place.file("m.csp", text).run("graph m.csp --format aut");
    said.expect(0, &[",\"call.1\",", ",\"i'\",", ",i,", ",up,", ",exit,"]);
}

#[test]
fn parts_under_priority_are_told() {
    let place = Place::new("cspm_priority");
    let text = "external prioritise\nchannel a, b, c, tock\nP = a -> c -> STOP\nQ = b -> c -> STOP\n\
        S = prioritise(P [|{c}|] Q, <{a}, {b}>)\nassert S :[deadlock free]\n\
        T = a -> tock -> STOP\nU = tock -> b -> STOP\n\
        assert (T \\ {a}) [|{tock}|] U :[deadlock free] :[tau priority]: {tock}\n\
        R = a -> STOP ||| a -> b -> STOP\nassert prioritise(R, <{a}, {b}>) :[deadlock free]\n\
        assert STOP [T= prioritise(P ||| Q, <{a}, {b}>) \\ {a}\n";
    place.file("m.csp", text);
    // Under priority a comes first, whoever can do it.
    place.run("check m.csp --assertion 1").expect(
        1,
        &[
            "  1  P  3  a\n  2  Q  4  b\n  3  P  3  c\n     Q  3  c\n",
            "      P  cannot move\n      Q  cannot move",
        ],
    );
    let tau = place.run("check m.csp --assertion 2");
    tau.expect(1, &["T \\ {a}  7  τ", "     U        8  tock", "  3  U        8  b"]);
    let ways = place.run("check m.csp --assertion 3");
    ways.expect(1, &["a -> STOP", "a -> (b -> STOP)"]);
    assert!(!ways.out.contains("  1  prioritise"), "{}", ways.out);
    let hidden = place.run("check m.csp --assertion 4");
    hidden.expect(1, &["  1  P  3  a (hidden)"]);
    assert!(!hidden.out.contains("  2  prioritise"), "{}", hidden.out);
}

/// Parts of two processes under priority that are equal are different parts.
#[test]
fn parts_of_several_processes_under_priority_have_names_of_their_own() {
    let place = Place::new("cspm_priorities");
    let text = "external prioritise\nchannel a, b, c\nQ = ||| i:{0..1} @ a -> b -> STOP\n\
        X = prioritise(Q, <{c}, {b}>) ||| prioritise(Q, <{c}, {a}>)\n\
        assert Q ||| (a -> STOP) [T= X\n";
    let said = place.file("m.csp", text).run("check m.csp --json");
    let check = first_check(&said.out);
    // A name stands whole in its column, however long it is.
    place.run("check m.csp").expect(1, &["  1  a -> (b -> STOP) (i = 0) #1  "]);
    let steps = check["trace"].as_array().unwrap().iter();
    let movers: std::collections::HashSet<&str> =
        steps.map(|step| step["actions"][0]["process"].as_str().unwrap()).collect();
    assert_eq!(movers.len(), 4, "each of the four parts can do `a` once: {said:?}");
}
