//! Approximate markers: the sorted [markers](super) of the identical parts stand for the state.

use groups::Patience;

use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Marker};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::rows::Rows;

use super::Markers;

const NAME: &str = "approximate-markers";

/// What no symmetry touches, and the markers of the blocks of each family, sorted (Bosnacki, Donaldson, Leuschel,
/// Massart, ATVA 2007, Section 5.1).
///
/// To the marker of a block is added, for each reference that it owns, the *rank* of the block that it refers to: how many
/// blocks have lesser markers. (So TopSPIN, which renames references by the first process with the same marker. Without ranks
/// the e-mail model with four clients has 30,272 markers for its 36,255 orbits.) Ranks are the same in symmetric states, so
/// that the sorted rows still are.
///
/// Guarantee: [`Unique`](Guarantee::Unique) where Proposition 2 holds (no reference is owned by what is moved), and
/// [`Approximate`](Guarantee::Approximate) elsewhere.
///
/// Cost: one pass over the cells and two sorts of rows. The marker is somewhat longer than the state.
pub struct ApproximateMarkers {
    markers: Markers,
}

/// Working memory of [`ApproximateMarkers`].
pub struct ApproximateMarkersScratch {
    /// For each family of blocks: markers, then a column for each reference that a block owns.
    rows: Vec<Rows>,
    /// For each block of each family.
    ranks: Vec<u32>,
}

impl ApproximateMarkers {
    /// Prepares the markers for a group.
    pub fn new(symmetry: &SymmetryGroup) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, patience))
    }

    pub(crate) fn prepare(
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        Ok(ApproximateMarkers { markers: Markers::new(NAME, symmetry, patience)? })
    }

    /// Writes to each row the ranks of the blocks that the block refers to, plus one; zero stands for none.
    fn add_ranks(&self, state: &[i32], scratch: &mut ApproximateMarkersScratch) {
        let ApproximateMarkersScratch { rows, ranks } = scratch;
        let parts = &self.markers.parts;
        for (own, rows) in parts.own.iter().zip(&mut *rows) {
            rows.rank(&mut ranks[own.first..][..own.count]);
        }
        for (own, (rows, &width)) in parts.own.iter().zip(rows.iter_mut().zip(&self.markers.widths))
        {
            for (number, (slot, range)) in own.references.iter().enumerate() {
                for block in 0..own.count {
                    let value = state[own.of(block)[*slot as usize] as usize];
                    if let Some(home) = range.point(value).and_then(|point| parts.home(point)) {
                        let first = parts.own[home.family as usize].first;
                        let rank = ranks[first + home.block as usize];
                        rows.row(block)[width + number] = 1 + rank as i32;
                    }
                }
            }
        }
    }
}

impl Marker for ApproximateMarkers {
    type Scratch = ApproximateMarkersScratch;

    fn scratch(&self) -> ApproximateMarkersScratch {
        let parts = &self.markers.parts;
        let blocks = parts.own.iter().map(|own| own.count).sum();
        let families = parts.own.iter().zip(&self.markers.widths);
        let rows = families.map(|(own, &width)| Rows::new(own, width + own.references.len()));
        ApproximateMarkersScratch { rows: rows.collect(), ranks: vec![0; blocks] }
    }

    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut ApproximateMarkersScratch) {
        self.markers.fill(state, &mut scratch.rows);
        if self.markers.parts.own.iter().any(|own| !own.references.is_empty()) {
            self.add_ranks(state, scratch);
        }
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
