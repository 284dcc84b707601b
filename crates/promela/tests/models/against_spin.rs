//! Our examples have exactly the states and transitions that SPIN 6.5.2 reports for them.
//!
//! Runs SPIN and a C compiler on each small model, in three settings; skips, saying so, where they
//! are not installed or SPIN is of another version.

use std::path::Path;
use std::process::Command;

use kernel::{SearchOptions, Silent, search};
use promela::LoadOptions;
use testing::cases::{Completion, Suite};
use testing::peers::{VERIFIER, lack, text};
use testing::places::Folder;

use crate::support::examples::{Counts, Example, examples, plain, unmerged};

/// Models with more states are left out.
const MAX_STATES: u64 = 100_000;

fn run(folder: &Folder, program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    let output = command.args(arguments).current_dir(folder.path()).output();
    text(&output.unwrap_or_else(|error| panic!("{program}: {error}")).stdout)
}

/// What SPIN's verifier reports.
fn spin(folder: &Folder, model: &Path, flags: &[&str]) -> Counts {
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

/// Each small example that SPIN's verifier can be compared on.
pub fn suite() -> Suite {
    let name = "against_spin";
    if let Some(lack) = lack(&VERIFIER) {
        return Suite::skipped(name, lack);
    }
    let mut suite = Suite::new(name, 30);
    for example in examples() {
        if example.unreduced.is_none_or(|counts| counts.states > MAX_STATES) {
            continue;
        }
        suite.add(&example.name.clone(), move || match &example.spin_differs {
            Some(reason) => Completion::ignored_with(reason),
            None => {
                compare(&example);
                Completion::Completed
            }
        });
    }
    suite
}

fn compare(example: &Example) {
    let folder = Folder::new(&format!("against-spin-{}", example.name));
    let settings: [(&str, LoadOptions, &[&str]); 3] = [
        ("default", LoadOptions::default(), &[]),
        ("unmerged", unmerged(), &["-o3"]),
        ("plain", plain(), &["-o1", "-o2", "-o3"]),
    ];
    for (setting, options, flags) in settings {
        let machine = example.load(options).machine;
        let all = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let statistics = search(&machine, &all, &Silent).statistics;
        let ours = Counts { states: statistics.states, transitions: statistics.transitions };
        assert_eq!(ours, spin(&folder, &example.path, flags), "{setting}");
    }
}
