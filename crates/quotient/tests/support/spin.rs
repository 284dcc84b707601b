//! SPIN, where it is installed.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Place;

/// No run of SPIN, of its compiler or of its verifier takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whether SPIN 6.5.2 and a C compiler are installed; if not, it says that the test skips.
pub fn is_installed() -> bool {
    let version = Command::new("spin").arg("-V").output();
    let spin = version.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains("Version 6.5.2"));
    let compiler = Command::new("gcc").arg("--version").output().is_ok_and(|o| o.status.success());
    if !spin || !compiler {
        println!("skipped: no SPIN 6.5.2, or no gcc");
    }
    spin && compiler
}

/// What a program said.
#[derive(Debug)]
pub struct Answer {
    /// None if a signal ended it.
    pub code: Option<i32>,
    pub out: String,
}

/// Runs a program in the place; None if it takes too long.
pub fn run(place: &Place, words: &[&str]) -> Option<Answer> {
    let name = format!("{}.out", words[0].trim_start_matches("./"));
    let file = || std::fs::OpenOptions::new().append(true).create(true).open(place.path(&name));
    let _ = std::fs::remove_file(place.path(&name));
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(place.path("")).stdin(Stdio::null());
    let mut child = command.stdout(file().unwrap()).stderr(file().unwrap()).spawn().unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let out = String::from_utf8_lossy(&std::fs::read(place.path(&name)).unwrap()).into_owned();
    Some(Answer { code: status.code(), out })
}
