//! A server with a small site, and who asks it.
//!
//! Dropping a server ends it; then it must end well.

use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use explorer::{Answer, Request, Server, Site};

pub use client::{Client, PATIENCE, Reply};

mod client;

/// A server that runs on a thread of its own, until it is dropped.
pub struct Running {
    client: Client,
    seen: Arc<Mutex<Vec<Request>>>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

impl Running {
    /// A server, in ordinary use.
    pub fn start() -> Running {
        Running::with(PATIENCE, small_site)
    }

    /// A server of a site, so patient with slow browsers.
    pub fn with(
        patience: Duration,
        site: impl FnMut(&Request) -> Answer + Send + 'static,
    ) -> Running {
        let server = Server::bind(0).expect("a port").with_patience(patience);
        let client = Client { address: server.address(), link: server.link() };
        let (ends, seen) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let (asked, noted) = (Arc::clone(&ends), Arc::clone(&seen));
        let thread = std::thread::spawn(move || {
            // What it holds may be of this thread alone.
            let mut site = Noting { site, seen: noted, _kept: Rc::new(()) };
            server.serve(&mut site, &|| asked.load(Ordering::Relaxed))
        });
        Running { client, seen, ends, thread: Some(thread) }
    }

    /// Which requests reached the site.
    pub fn seen(&self) -> Vec<Request> {
        self.seen.lock().expect("no panic").clone()
    }

    /// Says that the server is to end.
    pub fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
    }
}

/// It is asked as any server is.
impl Deref for Running {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        let thread = self.thread.take().expect("it was started");
        if !std::thread::panicking() {
            thread.join().expect("no panic").expect("it ends well");
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
pub fn small_site(request: &Request) -> Answer {
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
