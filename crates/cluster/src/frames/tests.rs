use std::collections::VecDeque;

use snow::{Builder, HandshakeState};
use testing::Numbers;

use super::*;

/// Both sides of a session.
fn session() -> (Arc<StatelessTransportState>, Arc<StatelessTransportState>) {
    let side = |initiates: bool| -> HandshakeState {
        let builder =
            Builder::new("Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s".parse().expect("a pattern"));
        let builder = builder.psk(0, &[7; 32]).expect("a key");
        let built = if initiates { builder.build_initiator() } else { builder.build_responder() };
        built.expect("a side")
    };
    let (mut one, mut other) = (side(true), side(false));
    let (mut message, mut nothing) = ([0; 100], [0; 100]);
    let length = one.write_message(&[], &mut message).expect("the first message");
    other.read_message(&message[..length], &mut nothing).expect("the first message");
    let length = other.write_message(&[], &mut message).expect("the second message");
    one.read_message(&message[..length], &mut nothing).expect("the second message");
    let agreed =
        |side: HandshakeState| Arc::new(side.into_stateless_transport_mode().expect("an end"));
    (agreed(one), agreed(other))
}

fn random_bytes(numbers: &mut Numbers, length: usize) -> Vec<u8> {
    (0..length).map(|_| numbers.word() as u8).collect()
}

/// A text, and the frames that it is sent in, the end among them.
fn sealed(noise: &Arc<StatelessTransportState>, pieces: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut sealing = Sealing::new(Arc::clone(noise));
    let mut frames = Vec::new();
    for piece in pieces {
        let mut frame = Vec::new();
        sealing.over(&mut frame).write_all(piece).expect("memory takes all");
        sealing.over(&mut frame).flush().expect("memory takes all");
        frames.push(frame);
    }
    let mut end = Vec::new();
    sealing.end(&mut end).expect("memory takes all");
    frames.push(end);
    frames
}

/// What is read until the end or an error.
fn opened(noise: &Arc<StatelessTransportState>, mut bytes: &[u8]) -> (Vec<u8>, io::Result<usize>) {
    let (mut opening, mut text) = (Opening::new(Arc::clone(noise)), Vec::new());
    let ended = opening.over(&mut bytes).read_to_end(&mut text);
    (text, ended)
}

fn frame_error(error: &io::Error) -> FrameError {
    *error.get_ref().and_then(|inner| inner.downcast_ref()).expect("an error of frames")
}

#[test]
fn a_text_is_read_as_it_was_written() {
    let (one, other) = session();
    let mut numbers = Numbers::new(1);
    let pieces: Vec<_> = [1, 70_000, 3, MOST_PAYLOAD, 2 * MOST_PAYLOAD, MOST_PAYLOAD + 1, 65_536]
        .map(|length| random_bytes(&mut numbers, length))
        .into();
    for (from, to) in [(&one, &other), (&other, &one)] {
        let (text, ended) = opened(to, &sealed(from, &pieces).concat());
        assert!(ended.is_ok());
        assert!(text == pieces.concat());
    }
}

#[test]
fn frames_are_as_full_as_they_may_be_and_none_is_empty() {
    let (one, _) = session();
    let mut sent = Vec::new();
    let mut sealing = Sealing::new(one);
    sealing.over(&mut sent).flush().expect("memory takes all");
    assert!(sent.is_empty());
    sealing.over(&mut sent).write_all(&vec![1; MOST_PAYLOAD + 1]).expect("memory takes all");
    assert_eq!(sent.len(), LENGTH + MOST, "a full frame is sent when more comes");
    sealing.over(&mut sent).flush().expect("memory takes all");
    assert_eq!(sent.len(), LENGTH + MOST + LENGTH + 1 + TAG);
}

#[test]
fn nothing_is_written_after_the_end() {
    let (one, other) = session();
    let (mut sealing, mut sent) = (Sealing::new(one), Vec::new());
    sealing.over(&mut sent).write_all(b"text").expect("memory takes all");
    sealing.end(&mut sent).expect("memory takes all");
    sealing.end(&mut sent).expect("the end is one");
    let late = sealing.over(&mut sent).write(b"more").expect_err("an end");
    assert_eq!(late.kind(), ErrorKind::BrokenPipe);
    let (text, ended) = opened(&other, &sent);
    assert!(ended.is_ok());
    assert_eq!(text, b"text");
}

/// A line on which any number of bytes goes at a time, or none for now.
struct Halting {
    numbers: Numbers,
    bytes: VecDeque<u8>,
}

impl Halting {
    fn count(&mut self, most: usize) -> io::Result<usize> {
        match self.numbers.below(4) {
            0 => Err(ErrorKind::WouldBlock.into()),
            1 => Err(ErrorKind::Interrupted.into()),
            2 => Ok(most.min(1)),
            _ => Ok(most.min(self.numbers.between(1, 5_000))),
        }
    }
}

impl Read for Halting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.count(buffer.len().min(self.bytes.len()))?;
        self.bytes.drain(..count).zip(buffer).for_each(|(byte, place)| *place = byte);
        Ok(count)
    }
}

