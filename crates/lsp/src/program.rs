//! The program that is run on files: it has its own memory, and ends alone.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use subprocess::Printed;
use subprocess::{Ending, MOST_OUTPUT, Patience};

/// What checks files, and says what is in the way of their symmetry: `quotient`, or what stands for it.
pub trait Program: Send + Sync {
    /// Runs it; none if it was ended, since it took too long or was cancelled.
    ///
    /// # Errors
    /// It cannot be run, or prints too much.
    fn run(
        &self,
        arguments: &[OsString],
        patience: Duration,
        cancelled: &AtomicBool,
    ) -> io::Result<Option<Printed>>;
}

/// A program that is installed.
pub struct Installed(
    /// Where it is.
    pub PathBuf,
);

impl Program for Installed {
    fn run(
        &self,
        arguments: &[OsString],
        patience: Duration,
        cancelled: &AtomicBool,
    ) -> io::Result<Option<Printed>> {
        let patience = Patience { time: Some(patience), grace: Duration::ZERO };
        let ending = subprocess::run(Command::new(&self.0).args(arguments), patience, cancelled)?;
        let Ending::Ended(printed) = ending else { return Ok(None) };
        if printed.output.len() as u64 == MOST_OUTPUT {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the answer is too long"));
        }
        Ok(Some(printed))
    }
}
