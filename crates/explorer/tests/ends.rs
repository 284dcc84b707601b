//! How a server ends.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use explorer::{Answer, Request, Server, Site};

use crate::support::{Client, PATIENCE, Reply, Running};

#[test]
fn open_connections_are_closed() {
    // Nobody is dropped for being slow meanwhile.
    let running = Running::with(PATIENCE * 1_000, |_| Answer::Page(String::new()));
    let (host, cookie) = (running.host(), running.open());
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
    let mut idle = running.connect();
    idle.write_all(request.as_bytes()).expect("sent");
    assert_eq!(Reply::read(&mut idle).expect("an answer").status, 200);
    let silent = running.connect();
    let mut halfway = running.connect();
    halfway.write_all(b"GET / HT").expect("sent");
    running.end();
    for mut stream in [idle, silent, halfway] {
        assert!(Reply::read(&mut stream).is_none());
    }
    let address = running.address;
    drop(running);
    assert!(TcpStream::connect(address).is_err());
}

/// A site that is told by a page to end.
struct Ending(Arc<AtomicBool>);

impl Site for Ending {
    fn answer(&mut self, request: &Request) -> Answer {
        assert_eq!(request.path, "/end");
        self.0.store(true, Ordering::Relaxed);
        Answer::Page("<p>it has ended".to_owned())
    }
}

#[test]
fn the_last_answer_arrives() {
    let ends = Arc::new(AtomicBool::new(false));
    let server = Server::bind(0).expect("a port");
    let client = Client { address: server.address(), link: server.link() };
    let mut site = Ending(Arc::clone(&ends));
    let thread =
        std::thread::spawn(move || server.serve(&mut site, &|| ends.load(Ordering::Relaxed)));
    let cookie = client.open();
    assert_eq!(client.get("/end", &format!("Cookie: {cookie}\r\n")).body, "<p>it has ended");
    thread.join().expect("no panic").expect("it ends well");
}

#[test]
fn who_waits_is_told_that_there_will_be_no_answer() {
    let (tell, told) = channel::<()>();
    let running = Running::with(PATIENCE, move |_| {
        told.recv().expect("a word");
        Answer::Page("<p>late".to_owned())
    });
    let (host, cookie) = (running.host(), running.open());
    let ask = || {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        let mut stream = running.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        stream
    };
    let mut first = ask();
    while running.seen().is_empty() {
        std::thread::yield_now();
    }
    let mut waiting = ask();
    // It is taken before the server is asked for anything else.
    assert_eq!(running.get("/", "").status, 403);
    running.end();
    tell.send(()).expect("the site");
    assert_eq!(Reply::read(&mut first).expect("an answer").body, "<p>late");
    assert_eq!(Reply::read(&mut waiting).expect("an answer").status, 503);
    assert_eq!(running.seen().len(), 1);
}

/// A site with a defect.
struct Defective;

impl Site for Defective {
    fn answer(&mut self, _: &Request) -> Answer {
        panic!("a defect, on purpose");
    }
}

#[test]
fn a_panic_of_the_site_ends_the_server() {
    let server = Server::bind(0).expect("a port");
    let client = Client { address: server.address(), link: server.link() };
    let thread = std::thread::spawn(move || server.serve(&mut Defective, &|| false));
    let cookie = format!("Cookie: {}\r\n", client.open());
    assert_eq!(client.get("/", &cookie).status, 503);
    assert!(thread.join().is_err());
    // The port is given back soon, by a thread that nobody waits for.
    while TcpStream::connect(client.address).is_ok() {
        std::thread::yield_now();
    }
}

/// Browsers keep one cookie of a name for all ports of a host.
#[test]
fn two_servers_do_not_take_one_another_s_cookies() {
    let (one, other) = (Running::start(), Running::start());
    let cookies = [one.open(), other.open()];
    let [first, second] = cookies.each_ref().map(|cookie| cookie.split_once('=').expect("a pair"));
    assert_ne!(first.0, second.0);
    let cookies = format!("Cookie: {}\r\n", cookies.join("; "));
    assert_eq!([one.get("/", &cookies).status, other.get("/", &cookies).status], [200, 200]);
    let taken = Server::bind(one.address.port());
    assert!(taken.is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse));
}
