//! A server with a small site, and a browser of a few lines that can be as rude as a test wants.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use explorer::{Answer, Request, Server, Site};

/// The longest that a test waits for what must come. What comes later has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs on a thread of its own, until it is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What opens it.
    pub link: String,
    seen: Arc<Mutex<Vec<Request>>>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

impl Running {
    /// A server, in ordinary use.
    pub fn start() -> Running {
        Running::with(|server| server, small_site)
    }

    /// A server that is so patient with slow browsers.
    pub fn with_patience(patience: Duration) -> Running {
        Running::with(|server| server.with_patience(patience), small_site)
    }

    /// A server of a site.
    pub fn with(
        change: impl FnOnce(Server) -> Server,
        site: impl FnMut(&Request) -> Answer + Send + 'static,
    ) -> Running {
        let server = change(Server::bind(0).expect("a port"));
        let (address, link) = (server.address(), server.link());
        let (ends, seen) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let (asked, noted) = (Arc::clone(&ends), Arc::clone(&seen));
        let thread = std::thread::spawn(move || {
            // What it holds may be of this thread alone.
            let mut site = Noting { site, seen: noted, _kept: Rc::new(()) };
            server.serve(&mut site, &|| asked.load(Ordering::Relaxed))
        });
        Running { address, link, seen, ends, thread: Some(thread) }
    }

    /// Which requests reached the site.
    pub fn seen(&self) -> Vec<Request> {
        self.seen.lock().expect("no panic").clone()
    }

    /// The name and port that a browser asks for.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Opens the link: the cookie, as a browser sends it.
    pub fn open(&self) -> String {
        let path = self.link.split_once(&self.host()).expect("the link names it").1;
        let reply = self.get(path, "");
        assert_eq!(reply.status, 303, "{reply:?}");
        let cookie = reply.header("set-cookie").expect("a cookie");
        cookie.split(';').next().expect("a pair").to_owned()
    }

    /// What is answered to a request for a page, with more headers.
    pub fn get(&self, path: &str, headers: &str) -> Reply {
        let host = self.host();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n");
        self.ask(request.as_bytes()).expect("an answer")
    }

    /// What is answered to a form, with more headers.
    pub fn post(&self, path: &str, headers: &str, form: &str) -> Reply {
        let (host, length) = (self.host(), form.len());
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n{headers}\r\n{form}"
        );
        self.ask(request.as_bytes()).expect("an answer")
    }

    /// What is answered to these bytes; none, if the connection is closed without a word.
    pub fn ask(&self, request: &[u8]) -> Option<Reply> {
        let mut stream = self.connect();
        // It may close the connection before it has read everything.
        let _ = stream.write_all(request);
        if request.starts_with(b"HEAD ") {
            return Reply::read_header(&mut stream);
        }
        Reply::read(&mut stream)
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time");
        stream
    }

    /// Says that the server is to end.
    pub fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }

    /// Ends the server, which must end well.
    pub fn finish(mut self) {
        self.end();
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no panic").expect("it ends well");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        if !std::thread::panicking() {
            self.join();
        }
    }
}

/// A site that notes what reached it.
struct Noting<S> {
    site: S,
    seen: Arc<Mutex<Vec<Request>>>,
    _kept: Rc<()>,
}

impl<S: FnMut(&Request) -> Answer> Site for Noting<S> {
    fn answer(&mut self, request: &Request) -> Answer {
        self.seen.lock().expect("no panic").push(request.clone());
        (self.site)(request)
    }
}

/// A page of each kind.
fn small_site(request: &Request) -> Answer {
    match &request.path[..] {
        "/" => Answer::Page("<p>a page".to_owned()),
        "/part" => Answer::Part("<p>a part".to_owned()),
        "/json" => Answer::Json("[1]".to_owned()),
        "/download" => Answer::Download {
            name: "../a \"run\".json".to_owned(),
            kind: "application/json",
            body: b"[]".to_vec(),
        },
        "/redirect" => Answer::Redirect("/part?a=b".to_owned()),
        "/asset" => Answer::Asset { kind: "text/css", body: b"p {}" },
        "/refused" => Answer::Refused(409, "not <now>"),
        _ => Answer::NotFound,
    }
}

/// What a server answered.
#[derive(Debug)]
pub struct Reply {
    /// The status of HTTP.
    pub status: u16,
    /// The headers, by their names in small letters.
    pub headers: HashMap<String, String>,
    /// The content.
    pub body: String,
}

impl Reply {
    /// Reads one answer; none, if the connection is closed without one. It must not stay open in silence.
    pub fn read(stream: &mut TcpStream) -> Option<Reply> {
        let reply = Reply::read_header(stream)?;
        let length =
            reply.header("content-length").map_or(0, |length| length.parse().expect("one"));
        let mut body = vec![0; length];
        stream.read_exact(&mut body).ok()?;
        Some(Reply { body: String::from_utf8_lossy(&body).into_owned(), ..reply })
    }

    /// The same, up to the content.
    fn read_header(stream: &mut TcpStream) -> Option<Reply> {
        let mut header = Vec::new();
        let mut byte = [0];
        while !header.ends_with(b"\r\n\r\n") {
            match stream.read(&mut byte) {
                Ok(0) => return None,
                Ok(_) => header.push(byte[0]),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("neither an answer nor an end: {error}"),
            }
        }
        let header = String::from_utf8(header).expect("a text");
        let mut lines = header.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().expect("a status");
        let fields = lines.filter_map(|line| line.split_once(':'));
        let fields = fields.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()));
        Some(Reply { status, headers: fields.collect(), body: String::new() })
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| &value[..])
    }
}
