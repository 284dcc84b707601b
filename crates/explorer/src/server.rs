//! A server for one user of this machine.
//!
//! It listens on 127.0.0.1 alone, and answers the browser that opened its link. What is refused is refused before the site
//! sees it (`reception`, `door`, `request`), and whoever connects takes a bounded part of memory and of time (`connections`).
//! Requests reach the site on the thread that called [`Server::serve`], one after another (`desk`): a site may keep what no
//! other thread may touch.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::watch;

pub use answer::{Answer, Site};
pub use request::{Malformed, Method, Request};

use connections::Connections;
use desk::Desk;
use door::Door;
use reception::Reception;

mod acquaintance;
mod answer;
mod connections;
mod desk;
mod door;
mod form;
mod patient_stream;
mod reception;
mod refusal;
mod request;
mod response;
mod secret;

/// How long a browser may take to send a header or a body, and to take what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the caller is asked whether the server is to end.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(100);

/// A server that listens on 127.0.0.1, and on no other address.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    door: Door,
    patience: Duration,
}

impl Server {
    /// Listens on a port; 0 for one that is free. Nobody is answered before [`Server::serve`].
    ///
    /// # Errors
    ///
    /// Where the operating system does not let anybody listen there, or has no random numbers.
    pub fn bind(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let door = Door::new(address.port())?;
        Ok(Server { listener, address, door, patience: PATIENCE })
    }

    /// The same server with so much patience for slow browsers, instead of ten seconds: for a header, for a body, and for
    /// each part of an answer to be taken. A connection on which nobody has come in has a fifth of that altogether.
    pub fn with_patience(self, patience: Duration) -> Server {
        Server { patience, ..self }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to be opened in a browser. It holds a secret, which works once: the browser gets a cookie for it, and no
    /// other browser is let in afterwards.
    pub fn link(&self) -> String {
        self.door.link()
    }

    /// Answers until `ends` says so, which is asked a few times a second. Then connections are closed within a second.
    ///
    /// # Errors
    ///
    /// Where the operating system has no means for the server.
    pub fn serve(self, site: &mut dyn Site, ends: &dyn Fn() -> bool) -> io::Result<()> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let (desk, errands) = Desk::open();
        let reception = Reception::new(self.door, desk, self.patience);
        let (running, ended) = watch::channel(());
        let thread = thread::Builder::new().name("explorer:server".to_owned());
        let thread = thread.spawn(move || {
            let connections = Connections::new(Arc::new(reception), self.patience, ended);
            runtime.block_on(connections.accept_all(self.listener))
        })?;
        while !ends() && errands.run_next(site, BETWEEN_QUESTIONS) {}
        // Who still waits for an answer gets none; so it is, too, where the site panics.
        drop((errands, running));
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the server failed")))
    }
}
