//! Approximate markers: the state with the identical parts sorted as for exact [markers](super), and those that look alike taken
//! for one wherever something refers to them.

use groups::Patience;

use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Marker};
use crate::foundation::symmetry::SymmetryGroup;

use super::{Markers, Marks};

const NAME: &str = "approximate-markers";

/// Sorts the blocks of each family by `(m, local)`, and replaces each reference to a block by one to `newval`, the last that agrees
/// with it: `m` of Algorithm 5.1 (Bosnacki, Donaldson, Leuschel, Massart, ATVA 2007). What cells that several blocks own say is
/// appended to the row of each owner.
///
/// Blocks that agree come in the order of what they refer to, renamed so. The algorithm leaves that open, but
/// Proposition 1.1 needs it, that symmetric states have one marker.
///
/// Guarantee: [`Unique`](Guarantee::Unique) where Proposition 2 holds (no reference is owned by what is moved), and
/// [`Approximate`](Guarantee::Approximate) elsewhere.
///
/// Cost: one pass over the cells and three sorts of rows. The marker is as long as the state, if no cell has several blocks as owners.
pub struct ApproximateMarkers {
    markers: Markers,
    free_ties: bool,
}

/// Working memory of [`ApproximateMarkers`].
pub struct ApproximateMarkersScratch {
    marks: Marks,
    /// `newval` of each block of each family, less one.
    ranks: Vec<u32>,
}

impl ApproximateMarkers {
    /// Prepares the markers for a group.
    pub fn new(symmetry: &SymmetryGroup) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, patience))
    }

    /// The same, but blocks that agree stay in the order in which they are, as the algorithm permits. Then some symmetric states have
    /// different markers: only to compare with other implementations, which do so.
    pub fn with_free_ties(symmetry: &SymmetryGroup) -> Result<Self, Refusal> {
        Ok(ApproximateMarkers { free_ties: true, ..Self::new(symmetry)? })
    }

    pub(crate) fn prepare(
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let markers = Markers::new(NAME, symmetry, patience)?;
        Ok(ApproximateMarkers { markers, free_ties: false })
    }
}

impl Marker for ApproximateMarkers {
    type Scratch = ApproximateMarkersScratch;

    fn scratch(&self) -> ApproximateMarkersScratch {
        ApproximateMarkersScratch { marks: self.markers.marks(), ranks: self.markers.numbers() }
    }

    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut ApproximateMarkersScratch) {
        let ApproximateMarkersScratch { marks, ranks } = scratch;
        let Markers { parts, varying, constant, shared_from, .. } = &self.markers;
        self.markers.mark(state, marks);
        for (own, pairs) in parts.own.iter().zip(&mut marks.pairs) {
            pairs.rank(&mut ranks[own.first..][..own.count]);
        }
        self.markers.rename(state, ranks, &mut marks.pairs);
        marker.extend(parts.untouched.iter().map(|&cell| state[cell as usize]));
        let references = parts.global_references.iter();
        marker.extend(
            references
                .map(|global| parts.renamed(&global.range, state[global.cell as usize], ranks)),
        );
        for (family, own) in parts.own.iter().enumerate() {
            let pairs = &mut marks.pairs[family];
            if !self.free_ties && !varying[family].is_empty() {
                pairs.sort();
            }
            for &block in pairs.sorted() {
                let (block, start) = (block as usize, marker.len());
                marker.extend(own.of(block).iter().map(|&cell| state[cell as usize]));
                for ((slot, _), &value) in varying[family].iter().zip(&pairs.get(block)[1..]) {
                    marker[start + *slot as usize] = value;
                }
                constant[family].iter().for_each(|slot| marker[start + *slot as usize] = 0);
                marker.extend(&marks.rows[family].get(block)[shared_from[family]..]);
            }
        }
    }

    fn guarantee(&self) -> Guarantee {
        if self.markers.are_unique() { Guarantee::Unique } else { Guarantee::Approximate }
    }

    fn name(&self) -> &'static str {
        NAME
    }
}
