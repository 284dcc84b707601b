//! A machine that takes part in the search of this program: a process that it has started, or one that a worker has.

use std::io::Read;
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cluster::{Channel, ConnectError, Terms, connect};
use serde::Serialize;

use super::MEETING;
use super::job::{Answer, Behind, Job, hear, tell};
use crate::share_arguments::ShareArgs;

/// For so long a worker is waited for that may be about to listen, and so often it is looked for.
const BEGINNING: Duration = Duration::from_secs(3);
const NAP: Duration = Duration::from_millis(50);

/// The most that is kept of what a process says on standard error.
const MOST_SAID: u64 = 16 << 10;

/// Another machine. It ends with this program, however that ends.
pub struct Seat {
    /// What it is called in messages.
    name: String,
    machine: Machine,
}

enum Machine {
    Process {
        child: Child,
        /// What it says on standard error.
        said: Option<JoinHandle<Vec<u8>>>,
    },
    OfWorker(Channel),
}

impl Seat {
    /// Starts a process of this computer, which may take so much.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn process(number: usize, share: &ShareArgs) -> Result<Seat, String> {
        let failed = |error: std::io::Error| format!("a machine cannot be started: {error}");
        let program = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(program);
        command.arg("machine").args(share.to_arguments());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let said = child.stderr.take().and_then(listen);
        let name = format!("machine {number}, process {}", child.id());
        Ok(Seat { name, machine: Machine::Process { child, said } })
    }

    /// Has the worker at an address take part.
    ///
    /// # Errors
    /// There is none, or it has another key.
    pub fn of_worker(number: usize, address: SocketAddr, terms: &Terms) -> Result<Seat, String> {
        let begin = Instant::now();
        let channel = loop {
            match connect(address, terms, &[]) {
                Ok(channel) => break channel,
                Err(ConnectError::NobodyListens(_)) if begin.elapsed() < BEGINNING => {
                    thread::sleep(NAP);
                }
                Err(error) => return Err(error.to_string()),
            }
        };
        // While machines meet nobody is waited for longer; then nothing is read any more.
        channel.set_read_timeout(Some(MEETING)).map_err(|error| error.to_string())?;
        let name = format!("machine {number}, {address}");
        Ok(Seat { name, machine: Machine::OfWorker(channel) })
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tells which search it is, and hears where the machine listens then.
    ///
    /// # Errors
    /// It does not take part.
    pub fn ask(&mut self, job: &Job) -> Result<SocketAddr, String> {
        self.tell(job)?;
        let answer = match &mut self.machine {
            Machine::Process { child, .. } => match child.stdout.as_mut() {
                Some(output) => hear(output),
                None => Err("it says nothing".to_owned()),
            },
            Machine::OfWorker(channel) => hear(channel),
        };
        match answer {
            Ok(Answer::Listening(address)) => Ok(self.reached_at(address)),
            Ok(Answer::Refused(why)) => Err(format!("{} does not take part: {why}", self.name)),
            Err(why) => Err(format!("{} does not take part: {why}", self.name)),
        }
    }

    /// Tells where those listen that are behind it.
    ///
    /// # Errors
    /// It does not listen.
    pub fn tell_behind(&mut self, behind: &[SocketAddr]) -> Result<(), String> {
        self.tell(&Behind(behind.to_vec()))
    }

    /// Ends it, and answers with what it has said on standard error, if that is known.
    pub fn end(mut self) -> Option<String> {
        let Machine::Process { child, said } = &mut self.machine else { return None };
        end(child);
        let said = said.take()?.join().ok()?;
        let said = String::from_utf8_lossy(&said).trim().to_owned();
        Some(said).filter(|said| !said.is_empty())
    }

    fn tell(&mut self, something: &impl Serialize) -> Result<(), String> {
        let told = match &mut self.machine {
            Machine::Process { child, .. } => match child.stdin.as_mut() {
                Some(input) => tell(input, something),
                None => Err("it does not listen".to_owned()),
            },
            Machine::OfWorker(channel) => tell(channel, something),
        };
        told.map_err(|why| format!("{} does not listen: {why}", self.name))
    }

    /// Where it is reached that listens at an address: a worker that listens at all addresses of its computer is reached where it was found.
    fn reached_at(&self, address: SocketAddr) -> SocketAddr {
        match &self.machine {
            Machine::OfWorker(channel) if address.ip().is_unspecified() => {
                let found = channel.peer_address().map(|it| it.ip()).unwrap_or(address.ip());
                SocketAddr::new(found, address.port())
            }
            _ => address,
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if let Machine::Process { child, .. } = &mut self.machine {
            end(child);
        }
    }
}

fn end(child: &mut Child) {
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads what a process says, as it says it: otherwise it would wait.
fn listen(mut output: ChildStderr) -> Option<JoinHandle<Vec<u8>>> {
    let listen = move || {
        let mut said = Vec::new();
        let _ = output.by_ref().take(MOST_SAID).read_to_end(&mut said);
        let _ = std::io::copy(&mut output, &mut std::io::sink());
        said
    };
    thread::Builder::new().name("said".to_owned()).spawn(listen).ok()
}
