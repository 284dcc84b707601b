//! Counterexamples as stories, stored and replayed.

use crate::support;
use crate::support::{BROKEN_MUTEX, DEADLOCK, Place};
use testing::places::examples;

#[test]
fn a_story_names_process_line_statement_and_changes() {
    let place = Place::new("story");
    let said = place.file("m.pml", BROKEN_MUTEX).run("check m.pml");
    said.expect(1, &["counterexample for assertions (", "  inside == 0", "inside: 0 → 1"]);
    said.expect(1, &["✗ assertion violated: user(", " at line 6: assert(inside == 1)\n"]);
    assert!(!said.out.contains('\x1b'), "no colour but on a terminal");
}

#[test]
fn stored_traces_replay() {
    let place = Place::new("replay");
    place.file("broken.pml", BROKEN_MUTEX).file("dead.pml", DEADLOCK);
    place.file("fault.pml", "byte a[2];\nactive [2] proctype p() { byte k = 2; a[k] = 1 }\n");
    for model in ["broken", "dead", "fault"] {
        for options in ["", "--symmetry off", "--search dfs", "--no-merge --keep-unread"] {
            let found = place.run(&format!("check {model}.pml {options} --trace t.json"));
            found.expect(1, &["counterexample for"]);
            let replayed = place.run(&format!("replay {model}.pml t.json"));
            replayed.expect(1, &["replayed on the unreduced model: the violation is real"]);
            let story = |text: &str| text[text.find("counterexample for").unwrap()..].to_owned();
            assert!(story(&replayed.out).starts_with(&story(&found.out)), "{}", replayed.out);
        }
    }
}

#[test]
fn every_broken_example_has_a_real_counterexample() {
    let place = Place::new("replay_examples");
    let mut seen = 0;
    for model in examples("promela") {
        let name = model.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("broken") {
            continue;
        }
        seen += 1;
        place.file(&name, std::fs::read(&model).unwrap());
        for options in ["", "--symmetry off", "--search dfs", "--no-merge --no-dataflow"] {
            place.run(&format!("check {name} {options} --trace t.json")).expect(1, &["VIOLATED"]);
            let said = place.run(&format!("replay {name} t.json"));
            said.expect(1, &["replayed on the unreduced model: the violation is real"]);
        }
    }
    assert!(seen > 0);
}

#[test]
fn macros_are_stored_with_the_trace() {
    let place = Place::new("replay_macros");
    place.file("m.pml", "byte x;\nactive proctype p() { x = N; assert(x != 4) }\n");
    place.run("check m.pml -D N=4 --trace t.json").expect(1, &[]);
    place.run("replay m.pml t.json").expect(1, &["the violation is real"]);
    place
        .run("replay m.pml t.json -D N=3")
        .refused(&["does not fit the model", "does not violate"]);
}

#[test]
fn a_trace_of_another_model_is_refused_where_it_departs() {
    let place = Place::new("replay_other");
    place.file("m.pml", BROKEN_MUTEX).run("check m.pml --trace t.json").expect(1, &[]);
    place.file("m.pml", BROKEN_MUTEX.replace("inside++", "inside = 1"));
    place.run("replay m.pml t.json").refused(&["does not fit the model: step 3 is user("]);
    place.file("m.pml", BROKEN_MUTEX.replace("byte inside;", "byte inside = 1;"));
    place.run("replay m.pml t.json").refused(&["step 1 is not possible"]);
    place.file("m.pml", "active proctype p() { skip }\n");
    place.run("replay m.pml t.json").refused(&["step 1 is user("]);
}

