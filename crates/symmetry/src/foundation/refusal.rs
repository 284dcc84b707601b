//! Why a strategy cannot serve a group.

use std::error::Error;
use std::fmt;

use groups::{Interrupted, Patience, uninterrupted};

/// Why a strategy cannot serve a group of symmetries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The name of the strategy, as on the command line.
    pub strategy: &'static str,
    /// What it needs and does not find, as a clause.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot serve this model: {}", self.strategy, self.reason)
    }
}

impl Error for Refusal {}

/// Why a strategy is not ready for a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unready {
    /// It cannot serve the group.
    Refused(Refusal),
    /// The caller lost patience.
    Interrupted,
}

impl From<Refusal> for Unready {
    fn from(refusal: Refusal) -> Self {
        Unready::Refused(refusal)
    }
}

impl From<Interrupted> for Unready {
    fn from(_: Interrupted) -> Self {
        Unready::Interrupted
    }
}

/// Prepares what can be interrupted without interrupting it.
pub(crate) fn patiently<T>(
    prepare: impl FnOnce(&mut Patience<'static>) -> Result<T, Unready>,
) -> Result<T, Refusal> {
    uninterrupted(|patience| match prepare(patience) {
        Ok(ready) => Ok(Ok(ready)),
        Err(Unready::Refused(refusal)) => Ok(Err(refusal)),
        Err(Unready::Interrupted) => Err(Interrupted),
    })
}
