//! Transitions that symmetries of the state itself make of one another: one of them is enough.
//!
//! T. Gibson-Robinson and G. Lowe (*Symmetry reduction in CSP model checking*, STTT 21, 2019), Sect. 1.3, name this reduction, "state
//! symmetry", beside the one by representatives; nobody had combined them there. Here the symmetries of a state are the exchanges of
//! twins: of two neighbours among blocks that the group permutes in all ways, where the exchange leaves the state as it is.
//!
//! Let `x` be the neighbour before `y`, let their exchange `g` fix the state `s`, and let a transition lead to `t`, where something of
//! `y` differs from `s`, and nothing of `x` does: no cell that `x` owns, and none that refers to it before or after. By symmetry `g(t)`
//! follows `s` as well, and there something of `x` differs and nothing of `y`. Both have one representative, so that the
//! transition to `t` may be left out. If the one to `g(t)` is left out too, that is for a third: with each exchange what differs belongs to
//! earlier blocks, so that one transition stays in the end.
//!
//! That holds where the system shows all that it can do, and not where partial order reduction chooses some of it.
//!
//! Cost: for each state that is expanded one look at all references and the comparison of two records for each block; for each
//! transition one of its two states.

use crate::foundation::action::Named;
use crate::foundation::layout::{Layout, NONE};
use crate::foundation::point::CellId;
use crate::foundation::range::Range;

/// The blocks among which twins are looked for.
pub struct Twins<'a> {
    layout: &'a Layout,
    /// The points of each block.
    blocks: Vec<Box<[u32]>>,
    /// For each block whether it can be exchanged for the one before it.
    follows: Vec<bool>,
    /// For each cell the blocks that own it, or `NONE`.
    owners: Vec<[u32; 3]>,
    /// For each cell the values that refer to points.
    ranges: Vec<Range>,
    /// For each point its block, or `NONE`.
    homes: Vec<u32>,
}

/// Working memory of [`Twins`].
pub struct TwinScratch {
    /// The identity, but while two blocks are compared.
    image: Vec<u32>,
    moved: Vec<u32>,
    named: Named,
    /// For each block whether it is a twin of the one before it in the state that was looked at.
    is_twin: Vec<bool>,
    /// For each block the last target in which something of it differed.
    differs: Vec<u32>,
    /// The blocks of which something differs in this one.
    differing: Vec<u32>,
    target: u32,
    /// So many transitions were left out.
    pub(crate) left_out: u64,
}

impl<'a> Twins<'a> {
    /// Twins among these blocks: those of a row can be exchanged for each other, whatever else stays where it is. What stands at the
    /// same place of two blocks of a row corresponds. None if there are no two.
    pub(crate) fn among(layout: &'a Layout, rows: &[Vec<&[u32]>]) -> Option<Twins<'a>> {
        let mut twins = Twins {
            layout,
            blocks: Vec::new(),
            follows: Vec::new(),
            owners: Vec::new(),
            ranges: Vec::new(),
            homes: vec![NONE; layout.point_count()],
        };
        for row in rows.iter().filter(|row| row.len() > 1) {
            for (place, &block) in row.iter().enumerate() {
                for &point in block {
                    twins.homes[point as usize] = twins.blocks.len() as u32;
                }
                twins.follows.push(place > 0);
                twins.blocks.push(block.into());
            }
        }
        for cell in (0..layout.cell_count()).map(CellId::new) {
            let mut owners = [NONE; 3];
            let coordinates = &layout.cell(cell).coordinates;
            for (owner, point) in owners.iter_mut().zip(coordinates) {
                *owner = twins.homes[point.index()];
            }
            twins.owners.push(owners);
            twins.ranges.push(layout.range(cell).unwrap_or(Range::EMPTY));
        }
        (!twins.blocks.is_empty()).then_some(twins)
    }

    pub(crate) fn scratch(&self) -> TwinScratch {
        TwinScratch {
            image: (0..self.layout.point_count() as u32).collect(),
            moved: Vec::new(),
            named: Named::new(self.layout),
            is_twin: vec![false; self.blocks.len()],
            differs: vec![0; self.blocks.len()],
            differing: Vec::with_capacity(self.blocks.len()),
            target: 0,
            left_out: 0,
        }
    }

    /// Looks for the twins in a state. Whether there are any.
    pub(crate) fn find(&self, state: &[i32], scratch: &mut TwinScratch) -> bool {
        let TwinScratch { image, moved, named, is_twin, .. } = scratch;
        named.forget();
        let mut are_any = false;
        for block in (1..self.blocks.len()).filter(|&block| self.follows[block]) {
            let (one, other) = (&self.blocks[block - 1], &self.blocks[block]);
            let found = are_twins(self.layout, state, one, other, (image, moved, named));
            is_twin[block] = found;
            are_any |= found;
        }
        are_any
    }

    /// Whether a transition of the state that was looked at may be left out that leads to this target, which differs from it in these
    /// cells.
    pub(crate) fn leaves_out(
        &self,
        state: &[i32],
        target: &[i32],
        differing: impl Iterator<Item = usize>,
        scratch: &mut TwinScratch,
    ) -> bool {
        scratch.target = scratch.target.wrapping_add(1);
        if scratch.target == 0 {
            scratch.differs.fill(0);
            scratch.target = 1;
        }
        scratch.differing.clear();
        for cell in differing {
            self.note(cell, [state[cell], target[cell]], scratch);
        }
        let differs = |block: u32| scratch.differs[block as usize] == scratch.target;
        let differing = scratch.differing.iter();
        let left_out =
            { differing }.any(|&block| scratch.is_twin[block as usize] && !differs(block - 1));
        scratch.left_out += u64::from(left_out);
        left_out
    }

    /// Notes whose cell it is that differs, and whom it refers to.
    fn note(&self, cell: usize, values: [i32; 2], scratch: &mut TwinScratch) {
        let referred = values
            .map(|value| self.ranges[cell].point(value).map_or(NONE, |point| self.homes[point]));
        for block in self.owners[cell].into_iter().chain(referred).filter(|&block| block != NONE) {
            if scratch.differs[block as usize] != scratch.target {
                scratch.differs[block as usize] = scratch.target;
                scratch.differing.push(block);
            }
        }
    }
}

/// Exchanges the images of two blocks: applied to the identity, and again to undo it.
#[inline(always)]
pub(crate) fn exchange(images: &mut [u32], a: &[u32], b: &[u32]) {
    for (&a, &b) in a.iter().zip(b) {
        images.swap(a as usize, b as usize);
    }
}

/// Whether two blocks can be exchanged without changing the state. Exact. `image` is the identity, before and after.
pub(crate) fn are_twins(
    layout: &Layout,
    state: &[i32],
    a: &[u32],
    b: &[u32],
    (image, moved, named): (&mut [u32], &mut Vec<u32>, &mut Named),
) -> bool {
    moved.clear();
    moved.extend_from_slice(a);
    moved.extend_from_slice(b);
    exchange(image, a, b);
    let twins = layout.fixes(image, moved, state, named);
    exchange(image, a, b);
    twins
}
