//! Machines that are processes of this computer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::{self, JoinHandle};

use serde::Serialize;

use super::assignment::{Assignment, Behind, Listening};

/// The most that is kept of what a process says on standard error.
const MOST_SAID: u64 = 16 << 10;

/// Processes that take part in a search. They end with this program, however it ends.
pub struct Processes(Vec<Process>);

struct Process {
    child: Child,
    /// What it says on standard error.
    said: Option<JoinHandle<Vec<u8>>>,
}

impl Processes {
    /// Starts the machines behind the first, with the arguments of this program, and tells where they listen.
    ///
    /// # Errors
    /// One cannot be started, or does not say where it listens.
    pub fn start(assignments: &[Assignment]) -> Result<(Processes, Vec<SocketAddr>), String> {
        let others = assignments.iter().skip(1);
        let mut processes = Processes(others.map(Process::start).collect::<Result<_, String>>()?);
        let addresses: Result<Vec<_>, String> =
            processes.0.iter_mut().map(Process::address).collect();
        let addresses = addresses?;
        for (place, process) in processes.0.iter_mut().enumerate() {
            process.tell(&Behind { addresses: addresses[place + 1..].to_vec() })?;
        }
        Ok((processes, addresses))
    }

    /// Ends them all, and tells what the one that was lost has said on standard error.
    pub fn end(mut self, lost: Option<usize>) -> Option<String> {
        self.0.iter_mut().for_each(Process::end);
        let lost = self.0.get_mut(lost?.checked_sub(1)?)?;
        let said = lost.said.take()?.join().ok()?;
        let said = String::from_utf8_lossy(&said).trim().to_owned();
        Some(said).filter(|said| !said.is_empty())
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(Process::end);
    }
}

impl Process {
    fn start(assignment: &Assignment) -> Result<Process, String> {
        let failed = |error: std::io::Error| format!("a machine cannot be started: {error}");
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program)
            .args(std::env::args_os().skip(1))
            .arg("--machine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let said = child.stderr.take().and_then(listen);
        let mut process = Process { child, said };
        process.tell(assignment)?;
        Ok(process)
    }

    /// Writes a line.
    fn tell(&mut self, something: &impl Serialize) -> Result<(), String> {
        let line = serde_json::to_string(something).map_err(|error| error.to_string())?;
        let input = self.child.stdin.as_mut().ok_or("a machine does not listen")?;
        let told = writeln!(input, "{line}").and_then(|()| input.flush());
        told.map_err(|error| format!("a machine does not listen: {error}"))
    }

    /// Where it listens.
    fn address(&mut self) -> Result<SocketAddr, String> {
        let output = self.child.stdout.as_mut().ok_or("a machine says nothing")?;
        let mut line = String::new();
        let read = BufReader::new(output).read_line(&mut line);
        read.map_err(|error| format!("a machine says nothing: {error}"))?;
        let listening: Result<Listening, _> = serde_json::from_str(&line);
        listening.map(|it| it.address).map_err(|_| {
            self.end();
            let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
            format!("a machine does not begin: {}", String::from_utf8_lossy(&said).trim())
        })
    }

    fn end(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
