//! How far a client and the server have come together.

use crate::message::{INVALID_REQUEST, NOT_INITIALIZED, Refusal};

/// How the server has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client has shut it down, and said that it ends.
    Orderly,
    /// The client has said that it ends, without having shut it down.
    Abrupt,
    /// The client is gone.
    Gone,
}

/// How far they have come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The client has not said what it can do.
    #[default]
    New,
    /// Everything may be asked.
    Ready,
    /// The client has asked for the end.
    ShutDown,
}

impl Phase {
    /// Whether a request has its place now.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn admit(self, method: &str) -> Result<(), Refusal> {
        match (self, method) {
            (Phase::New, "initialize") => Ok(()),
            (Phase::New, _) => Err(Refusal::new(NOT_INITIALIZED, "the server is not initialized")),
            (Phase::Ready, "initialize") => {
                Err(Refusal::new(INVALID_REQUEST, "the server is initialized already"))
            }
            (Phase::Ready, _) => Ok(()),
            (Phase::ShutDown, _) => Err(Refusal::new(INVALID_REQUEST, "the server is shut down")),
        }
    }

    /// What `exit` means now.
    pub(crate) fn ending(self) -> Ending {
        if self == Phase::ShutDown { Ending::Orderly } else { Ending::Abrupt }
    }
}
