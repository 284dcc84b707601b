//! Addresses that lead elsewhere, or nowhere, do not reach the site.

use crate::support::Running;

#[test]
fn addresses_that_no_page_has_are_refused() {
    let running = Running::start();
    let (host, cookie) = (running.host(), running.open());
    let addresses: [&[u8]; 24] = [
        b"/..",
        b"/../etc/passwd",
        b"/a/../../etc/passwd",
        b"/./a",
        b"/%2e%2e/etc/passwd",
        b"/%2E./a",
        b"/..%2fa",
        b"/a%2f..%2fb",
        b"/..%5ca",
        b"/a\\..\\b",
        b"//evil.example/",
        b"/a//b",
        b"/%00",
        b"/a%0d%0aSet-Cookie:%20b=c",
        b"/%ff",
        b"/\xff",
        "/ä".as_bytes(),
        b"/%c0%ae%c0%ae/",
        b"/%",
        b"/%g0",
        b"/?a=%00",
        b"/?a=%fe",
        b"/?%",
        b"http://127.0.0.1/",
    ];
    for address in addresses {
        let end = format!(" HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        let reply = running.ask(&[b"GET ", address, end.as_bytes()].concat()).expect("an answer");
        assert_eq!(reply.status, 400, "{}", address.escape_ascii());
    }
    assert!(running.seen().is_empty());
}

#[test]
fn what_is_no_request_is_refused() {
    let running = Running::start();
    let cookie = running.open();
    for request in [
        "\0\0\0\0\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        "GET /\r\n\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost : {}\r\nCookie: {cookie}\r\n\r\n", running.host()),
        format!("GET / HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n a\r\n\r\n", running.host()),
        format!(
            "POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            running.host()
        ),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        "\x16\x03\x01\x02\0\x01\0\x01\u{7c}\x03\x03 a greeting of TLS\r\n\r\n".to_owned(),
    ] {
        let reply = running.ask(request.as_bytes());
        assert!(reply.is_none_or(|reply| reply.status == 400), "{request:?}");
    }
    assert!(running.seen().is_empty());
    // And others are answered as before.
    assert_eq!(running.get("/", &format!("Cookie: {cookie}\r\n")).status, 200);
}

/// Runs are long, and stand in addresses.
#[test]
fn addresses_are_long_but_not_without_end() {
    let running = Running::start();
    let cookie = format!("Cookie: {}\r\n", running.open());
    let address = |length: usize| format!("/?run={}", "a".repeat(length - "/?run=".len()));
    let longest = address(65_534);
    assert_eq!(running.get(&longest, &cookie).status, 200);
    assert_eq!(running.seen()[0].asked("run").expect("a value").len(), 65_534 - 6);
    for length in [65_535, 100_000] {
        assert_eq!(running.get(&address(length), &cookie).status, 414, "{length}");
    }
    assert_eq!(running.seen().len(), 1);
}
