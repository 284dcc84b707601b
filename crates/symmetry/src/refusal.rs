//! Why a strategy cannot serve a group.

use std::error::Error;
use std::fmt;

use groups::{Interrupted, Patience, describe_within, uninterrupted};

use crate::blocks::{Blocks, NoBlocks};
use crate::orbitals;
use crate::symmetry::SymmetryGroup;

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

/// The blocks that a group permutes in all ways, or the refusal of a strategy that sorts them.
pub(crate) fn blocks_for(
    strategy: &'static str,
    symmetry: &SymmetryGroup,
    patience: &mut Patience<'_>,
) -> Result<Blocks, Unready> {
    let reason = match Blocks::of(symmetry, patience)? {
        Ok(blocks) => return Ok(blocks),
        Err(NoBlocks::Other) => format!(
            "it needs a product of groups that each permute identical parts in all ways, and the group is {}",
            describe_within(symmetry.group(), patience)?
        ),
        Err(NoBlocks::TooManyPoints(points)) => format!(
            "it looks for identical parts among at most {} things that symmetry moves, and there are {points}",
            orbitals::LIMIT
        ),
    };
    Err(Refusal { strategy, reason }.into())
}
