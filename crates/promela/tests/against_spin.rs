//! Our examples have exactly the states and transitions that SPIN 6.5.2 reports for them.
//!
//! Runs SPIN and a C compiler on each small model, in three settings; skips, saying so, where they
//! are not installed or SPIN is of another version.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kernel::{SearchOptions, Silent, search};
use promela::LoadOptions;
use support::examples::{Counts, examples, plain, unmerged};

/// Models with more states are left out.
const MAX_STATES: u64 = 100_000;

fn is_installed() -> bool {
    let version = Command::new("spin").arg("-V").output();
    let has_spin = version
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("Version 6.5.2"));
    has_spin && Command::new("gcc").arg("--version").output().is_ok_and(|o| o.status.success())
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What SPIN's verifier reports.
fn spin(folder: &Path, model: &Path, flags: &[&str]) -> Counts {
    let path = model.to_string_lossy();
    let mut arguments = vec!["-a"];
    arguments.extend(flags);
    arguments.push(&path);
    run(folder, "spin", &arguments);
    run(folder, "gcc", &["-O0", "-w", "-DNOREDUCE", "-DSAFETY", "-o", "pan", "pan.c"]);
    let pan = folder.join("pan");
    let report = run(folder, &pan.to_string_lossy(), &["-m1000000", "-c0"]);
    let number = |what: &str| {
        let line = report.lines().find(|line| line.contains(what));
        let line = line.unwrap_or_else(|| panic!("{}: no {what}: {report}", model.display()));
        line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number")
    };
    Counts { states: number("states, stored"), transitions: number("transitions (= ") }
}

#[test]
fn counts_of_our_examples_equal_spins() {
    if !is_installed() {
        eprintln!("skipped: SPIN 6.5.2 and gcc are not installed");
        return;
    }
    let name = format!("quotient-against-spin-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    fs::create_dir_all(&folder.0).expect("a temporary folder");
    let settings: [(&str, LoadOptions, &[&str]); 3] = [
        ("default", LoadOptions::default(), &[]),
        ("unmerged", unmerged(), &["-o3"]),
        ("plain", plain(), &["-o1", "-o2", "-o3"]),
    ];
    let mut compared = 0;
    for example in examples() {
        if let Some(reason) = &example.spin_differs {
            println!("{} is not compared: {reason}", example.name);
            continue;
        }
        if example.unreduced.is_none_or(|c| c.states > MAX_STATES) {
            continue;
        }
        let path = fs::canonicalize(&example.path).expect("the model");
        for (setting, options, flags) in &settings {
            let machine = example.load(*options).machine;
            let all = SearchOptions { keep_going: true, ..SearchOptions::default() };
            let statistics = search(&machine, &all, &Silent).statistics;
            let ours = Counts { states: statistics.states, transitions: statistics.transitions };
            assert_eq!(ours, spin(&folder.0, &path, flags), "{}, {setting}", example.name);
            compared += 1;
        }
    }
    println!("{compared} counts are equal");
}
