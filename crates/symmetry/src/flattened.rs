//! The flattened marker: references forgotten, then identical parts sorted.
//!
//! D. Bosnacki, A. F. Donaldson, M. Leuschel, T. Massart, "Efficient approximate verification of Promela models via symmetry
//! markers", ATVA 2007, Section 4. Every reference to a point that is moved is set to one value (for each kind of point: the
//! first that it can become), and the blocks of each family are sorted by what they own. What a reference is to, or whether two
//! are to the same, is lost; so states that differ in nothing else are merged.
//!
//! Guarantee: [`Approximate`](Guarantee::Approximate); [`Unique`](Guarantee::Unique) if states cannot hold references to what is
//! moved and no cell has several blocks as owners.
//!
//! Cost: a sort of the blocks by what they own. Limits: products of symmetric groups on aligned blocks.
//!
//! The paper knows no cells that several blocks own. Ours are sorted among those that are images of one another, so that only
//! which values there are, and how often, is kept.

use crate::parts::Parts;
use crate::refusal::Refusal;
use crate::representative::{Guarantee, Marker};
use crate::rows::Rows;
use crate::symmetry::SymmetryGroup;

const NAME: &str = "flattened";

/// States without references, with identical parts sorted.
pub struct Flattened {
    parts: Parts,
}

impl Flattened {
    /// Prepares the marker for a group.
    pub fn new(symmetry: &SymmetryGroup) -> Result<Self, Refusal> {
        Ok(Flattened { parts: Parts::new(NAME, symmetry)? })
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
        parts.mark_outside(state, marker);
        for (own, rows) in parts.own.iter().zip(&mut scratch.rows) {
            for block in 0..own.count {
                rows.copy(own, block, state);
                for &(slot, range) in &own.references {
                    let value = &mut rows.row(block)[slot as usize];
                    *value = parts.nameless(range, *value, &[]);
                }
            }
            rows.append_sorted(marker);
        }
        for shared in &parts.shared {
            let start = marker.len();
            marker.extend(shared.members.iter().map(|member| {
                let value = state[member.cell as usize];
                shared.range.map_or(value, |range| parts.nameless(range, value, &[]))
            }));
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
