//! Unreached statements are those that SPIN's verifier reports, by proctype and line.
//!
//! Runs SPIN and a C compiler on each model; skips, saying so, where they are not installed. What
//! may differ is listed, with the reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Place;
use testing::peers::{VERIFIER, are_installed, text};
use testing::places;

/// Models with more states are left out.
const MOST_STATES: u64 = 20_000;

/// A proctype and a line.
type Line = (String, u64);

fn run(place: &Place, program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(place.path(".")).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    text(&output.stdout)
}

/// What SPIN's verifier reports; `None` if it does not come to an end.
fn by_spin(place: &Place, model: &Path, options: &[&str]) -> Option<BTreeSet<Line>> {
    let path = model.to_string_lossy();
    let _ = fs::remove_file(place.path("pan.c"));
    let _ = fs::remove_file(place.path("pan"));
    run(place, Path::new("spin"), &[&["-a"], options, &[&*path]].concat());
    let flags = ["-O0", "-w", "-DNOREDUCE", "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c"];
    run(place, Path::new("gcc"), &flags);
    if !place.path("pan").exists() {
        return None;
    }
    let report = run(place, &place.path("pan"), &["-m1000000", "-c0"]);
    let finished =
        report.contains("elapsed time") && !report.contains("max search depth too small");
    if !finished || report.contains("Search not completed") {
        return None;
    }
    let mut found = BTreeSet::new();
    let mut proctype = None;
    for line in report.lines() {
        if let Some(name) = line.strip_prefix("unreached in ") {
            proctype = name.strip_prefix("proctype ").or((name == "init").then_some("init"));
        } else if let (Some(proctype), Some(rest)) = (proctype, line.strip_prefix('\t')) {
            let place = rest.split(',').next().unwrap_or_default();
            if let Some((_, number)) = place.rsplit_once(':') {
                found.insert((proctype.to_owned(), number.parse().expect("a line")));
            }
        } else {
            proctype = None;
        }
    }
    Some(found)
}

/// What we report; `None` if we refuse the model or do not come to an end.
fn by_us(place: &Place, model: &Path, options: &str) -> Option<BTreeSet<Line>> {
    let options = format!("--keep-going --no-claims --language promela {options}");
    let said = place.run(&format!("check --json {} {options}", model.display()));
    let object: serde_json::Value = serde_json::from_str(&said.out).ok()?;
    let unreached = object["unreached"].as_array()?;
    let line = |entry: &serde_json::Value| {
        (entry["proctype"].as_str().unwrap().to_owned(), entry["line"].as_u64().unwrap())
    };
    Some(unreached.iter().map(line).collect())
}

/// Other people's models with few states as SPIN counts them; none, and the test skips, where they are absent.
fn others() -> Option<Vec<PathBuf>> {
    let table = places::shared_or_skip("models/promela/spin-6.5.2.tsv")?;
    let folder = table.parent().expect("a folder");
    let mut paths = Vec::new();
    for line in fs::read_to_string(&table).expect("text").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let states = fields[2].parse().unwrap_or(u64::MAX);
        if fields[1] == "noreduce" && states <= MOST_STATES {
            paths.push(folder.join(fields[0]));
        }
    }
    Some(paths)
}

