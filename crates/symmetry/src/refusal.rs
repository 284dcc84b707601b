//! Why a strategy cannot serve a group.

use std::error::Error;
use std::fmt;

use groups::describe;

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

/// The blocks that a group permutes in all ways, or the refusal of a strategy that sorts them.
pub(crate) fn blocks_for(
    strategy: &'static str,
    symmetry: &SymmetryGroup,
) -> Result<Blocks, Refusal> {
    let reason = match Blocks::of(symmetry) {
        Ok(blocks) => return Ok(blocks),
        Err(NoBlocks::Other) => format!(
            "it needs a product of groups that each permute identical parts in all ways, and the group is {}",
            describe(symmetry.group())
        ),
        Err(NoBlocks::TooManyPoints(points)) => format!(
            "it looks for identical parts among at most {} things that symmetry moves, and there are {points}",
            orbitals::LIMIT
        ),
    };
    Err(Refusal { strategy, reason })
}
