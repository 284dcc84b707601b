//! `--checkpoint` and `--resume`: whenever the program is killed, the search goes on.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::support::Place;

/// Three processes that go round, and a sum that is violated late; some five million states.
const ROUNDS: &str = "
byte sum;
active [3] proctype P() {
  byte x;
  do
  :: x < 60 -> x++; assert(x != 61)
  :: x == 60 -> x = 0
  od
}
active proctype Q() {
  byte y;
  if
  :: y = 1
  :: y = 2; assert(y == 2)
  fi;
  do :: y < 10 -> y++ :: y >= 11 -> break od
}
";

/// What does not depend on how often the search was interrupted.
fn facts(said: &Value) -> Vec<Value> {
    let counts =
        ["states", "transitions", "depth", "violations", "unreached", "unreached_undecided"];
    let verdicts = said["checks"].as_array().unwrap().iter().map(|check| check["verdict"].clone());
    counts.iter().map(|name| said[name].clone()).chain(verdicts).collect()
}

/// A number below another, of a sequence that is the same each time.
pub fn next(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}

#[test]
fn a_killed_search_goes_on() {
    let place = Place::new("killed");
    place.file("m.pml", ROUNDS);
    let seed = &mut 1;
    let mut resumed = 0;
    for options in ["", "--store disk", "--memory 20M --workers 2", "--symmetry off"] {
        let options = format!("m.pml --por off --keep-going {options}");
        let expected = facts(&place.json(&options.replace("--memory 20M", "")).0);
        for _ in 0..2 {
            for _ in 0..5 {
                let is_there = place.path("kept/checkpoint.json").exists();
                resumed += u32::from(is_there);
                let how = if is_there { "--resume" } else { "--checkpoint" };
                let mut child =
                    place.start(&format!("check --json {options} {how} kept,every=20ms"));
                sleep(Duration::from_millis(50 + next(seed, 700)));
                child.kill().unwrap();
                child.wait().unwrap();
            }
            let is_there = place.path("kept/checkpoint.json").exists();
            let how = if is_there { "--resume" } else { "--checkpoint" };
            let (said, _) = place.json(&format!("{options} {how} kept,every=20ms"));
            assert_eq!(facts(&said), expected, "{options}");
            assert!(!place.path("kept").exists(), "nothing is left when there is an answer");
        }
    }
    assert!(resumed > 20, "{resumed}");
}

#[test]
fn a_limit_leaves_a_checkpoint_and_another_search_is_refused() {
    let place = Place::new("limit");
    place.file("m.pml", ROUNDS).file("other.pml", ROUNDS.replace("60", "59"));
    let said = place.run("check m.pml --symmetry off --por off --time 300ms --checkpoint kept");
    said.expect(3, &["inconclusive  the time limit of 300 ms was reached in the search"]);
    assert!(said.err.contains("the same command with `--resume kept`"), "{}", said.err);
    for (command, why) in [
        ("m.pml --symmetry off --checkpoint kept", "there is a checkpoint already"),
        (
            "other.pml --symmetry off --por off --resume kept",
            "the text of the model, as its hash, was",
        ),
        ("m.pml --por off --resume kept", "`--symmetry` was"),
        ("m.pml --symmetry off --por off --resume kept --max-depth 3", "`--max-depth` was None"),
        (
            "m.pml --symmetry off --por off --resume kept -D N=3",
            "the checkpoint is of another search",
        ),
        ("m.pml --symmetry off --resume nowhere", "nowhere: there is no checkpoint"),
        ("m.pml --symmetry off --por off --resume kept --store plain", "`--store auto`"),
        ("m.pml --symmetry off --por off --resume kept --search dfs", "`--search bfs`"),
        ("m.pml --symmetry off --por off --resume kept --disk-dir .", "without `--disk-dir`"),
        ("m.pml --resume kept --checkpoint kept", "without `--checkpoint`"),
        ("m.pml --engine symbolic --checkpoint new", "without `--engine symbolic`"),
        ("m.pml --checkpoint .", "is no part of a checkpoint"),
        ("m.pml --checkpoint ,every=3s", "a folder comes first"),
        ("m.pml --checkpoint a,every=soon", "not a duration"),
        ("m.pml --checkpoint .,every=200000000000000d", "is no part of a checkpoint"),
    ] {
        let said = place.run(&format!("check {command}"));
        assert!(said.code == Some(2) && said.err.contains(why), "{command}: {said:?}");
    }
    let said = place.json("m.pml --symmetry off --por off --resume kept --max-states 100").0;
    assert!(said["depth"].as_u64() > Some(10), "{said}");
    // What somebody else has written stays, whatever it is called.
    fs::create_dir(place.path("own")).unwrap();
    place.file("own/1.run", "precious").file("own/.run", "");
    place.run("check m.pml --checkpoint own").refused(&["is no part of a checkpoint"]);
    // Nothing is left of a search that made none.
    let said = place.run("check m.pml --symmetry off --por off --max-states 999 --checkpoint none");
    assert!(said.code == Some(3) && said.err.contains("ended before a checkpoint"), "{said:?}");
    assert!(!place.path("none").exists());
    assert_eq!(place.read("own/1.run"), "precious");
    // Another program is at it.
    let lock = fs::File::open(place.path("kept/lock")).unwrap();
    lock.lock().unwrap();
    place
        .run("check m.pml --symmetry off --por off --resume kept")
        .refused(&["another search is using"]);
    lock.unlock().unwrap();
    let run = place.path("kept/1.run");
    let whole = fs::read(&run).unwrap();
    fs::write(&run, &whole[..whole.len() - 1]).unwrap();
    place.run("check m.pml --symmetry off --por off --resume kept").refused(&["damaged: 1.run"]);
    fs::write(&run, whole).unwrap();
    place
        .run("check m.pml --symmetry off --por off --resume kept")
        .expect(0, &["assertions       holds"]);
}
