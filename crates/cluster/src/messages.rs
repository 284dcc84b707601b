//! Messages over a channel: a length in eight bytes, the high one first, and as many bytes.

use std::io::{self, Read, Write};

use thiserror::Error;

/// The bytes of a message's length.
const LENGTH: usize = 8;

/// The reason why no message was received.
#[derive(Debug, Error)]
pub enum MessageError {
    /// The message would have more bytes than the receiver allows. None of them was read.
    #[error("a message of {length} bytes, where {limit} are allowed")]
    TooLong {
        /// The bytes of the message, as the sender says.
        length: u64,
        /// The most bytes that are allowed.
        limit: u64,
    },
    /// The other side ended in the middle of a message.
    #[error("the other side ended in the middle of a message")]
    CutOff,
    /// The channel failed.
    #[error("{0}")]
    Channel(#[from] io::Error),
}

/// Sends a message, and all that was written before it.
///
/// # Errors
///
/// Those of writing.
pub fn send_message(to: &mut impl Write, message: &[u8]) -> io::Result<()> {
    to.write_all(&(message.len() as u64).to_be_bytes())?;
    to.write_all(message)?;
    to.flush()
}

/// Receives a message of at most `limit` bytes; or nothing, where the other side has ended after its last one.
///
/// Memory is taken as bytes arrive, and not because a length announces them.
///
/// # Errors
///
/// See [`MessageError`]. After one, the beginning of the next message is not known, and the channel serves no longer; that
/// is so for a time limit as well.
pub fn receive_message(from: &mut impl Read, limit: u64) -> Result<Option<Vec<u8>>, MessageError> {
    let mut length = Vec::with_capacity(LENGTH);
    from.by_ref().take(LENGTH as u64).read_to_end(&mut length)?;
    if length.is_empty() {
        return Ok(None);
    }
    let length = length.try_into().map_err(|_| MessageError::CutOff)?;
    let length = u64::from_be_bytes(length);
    if length > limit {
        return Err(MessageError::TooLong { length, limit });
    }
    let mut message = Vec::new();
    from.by_ref().take(length).read_to_end(&mut message)?;
    if (message.len() as u64) < length { Err(MessageError::CutOff) } else { Ok(Some(message)) }
}

#[cfg(test)]
mod tests;
