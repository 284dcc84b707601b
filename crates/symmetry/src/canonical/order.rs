//! Sorting the blocks of a family without a branch that is hard to predict.

use std::cmp::Ordering;

/// Up to so many blocks the place of each is found by counting those that come before it.
const FEW: usize = 24;

/// Working memory for sorting the blocks of all families.
pub(crate) struct Order {
    keys: Vec<u64>,
    numbers: Vec<u32>,
}

impl Order {
    /// For families of up to `count` blocks.
    pub(crate) fn new(count: usize) -> Self {
        Order { keys: vec![0; count], numbers: vec![0; count] }
    }

    /// The blocks from 0 to `count`, sorted by key; where keys are equal, as `compare` says; and where that finds no difference,
    /// in their order.
    #[inline(always)]
    pub(crate) fn sort(
        &mut self,
        count: usize,
        key: impl Fn(usize) -> u64,
        compare: impl Fn(usize, usize) -> Ordering,
    ) -> &[u32] {
        let keys = &mut self.keys[..count];
        let numbers = &mut self.numbers[..count];
        for (block, entry) in keys.iter_mut().enumerate() {
            *entry = key(block);
        }
        if count > FEW {
            for (block, number) in numbers.iter_mut().enumerate() {
                *number = block as u32;
            }
            numbers.sort_unstable_by(|&a, &b| {
                let (i, j) = (a as usize, b as usize);
                keys[i].cmp(&keys[j]).then_with(|| compare(i, j)).then(a.cmp(&b))
            });
            return numbers;
        }
        for (block, &key) in keys.iter().enumerate() {
            let (before, after) = keys.split_at(block);
            let earlier = before.iter().map(|&other| usize::from(other <= key)).sum::<usize>();
            let later = after.iter().map(|&other| usize::from(other < key)).sum::<usize>();
            numbers[earlier + later] = block as u32;
        }
        for end in 1..count {
            let block = numbers[end] as usize;
            let follows = |before: u32| {
                keys[before as usize] == keys[block]
                    && compare(before as usize, block) == Ordering::Greater
            };
            let mut at = end;
            while at > 0 && follows(numbers[at - 1]) {
                numbers[at] = numbers[at - 1];
                at -= 1;
            }
            numbers[at] = block as u32;
        }
        numbers
    }

    /// What was sorted last.
    pub(crate) fn sorted(&self, count: usize) -> &[u32] {
        &self.numbers[..count]
    }
}

/// A key for the first eight values of a list. Values that are less than -1 or more than 254 count as these, so that lists of
/// other values are in their lexicographic order, as far as the key sees them. In any case the order is a function of the
/// values.
#[inline(always)]
pub(crate) fn key(values: impl Iterator<Item = i32>) -> u64 {
    let bytes = values.take(8).zip((0..64).step_by(8).rev());
    bytes.fold(0, |key, (value, shift)| key | ((value.clamp(-1, 254) + 1) as u64) << shift)
}

/// A key in the order of a value.
#[inline(always)]
pub(crate) fn key_of(value: i32) -> u64 {
    u64::from(value as u32 ^ 1 << 31)
}
