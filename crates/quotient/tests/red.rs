//! Every command on pointer programs.

use crate::support::Place;
use serde_json::Value;
use testing::places;

/// A lock that two processes may hold: the second follows the pointer of the first.
const UNSAFE: &str = "\
process count = 2;
global pointer owner;
local pointer next;
local discrete tries: 0..1;
mode out {
  when owner == NULL may owner = P; goto in;
  when owner != NULL and owner != P may owner->next = P; goto in;
}
mode in {
  when next != NULL may next->tries = tries + 1; next = NULL; goto out;
  when next == NULL may owner = NULL; goto out;
}
initially owner == NULL and forall i: next[i] == NULL and tries[i] == 0;
risk exists i, j: i != j and in[i] and in[j];
";

fn place(test: &str) -> Place {
    let place = Place::new(test);
    place.file("m.red", UNSAFE);
    place
}

#[test]
fn what_is_violated_is_told_as_a_story() {
    let place = place("red_check");
    let said = place.run("check m.red --property safety --workers 1");
    said.expect(
        1,
        &[
            "VIOLATED  after 2 steps: `risk` is true: mode[1] is in, mode[2] is in",
            "when owner == NULL",
            "owner = P; goto in",
            "mode[2]: out → in",
            "✗ safety: `risk` is true: mode[1] is in, mode[2] is in",
        ],
    );
    place.file(
        "fault.red",
        UNSAFE
            .replace("owner == NULL and forall", "forall")
            .replace("owner->next = P; goto in", "next->tries = 0"),
    );
    let said = place.run("check fault.red --workers 1 --quiet");
    said.expect(1, &["`next` is NULL", "next->tries = 0"]);
    place.file("range.red", UNSAFE.replace("next->tries = tries + 1", "tries = tries + 2"));
    place.run("check range.red --keep-going").expect(1, &["2 is outside 0..1"]);
}

#[test]
fn reports_are_documents_too() {
    let place = place("red_json");
    let said = place.run("check m.red --json --keep-going");
    assert_eq!(said.code, Some(1), "{said:?}");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["language"], "red");
    assert_eq!(report["symmetry"]["order"], "2");
    let checks = report["checks"].as_array().unwrap();
    let of = |name: &str| checks.iter().find(|check| check["property"] == name).unwrap();
    assert_eq!(
        (&of("safety")["kind"], &of("safety")["verdict"]),
        (&"invariant".into(), &"violated".into())
    );
    // The language has no assertions, and a run may come to rest anywhere.
    let names = checks.iter().map(|check| check["property"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["run-time errors", "safety"]);
}

#[test]
fn deadlocks_are_looked_for_on_demand() {
    let place = Place::new("red_deadlock");
    place.file("m.red", "process count = 2; global discrete k: 0..2; mode m { when k < 2 may k = k + 1; } initially k == 0;");
    let said = place.run("check m.red");
    said.expect(0, &["run-time errors  holds"]);
    assert!(!said.out.contains("deadlock"), "{said:?}");
    place.run("check m.red --deadlock on").expect(1, &["deadlock", "no process can take a step"]);
    place.run("check m.red --property deadlock").expect(1, &["VIOLATED"]);
    place.run("check m.red --property deadlock --deadlock off").refused(&["no property is left"]);
}

#[test]
fn counterexamples_are_replayed_and_simulated() {
    let place = place("red_replay");
    place.run("check m.red --trace t.json --processes 3 -q").expect(1, &[]);
    place.run("replay m.red t.json").expect(1, &["the violation is real", "process "]);
    // In the last state steps are possible, and it violates what the trace was stored for.
    place.run("simulate m.red --trace t.json").expect(
        1,
        &["along the trace: safety", "mode[3]: out → in", "✗ safety: `risk` is true: mode"],
    );
    let said = place.run("simulate m.red --trace t.json --json");
    let run: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, &run["ending"]["kind"]), (Some(1), &"invariant".into()));
    // Before its end it is a run like others.
    place.run("simulate m.red --trace t.json --steps 1").expect(3, &["stopped after 1 step"]);
    place.run("simulate m.red --seed 1 --steps 3").expect(3, &["process "]);
    let why = place.feed("simulate m.red --interactive", "1\nwhy 1\nquit\n");
    assert!(why.out.contains("owner"), "{why:?}");
}

