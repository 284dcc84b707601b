//! Programs that are installed: what they print is read, and they are ended.

#![cfg(unix)]

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lsp::{Installed, Printed, Program};

fn run(script: &str, patience: Duration, is_cancelled: bool) -> io::Result<Option<Printed>> {
    let arguments = ["-c", script].map(OsString::from);
    Installed(PathBuf::from("/bin/sh")).run(&arguments, patience, &AtomicBool::new(is_cancelled))
}

#[test]
fn what_is_printed_is_read_however_long() {
    let long = Duration::from_secs(60);
    let script = "i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done; echo no >&2";
    let printed = run(script, long, false).expect("it runs").expect("it ends");
    assert_eq!((printed.output.len(), &printed.complaints[..]), (220_000, &b"no\n"[..]));
}

#[test]
fn who_prints_too_much_is_not_listened_to() {
    let error = run("head -c 80000000 /dev/zero", Duration::from_secs(60), false);
    assert_eq!(error.expect_err("it is too long").to_string(), "the answer is too long");
}

#[test]
fn who_takes_too_long_or_is_cancelled_is_ended() {
    let start = Instant::now();
    let short = Duration::from_millis(50);
    assert_eq!(run("exec sleep 60", short, false).expect("it runs"), None);
    assert_eq!(run("exec sleep 60", Duration::from_secs(60), true).expect("it runs"), None);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let program = Installed(PathBuf::from("/nowhere/quotient"));
    assert!(program.run(&[], Duration::from_secs(1), &AtomicBool::new(false)).is_err());
}
