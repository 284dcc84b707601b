//! Symmetry markers: what a state says of one process, without the names of the others.
//!
//! D. Bosnacki, A. F. Donaldson, M. Leuschel, T. Massart, "Efficient approximate verification of Promela models via symmetry
//! markers", ATVA 2007. Definition 4 and Algorithm 5.1, for processes 1 to N that are permuted in all ways, and a state of data
//! `n`, references `s` to processes, arrays `sn` of data and `ss` of references that are indexed by processes:
//!
//! 1. The marker `m(p)` of a process says which of `s` refer to it, what each of `sn` holds at it, and how often each of `ss`
//!    refers to it. What it refers to itself is left out.
//! 2. `mval(p)` is the last place of `m(p)` among all markers, sorted; and `local[p]` what `ss` holds at `p`, with `mval` in place
//!    of each process. No reference stays what it is.
//! 3. Processes are sorted by `(m, local)`. [Exact markers](ExactMarkers) apply that permutation.
//!    [Approximate markers](ApproximateMarkers) then replace each process by `newval`, the last place of its `(m, local)`.
//!
//! What is ours: markers for each block of each family of a product of symmetric groups (the paper's future work), such as a process
//! with its channel. Then which point of the block is meant is part of a reference, data so to say, and ranks count within a family.
//! With one family of blocks of one point all is as in the paper, which the tests compare with.
//!
//! Cells of which it is known that they [never change](crate::LayoutBuilder::constant), as which channel a process reads from, are no
//! variables and left out.
//!
//! Ours, too, is what is said of cells that several blocks own, which the paper excludes (a row of an array that is indexed by two
//! processes). To the marker belongs, for each class of such cells and each coordinate at which this block can stand in it, the
//! values of all of them, sorted; references are counted as others are, and named only as far as an owner of the cell is meant.
//!
//! # Propositions
//!
//! Proposition 1.1 (symmetric states have one approximate marker) depends on something that the algorithm leaves open: in which
//! order processes come that agree in `(m, local)`. They may still differ in `newval` of what they refer to, since `local` holds
//! `mval`: 1 refers to 3 and 2 to 4; 3 refers to 5 and 4 to 6; 5 and 6 hold different data. With the processes as they come, 28 of the
//! 2395 orbits of four processes in the guide have two markers. [`ApproximateMarkers`] orders them by those values, so that the
//! proposition holds. Then propositions 1.2 and 1.3 follow as in the paper: exact markers stay in the orbit.
//!
//! Proposition 2: if no reference is indexed by a process, equal markers mean symmetric states. For our layouts: if no cell that a
//! block owns can refer to a point that is moved, unless it never changes, and no cell has owners in different blocks. (What points that are not moved
//! own, or refer to, does not matter.) For then the marker of a block holds all cells that it owns, as they are, and says which
//! references point to it; every other cell is untouched, or a reference whose value either refers to nothing that is moved, and
//! stays, or is told by the only marker that it appears in. So a state is known from its markers and what no symmetry
//! touches; and the permutation that sends the blocks of one state to those with the same markers in another maps the one to the
//! other. Blocks with equal markers are then twins, so that it does not matter in which order sorting leaves them.
//!
//! Beyond the condition there are states that markers confuse: two processes that refer to themselves, or to each other.

mod approximate;
mod exact;
mod shared;

pub use approximate::{ApproximateMarkers, ApproximateMarkersScratch};
pub use exact::{ExactMarkers, ExactMarkersScratch};

use groups::Patience;

use crate::canonical::parts::{OwnCells, Parts};
use crate::foundation::layout::{Layout, NONE};
use crate::foundation::range::Range;
use crate::foundation::refusal::Unready;
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::rows::Rows;
use shared::SharedRows;

/// Where in the rows what is written.
pub(crate) struct Markers {
    parts: Parts,
    /// For each family of blocks the slots of references, and what they can refer to, without those that never change.
    varying: Vec<References>,
    /// And those that never change.
    constant: Vec<Vec<u32>>,
    /// For each family of blocks the length of its rows.
    widths: Vec<usize>,
    /// For each reference that no block owns, the column for it in the rows of each family.
    references: Vec<Vec<u32>>,
    /// For each family of blocks the first column of what the block owns.
    own_from: Vec<usize>,
    /// For each family of blocks and each reference that its blocks own, the columns in which it is counted.
    counts: Vec<Vec<Vec<u32>>>,
    shared: Vec<SharedRows>,
    /// For each family of blocks the first column of what shared cells say.
    shared_from: Vec<usize>,
}

