//! The program that checks models: each check is a process of its own, with its own memory, which is killed at its end at the latest.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Runs the program.
pub trait Runner: Send + Sync {
    /// Runs it with some arguments until it ends. It is killed when so much time is over, or when `cancel` becomes true.
    ///
    /// # Errors
    /// It cannot be run, or was killed.
    fn run(&self, arguments: &[String], time: Duration, cancel: &AtomicBool)
    -> Result<Ran, String>;
}

/// What a program leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Its exit status; none if a signal ended it.
    pub status: Option<i32>,
    /// What it printed.
    pub output: Vec<u8>,
    /// What it complained of.
    pub complaints: Vec<u8>,
}

/// The most that is read of what it prints, in bytes.
const MOST_OUTPUT: u64 = 64 << 20;
/// The most that is read of what it complains of.
const MOST_COMPLAINTS: u64 = 64 << 10;
/// How often it is looked after.
const PAUSE: Duration = Duration::from_millis(5);

/// The program at a path.
pub(crate) struct Program(PathBuf);

impl Program {
    /// The program at a path.
    pub fn new(path: &Path) -> Program {
        Program(path.to_owned())
    }
}

impl Runner for Program {
    fn run(
        &self,
        arguments: &[String],
        time: Duration,
        cancel: &AtomicBool,
    ) -> Result<Ran, String> {
        let not_run = |error: io::Error| format!("the check cannot be run: {error}");
        let mut command = Command::new(&self.0);
        command.args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(not_run)?;
        let (output, complaints) = (child.stdout.take(), child.stderr.take());
        let (status, output, complaints) = thread::scope(|scope| {
            let output = scope.spawn(|| beginning(output, MOST_OUTPUT));
            let complaints = scope.spawn(|| beginning(complaints, MOST_COMPLAINTS));
            let status = awaited(&mut child, time, cancel);
            // Where it was killed, what it has printed ends.
            (status, output.join().unwrap_or_default(), complaints.join().unwrap_or_default())
        });
        Ok(Ran { status: status?.code(), output, complaints })
    }
}

/// The beginning of what is printed. More is not awaited.
fn beginning(printed: Option<impl Read>, most: u64) -> Vec<u8> {
    let mut read = Vec::new();
    if let Some(printed) = printed {
        // What fails to be read was not printed.
        let _ = printed.take(most).read_to_end(&mut read);
    }
    read
}

/// Waits for the end of a process.
fn awaited(child: &mut Child, time: Duration, cancel: &AtomicBool) -> Result<ExitStatus, String> {
    let begun = Instant::now();
    let killed = loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Err(error) => break format!("the check is lost: {error}"),
            Ok(None) if cancel.load(Ordering::Relaxed) => break "cancelled".to_owned(),
            Ok(None) if begun.elapsed() > time => {
                break format!("the check did not end within {} s and was killed", time.as_secs());
            }
            Ok(None) => thread::sleep(PAUSE),
        }
    };
    // One that has ended by now cannot be killed.
    let _ = child.kill();
    let _ = child.wait();
    Err(killed)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(program: &str, arguments: &[&str], time: Duration, cancel: bool) -> Result<Ran, String> {
        let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
        Program::new(Path::new(program)).run(&arguments, time, &AtomicBool::new(cancel))
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn what_a_program_leaves_is_read() {
        let ran = run("/bin/sh", &["-c", "echo out; echo err >&2; exit 3"], LONG, false);
        let (output, complaints) = (b"out\n".to_vec(), b"err\n".to_vec());
        assert_eq!(ran, Ok(Ran { status: Some(3), output, complaints }));
        let ran = run("/bin/sh", &["-c", "kill -9 $$"], LONG, false);
        assert_eq!(ran, Ok(Ran::default()), "a signal has ended it");
        let ran = run("/nowhere/program", &[], LONG, false).expect_err("there is none");
        assert!(ran.starts_with("the check cannot be run: "), "{ran}");
    }

    #[test]
    fn a_program_is_killed_at_its_end() {
        let begun = Instant::now();
        let ran = run("/bin/sleep", &["60"], Duration::from_millis(50), false);
        assert!(ran.is_err_and(|why| why.contains("was killed")));
        assert_eq!(run("/bin/sleep", &["60"], LONG, true), Err("cancelled".to_owned()));
        assert!(begun.elapsed() < LONG);
    }

    #[test]
    fn a_program_that_prints_without_end_is_cut_off() {
        let ran = run("/bin/sh", &["-c", "while :; do echo e >&2; done"], LONG, false);
        let ran = ran.expect("it ends, since nobody reads");
        assert_eq!(ran.complaints.len() as u64, MOST_COMPLAINTS);
    }
}
