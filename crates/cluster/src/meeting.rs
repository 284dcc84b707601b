//! How the machines of a search come together: each has a channel to each.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::channel::Channel;
use crate::connect::{ConnectError, connect};
use crate::handshake::Terms;
use crate::listener::Listener;

/// The reason why machines do not come together.
#[derive(Debug, Error)]
pub enum MeetError {
    /// There is no channel to one.
    #[error("{0}")]
    Connect(#[from] ConnectError),
    /// One has not come.
    #[error("machine {0} has not come within the time")]
    Missing(usize),
    /// Who has come says that it is a machine that it cannot be.
    #[error("{0} is none of the machines that are waited for")]
    Unexpected(SocketAddr),
}

/// The channels of a machine to all others, in the order of their numbers, with none at its own place. It connects to those
/// behind it, at their addresses, and those before it come to where it listens: the first need not listen.
///
/// # Errors
///
/// See [`MeetError`].
pub fn meet(
    own: usize,
    listener: Option<&Listener>,
    behind: &[SocketAddr],
    terms: &Terms,
    time: Duration,
) -> Result<Vec<Option<Channel>>, MeetError> {
    let deadline = Instant::now() + time;
    let mut channels: Vec<Option<Channel>> = (0..=own).map(|_| None).collect();
    for &address in behind {
        let hello = (own as u64).to_be_bytes();
        channels.push(Some(connect(address, terms, &hello)?));
    }
    while let Some(missing) = (0..own).find(|&other| channels[other].is_none()) {
        let left = deadline.saturating_duration_since(Instant::now());
        let arrival = listener.and_then(|it| it.arrivals().recv_timeout(left).ok());
        let arrival = arrival.ok_or(MeetError::Missing(missing))?;
        let number = arrival.hello.as_slice().try_into().map(u64::from_be_bytes).ok();
        let number = number.and_then(|number| usize::try_from(number).ok());
        let place = number.filter(|&number| number < own);
        match place.map(|number| &mut channels[number]) {
            Some(place @ None) => *place = Some(arrival.channel),
            _ => return Err(MeetError::Unexpected(arrival.address)),
        }
    }
    Ok(channels)
}