#[test]
fn what_is_no_trace_is_refused() {
    let place = Place::new("replay_bad");
    place.file("m.pml", BROKEN_MUTEX).run("check m.pml --trace t.json").expect(1, &[]);
    place.run("replay m.pml missing.json").refused(&["missing.json: no such file"]);
    place.run("replay m.pml m.pml").refused(&["m.pml: not a stored trace"]);
    place.file("x.json", "{}").run("replay m.pml x.json").refused(&["x.json: not a stored trace"]);
    let later = place.read("t.json").replace("\"format\": 1", "\"format\": 99");
    place.file("x.json", later).run("replay m.pml x.json").refused(&["format 99"]);
    let process = place.read("t.json").replacen("\"process\": ", "\"process\": 6", 1);
    place.file("x.json", process).run("replay m.pml x.json").refused(&["step 1 is user("]);
    let edge = place.read("t.json").replacen("\"edge\": ", "\"edge\": 40000", 1);
    place.file("x.json", edge).run("replay m.pml x.json").refused(&["step 1 is user("]);
}

/// Where the only way on is too long to be computed, nobody knows whether there is one.
#[test]
fn a_deadlock_is_not_confirmed_where_a_way_out_was_given_up() {
    let place = Place::new("counterexample_given_up");
    place.file("m.pml", "int x; active proctype P() { x = 1; atomic { do :: x++ od } }");
    place.run("simulate m.pml --steps 1 --save t").expect(3, &["stopped after 1 step"]);
    let alleged = place.read("t").replace("\"property\": \"\"", "\"property\": \"deadlock\"");
    assert!(alleged.contains("deadlock"), "{alleged}");
    place.file("t", alleged);
    place.run("replay m.pml t").refused(&["does not violate `deadlock` there"]);
}

/// What is wrong in a stored run is said with its place, and a setting of the wrong type is none.
#[test]
fn settings_of_the_wrong_type_are_refused() {
    let place = Place::new("counterexample_settings");
    place.file("m.pml", BROKEN_MUTEX).run("check m.pml -DUNUSED=1 --trace t").expect(1, &[]);
    let stored = place.read("t");
    for (was, is, reason) in [
        ("\"merge\": true", "\"merge\": \"false\"", "`merge` is true or false, not \"false\""),
        ("\"merge\": true", "\"merge\": [\"true\"]", "`merge` is true or false"),
        ("\"merge\": true", "\"merge\": null", "`merge` is true or false, not null"),
        ("\"merge\": true", "\"merge\": true, \"define\": \"N\"", "`define` is a list of texts"),
        ("\"merge\": true", "\"merge\": true, \"define\": [1]", "`define` is a list of texts"),
        ("\"no_claims\": false", "\"no_claims\": [\"a\"]", "`no_claims` is true or false"),
        ("\"format\": 1,", "\"format\": 1, \"format\": 1,", "duplicate field `format`"),
        ("\"process\": ", "\"process\": -", "invalid value"),
        ("\"property\"", "\"properly\"", "missing field `property`"),
    ] {
        assert!(stored.contains(was), "no {was} in {stored}");
        place.file("t", stored.replacen(was, is, 1)).run("replay m.pml t").refused(&[reason]);
    }
    let line = stored.lines().position(|line| line.contains("\"process\"")).unwrap() + 1;
    let at = format!("line {line} column");
    place.file("t", stored.replacen("\"process\": ", "\"process\": -1", 1));
    place.run("replay m.pml t").refused(&[&at]);
}

#[test]
fn no_trace_is_stored_where_there_is_none() {
    let place = Place::new("no_trace");
    place.file("m.pml", support::MUTEX).run("check m.pml --trace t.json").expect(0, &[]);
    assert!(!place.path("t.json").exists());
    place.run("check m.pml --trace no/such/t.json").refused(&["no/such/t.json: cannot write"]);
}

#[test]
fn steps_from_an_included_file_name_it() {
    let place = Place::new("included");
    place.file("user.h", "proctype user() {\n  assert(false)\n}\n");
    let said = place.file("m.pml", "#include \"user.h\"\ninit { run user() }\n").run("check m.pml");
    said.expect(1, &["user.h:2", "assert(false)"]);
}
