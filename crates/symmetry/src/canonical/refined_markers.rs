//! Refined markers: approximate markers for any group, by the [colours](crate::canonical::colour) of points.
//!
//! The markers of Bosnacki, Donaldson, Leuschel and Massart ("Efficient approximate verification of Promela models via symmetry
//! markers", ATVA 2007) say of a process what it holds, how it is referred to, and, one step further, the same of whom it refers to. They
//! are for processes that are permuted in all ways; other groups are left for future work. The paper before (Leuschel, Massart,
//! "Efficient approximate verification of B via symmetry markers", 2007) speaks of vertex invariants. Ours is the strongest that is
//! cheap: colour refinement, whose steps go on until they tell no more points apart, and which runs over what the group relates,
//! too, such as neighbours in a ring.
//!
//! The marker of a state is what it says without any moved point, with colours in place of points that are referred to; then the
//! colours of all moved points, sorted. Each is a function of what permutations preserve, so that symmetric states have one marker.
//!
//! Guarantee: [`Approximate`](Guarantee::Approximate) for every group. Refinement confuses some states (a ring of six, and two of
//! three); and even where it tells all points apart colours are hashes of 64 bits, which may collide.
//!
//! Cost: some passes over the references in a state, and a sort of words. Never a search.

use groups::{Interrupted, Patience, uninterrupted};

use crate::canonical::chain::Chain;
use crate::canonical::colour::{ColourScratch, Colouring};
use crate::canonical::orbitals::Orbitals;
use crate::foundation::point::CellId;
use crate::foundation::range::Range;
use crate::foundation::representative::{Guarantee, Marker};
use crate::foundation::symmetry::SymmetryGroup;

const NAME: &str = "refined-markers";

/// The colours of what is permuted stand for a state: see the [module](self).
pub struct RefinedMarkers<'a> {
    symmetry: &'a SymmetryGroup,
    colouring: Colouring,
    moved: Vec<u32>,
    is_moved: Vec<bool>,
    /// The cells that no moved point owns, with the values that can refer to moved points.
    fixed: Vec<(u32, Option<Range>)>,
}

/// Working memory of [`RefinedMarkers`].
pub struct RefinedMarkersScratch {
    colour: ColourScratch,
    colours: Vec<u64>,
    sorted: Vec<u64>,
}

impl<'a> RefinedMarkers<'a> {
    /// Prepares tables for a group.
    pub fn new(symmetry: &'a SymmetryGroup) -> Self {
        uninterrupted(|patience| Self::prepare(symmetry, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let (group, layout) = (symmetry.group(), symmetry.layout());
        let moved = Chain::new(group, patience)?.moved;
        let orbitals = Orbitals::new(group, &moved, patience)?;
        let colouring = Colouring::new(layout, group, &moved, orbitals.as_ref(), None, u64::BITS);
        let mut is_moved = vec![false; layout.point_count()];
        moved.iter().for_each(|&point| is_moved[point as usize] = true);
        let cells = (0..layout.cell_count()).map(CellId::new);
        let is_fixed = |cell: &CellId| {
            layout.cell(*cell).coordinates.iter().all(|point| !is_moved[point.index()])
        };
        let fixed = cells.filter(is_fixed).map(|cell| {
            let refers = |range: &Range| range.points().any(|point| is_moved[point as usize]);
            (cell.index() as u32, layout.range(cell).filter(refers))
        });
        let fixed = fixed.collect();
        Ok(RefinedMarkers { symmetry, colouring, moved, is_moved, fixed })
    }
}

impl Marker for RefinedMarkers<'_> {
    type Scratch = RefinedMarkersScratch;

    fn scratch(&self) -> RefinedMarkersScratch {
        RefinedMarkersScratch {
            colour: self.colouring.scratch(self.symmetry.layout()),
            colours: vec![0; self.colouring.row()],
            sorted: vec![0; self.moved.len()],
        }
    }

    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, scratch: &mut RefinedMarkersScratch) {
        let RefinedMarkersScratch { colour, colours, sorted } = scratch;
        self.colouring.see(state, colour);
        self.colouring.colour_points(colours, colour);
        self.colouring.refine_fully(self.symmetry.layout(), state, colours, colour);
        for &(cell, ref range) in &self.fixed {
            let value = state[cell as usize];
            let Some(range) = range else {
                marker.push(value);
                continue;
            };
            match range.point(value).filter(|&point| self.is_moved[point]) {
                Some(point) => {
                    marker.push(1);
                    push(colours[point], marker);
                }
                None => marker.extend([0, value, 0]),
            }
        }
        for (colour, &point) in sorted.iter_mut().zip(&self.moved) {
            *colour = colours[point as usize];
        }
        sorted.sort_unstable();
        sorted.iter().for_each(|&colour| push(colour, marker));
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Approximate
    }

    fn name(&self) -> &'static str {
        NAME
    }
}

/// Appends both halves of a colour.
fn push(colour: u64, marker: &mut Vec<i32>) {
    marker.extend([(colour >> 32) as i32, colour as i32]);
}
