//! Trails in both directions: SPIN 6.5.2 replays ours to their ends, and its own replay here. Skips,
//! saying so, where SPIN or a C compiler is not installed.

#[allow(dead_code)]
#[path = "../../promela/tests/random/mod.rs"]
mod random;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::support::spin::{self, Answer};
use crate::support::{BROKEN_MUTEX, DEADLOCK, Place};
use serde_json::Value;
use testing::peers::{VERIFIER, are_installed};
use testing::places::{self, files_below, shared_or_skip};

/// What SPIN says where it cannot follow a trail.
const LOST: [&str; 8] = [
    "no matching stmnt",
    "transition failed",
    "stop error",
    "(?)",
    "invalid statement",
    "no process",
    "cannot find trail",
    "permutation",
];

/// The examples of which a property is violated.
fn broken_examples() -> Vec<PathBuf> {
    let is_broken = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().any(|l| l.contains("* expect") && l.trim_end().ends_with(": violated"))
    };
    let found: Vec<_> = places::examples("promela").into_iter().filter(is_broken).collect();
    assert!(found.len() > 5, "{found:?}");
    found
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// The violated check of a JSON report.
fn violated(report: &Value) -> &Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["verdict"] == "violated").unwrap()
}

/// Lets SPIN replay the trail that a report tells of.
fn spin_replays(place: &Place, report: &Value) -> Answer {
    let command = report["trail"]["replay"].as_str().unwrap();
    let words: Vec<&str> = command.split_whitespace().collect();
    spin::run(place, &words).unwrap_or_else(|| panic!("{command} does not end"))
}

/// Whether SPIN or its simulator does not accept the model.
fn is_refused(said: &Answer) -> bool {
    let lost = LOST.iter().any(|lost| said.out.contains(lost));
    said.code == Some(1) && said.out.contains(", Error: ") && !lost
}

/// SPIN has followed the trail to its end.
fn assert_followed(place: &Place, report: &Value, said: &Answer, what: &str) {
    let faulty = violated(report)["property"] == "run-time errors";
    for lost in LOST {
        // The step that ends in a run-time error is one that SPIN may refuse to make.
        let lost_there = lost == "transition failed" && faulty;
        assert!(lost_there || !said.out.contains(lost), "{what}: `{lost}`:\n{}", said.out);
    }
    let trail = place.read(report["trail"]["file"].as_str().unwrap());
    // Of a trail without steps, SPIN says the depth in the line before.
    let steps = trail.lines().filter(|line| !line.starts_with('-')).count();
    let end = match steps {
        0 => "spin: trail ends after ".to_owned(),
        _ => format!("spin: trail ends after {steps} steps"),
    };
    assert!(said.out.contains(&end), "{what}: no `{end}` in\n{}", said.out);
}

/// SPIN has followed the trail to its end, and has seen what we have.
fn assert_replayed(place: &Place, report: &Value, what: &str) {
    let said = spin_replays(place, report);
    let check = violated(report);
    let reason = check["reason"].as_str().unwrap();
    if reason.contains("division by zero") {
        // SPIN's simulator divides as well, and dies of it.
        assert_eq!(said.code, None, "{what}: {}", said.out);
        return;
    }
    assert_followed(place, report, &said, what);
    match check["property"].as_str().unwrap() {
        "assertions" => {
            let line = reason.split("at line ").nth(1).unwrap().split(':').next().unwrap();
            let seen = format!(":{line}, Error: assertion violated");
            assert!(said.out.contains(&seen), "{what}: no `{seen}` in\n{}", said.out);
        }
        "deadlock" => {
            let source = place.read(report["model"].as_str().unwrap());
            assert_same_places(check, &source, &said.out, what);
        }
        // SPIN's simulator does not look for choices in a `D_proctype`.
        _ if reason.contains("declared deterministic") => {}
        _ => assert!(said.out.contains("Error: indexing"), "{what}: {}", said.out),
    }
}

