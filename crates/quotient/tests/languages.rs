//! Every command on a model in Promela-Lite, and what is refused of it by name.

mod support;

use serde_json::Value;
use support::Place;

/// Two processes, each of which can take the other's token away and then waits for ever.
const STUCK: &str = "\
chan box = [1] of {pid};
proctype taker(pid other) {
    pid found = 0;
    do
    :: atomic { found == 0 && nfull(box) -> box!_pid }
    :: atomic { found == 0 && nempty(box) -> box?found }
    od
}
init { atomic { run taker(2); run taker(1) } }
";

fn place(test: &str) -> Place {
    let place = Place::new(test);
    place.file("m.prl", STUCK);
    place
}

#[test]
fn check_symmetry_and_graph_know_the_language() {
    let place = place("lite_check");
    let said = place.run("check m.prl --json");
    assert_eq!(said.code, Some(1), "{said:?}");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["language"], "promela-lite");
    assert_eq!(report["symmetry"]["order"], "2");
    let said = place.run("symmetry m.prl --json");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, &report["language"]), (Some(0), &"promela-lite".into()));
    // Nobody has found anything, and the box is empty or holds one of two: 3 states, 2 * 1 + 2 * 2 steps.
    // One has found one of two, and the box is empty or holds the other one: 4 * 2 states, one step each.
    // Both have found something, the later one itself: 3 states.
    let said = place.run("graph m.prl --symmetry off --format aut");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.out.starts_with("des (0,14,14)"), "{said:?}");
}

#[test]
fn counterexamples_are_replayed_and_simulated() {
    let place = place("lite_replay");
    let said = place.run("check m.prl --trace t.json");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.out.contains("found == 0 && nempty(box) -> box?found"), "{said:?}");
    place.run("replay m.prl t.json").expect(1, &["the violation is real", "taker(1)", "taker(2)"]);
    place.run("simulate m.prl --trace t.json").expect(1, &["box: <> → <["]);
    place.run("simulate m.prl --seed 1 --steps 3").expect(3, &["taker("]);
    let why = place.feed("simulate m.prl --interactive", "why 2\nquit\n");
    assert!(why.out.contains("box is empty") || why.out.contains("not empty"), "{why:?}");
}

#[test]
fn a_language_is_named_or_told_by_the_extension() {
    let place = place("lite_language");
    place.file("m.txt", STUCK);
    place.run("check m.txt").refused(&["--language"]);
    place.run("check m.txt --language promela-lite").expect(1, &["deadlock"]);
    place.file("typed.prl", STUCK.replace("chan box", "chan{int} unused; chan box"));
    place.run("check typed.prl").expect(1, &["deadlock"]);
    place.run("check typed.prl --language promela").refused(&["typed.prl:1"]);
    place
        .run("check m.prl --language latin")
        .refused(&["there are `promela`, `promela-lite`, `rebeca`"]);
}

#[test]
fn what_promela_lite_has_not_is_refused_by_name() {
    let place = place("lite_refused");
    let no_trails = &["trails are of SPIN", "Promela-Lite", "--trace"];
    place.run("check m.prl --trail").refused(no_trails);
    place.file("m.trail", "-4:-4:-4\n1:0:1\n");
    place.run("replay m.prl m.trail").refused(no_trails);
    place.run("check m.prl -D N=3").refused(&["`-D`", "no such setting"]);
    place.run("symmetry m.prl -I .").refused(&["`-I`", "no such setting"]);
}

#[test]
fn types_are_checked() {
    let place = Place::new("lite_types");
    place.file("m.prl", STUCK.replace("box!_pid", "box!box"));
    place.run("check m.prl").refused(&["T-Send", "m.prl:5:49", "help"]);
    place.run("translate m.prl").refused(&["T-Send", "m.prl:5:49", "help"]);
}

#[test]
fn models_are_translated() {
    let place = place("lite_translate");
    place
        .file("r.prl", STUCK.replace("pid found = 0", "rec X . chan{X} way = null; pid found = 0"));
    place.run("translate m.prl").expect(0, &[STUCK]);
    place.run("translate r.prl -o r.pml").expect(0, &[]);
    let text = place.read("r.pml");
    let expected = STUCK.replace("pid found = 0", "chan way = null; pid found = 0");
    assert_eq!(text, format!("chan null; /* no channel */\n{expected}"));
    place.run("check r.pml").expect(1, &["deadlock"]);
    place.run("translate r.pml").refused(&["r.pml", "Promela"]);
    place.run("translate m.prl -o no/where.pml").refused(&["no/where.pml"]);
}

#[test]
fn negations_of_questions_to_channels_are_carried_inward() {
    let place = Place::new("lite_negations");
    for (guard, expected) in [
        ("!nfull(box)", "(full(box))"),
        ("!!nfull(box)", "(nfull(box))"),
        ("!(nempty(box) && found == 0)", "((empty(box) || !(found == 0)))"),
        ("!(found == 0 || !(nempty(box) || true))", "((!(found == 0) && (nempty(box) || true)))"),
        ("!(found == 0)", "!(found == 0)"),
    ] {
        place.file("m.prl", STUCK.replace("found == 0 && nempty(box)", guard));
        let said = place.run("translate m.prl");
        let expected = STUCK.replace("found == 0 && nempty(box)", expected);
        assert_eq!((said.code, said.out), (Some(0), expected));
    }
}

#[test]
fn json_names_the_language_of_the_model() {
    let place = Place::new("language_in_json");
    place.file("m.prl", STUCK).file("m.pml", "init { skip }\n");
    for (model, language) in [("m.prl", "promela-lite"), ("m.pml", "promela")] {
        for command in ["check", "symmetry", "simulate --seed 1"] {
            let said = place.run(&format!("{command} --json {model}"));
            let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
            assert_eq!(object["language"], language, "{command} {model}");
        }
    }
}
