//! Every reason for which nothing comes of a connection, by its name, on both sides.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use cluster::{ConnectError, Key, ListenError, Listener, MOST_OF_A_HELLO, Refusal, Terms, connect};

use crate::support::raw::{self, GREETING};
use crate::support::{CONTEXT, Log, PATIENCE, anywhere, new_terms, next, open_terms, terms_of};

/// A short time, for those who let it pass.
const SHORT: Duration = Duration::from_millis(100);

fn refused(error: ConnectError) -> Refusal {
    let ConnectError::Refused { refusal, .. } = error else { panic!("{error}") };
    refusal
}

/// The reason for which a listener refuses who sends this, and then waits, or closes the connection.
fn refusal_of(sent: &[u8], time: Duration, waits: bool) -> Refusal {
    let log = Log::default();
    let listener = log.listener(&Terms { time, ..new_terms() });
    let mut socket = raw::connected(listener.address());
    let own = socket.local_addr().expect("an address");
    socket.write_all(sent).expect("a listener");
    if !waits {
        drop(socket);
        return log.reason(own);
    }
    let reason = log.reason(own);
    // Who is refused is closed.
    let mut rest = Vec::new();
    let _ = socket.read_to_end(&mut rest);
    reason
}

#[test]
fn other_machines_need_a_key() {
    let open = terms_of(Key::known_to_all());
    let addresses: [SocketAddr; 3] = [
        (Ipv4Addr::UNSPECIFIED, 0).into(),
        (Ipv6Addr::UNSPECIFIED, 0).into(),
        (Ipv4Addr::new(192, 0, 2, 1), 1).into(),
    ];
    for address in addresses {
        let refused = Listener::start(address, open.clone(), |_, _| {});
        assert!(matches!(refused, Err(ListenError::NeedsKey(told)) if told == address));
        let refused = connect(address, &open, b"");
        assert!(matches!(refused, Err(ConnectError::NeedsKey(told)) if told == address));
    }
    let listening = Listener::start(addresses[0], new_terms(), |_, _| {});
    assert!(listening.is_ok());
    let listener = Log::default().listener(&open);
    connect(listener.address(), &open, b"").expect("no key is needed on one machine");
    assert_eq!(next(&listener).hello, b"");
}

#[test]
fn an_address_that_is_taken() {
    let taken = TcpListener::bind(anywhere()).expect("a listener");
    let address = taken.local_addr().expect("an address");
    let refused = Listener::start(address, new_terms(), |_, _| {});
    assert!(matches!(refused, Err(ListenError::System { .. })));
}

#[test]
fn nobody_listens() {
    let free = TcpListener::bind(anywhere()).expect("a listener");
    let address = free.local_addr().expect("an address");
    drop(free);
    let refused = connect(address, &new_terms(), b"");
    assert!(matches!(refused, Err(ConnectError::NobodyListens(told)) if told == address));
}

