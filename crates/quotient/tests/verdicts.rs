//! Verdicts, counts and exit statuses.

use crate::support::{BROKEN_MUTEX, DEADLOCK, ENDLESS, MUTEX, Place};

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
        said.expect(1, &["assertions                 VIOLATED", "counterexample for assertions"]);
    }
}

#[test]
fn engines_and_stores_say_the_same() {
    let place = Place::new("stores");
    place.file("m.pml", MUTEX).file("broken.pml", BROKEN_MUTEX).file("dead.pml", DEADLOCK);
    for model in ["m.pml", "broken.pml", "dead.pml"] {
        for symmetry in ["auto", "off"] {
            let told = |options: &str| {
                let options = format!("{model} --keep-going --symmetry {symmetry} {options}");
                let (mut said, code) = place.json(&options);
                let facts = ["states", "transitions", "depth", "unreached", "checks"];
                (facts.map(|fact| said[fact].take()), code)
            };
            let expected = told("--workers 1");
            // On disk, runs are found backwards: another of the shortest ones of the search,
            // and another state of the class that is a deadlock.
            let of_any_run = |(facts, code): &([serde_json::Value; 5], Option<i32>)| {
                let [counts @ .., checks] = facts;
                let verdicts = checks.as_array().unwrap().iter().map(|check| {
                    let facts = ["property", "kind", "verdict", "guarantee", "reason"];
                    (facts.map(|fact| check[fact].clone()), check["trace"].is_null())
                });
                (counts.to_vec(), verdicts.collect::<Vec<_>>(), *code)
            };
            for options in [
                "--engine interpret",
                "--store compressed",
                "--store compressed --workers 1",
                "--store compressed --engine interpret",
                "--store plain",
            ] {
                assert_eq!(told(options), expected, "{model} {symmetry} {options}");
            }
            for options in ["--store disk", "--store disk --workers 1 --engine interpret"] {
                let (told, expected) = (of_any_run(&told(options)), of_any_run(&expected));
                assert_eq!(told, expected, "{model} {symmetry} {options}");
            }
        }
    }
    for (options, mend) in [
        ("--store compressed --search dfs", "`--search bfs`"),
        ("--store disk --search dfs", "`--search bfs`"),
        ("--store disk --engine symbolic", "`--engine explicit`"),
        ("--disk-dir . --store plain", "`--store disk`"),
        ("--disk 1G --search dfs", "`--store disk`"),
        ("--store disk --disk-dir nowhere", "nowhere: no such folder"),
    ] {
        let refused = place.run(&format!("check m.pml {options}"));
        refused.expect(2, &[]);
        assert!(refused.err.contains(mend), "{options}: {}", refused.err);
    }
}

/// A store that may omit states finds violations, and proves nothing.
#[test]
fn what_may_be_omitted_is_said() {
    let place = Place::new("omitted");
    place.file("m.pml", MUTEX).file("broken.pml", BROKEN_MUTEX);
    for store in ["bitstate", "fingerprint"] {
        let options = format!("--store {store} --memory 64M");
        let said = place.run(&format!("check m.pml {options}"));
        said.expect(3, &["no violation found (approximate): ", "omitted: at least "]);
        let (said, code) = place.json(&format!("m.pml {options}"));
        assert_eq!(code, Some(3));
        assert!(said["omission"]["probability"].as_f64().is_some_and(|it| it < 0.01), "{said}");
        assert!(said["limits"].is_null() && said["unreached"].is_null(), "{said}");
        assert_eq!(said["checks"][0]["verdict"], "inconclusive");
        assert_eq!(said["checks"][0]["guarantee"], "approximate");
        let (plain, _) = place.json("broken.pml --store plain");
        let (said, code) = place.json(&format!("broken.pml {options}"));
        assert_eq!(code, Some(1));
        let run = |of: &serde_json::Value| {
            let checks = of["checks"].as_array().unwrap().iter();
            checks.map(|it| it["trace"].as_array().map(Vec::len)).collect::<Vec<_>>()
        };
        assert_eq!(run(&said), run(&plain));
        for (refused, mend) in [
            ("m.pml --search dfs", "`--search bfs`"),
            ("m.pml --checkpoint kept", "`--store disk`"),
            ("m.pml --engine symbolic", "`--engine explicit`"),
        ] {
            let said = place.run(&format!("check {refused} {options}"));
            assert!(said.code == Some(2) && said.err.contains(mend), "{refused}: {said:?}");
        }
    }
    for useless in ["--hashes 3", "--hash-bits 20", "--swarm 2", "--hash-seed 1"] {
        let said = place.run(&format!("check m.pml {useless}"));
        assert!(said.code == Some(2) && said.err.contains("--store bitstate"), "{said:?}");
    }
}

