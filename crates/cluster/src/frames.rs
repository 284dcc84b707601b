//! Frames of a channel: what is written is sealed into them, what is read is opened from them.
//!
//! A frame is the length of what follows, two bytes with the high one first, and that many bytes, from 16 to 65,535: a
//! payload that is encrypted and authenticated. The number of a frame in its direction is its nonce, so that a frame which
//! is missing, repeated, moved, changed or of another session is not authentic. A frame without payload is the end: no end
//! of the connection that comes without it is an orderly one.
//!
//! Both directions can be interrupted anywhere, by a time limit or because a socket does not wait, and go on where they
//! were.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;

use snow::StatelessTransportState;
use thiserror::Error;

/// The bytes of a frame's length.
const LENGTH: usize = 2;

/// The bytes by which a payload grows as it is sealed.
const TAG: usize = 16;

/// The most bytes behind the length of a frame.
const MOST: usize = u16::MAX as usize;

/// The most bytes of payload in a frame.
pub(crate) const MOST_PAYLOAD: usize = MOST - TAG;

/// What is wrong with what came where a frame should be. An [`io::Error`] from reading a [`Channel`](crate::Channel) has
/// it inside.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum FrameError {
    /// A frame of fewer bytes than any has.
    #[error("a frame of {0} bytes, which is too short")]
    TooShort(usize),
    /// A frame that the other side did not seal, or not as this one of this session.
    #[error("a frame that is not authentic")]
    NotAuthentic,
    /// The connection ended before the other side said that this is the end.
    #[error("the connection was cut off")]
    CutOff,
}

impl From<FrameError> for io::Error {
    fn from(error: FrameError) -> Self {
        let kind = match error {
            FrameError::CutOff => ErrorKind::UnexpectedEof,
            FrameError::TooShort(_) | FrameError::NotAuthentic => ErrorKind::InvalidData,
        };
        io::Error::new(kind, error)
    }
}

/// How far reading came.
#[derive(Clone, Copy, Debug)]
enum Course {
    Open,
    Ended,
    Broken(FrameError),
}

/// The direction in which frames are opened.
pub(crate) struct Opening {
    noise: Arc<StatelessTransportState>,
    /// The number of the frame that comes next.
    nonce: u64,
    /// The frame that is being received, with its length, and how much of it there is.
    frame: Box<[u8]>,
    filled: usize,
    /// The payload that was opened last, of which `taken` bytes were read.
    payload: Vec<u8>,
    taken: usize,
    course: Course,
}

impl Opening {
    pub(crate) fn new(noise: Arc<StatelessTransportState>) -> Self {
        Opening {
            noise,
            nonce: 0,
            frame: vec![0; LENGTH + MOST].into(),
            filled: 0,
            payload: Vec::new(),
            taken: 0,
            course: Course::Open,
        }
    }

    /// What a source sends, opened.
    pub(crate) fn over<'a, S: Read>(&'a mut self, source: &'a mut S) -> OpeningOver<'a, S> {
        OpeningOver { opening: self, source }
    }