impl Write for Halting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.count(bytes.len())?;
        self.bytes.extend(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn until_done<T>(mut attempt: impl FnMut() -> io::Result<T>) -> T {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            done => return done.expect("only a pause"),
        }
    }
}

#[test]
fn pauses_lose_nothing() {
    for seed in 0..20 {
        let (one, other) = session();
        let (mut sealing, mut opening) = (Sealing::new(one), Opening::new(other));
        let mut line = Halting { numbers: Numbers::new(seed), bytes: VecDeque::new() };
        let mut numbers = Numbers::new(seed + 1_000);
        let length = numbers.between(1, 200_000);
        let text = random_bytes(&mut numbers, length);
        let mut written = 0;
        while written < text.len() {
            let end = text.len().min(written + numbers.between(1, 70_000));
            let piece = &text[written..end];
            written += until_done(|| sealing.over(&mut line).write(piece));
            if numbers.one_in(3) {
                until_done(|| sealing.over(&mut line).flush());
            }
        }
        until_done(|| sealing.end(&mut line));
        let (mut read, mut buffer) = (Vec::new(), vec![0; 70_000]);
        loop {
            let room = numbers.between(1, buffer.len());
            match until_done(|| opening.over(&mut line).read(&mut buffer[..room])) {
                0 => break,
                count => read.extend_from_slice(&buffer[..count]),
            }
        }
        assert!(read == text, "seed {seed}");
    }
}

#[test]
fn a_connection_that_is_cut_anywhere_is_cut_off() {
    let (one, other) = session();
    let bytes = sealed(&one, &[b"one".to_vec(), b"two".to_vec()]).concat();
    for end in 0..bytes.len() {
        let (text, ended) = opened(&other, &bytes[..end]);
        let error = ended.expect_err("no end");
        assert_eq!(
            (frame_error(&error), error.kind()),
            (FrameError::CutOff, ErrorKind::UnexpectedEof)
        );
        assert!(b"onetwo".starts_with(&text[..]));
    }
}

#[test]
fn frames_that_are_too_short_are_refused() {
    let (_, other) = session();
    for length in 0..TAG {
        let bytes = [&[0, length as u8][..], &[0; 40]].concat();
        let error = opened(&other, &bytes).1.expect_err("no frame");
        assert_eq!(frame_error(&error), FrameError::TooShort(length));
    }
}

#[test]
fn after_the_first_false_frame_nothing_is_read() {
    let (one, other) = session();
    let frames = sealed(&one, &[b"one".to_vec(), b"two".to_vec(), b"three".to_vec()]);
    let bytes = [&frames[0][..], &frames[2], &frames[1], &frames[2]].concat();
    let (mut opening, mut source, mut text) = (Opening::new(other), &bytes[..], [0; 10]);
    assert_eq!(opening.over(&mut source).read(&mut text).expect("the first"), 3);
    for _ in 0..3 {
        let error = opening.over(&mut source).read(&mut text).expect_err("another frame");
        assert_eq!(
            (frame_error(&error), error.kind()),
            (FrameError::NotAuthentic, ErrorKind::InvalidData)
        );
    }
}

/// Damages what was sent; it is another sequence of bytes then.
fn damage(numbers: &mut Numbers, frames: &[Vec<u8>], foreign: &[Vec<u8>]) -> Vec<u8> {
    let mut frames = frames.to_vec();
    let at = numbers.below(frames.len());
    match numbers.below(8) {
        0 => {
            let bit = numbers.below(8 * frames[at].len());
            frames[at][bit / 8] ^= 1 << (bit % 8);
        }
        1 => {
            let other = (at + numbers.between(1, frames.len() - 1)) % frames.len();
            frames.swap(at, other);
        }
        2 => frames.insert(at, frames[at].clone()),
        3 => drop(frames.remove(at)),
        4 => {
            let end = numbers.below(frames[at].len());
            frames[at].truncate(end);
        }
        5 => {
            let length = numbers.below(100);
            frames.insert(at, random_bytes(numbers, length + 1));
        }
        6 => frames.insert(at, [vec![0xff; 2], random_bytes(numbers, 70_000)].concat()),
        _ => frames[at].clone_from(numbers.pick(foreign)),
    }
    frames.concat()
}

#[test]
fn damage_is_seen_and_no_false_byte_is_read() {
    for seed in 0..2_000 {
        let mut numbers = Numbers::new(seed);
        let (one, other) = session();
        let pieces: Vec<_> = (0..numbers.between(1, 6))
            .map(|_| {
                let length = numbers.between(1, 300);
                random_bytes(&mut numbers, length)
            })
            .collect();
        let (whole, frames) = (pieces.concat(), sealed(&one, &pieces));
        // Frames of another session, and of the other direction of this one.
        let foreign = [sealed(&session().0, &pieces), sealed(&other, &pieces)].concat();
        let damaged = damage(&mut numbers, &frames, &foreign);
        let (text, ended) = opened(&other, &damaged);
        assert!(whole.starts_with(&text), "seed {seed}");
        if damaged.starts_with(&frames.concat()) {
            assert!(text == whole && ended.is_ok(), "seed {seed}: what follows the end is nothing");
        } else {
            let error = ended.expect_err("damage");
            assert!(
                matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof),
                "seed {seed}"
            );
        }
    }
}
