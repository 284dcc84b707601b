//! The main array: one cell of data for each block, to sort the blocks by.
//!
//! D. Bosnacki, D. Dams, L. Holenderski, "Symmetric Spin", STTT 4(1), 2002: an array that is indexed by processes and holds no
//! references, such as a flag or the program counters. Which one is taken decides how many states represent an orbit, and
//! nothing else. The paper leaves it to the user; unless told otherwise we take, for each family of blocks, the data of which
//! the first block owns the first cell in the state.

use crate::canonical::parts::Parts;
use crate::foundation::layout::Layout;
use crate::foundation::point::{CellId, Family};
use crate::foundation::refusal::Refusal;

/// A cell of data for each block of each family.
pub(crate) struct MainArray {
    /// For each family of blocks the cells in the order of the blocks.
    cells: Vec<Vec<u32>>,
}

impl MainArray {
    /// One of the `chosen` families of cells for each family of blocks that owns one, and the first that there is for others.
    pub(crate) fn new(
        strategy: &'static str,
        layout: &Layout,
        parts: &Parts,
        chosen: &[Family],
    ) -> Result<Self, Refusal> {
        let refusal = |reason| Refusal { strategy, reason };
        let family = |cell: u32| layout.cell(CellId::new(cell as usize)).family;
        let mut served = vec![false; chosen.len()];
        let mut cells = Vec::new();
        for own in &parts.own {
            let holds_data = |slot: &usize| {
                !own.references.iter().any(|&(reference, _)| reference as usize == *slot)
            };
            let choice = |slot: &usize| chosen.iter().position(|&c| c == family(own.of(0)[*slot]));
            let slot = (0..own.width).filter(holds_data).find(|slot| choice(slot).is_some());
            if let Some(slot) = slot.as_ref().and_then(choice) {
                served[slot] = true;
            }
            let Some(slot) = slot.or_else(|| (0..own.width).find(holds_data)) else {
                let reason = "it sorts identical parts by a variable that each of them has and that refers to \
                              none, and there is no such variable";
                return Err(refusal(reason.to_owned()));
            };
            cells.push((0..own.count).map(|block| own.of(block)[slot]).collect());
        }
        if served.contains(&false) {
            let reason = "the chosen main array is no variable that each of some identical parts has and that \
                          refers to none";
            return Err(refusal(reason.to_owned()));
        }
        Ok(MainArray { cells })
    }

    /// The cell of a block.
    pub(crate) fn cell(&self, family: usize, block: usize) -> u32 {
        self.cells[family][block]
    }

    /// What the main array holds for a block.
    #[inline(always)]
    pub(crate) fn value(&self, family: usize, block: usize, state: &[i32]) -> i32 {
        state[self.cells[family][block] as usize]
    }

    /// Sorts the blocks of a family by selection, as SymmSpin does: the first of the least is exchanged with the first that is not in
    /// its place yet, and so on. The order of those with equal values is what becomes of it on the way.
    pub(crate) fn sort<'o>(
        &self,
        family: usize,
        state: &[i32],
        order: &'o mut Vec<u32>,
    ) -> &'o [u32] {
        order.clear();
        order.extend(0..self.cells[family].len() as u32);
        for place in 0..order.len() {
            let value = |&at: &usize| self.value(family, order[at] as usize, state);
            // Of equal ones this is the first.
            let least = (place..order.len()).min_by_key(value).unwrap_or(place);
            order.swap(place, least);
        }
        order
    }
}