/// At a deadlock, SPIN lists the same processes, at the same lines, with the same proper ends.
fn assert_same_places(check: &Value, source: &str, said: &str, what: &str) {
    let end = said.find("#processes: ").unwrap_or_else(|| panic!("{what}: {said}"));
    let mut theirs = BTreeMap::new();
    for line in said[end..].lines().filter(|line| line.contains(":\tproc ")) {
        // `  9:	proc  3 (philosopher:1) m.pml:21 (state 3) <valid end state>`
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "proc").unwrap();
        let number: usize = words[at + 1].parse().unwrap();
        let place: usize = words[at + 3].rsplit(':').next().unwrap().parse().unwrap();
        theirs.insert(number, (place, line.contains("valid end state")));
    }
    let stuck = check["stuck"].as_array().unwrap();
    assert_eq!(stuck.len(), theirs.len(), "{what}: {said}");
    for ours in stuck {
        let process = ours["process"].as_str().unwrap();
        let number = process.split(['(', ')']).nth(1).unwrap().parse().unwrap();
        let Some(&(line, may_end)) = theirs.get(&number) else { panic!("{what}: {process}") };
        assert_eq!(ours["may_end"], may_end, "{what}: {process}: {said}");
        let Some(first) = ours["line"].as_u64() else { continue };
        // Where a choice or an atomic sequence begins, SPIN names the line of that.
        let text = source.lines().nth(line - 1).unwrap_or_default().trim_start();
        let head =
            ["do", "if", "atomic", "d_step", ":: atomic"].iter().any(|h| text.starts_with(h));
        let first = first as usize;
        assert!(line == first || (line < first && head), "{what}: {process}: {said}");
    }
}

const SETTINGS: [&str; 4] = ["", "--symmetry off", "--no-merge", "--no-merge --symmetry off"];

#[test]
fn spin_replays_the_trail_of_every_broken_example() {
    if !are_installed(&VERIFIER) {
        return;
    }
    let place = Place::new("trails_to_spin");
    for model in broken_examples() {
        place.file(name(&model), std::fs::read(&model).unwrap());
        for options in SETTINGS {
            let what = format!("{} {options}", name(&model));
            let (report, code) = place.json(&format!("{} {options} --trail", name(&model)));
            assert_eq!(code, Some(1), "{what}");
            assert_replayed(&place, &report, &what);
        }
    }
}

/// A verifier of SPIN's: the options of `spin -a` and of the compiler.
const VERIFIERS: [(&str, &str); 3] =
    [("", "-DSAFETY"), ("-o3", "-DSAFETY -DNOREDUCE"), ("", "-DSAFETY -DBFS")];

/// Runs a verifier on a model of the place; what it says, if it wrote a trail.
fn pan(place: &Place, model: &str, (options, defines): (&str, &str)) -> Option<String> {
    let trail = format!("{}.trail", name(Path::new(model)));
    for old in [trail.as_str(), "pan", "pan.c"] {
        let _ = std::fs::remove_file(place.path(old));
    }
    let mut generate = vec!["spin", "-a"];
    generate.extend(options.split_whitespace());
    generate.push(model);
    spin::run(place, &generate)?;
    let mut compile = vec!["gcc", "-w", "-O0", "-o", "pan", "pan.c"];
    compile.extend(defines.split_whitespace());
    spin::run(place, &compile).filter(|said| said.code == Some(0))?;
    let said = spin::run(place, &[place.path("pan").to_str().unwrap(), "-m100000"])?;
    place.path(&trail).exists().then_some(said.out)
}

/// Which property a verifier's message is about.
fn property(said: &str) -> Option<&'static str> {
    let line = said.lines().find(|line| line.starts_with("pan:1: "))?;
    match line {
        _ if line.contains("invalid end state") => Some("deadlock"),
        _ if line.contains("invalid array index") => Some("run-time errors"),
        _ if line.contains("non-determinism") => Some("run-time errors"),
        _ if line.contains("chan name") => Some("run-time errors"),
        _ if line.contains("assertion violated") => Some("assertions"),
        _ => None,
    }
}

#[test]
fn trails_of_spin_replay_to_the_same_violation() {
    if !are_installed(&VERIFIER) {
        return;
    }
    let place = Place::new("trails_from_spin");
    let mut replayed = 0;
    for model in broken_examples() {
        let model_name = name(&model);
        place.file(model_name, std::fs::read(&model).unwrap());
        for verifier in VERIFIERS {
            let what = format!("{model_name} {verifier:?}");
            let Some(said) = pan(&place, model_name, verifier) else {
                // SPIN's verifier divides as well, and dies of it.
                assert_eq!(model_name, "broken-average.pml", "{what}: no trail");
                continue;
            };
            let told = place.run(&format!("replay {model_name} {model_name}.trail --json"));
            let report: Value = serde_json::from_str(&told.expect(1, &[]).out).unwrap();
            assert_eq!(report["property"].as_str(), property(&said), "{what}: {told:?}");
            replayed += 1;
        }
    }
    assert!(replayed >= 18, "{replayed}");
}