/// An error behind a thousand states, one after the other.
const FAR: &str = "\
short x;
active proctype p() { do :: x < 1000 -> x++ :: else -> break od; assert(false) }
";

/// A swarm ends with the first search that finds a violation, or a limit; each of its searches omits what it would by itself.
#[test]
fn a_swarm_searches_with_one_seed_after_another() {
    let place = Place::new("swarm");
    place.file("m.pml", MUTEX).file("broken.pml", BROKEN_MUTEX).file("far.pml", FAR);
    let searches = |said: &serde_json::Value| said["omission"]["searches"].as_u64();
    let (said, code) = place.json("m.pml --store fingerprint --memory 64M --swarm 3");
    assert!(code == Some(3) && searches(&said) == Some(3), "{said}");
    let said = place.run("check m.pml --store fingerprint --memory 64M --swarm 3");
    said.expect(3, &["the last of 3 searches"]);
    let (said, code) = place.json("broken.pml --store fingerprint --memory 64M --swarm 3");
    assert!(code == Some(1) && searches(&said) == Some(1), "{said}");
    let (said, code) =
        place.json("m.pml --store fingerprint --memory 64M --swarm 3 --max-states 2");
    assert!(code == Some(3) && searches(&said) == Some(1), "{said}");

    let (said, code) = place.json("m.pml --store fingerprint --memory 64M --swarm 3 --max-depth 1");
    assert!(code == Some(3) && searches(&said) == Some(3), "{said}");

    // One way leads to the error, and many seeds omit one of its states.
    let options = "--store bitstate --hashes 1 --hash-bits 22";
    let finds =
        |seed: &u32| place.json(&format!("far.pml {options} --hash-seed {seed}")).1 == Some(1);
    let first = (0..20).find(|seed| !finds(seed)).expect("a seed omits a state of the way");
    let last = (first..first + 20).find(finds).expect("a seed finds the error");
    let swarm = format!("far.pml {options} --hash-seed {first} --swarm 20");
    let (said, code) = place.json(&swarm);
    assert_eq!((code, searches(&said)), (Some(1), Some(u64::from(last - first) + 1)), "{said}");
}

/// What a process offers in a rendezvous of its own channel, which is the last thing in a state and has no cells there.
#[test]
fn what_is_offered_may_have_a_run_time_error() {
    let place = Place::new("offered");
    let model = "byte z; active proctype P() { chan own = [0] of { byte }; own!(1 % z) }";
    for engine in ["compiled", "interpret"] {
        let said = place.file("m.pml", model).run(&format!("check m.pml --engine {engine}"));
        said.expect(1, &["run-time errors       VIOLATED", "division by zero"]);
    }
}

/// The files of a search go with it, however it ends.
#[test]
fn nothing_stays_on_disk() {
    let place = Place::new("disk");
    // As many states as are worth a file.
    let fails = ENDLESS.replace("-1000000000", "60");
    place.file("m.pml", ENDLESS).file("fails.pml", fails);
    std::fs::create_dir(place.path("here")).unwrap();
    for (options, code, told) in [
        ("m.pml --max-states 20000", 3, " in files"),
        ("fails.pml", 1, " in files"),
        ("m.pml --disk 100", 3, "the limit of the files of states was reached"),
    ] {
        let said = place.run(&format!("check {options} --store disk --disk-dir here"));
        said.expect(code, &[told]);
        assert_eq!(std::fs::read_dir(place.path("here")).unwrap().count(), 0, "{options}");
    }
}

#[test]
fn a_deadlock_says_where_everybody_waits() {
    let place = Place::new("deadlock");
    let said = place.file("m.pml", DEADLOCK).run("check m.pml");
    said.expect(
        1,
        &[
            "deadlock                     VIOLATED",
            "✗ deadlock: no process can take a step",
            "waits at  a == 2  — a is ",
        ],
    );
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
    said.expect(1, &["deadlock, run-time errors  inconclusive", "stopped at the first violation"]);
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
        said.expect(1, &["run-time errors       VIOLATED", "p(0) at line 3", says]);
    };
    check("i = 3; a[i] = 1", "array index 3 is out of range 0..2");
    check("i = 1 / zero", "division by zero");
    check("i = 1 % zero", "division by zero");
}

