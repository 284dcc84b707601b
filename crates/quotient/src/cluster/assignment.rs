//! What a machine is told and tells before it meets the others: lines of JSON.

use std::net::SocketAddr;

use cluster::{HANDSHAKE_TIME, Key, Terms};
use serde::{Deserialize, Serialize};

/// What a machine is told first.
#[derive(Clone, Serialize, Deserialize)]
pub struct Assignment {
    /// Its number, from 0 on.
    pub own: usize,
    /// How many machines there are.
    pub count: usize,
    /// The digits of the key that they have for this search.
    key: String,
    /// A number that no other search has.
    search: String,
}

/// What it tells then: where it listens.
#[derive(Serialize, Deserialize)]
pub struct Listening {
    /// The address.
    pub address: SocketAddr,
}

/// What it is told at last: where those listen that are behind it, in their order.
#[derive(Serialize, Deserialize)]
pub struct Behind {
    /// Their addresses.
    pub addresses: Vec<SocketAddr>,
}

impl Assignment {
    /// Those of so many machines, with a new key.
    ///
    /// # Errors
    /// No key can be made.
    pub fn all(count: usize) -> Result<Vec<Assignment>, String> {
        let digits = || Key::random().map(|key| key.to_digits()).map_err(|error| error.to_string());
        let (key, search) = (digits()?, digits()?);
        let of = |own| Assignment { own, count, key: key.clone(), search: search.clone() };
        Ok((0..count).map(of).collect())
    }

    /// The terms on which the machines meet.
    ///
    /// # Errors
    /// There is no such key.
    pub fn terms(&self) -> Result<Terms, String> {
        let key = Key::from_digits(&self.key).map_err(|error| error.to_string())?;
        Ok(Terms { key, context: self.search.clone().into_bytes(), time: HANDSHAKE_TIME })
    }
}