#[test]
fn trails_of_random_models_go_both_ways() {
    if !are_installed(&VERIFIER) {
        return;
    }
    let place = Place::new("trails_random");
    let limits = "--max-states 20000 --time 5s --workers 1";
    let (mut there, mut back) = (0, 0);
    for seed in 0..60 {
        place.file("m.pml", random::text::render(&random::generator::model(seed)));
        let options = if seed % 2 == 0 { "" } else { "--no-merge" };
        let told = place.run(&format!("check m.pml {options} {limits} --json --trail"));
        if told.code != Some(1) {
            continue;
        }
        let what = format!("random model {seed} {options}");
        let report: Value = serde_json::from_str(&told.out).unwrap();
        let said = spin_replays(&place, &report);
        if !is_refused(&said) {
            assert_followed(&place, &report, &said, &what);
            there += 1;
        }
        // Compiling takes its time.
        if seed % 3 == 0
            && let Some(said) = pan(&place, "m.pml", VERIFIERS[seed as usize / 3 % 3])
        {
            let told = place.run("replay m.pml m.pml.trail --json");
            let report: Value = serde_json::from_str(&told.expect(1, &[]).out).unwrap();
            assert_eq!(report["property"].as_str(), property(&said), "{what}: {told:?}");
            back += 1;
        }
    }
    println!("{there} trails for SPIN, {back} of SPIN");
    assert!(there >= 15 && back >= 4, "{there} {back}");
}

/// Models of other people; none, and the test skips, where they are absent.
fn others() -> Option<Vec<PathBuf>> {
    let folders = ["models/promela", "models/topspin"].map(shared_or_skip);
    let is_model = |path: &PathBuf| {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        ["pml", "prom", "promela", "p", "pr", "spin"].contains(&extension)
    };
    let [promela, topspin] = folders.map(|folder| Some(files_below(&folder?)));
    Some([promela?, topspin?].concat().into_iter().filter(is_model).collect())
}

/// The longest time for models of other people.
const SHARED: Duration = Duration::from_secs(60);

#[test]
fn trails_of_other_peoples_models_go_both_ways() {
    let Some(models) = others() else { return };
    if !are_installed(&VERIFIER) {
        return;
    }
    let place = Place::new("trails_shared");
    let limits = "--no-claims --max-states 20000 --time 1s --workers 1";
    let start = Instant::now();
    let (mut there, mut back, mut claims) = (0, 0, 0);
    for (index, path) in models.iter().enumerate() {
        if start.elapsed() > SHARED {
            println!("stopped after {index} of {} models", models.len());
            break;
        }
        let model = path.display().to_string();
        if model.contains(' ') {
            continue;
        }
        let told = place.run(&format!("check {model} {limits} --json --trail t.trail"));
        if told.code != Some(1) {
            continue;
        }
        let report: Value = serde_json::from_str(&told.out).unwrap();
        let said = spin_replays(&place, &report);
        if is_refused(&said) {
            continue;
        }
        assert_followed(&place, &report, &said, &model);
        there += 1;
        if there % 2 == 0
            && let Some(said) = pan(&place, &model, VERIFIERS[index % 3])
        {
            let trail = format!("{}.trail", name(path));
            let told = place.run(&format!("replay {model} {trail} --json --no-claims"));
            let what = format!("{model} {:?}: {told:?}\n{said}", VERIFIERS[index % 3]);
            if said.contains("never claim         \t+") && told.code == Some(3) {
                // It is the claim that is violated, which is left out here.
                claims += 1;
                continue;
            }
            let report: Value = serde_json::from_str(&told.out).expect(&what);
            assert_eq!(report["property"].as_str(), property(&said), "{what}");
            back += 1;
        }
    }
    println!("{there} trails for SPIN, {back} of SPIN, {claims} of claims");
    assert!(there > 0 && back > 0, "{there} {back}");
}

#[test]
fn our_own_trails_replay_here() {
    let place = Place::new("trails_here");
    place.file("broken.pml", BROKEN_MUTEX).file("dead.pml", DEADLOCK);
    for model in ["broken", "dead"] {
        for options in SETTINGS {
            let found = place.run(&format!("check {model}.pml {options} --trail"));
            found.expect(
                1,
                &[&format!("trail: {model}.pml.trail; to replay it: spin -t -p -g {model}.pml\n")],
            );
            let replayed = place.run(&format!("replay {model}.pml {model}.pml.trail"));
            replayed.expect(1, &["replayed on the unreduced model: the violation is real"]);
            let story = |text: &str| {
                let start = text.find("counterexample for").unwrap();
                text[start..].split("\ntrail: ").next().unwrap().trim_end().to_owned()
            };
            assert!(story(&replayed.out).starts_with(&story(&found.out)), "{}", replayed.out);
        }
    }
}

