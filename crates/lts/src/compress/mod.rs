//! Compressions: transition systems with fewer states that mean the same (A. W. Roscoe et al., *Hierarchical compression for
//! model-checking CSP*, 1995).

mod blocks;
mod partition;
mod quotient;
mod reachable;
mod strong;
mod watch;

use crate::explicit::{Explicit, Unfinished};

pub use quotient::Factor;
pub(crate) use strong::strong_bisimulation;
pub(crate) use watch::Watch;

/// A system factored by strong bisimulation, and what its states became.
pub fn strong_factor(
    system: &Explicit,
    interrupted: &mut dyn FnMut() -> bool,
) -> Result<Factor, Unfinished> {
    strong_bisimulation(system, &mut Watch::new(interrupted))
}
