//! A browser of a few lines, which can be as rude as a test wants.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The longest that a test waits for what must come. What comes later has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Who asks a server.
pub struct Client {
    /// Where the server listens.
    pub address: SocketAddr,
    /// What opens it.
    pub link: String,
}

impl Client {
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

    /// What is answered at last to a request for a page, while others may keep all places for some time.
    pub fn get_at_last(&self, path: &str, headers: &str) -> Reply {
        let (start, host) = (Instant::now(), self.host());
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n");
        loop {
            match self.ask(request.as_bytes()) {
                Some(reply) if reply.status != 503 => return reply,
                _ => assert!(start.elapsed() < PATIENCE, "all places are kept"),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time");
        stream
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
