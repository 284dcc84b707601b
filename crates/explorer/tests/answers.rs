//! What answers are as responses, and what of requests reaches the site.

use explorer::Method;

use crate::support::{Reply, Running};

/// What every response must say.
fn is_guarded(reply: &Reply) {
    let policy = reply.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(reply.header(name), Some(value), "{reply:?}");
    }
}

#[test]
fn every_answer_has_its_kind_and_the_policy() {
    let running = Running::start();
    let cookie = format!("Cookie: {}\r\n", running.open());
    let html = "text/html; charset=utf-8";
    for (path, status, kind, body) in [
        ("/", 200, html, "<p>a page"),
        ("/part", 200, html, "<p>a part"),
        ("/json", 200, "application/json", "[1]"),
        ("/download", 200, "application/json", "[]"),
        ("/asset", 200, "text/css", "p {}"),
        ("/redirect", 303, html, ""),
    ] {
        let reply = running.get(path, &cookie);
        assert_eq!((reply.status, reply.header("content-type")), (status, Some(kind)), "{path}");
        assert_eq!(reply.body, body, "{path}");
        is_guarded(&reply);
    }
    let reply = running.get("/download", &cookie);
    let disposition = "attachment; filename=\"_a__run_.json\"";
    assert_eq!(reply.header("content-disposition"), Some(disposition));
    assert_eq!(running.get("/redirect", &cookie).header("location"), Some("/part?a=b"));
    for (path, status, text) in
        [("/none", 404, "no such page"), ("/refused", 409, "not &lt;now&gt;")]
    {
        let reply = running.get(path, &cookie);
        assert_eq!(reply.status, status);
        assert!(reply.body.contains(text), "{}", reply.body);
        is_guarded(&reply);
    }
    is_guarded(&running.get("/", ""));
}

#[test]
fn requests_reach_the_site_decoded_and_in_order() {
    let running = Running::start();
    let (host, cookie) = (running.host(), running.open());
    let cookie = format!("Cookie: {cookie}\r\n");
    assert_eq!(running.get("/a%20b/?x=1+2&y=%C3%A4&x=&z", &cookie).status, 404);
    let origin = format!("{cookie}Origin: http://{host}\r\n");
    assert_eq!(running.post("/part?q", &origin, "a=%0D%0A&b=%26").status, 200);
    let request =
        format!("HEAD /part HTTP/1.1\r\nHost: {host}\r\n{cookie}Connection: close\r\n\r\n");
    let mut stream = running.connect();
    std::io::Write::write_all(&mut stream, request.as_bytes()).expect("sent");
    let mut said = String::new();
    std::io::Read::read_to_string(&mut stream, &mut said).expect("an answer");
    assert!(said.starts_with("HTTP/1.1 200 ") && said.ends_with("\r\n\r\n"), "{said}");

    let seen = running.seen();
    let [first, second, third] = &seen[..] else { panic!("{seen:?}") };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    assert_eq!((first.method, &first.path[..]), (Method::Get, "/a b/"));
    assert_eq!(first.query, pairs(&[("x", "1 2"), ("y", "ä"), ("x", ""), ("z", "")]));
    assert_eq!((second.method, &second.query), (Method::Post, &pairs(&[("q", "")])));
    assert_eq!(second.form, pairs(&[("a", "\r\n"), ("b", "&")]));
    assert_eq!((third.method, &third.path[..]), (Method::Get, "/part"));
}

#[test]
fn a_connection_serves_several_requests() {
    let running = Running::start();
    let (host, cookie) = (running.host(), running.open());
    let mut stream = running.connect();
    for _ in 0..3 {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        std::io::Write::write_all(&mut stream, request.as_bytes()).expect("sent");
        assert_eq!(Reply::read(&mut stream).expect("an answer").body, "<p>a page");
    }
}
