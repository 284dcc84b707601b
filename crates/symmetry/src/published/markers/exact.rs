//! Exact markers: sort the identical parts by their [markers](super) and what they refer to, and stay in the orbit.

use groups::Patience;

use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;

use super::{Markers, Marks};

const NAME: &str = "exact-markers";

/// Sorts the blocks of each family by `(m, local)`, ascending, and applies that permutation once: `m_exact` of Algorithm 5.1
/// (Bosnacki, Donaldson, Leuschel, Massart, ATVA 2007).
///
/// Guarantee: [`Unique`](Guarantee::Unique) where Proposition 2 holds (no reference is owned by what is moved), and
/// [`Complete`](Guarantee::Complete) elsewhere: blocks that agree stay in the order in which they are, which the paper
/// leaves open.
///
/// Cost: one pass over the cells, two sorts of rows, and one copy of the state.
pub struct ExactMarkers<'a> {
    symmetry: &'a SymmetryGroup,
    markers: Markers,
}

/// Working memory of [`ExactMarkers`].
pub struct ExactMarkersScratch {
    marks: Marks,
    image: Vec<u32>,
}

impl<'a> ExactMarkers<'a> {
    /// Prepares the markers for a group.
    pub fn new(symmetry: &'a SymmetryGroup) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        Ok(ExactMarkers { symmetry, markers: Markers::new(NAME, symmetry, patience)? })
    }
}

impl Representative for ExactMarkers<'_> {
    type Scratch = ExactMarkersScratch;

    fn scratch(&self) -> ExactMarkersScratch {
        let points = self.symmetry.layout().point_count() as u32;
        ExactMarkersScratch { marks: self.markers.marks(), image: (0..points).collect() }
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut ExactMarkersScratch) {
        let ExactMarkersScratch { marks, image } = scratch;
        self.markers.mark(state, marks);
        for (family, pairs) in marks.pairs.iter_mut().enumerate() {
            self.markers.parts.send(family, pairs.sort(), image);
        }
        self.symmetry.layout().apply(image, state, target);
    }

    fn guarantee(&self) -> Guarantee {
        if self.markers.are_unique() { Guarantee::Unique } else { Guarantee::Complete }
    }

    fn name(&self) -> &'static str {
        NAME
    }
}

impl Permuting for ExactMarkers<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut ExactMarkersScratch,
    ) {
        self.representative(state, target, scratch);
        image.copy_from_slice(&scratch.image);
    }
}
