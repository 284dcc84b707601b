//! Pairs of channels, and logs that are kept.

pub mod proxy;
pub mod raw;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use cluster::{Arrival, Channel, Key, Listener, Refusal, Terms, connect};
use testing::places::Folder;

/// Far more time than anything takes that succeeds.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Any free port of this machine.
pub fn anywhere() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 0).into()
}

/// What the connections of tests are for.
pub const CONTEXT: &[u8] = b"tests";

/// Terms with a new key, and all the time that there is.
pub fn new_terms() -> Terms {
    terms_of(Key::random().expect("a key"))
}

/// Terms with a key, and all the time that there is.
pub fn terms_of(key: Key) -> Terms {
    Terms { time: PATIENCE, ..Terms::new(key, CONTEXT) }
}

/// Terms with a new key, whose bytes are known, too.
pub fn open_terms() -> (Terms, [u8; 32]) {
    let folder = Folder::new("terms");
    let path = folder.join("key");
    let terms = terms_of(Key::create(&path).expect("a key"));
    let text = fs::read_to_string(&path).expect("a text");
    let byte = |index: usize| u8::from_str_radix(&text[2 * index..2 * index + 2], 16);
    (terms, std::array::from_fn(|index| byte(index).expect("digits")))
}

/// Those who were refused, and why.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<(SocketAddr, Refusal)>>>);

impl Log {
    /// A listener that keeps its log here.
    pub fn listener(&self, terms: &Terms) -> Listener {
        let log = self.clone();
        let note = move |address, refusal| log.0.lock().expect("a log").push((address, refusal));
        Listener::start(anywhere(), terms.clone(), note).expect("a listener")
    }

    /// All that was logged.
    pub fn all(&self) -> Vec<(SocketAddr, Refusal)> {
        self.0.lock().expect("a log").clone()
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.0.lock().expect("a log").len()
    }

    /// The reason why an address was refused, once it was.
    pub fn reason(&self, address: SocketAddr) -> Refusal {
        self.reason_after(0, address)
    }

    /// The same, of all lines but so many: an address may be another's again.
    pub fn reason_after(&self, count: usize, address: SocketAddr) -> Refusal {
        for _ in 0..60_000 {
            let log = self.0.lock().expect("a log");
            let mut lines = log[count..].iter();
            if let Some((_, refusal)) = lines.find(|(other, _)| *other == address) {
                return refusal.clone();
            }
            drop(log);
            thread::sleep(Duration::from_millis(1));
        }
        panic!("{address} is not in the log: {:?}", self.all());
    }
}

/// Who comes next.
pub fn next(listener: &Listener) -> Arrival {
    listener.arrivals().recv_timeout(PATIENCE).expect("an arrival")
}

/// Both ends of a channel: the one that connected, and the one that listened.
pub fn pair() -> (Channel, Channel) {
    let terms = new_terms();
    let listener = Log::default().listener(&terms);
    let connected = connect(listener.address(), &terms, b"hello").expect("a channel");
    let arrival = next(&listener);
    assert_eq!(arrival.hello, b"hello");
    (connected, arrival.channel)
}