#[test]
fn the_command_names_file_and_macros() {
    let place = Place::new("trails_command");
    place.file("m.pml", "byte x;\nactive proctype p() { x = N; assert(x != 4) }\n");
    let said = place.run("check m.pml -D N=4 --no-merge --trail run.trail");
    said.expect(1, &["trail: run.trail; to replay it: spin -k run.trail -p -g -DN=4 m.pml\n"]);
    assert_eq!(place.read("run.trail"), "1:0:0\n2:0:1\n");
    place.run("check m.pml -D N=4 -q --trail").expect(1, &["spin -t -p -g -DN=4 m.pml\n"]);
    assert_eq!(place.read("m.pml.trail"), "-4:-4:-4\n1:0:0\n2:0:1\n");
    place.run("replay m.pml m.pml.trail -D N=4").expect(1, &["the violation is real"]);
    if are_installed(&VERIFIER) {
        let (report, _) = place.json("m.pml -D N=4 --trail");
        assert_replayed(&place, &report, "m.pml");
    }
}

#[test]
fn a_trail_that_does_not_fit_says_where() {
    let place = Place::new("trails_misfit");
    place.file("m.pml", BROKEN_MUTEX);
    let cases = [
        ("1:0:0\n2:0:3\n", "line 2: user(0) takes statement 3 (of user, line 7: inside--)"),
        ("1:0:0\n2:0:3\n", "possible there: user(0): 1 (line 5: inside++)"),
        ("1:0:0\n2:3:0\n", "line 2: process 3, which does not exist there, takes statement 0"),
        ("1:0:77\n", "line 1: user(0) takes statement 77, which the model does not have"),
        ("1:0:0\nx\n", "line 2: `x` is no line of a trail"),
        ("-5:0:0\n", "a trail of a permuted search"),
    ];
    for (trail, part) in cases {
        place.file("m.trail", trail).run("replay m.pml m.trail").refused(&["m.trail: line", part]);
    }
}

#[test]
fn a_trail_without_a_violation_is_told_as_such() {
    let place = Place::new("trails_nothing");
    place.file("m.pml", BROKEN_MUTEX).file("m.trail", "1:0:0\n2:0:1\n");
    place.run("replay m.pml m.trail").expect(3, &["trail (2 steps)", "no violation seen"]);
    place.file("m.trail", "1:0:0\n-1:-1:-1\n2:0:1\n");
    place.run("replay m.pml m.trail").expect(3, &["it shows a cycle, which is not judged"]);
    place.file("a.pml", "byte x;\nactive proctype p() { atomic { x = 1; x = 2 }; x = 3 }\n");
    place.file("a.trail", "1:0:0\n");
    place.run("replay a.pml a.trail").expect(3, &["inside an atomic sequence", "x = 1"]);
}

/// A claim that is violated when `x` is 2, in a model in which an assertion fails later.
const CLAIMED: &str = "\
byte x;
never { do :: x == 2 -> break :: else od }
active proctype p() { x = 1; x = 2; assert(false) }
";

/// Where the only way on is too long to be computed, nobody knows whether there is one.
#[test]
fn a_trail_does_not_end_in_a_deadlock_where_a_way_out_was_given_up() {
    let place = Place::new("trail_given_up");
    place.file(
        "m.pml",
        "int x; active proctype p() {
           d_step { do :: x < 2000000000 -> x++; x = x % 1000000 :: x == -1 -> break od }
         }",
    );
    place
        .file("m.trail", "-4:-4:-4\n")
        .run("replay m.pml m.trail")
        .expect(3, &["no violation seen"]);
    place.file("m.trail", "-4:-4:-4\n1:0:9999\n").run("replay m.pml m.trail").refused(&["line 2"]);
}

#[test]
fn the_steps_of_a_claim_are_left_out_with_it() {
    let place = Place::new("trails_claim");
    place.file("m.pml", CLAIMED);
    place.run("check m.pml --no-claims --no-merge --trail").expect(1, &[]);
    // The claim comes first: three statements, the loop with its join and its exit, and the end.
    assert_eq!(place.read("m.pml.trail"), "1:0:7\n2:0:8\n3:0:9\n");
    let trail = "-2:0:-2\n1:0:2\n2:1:7\n3:0:2\n4:1:8\n5:0:0\n";
    place.file("m.trail", trail);
    for claims in ["", "--no-claims"] {
        let replay = format!("replay m.pml m.trail {claims}");
        place.run(&replay).expect(3, &["trail (2 steps)", "x: 1 → 2"]);
    }
    if !are_installed(&VERIFIER) {
        return;
    }
    let (report, _) = place.json("m.pml --no-claims --no-merge --trail");
    assert_replayed(&place, &report, "a model with a claim");
    pan(&place, "m.pml", ("", "-DSAFETY")).expect("a trail");
    let replayed = place.run("replay m.pml m.pml.trail --no-claims");
    replayed.expect(3, &["no violation seen", "x: 1 → 2"]);
}

