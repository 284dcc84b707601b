//! Too much at once: headers, connections, requests.

use std::io::Write;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};

use explorer::Answer;

use crate::support::{PATIENCE, Reply, Running, small_site};

#[test]
fn headers_are_bounded() {
    let running = Running::start();
    let (host, cookie) = (running.host(), running.open());
    let many = |count: usize| -> String { (0..count).map(|n| format!("A{n}: b\r\n")).collect() };
    let cookie = format!("Cookie: {cookie}\r\n");
    assert_eq!(running.get("/", &(many(90) + &cookie)).status, 200);
    let long = format!("A: {}\r\n", "b".repeat(60 << 10));
    assert_eq!(running.get("/", &(long.clone() + &cookie)).status, 200);
    for headers in [many(200), many(100_000), long.repeat(3), format!("A: {}", "b".repeat(1 << 20))]
    {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{cookie}{headers}\r\n\r\n");
        let reply = running.ask(request.as_bytes());
        // The answer may be lost with what the server did not read.
        assert!(reply.is_none_or(|reply| reply.status == 431), "{} bytes", headers.len());
    }
    assert_eq!(running.seen().len(), 2);
}

#[test]
fn a_header_without_an_end_is_cut() {
    let running = Running::start();
    let mut stream = running.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
    let lines = "A: b\r\n".repeat(10_000);
    let sent = (0..17_000).take_while(|_| stream.write_all(lines.as_bytes()).is_ok()).count();
    assert!(sent < 1_000, "{sent} times 60 KB of 1 GB");
    assert!(Reply::read(&mut stream).is_none_or(|reply| reply.status == 431));
}

#[test]
fn connections_are_bounded_and_places_become_free() {
    // Nobody is dropped for being slow meanwhile.
    let running = Running::with(PATIENCE * 1_000, small_site);
    let cookie = format!("Cookie: {}\r\n", running.open());
    let silent: Vec<TcpStream> = (0..64).map(|_| running.connect()).collect();
    let mut one_more = running.connect();
    assert!(Reply::read(&mut one_more).is_none_or(|reply| reply.status == 503));
    drop(silent);
    assert_eq!(running.get_at_last("/", &cookie).status, 200);
}

/// A site that answers the first request when it is told to.
fn slow_site(told: Receiver<()>) -> Running {
    let mut is_first = true;
    Running::with(PATIENCE, move |_| {
        if std::mem::take(&mut is_first) {
            told.recv().expect("a word");
        }
        Answer::Page(String::new())
    })
}

#[test]
fn requests_that_wait_are_bounded() {
    let (tell, told) = channel();
    let running = slow_site(told);
    let (host, cookie) = (running.host(), running.open());
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
    let ask = || {
        let mut stream = running.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        stream
    };
    let mut first = ask();
    while running.seen().is_empty() {
        std::thread::yield_now();
    }
    // One is answered, 32 wait: others are refused while nobody is told to go on.
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let (refused, refusals) = channel();
        let others: Vec<_> = (0..50)
            .map(|_| {
                let (mut stream, refused) = (ask(), refused.clone());
                scope.spawn(move || {
                    let status = Reply::read(&mut stream).expect("an answer").status;
                    refused.send(status).expect("who counts");
                    status
                })
            })
            .collect();
        drop(refused);
        let early: Vec<u16> = refusals.iter().take(50 - 32).collect();
        assert_eq!(early, [503; 18]);
        tell.send(()).expect("the site");
        others.into_iter().map(|other| other.join().expect("no panic")).collect()
    });
    assert_eq!(Reply::read(&mut first).expect("an answer").status, 200);
    assert_eq!(statuses.iter().filter(|&&status| status == 200).count(), 32);
    assert_eq!(running.seen().len(), 33);
}

/// Who goes away while it waits, as browsers do when a user clicks on, is not answered in vain.
#[test]
fn who_has_gone_is_not_answered() {
    let (tell, told) = channel();
    let running = slow_site(told);
    let (host, cookie) = (running.host(), running.open());
    let ask = |path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        let mut stream = running.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        stream
    };
    let mut first = ask("/first");
    while running.seen().is_empty() {
        std::thread::yield_now();
    }
    let mut gone = ask("/gone");
    gone.shutdown(std::net::Shutdown::Write).expect("an end");
    assert!(Reply::read(&mut gone).is_none(), "the server sees that it has gone");
    // It has done all that this means when it answers somebody else.
    assert_eq!(running.get("/", "").status, 403);
    let mut last = ask("/last");
    tell.send(()).expect("the site");
    for stream in [&mut first, &mut last] {
        assert_eq!(Reply::read(stream).expect("an answer").status, 200);
    }
    let paths: Vec<String> = running.seen().into_iter().map(|request| request.path).collect();
    assert_eq!(paths, ["/first", "/last"]);
}
