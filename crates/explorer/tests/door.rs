//! Who is let in, and who is not.

use crate::support::{Reply, Running};

/// Asks with a header, or with none, and notes that the site is not asked.
fn refused(running: &Running, request: &str, status: u16) -> Reply {
    let before = running.seen().len();
    let reply = running.ask(request.as_bytes()).expect("an answer");
    assert_eq!(reply.status, status, "{request}: {reply:?}");
    assert_eq!(running.seen().len(), before, "{request}");
    reply
}

#[test]
fn the_link_lets_one_browser_in_and_works_once() {
    let running = Running::start();
    let path = running.link.split_once(&running.host()).expect("the link names it").1.to_owned();
    assert!(path.len() >= "/?token=".len() + 32, "{path}");
    let deep = path.replace("/?", "/part?a=b&");

    let reply = running.get(&deep, "");
    assert_eq!((reply.status, reply.header("location")), (303, Some("/part?a=b")));
    let cookie = reply.header("set-cookie").expect("a cookie").to_owned();
    let attributes: Vec<&str> = cookie.split("; ").skip(1).collect();
    assert_eq!(attributes, ["HttpOnly", "SameSite=Strict", "Path=/"]);
    let cookie = format!("Cookie: a=b; {}\r\n", cookie.split(';').next().expect("a pair"));
    assert!(!cookie.contains(path.split_once('=').expect("a secret").1), "they are two secrets");
    assert_eq!(running.get("/", &cookie).status, 200);

    // In another browser it says why; in the same one it leads on.
    let reply = running.get(&path, "");
    assert_eq!(reply.status, 403);
    assert!(reply.body.contains("works once"), "{}", reply.body);
    assert_eq!(reply.header("set-cookie"), None);
    let reply = running.get(&path, &cookie);
    assert_eq!((reply.status, reply.header("location")), (303, Some("/")));
    assert_eq!(running.seen().len(), 1);
}

#[test]
fn a_link_that_a_page_led_to_is_led_on_by_a_page() {
    let running = Running::start();
    let path = running.link.split_once(&running.host()).expect("the link names it").1.to_owned();
    let reply = running.get(&format!("{path}&a=%22%3E"), "Sec-Fetch-Site: cross-site\r\n");
    assert_eq!(reply.status, 200);
    assert!(reply.header("set-cookie").is_some());
    assert!(reply.body.contains("content=\"0; url=/?a=%22%3E\""), "{}", reply.body);
}

