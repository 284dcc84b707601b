//! A socket of which a whole conversation must end by one moment.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A socket that is read and written until a moment, however many bytes come how slowly.
pub(crate) struct UntilDeadline<'a> {
    socket: &'a TcpStream,
    deadline: Instant,
    /// Whether any byte was received.
    pub(crate) has_received: bool,
}

impl<'a> UntilDeadline<'a> {
    pub(crate) fn new(socket: &'a TcpStream, deadline: Instant) -> Self {
        UntilDeadline { socket, deadline, has_received: false }
    }

    /// The time that is left, as a limit for the next call.
    fn left(&self) -> io::Result<Option<Duration>> {
        match self.deadline.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => Ok(Some(left)),
            _ => Err(ErrorKind::TimedOut.into()),
        }
    }

    /// Lets the socket wait for ever again.
    pub(crate) fn lift(&self) -> io::Result<()> {
        self.socket.set_read_timeout(None)?;
        self.socket.set_write_timeout(None)
    }
}

impl Read for UntilDeadline<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(self.left()?)?;
        let count = self.socket.read(buffer)?;
        self.has_received |= count > 0;
        Ok(count)
    }
}

impl Write for UntilDeadline<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.left()?)?;
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
