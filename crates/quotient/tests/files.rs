//! What the command writes: whole or not at all, and never at the cost of what was found.

#![cfg(unix)]

use std::time::Duration;

use crate::support::{BROKEN_MUTEX, ENDLESS, Place, shell};

fn names(place: &Place) -> Vec<String> {
    let entries = place.path("").read_dir().unwrap();
    let mut names: Vec<String> =
        entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// `/dev/full` takes nothing.
#[test]
fn a_full_disk_does_not_cost_the_verdict() {
    let place = Place::new("full_disk");
    place.file("m.pml", BROKEN_MUTEX);
    for (options, found) in [
        ("--trace /dev/full", "VIOLATED"),
        ("--trail=/dev/full", "VIOLATED"),
        ("--trace /dev/full --json", "\"violated\""),
    ] {
        let said = place.run(&format!("check m.pml {options}"));
        said.expect(1, &[found]);
        assert!(said.err.contains("/dev/full: cannot write"), "{}", said.err);
    }
    assert_eq!(names(&place), ["m.pml"]);
}

/// Where nothing is violated, the exit status tells that a file is missing.
#[test]
fn what_cannot_be_written_is_an_error() {
    let place = Place::new("full_disk_status");
    place.file("m.pml", BROKEN_MUTEX).file("ok.pml", "active proctype p() { skip }");
    let said = place.run("check m.pml --reach inside==2 --trace /dev/full");
    said.expect(2, &["reach inside==2  reached"]);
    assert!(said.err.contains("/dev/full: cannot write"), "{}", said.err);
    std::os::unix::fs::symlink("/dev/full", place.path("page.html")).unwrap();
    let said = place.run("check ok.pml --report page.html");
    said.expect(2, &["assertions       holds"]);
    assert!(said.err.contains("page.html: cannot write"), "{}", said.err);
    place.run("check m.pml --report page.html").expect(1, &["VIOLATED"]);
}

/// A pipe that nobody reads is not waited for; one that is read gets what it should.
#[test]
fn pipes_are_written_to_if_somebody_reads_them() {
    let place = Place::new("pipes");
    place.file("m.pml", BROKEN_MUTEX);
    let said = shell(&place, "mkfifo p; $Q check m.pml --trace p");
    said.expect(1, &["VIOLATED"]);
    assert!(said.err.contains("p: cannot write: nobody reads"), "{}", said.err);
    let said =
        shell(&place, "cat p > got.json & $Q check m.pml --trace p; code=$?; wait; exit $code");
    said.expect(1, &["VIOLATED"]);
    place.run("replay m.pml got.json").expect(1, &["counterexample"]);
    let said =
        shell(&place, "$Q check m.pml -q --trace >(cat > sub.json); code=$?; wait $!; exit $code");
    said.expect(1, &["VIOLATED"]);
}

#[test]
fn a_search_with_a_pipe_for_its_trace_can_be_ended() {
    let place = Place::new("pipe_ended");
    place.file("m.pml", ENDLESS);
    let script = "mkfifo p; $Q check m.pml --memory 3G --trace p & sleep 1; kill -TERM $!; wait $!";
    shell(&place, script).expect(3, &["inconclusive  interrupted"]);
}

/// A file that may not become large enough ends the program: what was found was said before, and half of the file is nowhere.
#[test]
fn half_a_file_stands_nowhere_under_its_name() {
    let place = Place::new("half");
    place.file("m.pml", BROKEN_MUTEX).file("old.json", "old");
    for name in ["t.json", "old.json"] {
        // With blocks of a kilobyte.
        let said = shell(&place, &format!("ulimit -f 0; $Q check m.pml --trace {name} | cat"));
        assert!(said.out.contains("VIOLATED"), "{}", said.out);
    }
    assert!(!place.path("t.json").exists());
    assert_eq!(place.read("old.json"), "old");
    place.run("check m.pml --trace old.json").expect(1, &["VIOLATED"]);
    place.run("replay m.pml old.json").expect(1, &["counterexample"]);
}

/// A graph takes long to write. Whoever kills the program meanwhile finds none, or the one that was there.
#[test]
fn a_killed_program_leaves_no_half_graph() {
    let place = Place::new("half_graph");
    place.file("m.pml", ENDLESS).file("old.dot", "old");
    for name in ["g.dot", "old.dot"] {
        let options = format!("graph m.pml --max-states 100000000 --symmetry off -o {name}");
        let mut child = place.start(&options);
        std::thread::sleep(Duration::from_millis(700));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(!place.path("g.dot").exists());
    assert_eq!(place.read("old.dot"), "old");
}

#[test]
fn no_other_names_are_left() {
    let place = Place::new("no_other_names");
    place.file("m.pml", BROKEN_MUTEX);
    place.run("check m.pml --trace t.json --trail t.trail").expect(1, &["trail: t.trail"]);
    place.run("graph m.pml -o g.aut");
    place.run("symmetry m.pml --gap=g.g");
    place.run("symmetry m.pml --diagram d.svg --detect channel-diagram");
    place.run("simulate m.pml --steps 3 --save s.json");
    assert_eq!(names(&place), ["d.svg", "g.aut", "g.g", "m.pml", "s.json", "t.json", "t.trail"]);
}
