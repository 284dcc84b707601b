//! What a state says about each point, or each block of points, by itself, as sums of 64-bit words: of data, and of how points
//! refer and are referred to.
//!
//! A cell adds to the sums of the points that own it and of the point it refers to, by words that depend on its family and value,
//! never on the numbers of points. Sums do not depend on order; so if `g` maps state `s` to `t`, it maps each point to one with
//! the same sum. The sum of a block is that of its points, each by a factor for its place in the block.
//!
//! Addition modulo 2^64 can be undone exactly. States that are looked at one after the other mostly are successors of one state
//! and differ in a few cells: just the words of these are exchanged, and the sums are the same as if all were added afresh.

use crate::foundation::layout::{Layout, OwnedReference};
use crate::foundation::mix::key;
use crate::foundation::range::Range;

// Salts of keys.
const DATA: u64 = 2;
const NULL: u64 = 3;
const SELF: u64 = 4;
const OTHER: u64 = 5;
const INCOMING: u64 = 6;
const GLOBAL: u64 = 7;
const MULTI: u64 = 16;

/// Cells that are compared at once.
const STRIDE: usize = 4;

/// The words of each cell.
pub(crate) struct Sums {
    /// For each point where the words that concern it are added, and by which factor.
    homes: Vec<Home>,
    initial: Vec<u64>,
    cells: Vec<Words>,
}

/// Where words that concern a point are added: the number of a sum, and a factor.
pub(crate) type Home = (u32, u64);

/// What a cell adds to which sums.
enum Words {
    Nothing,
    Data {
        sum: u32,
        factor: u64,
    },
    Reference(OwnedWords),
    /// A reference without an owner.
    Global {
        range: Range,
        word: u64,
    },
    Multi(Box<MultiWords>),
}

/// Of a reference with an owner. The words are multiplied by the owner's factor, but for the last.
struct OwnedWords {
    owner: u32,
    sum: u32,
    range: Range,
    null: u64,
    to_self: u64,
    to_other: u64,
    incoming: u64,
}

impl OwnedWords {
    fn new(reference: &OwnedReference, (sum, factor): Home) -> Self {
        let family = reference.family.into();
        let of_owner = |salt| key(family, salt).wrapping_mul(factor);
        OwnedWords {
            owner: reference.owner,
            sum,
            range: reference.range.clone(),
            null: of_owner(NULL),
            to_self: of_owner(SELF),
            to_other: of_owner(OTHER),
            incoming: key(family, INCOMING),
        }
    }

    /// The word for the owner, and the point that is referred to.
    #[inline(always)]
    fn read(&self, value: i32) -> (u64, Option<usize>) {
        match self.range.point(value) {
            Some(to) if to == self.owner as usize => (self.to_self, Some(to)),
            Some(to) => (self.to_other, Some(to)),
            None => (u64::from(value as u32).wrapping_mul(self.null), None),
        }
    }
}

/// Of a cell of two or three coordinates.
struct MultiWords {
    coordinates: [u32; 3],
    arity: usize,
    /// A factor for each coordinate.
    factors: [u64; 3],
    range: Range,
    incoming: u64,
}

/// The sums of the state that was looked at last.
pub(crate) struct LastSums {
    state: Vec<i32>,
    pub(crate) sums: Vec<u64>,
}

