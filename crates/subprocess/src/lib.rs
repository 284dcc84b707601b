//! Programs that are run to their end, or ended: a check in a process of its own has its own memory, and whatever happens to it harms nobody.
//!
//! What they print is read while they run, so that no pipe fills, up to a limit: who prints more finds the pipe closed.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The most that is read of standard output, in bytes.
pub const MOST_OUTPUT: u64 = 64 << 20;
/// The most that is read of standard error.
pub const MOST_COMPLAINTS: u64 = 64 << 10;
/// The variable of the environment that tells a program the number of the process that runs it: one that knows it ends with that.
pub const PARENT: &str = "QUOTIENT_PARENT";
/// How often a program is looked at.
const PAUSE: Duration = Duration::from_millis(3);

/// What a program leaves that has ended by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Its exit status; none if a signal ended it.
    pub status: Option<i32>,
    /// On standard output.
    pub output: Vec<u8>,
    /// On standard error.
    pub complaints: Vec<u8>,
}

/// How a program has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Ended(Printed),
    /// It was killed: its time was over.
    Late,
    /// It was killed: it was cancelled, and did not end by itself in time.
    Cancelled,
}

/// How long a program may go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patience {
    /// In all, if there is a limit.
    pub time: Option<Duration>,
    /// After it was cancelled: for who is told so by somebody else, as by Ctrl-C.
    pub grace: Duration,
}

/// Runs a program without input until it ends, or as long as there is patience; it is cancelled by `cancel`.
///
/// # Errors
/// It cannot be run.
pub fn run(command: &mut Command, patience: Patience, cancel: &AtomicBool) -> io::Result<Ending> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env(PARENT, std::process::id().to_string());
    let mut running = Running(command.spawn()?);
    let (output, complaints) = (running.0.stdout.take(), running.0.stderr.take());
    thread::scope(|scope| {
        let output = scope.spawn(|| beginning(output, MOST_OUTPUT));
        let complaints = scope.spawn(|| beginning(complaints, MOST_COMPLAINTS));
        let ended = running.awaited(patience, cancel);
        // Pipes end with it, at the latest when it is killed.
        drop(running);
        let (output, complaints) = (output.join(), complaints.join());
        Ok(match ended? {
            Ok(status) => Ending::Ended(Printed {
                status: status.code(),
                output: output.unwrap_or_default(),
                complaints: complaints.unwrap_or_default(),
            }),
            Err(killed) => killed,
        })
    })
}

/// A program that runs no longer than somebody waits for it.
struct Running(Child);

impl Running {
    /// Its exit status, or why it is to be killed.
    fn awaited(
        &mut self,
        patience: Patience,
        cancel: &AtomicBool,
    ) -> io::Result<Result<ExitStatus, Ending>> {
        let begun = Instant::now();
        let mut cancelled = None;
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Ok(status));
            }
            if cancel.load(Ordering::Relaxed) {
                let since: &mut Instant = cancelled.get_or_insert_with(Instant::now);
                if since.elapsed() >= patience.grace {
                    return Ok(Err(Ending::Cancelled));
                }
            }
            if patience.time.is_some_and(|time| begun.elapsed() > time) {
                return Ok(Err(Ending::Late));
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended is not killed, which is no matter.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn beginning(printed: Option<impl Read>, most: u64) -> Vec<u8> {
    let mut read = Vec::new();
    if let Some(printed) = printed {
        // What was read before an error is what there is.
        let _ = printed.take(most).read_to_end(&mut read);
    }
    read
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LONG: Patience = Patience { time: Some(Duration::from_secs(60)), grace: Duration::ZERO };

    fn shell(script: &str, patience: Patience, cancel: bool) -> Ending {
        let mut command = Command::new("/bin/sh");
        let cancel = AtomicBool::new(cancel);
        run(command.args(["-c", script]), patience, &cancel).expect("it runs")
    }

    fn printed(script: &str) -> Printed {
        match shell(script, LONG, false) {
            Ending::Ended(printed) => printed,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_a_program_leaves_is_read() {
        let (output, complaints) = (b"out\n".to_vec(), b"err\n".to_vec());
        let left = Printed { status: Some(3), output, complaints };
        assert_eq!(printed("echo out; echo err >&2; exit 3"), left);
        assert_eq!(printed("kill -9 $$"), Printed::default(), "a signal has ended it");
        assert_eq!(printed("head -c 3000000 /dev/zero").output.len(), 3_000_000);
        let nobody = run(&mut Command::new("/nowhere/program"), LONG, &AtomicBool::new(false));
        assert!(nobody.is_err());
    }

    #[test]
    fn a_program_is_killed_when_patience_ends() {
        let begun = Instant::now();
        let short = Patience { time: Some(Duration::from_millis(50)), ..LONG };
        assert_eq!(shell("exec sleep 60", short, false), Ending::Late);
        assert_eq!(shell("exec sleep 60", LONG, true), Ending::Cancelled);
        // Who is told by others has a moment.
        let told = Patience { grace: Duration::from_secs(20), ..LONG };
        assert!(matches!(shell("exit 1", told, true), Ending::Ended(_)));
        assert!(begun.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn a_program_that_prints_without_end_is_cut_off() {
        let complaints = printed("while :; do echo e >&2; done").complaints;
        assert_eq!(complaints.len() as u64, MOST_COMPLAINTS);
        let output = printed("head -c 80000000 /dev/zero").output;
        assert_eq!(output.len() as u64, MOST_OUTPUT);
    }
}
