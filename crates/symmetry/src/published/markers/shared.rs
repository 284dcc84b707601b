//! What markers say of cells that several blocks own.

use crate::canonical::parts::{Parts, SharedCell, SharedCells};
use crate::foundation::layout::NONE;
use crate::published::rows::Rows;

use super::{Markers, columns};

/// Where the values of one class of shared cells are written.
pub(super) struct SharedRows {
    /// The columns in which references are counted, for each family of blocks.
    counts: Vec<u32>,
    owners: Vec<OwnerRows>,
}

/// The same for one of the owners of such a cell.
struct OwnerRows {
    /// The family of blocks of this owner.
    family: usize,
    /// The first of its columns.
    column: usize,
    /// How many cells of the class a block owns in this role.
    degree: usize,
    /// Those cells: of the first block, of the second, and so on.
    members: Vec<SharedCell>,
}

impl SharedRows {
    /// Assigns columns for a class of cells.
    pub(super) fn new(parts: &Parts, shared: &SharedCells, widths: &mut [usize]) -> Self {
        let counts = match &shared.range {
            Some(range) => columns(parts, range, widths, true),
            None => vec![NONE; widths.len()],
        };
        let owners = shared.families.iter().enumerate().map(|(owner, &family)| {
            let family = family as usize;
            let mut members = shared.members.clone();
            members.sort_unstable_by_key(|member| (member.blocks[owner], member.cell));
            // The cells are images of one another: every block owns equally many.
            let degree = members.len() / parts.own[family].count;
            let column = widths[family];
            widths[family] += degree;
            OwnerRows { family, column, degree, members }
        });
        SharedRows { counts, owners: owners.collect() }
    }
}

impl Markers {
    /// Writes to the markers what the cells of one class say.
    pub(super) fn fill_shared(
        &self,
        shared: &SharedCells,
        places: &SharedRows,
        state: &[i32],
        rows: &mut [Rows],
    ) {
        if let Some(range) = &shared.range {
            for member in &shared.members {
                self.count(range, state[member.cell as usize], &places.counts, rows);
            }
        }
        for (owner, place) in places.owners.iter().enumerate() {
            for (block, members) in place.members.chunks_exact(place.degree).enumerate() {
                let columns = place.column..place.column + place.degree;
                let values = &mut rows[place.family].row(block)[columns];
                for (value, member) in values.iter_mut().zip(members) {
                    *value = self.value_for(owner, shared, member, state);
                }
                values.sort_unstable();
            }
        }
    }

    /// The value of a cell for one of its owners, who is named first; then the others.
    #[inline(always)]
    fn value_for(
        &self,
        owner: usize,
        shared: &SharedCells,
        member: &SharedCell,
        state: &[i32],
    ) -> i32 {
        let value = state[member.cell as usize];
        let Some(range) = &shared.range else {
            return value;
        };
        let count = shared.families.len();
        let mut named = [(NONE, NONE); 3];
        for (place, named) in named.iter_mut().enumerate().take(count) {
            let owner = (owner + place) % count;
            *named = (shared.families[owner], member.blocks[owner]);
        }
        self.parts.nameless(range, value, &named[..count])
    }
}
