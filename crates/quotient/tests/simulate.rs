//! Runs: random and repeatable, along traces, and what they print, compared with SPIN.

use std::collections::BTreeSet;

use crate::support::{BROKEN_MUTEX, DEADLOCK, MUTEX, Place, Said, spin};
use serde_json::Value;
use testing::peers::{Peer, VERIFIER, are_installed};
use testing::places::examples;

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error} in {said:?}"))
}

#[test]
fn equal_seeds_make_equal_runs() {
    let place = Place::new("simulate_seeds");
    place.file("m.pml", MUTEX);
    let mut runs = BTreeSet::new();
    for seed in 0..10 {
        let run = || place.run(&format!("simulate m.pml --seed {seed} --steps 50"));
        let first = run();
        first.expect(3, &["inside: 0 → 1", "… stopped after 50 steps (--steps)"]);
        assert_eq!(first.out, run().out);
        runs.insert(first.out);
    }
    assert_eq!(runs.len(), 10, "other seeds, other runs");
    let chosen = place.run("simulate m.pml --steps 50");
    let seed = chosen.out.split_whitespace().nth(1).unwrap();
    assert_eq!(place.run(&format!("simulate m.pml --seed {seed} --steps 50")).out, chosen.out);
}

#[test]
fn the_end_of_a_run_decides_the_exit_status() {
    let place = Place::new("simulate_ends");
    let run = |model: &str| place.file("m.pml", model).run("simulate m.pml --seed 1");
    run("init { skip }").expect(0, &["✓ all processes have ended (2 steps)"]);
    run("chan c = [1] of { byte }; active proctype p() { end: c?1 }").expect(
        0,
        &["✓ nothing can move any more; every process has reached an end state", "may end here"],
    );
    run("chan c = [1] of { byte }; active proctype p() { c?1 }")
        .expect(1, &["✗ deadlock: no process can take a step", "p(0)  line 1  waits at  c?1"]);
    run("active proctype p() { assert(1 == 2) }")
        .expect(1, &["✗ assertion violated: p(0) at line 1: assert(1 == 2)"]);
    run("byte a[2]; byte k = 2; active proctype p() { k++; a[k - 1] = 1 }")
        .expect(1, &["✗ run-time error: array index 2 is out of range 0..1"]);
    run("byte x; active proctype p() { do :: x++ od }")
        .expect(3, &["… stopped after 10000 steps (--steps)", "x = 16"]);
}

#[test]
fn an_atomic_sequence_that_never_ends_is_cut_off() {
    let place = Place::new("simulate_atomic");
    place.file("m.pml", "byte x; active proctype p() { atomic { do :: x++ od } }");
    place.run("simulate m.pml --steps 70").expect(3, &["x: 69 → 70"]);
    // As many outcomes as atoms in the universe, one of which is wanted.
    let choice = "byte x; active proctype p() {\n  byte i;\n  atomic { do :: i < 250 -> i++; if \
        :: x++ :: x-- fi :: else -> break od }\n}";
    place.file("m.pml", choice).run("simulate m.pml --seed 4").expect(0, &["all processes"]);
}

#[test]
fn correct_examples_never_fail() {
    let place = Place::new("simulate_examples");
    for model in examples("promela") {
        let text = std::fs::read_to_string(&model).unwrap();
        let name = model.file_name().unwrap().to_str().unwrap().to_owned();
        let said =
            place.file(&name, &text).run(&format!("simulate {name} --seed 1 --steps 400 --json"));
        let run = json(&said);
        let broken = text.contains(": violated");
        assert!(matches!(said.code, Some(0 | 3)) || broken, "{name}: {}", run["ending"]);
        let steps = run["steps"].as_array().unwrap().len();
        assert!(steps == 400 || said.code != Some(3), "{name}: {steps}");
    }
}

#[test]
fn a_run_can_be_stored_followed_and_replayed() {
    let place = Place::new("simulate_save");
    for (name, model) in [("broken", BROKEN_MUTEX), ("dead", DEADLOCK)] {
        place.file("m.pml", model);
        // The first seeds whose runs go wrong.
        let mut wrong = 0;
        for seed in 0..40 {
            let run = place.run(&format!("simulate m.pml --seed {seed} --save t.json"));
            let followed = place.run("simulate m.pml --trace t.json");
            let body = |text: &str| text[text.find('\n').unwrap()..].to_owned();
            if run.code == Some(1) {
                wrong += 1;
                assert_eq!(body(&run.out), body(&followed.out));
                place.run("replay m.pml t.json").expect(1, &["the violation is real"]);
            } else {
                assert_eq!(followed.code, Some(0));
                place.run("replay m.pml t.json").refused(&["violates nothing", "simulate"]);
            }
        }
        assert!(wrong > 0, "{name}: no run went wrong");
    }
    place.run("simulate m.pml --save no/such/t.json").refused(&["no/such/t.json: cannot write"]);
}

