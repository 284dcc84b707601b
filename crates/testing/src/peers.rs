//! The programs of other people that results are compared with, or looked at with, where they are installed.

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A program to compare with, or to test with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// SPIN 6.5.2; others count otherwise.
    Spin,
    /// The C compiler that makes SPIN's verifiers.
    Gcc,
    /// The algebra system GAP.
    Gap,
    /// Nauty's shell.
    Dreadnaut,
    /// Graphviz's layouts.
    Dot,
    /// LBT, which translates temporal logic to automata.
    Lbt,
    /// The browser Chromium.
    Chromium,
    /// The program through which tests drive it.
    Chromedriver,
    /// The program that renders pictures in SVG as librsvg does.
    RsvgConvert,
    /// The editor Neovim.
    Nvim,
    /// The language Python.
    Python,
    /// Whatever reads traces as the library `itf` does: `itf_reader`, in `quotient/tests`.
    ItfReader,
}

impl Peer {
    /// What it is called on the command line.
    pub fn command(self) -> &'static str {
        match self {
            Peer::Spin => "spin",
            Peer::Gcc => "gcc",
            Peer::Gap => "gap",
            Peer::Dreadnaut => "dreadnaut",
            Peer::Dot => "dot",
            Peer::Lbt => "lbt",
            Peer::Chromium => "chromium",
            Peer::Chromedriver => "chromedriver",
            Peer::RsvgConvert => "rsvg-convert",
            Peer::Nvim => "nvim",
            Peer::Python => "python3",
            Peer::ItfReader => "itf_reader",
        }
    }

    /// Why nothing can be compared with it, if that is so.
    fn lack(self) -> Option<String> {
        let command = self.command();
        let path = std::env::var_os("PATH").unwrap_or_default();
        if !std::env::split_paths(&path).any(|folder| folder.join(command).is_file()) {
            return Some(format!("{command} is not installed"));
        }
        let is_other = self == Peer::Spin && !is_spin_6_5_2();
        is_other.then(|| "spin is not of version 6.5.2".to_owned())
    }
}

fn is_spin_6_5_2() -> bool {
    let version = Command::new("spin").arg("-V").stdin(Stdio::null()).output();
    version.is_ok_and(|output| text(&output.stdout).contains("Version 6.5.2"))
}

/// SPIN and what compiles its verifiers.
pub const VERIFIER: [Peer; 2] = [Peer::Spin, Peer::Gcc];

/// Why nothing can be compared with all of these, if that is so.
pub fn lack(peers: &[Peer]) -> Option<String> {
    peers.iter().find_map(|peer| peer.lack())
}

/// Whether all of these are installed; if not, says that the test skips.
pub fn are_installed(peers: &[Peer]) -> bool {
    let lack = lack(peers);
    lack.iter().for_each(|why| skip(why));
    lack.is_none()
}

/// Says that the test skips, or a part of it, and why. `.ci/run` collects these lines.
pub fn skip(why: &str) {
    println!("skipped: {why}");
}

/// What a peer prints that is given an input; none, and the test skips, if it is not installed.
pub fn ask(peer: Peer, arguments: &[&str], input: &str) -> Option<String> {
    if !are_installed(&[peer]) {
        return None;
    }
    let mut command = Command::new(peer.command());
    let mut child =
        piped(command.args(arguments)).stdin(Stdio::piped()).spawn().expect("it starts");
    let (mut stdin, input) = (child.stdin.take().expect("a pipe"), input.as_bytes().to_vec());
    // It may leave before it has read everything.
    let writing = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writing.join().expect("no panic");
    assert!(output.status.success(), "{peer:?}: {}", text(&output.stderr));
    Some(text(&output.stdout))
}

/// Runs a program without input; none if it takes longer than that.
pub fn run(command: &mut Command, patience: Duration) -> Option<Output> {
    let child = piped(command).stdin(Stdio::null()).spawn();
    finish(child.unwrap_or_else(|error| panic!("{command:?}: {error}")), patience)
}

fn piped(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// Waits for the end of a program whose outputs are pipes; none if it takes longer than that: then it is killed.
pub fn finish(mut child: Child, patience: Duration) -> Option<Output> {
    let start = Instant::now();
    let stdout = reading(child.stdout.take().expect("a pipe"));
    let stderr = reading(child.stderr.take().expect("a pipe"));
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            let [stdout, stderr] = [stdout, stderr].map(|thread| thread.join().expect("no panic"));
            return Some(Output { status, stdout, stderr });
        }
        if start.elapsed() > patience {
            // What it started may live on and keep the pipes: nobody waits for these.
            child.kill().expect("a child");
            child.wait().expect("a child");
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Reads all of a pipe, which might fill.
fn reading(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// What a program printed, as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