#[test]
fn another_key_and_another_context() {
    let (terms, log) = (new_terms(), Log::default());
    let listener = log.listener(&terms);
    let others = [
        new_terms(),
        terms_of(Key::known_to_all()),
        Terms { context: b"test".into(), ..terms.clone() },
    ];
    for (count, other) in others.iter().enumerate() {
        let error = connect(listener.address(), other, b"hello").expect_err("other terms");
        assert_eq!(refused(error), Refusal::OtherKey);
        while log.all().len() <= count {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(log.all()[count].1, Refusal::OtherKey);
    }
}

#[test]
fn hellos_have_a_limit() {
    let terms = new_terms();
    let listener = Log::default().listener(&terms);
    let longest = vec![7; MOST_OF_A_HELLO as usize];
    connect(listener.address(), &terms, &longest).expect("a channel");
    assert_eq!(next(&listener).hello, longest);
    let refused = connect(listener.address(), &terms, &[0; MOST_OF_A_HELLO as usize + 1]);
    assert!(matches!(refused, Err(ConnectError::HelloTooLong(1025))));
}

#[test]
fn silence_and_slowness() {
    assert_eq!(refusal_of(b"", SHORT, true), Refusal::Silent);
    assert_eq!(refusal_of(b"QUO", SHORT, true), Refusal::Slow);
    assert_eq!(refusal_of(&GREETING, SHORT, true), Refusal::Slow);
}

/// One byte now and then does not stretch the time.
#[test]
fn slow_strangers_have_no_more_time_than_others() {
    let log = Log::default();
    let listener = log.listener(&Terms { time: 3 * SHORT, ..new_terms() });
    let begin = Instant::now();
    let mut socket = raw::connected(listener.address());
    let own = socket.local_addr().expect("an address");
    let bytes = [&GREETING[..], &[7; 40]].concat();
    let sent = bytes.iter().take_while(|byte| {
        thread::sleep(SHORT);
        log.all().is_empty() && socket.write_all(&[**byte]).is_ok()
    });
    assert!(sent.count() < bytes.len(), "it ended before all was sent");
    assert_eq!(log.reason(own), Refusal::Slow);
    assert!(begin.elapsed() >= 3 * SHORT);
}

#[test]
fn closed_at_any_byte() {
    let (terms, key) = open_terms();
    let first = raw::first(&mut raw::noise(&key, CONTEXT));
    let log = Log::default();
    let listener = log.listener(&terms);
    for length in 0..first.len() {
        let mut socket = raw::connected(listener.address());
        let own = socket.local_addr().expect("an address");
        socket.write_all(&first[..length]).expect("a listener");
        drop(socket);
        assert_eq!(log.reason(own), Refusal::Closed, "after {length} bytes");
    }
}

#[test]
fn other_protocols() {
    for sent in [&b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..], b"QUOTIENS\0\x01", &[0; 8]] {
        assert_eq!(refusal_of(sent, PATIENCE, true), Refusal::NotTheProtocol);
    }
}

#[test]
fn other_versions_are_told() {
    let log = Log::default();
    let listener = log.listener(&new_terms());
    let mut socket = raw::connected(listener.address());
    let own = socket.local_addr().expect("an address");
    socket.write_all(b"QUOTIENT\x01\x02and whatever comes then").expect("a listener");
    let mut answer = [0; 11];
    socket.read_exact(&mut answer).expect("an answer");
    assert_eq!(answer, *b"QUOTIENT\0\x01\x01");
    drop(socket);
    assert_eq!(log.reason(own), Refusal::OtherVersion(258));
    let told = Refusal::OtherVersion(258).to_string();
    assert_eq!(told, "it speaks version 258 of the protocol, not 1");
}

/// The refusal that who connects reports, when who listens answers so.
fn refusal_for(answer: &'static [u8], time: Duration) -> Refusal {
    let listener = TcpListener::bind(anywhere()).expect("a listener");
    let address = listener.local_addr().expect("an address");
    let listening = thread::spawn(move || {
        let (mut socket, _) = listener.accept().expect("a client");
        socket.read_exact(&mut [0; 58]).expect("a first message");
        socket.write_all(answer).expect("a client");
        if time < PATIENCE {
            // It hears nothing more.
            let _ = socket.read(&mut [0]);
        }
    });
    let error = connect(address, &Terms { time, ..new_terms() }, b"hello").expect_err("a refusal");
    listening.join().expect("a listener");
    refused(error)
}