impl Sums {
    /// Sums that start from the given words. Data of points that are not moved are left out.
    pub(crate) fn new(
        layout: &Layout,
        homes: Vec<Home>,
        initial: Vec<u64>,
        is_moved: &[bool],
    ) -> Self {
        let mut cells = Vec::new();
        cells.resize_with(layout.cell_count(), || Words::Nothing);
        for &owner in layout.owners.iter().filter(|&&owner| is_moved[owner as usize]) {
            let record = layout.records[owner as usize];
            let families = &layout.shapes[record.shape as usize].families;
            let owned = &layout.record_cells[record.start as usize..];
            let (sum, factor) = homes[owner as usize];
            for (&cell, &family) in owned.iter().zip(families) {
                let factor = key(family.into(), DATA).wrapping_mul(factor);
                cells[cell as usize] = Words::Data { sum, factor };
            }
        }
        for reference in &layout.owned_references {
            let words = OwnedWords::new(reference, homes[reference.owner as usize]);
            cells[reference.cell as usize] = Words::Reference(words);
        }
        for global in &layout.global_references {
            let word = key(global.cell.into(), GLOBAL);
            cells[global.cell as usize] = Words::Global { range: global.range.clone(), word };
        }
        for multi in &layout.multis {
            let [a, b, c] = multi.coordinates;
            let equal = u64::from(a == b)
                + if multi.arity > 2 { 2 * u64::from(a == c) + 4 * u64::from(b == c) } else { 0 };
            let family = multi.family.into();
            cells[multi.cell as usize] = Words::Multi(Box::new(MultiWords {
                coordinates: multi.coordinates,
                arity: multi.arity as usize,
                factors: [0, 1, 2].map(|slot| key(family, MULTI + 16 * (slot + 1) + equal)),
                range: multi.range.clone(),
                incoming: key(family, INCOMING),
            }));
        }
        Sums { homes, initial, cells }
    }

    /// The sums of the state whose cells are all zero.
    pub(crate) fn start(&self) -> LastSums {
        let (state, mut sums) = (vec![0; self.cells.len()], self.initial.clone());
        for words in &self.cells {
            self.each(words, 0, |sum, word| sums[sum] = sums[sum].wrapping_add(word));
        }
        LastSums { state, sums }
    }

    /// Computes the sums of a state.
    #[inline]
    pub(crate) fn see(&self, state: &[i32], last: &mut LastSums) {
        let (chunks, rest) = state.as_chunks::<STRIDE>();
        for (number, now) in chunks.iter().enumerate() {
            let first = number * STRIDE;
            if last.state[first..first + STRIDE] != *now {
                self.exchange(first, now, last);
            }
        }
        self.exchange(chunks.len() * STRIDE, rest, last);
    }

    /// Exchanges the words of those cells that differ, of a stretch that starts at `first`.
    fn exchange(&self, first: usize, now: &[i32], last: &mut LastSums) {
        for (cell, &now) in (first..).zip(now) {
            let before = last.state[cell];
            if before == now {
                continue;
            }
            last.state[cell] = now;
            let sums = &mut last.sums[..];
            let words = &self.cells[cell];
            self.each(words, before, |at, word| sums[at] = sums[at].wrapping_sub(word));
            self.each(words, now, |at, word| sums[at] = sums[at].wrapping_add(word));
        }
    }

    /// Gives each sum to which a cell of this value adds, with the word.
    #[inline(always)]
    fn each(&self, words: &Words, value: i32, mut add: impl FnMut(usize, u64)) {
        let mut add_at = |point: usize, word: u64| {
            let (sum, factor) = self.homes[point];
            add(sum as usize, word.wrapping_mul(factor));
        };
        let number = u64::from(value as u32);
        match words {
            Words::Nothing => {}
            &Words::Data { sum, factor } => add(sum as usize, number.wrapping_mul(factor)),
            Words::Reference(reference) => {
                let (word, to) = reference.read(value);
                if let Some(to) = to {
                    add_at(to, reference.incoming);
                }
                add(reference.sum as usize, word);
            }
            Words::Global { range, word } => {
                if let Some(to) = range.point(value) {
                    add_at(to, *word);
                }
            }
            Words::Multi(multi) => {
                let to = multi.range.point(value);
                let number = if to.is_some() { MULTI } else { number };
                for (&point, factor) in multi.coordinates[..multi.arity].iter().zip(multi.factors) {
                    add_at(point as usize, number.wrapping_mul(factor));
                }
                if let Some(to) = to {
                    add_at(to, multi.incoming);
                }
            }
        }
    }
}
