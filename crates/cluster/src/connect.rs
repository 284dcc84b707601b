//! Connecting to a machine that listens.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Instant;

use thiserror::Error;

use crate::channel::Channel;
use crate::handshake::{self, MOST_OF_A_HELLO, Terms};
use crate::refusal::Refusal;

/// The reason why there is no channel to an address.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The address is another machine's, and the key is known to all.
    #[error("{0} is another machine, for which a key is needed")]
    NeedsKey(SocketAddr),
    /// The hello has more bytes than are allowed ([`MOST_OF_A_HELLO`]).
    #[error("a hello of {0} bytes is too long")]
    HelloTooLong(usize),
    /// Nobody listens there.
    #[error("nobody listens at {0}")]
    NobodyListens(SocketAddr),
    /// The address cannot be reached, or not in the time for the handshake.
    #[error("{address} cannot be reached: {error}")]
    Unreachable {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// Who listens there has refused the handshake, or is refused.
    #[error("no connection to {address}: {refusal}")]
    Refused {
        /// The address.
        address: SocketAddr,
        /// The reason.
        refusal: Refusal,
    },
}

/// Connects to a machine that listens at an address on the same terms, and says hello: at most 1 KB that tells it what this
/// side is. All of it takes at most the time of the terms.
///
/// That the hello was sent does not mean that it is welcome: who listens may still close the connection.
///
/// # Errors
///
/// See [`ConnectError`].
pub fn connect(address: SocketAddr, terms: &Terms, hello: &[u8]) -> Result<Channel, ConnectError> {
    let deadline = Instant::now() + terms.time;
    if !address.ip().is_loopback() && !terms.key.is_secret() {
        return Err(ConnectError::NeedsKey(address));
    }
    if hello.len() as u64 > MOST_OF_A_HELLO {
        return Err(ConnectError::HelloTooLong(hello.len()));
    }
    let unreachable = |error: io::Error| match error.kind() {
        io::ErrorKind::ConnectionRefused => ConnectError::NobodyListens(address),
        _ => ConnectError::Unreachable { address, error },
    };
    let socket = TcpStream::connect_timeout(&address, terms.time).map_err(unreachable)?;
    socket.set_nodelay(true).map_err(unreachable)?;
    let channel = handshake::initiate(Arc::new(socket), terms, hello, deadline);
    channel.map_err(|refusal| ConnectError::Refused { address, refusal })
}
