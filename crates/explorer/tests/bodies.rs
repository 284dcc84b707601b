//! Forms that are no forms, or too much.

use std::io::Write;

use crate::support::{Reply, Running};

/// The start of a form that a page of our own would post.
fn start(running: &Running, cookie: &str, headers: &str) -> String {
    let host = running.host();
    format!(
        "POST /part HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n{headers}\r\n"
    )
}

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

#[test]
fn forms_reach_the_site_if_they_are_some() {
    let running = Running::start();
    let cookie = running.open();
    let long = format!("a={}", "b".repeat((1 << 20) - 2));
    for (form, status) in [
        ("a=1&b=2", 200),
        ("", 200),
        (&long, 200),
        ("a=%", 400),
        ("a=%00", 400),
        ("a=%ff", 400),
        ("a=ä", 400),
        (&"&".repeat(1 << 20), 200),
        (&"a&".repeat(1 << 19), 400),
    ] {
        let headers = format!("{FORM}Content-Length: {}\r\n", form.len());
        let request = start(&running, &cookie, &headers) + form;
        let reply = running.ask(request.as_bytes()).expect("an answer");
        assert_eq!(reply.status, status, "{:.20}", form);
    }
    let chunks = "3\r\na=1\r\n4\r\n&b=2\r\n0\r\n\r\n";
    let headers = format!("{FORM}Transfer-Encoding: chunked\r\n");
    let request = start(&running, &cookie, &headers) + chunks;
    assert_eq!(running.ask(request.as_bytes()).expect("an answer").status, 200);
    let seen = running.seen();
    assert_eq!(seen.len(), 5);
    assert_eq!((seen[4].told("a"), seen[4].told("b")), (Some("1"), Some("2")));
}

#[test]
fn what_is_posted_otherwise_is_refused() {
    let running = Running::start();
    let cookie = running.open();
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: multipart/form-data\r\n"] {
        let request = start(&running, &cookie, &format!("{kind}Content-Length: 3\r\n")) + "a=1";
        assert_eq!(running.ask(request.as_bytes()).expect("an answer").status, 415, "{kind}");
    }
    assert!(running.seen().is_empty());
}

/// What is announced is refused before any of it comes, and what comes unannounced is cut.
#[test]
fn more_than_a_form_has_is_refused() {
    let running = Running::start();
    let cookie = running.open();
    for length in [(1_u64 << 20) + 1, 1 << 30, 1 << 60] {
        let request = start(&running, &cookie, &format!("{FORM}Content-Length: {length}\r\n"));
        assert_eq!(running.ask(request.as_bytes()).expect("an answer").status, 413, "{length}");
    }
    // Sent as far as the server takes it, and no end of it.
    let headers = format!("{FORM}Transfer-Encoding: chunked\r\n");
    let mut stream = running.connect();
    stream.write_all(start(&running, &cookie, &headers).as_bytes()).expect("sent");
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, "a".repeat(1 << 16));
    let sent = (0..1 << 14).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
    assert!(sent < 1 << 10, "{sent} chunks of 64 KB of 1 GB");
    // The answer may be lost with what the server did not read.
    assert!(Reply::read(&mut stream).is_none_or(|reply| reply.status == 413));
    assert!(running.seen().is_empty());
    assert_eq!(running.get("/", &format!("Cookie: {cookie}\r\n")).status, 200);
}

/// A body that a request for a page has is not read, and not taken for another request.
#[test]
fn what_follows_a_request_for_a_page_is_no_request() {
    let running = Running::start();
    let cookie = running.open();
    let hidden = format!("GET /hidden HTTP/1.1\r\nHost: {}\r\n\r\n", running.host());
    let headers = format!("Cookie: {cookie}\r\nContent-Length: {}\r\n", hidden.len());
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n{headers}\r\n{hidden}", running.host());
    let mut stream = running.connect();
    stream.write_all(request.as_bytes()).expect("sent");
    assert_eq!(Reply::read(&mut stream).expect("an answer").status, 200);
    stream.shutdown(std::net::Shutdown::Write).expect("an end");
    assert!(Reply::read(&mut stream).is_none());
    assert_eq!(running.seen().len(), 1);
}
