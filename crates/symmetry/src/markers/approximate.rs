//! Approximate markers: the sorted [markers](super) of the identical parts stand for the state.

use crate::refusal::Refusal;
use crate::representative::{Guarantee, Marker};
use crate::rows::Rows;
use crate::symmetry::SymmetryGroup;

use super::Markers;

const NAME: &str = "approximate-markers";

/// What no symmetry touches, and the markers of the blocks of each family, sorted (Bosnacki, Donaldson, Leuschel,
/// Massart, ATVA 2007, Section 5.1).
///
/// Guarantee: [`Unique`](Guarantee::Unique) where Proposition 2 holds (no reference is owned by what is moved), and
/// [`Approximate`](Guarantee::Approximate) elsewhere.
///
/// Cost: one pass over the cells and a sort of rows. The marker is somewhat longer than the state.
pub struct ApproximateMarkers {
    markers: Markers,
}

/// Working memory of [`ApproximateMarkers`].
pub struct ApproximateMarkersScratch {
    rows: Vec<Rows>,
}

impl ApproximateMarkers {
    /// Prepares the markers for a group.
    pub fn new(symmetry: &SymmetryGroup) -> Result<Self, Refusal> {
        Ok(ApproximateMarkers { markers: Markers::new(NAME, symmetry)? })
    }
}

impl Marker for ApproximateMarkers {
    type Scratch = ApproximateMarkersScratch;

    fn scratch(&self) -> ApproximateMarkersScratch {
        ApproximateMarkersScratch { rows: self.markers.rows() }
    }

    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut ApproximateMarkersScratch) {
        self.markers.fill(state, &mut scratch.rows);
        self.markers.parts.mark_outside(state, marker);
        for rows in &mut scratch.rows {
            rows.append_sorted(marker);
        }
    }

    fn guarantee(&self) -> Guarantee {
        if self.markers.are_unique() { Guarantee::Unique } else { Guarantee::Approximate }
    }

    fn name(&self) -> &'static str {
        NAME
    }
}
