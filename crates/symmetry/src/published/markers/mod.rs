//! Symmetry markers: what a state says of one block, without the names of the others.
//!
//! D. Bosnacki, A. F. Donaldson, M. Leuschel, T. Massart, "Efficient approximate verification of Promela models via symmetry
//! markers", ATVA 2007, Algorithm 5.1. The paper marks processes of one type. Here (its future work) a marker is made for each
//! block of each family of a product of symmetric groups: a process with its channel and its slot, say. It is a row of numbers
//! of fixed length, stored in full:
//!
//! 1. the data that the block owns;
//! 2. for each reference that it owns, whether that is to the block itself, and to which point of it; else the family of blocks
//!    and the place in the block that it refers to, but not the block. (The paper only asks whether a process refers to itself.)
//!    Values that refer to nothing that is moved are data;
//! 3. for each reference that no block owns, whether it is to this block, and to which point of it. These are also the channels
//!    and arrays of the paper that say "at which positions process `i` stands";
//! 4. for each family of references that blocks own, and each point of this block, how many of them refer to it;
//! 5. for each class of cells that several blocks own (a row of an array that is indexed by two processes), and each coordinate
//!    at which this block can stand in it, the values of all such cells, sorted. The values are renamed as in 2, where all
//!    owners of the cell count as named. The paper leaves such cells out.
//!
//! Each item is a function of what permutations preserve: for a symmetry `g` the row of block `g(b)` in state `g(s)` is the row
//! of `b` in `s`. All counts and sorted values have lengths that depend on the layout alone.
//!
//! # Proposition 2
//!
//! The paper: if no reference is indexed by a process, equal markers mean symmetric states. For our layouts: if no cell that a
//! block owns can refer to a point that is moved, and no cell has owners in different blocks. (What points that are not moved
//! own, or refer to, does not matter.) For then the row of a block holds all cells that it owns, as they are, and says which
//! references point to it; every other cell is untouched, or a reference whose value either refers to nothing that is moved, and
//! is part of the marker, or is told by the only row that it points to. So a state is known from its rows and what no symmetry
//! touches; and the permutation that sends the blocks of one state to those with the same rows in another maps the one to the
//! other. Blocks with equal rows are then twins, so that it does not matter in which order sorting leaves them.
//!
//! Beyond the condition there are states that markers confuse: two processes that each hold two references to two channels, once
//! both to the same and once to both. Every channel is referred to once by each variable, in either state.

mod approximate;
mod exact;
mod shared;

pub use approximate::{ApproximateMarkers, ApproximateMarkersScratch};
pub use exact::{ExactMarkers, ExactMarkersScratch};

use groups::Patience;

use crate::foundation::layout::NONE;
use crate::foundation::range::Range;
use crate::foundation::refusal::Unready;
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::parts::Parts;
use crate::published::rows::Rows;
use shared::SharedRows;

/// Where in the rows what is written.
pub(crate) struct Markers {
    parts: Parts,
    /// For each family of blocks the length of its rows.
    widths: Vec<usize>,
    /// For each reference that no block owns, the column for it in the rows of each family.
    references: Vec<Vec<u32>>,
    /// For each family of blocks and each reference that its blocks own, the columns in which it is counted.
    counts: Vec<Vec<Vec<u32>>>,
    shared: Vec<SharedRows>,
}

impl Markers {
    /// Assigns the columns: what the block owns first.
    fn new(
        strategy: &'static str,
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let parts = Parts::new(strategy, symmetry, patience)?;
        let mut widths: Vec<usize> = parts.own.iter().map(|own| own.width).collect();
        let globals = parts.global_references.iter();
        let references = globals.map(|global| columns(&parts, &global.range, &mut widths, false));
        let references = references.collect();
        let counts = parts.own.iter().map(|own| {
            let references = own.references.iter();
            references.map(|(_, range)| columns(&parts, range, &mut widths, true)).collect()
        });
        let counts = counts.collect();
        let shared = parts.shared.iter();
        let shared = shared.map(|shared| SharedRows::new(&parts, shared, &mut widths)).collect();
        Ok(Markers { parts, widths, references, counts, shared })
    }

    /// The condition of Proposition 2: equal markers mean symmetric states.
    fn are_unique(&self) -> bool {
        self.parts.refer_from_outside()
    }

    /// Empty rows for each family of blocks.
    fn rows(&self) -> Vec<Rows> {
        let families = self.parts.own.iter().zip(&self.widths);
        families.map(|(own, &width)| Rows::new(own, width)).collect()
    }

    /// Writes the markers of all blocks.
    fn fill(&self, state: &[i32], rows: &mut [Rows]) {
        let parts = &self.parts;
        for (family, own) in parts.own.iter().enumerate() {
            rows[family].clear_after(own.width);
            for block in 0..own.count {
                rows[family].copy(own, block, state);
            }
        }
        for (family, own) in parts.own.iter().enumerate() {
            for ((slot, range), columns) in own.references.iter().zip(&self.counts[family]) {
                for block in 0..own.count {
                    let value = state[own.of(block)[*slot as usize] as usize];
                    self.count(range, value, columns, rows);
                    let named = [(family as u32, block as u32)];
                    rows[family].row(block)[*slot as usize] = parts.nameless(range, value, &named);
                }
            }
        }
        for (global, columns) in parts.global_references.iter().zip(&self.references) {
            let point = global.range.point(state[global.cell as usize]);
            if let Some(home) = point.and_then(|point| parts.home(point)) {
                let column = columns[home.family as usize] as usize;
                rows[home.family as usize].row(home.block as usize)[column] = 1 + home.place as i32;
            }
        }
        for (shared, columns) in parts.shared.iter().zip(&self.shared) {
            self.fill_shared(shared, columns, state, rows);
        }
    }

    /// Counts a reference for the point that it refers to.
    #[inline(always)]
    fn count(&self, range: &Range, value: i32, columns: &[u32], rows: &mut [Rows]) {
        if let Some(home) = range.point(value).and_then(|point| self.parts.home(point)) {
            let column = columns[home.family as usize] + home.place;
            rows[home.family as usize].row(home.block as usize)[column as usize] += 1;
        }
    }
}

/// For each family of blocks that the values of `range` refer to, a new column in its rows: one for each point of a block, or
/// one for all. Returns the first for each family.
fn columns(parts: &Parts, range: &Range, widths: &mut [usize], for_each_point: bool) -> Vec<u32> {
    let columns = widths.iter_mut().enumerate().map(|(family, width)| {
        if !parts.covers(range, family) {
            return NONE;
        }
        let first = *width as u32;
        *width += if for_each_point { parts.blocks.families()[family].width() } else { 1 };
        first
    });
    columns.collect()
}
