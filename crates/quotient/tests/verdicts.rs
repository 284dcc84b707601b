//! Verdicts, counts and exit statuses.

mod support;

use support::{BROKEN_MUTEX, DEADLOCK, MUTEX, Place};

#[test]
fn a_model_that_holds() {
    let place = Place::new("holds");
    let said = place.file("m.pml", MUTEX).run("check m.pml");
    said.expect(
        0,
        &[
            "symmetry: S3, order 6: user(0..2) interchangeable\n",
            "assertions       holds\n",
            "deadlock         holds\n",
            "run-time errors  holds\n",
            " states · ",
        ],
    );
    assert_eq!(said.err, "");
}

#[test]
fn the_quotient_is_smaller_and_says_the_same() {
    let place = Place::new("smaller");
    place.file("m.pml", MUTEX).file("broken.pml", BROKEN_MUTEX).file("dead.pml", DEADLOCK);
    for model in ["m.pml", "broken.pml", "dead.pml"] {
        let (reduced, code) = place.json(&format!("{model} --keep-going"));
        let (full, full_code) = place.json(&format!("{model} --keep-going --symmetry off"));
        assert_eq!(code, full_code);
        assert!(reduced["states"].as_u64() < full["states"].as_u64(), "{model}");
        assert!(full["symmetry"].is_null());
        let answers = |object: &serde_json::Value| -> Vec<serde_json::Value> {
            object["checks"].as_array().unwrap().iter().map(|c| c["verdict"].clone()).collect()
        };
        assert_eq!(answers(&reduced), answers(&full), "{model}");
    }
}

#[test]
fn every_order_and_number_of_workers_says_the_same() {
    let place = Place::new("orders");
    place.file("m.pml", MUTEX).file("broken.pml", BROKEN_MUTEX);
    for options in ["--search dfs", "--search bfs --workers 1", "--workers 2", "--symmetry off"] {
        place.run(&format!("check m.pml {options}")).expect(0, &["assertions       holds"]);
        let said = place.run(&format!("check broken.pml {options}"));
        said.expect(1, &["assertions       VIOLATED", "counterexample for assertions"]);
    }
}

#[test]
fn a_deadlock_says_where_everybody_waits() {
    let place = Place::new("deadlock");
    let said = place.file("m.pml", DEADLOCK).run("check m.pml");
    said.expect(1, &["deadlock         VIOLATED", "✗ no process can move", "waits at  a == 2"]);
    place.run("check m.pml --deadlock off").expect(0, &["assertions"]);
}

#[test]
fn processes_that_finish_in_any_order_do_not_hide_a_deadlock() {
    // The oldest processes finish; one that was started in between waits for ever.
    let model = "
        byte n;
        proctype quick() { n++ }
        proctype slow() { n == 100 }
        init { atomic { run quick(); run quick(); run slow(); run quick(); run quick() } }";
    let place = Place::new("finish");
    place.file("m.pml", model);
    for options in ["", "--symmetry off"] {
        let said = place.run(&format!("check m.pml {options}"));
        said.expect(1, &["slow(3)   line 4  waits at  n == 100", "quick(1)  has finished"]);
        assert!(!said.out.contains("quick(5)  has finished"), "{}", said.out);
    }
}

#[test]
fn properties_are_chosen_by_name() {
    let place = Place::new("chosen");
    place.file("m.pml", BROKEN_MUTEX);
    place.run("check m.pml --property deadlock").expect(0, &["deadlock  holds"]);
    place.run("check m.pml --property runtime-error").expect(0, &["run-time errors  holds"]);
    place.run("check m.pml --property Assertion").expect(1, &["assertions  VIOLATED"]);
}

#[test]
fn the_first_violation_ends_the_search_unless_told_otherwise() {
    let place = Place::new("going");
    place.file("m.pml", BROKEN_MUTEX);
    let said = place.run("check m.pml");
    said.expect(1, &["deadlock         inconclusive", "stopped at the first violation"]);
    place.run("check m.pml --keep-going").expect(1, &["deadlock         holds", "violations"]);
}

