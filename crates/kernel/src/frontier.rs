//! The states of a level, first in first out.

use std::collections::VecDeque;

use crate::store::StateId;

/// Runs in one block.
const BLOCK: usize = 512;

/// States whose numbers are evenly spaced. The states that a worker finds one after the other mostly are.
#[derive(Clone, Copy)]
struct Run {
    first: u64,
    /// From a number to the next.
    step: u32,
    count: u32,
}

impl Run {
    fn number(self, place: u32) -> u64 {
        // Behind the last number of all there need not be another.
        self.first.wrapping_add(u64::from(self.step) * u64::from(place))
    }

    /// Appends a state if it goes on like this.
    fn extend(&mut self, number: u64) -> bool {
        if self.count == 1
            && let Some(step) = number.checked_sub(self.first)
            && let Ok(step) = u32::try_from(step)
        {
            self.step = step;
        } else if self.count == u32::MAX || number != self.number(self.count) {
            return false;
        }
        self.count += 1;
        true
    }

    /// Takes at most so many states off the front.
    fn take(&mut self, most: usize) -> impl Iterator<Item = StateId> + use<> {
        let taken = *self;
        let count = u32::try_from(most).unwrap_or(u32::MAX).min(self.count);
        self.first = self.number(count);
        self.count -= count;
        (0..count).map(move |place| StateId::from_number(taken.number(place)))
    }
}

/// A queue of states, as runs in blocks that are given back as they empty.
#[derive(Clone, Default)]
pub(crate) struct Frontier {
    blocks: VecDeque<Vec<Run>>,
    /// How many runs of the first block are already taken.
    taken: usize,
    length: usize,
}

impl Frontier {
    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Whether no states wait.
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.blocks.len() * BLOCK * size_of::<Run>()
    }

    /// All states, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = StateId> + '_ {
        self.iter_from(0)
    }

    /// The same without so many states at the front.
    pub(crate) fn iter_from(&self, mut before: usize) -> impl Iterator<Item = StateId> + '_ {
        let runs = self.blocks.iter().flatten().skip(self.taken);
        runs.flat_map(move |&(mut run)| {
            let passed = before.min(run.count as usize);
            before -= passed;
            let _ = run.take(passed);
            run.take(usize::MAX)
        })
    }

    /// Appends a state.
    #[inline]
    pub(crate) fn push(&mut self, id: StateId) {
        self.length += 1;
        let last = self.blocks.back_mut().and_then(|block| block.last_mut());
        if last.is_some_and(|run| run.extend(id.number())) {
            return;
        }
        let run = Run { first: id.number(), step: 0, count: 1 };
        match self.blocks.back_mut() {
            Some(block) if block.len() < block.capacity() => block.push(run),
            _ => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(run);
                self.blocks.push_back(block);
            }
        }
    }

    /// Moves all states of another queue, from which nothing has been taken, to the end of this one.
    pub(crate) fn append(&mut self, other: &mut Frontier) {
        debug_assert_eq!(other.taken, 0);
        self.blocks.append(&mut other.blocks);
        self.length += std::mem::take(&mut other.length);
    }

    /// Overwrites `chunk` with at most `most` states from the front; with none only if there are none.
    pub(crate) fn take(&mut self, most: usize, chunk: &mut Vec<StateId>) {
        chunk.clear();
        while chunk.len() < most
            && let Some(block) = self.blocks.front_mut()
        {
            let run = &mut block[self.taken];
            chunk.extend(run.take(most - chunk.len()));
            if run.count > 0 {
                break;
            }
            self.taken += 1;
            if self.taken == block.len() {
                self.blocks.pop_front();
                self.taken = 0;
            }
        }
        self.length -= chunk.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers in runs of all kinds: none, backwards, far apart, up to the largest, the same again.
    fn numbers() -> impl Iterator<Item = u64> {
        let long = 0..50_000;
        let spaced = (0..3000).map(|n| 100_000 + 7 * n);
        let irregular = (0..3000u64).map(|n| n * n * n % 7919);
        let backwards = (0..100).rev();
        let far = (0..10).map(|n| n << 40);
        let last = (0..10).map(|n| u64::MAX - 7 * (9 - n));
        let far = far.chain(last);
        long.chain(spaced).chain(irregular).chain(backwards).chain(far).chain([5, 5, 5, 5, 6])
    }

    #[test]
    fn states_come_back_in_order_and_memory_is_given_back() {
        let mut ids = numbers().map(StateId::from_number);
        let mut parts = [Frontier::default(), Frontier::default(), Frontier::default()];
        let mut expected = Vec::new();
        for (part, count) in parts.iter_mut().zip([1, 51_000, 10_000]) {
            for id in ids.by_ref().take(count) {
                part.push(id);
                expected.push(id);
            }
        }
        let mut whole = Frontier::default();
        for part in &mut parts {
            whole.append(part);
            assert!(part.is_empty() && part.bytes() == 0);
        }
        assert_eq!(whole.len(), expected.len());
        assert_eq!(whole.len(), numbers().count());
        assert!(whole.iter().eq(numbers().map(StateId::from_number)));
        for before in [1, 1000, 51_007, expected.len()] {
            assert!(whole.iter_from(before).eq(expected[before..].iter().copied()));
        }
        let (mut all, mut chunk) = (Vec::new(), Vec::new());
        for most in (1..300).cycle() {
            whole.take(most, &mut chunk);
            if chunk.is_empty() {
                break;
            }
            assert!(chunk.len() <= most);
            all.append(&mut chunk);
            assert_eq!(whole.iter().next(), expected.get(all.len()).copied());
            assert_eq!(whole.len(), expected.len() - all.len());
        }
        assert_eq!(all, expected);
        assert!(whole.is_empty() && whole.bytes() == 0);
    }

    #[test]
    fn a_run_takes_the_memory_of_one_state() {
        let mut frontier = Frontier::default();
        (0..1_000_000).for_each(|number| frontier.push(StateId::from_number(number * 3)));
        assert_eq!(frontier.bytes(), BLOCK * size_of::<Run>());
    }
}