#[test]
fn jumps_with_watched_labels_are_numbered_as_in_spin() {
    let place = Place::new("trails_watched");
    let process = "active proctype p() { x = 1; here: goto there; x = 3; there: x = 2 }\n";
    let last = "active proctype q() { x == 2; assert(false) }\n";
    let claim = "never { do :: p@here -> skip :: else od }\n";
    // What follows the claim is numbered from the jump that SPIN makes anew in it.
    place.file("m.pml", format!("byte x;\n{process}{claim}{last}"));
    let said = place.run("check m.pml --no-claims --trail");
    said.refused(&["m.pml:2: SPIN numbers this statement in a way of its own"]);
    place.file("m.pml", format!("byte x;\n{process}{last}{claim}"));
    let (report, code) = place.json("m.pml --no-claims --no-merge --trail");
    assert_eq!(code, Some(1));
    assert_eq!(place.read("m.pml.trail"), "1:0:0\n2:0:1\n3:0:3\n4:1:5\n5:1:6\n");
    if !are_installed(&VERIFIER) {
        return;
    }
    assert_replayed(&place, &report, "a jump with a watched label");
    pan(&place, "m.pml", ("-o3", "-DSAFETY -DNOCLAIM")).expect("a trail");
    place.run("replay m.pml m.pml.trail --no-claims").expect(1, &["the violation is real"]);
}

#[test]
fn what_spin_numbers_otherwise_is_refused() {
    let place = Place::new("trails_irregular");
    let model = "byte x;\nactive proctype p() {\n  x = 1;\n\
                 L: d_step { x = 2 } unless { x == 9 };\n  assert(false)\n}\n";
    let said = place.file("m.pml", model).run("check m.pml --trail");
    said.refused(&["m.pml:4: SPIN numbers this statement in a way of its own"]);
}

/// Statements that SPIN's simulator reads otherwise than its verifiers: the model, and whether it does.
const READ_IN_TWO_WAYS: [(&str, bool); 6] = [
    ("chan c = [0] of { byte };\nactive proctype P() {\n  nfull(c);\n  assert(false)\n}\n", true),
    ("byte x;\nactive proctype P() {\n  !timeout;\n  assert(false)\n}\n", true),
    ("byte x;\nactive proctype P() {\n  x = 1 + timeout;\n  assert(x == 2)\n}\n", true),
    ("chan c = [1] of { byte };\nactive proctype P() {\n  nfull(c);\n  assert(false)\n}\n", false),
    ("byte x;\nactive proctype P() {\n  timeout;\n  assert(false)\n}\n", false),
    ("chan c = [0] of { byte };\nactive proctype P() {\n  empty(c);\n  assert(false)\n}\n", false),
];

#[test]
fn statements_that_spin_reads_in_two_ways_are_named() {
    let installed = are_installed(&VERIFIER);
    for (number, (model, doubtful)) in READ_IN_TWO_WAYS.into_iter().enumerate() {
        let place = Place::new(&format!("trail_doubts_{number}"));
        place.file("m.pml", model);
        let said = place.run("check m.pml --trail --json");
        let report: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(said.code, Some(1), "{model}");
        let doubts = &report["trail"]["doubts"];
        assert_eq!(!doubts.is_null(), doubtful, "{model}");
        assert_eq!(said.err.contains("warning: m.pml:3: `spin -t` may fail at `"), doubtful);
        if doubtful {
            assert_eq!(doubts.as_array().unwrap().len(), 1, "{model}");
            assert_eq!(doubts[0]["line"], 3, "{model}");
            assert!(said.err.contains("`quotient replay m.pml m.pml.trail` shows the run"));
            place.run("replay m.pml m.pml.trail").expect(1, &["the violation is real"]);
        }
        if installed {
            let said = spin_replays(&place, &report);
            let followed = !said.out.contains("transition failed")
                && said.out.contains(":4, Error: assertion violated");
            assert_eq!(followed, !doubtful, "{model}: {}", said.out);
        }
    }
}
