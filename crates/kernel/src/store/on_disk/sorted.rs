//! States in memory, in order.

use super::Ascending;
use crate::sorted_runs::RunError;

/// States, one after the other, and their order.
#[derive(Default)]
pub(super) struct Sorted {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
    /// The first bytes of each, as a number that is the greater the greater they are, and its place.
    order: Vec<(u64, u32)>,
    /// The place in the order after the present one.
    next: usize,
}

impl Sorted {
    /// Appends a state.
    pub(super) fn push(&mut self, state: &[u8]) {
        let mut first = [0; size_of::<u64>()];
        let count = state.len().min(first.len());
        first[..count].copy_from_slice(&state[..count]);
        self.order.push((u64::from_be_bytes(first), self.ends.len() as u32));
        self.bytes.extend_from_slice(state);
        self.ends.push(self.bytes.len());
    }

    /// Brings them into order, and goes before the first.
    pub(super) fn sort(&mut self) {
        let Sorted { bytes, ends, order, next } = self;
        *next = 0;
        order.sort_unstable_by(|(one, a), (other, b)| {
            one.cmp(other).then_with(|| state(bytes, ends, *a).cmp(state(bytes, ends, *b)))
        });
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.order.len() as u64
    }

    /// The memory that they take.
    pub(super) fn memory(&self) -> u64 {
        let each = size_of::<usize>() + size_of::<(u64, u32)>();
        (self.bytes.len() + self.ends.len() * each) as u64
    }

    /// Removes all. The memory is kept.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.order.clear();
        self.next = 0;
    }
}

/// The state that was appended so many states after the first.
fn state<'b>(bytes: &'b [u8], ends: &[usize], number: u32) -> &'b [u8] {
    let number = number as usize;
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &bytes[start..ends[number]]
}

impl Ascending for Sorted {
    fn advance(&mut self) -> Result<bool, RunError> {
        let is_there = self.next < self.order.len();
        self.next += usize::from(is_there);
        Ok(is_there)
    }

    /// There must be one.
    fn state(&self) -> &[u8] {
        let (_, number) = self.order[self.next - 1];
        state(&self.bytes, &self.ends, number)
    }
}
