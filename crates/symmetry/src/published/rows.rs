//! A row of numbers for each block, to sort the blocks by.

use crate::published::order::{Order, key};
use crate::published::parts::OwnCells;

/// A row of equal length for each block of a family.
pub(crate) struct Rows {
    values: Vec<i32>,
    width: usize,
    count: usize,
    order: Order,
}

impl Rows {
    /// Rows of zeros.
    pub(crate) fn new(own: &OwnCells, width: usize) -> Self {
        Rows {
            values: vec![0; own.count * width],
            width,
            count: own.count,
            order: Order::new(own.count),
        }
    }

    /// Zeros again, after what [`copy`](Self::copy) writes.
    pub(crate) fn clear_after(&mut self, copied: usize) {
        if copied < self.width {
            self.values.chunks_exact_mut(self.width).for_each(|row| row[copied..].fill(0));
        }
    }

    /// The row of a block.
    #[inline(always)]
    pub(crate) fn row(&mut self, block: usize) -> &mut [i32] {
        &mut self.values[block * self.width..(block + 1) * self.width]
    }

    /// Writes what a block owns to the start of its row.
    #[inline(always)]
    pub(crate) fn copy(&mut self, own: &OwnCells, block: usize, state: &[i32]) {
        let row = self.row(block);
        for (value, &cell) in row.iter_mut().zip(own.of(block)) {
            *value = state[cell as usize];
        }
    }

    /// The blocks in the order of their rows. Those with equal rows stay in their order.
    #[inline(always)]
    pub(crate) fn sort(&mut self) -> &[u32] {
        let Rows { values, width, count, order } = self;
        let row = |block: usize| &values[block * *width..(block + 1) * *width];
        order.sort(*count, |block| key(row(block).iter().copied()), |a, b| row(a).cmp(row(b)))
    }

    /// Writes for each block how many come before the first with an equal row.
    pub(crate) fn rank(&mut self, ranks: &mut [u32]) {
        self.sort();
        let row = |block: u32| &self.values[block as usize * self.width..][..self.width];
        let mut rank = 0;
        let mut before = None;
        for (place, &block) in self.order.sorted(self.count).iter().enumerate() {
            if before.is_some_and(|before| row(before) != row(block)) {
                rank = place as u32;
            }
            ranks[block as usize] = rank;
            before = Some(block);
        }
    }

    /// Appends the rows in their order.
    pub(crate) fn append_sorted(&mut self, marker: &mut Vec<i32>) {
        self.sort();
        for &block in self.order.sorted(self.count) {
            let row = block as usize * self.width;
            marker.extend_from_slice(&self.values[row..row + self.width]);
        }
    }
}
