//! Tests that are a program of their own: called with arguments, it is the command with other languages.

use std::path::Path;
use std::process::{Command, ExitCode};

use super::Said;

/// Before the arguments of the command.
const AS_COMMAND: &str = "--as-quotient";

/// A test: its name, and what it does.
pub type Case = (&'static str, fn());

/// Runs the command if this is asked for, or else the tests.
pub fn main(command: fn(Vec<std::ffi::OsString>) -> ExitCode, cases: &[Case]) -> ExitCode {
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    let rest: Vec<_> = arguments.collect();
    if rest.first().is_some_and(|first| first == AS_COMMAND) {
        return command([program].into_iter().chain(rest.into_iter().skip(1)).collect());
    }
    for (name, case) in cases {
        println!("test {name} ...");
        case();
    }
    println!("test result: ok. {} passed", cases.len());
    ExitCode::SUCCESS
}

/// Runs the command in a directory.
pub fn run(directory: &Path, arguments: &str) -> Said {
    let started = std::time::Instant::now();
    let program = std::env::current_exe().expect("the test itself");
    let mut command = Command::new(program);
    command.arg(AS_COMMAND).args(arguments.split_whitespace()).current_dir(directory);
    let output = command.output().expect("the command runs");
    Said {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        took: started.elapsed(),
    }
}