#[test]
fn messages_of_the_wrong_length_are_a_run_time_error() {
    let place = Place::new("message_arity");
    let model = "chan c = [1] of { byte, byte };\nchan wide = [1] of { byte, byte, byte };\n\
                 init { byte a, b, d; c!1,2; c?a,b,d; a = b + d }\n";
    let said = place.file("m.pml", model).run("check m.pml");
    said.expect(
        1,
        &["run-time errors       VIOLATED", "the channel's messages have 2 fields, 3 given"],
    );
    // As in SPIN's verifiers, what is asked for beyond the only field is 0.
    let model = "chan c = [1] of { byte };\ninit { byte a, b = 7; c!1; c?a,b; assert(b == 0) }\n";
    let said = place.file("one.pml", model).run("check one.pml");
    said.expect(0, &["run-time errors  holds"]);
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
    place.run("check m.pml --audit 0").refused(&["one state in N"]);
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

/// Each process fails its assertion, goes on, and then waits for ever.
const FAILS_THEN_WAITS: &str = "
byte x;
active [2] proctype P() {
  x = 1;
  assert(x == 0);
  false
}
";

#[test]
fn a_deadlock_behind_a_failed_assertion_is_told_as_a_deadlock() {
    let place = Place::new("told_by_property");
    place.file("m.pml", FAILS_THEN_WAITS);
    let stuck = "no process can take a step, and not all have reached an end state";
    for options in ["--keep-going", "--keep-going --symmetry off", "--property deadlock"] {
        let (object, code) = place.json(&format!("m.pml {options}"));
        assert_eq!(code, Some(1));
        let checks = object["checks"].as_array().unwrap();
        let check = |name: &str| checks.iter().find(|check| check["property"] == name);
        let deadlock = check("deadlock").unwrap();
        assert_eq!(deadlock["reason"], format!("deadlock: {stuck}"), "{options}");
        let lines: Vec<_> =
            deadlock["stuck"].as_array().unwrap().iter().map(|s| s["line"].as_u64()).collect();
        assert_eq!(lines, [Some(6), Some(6)], "{options}");
        if let Some(assertions) = check("assertions") {
            let reason = assertions["reason"].as_str().unwrap();
            assert!(reason.starts_with("assertion violated: P("), "{reason}");
            assert!(assertions["stuck"].is_null());
        }
    }
    let said = place.run("check m.pml --property deadlock --trace t.json");
    said.expect(1, &[&format!("✗ deadlock: {stuck}"), "line 6  waits at  false"]);
    assert!(!said.out.contains("assertion violated"), "{}", said.out);
    place.run("replay m.pml t.json").expect(1, &["counterexample for deadlock", stuck]);
    let followed = place.run("simulate m.pml --trace t.json");
    followed.expect(1, &["deadlock: no process can take a step", "line 6  waits at  false"]);
    assert!(!followed.out.contains("assertion violated"), "{}", followed.out);
}

#[test]
fn each_violation_of_one_model_is_told_as_what_it_is() {
    let model = "
        byte a[2], x;
        active proctype P() {
          if
          :: x = 2; a[x] = 1
          :: x = 1; assert(x == 0); x = 2; a[x] = 1
          :: assert(x == 1); false
          fi
        }";
    let place = Place::new("each_told");
    let (object, _) = place.file("m.pml", model).json("m.pml --keep-going");
    let starts = [
        ("assertions", "assertion violated: P(0) at line 7"),
        ("deadlock", "deadlock: no process can take a step"),
        ("run-time errors", "run-time error: array index 2 is out of range 0..1: P(0) at line 5"),
    ];
    for (check, (property, start)) in object["checks"].as_array().unwrap().iter().zip(starts) {
        assert_eq!(check["property"], property);
        let reason = check["reason"].as_str().unwrap();
        assert!(reason.starts_with(start), "{property}: {reason}");
        assert_eq!(check["stuck"].is_null(), property != "deadlock");
    }
}

/// A run-time error stands before what would be a failed assertion and a deadlock.
const CUT_SHORT: &str = "
byte a[2], i = 2;
active [2] proctype P() {
  a[i] = 1;
  assert(false);
  false
}
";

#[test]
fn what_lies_behind_run_time_errors_is_not_said_to_hold() {
    let place = Place::new("cut_short");
    place.file("m.pml", CUT_SHORT);
    for options in ["", " --symmetry off", " --search dfs"] {
        let (object, code) = place.json(&format!("m.pml --keep-going{options}"));
        assert_eq!(code, Some(1));
        for check in object["checks"].as_array().unwrap() {
            if check["property"] == "run-time errors" {
                assert_eq!(check["verdict"], "violated");
                assert_eq!(check["guarantee"], "exact");
                continue;
            }
            assert_eq!(check["verdict"], "inconclusive", "{options}: {check}");
            assert_eq!(check["guarantee"], "bounded");
            assert_eq!(check["reason"], "states after run-time errors were not searched");
        }
        assert!(object["unreached"].is_null(), "what was not searched may be reached");
    }
    // Nor does it hold where nobody asks for run-time errors.
    let said = place.run("check m.pml --property deadlock");
    said.expect(3, &["deadlock  inconclusive  states after run-time errors"]);
}

#[test]
fn failed_assertions_and_forbidden_choices_cut_nothing() {
    let place = Place::new("not_cut");
    place.file("m.pml", "byte x;\nactive proctype P() { atomic { assert(x == 1); x = 2; x = 3 } }");
    let said = place.run("check m.pml --keep-going");
    said.expect(1, &["deadlock         holds\n", "run-time errors  holds\n"]);
    // A choice that should not be there is an error, and both of its options are searched.
    let model = "byte x;\nactive D_proctype P() { if :: x = 1 :: x = 2 fi; x = 3 }";
    let said = place.file("d.pml", model).run("check d.pml --keep-going");
    said.expect(1, &["deadlock         holds\n", "run-time errors  VIOLATED"]);
}

/// Two channels are alike but for the start, which has the first taken: nothing ever comes through the second.
const FIRST_ONLY: &str = "
chan pool = [2] of { chan };
chan one = [1] of { byte };
chan two = [1] of { byte };
proctype P() {
  chan c; byte x; pool?c; c!1;
  if
  :: nempty(one) -> one?x
  :: nempty(two) -> two?x
  fi
}
init { pool!one; pool!two; run P() }
";

#[test]
fn what_only_symmetry_reaches_is_not_said_to_be_reached() {
    let place = Place::new("alike_but_for_the_start");
    place.file("m.pml", FIRST_ONLY);
    for options in ["", " --symmetry off"] {
        let (object, code) = place.json(&format!("m.pml{options}"));
        assert_eq!(code, Some(0));
        let lines = |key: &str| -> Vec<u64> {
            let statements = object[key].as_array().unwrap().iter();
            statements.map(|statement| statement["line"].as_u64().unwrap()).collect()
        };
        assert_eq!(object["symmetry"].is_null(), !options.is_empty());
        assert_eq!(lines("unreached"), [9], "{options}");
        assert_eq!(lines("unreached_undecided"), [] as [u64; 0]);
    }
}

#[test]
fn what_symmetry_leaves_open_is_said_to_be_open() {
    // Too many states for a second look: of `two?x` nobody knows, and `one?x` is soon met.
    let counters = "
byte m, n;
active proctype count() { do :: m++ :: n < 40 -> n++ :: m == 3 && n == 40 -> n = 0 od }
";
    let place = Place::new("left_open");
    place.file("m.pml", format!("{FIRST_ONLY}{counters}"));
    let lines = |object: &serde_json::Value, key: &str| -> Vec<u64> {
        let statements = object[key].as_array().unwrap().iter();
        statements.map(|statement| statement["line"].as_u64().unwrap()).collect()
    };
    let (object, _) = place.json("m.pml");
    assert!(!object["symmetry"].is_null());
    assert_eq!(lines(&object, "unreached"), [15], "the counters run for ever");
    assert_eq!(lines(&object, "unreached_undecided"), [9]);
    let said = place.run("check m.pml");
    said.expect(0, &["unreached, perhaps: 1 statement more", "`--symmetry off` tells"]);
    let (object, _) = place.json("m.pml --symmetry off");
    assert_eq!(lines(&object, "unreached"), [9, 15]);
    assert_eq!(lines(&object, "unreached_undecided"), [] as [u64; 0]);
}

#[test]
fn what_symmetry_reaches_from_an_even_start_is_reached() {
    // Far too many states for a second look, but each process may be the first.
    let model = "
chan one = [1] of { byte };
chan two = [1] of { byte };
byte m, n;
active [2] proctype P() {
  byte x;
  if
  :: _pid == 0 -> one!1; one?x
  :: _pid == 1 -> two!1; two?x
  fi
}
active proctype count() { do :: m++ :: n < 40 -> n++ :: m == 3 && n == 40 -> n = 0 od }
";
    let place = Place::new("even_start");
    let (object, _) = place.file("m.pml", model).json("m.pml");
    assert!(!object["symmetry"].is_null());
    assert_eq!(object["unreached_undecided"].as_array().unwrap().len(), 0);
    assert_eq!(object["unreached"].as_array().unwrap().len(), 1, "the end of `count`");
}

/// Sets of processes are not words of so many bits: of 3^n states few are enough, however many processes there are.
#[test]
fn orders_are_left_out_of_as_many_processes_as_there_may_be() {
    let place = Place::new("many_processes");
    for processes in [64, 65, 130, 255] {
        let model = format!(
            "byte x[{processes}]; active [{processes}] proctype P() {{ x[_pid] = 1; x[_pid] = 2 }}"
        );
        place.file("m.pml", model);
        let said = place.run("check m.pml --symmetry off");
        said.expect(0, &["partial order: on", "deadlock         holds"]);
        let (report, _) = place.json("m.pml --symmetry off");
        assert!(report["states"].as_u64().unwrap() < 10_000, "{}", report["states"]);
    }
}
