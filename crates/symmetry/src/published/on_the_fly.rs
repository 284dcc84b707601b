//! A representative by sorting local states as far as the group permits, without a look at references.
//!
//! M. M. Jaghoori, M. Sirjani, M. R. Mousavi, E. Khamespanah and A. Movaghar, "Symmetry and partial order reduction techniques
//! in model checking Rebeca" (Acta Informatica 47, 2010), Sect. 5.1.1, "on-the-fly": rebecs are sorted by their local states;
//! position by position, the first rebec in this order is taken that `check(i, j)` permits, the test whether some automorphism
//! extends what is chosen so far and sends rebec `i` to position `j`. Then the automorphism is applied once.
//!
//! Here positions are the moved points in ascending order, and a point's local state is what the cells hold that it owns alone,
//! and then what those hold that points own which belong to it: its queue (Definition 4). Where it is not said what
//! [belongs](crate::LayoutBuilder::belongs) to what, but the group permutes blocks of points freely, it is the other points of its
//! block, such as a channel that is a process's own. Cells that can refer to a moved point are left out. (The paper does not say
//! so. The authors' program leaves out rebec-valued fields in the same way, for what they hold depends on how the rebecs are
//! named.)
//!
//! `check` is answered by a stabiliser chain whose base is the positions, exactly and without search: the points that can be
//! sent to the next base point are the orbit of that point, seen through what is chosen. The paper's `check` follows lists of
//! known rebecs instead, and fails in ways that cannot occur here: it does not test that the map stays injective; it guesses a
//! rotation where no element of a list is mapped yet; and what passes may have no completion, whereupon the authors' program
//! falls back on the identity. Groups that no lists of known rebecs describe are served as well.
//!
//! Guarantee: [`Complete`](Guarantee::Complete). Ties are broken arbitrarily, here for the point with the least number: points
//! that differ only in references, or in what other points own, are not told apart, and of two that do not differ at all one
//! may permit a better choice later. It is [`Unique`](Guarantee::Unique) where the local states are those of blocks that the group
//! permutes freely, and no cell refers to a moved point or belongs to one together with another: then the states of the blocks
//! are sorted, and that is all there is to a state.
//!
//! Cost: for each base point a comparison of the local states of its orbit, then one application: quadratic in the number of
//! points, with a small factor.
//!
//! Our choices: the order of local states is that of their cells, in the order of the layout. (The paper compares numbers given
//! to local states as they are first seen.)

use std::cmp::Ordering;

use groups::{Interrupted, Patience, uninterrupted};

use crate::canonical::blocks::Blocks;
use crate::canonical::chain::Chain;
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::local_states::{LocalStates, relates_points};

/// Sorts local states as far as the group permits.
pub struct OnTheFly<'a> {
    symmetry: &'a SymmetryGroup,
    chain: Chain,
    local: LocalStates,
    guarantee: Guarantee,
}

/// Working memory of [`OnTheFly`].
pub struct OnTheFlyScratch {
    /// Entry `j` is the point to be sent to the moved point number `j`.
    row: Vec<u32>,
    image: Vec<u32>,
}

impl<'a> OnTheFly<'a> {
    /// Prepares a chain. Serves every group.
    pub fn new(symmetry: &'a SymmetryGroup) -> Self {
        uninterrupted(|patience| Self::prepare(symmetry, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let layout = symmetry.layout();
        let chain = Chain::ascending(symmetry.group(), patience)?;
        let says_what_belongs = (0..layout.point_count()).any(|it| layout.belongs_to(it).is_some());
        let blocks = if says_what_belongs { None } else { Blocks::of(symmetry, patience)?.ok() };
        let local = LocalStates::new(layout, &chain, blocks.as_ref());
        let unique = chain.levels.is_empty() || blocks.is_some() && !relates_points(layout, &chain);
        let guarantee = if unique { Guarantee::Unique } else { Guarantee::Complete };
        Ok(OnTheFly { symmetry, chain, local, guarantee })
    }

    fn compare(&self, state: &[i32], a: u32, b: u32) -> Ordering {
        self.local.compare(state, a, b).then(a.cmp(&b))
    }
}

impl Representative for OnTheFly<'_> {
    type Scratch = OnTheFlyScratch;

    fn scratch(&self) -> OnTheFlyScratch {
        OnTheFlyScratch {
            row: self.chain.moved.clone(),
            image: (0..self.symmetry.layout().point_count() as u32).collect(),
        }
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut OnTheFlyScratch) {
        let OnTheFlyScratch { row, image } = scratch;
        row.copy_from_slice(&self.chain.moved);
        for level in &self.chain.levels {
            let candidates = level.orbit.iter().map(|&place| row[place as usize]).enumerate();
            let first = candidates.min_by(|&(_, a), &(_, b)| self.compare(state, a, b));
            level.take(first.map_or(0, |(choice, _)| choice), row);
        }
        for (&from, &to) in row.iter().zip(&self.chain.moved) {
            image[from as usize] = to;
        }
        self.symmetry.layout().apply(image, state, target);
    }

    fn guarantee(&self) -> Guarantee {
        self.guarantee
    }

    fn name(&self) -> &'static str {
        "on-the-fly"
    }
}

impl Permuting for OnTheFly<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut OnTheFlyScratch,
    ) {
        self.representative(state, target, scratch);
        image.copy_from_slice(&scratch.image);
    }
}
