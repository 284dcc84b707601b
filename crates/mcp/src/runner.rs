//! The program that checks models: each check is a process of its own, with its own memory, which is killed at its end at the latest.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use subprocess::Printed as Ran;
use subprocess::{Ending, Patience};

/// Runs the program.
pub trait Runner: Send + Sync {
    /// Runs it with some arguments until it ends. It is killed when so much time is over, or when `cancel` becomes true.
    ///
    /// # Errors
    /// It cannot be run, or was killed.
    fn run(&self, arguments: &[String], time: Duration, cancel: &AtomicBool)
    -> Result<Ran, String>;
}

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
        let patience = Patience { time: Some(time), grace: Duration::ZERO };
        let ending = subprocess::run(Command::new(&self.0).args(arguments), patience, cancel);
        match ending.map_err(|error| format!("the check cannot be run: {error}"))? {
            Ending::Ended(ran) => Ok(ran),
            Ending::Cancelled => Err("cancelled".to_owned()),
            Ending::Late => {
                let seconds = time.as_secs();
                Err(format!("the check did not end within {seconds} s and was killed"))
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

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
}
