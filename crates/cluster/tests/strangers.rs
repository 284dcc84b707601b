//! Strangers of every kind, seeded, in the middle of whom those who have the key get through.

use std::collections::VecDeque;
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cluster::{Key, Listener, Refusal, Terms, connect, receive_message, send_message};
use testing::Numbers;

use crate::support::proxy::{Flip, proxy};
use crate::support::{CONTEXT, Log, next, open_terms, raw, terms_of};

/// The time of a handshake here. Who has the key needs a few thousandths of it.
const TIME: Duration = Duration::from_secs(3);

/// The threads from which strangers come.
const AT_ONCE: usize = 4;

/// The cases for one who has the key.
const FOR_ONE_FRIEND: u64 = 20;

/// The strangers that a thread has met and not looked after yet: more than are in handshake, and fewer than there are files.
const NOT_SEEN: usize = 100;

/// A stranger that has come: its connection, if it is still open at its side, and the reasons for which it may be refused.
struct Stranger {
    socket: Option<TcpStream>,
    expected: Vec<Refusal>,
}

/// What strangers know.
struct Scene {
    address: SocketAddr,
    terms: Terms,
    key: [u8; 32],
    /// All that a true client once sent.
    recording: Vec<u8>,
}

impl Scene {
    /// Meets strangers until all cases have come, and sees that each is refused.
    fn meet(&self, cases: u64, next_case: &AtomicU64, log: &Log) {
        let mut met = VecDeque::new();
        loop {
            let case = next_case.fetch_add(1, Ordering::Relaxed);
            if case < cases {
                let lines = log.len();
                met.push_back((lines, case, self.stranger(&mut Numbers::new(case))));
            }
            if case >= cases || met.len() > NOT_SEEN {
                let Some((lines, case, stranger)) = met.pop_front() else { break };
                is_refused(log, lines, case, stranger);
            }
        }
    }

    /// A stranger of a kind that the numbers choose.
    fn stranger(&self, numbers: &mut Numbers) -> Stranger {
        match numbers.below(11) {
            0 => self.with_terms(terms_of(Key::known_to_all())),
            1 => self.with_terms(terms_of(Key::random().expect("a key"))),
            2 => self.with_terms(Terms { context: b"another".into(), ..self.terms.clone() }),
            3 => self.sends(&[], numbers.chance(50), &[Refusal::Silent]),
            4 => self.random_bytes(numbers),
            5 => self.recording(numbers),
            6 => self.part_of_a_handshake(numbers),
            7 => self.changed(numbers),
            8 => self.hello(&(1_u64 << numbers.between(11, 63)).to_be_bytes()),
            9 => self.frames(numbers),
            _ => self.other_version(numbers),
        }
    }

    fn with_terms(&self, terms: Terms) -> Stranger {
        let error = connect(self.address, &terms, b"hello").expect_err("a stranger");
        let text = error.to_string();
        // It gave way, if many came at once.
        assert!(text.contains("another key") || text.contains("closed"), "{text}");
        Stranger { socket: None, expected: vec![Refusal::OtherKey] }
    }

    /// Sends something, and closes the connection or waits.
    fn sends(&self, bytes: &[u8], closes: bool, if_it_waits: &[Refusal]) -> Stranger {
        let mut socket = raw::connected(self.address);
        // It may have been refused in the middle.
        let _ = socket.write_all(bytes);
        let mut expected = if_it_waits.to_vec();
        if closes {
            let _ = socket.shutdown(Shutdown::Write);
            expected.push(Refusal::Closed);
        }
        Stranger { socket: Some(socket), expected }
    }

    fn random_bytes(&self, numbers: &mut Numbers) -> Stranger {
        let length = numbers.between(1, 2_000);
        let bytes: Vec<u8> = (0..length).map(|_| numbers.word() as u8).collect();
        let refusal = if length < 8 { Refusal::Slow } else { Refusal::NotTheProtocol };
        self.sends(&bytes, numbers.chance(50), &[refusal])
    }

    fn recording(&self, numbers: &mut Numbers) -> Stranger {
        self.sends(&self.recording, numbers.chance(50), &[Refusal::NotFresh])
    }

    fn part_of_a_handshake(&self, numbers: &mut Numbers) -> Stranger {
        let length = numbers.between(1, 57);
        self.sends(&self.recording[..length], numbers.chance(50), &[Refusal::Slow])
    }

    /// A handshake in which somebody changed a bit on the way. Who was changed may have seen it first.
    fn changed(&self, numbers: &mut Numbers) -> Stranger {
        let flip = Flip { of_client: numbers.chance(50), bit: numbers.below(8 * 58) };
        let (address, heard) = proxy(self.address, Some(flip));
        let connected = connect(address, &Terms { time: TIME, ..self.terms.clone() }, b"hello");
        assert!(connected.is_err(), "{flip:?}");
        heard.join().expect("both directions end");
        Stranger { socket: None, expected: Vec::new() }
    }

    fn hello(&self, payload: &[u8]) -> Stranger {
        let Some((mut socket, agreed)) = raw::without_hello(self.address, &self.key, CONTEXT)
        else {
            return Stranger { socket: None, expected: Vec::new() };
        };
        let _ = socket.write_all(&raw::frame(&agreed, 0, payload));
        let length = u64::from_be_bytes(payload.try_into().expect("eight bytes"));
        Stranger { socket: Some(socket), expected: vec![Refusal::HelloTooLong(length)] }
    }