/// Where the reports differ, each with the reason: the end of a model's path, what only we report,
/// and what only SPIN does.
type Exception = (&'static str, &'static [(&'static str, u64)], &'static [(&'static str, u64)]);

const EXCEPTIONS: [Exception; 7] = [
    // SPIN has read on to the end of the file when it gives the last `-end-` its line.
    ("jspin-examples/sem-busy.pml", &[("P", 15)], &[("P", 17)]),
    ("jspin-examples/sem-ch.pml", &[("P", 16), ("sem", 27)], &[("P", 18), ("sem", 29)]),
    ("spider-examples/third.pml", &[("q", 15)], &[("q", 16)]),
    // SPIN has read on to the next statement when it gives a declaration its line.
    ("PassTests/testunlesswithdecl.p", &[("init", 6)], &[]),
    // The head of a loop that is entered through its first statements, and left before it starts
    // over, counts as unreached in SPIN.
    ("Examples/abp.pml", &[], &[("Receiver", 28)]),
    // SPIN does not report a choice whose last option leads to something reached (line 296); gives
    // a condition of several lines its last one (358, 359); and reports a jump if nothing else
    // stands in a block (397).
    ("misc/telephone.p", &[("User", 296), ("User", 358)], &[("User", 359), ("User", 397)]),
    // It has `hidden` variables, which SPIN leaves out of the state: it searches less.
    ("misc/fireWireStar3.p", &[], &[("node", 194), ("node", 195)]),
];

fn only(these: &BTreeSet<Line>, those: &BTreeSet<Line>) -> Vec<(String, u64)> {
    these.difference(those).cloned().collect()
}

/// Compares the reports on some models.
fn compare(folder: &str, models: Vec<PathBuf>) {
    if !are_installed(&VERIFIER) {
        return;
    }
    let place = Place::new(folder);
    let (mut equal, mut with_some, mut explained, mut skipped) = (0, 0, 0, 0);
    for model in models {
        let name = model.display().to_string();
        let unreduced = format!("--symmetry off --no-merge --max-states {}", 3 * MOST_STATES);
        // Ours first: it is known to come to an end.
        let ours = by_us(&place, &model, &unreduced);
        let both = ours.and_then(|ours| Some((ours, by_spin(&place, &model, &["-o3"])?)));
        let Some((ours, theirs)) = both else {
            println!("not compared: {name}");
            skipped += 1;
            continue;
        };
        for options in ["--symmetry off", "--symmetry auto"] {
            assert_eq!(by_us(&place, &model, options).as_ref(), Some(&ours), "{name} {options}");
        }
        let wanted = |lines: &[(&str, u64)]| -> Vec<Line> {
            lines.iter().map(|(proctype, line)| ((*proctype).to_owned(), *line)).collect()
        };
        let exception = EXCEPTIONS.iter().find(|exception| name.ends_with(exception.0));
        let (more, less) =
            exception.map_or((Vec::new(), Vec::new()), |e| (wanted(e.1), wanted(e.2)));
        assert_eq!(only(&ours, &theirs), more, "only ours: {name}");
        assert_eq!(only(&theirs, &ours), less, "only SPIN's: {name}");
        explained += usize::from(exception.is_some());
        equal += usize::from(exception.is_none());
        with_some += usize::from(!ours.is_empty());
    }
    println!("{equal} equal, {explained} explained, {skipped} not compared; {with_some} not empty");
    assert!(equal > 20 && with_some > 10, "hardly any model was compared");
}

#[test]
fn unreached_lines_of_our_examples_are_spins() {
    compare("unreached_examples", places::examples("promela"));
}

#[test]
fn unreached_lines_of_other_models_are_spins() {
    if let Some(models) = others() {
        compare("unreached_shared", models);
    }
}

/// Every kind of statement where no run arrives.
const FORMS: &str = "\
byte x, y;
proctype nobody() {
  byte k;
  k = 1;
  x = k
}
active [2] proctype p() {
  byte l;
  x = 1;
  if
  :: x == 7 ->
     x = 8;
     if
     :: x == 9 -> y = 3
     :: else -> skip
     fi;
     atomic {
       x = 3;
       y = 4
     };
     d_step {
       x = 5;
       y = 6
     };
     l = 1;
     l = 2;
     l = 3;
     skip;
     do
     :: l > 4 -> break
     :: l < 4 ->
        l++
     od;
     goto out;
     x = 99;
     { x = 3; x = 4 };
out: x = 2
  :: else
  fi;
  do
  :: y == 77
  :: y == 3 -> y = 0
  od;
  x = 100
}
init { x = 0 }
";

/// Escapes, loops over ranges and choices of numbers.
const LOOPS: &str = "\
byte x, z;
proctype nobody() {
  { x = 1;
    x = 2 } unless
  { z == 3;
    z = 4 }
}
active proctype p() {
  byte i, k;
  do
  :: x == 9 -> break
  :: else ->
     { x = 1;
       x = 2 } unless
     { z == 3;
       z = 4 };
     break
  od;
  for (i : 1 .. 2) {
    if
    :: i == 5 ->
      k = 7;
      select (k : 1 .. 3);
      k = 8
    :: else
    fi
  }
  timeout;
  x = 3
}
init { x = 0 }
";

/// Checks the lines reported of `nobody` and `p`, and which of those of `p` SPIN leaves out where it
/// merges statements: it takes a statement that is merged into the one before for reached, wherever
/// it stands (`reached[..] = 1` in its tables), and a choice whose last option leads to such a one.
#[track_caller]
fn check(folder: &str, text: &str, nobody: &[u64], p: &[u64], merged: &[u64]) {
    let place = Place::new(folder);
    place.file("m.pml", text);
    let model = place.path("m.pml");
    let of = |name: &str, lines: &[u64]| -> BTreeSet<Line> {
        lines.iter().map(|line| (name.to_owned(), *line)).collect()
    };
    let all = &of("nobody", nobody) | &of("p", p);
    for options in ["--deadlock off", "--no-merge", "--symmetry off", "--no-merge --symmetry off"] {
        assert_eq!(by_us(&place, &model, options), Some(all.clone()), "{options}");
    }
    if !are_installed(&VERIFIER) {
        return;
    }
    assert_eq!(by_spin(&place, &model, &["-o3"]), Some(all.clone()));
    assert_eq!(by_spin(&place, &model, &[]), Some(&all - &of("p", merged)));
}

#[test]
fn every_kind_of_statement() {
    // Conditions that were tried and `else` are reached; a choice and a block are told by their
    // first statements, a `d_step` as a whole, `skip` and jumps not at all.
    let p = [12, 14, 18, 19, 21, 25, 26, 27, 30, 32, 35, 36, 37, 42, 44, 45];
    check("unreached_forms", FORMS, &[4, 5, 6], &p, &[19, 26, 32]);
}

#[test]
fn escapes_and_loops() {
    // What may be escaped to begins where the statements before `unless` are.
    check("unreached_loops", LOOPS, &[3, 4, 6, 7], &[16, 22, 23, 24], &[22, 23, 24]);
}

/// What is done in no order is done by either of two statements, and both are reached.
const ROW: &str = "\
byte seen[2], turn[2], up[2], any;
active [2] proctype p() {
end:
  do
  :: atomic { turn[_pid] == 0 -> turn[_pid] = 1;
       if
       :: up[0] && !up[1] ->
          seen[0] = 1;
          any = 1
       :: else
       fi;
       if
       :: up[1] && !up[0] ->
          seen[1] = 1;
          any = 1
       :: else
       fi
     }
  :: turn[_pid] == 1 && !up[_pid] -> up[_pid] = 1
  od
}
";

/// Of two types that do the same, each has a statement that is never reached; the options are in another order.
const TURNED: &str = "\
byte seen[2], turn[2], low[2], high[2];
active proctype p() {
  byte i;
end:
  do
  :: atomic { turn[0] == 0 -> turn[0] = 1; i = 0;
       do
       :: i < 2 ->
          if
          :: seen[i] == 9 ->
             high[i] = 1
          :: seen[i] != 9 ->
             low[i] = 1
          fi;
          i++
       :: else -> break
       od }
  :: seen[0] < 2 -> seen[0]++
  od
}
active proctype nobody() {
  byte i;
end:
  do
  :: atomic { turn[1] == 0 -> turn[1] = 1; i = 0;
       do
       :: i < 2 ->
          if
          :: seen[i] != 9 ->
             low[i] = 1
          :: seen[i] == 9 ->
             high[i] = 1
          fi;
          i++
       :: else -> break
       od }
  :: seen[1] < 2 -> seen[1]++
  od
}
";

#[test]
fn what_is_done_in_no_order() {
    check("unreached_rows", ROW, &[], &[21], &[]);
    // SPIN merges what is assigned there with the condition before it, and takes it for reached.
    let place = Place::new("unreached_turned");
    place.file("m.pml", TURNED);
    let model = place.path("m.pml");
    let all = [("nobody", 32), ("nobody", 39), ("p", 11), ("p", 20)];
    let all: BTreeSet<Line> = all.map(|(of, line)| (of.to_owned(), line)).into();
    for options in ["", "--symmetry off"] {
        assert_eq!(by_us(&place, &model, options), Some(all.clone()), "{options}");
    }
}
