//! States in memory, in order.

use super::Ascending;
use crate::sorted_runs::RunError;

/// States, one after the other, and their order.
#[derive(Default)]
pub(super) struct Sorted {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
    /// Each, in order once they are sorted: a word of it, and its place.
    order: Vec<(u64, u32)>,
    /// The place in the order after the present one.
    next: usize,
}

impl Sorted {
    /// Appends a state.
    pub(super) fn push(&mut self, state: &[u8]) {
        self.order.push((word(state, 0), self.ends.len() as u32));
        self.bytes.extend_from_slice(state);
        self.ends.push(self.bytes.len());
    }

    /// Brings them into order, and goes before the first. States are much alike: they are compared word by word, and of many that begin
    /// alike the beginning is looked at once (multikey sorting: Bentley and Sedgewick, *Fast algorithms for sorting and searching strings*,
    /// SODA 1997).
    pub(super) fn sort(&mut self) {
        let Sorted { bytes, ends, order, next } = self;
        *next = 0;
        let common = ends.first().copied().unwrap_or(0);
        let are_of_one_length = ends.iter().zip(1..).all(|(&end, count)| end == count * common);
        // Of these the words are those at that place, and those before are the same.
        let mut groups = vec![(0..order.len(), 0)];
        while let Some((group, at)) = groups.pop() {
            let start = group.start;
            let group = &mut order[group];
            if group.len() < FEW {
                group.sort_unstable_by(|(_, a), (_, b)| {
                    state(bytes, ends, *a)[at..].cmp(&state(bytes, ends, *b)[at..])
                });
                continue;
            }
            group.sort_unstable_by_key(|(word, _)| *word);
            let (mut start, next) = (start, at + WORD);
            for alike in group.chunk_by_mut(|(one, _), (other, _)| one == other) {
                let end = start + alike.len();
                let length = |(_, number): &(u64, u32)| state(bytes, ends, *number).len();
                if alike.len() > 1 {
                    // Those that end there come before those that they are the beginning of.
                    if !are_of_one_length {
                        alike.sort_unstable_by_key(|it| length(it).min(next));
                    }
                    let ended = alike.partition_point(|it| length(it) < next);
                    for it in &mut alike[ended..] {
                        it.0 = word(state(bytes, ends, it.1), next);
                    }
                    groups.push((start + ended..end, next));
                }
                start = end;
            }
        }
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

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// So few states are sorted as they are.
const FEW: usize = 12;

/// The bytes of a state from a place on, and zeros behind its end, as a number that is the greater the greater they are.
fn word(state: &[u8], at: usize) -> u64 {
    let rest = state.get(at..).unwrap_or_default();
    match rest.first_chunk() {
        Some(word) => u64::from_be_bytes(*word),
        None => {
            let mut word = [0; WORD];
            word[..rest.len()].copy_from_slice(rest);
            u64::from_be_bytes(word)
        }
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

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Bytes that are often the same, also as what stands behind the end of a state.
    fn byte() -> impl Strategy<Value = u8> {
        prop_oneof![3 => Just(0_u8), 1 => Just(1), 1 => Just(255)]
    }

    /// States of one length, or of several.
    fn states() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let of_one_length = (0..40_usize).prop_flat_map(|length| vec(vec(byte(), length), 0..300));
        prop_oneof![of_one_length, vec(vec(byte(), 0..40), 0..300)]
    }

    proptest! {
        #[test]
        fn states_come_in_the_order_of_their_bytes(mut states in states()) {
            let mut sorted = Sorted::default();
            states.iter().for_each(|state| sorted.push(state));
            states.sort();
            sorted.sort();
            for state in &states {
                assert!(sorted.advance().expect("it is in memory"));
                assert_eq!(sorted.state(), state);
            }
            assert!(!sorted.advance().expect("it is in memory"));
        }
    }
}
