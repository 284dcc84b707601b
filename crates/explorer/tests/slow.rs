//! Who takes its time loses its place.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use explorer::Answer;

use crate::support::{PATIENCE, Reply, Running, small_site};

/// So patient are the servers here: long for a browser on a busy machine, and short for a test.
const SHORT: Duration = Duration::from_secs(1);

/// Sends a byte now and then, as long as the server takes them, and the test has patience: what the server said before its end.
fn trickle(mut stream: TcpStream) -> Option<Reply> {
    stream.set_nonblocking(true).expect("a mode");
    for _ in 0..PATIENCE.as_millis() / 5 {
        let is_closed = stream.write_all(b"a").is_err();
        let is_answered = !matches!(stream.peek(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock);
        if is_closed || is_answered {
            stream.set_nonblocking(false).expect("a mode");
            return Reply::read(&mut stream);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it goes on for ever");
}

#[test]
fn who_sends_no_header_in_time_is_dropped() {
    let running = Running::with(SHORT, small_site);
    // In silence, in the middle of a line, and a byte now and then.
    for start in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nA: "] {
        let mut stream = running.connect();
        stream.write_all(start.as_bytes()).expect("sent");
        assert!(Reply::read(&mut stream).is_none(), "{start}");
    }
    let mut stream = running.connect();
    stream.write_all(b"GET /").expect("sent");
    assert!(trickle(stream).is_none());
}

#[test]
fn strangers_soon_give_back_their_places_and_who_has_the_cookie_keeps_it() {
    let running = Running::with(SHORT * 10, small_site);
    let cookie = running.open();
    let mut known = running.connect();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n\r\n", running.host());
    known.write_all(request.as_bytes()).expect("sent");
    assert_eq!(Reply::read(&mut known).expect("an answer").status, 200);
    let begun = std::time::Instant::now();
    let silent: Vec<TcpStream> = (0..64).map(|_| running.connect()).collect();
    // One that asks in vain is a stranger, too.
    let mut refused = running.connect();
    let _ = refused.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    let reply = running.get_at_last("/", &format!("Cookie: {cookie}\r\n"));
    assert_eq!(reply.status, 200);
    assert!(begun.elapsed() < SHORT * 5, "{:?}", begun.elapsed());
    std::thread::sleep((SHORT * 3).saturating_sub(begun.elapsed()));
    known.write_all(request.as_bytes()).expect("sent");
    assert_eq!(Reply::read(&mut known).expect("an answer").status, 200);
    drop(silent);
}

#[test]
fn who_sends_no_body_in_time_is_dropped() {
    let running = Running::with(SHORT, small_site);
    let (host, cookie) = (running.host(), running.open());
    let start = format!(
        "POST / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\na="
    );
    let mut silent = running.connect();
    silent.write_all(start.as_bytes()).expect("sent");
    assert_eq!(Reply::read(&mut silent).expect("an answer").status, 408);
    assert_eq!(silent.read(&mut [0]).expect("an end"), 0);
    let mut slow = running.connect();
    slow.write_all(start.as_bytes()).expect("sent");
    assert!(trickle(slow).is_none_or(|reply| reply.status == 408));
    assert!(running.seen().is_empty());
}

#[test]
fn who_asks_nothing_more_is_dropped() {
    let running = Running::with(SHORT, small_site);
    let mut stream = running.connect();
    let request =
        format!("GET / HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\r\n", running.host(), running.open());
    stream.write_all(request.as_bytes()).expect("sent");
    assert_eq!(Reply::read(&mut stream).expect("an answer").status, 200);
    assert!(Reply::read(&mut stream).is_none());
}

/// More than the operating system keeps of what was sent and not read.
const LARGE: usize = 64 << 20;

/// A connection that has a place: of its answer, no more is read than that there will be one.
fn begun(running: &Running, request: &str) -> TcpStream {
    loop {
        let mut stream = running.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut start = [0; 12];
        if stream.read_exact(&mut start).is_ok() && start == *b"HTTP/1.1 200" {
            return stream;
        }
    }
}

#[test]
fn who_does_not_take_its_answer_is_dropped() {
    let large: &'static [u8] = Box::leak(vec![0; LARGE].into_boxed_slice());
    let running = Running::with(SHORT, move |request| match &request.path[..] {
        "/large" => Answer::Asset { kind: "text/plain", body: large },
        _ => small_site(request),
    });
    let (host, cookie) = (running.host(), running.open());
    let request = format!("GET /large HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
    let never_reading: Vec<TcpStream> = (0..64).map(|_| begun(&running, &request)).collect();
    let reply = running.get_at_last("/", &format!("Cookie: {cookie}\r\n"));
    assert_eq!(reply.status, 200);
    drop(never_reading);
    // Who reads gets all of it.
    let reply = running.get_at_last("/large", &format!("Cookie: {cookie}\r\n"));
    assert_eq!((reply.status, reply.body.len()), (200, LARGE));
}
