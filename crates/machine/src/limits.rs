//! How much there may be of what programs have.

/// The most initial states.
pub(crate) const MOST_INITIAL: usize = 10_000;
/// The most propositions that are observed at once.
pub const MAX_PROPOSITIONS: usize = 64;
