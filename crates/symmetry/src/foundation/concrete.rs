//! Searching the states themselves, and keeping their representatives.
//!
//! A [`Quotient`](crate::Quotient) goes on from representatives. Tools that were built into a search that cannot replace the
//! state which it is at, as SymmSpin, TopSPIN and Modere were, keep representatives among the visited states, but go on from
//! the state that was reached. [`Marked`](crate::Marked) does so with markers, and with these markers, which are representatives.
//!
//! With a unique strategy the states that are kept are the same. With one that is only complete, which they are depends on the
//! order of the search, as different states of an orbit may be gone on from.

use groups::{Interrupted, Patience};

use crate::foundation::representative::{Guarantee, Marker, Representative};

/// The representative of a state as its marker.
///
/// It names the state among all of its orbit, so that equal markers mean symmetric states, whatever the strategy is.
pub struct ByRepresentative<'a, R>(pub &'a R);

/// Working memory of [`ByRepresentative`].
pub struct ByRepresentativeScratch<R: Representative> {
    strategy: R::Scratch,
    cells: Vec<i32>,
}

impl<R: Representative> Marker for ByRepresentative<'_, R> {
    type Scratch = ByRepresentativeScratch<R>;

    fn scratch(&self) -> Self::Scratch {
        ByRepresentativeScratch { strategy: self.0.scratch(), cells: Vec::new() }
    }

    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut Self::Scratch) {
        scratch.cells.resize(state.len(), 0);
        self.0.representative(state, &mut scratch.cells, &mut scratch.strategy);
        marker.extend_from_slice(&scratch.cells);
    }

    fn mark_within(
        &self,
        state: &[i32],
        marker: &mut Vec<i32>,
        scratch: &mut Self::Scratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let ByRepresentativeScratch { strategy, cells } = scratch;
        cells.resize(state.len(), 0);
        self.0.representative_within(state, cells, strategy, patience)?;
        marker.extend_from_slice(cells);
        Ok(())
    }

    /// That of the strategy, which may be [`Complete`](Guarantee::Complete).
    fn guarantee(&self) -> Guarantee {
        self.0.guarantee()
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }
}
