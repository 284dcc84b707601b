//! Listening for machines that have the key, in the middle of strangers.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::channel::Channel;
use crate::handshake::{self, Terms};
use crate::places::{Place, Places, Stay};
use crate::refusal::Refusal;

/// The most handshakes at a time.
const AT_A_TIME: usize = 64;

/// The most arrivals that nobody has taken yet.
const NOT_TAKEN: usize = 64;

/// How long the thread that accepts connections sleeps when there is none. A call that waits for connections could not be
/// ended from another thread by means of the standard library.
const NAP: Duration = Duration::from_millis(10);

/// A machine that has the key, and what it said.
#[derive(Debug)]
pub struct Arrival {
    /// The channel to it.
    pub channel: Channel,
    /// Its hello, at most 1 KB: what it is and wants.
    pub hello: Vec<u8>,
    /// Its address.
    pub address: SocketAddr,
}

/// The reason why nobody listens at an address.
#[derive(Debug, Error)]
pub enum ListenError {
    /// Other machines may reach the address, and the key is known to all.
    #[error("other machines may reach {0}, for which a key is needed")]
    NeedsKey(SocketAddr),
    /// The operating system does not let anybody listen there.
    #[error("cannot listen at {address}: {error}")]
    System {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
}

/// Listens at an address, until it is dropped.
///
/// Each handshake has a thread of its own, and the time of the terms; at most 64 are in handshake, and when one more comes,
/// who has been for longest gives way. So strangers take memory and threads up to a bound, and keep nobody waiting.
///
/// Dropping ends it at once: handshakes are broken off, and nothing is logged any more. Channels of those who arrived stay.
pub struct Listener {
    address: SocketAddr,
    arrivals: Receiver<Arrival>,
    doorman: Arc<Doorman>,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    /// Listens at an address for those who come on the same terms. Whoever is refused is closed, and told to `log` with the
    /// reason, from some thread.
    ///
    /// # Errors
    ///
    /// [`ListenError::NeedsKey`] for an address that is no loopback one, if the key is known to all;
    /// [`ListenError::System`].
    pub fn start(
        address: SocketAddr,
        terms: Terms,
        log: impl Fn(SocketAddr, Refusal) + Send + Sync + 'static,
    ) -> Result<Listener, ListenError> {
        if !address.ip().is_loopback() && !terms.key.is_secret() {
            return Err(ListenError::NeedsKey(address));
        }
        let system = |error| ListenError::System { address, error };
        let socket = TcpListener::bind(address).map_err(system)?;
        socket.set_nonblocking(true).map_err(system)?;
        let bound = socket.local_addr().map_err(system)?;
        let (sender, arrivals) = sync_channel(NOT_TAKEN);
        let doorman = Arc::new(Doorman {
            terms,
            log: Box::new(log),
            arrivals: sender,
            places: Places::new(AT_A_TIME),
            is_stopped: AtomicBool::new(false),
        });
        let accepting = Arc::clone(&doorman);
        let thread = thread::Builder::new().name("cluster:accept".to_owned());
        let thread = thread.spawn(move || accepting.accept_all(&socket)).map_err(system)?;
        Ok(Listener { address: bound, arrivals, doorman, thread: Some(thread) })
    }

    /// The address, with the port that the operating system chose where none was given.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Those who have come. At most 64 wait here; who comes when nobody takes them is refused.
    pub fn arrivals(&self) -> &Receiver<Arrival> {
        &self.arrivals
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.doorman.is_stopped.store(true, Ordering::Release);
        self.doorman.places.close();
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A panic of the thread would be one of the log, and was told where it happened.
            let _ = thread.join();
        }
        self.doorman.places.wait_until_empty();
    }
}

/// Who stands at the door.
struct Doorman {
    terms: Terms,
    log: Box<dyn Fn(SocketAddr, Refusal) + Send + Sync>,
    arrivals: SyncSender<Arrival>,
    places: Arc<Places>,
    is_stopped: AtomicBool,
}

impl Doorman {
    fn accept_all(self: &Arc<Self>, listener: &TcpListener) {
        while !self.is_stopped.load(Ordering::Acquire) {
            match listener.accept() {
                Ok((socket, address)) => self.receive(socket, address),
                // There is none; or there are no means for one more, which may change.
                Err(_) => thread::park_timeout(NAP),
            }
        }
    }

    /// Gives a connection a thread for its handshake.
    fn receive(self: &Arc<Self>, socket: TcpStream, address: SocketAddr) {
        let deadline = Instant::now() + self.terms.time;
        let socket = Arc::new(socket);
        let Some(place) = self.places.enter(&socket) else { return };
        let doorman = Arc::clone(self);
        let thread = thread::Builder::new().name("cluster:handshake".to_owned());
        let thread = thread.spawn(move || doorman.admit(socket, address, deadline, place));
        if thread.is_err() {
            (self.log)(address, Refusal::NoRoom);
        }
    }

    fn admit(&self, socket: Arc<TcpStream>, address: SocketAddr, deadline: Instant, place: Place) {
        let admitted = self.shake_hands(socket, deadline);
        let refusal = match (place.is_over(), admitted) {
            (Stay::Closed, _) => return,
            (Stay::GaveWay, _) => Refusal::GaveWay,
            (_, Err(refusal)) => refusal,
            (_, Ok((channel, hello))) => {
                // Nobody waits here for room: who is not taken tries again.
                match self.arrivals.try_send(Arrival { channel, hello, address }) {
                    Ok(()) => return,
                    Err(_) => Refusal::NoRoom,
                }
            }
        };
        (self.log)(address, refusal);
    }

    fn shake_hands(
        &self,
        socket: Arc<TcpStream>,
        deadline: Instant,
    ) -> Result<(Channel, Vec<u8>), Refusal> {
        let failed = |error: io::Error| Refusal::Network(error.kind());
        // Some systems let connections inherit the mode of who listens.
        socket.set_nonblocking(false).map_err(failed)?;
        socket.set_nodelay(true).map_err(failed)?;
        handshake::respond(socket, &self.terms, deadline)
    }
}
