//! Checks that a suite has begun end with it, whatever ends that.
#![cfg(target_os = "linux")]

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::Place;

/// A model with more states than anybody waits for.
const ENDLESS: &str = "\
/* expect assertions: holds */
int a, b, c, d;
active proctype p() { do :: a++ od }
active proctype q() { do :: b++ od }
active proctype r() { do :: c++ od }
active proctype s() { do :: d = a + b + c; assert(d == d) od }
";
const PATIENCE: Duration = Duration::from_secs(30);

/// The processes that a process runs.
fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task/{parent}/children");
    let listed = fs::read_to_string(path).unwrap_or_default();
    listed.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

/// Waits until something is so.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process is there and has not ended.
fn runs(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The state stands behind the name, which is in parentheses.
    status.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

#[test]
fn a_check_ends_with_the_suite_that_was_killed() {
    let place = Place::new("parents");
    place.file("m.pml", ENDLESS);
    let mut suite = place.start("check m.pml --suite --memory 500M");
    let mut found = Vec::new();
    wait_until("no check was begun", || {
        found = children(suite.id());
        !found.is_empty()
    });
    // It knows its parent before it has a second thread.
    let threads =
        |child: u32| fs::read_dir(format!("/proc/{child}/task")).map_or(0, Iterator::count);
    wait_until("no search was begun", || found.iter().any(|&child| threads(child) > 1));
    suite.kill().expect("the suite");
    suite.wait().expect("the suite");
    wait_until("the check goes on", || found.iter().all(|&child| !runs(child)));
}
