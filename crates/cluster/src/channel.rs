//! The encrypted stream between two machines that have one key.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::frames::{Opening, Sealing};

/// A connection to a machine that has the key, encrypted and authenticated in both directions.
///
/// Clones ([`Stream::try_clone`]) are handles of the one connection. The two directions share no state that changes, so that
/// one handle reads while another writes; two that read, or two that write, take turns. What is written is collected, up to
/// a frame of 64 KB, and sent when that is full or by [`flush`](Write::flush).
///
/// # The end
///
/// [`Stream::shutdown`] of the writing direction sends what was written, and that this is the end; the other side then reads
/// zero bytes, as at the end of a file. A connection that ends in any other way, as when the last handle is dropped or a
/// process dies, is cut off: what was not flushed is lost, and the other side reads
/// [`FrameError::CutOff`](crate::FrameError::CutOff). So nobody who stands between two machines can make one of them
/// believe that the other has said all, and neither can a failure.
///
/// # Errors of reading
///
/// An [`io::Error`] of the kind `InvalidData` or `UnexpectedEof` with a [`FrameError`](crate::FrameError) inside, where what
/// came is not what the other side wrote. Everything that was read before is. All later reads fail in the same way.
/// A time limit (`WouldBlock`, `TimedOut`) loses nothing: reading and writing go on where they were, and so they do in
/// nonblocking mode.
pub struct Channel {
    socket: Arc<TcpStream>,
    opening: Arc<Mutex<Opening>>,
    sealing: Arc<Mutex<Sealing>>,
}

impl Channel {
    pub(crate) fn new(socket: Arc<TcpStream>, opening: Opening, sealing: Sealing) -> Self {
        Channel {
            socket,
            opening: Arc::new(Mutex::new(opening)),
            sealing: Arc::new(Mutex::new(sealing)),
        }
    }

    /// The address of the other side.
    ///
    /// # Errors
    ///
    /// Those of [`TcpStream::peer_addr`].
    pub fn peer_address(&self) -> io::Result<SocketAddr> {
        self.socket.peer_addr()
    }

    /// How long one read may wait for bytes of the network, for all handles: for ever with `None`. It is no limit for a
    /// frame, which may come in many pieces.
    ///
    /// # Errors
    ///
    /// Those of [`TcpStream::set_read_timeout`].
    pub fn set_read_timeout(&self, limit: Option<Duration>) -> io::Result<()> {
        self.socket.set_read_timeout(limit)
    }

    /// How long one write may wait until the network takes bytes, for all handles: for ever with `None`.
    ///
    /// # Errors
    ///
    /// Those of [`TcpStream::set_write_timeout`].
    pub fn set_write_timeout(&self, limit: Option<Duration>) -> io::Result<()> {
        self.socket.set_write_timeout(limit)
    }

    /// Another handle of the connection.
    #[must_use]
    pub fn handle(&self) -> Channel {
        let (opening, sealing) = (Arc::clone(&self.opening), Arc::clone(&self.sealing));
        Channel { socket: Arc::clone(&self.socket), opening, sealing }
    }

    /// Sends what was written, says that it is the end, and closes the connection for all handles.
    ///
    /// # Errors
    ///
    /// Those of writing; it is closed all the same.
    pub fn close(&self) -> io::Result<()> {
        let ended = self.end();
        self.socket.shutdown(Shutdown::Both).and(ended)
    }

    fn end(&self) -> io::Result<()> {
        locked(&self.sealing).end(&mut &*self.socket)?;
        self.socket.shutdown(Shutdown::Write)
    }
}

/// Tells nothing of what is sent.
impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel").field("socket", &self.socket).finish_non_exhaustive()
    }
}

/// A thread that panics does so in nobody's half: what a lock guards stays whole.
fn locked<T>(half: &Mutex<T>) -> MutexGuard<'_, T> {
    half.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Read for Channel {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        locked(&self.opening).over(&mut &*self.socket).read(buffer)
    }
}

impl Write for Channel {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.sealing).over(&mut &*self.socket).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        locked(&self.sealing).over(&mut &*self.socket).flush()
    }
}

impl Stream for Channel {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(self.handle())
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match how {
            Shutdown::Read => self.socket.shutdown(Shutdown::Read),
            Shutdown::Write => self.end(),
            Shutdown::Both => self.close(),
        }
    }
}

#[cfg(test)]
mod tests;