#[test]
fn unreached_statements_are_named() {
    let model = "byte x;\nactive [2] proctype p() {\n  x = 1;\n  if\n  :: x == 7 -> x = 8\n  \
                 :: else\n  fi\n}\n";
    let place = Place::new("unreached");
    place.file("m.pml", model);
    for options in ["", "--symmetry off"] {
        let said = place.run(&format!("check m.pml {options}"));
        // The condition was tried: the statement behind it is what no run arrives at.
        said.expect(0, &["unreached in p\n  line 5  x = 8\n"]);
        assert!(!said.out.contains("-end-") && !said.out.contains("x == 7"), "{}", said.out);
        let (object, _) = place.json(&format!("m.pml {options}"));
        assert_eq!(object["unreached"].as_array().unwrap().len(), 1);
        assert_eq!(object["unreached"][0]["line"], 5);
        assert_eq!(object["unreached"][0]["proctype"], "p");
    }
}

#[test]
fn statements_that_symmetry_exchanges_are_not_unreached() {
    // Each process has an option of its own; the quotient executes only one of them.
    let model = "
        pid who = 9;
        proctype p() {
        end:
          do
          :: who == 9 -> who = _pid
          :: _pid == 1 && who == 1 -> who = 2
          :: _pid == 2 && who == 2 -> who = 1
          od
        }
        init { atomic { run p(); run p() } }";
    let place = Place::new("exchanged");
    let (object, _) = place.file("m.pml", model).json("m.pml");
    assert!(!object["symmetry"].is_null());
    let unreached = object["unreached"].as_array().unwrap();
    let statements: Vec<_> = unreached.iter().map(|entry| &entry["statement"]).collect();
    assert_eq!(statements, ["-end-"], "the processes run for ever");
}

#[test]
fn run_time_errors_are_verdicts() {
    let place = Place::new("faults");
    let check = |body: &str, says: &str| {
        let model = format!("byte a[3], zero; byte i;\nactive proctype p() {{\n  {body}\n}}\n");
        let said = place.file("m.pml", model).run("check m.pml");
        said.expect(1, &["run-time errors  VIOLATED", "p(0) at line 3", says]);
    };
    check("i = 3; a[i] = 1", "array index 3 is out of range 0..2");
    check("i = 1 / zero", "division by zero");
    check("i = 1 % zero", "division by zero");
}

#[test]
fn messages_of_the_wrong_length_are_a_run_time_error() {
    // Nothing is stored, and not every field is asked for.
    let model = "chan c = [1] of { byte, byte };\ninit { c!1,2; c?1 }\n";
    let said = Place::new("message_arity").file("m.pml", model).run("check m.pml");
    said.expect(1, &["run-time errors  VIOLATED", "messages have 2 fields, 1 given"]);
}

#[test]
fn too_many_processes_are_a_run_time_error() {
    let model = "proctype p() { false }\ninit { do :: run p() od }\n";
    let place = Place::new("crowd");
    let said = place.file("m.pml", model).run("check m.pml --deadlock off");
    said.expect(1, &["run-time errors  VIOLATED", "more than 255 processes"]);
}

#[test]
fn a_reduced_search_says_how_many_states_it_tested() {
    let place = Place::new("audit");
    place.file("m.pml", MUTEX);
    let tested = |arguments: &str| {
        let (object, code) = place.json(&format!("m.pml {arguments}"));
        assert_eq!(code, Some(0));
        assert!(object["audit"]["abandoned"].is_null());
        object["audit"]["tested"].as_u64()
    };
    let (all, by_default) = (tested("--audit 1").unwrap(), tested("").unwrap());
    assert!(0 < by_default && by_default <= all, "{by_default} of {all}");
    assert_eq!(tested("--audit off"), Some(0));
    assert_eq!(tested("--symmetry off"), None);
    place.run("check m.pml --audit 0").expect(2, &["one state in N"]);
}

#[test]
fn quiet_says_only_the_verdicts() {
    let place = Place::new("quiet");
    let said = place.file("m.pml", MUTEX).run("check m.pml --quiet");
    let verdicts = "assertions       holds\ndeadlock         holds\nrun-time errors  holds\n";
    assert_eq!(said.out, verdicts);
    assert_eq!(said.err, "");
}

#[test]
fn macros_come_from_outside() {
    let place = Place::new("macros");
    place.file("m.pml", "active proctype p() { assert(N == 4 && FLAG) }\n");
    place.run("check m.pml -DN=4 -D FLAG").expect(0, &[]);
    place.run("check m.pml -D N=5 -D FLAG").expect(1, &[]);
}
