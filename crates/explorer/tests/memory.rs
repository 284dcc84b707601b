//! Whoever connects takes a bounded part of memory. (A program of its own, which starts itself as a server: what is measured is
//! the server's alone.)

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use client::Client;
use explorer::{Answer, Request, Server, Site};
use testing::cases::{self, Completion, Suite};

#[path = "support/client.rs"]
mod client;

/// The argument that makes this program a server.
const SERVE: &str = "serve";

/// So many connections at once.
const CONNECTIONS: usize = 1_000;

/// So much more memory, in KB, may be taken at any time than when the first page was shown.
const FLAT: u64 = 4 << 10;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(SERVE) {
        serve();
        return ExitCode::SUCCESS;
    }
    if !fs::exists("/proc/self/status").unwrap_or(false) {
        let why = "the system does not tell the memory of processes in /proc".to_owned();
        return cases::run(vec![Suite::skipped("memory", why)]);
    }
    let mut suite = Suite::new("memory", 4);
    suite.add("silent-connections", || held("", FLAT));
    // 64 of them have a place, and a buffer that holds a header of 128 KB, and what was read beyond it.
    let header = format!("GET / HTTP/1.1\r\nA: {}", "b".repeat(100 << 10));
    suite.add("long-headers", move || held(&header, FLAT + 64 * 256));
    let part = "a".repeat(1 << 16);
    let chunk = format!("10000\r\n{part}\r\n");
    suite.add("announced-body", move || posted("Content-Length: 1073741824\r\n", &part));
    suite.add("body-without-end", move || posted("Transfer-Encoding: chunked\r\n", &chunk));
    cases::run(vec![suite])
}

const PAGE: &str = "<p>a page";

/// A site with one page.
struct Small;

impl Site for Small {
    fn answer(&mut self, _: &Request) -> Answer {
        Answer::Page(PAGE.to_owned())
    }
}

/// A server that prints its link, and ends with its input.
fn serve() {
    let server = Server::bind(0).expect("a port").with_patience(Duration::from_secs(2));
    println!("{}", server.link());
    let ends = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _ = std::io::stdin().read(&mut [0]);
            ends.store(true, Ordering::Relaxed);
        });
        server.serve(&mut Small, &|| ends.load(Ordering::Relaxed)).expect("it ends well");
    });
}

/// A server in a process of its own, which ends when dropped.
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    client: Client,
}

impl Process {
    fn start() -> Process {
        let mut command = Command::new(std::env::current_exe().expect("a program"));
        command.arg(SERVE).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut link = String::new();
        let printed = child.stdout.take().expect("a pipe");
        BufReader::new(printed).read_line(&mut link).expect("a line");
        let link = link.trim().to_owned();
        let address = link.split('/').nth(2).expect("an address").parse().expect("one");
        Process { input: child.stdin.take(), child, client: Client { address, link } }
    }

    /// The most memory that it had at any time, in KB.
    fn peak(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(path).expect("a status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
        line.split_whitespace().next().expect("a number").parse().expect("one")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.input.take());
        let status = self.child.wait().expect("a child");
        assert!(std::thread::panicking() || status.success(), "{status}");
    }
}

/// Many connections at once that send no more than this, while memory stays flat; and then others are answered again.
fn held(sent: &str, more: u64) -> Completion {
    let process = Process::start();
    let cookie = format!("Cookie: {}\r\n", process.client.open());
    assert_eq!(process.client.get("/", &cookie).status, 200);
    let before = process.peak();
    let connections: Vec<TcpStream> = (0..CONNECTIONS)
        .map(|_| {
            let mut stream = process.client.connect();
            // Those that have no place are closed.
            let _ = stream.write_all(sent.as_bytes());
            stream
        })
        .collect();
    assert_eq!(process.client.get_at_last("/", &cookie).body, PAGE);
    is_flat(&process, before, more);
    drop(connections);
    Completion::Completed
}

/// A form of 1 GB, sent as far as the server takes it.
fn posted(length: &str, part: &str) -> Completion {
    let process = Process::start();
    let cookie = process.client.open();
    let host = process.client.host();
    assert_eq!(process.client.get("/", &format!("Cookie: {cookie}\r\n")).status, 200);
    let before = process.peak();
    let start = format!(
        "POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n{length}\r\n"
    );
    let mut stream = process.client.connect();
    stream.write_all(start.as_bytes()).expect("sent");
    let sent = (0..1 << 14).take_while(|_| stream.write_all(part.as_bytes()).is_ok()).count();
    assert!(sent < 1 << 10, "{sent} parts of 64 KB");
    let own = format!("Cookie: {cookie}\r\nOrigin: http://{host}\r\n");
    assert_eq!(process.client.post("/", &own, "a=1").body, PAGE);
    // What is read of it is kept, and put together: twice 1 MiB.
    is_flat(&process, before, FLAT);
    Completion::Completed
}

fn is_flat(process: &Process, before: u64, more: u64) {
    let after = process.peak();
    println!("{before} KB before, {after} KB at most");
    assert!(after <= before + more, "{before} KB before, {after} KB at most");
}
