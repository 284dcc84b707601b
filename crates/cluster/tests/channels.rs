//! Channels between two ends: what is written is read, and every end is what it is.

use std::io::{ErrorKind, Read, Write};
use std::net::Shutdown;
use std::thread;
use std::time::Duration;

use cluster::{Channel, FrameError, connect, receive_message, send_message};
use testing::Numbers;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::support::proxy::{Flip, proxy};
use crate::support::{Log, new_terms, next, pair};

fn text(seed: u64, length: usize) -> Vec<u8> {
    let mut numbers = Numbers::new(seed);
    (0..length).map(|_| numbers.word() as u8).collect()
}

fn frame_error(error: &std::io::Error) -> FrameError {
    *error.get_ref().and_then(|inner| inner.downcast_ref()).expect("an error of frames")
}

/// Both ends write at once, more than the network holds, each by one clone while another reads.
#[test]
fn both_directions_are_independent() {
    let (one, other) = pair();
    let lengths = [3_000_000, 2_000_000];
    let exchange = |channel: Channel, own: u64, foreign: u64| {
        let (mut reading, mut writing) = (channel.try_clone().expect("a clone"), channel);
        let writer = thread::spawn(move || {
            writing.write_all(&text(own, lengths[own as usize])).expect("a reader");
            writing.shutdown(Shutdown::Write).expect("a reader");
        });
        thread::spawn(move || {
            let mut read = Vec::new();
            reading.read_to_end(&mut read).expect("an orderly end");
            assert!(read == text(foreign, lengths[foreign as usize]));
            writer.join().expect("an orderly end");
        })
    };
    for end in [exchange(one, 0, 1), exchange(other, 1, 0)] {
        end.join().expect("an orderly end");
    }
}

#[test]
fn an_end_is_orderly_only_if_it_is_said() {
    let (mut one, mut other) = pair();
    one.write_all(b"text").expect("a reader");
    one.shutdown(Shutdown::Write).expect("a reader");
    let mut read = Vec::new();
    other.read_to_end(&mut read).expect("an orderly end");
    assert_eq!(read, b"text");
    // The other direction goes on.
    other.write_all(b"answer").expect("a reader");
    other.flush().expect("a reader");
    drop(other);
    let mut read = Vec::new();
    let cut = one.read_to_end(&mut read).expect_err("no end");
    assert_eq!((&read[..], frame_error(&cut)), (&b"answer"[..], FrameError::CutOff));
}

#[test]
fn a_clone_keeps_the_connection() {
    let (one, mut other) = pair();
    let mut clone = one.try_clone().expect("a clone");
    drop(one);
    clone.write_all(b"text").expect("a reader");
    clone.shutdown(Shutdown::Both).expect("a reader");
    let mut read = Vec::new();
    other.read_to_end(&mut read).expect("an orderly end");
    assert_eq!(read, b"text");
}

#[test]
fn limits_of_time_and_nonblocking_reads_lose_nothing() {
    let (mut one, mut other) = pair();
    other.set_read_timeout(Some(Duration::from_millis(1))).expect("a limit");
    let paused = other.read(&mut [0; 10]).expect_err("nothing was written");
    assert!(matches!(paused.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut));
    other.set_read_timeout(None).expect("no limit");
    other.set_nonblocking(true).expect("a mode");
    assert_eq!(other.read(&mut [0; 10]).expect_err("nothing").kind(), ErrorKind::WouldBlock);
    let written = text(5, 1_000_000);
    let writer = thread::spawn({
        let written = written.clone();
        move || {
            one.write_all(&written).expect("a reader");
            one.shutdown(Shutdown::Write).expect("a reader");
        }
    });
    let (mut read, mut buffer) = (Vec::new(), [0; 10_000]);
    loop {
        match other.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => read.extend_from_slice(&buffer[..count]),
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
    writer.join().expect("a writer");
    assert!(read == written);
}

#[test]
fn messages_pass_and_are_limited() {
    let (mut one, mut other) = pair();
    let long = text(7, 200_000);
    send_message(&mut one, b"short").expect("a reader");
    send_message(&mut one, &long).expect("a reader");
    send_message(&mut one, &long).expect("a reader");
    assert_eq!(receive_message(&mut other, 10).expect("a message").as_deref(), Some(&b"short"[..]));
    assert!(receive_message(&mut other, 200_000).expect("a message") == Some(long));
    receive_message(&mut other, 199_999).expect_err("too long a message");
}

#[test]
fn debug_tells_nothing_of_what_is_written() {
    let (mut one, _other) = pair();
    one.write_all(b"secret").expect("a reader");
    let shown = format!("{one:?}");
    assert!(shown.starts_with("Channel { socket: TcpStream"), "{shown}");
    assert!(!shown.contains("115, 101"), "{shown}");
}

/// Whoever stands between changes one bit of what comes after the handshake: it ends as an error, and no other byte is read than was written.
#[test]
fn a_changed_bit_is_seen() {
    let terms = new_terms();
    let listener = Log::default().listener(&terms);
    // Greeting and first message, or greeting, answer and second message; and the hello in its frame.
    let handshake = |of_client| if of_client { 58 + 2 + 8 + 5 + 16 } else { 59 };
    let written = text(11, 3_000);
    for seed in 0..60 {
        let mut numbers = Numbers::new(seed);
        let of_client = numbers.chance(50);
        let bit = 8 * handshake(of_client) + numbers.below(8 * 3_000);
        let (address, heard) = proxy(listener.address(), Some(Flip { of_client, bit }));
        let connected = connect(address, &terms, b"hello").expect("a channel");
        let arrived = next(&listener).channel;
        let (mut from, mut to) =
            if of_client { (connected, arrived) } else { (arrived, connected) };
        for piece in written.chunks(700) {
            // Who has read a false frame may have gone.
            let _ = from.write_all(piece).and_then(|()| from.flush());
        }
        let _ = from.shutdown(Shutdown::Write);
        let mut read = Vec::new();
        let error = to.read_to_end(&mut read).expect_err("a changed bit");
        assert!(written.starts_with(&read), "seed {seed}");
        frame_error(&error);
        drop((from, to));
        heard.join().expect("both directions end");
    }
}
