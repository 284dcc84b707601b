//! Checkpoints of searches that machines share: whoever is killed, and on however many machines it goes on.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::checkpoints::next;
use crate::cluster::{facts, machines_of, signal};
use crate::support::{Place, finish};

/// Three processes that go round, and another; some 1.6 million states.
const ROUNDS: &str = "
active [3] proctype P() {
  byte x;
  do
  :: x < 40 -> x++; assert(x != 41)
  :: x == 40 -> x = 0
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

/// Where a search is shared.
const WAYS: [&str; 4] =
    ["--cluster local:2", "--cluster local:3 --store disk", "", "--cluster local:2 --workers 2"];

/// The option that begins or goes on, and whether there is a checkpoint.
fn how(place: &Place) -> &'static str {
    match place.path("kept/checkpoint.json").exists() {
        true => "--resume kept,every=100ms",
        false => "--checkpoint kept,every=100ms",
    }
}

/// Kills a process, if it is there.
fn killed(process: u32) -> bool {
    let said = Command::new("kill").arg("-KILL").arg(process.to_string()).output();
    said.expect("kill").status.success()
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_goes_on_whoever_was_killed() {
    let place = Place::new("cluster-killed");
    place.file("m.pml", ROUNDS);
    let seed = &mut 7;
    let mut resumed = 0;
    for options in ["", "--symmetry off"] {
        let options = format!("m.pml --por off --keep-going {options}");
        let expected = facts(&place.json(&options).0);
        for _ in 0..6 {
            let (how, way) = (how(&place), WAYS[next(seed, 4) as usize]);
            resumed += u32::from(how.contains("resume"));
            let mut child = place.start(&format!("check --json {options} {how} {way}"));
            sleep(Duration::from_millis(400 + next(seed, 1500)));
            let machines = machines_of(&child);
            match machines.get(next(seed, 3) as usize) {
                // It may have ended by itself.
                Some(&machine) => drop(killed(machine)),
                None => child.kill().unwrap(),
            }
            let said = finish(child);
            // Who is lost while they meet has not begun to search.
            let is_lost = said.out.contains("of those that share the search was lost");
            let goes_on = said.err.contains("the same command with `--resume kept`");
            let is_kept = place.path("kept/checkpoint.json").exists();
            assert!(!is_lost || goes_on == is_kept, "{said:?}");
        }
        let (said, _) =
            place.json(&format!("{options} {} {}", how(&place), WAYS[next(seed, 4) as usize]));
        assert_eq!(facts(&said), expected, "{options}");
        assert!(!place.path("kept").exists(), "nothing is left when there is an answer");
    }
    assert!(resumed > 0, "{resumed}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_search_goes_on_from_the_level_that_it_had_begun() {
    let place = Place::new("cluster-interrupted");
    place.file("m.pml", ROUNDS.replace("40", "80").replace("41", "81"));
    let options = "m.pml --symmetry off --por off --keep-going";
    let expected = facts(&place.json(options).0);
    for way in ["--cluster local:2", "--cluster local:3", ""] {
        let how = if way.ends_with('2') { "--checkpoint" } else { "--resume" };
        let manifest = || std::fs::read(place.path("kept/checkpoint.json")).ok();
        let before = manifest();
        let child = place.start(&format!("check {options} {way} {how} kept,every=100ms"));
        // It has made one, however fast or slow it is.
        let begin = std::time::Instant::now();
        while manifest() == before && begin.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(10));
        }
        signal("INT", child.id());
        let said = finish(child);
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(said.err.contains("with `--resume kept`"), "{said:?}");
    }
    // What one machine has begun goes on on several, too.
    let (said, _) = place.json(&format!("{options} --cluster local:2 --resume kept"));
    assert_eq!(facts(&said), expected);
    let other = place.run("check m.pml --por off --cluster local:2 --resume kept");
    assert_eq!(other.code, Some(2), "{other:?}");
}