#[test]
fn graphs_and_symmetry() {
    let place = place("red_graph");
    let said = place.run("graph m.red --symmetry off --format aut");
    assert!(said.code == Some(0) && said.out.starts_with("des (0,"), "{said:?}");
    place
        .run("symmetry m.red --processes 4")
        .expect(0, &["order      24", "process 1..4 interchangeable"]);
    place.file("order.red", UNSAFE.replace("owner != P", "owner < P"));
    let why = "the arithmetic tells process 1 and process 2 apart";
    place.run("symmetry order.red").expect(0, &["no symmetry was found", why, "order.red:7"]);
    place.file("pinned.red", UNSAFE.replace("in[i] and in[j]", "in[i] and in[j] and owner != 2"));
    place.run("symmetry pinned.red --processes 3").expect(0, &["order      2", "pinned.red:14"]);
}

#[test]
fn settings() {
    let place = place("red_settings");
    place.file(
        "c.red",
        UNSAFE.replace("count = 2", "count = N").replace("process", "#define N 2\nprocess"),
    );
    place.run("check c.red -D N=3 --quiet").expect(1, &[]);
    place.run("check c.red -D M=3").refused(&["the model has no number `M`"]);
    place.run("check c.red -D N=x").refused(&["`x` is no number"]);
    place.run("check c.red -D N").refused(&["`-D NAME=VALUE`"]);
    place.run("check m.red --processes 0").refused(&["1 to 255"]);
    place.run("check m.red --processes 256").refused(&["1 to 255"]);
    place.run("check m.red --open some").refused(&["`--open` is `free` or `zero`, not `some`"]);
    place.run("check m.red --logic lazy").refused(&["`strict` or `short-circuit`"]);
    place.run("check m.red --faults no").refused(&["`lenient` or `strict`"]);
    place.run("check m.red --dead-variables maybe").refused(&["`on` or `off` or `predicates`"]);
    place.file("m.d", UNSAFE).run("check m.d --quiet").expect(1, &[]);
    place.file("m.txt", UNSAFE).run("check m.txt --language red --quiet").expect(1, &[]);
    place.run("check m.red --trail").refused(&["trails are of SPIN"]);
}

#[test]
fn what_is_open_is_said() {
    let place = Place::new("red_open");
    place.file("m.red", "process count = 2; local pointer next; mode m { when next == P may ; }");
    let said = place.run("check m.red");
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("leaves open what `next` begin with"), "{said:?}");
    // Of three times three states, those up to the exchange of the two processes.
    assert!(said.out.contains("6 states"), "{said:?}");
    let said = place.run("check m.red --open zero --symmetry off");
    assert!(said.err.contains("0 or NULL, by `--open zero`"), "{said:?}");
    assert!(said.out.contains("1 state "), "{said:?}");
}

#[test]
fn sets_are_reduced_by_exchanges_of_processes() {
    let place = place("red_sinc");
    let sets = "--engine symbolic --representative sinc";
    let said = place.run(&format!("check m.red {sets} --property safety"));
    said.expect(
        1,
        &[
            "symmetry: S2, order 2",
            "representative: sinc, complete: sound, perhaps several states for a class",
            "VIOLATED  after 2 steps: `risk` is true",
            "a diagram of",
        ],
    );
    for variant in ["unmet", "always", "printed"] {
        place
            .run(&format!("check m.red {sets}:{variant} --property safety --quiet"))
            .expect(1, &[]);
    }
    for (arguments, why) in [
        ("--engine symbolic --representative canonical", "but for `--representative sinc`"),
        ("--engine symbolic --representative sinc:concrete", "but for `--representative sinc`"),
        (
            "--engine symbolic --representative sinc --symmetry off",
            "does nothing with `--symmetry off`",
        ),
        ("--engine symbolic --symmetry file:g.g", "applies no declared group"),
        ("--engine symbolic --representative sinc --reachability saturation", "that are saturated"),
        ("--engine symbolic --representative sinc --reachability backward", "grow backwards"),
    ] {
        place.run(&format!("check m.red {arguments}")).refused(&[why]);
    }
    place.file("a.pml", "byte x; active [2] proctype p() { atomic { x++; x-- } }");
    let said = place.run(&format!("check a.pml {sets}"));
    assert!(said.code == Some(2) && said.err.contains("with sets of states"), "{said:?}");
}