    /// A correct handshake, and then frames of any length with anything in them.
    fn frames(&self, numbers: &mut Numbers) -> Stranger {
        let Some((mut socket, _)) = raw::without_hello(self.address, &self.key, CONTEXT) else {
            return Stranger { socket: None, expected: Vec::new() };
        };
        let length = if numbers.chance(50) { numbers.below(40) } else { numbers.below(65_536) };
        let _ = socket.write_all(&(length as u16).to_be_bytes());
        let _ = socket.write_all(&vec![0; length]);
        let refusal = if length < 16 { Refusal::FrameTooShort(length) } else { Refusal::NotFresh };
        Stranger { socket: Some(socket), expected: vec![refusal] }
    }

    fn other_version(&self, numbers: &mut Numbers) -> Stranger {
        let version = numbers.between(2, 65_535) as u16;
        let greeting = [b"QUOTIENT", &version.to_be_bytes()[..]].concat();
        self.sends(&greeting, numbers.chance(50), &[Refusal::OtherVersion(version)])
    }

    /// One who has the key, and has its say within the time of a handshake.
    fn friend(&self, listener: &Listener, number: u64) {
        let begin = Instant::now();
        let terms = Terms { time: TIME, ..self.terms.clone() };
        let mut channel = connect(self.address, &terms, &number.to_be_bytes()).expect("a channel");
        let mut arrival = next(listener);
        assert!(begin.elapsed() < TIME, "{:?}", begin.elapsed());
        assert_eq!(arrival.hello, number.to_be_bytes());
        send_message(&mut channel, b"question").expect("a listener");
        let question = receive_message(&mut arrival.channel, 100).expect("a message");
        assert_eq!(question.as_deref(), Some(&b"question"[..]));
        send_message(&mut arrival.channel, b"answer").expect("a client");
        let answer = receive_message(&mut channel, 100).expect("a message");
        assert_eq!(answer.as_deref(), Some(&b"answer"[..]));
    }
}

/// All that a client sends whose handshake succeeds.
fn recorded(listener: &Listener, terms: &Terms) -> Vec<u8> {
    let (address, heard) = proxy(listener.address(), None);
    let channel = connect(address, terms, b"recorded").expect("a channel");
    drop((next(listener), channel));
    let heard = heard.join().expect("both directions end");
    assert_eq!((heard.from_client.len(), heard.to_client.len()), (58 + 2 + 8 + 8 + 16, 59));
    heard.from_client
}

/// No line of the log has anything of the key, as digits or as numbers.
fn shows_no_key(log: &Log, key: &[u8; 32]) {
    let digits: String = key[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let numbers = format!("{:?}", &key[..4]);
    for (address, refusal) in log.all() {
        let line = format!("{address}: {refusal} {refusal:?}");
        assert!(!line.to_lowercase().contains(&digits), "{line}");
        assert!(!line.contains(numbers.trim_matches(['[', ']'])), "{line}");
    }
}

/// Lets strangers come, and one who has the key after some of them; all strangers are refused for the reason that they give.
fn strangers_come(cases: u64) {
    let (terms, key) = open_terms();
    let log = Log::default();
    let listener = log.listener(&Terms { time: TIME, ..terms.clone() });
    let recording = recorded(&listener, &terms);
    let scene = Scene { address: listener.address(), terms, key, recording };
    let next_case = AtomicU64::new(0);
    thread::scope(|threads| {
        for _ in 0..AT_ONCE {
            threads.spawn(|| scene.meet(cases, &next_case, &log));
        }
        for number in 0..cases / FOR_ONE_FRIEND {
            while next_case.load(Ordering::Relaxed) < number * FOR_ONE_FRIEND {
                thread::sleep(Duration::from_millis(1));
            }
            scene.friend(&listener, number);
        }
    });
    assert!(log.len() as u64 >= cases, "a line for each of them");
    assert!(listener.arrivals().try_recv().is_err(), "no stranger arrives");
    shows_no_key(&log, &scene.key);
    takes_little_memory();
}

fn is_refused(log: &Log, lines: usize, case: u64, stranger: Stranger) {
    let Some(mut socket) = stranger.socket else { return };
    let reason = log.reason_after(lines, socket.local_addr().expect("an address"));
    let gave_way = reason == Refusal::GaveWay;
    assert!(gave_way || stranger.expected.contains(&reason), "case {case}: {reason}");
    let mut rest = Vec::new();
    let _ = socket.read_to_end(&mut rest);
    assert!(rest.len() <= 59, "case {case}: it is closed, and was told nothing but answers");
}

/// Whatever strangers announce, this program never had more than some threads and their buffers.
fn takes_little_memory() {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let peak: u64 = line.trim().trim_end_matches(" kB").parse().expect("kilobytes");
    assert!(peak < 256 << 10, "{peak} kB");
}

#[test]
fn strangers_are_refused_and_friends_get_through() {
    strangers_come(400);
}

/// Some minutes.
#[test]
#[ignore = "10,000 cases"]
fn very_many_strangers() {
    strangers_come(10_000);
}