#[test]
fn who_looks_at_the_link_does_not_use_it_up() {
    let running = Running::start();
    let (host, path) = (running.host(), running.link.rsplit_once('/').expect("a path").1);
    refused(&running, &format!("HEAD /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n"), 403);
    refused(&running, &format!("GET /{path}0 HTTP/1.1\r\nHost: {host}\r\n\r\n"), 403);
    refused(&running, &format!("GET /{path} HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
    running.open();
}

#[test]
fn who_has_no_cookie_or_a_wrong_one_is_refused() {
    let running = Running::start();
    let cookie = running.open();
    let (name, value) = cookie.split_once('=').expect("a pair");
    let token = running.link.split_once("token=").expect("a secret").1;
    let wrong = [
        String::new(),
        format!("{name}="),
        format!("{name}={}", &value[1..]),
        format!("{name}={value}0"),
        format!("{name}={token}"),
        format!("x{name}={value}"),
        format!("{name}0={value}"),
        value.to_owned(),
    ];
    for wrong in wrong {
        let host = running.host();
        let reply = refused(
            &running,
            &format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {wrong}\r\n\r\n"),
            403,
        );
        assert!(reply.body.contains("start it again"), "{}", reply.body);
    }
}

#[test]
fn who_means_another_host_is_refused() {
    let running = Running::start();
    let cookie = running.open();
    let port = running.address.port();
    for name in ["127.0.0.1", "localhost", "LocalHost", "[::1]"] {
        let request = format!("GET / HTTP/1.1\r\nHost: {name}:{port}\r\nCookie: {cookie}\r\n\r\n");
        assert_eq!(running.ask(request.as_bytes()).expect("an answer").status, 200, "{name}");
    }
    let wrong = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("evil.example#127.0.0.1:{port}"),
        format!("localhost.:{port}"),
        format!("0.0.0.0:{port}"),
        format!("127.1:{port}"),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1:0{port}"),
        format!("127.0.0.1:{port}\r\nHost: evil.example"),
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        String::new(),
    ];
    for host in wrong {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        refused(&running, &request, 403);
    }
    refused(&running, &format!("GET / HTTP/1.1\r\nCookie: {cookie}\r\n\r\n"), 403);
    refused(&running, &format!("GET / HTTP/1.0\r\nCookie: {cookie}\r\n\r\n"), 403);
}

#[test]
fn forms_come_from_our_own_pages() {
    let running = Running::start();
    let cookie = running.open();
    let host = running.host();
    let port = running.address.port();
    let own = format!("Origin: http://{host}\r\nCookie: {cookie}\r\n");
    assert_eq!(running.post("/part", &own, "a=1").status, 200);
    let wrong = [
        String::new(),
        "Origin: null\r\n".to_owned(),
        "Origin: http://evil.example\r\n".to_owned(),
        format!("Origin: http://evil.example:{port}\r\n"),
        format!("Origin: https://{host}\r\n"),
        format!("Origin: http://localhost:{port}\r\n"),
        format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1),
        format!("Origin: http://{host}/\r\n"),
        format!("Origin: http://{host}\r\nOrigin: http://evil.example\r\n"),
    ];
    for origin in wrong {
        let request = format!(
            "POST /part HTTP/1.1\r\nHost: {host}\r\n{origin}Cookie: {cookie}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=1"
        );
        refused(&running, &request, 403);
    }
    let request = format!(
        "POST /part HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=1"
    );
    refused(&running, &request, 403);
    let request = request.replace("Content-Length", &format!("Cookie: {cookie}\r\nContent-Length"));
    refused(&running, &request.replace("x-www-form-urlencoded", "json"), 415);
    assert_eq!(running.seen().len(), 1);
}

/// Browsers send the cookie for other ports of the machine as well.
#[test]
fn pages_of_other_ports_are_refused_though_they_send_the_cookie() {
    let running = Running::start();
    let (host, cookie) = (running.host(), running.open());
    for site in ["none", "same-origin"] {
        let headers = format!("Cookie: {cookie}\r\nSec-Fetch-Site: {site}\r\n");
        assert_eq!(running.get("/", &headers).status, 200);
    }
    for site in ["same-site", "cross-site", "none\r\nSec-Fetch-Site: same-site"] {
        let request = format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nSec-Fetch-Site: {site}\r\n\r\n"
        );
        refused(&running, &request, 403);
    }
}

#[test]
fn other_methods_are_refused() {
    let running = Running::start();
    let (host, cookie) = (running.host(), running.open());
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "BREW"] {
        let request = format!("{method} / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        let reply = refused(&running, &request, 405);
        assert_eq!(reply.header("allow"), Some("GET, HEAD, POST"));
    }
    refused(&running, &format!("OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n"), 405);
    refused(&running, &format!("CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n"), 405);
}

#[test]
fn it_listens_on_loopback_alone() {
    let running = Running::start();
    assert!(running.address.ip().is_loopback());
    let Ok(sockets) = std::fs::read_to_string("/proc/net/tcp") else {
        testing::peers::skip("the system does not list its sockets in /proc/net/tcp");
        return;
    };
    let more = std::fs::read_to_string("/proc/net/tcp6").unwrap_or_default();
    let port = format!(":{:04X}", running.address.port());
    // The second column is where a socket is bound; the fourth says that it listens.
    let listening = sockets.lines().chain(more.lines()).filter_map(|line| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let (bound, state) = (*columns.get(1)?, *columns.get(3)?);
        (state == "0A" && bound.ends_with(&port)).then_some(bound)
    });
    let loopback = u32::from_ne_bytes([127, 0, 0, 1]);
    assert_eq!(listening.collect::<Vec<_>>(), [format!("{loopback:08X}{port}")]);
}
