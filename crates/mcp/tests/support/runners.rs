//! Programs that are none: what a test says is what they answer.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mcp::{Ran, Runner};

use super::client::PATIENCE;

/// A program that answers the same at once, and remembers what it was run with.
#[derive(Default)]
pub struct Prepared {
    ran: Ran,
    runs: Mutex<Vec<Vec<String>>>,
}

impl Prepared {
    /// One that ends so.
    pub fn new(status: i32, output: &str, complaints: &str) -> Prepared {
        let (output, complaints) = (output.as_bytes().to_vec(), complaints.as_bytes().to_vec());
        Prepared { ran: Ran { status: Some(status), output, complaints }, ..Prepared::default() }
    }

    /// What it was run with, each time.
    pub fn runs(&self) -> Vec<Vec<String>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Runner for Prepared {
    fn run(&self, arguments: &[String], _: Duration, _: &AtomicBool) -> Result<Ran, String> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).push(arguments.to_vec());
        Ok(self.ran.clone())
    }
}

/// A program that never ends unless it is killed.
#[derive(Default)]
pub struct Stuck {
    /// How many run.
    pub running: AtomicUsize,
    /// How many were killed.
    pub killed: AtomicUsize,
}

impl Stuck {
    /// Waits until so many run.
    pub fn await_running(&self, count: usize) {
        let begun = Instant::now();
        while self.running.load(Ordering::SeqCst) != count {
            assert!(begun.elapsed() < PATIENCE, "they do not run");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Runner for Stuck {
    fn run(&self, _: &[String], _: Duration, cancel: &AtomicBool) -> Result<Ran, String> {
        self.running.fetch_add(1, Ordering::SeqCst);
        while !cancel.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        self.running.fetch_sub(1, Ordering::SeqCst);
        self.killed.fetch_add(1, Ordering::SeqCst);
        Err("killed".to_owned())
    }
}