    fn read(&mut self, source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.payload.len() && !buffer.is_empty() {
            match self.course {
                Course::Open => self.receive(source)?,
                Course::Ended => return Ok(0),
                Course::Broken(error) => return Err(error.into()),
            }
        }
        let count = buffer.len().min(self.payload.len() - self.taken);
        buffer[..count].copy_from_slice(&self.payload[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }

    /// Receives a frame and opens it.
    fn receive(&mut self, source: &mut impl Read) -> io::Result<()> {
        self.fill(source, LENGTH)?;
        let length = usize::from(u16::from_be_bytes([self.frame[0], self.frame[1]]));
        if length < TAG {
            return Err(self.broken(FrameError::TooShort(length)));
        }
        self.fill(source, LENGTH + length)?;
        self.filled = 0;
        self.open(length)
    }

    /// Receives until `wanted` bytes of the frame are there.
    fn fill(&mut self, source: &mut impl Read, wanted: usize) -> io::Result<()> {
        while self.filled < wanted {
            match source.read(&mut self.frame[self.filled..wanted]) {
                Ok(0) => return Err(self.broken(FrameError::CutOff)),
                Ok(count) => self.filled += count,
                Err(error) => match error.kind() {
                    ErrorKind::Interrupted => {}
                    // A process that dies while something is on the way to it.
                    ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
                        return Err(self.broken(FrameError::CutOff));
                    }
                    _ => return Err(error),
                },
            }
        }
        Ok(())
    }

    fn open(&mut self, length: usize) -> io::Result<()> {
        self.payload.resize(length - TAG, 0);
        self.taken = 0;
        let sealed = &self.frame[LENGTH..LENGTH + length];
        if self.noise.read_message(self.nonce, sealed, &mut self.payload).is_err() {
            // What was deciphered before it was known to be false is nobody's.
            self.payload.clear();
            return Err(self.broken(FrameError::NotAuthentic));
        }
        self.nonce += 1;
        if self.payload.is_empty() {
            self.course = Course::Ended;
        }
        Ok(())
    }

    /// After the first false frame nothing is read any more: there is no telling where the next one begins.
    fn broken(&mut self, error: FrameError) -> io::Error {
        self.course = Course::Broken(error);
        error.into()
    }
}

/// What a source sends, opened.
pub(crate) struct OpeningOver<'a, S> {
    opening: &'a mut Opening,
    source: &'a mut S,
}

impl<S: Read> Read for OpeningOver<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.opening.read(self.source, buffer)
    }
}

/// The direction in which frames are sealed.
pub(crate) struct Sealing {
    noise: Arc<StatelessTransportState>,
    /// The number of the frame that is sealed next.
    nonce: u64,
    /// What was written and is in no frame yet.
    payload: Vec<u8>,
    /// The frame that is being sent, with its length, and how much of it was sent.
    frame: Vec<u8>,
    sent: usize,
    has_ended: bool,
}

impl Sealing {
    pub(crate) fn new(noise: Arc<StatelessTransportState>) -> Self {
        let (payload, frame) = (Vec::new(), Vec::new());
        Sealing { noise, nonce: 0, payload, frame, sent: 0, has_ended: false }
    }

    /// Seals what is written, for a sink.
    pub(crate) fn over<'a, S: Write>(&'a mut self, sink: &'a mut S) -> SealingOver<'a, S> {
        SealingOver { sealing: self, sink }
    }

    /// Sends all that was written, and that this is the end.
    pub(crate) fn end(&mut self, sink: &mut impl Write) -> io::Result<()> {
        if !self.has_ended {
            self.flush(sink)?;
            self.seal();
            self.has_ended = true;
        }
        self.send(sink)
    }

    fn write(&mut self, sink: &mut impl Write, bytes: &[u8]) -> io::Result<usize> {
        if self.has_ended {
            return Err(ErrorKind::BrokenPipe.into());
        }
        if self.payload.len() == MOST_PAYLOAD {
            self.flush(sink)?;
        }
        let count = bytes.len().min(MOST_PAYLOAD - self.payload.len());
        self.payload.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self, sink: &mut impl Write) -> io::Result<()> {
        self.send(sink)?;
        if !self.payload.is_empty() {
            self.seal();
        }
        self.send(sink)
    }

    /// Makes a frame of what was written. The one before was sent.
    fn seal(&mut self) {
        let length = self.payload.len() + TAG;
        self.frame.resize(LENGTH + length, 0);
        let sealed = &mut self.frame[LENGTH..];
        let sealing = self.noise.write_message(self.nonce, &self.payload, sealed);
        sealing.expect("the payload is no longer than a frame may be, and numbers do not end");
        let length = u16::try_from(length).expect("a frame's length fits");
        self.frame[..LENGTH].copy_from_slice(&length.to_be_bytes());
        self.nonce += 1;
        self.sent = 0;
        self.payload.clear();
    }

    fn send(&mut self, sink: &mut impl Write) -> io::Result<()> {
        while self.sent < self.frame.len() {
            match sink.write(&self.frame[self.sent..]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Seals what is written, for a sink.
pub(crate) struct SealingOver<'a, S> {
    sealing: &'a mut Sealing,
    sink: &'a mut S,
}

impl<S: Write> Write for SealingOver<'_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sealing.write(self.sink, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sealing.flush(self.sink)
    }
}

#[cfg(test)]
mod tests;
