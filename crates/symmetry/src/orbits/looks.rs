//! What tells points apart at first sight.

use crate::foundation::layout::Layout;
use crate::foundation::mix::{key, mix};
use crate::foundation::point::CellId;
use crate::foundation::range::Range;

/// Sees what each point owns and who refers to it, and nothing beyond. Points that a permutation takes to one another, which leaves the
/// state as it is, look alike; others mostly do not.
pub(crate) struct Looks {
    cells: Vec<Seen>,
}

/// A cell that says something of points.
struct Seen {
    cell: usize,
    /// That of its family.
    key: u64,
    owners: Vec<usize>,
    range: Range,
}

impl Looks {
    /// Sees the first cells of states, so many of them.
    pub(crate) fn new(layout: &Layout, cells: usize) -> Looks {
        let seen = (0..cells).map(|cell| {
            let described = layout.cell(CellId::new(cell));
            Seen {
                cell,
                key: key(described.family.index() as u64, 1),
                owners: described.coordinates.iter().map(|owner| owner.index()).collect(),
                range: layout.range(CellId::new(cell)).unwrap_or(Range::EMPTY),
            }
        });
        let tells = |seen: &Seen| !seen.owners.is_empty() || !seen.range.points().is_empty();
        Looks { cells: seen.filter(tells).collect() }
    }

    /// Writes what each point looks like. The order in which cells are seen does not matter.
    pub(crate) fn see(&self, state: &[i32], looks: &mut [u64]) {
        looks.fill(0);
        for Seen { cell, key, owners, range } in &self.cells {
            let value = state[*cell];
            let named = range.point(value);
            let content = match named {
                // Names are not seen, but whether they are those of owners is.
                Some(point) => match owners.iter().position(|&owner| owner == point) {
                    Some(slot) => 2 * slot as u64 + 3,
                    None => 1,
                },
                None => u64::from(value as u32) << 3,
            };
            let content = mix(key.wrapping_add(mix(content)));
            let mut add = |point: usize, role: u64| {
                looks[point] = looks[point].wrapping_add(mix(content ^ role));
            };
            (1..).zip(owners).for_each(|(slot, &owner)| add(owner, slot));
            named.into_iter().for_each(|point| add(point, 0));
        }
    }
}
