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
use crate::foundation::layout::Layout;
use crate::foundation::range::Range;
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;

/// Sorts local states as far as the group permits.
pub struct OnTheFly<'a> {
    symmetry: &'a SymmetryGroup,
    chain: Chain,
    /// For each point the cells of its local state, those of what belongs to it last. Points of an orbit have as many, in the
    /// same order, unless symmetry changes what belongs to whom.
    local: Vec<Box<[u32]>>,
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
        let (group, layout) = (symmetry.group(), symmetry.layout());
        let moves = |&point: &usize| {
            group.generators().iter().any(|generator| generator.image(point) != point)
        };
        let moved: Vec<usize> = (0..layout.point_count()).filter(moves).collect();
        let chain = Chain::new(&group.rebased_within(&moved, patience)?, patience)?;
        let says_what_belongs = (0..layout.point_count()).any(|it| layout.belongs_to(it).is_some());
        let blocks = if says_what_belongs { None } else { Blocks::of(symmetry, patience)?.ok() };
        let local = local_states(layout, &chain, blocks.as_ref());
        let unique = chain.levels.is_empty() || blocks.is_some() && !relates_points(layout, &chain);
        let guarantee = if unique { Guarantee::Unique } else { Guarantee::Complete };
        Ok(OnTheFly { symmetry, chain, local, guarantee })
    }

    fn compare(&self, state: &[i32], a: u32, b: u32) -> Ordering {
        let cells =
            |point: u32| self.local[point as usize].iter().map(|&cell| state[cell as usize]);
        cells(a).cmp(cells(b)).then(a.cmp(&b))
    }
}

/// For each point the cells that it or what belongs to it owns alone, and that cannot refer to a moved point. To a point of a
/// block belong all others of the block.
fn local_states(layout: &Layout, chain: &Chain, blocks: Option<&Blocks>) -> Vec<Box<[u32]>> {
    let own = |point: usize| own_cells(layout, chain, point);
    let mut all: Vec<Vec<u32>> = (0..layout.point_count()).map(own).collect();
    let mut add = |whole: usize, part: usize| all[whole].extend(own(part));
    for point in 0..layout.point_count() {
        if let Some(whole) = layout.belongs_to(point) {
            add(whole.index(), point);
        }
    }
    for family in blocks.map_or(&[][..], Blocks::families) {
        for block in (0..family.count()).map(|number| family.block(number)) {
            for (place, &whole) in block.iter().enumerate() {
                let others = block.iter().enumerate().filter(|&(other, _)| other != place);
                others.for_each(|(_, &part)| add(whole as usize, part as usize));
            }
        }
    }
    all.into_iter().map(Vec::into_boxed_slice).collect()
}

fn own_cells(layout: &Layout, chain: &Chain, point: usize) -> Vec<u32> {
    let record = layout.records[point];
    let shape = &layout.shapes[record.shape as usize];
    let left_out = |place: u32| {
        shape.references.iter().any(|(at, range)| *at == place && refers_to_moved(range, chain))
    };
    let places = (0..shape.families.len() as u32).filter(|&place| !left_out(place));
    places.map(|place| layout.record_cells[(record.start + place) as usize]).collect()
}

fn refers_to_moved(range: &Range, chain: &Chain) -> bool {
    range.points().any(|point| chain.place[point as usize] != u32::MAX)
}

/// Whether a cell can refer to a moved point, or belongs to one together with another.
fn relates_points(layout: &Layout, chain: &Chain) -> bool {
    let shared = layout.multis.iter().any(|multi| {
        let coordinates = &multi.coordinates[..multi.arity as usize];
        coordinates.iter().any(|&point| chain.place[point as usize] != u32::MAX)
    });
    shared || layout.ranges.iter().any(|range| refers_to_moved(range, chain))
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
