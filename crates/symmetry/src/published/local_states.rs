//! What of a state is a point's own, whatever the points are called.

use std::cmp::Ordering;

use groups::{Interrupted, Patience};

use crate::canonical::blocks::Blocks;
use crate::canonical::chain::Chain;
use crate::foundation::layout::Layout;
use crate::foundation::range::Range;
use crate::foundation::symmetry::SymmetryGroup;

/// For each point the cells of its local state: those that it owns alone, and then those of what belongs to it; less those that
/// can refer to a moved point. Points of an orbit have as many, in the same order, unless symmetry changes what belongs to whom.
pub struct LocalStates(Vec<Box<[u32]>>);

impl LocalStates {
    /// Those of the points of a layout, where to each belongs what the layout says.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn of(symmetry: &SymmetryGroup, patience: &mut Patience<'_>) -> Result<Self, Interrupted> {
        let chain = Chain::new(symmetry.group(), patience)?;
        Ok(Self::new(symmetry.layout(), &chain, None))
    }

    /// What belongs to a point is what the layout says, and to a point of a block all others of the block.
    pub(crate) fn new(layout: &Layout, chain: &Chain, blocks: Option<&Blocks>) -> Self {
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
        LocalStates(all.into_iter().map(Vec::into_boxed_slice).collect())
    }

    /// How the local states of two points compare, cell by cell.
    pub fn compare(&self, state: &[i32], a: u32, b: u32) -> Ordering {
        let cells = |point: u32| self.0[point as usize].iter().map(|&cell| state[cell as usize]);
        cells(a).cmp(cells(b))
    }
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
pub(crate) fn relates_points(layout: &Layout, chain: &Chain) -> bool {
    let shared = layout.multis.iter().any(|multi| {
        let coordinates = &multi.coordinates[..multi.arity as usize];
        coordinates.iter().any(|&point| chain.place[point as usize] != u32::MAX)
    });
    shared || layout.ranges.iter().any(|range| refers_to_moved(range, chain))
}