/// The markers of a state: working memory.
pub(crate) struct Marks {
    /// For each family of blocks the marker `m` of each block.
    rows: Vec<Rows>,
    /// And `mval` with `local`: a column for each reference that a block owns.
    pairs: Vec<Rows>,
    /// `mval` of each block of each family, less one.
    ranks: Vec<u32>,
}

impl Markers {
    /// Assigns the columns, in the order of Definition 4.
    fn new(
        strategy: &'static str,
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let parts = Parts::new(strategy, symmetry, patience)?;
        let divided = parts.own.iter().map(|own| divide(symmetry.layout(), own));
        let (varying, constant): (Vec<_>, Vec<_>) = divided.unzip();
        let mut widths = vec![0; parts.own.len()];
        let globals = parts.global_references.iter();
        let references = globals.map(|global| columns(&parts, &global.range, &mut widths, false));
        let references = references.collect();
        let own_from = widths.clone();
        widths.iter_mut().zip(&parts.own).for_each(|(width, own)| *width += own.width);
        let counts = varying.iter().map(|references: &References| {
            let references = references.iter();
            references.map(|(_, range)| columns(&parts, range, &mut widths, true)).collect()
        });
        let counts = counts.collect();
        let shared_from = widths.clone();
        let shared = parts.shared.iter();
        let shared = shared.map(|shared| SharedRows::new(&parts, shared, &mut widths)).collect();
        Ok(Markers {
            parts,
            varying,
            constant,
            widths,
            references,
            own_from,
            counts,
            shared,
            shared_from,
        })
    }

    /// The condition of Proposition 2: equal markers mean symmetric states.
    fn are_unique(&self) -> bool {
        self.parts.shared.is_empty() && self.varying.iter().all(Vec::is_empty)
    }

    /// Working memory.
    fn marks(&self) -> Marks {
        let own = &self.parts.own;
        let rows = own.iter().zip(&self.widths).map(|(own, &width)| Rows::new(own, width));
        let pairs = own.iter().zip(&self.varying);
        let pairs = pairs.map(|(own, references)| Rows::new(own, 1 + references.len()));
        Marks { rows: rows.collect(), pairs: pairs.collect(), ranks: self.numbers() }
    }

    /// A number for each block of each family.
    fn numbers(&self) -> Vec<u32> {
        vec![0; self.parts.own.iter().map(|own| own.count).sum()]
    }

    /// Writes the markers of all blocks, how they rank, and the pairs to sort by.
    fn mark(&self, state: &[i32], marks: &mut Marks) {
        let Marks { rows, pairs, ranks } = marks;
        self.fill(state, rows);
        for (own, rows) in self.parts.own.iter().zip(rows) {
            rows.rank(&mut ranks[own.first..][..own.count]);
        }
        self.rename(state, ranks, pairs);
    }

    /// Writes to the row of each block its number, and what it refers to, by these numbers.
    fn rename(&self, state: &[i32], numbers: &[u32], pairs: &mut [Rows]) {
        for ((own, references), pairs) in self.parts.own.iter().zip(&self.varying).zip(pairs) {
            for block in 0..own.count {
                let row = pairs.row(block);
                row[0] = numbers[own.first + block] as i32;
                for (value, (slot, range)) in row[1..].iter_mut().zip(references) {
                    let cell = own.of(block)[*slot as usize];
                    *value = self.parts.renamed(range, state[cell as usize], numbers);
                }
            }
        }
    }

    /// Writes the markers of all blocks.
    fn fill(&self, state: &[i32], rows: &mut [Rows]) {
        let parts = &self.parts;
        for (family, own) in parts.own.iter().enumerate() {
            rows[family].clear();
            for block in 0..own.count {
                rows[family].copy(self.own_from[family], own, block, state);
                for slot in &self.constant[family] {
                    rows[family].row(block)[self.own_from[family] + *slot as usize] = 0;
                }
            }
        }
        for (family, own) in parts.own.iter().enumerate() {
            for ((slot, range), columns) in self.varying[family].iter().zip(&self.counts[family]) {
                for block in 0..own.count {
                    let value = state[own.of(block)[*slot as usize] as usize];
                    self.count(range, value, columns, rows);
                    rows[family].row(block)[self.own_from[family] + *slot as usize] = 0;
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

/// Slots of references, with what they can refer to.
type References = Vec<(u32, Range)>;

/// The references of a family of blocks: those that vary, and those that never change in any block.
fn divide(layout: &Layout, own: &OwnCells) -> (References, Vec<u32>) {
    let is_constant =
        |slot: u32| (0..own.count).all(|block| layout.is_constant(own.of(block)[slot as usize]));
    let (constant, varying): (References, References) =
        own.references.iter().cloned().partition(|&(slot, _)| is_constant(slot));
    (varying, constant.into_iter().map(|(slot, _)| slot).collect())
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