/// Each example says the same in both directions; runs are confirmed before anybody sees them.
#[test]
fn sets_grow_backwards() {
    let place = Place::new("red_backward");
    for path in places::examples("red") {
        // With three it takes a minute.
        let most = if path.ends_with("treiber-stack.red") { 2 } else { 3 };
        for processes in 2..=most {
            let settings = ["--open zero", "--open zero --dead-variables predicates", ""];
            for settings in &settings[..if processes == 2 { 3 } else { 1 }] {
                let verdicts = |reachability: &str| {
                    let sets = format!("--engine symbolic --reachability {reachability}");
                    let options = format!("--deadlock on --keep-going --json {settings}");
                    let path = path.display();
                    let said = place
                        .run(&format!("check {path} --processes {processes} {sets} {options}"));
                    let report: Value = serde_json::from_str(&said.out).unwrap();
                    let checks = report["checks"].as_array().unwrap().clone();
                    let told = checks.iter().map(|it| it["verdict"].to_string()).collect();
                    let steps = checks.iter().map(|it| it["trace"].as_array().map(Vec::len));
                    let backward = report["sets"]["backward"] == true;
                    assert_eq!(backward, reachability == "backward", "{said:?}");
                    let (told, steps): (Vec<String>, Vec<_>) = (told, steps.collect());
                    (told, steps)
                };
                let context = format!("{} {processes} {settings}", path.display());
                assert_eq!(verdicts("backward"), verdicts("bfs"), "{context}");
            }
        }
    }
}

#[test]
fn what_cannot_be_searched_backwards_is_said() {
    let place = Place::new("backward_refused");
    for (text, why) in [
        (
            "int sum; active proctype p() { do :: sum++; assert(sum > 0) od }",
            "`sum` may hold too many, of 32 bits",
        ),
        ("byte x; active proctype p() { x = 1 }", "processes that come and go"),
        (
            "byte x; active proctype p() { do :: atomic { x++; if :: x > 1 -> x = 0 :: x == 7 fi } od }",
            "moves alone",
        ),
        ("byte x; active proctype p() { do :: timeout -> x = 1 od }", "`timeout`"),
        ("chan mail = [1] of { byte }; active proctype p() { do :: mail!1 od }", "as `mail` does"),
    ] {
        let said =
            place.file("m.pml", text).run("check m.pml --engine symbolic --reachability backward");
        assert!(said.code == Some(2) && said.err.contains(why), "{said:?}");
    }
    let text = "byte x; active [2] proctype p() { do :: x < 3 -> x++ :: x > 0 -> x-- od } \
                active proctype q() { do :: assert(x < 4) od }";
    let said =
        place.file("m.pml", text).run("check m.pml --engine symbolic --reachability backward");
    said.expect(1, &["assertions", "VIOLATED", "lead to a violation"]);
}

#[test]
fn predicates_tell_what_is_inactive() {
    let place = Place::new("red_predicates");
    let text = "process count = 1; local discrete x: 0..3; local discrete y: 0..1;
        mode a { when x < 3 may x = x + 1; when true may goto b; when true may y = 1; goto b; }
        mode b { when y == 0 may goto c; when y == 1 may goto d; }
        mode c { when true may ; }
        mode d { when x == 3 may goto c; when x < 3 may ; }
        initially a[1] and x[1] == 0 and y[1] == 0; risk d[1] and y[1] == 0;";
    place.file("p.red", text);
    for engine in ["explicit --por off", "symbolic"] {
        for (choice, states) in
            [("off", "21 states"), ("on", "18 states"), ("predicates", "15 states")]
        {
            let arguments = format!("check p.red --engine {engine} --dead-variables {choice}");
            let said = place.run(&arguments);
            said.expect(0, &[states]);
            let told = said.err.contains("`x` of process 1 is inactive in `b` (y = 0), `c`");
            assert_eq!(told, choice == "predicates", "{said:?}");
        }
    }
}
