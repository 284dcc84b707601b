//! The states on the way through an atomic sequence, to see when it goes round in circles.

use std::collections::HashMap;

use super::Frame;
use crate::index::ProcessId;

/// Short sequences are not worth watching for loops: a loop grows past any bound.
const PATIENCE: usize = 16;
/// How many cells the states on the way may have together.
const MOST_CELLS: usize = 1 << 25;

/// How many steps an atomic sequence may have in states of so many cells: a longer one is given up.
pub(super) fn longest(cells: usize) -> usize {
    (MOST_CELLS / cells.max(1)).clamp(1000, 100_000)
}

/// Hashes of the states on the way, from frame number [`PATIENCE`] on.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    hashes: Vec<u64>,
    /// How often each of them is there.
    counts: HashMap<u64, u32>,
}

impl Path {
    /// Whether the state of the last frame is also that of an earlier one in the same atomic
    /// sequence; notes it otherwise.
    pub fn comes_back(&mut self, frames: &[Frame], control: ProcessId) -> bool {
        let Some((last, before)) = frames.split_last() else { return false };
        let Some(watched) = before.get(PATIENCE..) else { return false };
        self.shorten(watched.len());
        let hash = hash(&last.state.cells);
        let repeated = self.counts.contains_key(&hash)
            && self.hashes.iter().zip(watched).any(|(&known, frame)| {
                known == hash && frame.only == Some(control) && frame.state == last.state
            });
        self.hashes.push(hash);
        *self.counts.entry(hash).or_default() += 1;
        repeated
    }

    fn shorten(&mut self, length: usize) {
        while self.hashes.len() > length {
            let Some(hash) = self.hashes.pop() else { return };
            if let Some(count) = self.counts.get_mut(&hash) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&hash);
                }
            }
        }
    }
}

/// A quick hash, to spare most comparisons.
fn hash(cells: &[i32]) -> u64 {
    cells.iter().fold(0, |hash: u64, &cell| {
        (hash.rotate_left(5) ^ u64::from(cell as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