/// How a run went wrong, on one line.
fn ending(out: &str) -> String {
    let mut rows = out.lines().skip_while(|row| !row.starts_with("  ✗ "));
    let first = rows.next().unwrap().trim_start_matches("  ✗ ");
    let rest = rows.map_while(|row| row.strip_prefix("    ").filter(|row| !row.starts_with(' ')));
    [first].into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_counterexample_is_followed_to_its_violation() {
    let place = Place::new("simulate_guided");
    let mut seen = 0;
    for model in examples("promela") {
        let name = model.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("broken") {
            continue;
        }
        place.file(&name, std::fs::read(&model).unwrap());
        for options in ["", "--symmetry off", "--search dfs", "--no-merge --no-dataflow"] {
            place.run(&format!("check {name} {options} --trace t.json")).expect(1, &["VIOLATED"]);
            let replayed = place.run(&format!("replay {name} t.json"));
            let wrong = ending(&replayed.out);
            let simulated = place.run(&format!("simulate {name} -t t.json"));
            let followed = ending(&simulated.expect(1, &[]).out);
            assert!(followed.starts_with(&wrong), "{followed}: {wrong}");
            let run = json(&place.run(&format!("simulate {name} -t t.json --json")));
            assert!(run["ending"]["text"].as_str().unwrap().ends_with(&wrong), "{run}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_followed_trace_shows_true_values() {
    // The search drops `unread`, resets `k`, and merges the assignments to `k` with what is before.
    let model = "byte unread; byte x;\nactive proctype p() {\n  byte k = 5;\n  skip;\n  k = 6;\n  \
        unread = k;\n  k = 7;\n  printf(\"%d %d\\n\", k, unread);\n  x = 1;\n  assert(x == 0)\n}\n";
    let place = Place::new("simulate_true");
    place.file("m.pml", model);
    for options in ["", "--no-merge", "--no-dataflow", "--keep-unread --search dfs"] {
        place.run(&format!("check m.pml {options} --trace t.json")).expect(1, &["VIOLATED"]);
        assert_eq!(place.run("simulate m.pml -t t.json -q -T").out, "7 6\n");
        let said = place.run("simulate m.pml -t t.json");
        said.expect(1, &["p(0).k: 5 → 6", "unread: 0 → 6", "p(0).k: 6 → 7", "      7 6\n"]);
    }
}

#[test]
fn a_trace_of_another_model_is_refused() {
    let place = Place::new("simulate_other");
    place.file("m.pml", BROKEN_MUTEX).run("check m.pml --trace t.json").expect(1, &[]);
    place.file("m.pml", BROKEN_MUTEX.replace("inside++", "inside = 1"));
    place.run("simulate m.pml -t t.json").refused(&["does not fit the model: step 3 is user("]);
    place.run("simulate m.pml -t m.pml").refused(&["m.pml: not a stored trace"]);
    place.run("simulate m.pml -t t.json -i").refused(&["does not fit the model"]);
}

#[test]
fn what_is_shown_can_be_chosen() {
    let model = "byte g; chan c = [1] of { byte }; chan r = [0] of { byte };\n\
        active proctype p() { byte k; g = 1; k = 2; c!3; r!4; printf(\"done\\n\") }\n\
        active proctype q() { byte v; r?v }\n";
    let place = Place::new("simulate_show");
    place.file("m.pml", model);
    let run = |show: &str| place.run(&format!("simulate m.pml --seed 1 {show}")).out;
    let all = ["g = 1", "g: 0 → 1", "p(0).k: 0 → 2", "c: +[3] → <[3]>", "r: [4]", "      done\n"];
    let shown = |text: &str| all.map(|part| text.contains(part));
    assert_eq!(shown(&run("")), [true; 6]);
    let globals = run("--show globals");
    // The state at the end is shown in any case.
    assert_eq!(shown(&globals), [true, true, false, false, false, true]);
    assert!(!globals.contains("g = 1  "));
    assert_eq!(shown(&run("--show locals,messages")), [true, false, true, true, true, true]);
    assert_eq!(run("--quiet"), "      done\n");
    assert_eq!(run("--quiet --flat"), "done\n");
    place.run("simulate m.pml --show colours").refused(&["colours", "steps"]);
    place.run("simulate m.pml --json --quiet").refused(&["--json"]);
}

#[test]
fn json_holds_the_run() {
    let model = "mtype = { red }; chan c = [0] of { mtype, byte };\n\
        active proctype p() { c!red,4; printf(\"%e\", red) }\n\
        active proctype q() { byte v; c?_,v; assert(v == 3) }\n";
    let place = Place::new("simulate_json");
    let said = place.file("m.pml", model).run("simulate m.pml --seed 3 --json");
    let run = json(&said);
    assert_eq!((said.code, &run["mode"], &run["seed"]), (Some(1), &"random".into(), &3.into()));
    let first = &run["steps"][0];
    assert_eq!(first["message"], "c: [red,4]");
    assert_eq!(first["actions"][1]["process"], "q(1)");
    assert_eq!(first["changes"][0]["after"], "4");
    assert_eq!(run["ending"]["kind"], "assertion");
    let printed = run["steps"].as_array().unwrap().iter().flat_map(|s| s["output"].as_array());
    let texts: Vec<&Value> = printed.flatten().map(|line| &line["text"]).collect();
    assert!(texts.is_empty() || texts == [&Value::from("red")], "{texts:?}");
}

#[test]
fn mistakes_in_a_format_are_said_once() {
    let place = Place::new("simulate_format");
    place.file(
        "m.pml",
        "active proctype p() { byte i; do :: i < 3 -> i++; printf(\"%d %q\\n\", i) \
        :: else -> break od }",
    );
    let said = place.run("simulate m.pml -q -T");
    said.expect(0, &["1 \n2 \n3 \n"]);
    assert_eq!(said.err.matches("warning: m.pml:1: printf: the format wants more").count(), 1);
}

/// What SPIN's simulator prints, without its count of processes.
fn simulated(place: &Place, options: &str) -> String {
    let mut words = vec!["spin"];
    words.extend(options.split_whitespace());
    let said = spin::run(place, &words).expect("an end").out;
    said.lines().filter(|line| !line.contains("created")).map(|line| format!("{line}\n")).collect()
}

/// Models with one run, in which much is printed.
const DETERMINISTIC: [&str; 4] = [
    "mtype = { red, green }; mtype:fruit = { apple, pear }\n\
     mtype m = red; mtype:fruit f = pear; byte turn; short s = -3; bool yes = true;\n\
     active proctype a() { byte k = 3; printf(\"a %d %u %x %o\\n\", k, s, s, s); k = 4;\n\
       printf(\"%e %d 100%% \\t tab\\\\ \\\"q\\\"\\n\", m, yes); turn = 1; turn == 2;\n\
       printf(\"%c%c|%d\\n\", 72, 105, k); printm(f); printf(\"\\n\") }\n\
     active proctype b() { turn == 1; printf(\"b %e\\n\", f); m = green; turn = 2 }\n",
    "chan c = [2] of { byte, byte }; chan r = [0] of { byte };\n\
     active proctype a() { c!1,2; c!3,4; printf(\"a %d\\n\", len(c)); r!5 }\n\
     active proctype b() { byte x, y; r?x; byte n = 1; do :: nempty(c) -> c?x,y;\n\
       atomic { printf(\"b %d \", x); printf(\"%d\\n\", y * n) }; n++ :: empty(c) -> break od; skip;\n\
       d_step { x = 9; printf(\"d %d\\n\", x); x = x * 2; x = x + 100; printf(\"%d\\n\", x) } }\n",
    "proctype p(byte n) { byte i; for (i : 1 .. n) { printf(\"%d of %d, _pid %d\\n\", i, n, _pid) } }\n\
     init { byte i = 1; do :: i <= 3 -> run p(i); _nr_pr == 1; i++ :: else -> break od;\n\
       printf(\"%d\\n\", 7 / 2 - 7 % 3 + (1 << 3) + (5 & 3)) }\n",
    "typedef T { byte v[2]; int w }; T t[2];\n\
     inline put(i, x) { t[i].v[1] = x; t[i].w = x * 1000; printf(\"%d %d\\n\", t[i].v[1], t[i].w) }\n\
     init { put(0, 7); put(1, 200); printf(\"line\\nline two\\n\"); printf(\"no end,\"); printf(\" yet\\n\") }\n",
];

#[test]
fn what_is_printed_is_what_spin_prints() {
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let place = Place::new("simulate_spin");
    for model in DETERMINISTIC {
        place.file("m.pml", model);
        for (theirs, ours) in [("-n1 m.pml", "-q"), ("-T -n1 m.pml", "-q -T")] {
            let expected = simulated(&place, theirs);
            assert!(expected.len() > 20, "{expected}");
            for seed in 0..3 {
                let said = place.run(&format!("simulate m.pml {ours} --seed {seed}"));
                assert_eq!(said.out, expected, "{model}");
            }
        }
    }
}

#[test]
fn along_a_trail_spin_prints_the_same() {
    if !are_installed(&VERIFIER) {
        return;
    }
    let model = "byte x; chan c = [1] of { byte };\n\
        active proctype a() { byte k = 1; skip; k = 2; printf(\"a %d\\n\", k); c!k; k = 9;\n\
          x == 1; printf(\"a %d %d\\n\", k, x); assert(x == 0) }\n\
        active proctype b() { byte v; c?v; v = v * 2; printf(\"b %d\\n\", v); x = 1; x == 2 }\n";
    let place = Place::new("simulate_trail");
    place.file("m.pml", model);
    for words in ["spin -a m.pml", "gcc -w -DSAFETY -o pan pan.c", "./pan"] {
        let words: Vec<&str> = words.split_whitespace().collect();
        spin::run(&place, &words).expect("an end");
    }
    let theirs = simulated(&place, "-t -T m.pml");
    let theirs: Vec<&str> =
        theirs.lines().filter(|l| l.starts_with("a ") || l.starts_with("b ")).collect();
    assert_eq!(theirs, ["a 2", "b 4", "a 9 1"]);
    place.run("check m.pml --property assertions --trace t.json").expect(1, &["VIOLATED"]);
    let ours = place.run("simulate m.pml -t t.json -q -T").out;
    assert_eq!(ours.lines().collect::<Vec<_>>(), theirs);
}

/// Of two initial states from which the steps of a run are possible, one leads to what it violates.
#[test]
fn a_stored_run_begins_where_it_violates_its_property() {
    let place = Place::new("simulate_starts");
    let model = "process count = 2;
global discrete bad: 0..1;
local discrete x: 0..2;
mode a { when x == 0 may x = 1; goto b; }
mode b { when x == 1 may x = 2; goto c; }
mode c { when true may ; }
initially (bad == 0 or bad == 1) and forall i: x[i] == 0;
risk bad == 1 and exists i: c[i];
";
    place.file("m.red", model);
    place.run("check m.red --trace run.json").expect(1, &["safety           VIOLATED"]);
    place.run("simulate m.red --trace run.json").expect(1, &["\n  bad = 1, "]);
    // Where all may be as well meant, the file says which.
    let told = place.read("run.json");
    let beyond = told.replace(&format!("\"start\": {}", start(&told)), "\"start\": 77");
    place.file("beyond.json", beyond);
    place.run("simulate m.red --trace beyond.json").refused(&["initial state 77"]);
    place.run("replay m.red beyond.json").refused(&["initial state 77"]);
    place.run("replay m.red run.json").expect(1, &["the violation is real"]);
    // From the other one the same steps violate nothing.
    let elsewhere = told.replace(&format!("\"start\": {}", start(&told)), "\"start\": 1");
    assert_ne!(elsewhere, told);
    place.file("elsewhere.json", elsewhere);
    place.run("replay m.red elsewhere.json").refused(&["does not"]);
}

/// The initial state of a stored run.
fn start(stored: &str) -> u64 {
    let stored: serde_json::Value = serde_json::from_str(stored).unwrap();
    stored["start"].as_u64().expect("a number")
}

/// Of several initial states from which a run is possible, a stored one says the one in which it began.
#[test]
fn a_stored_run_that_violates_nothing_says_where_it_begins() {
    let place = Place::new("simulate_start");
    let model = "process count = 2;
global discrete n: 0..3;
local discrete x: 0..1;
mode a { when x == 0 may x = 1; }
initially forall i: x[i] == 0;
";
    place.file("m.red", model);
    let stored = |file: &str| start(&place.read(file));
    for number in 1..=4 {
        let file = format!("run-{number}.json");
        let typed = format!("start {number}\n1\nsave {file}\n");
        place.feed("simulate m.red -i", typed).expect(0, &[]);
        assert_eq!(stored(&file), number);
        let n = number - 1;
        place.run(&format!("simulate m.red --trace {file}")).expect(0, &[&format!("\n  n = {n}")]);
        let there = format!("there-{number}.json");
        place.run(&format!("check m.red --reach n=={n} --trace {there}")).expect(0, &[]);
        assert_eq!(stored(&there), number);
    }
}
