//! The stream that timely is given: a channel whose messages are checked before timely sees them.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::channel::Channel;

/// The bytes of a message's header: channel, source, the first target and the one behind the last, length, number in its
/// sequence; each in eight bytes, the high one first (`timely::communication::networking::MessageHeader`).
const HEADER: usize = 48;

/// What is wrong with a message for a dataflow. The [`io::Error`] from reading a [`DataflowStream`] has it inside.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DataflowError {
    /// It would have more bytes than are allowed.
    #[error("a message for the dataflow of {length} bytes, where {limit} are allowed")]
    TooLong {
        /// The bytes of the message, as its header says.
        length: u64,
        /// The most bytes that are allowed.
        limit: u64,
    },
    /// It is for threads that are not of this process, or for none.
    #[error("a message for the threads {}..{} of the dataflow, of which {}..{} are here", .targets.start, .targets.end, .here.start, .here.end)]
    NotHere {
        /// The threads that it is for, as its header says.
        targets: Range<u64>,
        /// The threads of this process.
        here: Range<u64>,
    },
}

/// A channel for a dataflow of timely.
///
/// timely trusts the headers that it reads. It collects what is announced, however long that is. Where the length of header and
/// message overflows to a small number, it prints for ever, and where it overflows to zero, it fills the memory at once; where a
/// target is another process's, it panics without naming the reason. Here such a header is an error of reading, of the
/// kind `InvalidData`, before memory was taken for it. That bounds one message, not how many of them wait: who has the
/// key is believed to run this program.
#[derive(Debug)]
pub struct DataflowStream {
    channel: Channel,
    /// Shared by clones, whichever of them reads.
    headers: Arc<Mutex<Headers>>,
    cut_off: CutOff,
}

/// Who is told that nothing more can be read, although the other side has not taken leave.
#[derive(Clone)]
struct CutOff(Arc<dyn Fn() + Send + Sync>);

impl fmt::Debug for CutOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CutOff")
    }
}

impl DataflowStream {
    /// The stream of a channel, for a process with these threads of the dataflow; `limit` is the most bytes that a message may have
    /// behind its header.
    pub fn new(channel: Channel, threads: Range<usize>, limit: u64) -> Self {
        let here = threads.start as u64..threads.end as u64;
        let headers =
            Headers { here, limit, header: [0; HEADER], filled: 0, left: 0, has_ended: false };
        let cut_off = CutOff(Arc::new(|| {}));
        DataflowStream { channel, headers: Arc::new(Mutex::new(headers)), cut_off }
    }

    /// The same, which also tells, from the thread that reads, that nothing more can be read, although the other side has not taken
    /// leave. timely panics then, and does not say which connection it was.
    #[must_use]
    pub fn telling(self, is_cut_off: Arc<dyn Fn() + Send + Sync>) -> Self {
        DataflowStream { cut_off: CutOff(is_cut_off), ..self }
    }
}

impl Read for DataflowStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut headers = self.headers.lock().unwrap_or_else(PoisonError::into_inner);
        let read = self.channel.read(buffer).and_then(|count| {
            let checked = headers.follow(&buffer[..count]);
            checked.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
            Ok(count)
        });
        let is_cut_off = match &read {
            Ok(0) => !buffer.is_empty() && !headers.has_ended,
            Ok(_) => false,
            Err(error) => {
                use ErrorKind::{Interrupted, TimedOut, WouldBlock};
                !matches!(error.kind(), Interrupted | WouldBlock | TimedOut)
            }
        };
        if is_cut_off {
            self.cut_off.0();
        }
        read
    }
}

impl Write for DataflowStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.channel.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.channel.flush()
    }
}

impl Stream for DataflowStream {
    fn try_clone(&self) -> io::Result<Self> {
        let (channel, headers) = (self.channel.try_clone()?, Arc::clone(&self.headers));
        Ok(DataflowStream { channel, headers, cut_off: self.cut_off.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.channel.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.channel.shutdown(how)
    }
}

/// Follows the messages of a stream by their headers.
#[derive(Debug)]
struct Headers {
    here: Range<u64>,
    limit: u64,
    /// The header that is being received, and how much of it there is.
    header: [u8; HEADER],
    filled: usize,
    /// The bytes of the message behind the last whole header that are still to come.
    left: u64,
    /// Whether the last header, without a message, has come.
    has_ended: bool,
}

impl Headers {
    fn follow(&mut self, mut bytes: &[u8]) -> Result<(), DataflowError> {
        while !bytes.is_empty() {
            let of_message = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
            bytes = &bytes[of_message..];
            self.left -= of_message as u64;
            let of_header = bytes.len().min(HEADER - self.filled);
            self.header[self.filled..self.filled + of_header].copy_from_slice(&bytes[..of_header]);
            bytes = &bytes[of_header..];
            self.filled += of_header;
            if self.filled == HEADER {
                self.left = self.length()?;
                self.has_ended |= self.left == 0;
                self.filled = 0;
            }
        }
        Ok(())
    }

    /// The bytes behind the header.
    fn length(&self) -> Result<u64, DataflowError> {
        let (length, targets) = (self.number(4), self.number(2)..self.number(3));
        if length > self.limit {
            return Err(DataflowError::TooLong { length, limit: self.limit });
        }
        let are_here = self.here.start <= targets.start && targets.end <= self.here.end;
        // The header without a message is the last one, and for nobody.
        if length > 0 && (targets.is_empty() || !are_here) {
            return Err(DataflowError::NotHere { targets, here: self.here.clone() });
        }
        Ok(length)
    }

    fn number(&self, index: usize) -> u64 {
        let bytes = self.header[8 * index..8 * index + 8].try_into();
        u64::from_be_bytes(bytes.expect("eight bytes"))
    }
}

#[cfg(test)]
mod tests;
