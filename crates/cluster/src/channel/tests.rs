use std::net::Ipv4Addr;

use crate::{Key, Listener, Terms, connect};

/// The deadline of the handshake is no limit for what follows: timely would take one that passes for a failure.
#[test]
fn both_ends_wait_for_ever_after_the_handshake() {
    let terms = Terms::new(Key::random().expect("a key"), "tests");
    let address = (Ipv4Addr::LOCALHOST, 0).into();
    let listener = Listener::start(address, terms.clone(), |_, _| {}).expect("a listener");
    let connected = connect(listener.address(), &terms, b"hello").expect("a channel");
    let arrived = listener.arrivals().recv().expect("an arrival").channel;
    for channel in [connected, arrived] {
        assert_eq!(channel.socket.read_timeout().expect("a socket"), None);
        assert_eq!(channel.socket.write_timeout().expect("a socket"), None);
        assert!(channel.socket.nodelay().expect("a socket"));
    }
}
