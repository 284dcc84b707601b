//! The flattened marker: references forgotten, then identical parts sorted.
//!
//! D. Bosnacki, A. F. Donaldson, M. Leuschel, T. Massart, "Efficient approximate verification of Promela models via symmetry
//! markers", ATVA 2007, Section 4. Every cell that can refer to a point that is moved is set to one value, whatever it holds,
//! and the blocks of each family are sorted by what they own. To what a reference is, and whether there is one at all, is lost;
//! so states that differ in nothing else are merged. (That references to nothing are lost too is how the published counts for
//! Peterson's algorithm come about: 251, 1177, 5148 for 3, 4, 5 processes. Keeping them gives 336, 1657, 7492.)
//!
//! Guarantee: [`Approximate`](Guarantee::Approximate); [`Unique`](Guarantee::Unique) if states cannot hold references to what is
//! moved and no cell has several blocks as owners.
//!
//! Cost: a sort of the blocks by what they own. Limits: products of symmetric groups on aligned blocks.
//!
//! The paper knows no cells that several blocks own. Ours, if they hold data, are sorted among those that are images of one
//! another, so that only which values there are, and how often, is kept.

use groups::Patience;

use crate::canonical::parts::Parts;
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Marker};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::rows::Rows;

const NAME: &str = "flattened";

/// States without references, with identical parts sorted.
pub struct Flattened {
    parts: Parts,
}

impl Flattened {
    /// Prepares the marker for a group.
    pub fn new(symmetry: &SymmetryGroup) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, patience))
    }

    pub(crate) fn prepare(
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        Ok(Flattened { parts: Parts::new(NAME, symmetry, patience)? })
    }
}

/// Working memory of [`Flattened`].
pub struct FlattenedScratch {
    /// For each family of blocks.
    rows: Vec<Rows>,
}

impl Marker for Flattened {
    type Scratch = FlattenedScratch;

    fn scratch(&self) -> FlattenedScratch {
        FlattenedScratch {
            rows: self.parts.own.iter().map(|own| Rows::new(own, own.width)).collect(),
        }
    }

    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut FlattenedScratch) {
        let parts = &self.parts;
        marker.extend(parts.untouched.iter().map(|&cell| state[cell as usize]));
        for (own, rows) in parts.own.iter().zip(&mut scratch.rows) {
            for block in 0..own.count {
                rows.copy(0, own, block, state);
                for &(slot, _) in &own.references {
                    rows.row(block)[slot as usize] = 0;
                }
            }
            rows.append_sorted(marker);
        }
        for shared in parts.shared.iter().filter(|shared| shared.range.is_none()) {
            let start = marker.len();
            marker.extend(shared.members.iter().map(|member| state[member.cell as usize]));
            marker[start..].sort_unstable();
        }
    }

    fn guarantee(&self) -> Guarantee {
        if self.parts.hold_no_references() { Guarantee::Unique } else { Guarantee::Approximate }
    }

    fn name(&self) -> &'static str {
        NAME
    }
}
