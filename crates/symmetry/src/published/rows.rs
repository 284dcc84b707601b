//! A row of numbers for each block, to sort the blocks by.

use crate::canonical::order::{Order, key};
use crate::canonical::parts::OwnCells;

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

    /// Zeros again.
    pub(crate) fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The row of a block.
    #[inline(always)]
    pub(crate) fn row(&mut self, block: usize) -> &mut [i32] {
        &mut self.values[block * self.width..(block + 1) * self.width]
    }

    /// Writes what a block owns to its row, from this column on.
    #[inline(always)]
    pub(crate) fn copy(&mut self, column: usize, own: &OwnCells, block: usize, state: &[i32]) {
        let row = &mut self.row(block)[column..];
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

    /// Sorts the rows, and writes for each block the last place that has a row equal to its own.
    pub(crate) fn rank(&mut self, ranks: &mut [u32]) {
        self.sort();
        let row = |block: u32| &self.values[block as usize * self.width..][..self.width];
        let mut rank = 0;
        let mut after = None;
        for (place, &block) in self.order.sorted(self.count).iter().enumerate().rev() {
            if after.is_none_or(|after| row(after) != row(block)) {
                rank = place as u32;
            }
            ranks[block as usize] = rank;
            after = Some(block);
        }
    }

    /// The blocks in the order in which they were sorted last.
    pub(crate) fn sorted(&self) -> &[u32] {
        self.order.sorted(self.count)
    }

    /// The row of a block, to be read.
    pub(crate) fn get(&self, block: usize) -> &[i32] {
        &self.values[block * self.width..(block + 1) * self.width]
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
