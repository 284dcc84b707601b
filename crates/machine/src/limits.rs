//! How much there may be of what programs have.

/// The most processes that may exist at once, as in SPIN.
pub const MAX_PROCESSES: usize = 255;
/// The most channels that may exist at once, as in SPIN.
pub const MAX_CHANNELS: usize = 255;
/// The most initial states.
pub(crate) const MOST_INITIAL: usize = 10_000;
/// The most propositions that are observed at once.
pub const MAX_PROPOSITIONS: usize = 64;
