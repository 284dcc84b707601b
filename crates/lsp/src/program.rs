//! The program that is run on files: it has its own memory, and ends alone.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

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

/// What a program has printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// On standard output.
    pub output: Vec<u8>,
    /// On standard error.
    pub complaints: Vec<u8>,
}

/// A program that is installed.
pub struct Installed(
    /// Where it is.
    pub PathBuf,
);

/// The most that is read of what a program prints.
const MOST_PRINTED: u64 = 16 << 20;
/// How often a program is looked at.
const PAUSE: Duration = Duration::from_millis(5);

impl Program for Installed {
    fn run(
        &self,
        arguments: &[OsString],
        patience: Duration,
        cancelled: &AtomicBool,
    ) -> io::Result<Option<Printed>> {
        let mut command = Command::new(&self.0);
        command.args(arguments).stdin(Stdio::null());
        let mut running = Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?);
        let output = reading(running.0.stdout.take())?;
        let complaints = reading(running.0.stderr.take())?;
        let start = Instant::now();
        while running.0.try_wait()?.is_none() {
            if start.elapsed() > patience || cancelled.load(Ordering::Relaxed) {
                return Ok(None);
            }
            thread::sleep(PAUSE);
        }
        let [output, complaints] = [output, complaints].map(|it| it.join().unwrap_or_default());
        if output.len() as u64 == MOST_PRINTED {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the answer is too long"));
        }
        Ok(Some(Printed { output, complaints }))
    }
}

/// A program that runs no longer than somebody waits for it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended is not killed, which is no matter.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads a pipe, which might fill. Who prints more than is read finds it closed.
fn reading(pipe: Option<impl Read + Send + 'static>) -> io::Result<JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // What was read before an error is what there is.
            let _ = pipe.take(MOST_PRINTED).read_to_end(&mut bytes);
        }
        bytes
    })
}