#[test]
fn who_connects_refuses_as_well() {
    assert_eq!(refusal_for(b"", PATIENCE), Refusal::Closed);
    assert_eq!(refusal_for(b"", SHORT), Refusal::Silent);
    assert_eq!(refusal_for(b"QUOTIENT\0\x01", SHORT), Refusal::Slow);
    assert_eq!(refusal_for(b"220 mail.example.org", PATIENCE), Refusal::NotTheProtocol);
    assert_eq!(refusal_for(b"QUOTIENT\0\x02\x01", PATIENCE), Refusal::OtherVersion(2));
    assert_eq!(refusal_for(b"QUOTIENT\0\x01\x02", PATIENCE), Refusal::OtherKey);
    assert_eq!(refusal_for(b"QUOTIENT\0\x01\x09", PATIENCE), Refusal::NotTheProtocol);
    let forged = b"QUOTIENT\0\x01\0................................................";
    assert_eq!(refusal_for(forged, PATIENCE), Refusal::OtherKey);
}

/// The reason for which a listener refuses who has the key, and sends this instead of a hello.
fn refusal_after_handshake(
    hello: impl FnOnce(&snow::StatelessTransportState) -> Vec<u8>,
) -> Refusal {
    let (terms, key) = open_terms();
    let log = Log::default();
    let listener = log.listener(&terms);
    let (mut socket, agreed) =
        raw::without_hello(listener.address(), &key, CONTEXT).expect("an answer");
    socket.write_all(&hello(&agreed)).expect("a listener");
    log.reason(socket.local_addr().expect("an address"))
}

#[test]
fn hellos_that_are_none() {
    for length in [1025, 1 << 30, 1 << 60, u64::MAX] {
        let refusal =
            refusal_after_handshake(|agreed| raw::frame(agreed, 0, &length.to_be_bytes()));
        assert_eq!(refusal, Refusal::HelloTooLong(length));
    }
    assert_eq!(refusal_after_handshake(|_| vec![0; 20]), Refusal::FrameTooShort(0));
    assert_eq!(refusal_after_handshake(|_| [&[0, 20][..], &[0; 20]].concat()), Refusal::NotFresh);
    assert_eq!(
        refusal_after_handshake(|agreed| raw::frame(agreed, 1, b"later")),
        Refusal::NotFresh
    );
    assert_eq!(refusal_after_handshake(|agreed| raw::frame(agreed, 0, b"")), Refusal::Closed);
}

/// Who is too many in handshake gives way to who comes later; who is in it is never kept from arriving.
#[test]
fn the_silent_keep_nobody_waiting() {
    let (terms, log) = (new_terms(), Log::default());
    let listener = log.listener(&terms);
    let silent: Vec<_> = (0..300).map(|_| raw::connected(listener.address())).collect();
    connect(listener.address(), &terms, b"hello").expect("a channel");
    assert_eq!(next(&listener).hello, b"hello");
    for socket in &silent[..236] {
        let own = socket.local_addr().expect("an address");
        assert_eq!(log.reason(own), Refusal::GaveWay);
    }
}

#[test]
fn nobody_takes_the_arrivals() {
    let (terms, log) = (new_terms(), Log::default());
    let listener = log.listener(&terms);
    let channels: Vec<_> = (0..70)
        .map(|_| connect(listener.address(), &terms, b"hello").expect("a channel"))
        .collect();
    while log.all().len() < channels.len() - 64 {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(log.all().iter().all(|(_, refusal)| *refusal == Refusal::NoRoom));
    assert_eq!(listener.arrivals().try_iter().count(), 64);
}

/// A listener ends while strangers are silent, and logs nothing of them.
#[test]
fn a_listener_ends_at_once() {
    let log = Log::default();
    let listener = log.listener(&new_terms());
    let address = listener.address();
    let silent: Vec<_> = (0..20).map(|_| raw::connected(address)).collect();
    thread::sleep(SHORT);
    let begin = Instant::now();
    drop(listener);
    assert!(begin.elapsed() < PATIENCE / 2);
    assert!(log.all().is_empty(), "{:?}", log.all());
    for mut socket in silent {
        // The end, or a reset where it was not accepted yet.
        assert!(!socket.read(&mut [0]).is_ok_and(|count| count > 0));
    }
    connect(address, &new_terms(), b"").expect_err("nobody listens there, or somebody else");
}
