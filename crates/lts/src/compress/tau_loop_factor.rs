//! `tau_loop_factor`: states that reach one another by τ are one.

use crate::compress::quotient::{Factor, quotient};
use crate::compress::silent::components;
use crate::compress::watch::Watch;
use crate::explicit::{Explicit, Unfinished};

/// No cycles of τ are left but from a state to itself: such a loop says that the state diverges.
pub(super) fn tau_loop_factor(system: &Explicit, watch: &mut Watch) -> Result<Factor, Unfinished> {
    let components = components(system, watch)?;
    quotient(system, &components, |_| true, watch)
}
