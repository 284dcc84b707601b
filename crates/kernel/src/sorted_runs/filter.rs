//! Bloom filters whose bits for one state lie in one line of 32 bytes (F. Putze, P. Sanders and J. Singler, *Cache-, hash- and
//! space-efficient Bloom filters*, WEA 2007; the division of a line into eight words is that of Apache Parquet).
//!
//! What a filter denies is not there. Of states that are not there it lets about one in a hundred pass.

use rapidhash::v3::rapidhash_v3;

/// Bits for each state.
const BITS_PER_STATE: u64 = 10;

/// Bits of a line, in which each of these words has one for a state.
const LINE: usize = 8;

/// Odd numbers that spread a hash over the words of a line.
const SPREAD: [u32; LINE] = [
    0x9E37_79B1,
    0x85EB_CA77,
    0xC2B2_AE3D,
    0x27D4_EB2F,
    0x1656_67B1,
    0xB529_7A4D,
    0x68E3_1DA5,
    0x1B56_C4E9,
];

/// How many lines a filter for so many states has: at least one.
fn lines(states: u64) -> u64 {
    (states * BITS_PER_STATE).div_ceil(LINE as u64 * u64::from(u32::BITS)).max(1)
}

/// The bytes of a line.
const LINE_BYTES: usize = LINE * size_of::<u32>();

/// So many states before one is added its line is fetched.
const AHEAD: usize = 16;

/// Large filters can shrink to a part of so much.
const SHRINKS: u64 = 16;

/// The hash of a state.
pub(super) fn hash(state: &[u8]) -> u64 {
    rapidhash_v3(state)
}

/// What is known of some states.
#[derive(Default)]
pub(super) struct Filter {
    lines: Vec<[u8; LINE_BYTES]>,
}

impl Filter {
    /// The filter of no states, with room for so many.
    pub(super) fn with_room(states: u64) -> Self {
        let lines = match lines(states) {
            few @ ..SHRINKS => few.next_power_of_two(),
            many => many.next_multiple_of(SHRINKS),
        };
        Filter { lines: vec![[0; LINE_BYTES]; lines as usize] }
    }

    /// Adds states with these hashes. Their lines are far apart: they are fetched before they are needed.
    pub(super) fn insert(&mut self, hashes: &[u64]) {
        let count = self.lines.len() as u64;
        for (index, &hash) in hashes.iter().enumerate() {
            if let Some(&soon) = hashes.get(index + AHEAD) {
                prefetch_index::prefetch_index(&self.lines, line_of(soon, count));
            }
            let line = &mut self.lines[line_of(hash, count)];
            for (byte, bit) in bits(hash) {
                line[byte] |= bit;
            }
        }
    }

    /// Takes no more memory than so many states need, within a factor of two.
    pub(super) fn shrink(&mut self, states: u64) {
        while self.lines.len() as u64 >= 2 * lines(states) && self.lines.len().is_multiple_of(2) {
            // Of two lines one after the other one becomes, as if there had been half as many from the beginning.
            let count = self.lines.len() / 2;
            for place in 0..count {
                let (one, other) = (self.lines[2 * place], self.lines[2 * place + 1]);
                self.lines[place] = std::array::from_fn(|byte| one[byte] | other[byte]);
            }
            self.lines.truncate(count);
            self.lines.shrink_to_fit();
        }
    }

    /// Whether a state with this hash may be one of those that were added. Where there is no filter it may.
    #[inline]
    pub(super) fn may_contain(&self, hash: u64) -> bool {
        if self.lines.is_empty() {
            return true;
        }
        let line = &self.lines[line_of(hash, self.lines.len() as u64)];
        bits(hash).all(|(byte, bit)| line[byte] & bit != 0)
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.lines.capacity() * LINE_BYTES
    }
}

/// The line is told by the upper half of a hash, what is in it by the lower.
fn line_of(hash: u64, lines: u64) -> usize {
    (((hash >> 32) * lines) >> 32) as usize
}

/// For each word of a line the byte and the bit in it.
fn bits(hash: u64) -> impl Iterator<Item = (usize, u8)> {
    SPREAD.iter().enumerate().map(move |(word, spread)| {
        let bit = (hash as u32).wrapping_mul(*spread) >> 27;
        (word * size_of::<u32>() + bit as usize / 8, 1 << (bit % 8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_passes_and_little_else() {
        for (count, room) in [1_u64, 2, 25, 26, 1000, 100_000]
            .map(|count| [(count, count), (count, 5 * count)])
            .as_flattened()
        {
            let hashes =
                |from: u64, count: u64| (from..from + count).map(|it| hash(&it.to_le_bytes()));
            let mut filter = Filter::with_room(*room);
            filter.insert(&hashes(0, *count).collect::<Vec<_>>());
            filter.shrink(*count);
            assert!(filter.bytes() as u64 <= 2 * lines(*count) * LINE_BYTES as u64);
            assert!(hashes(0, *count).all(|hash| filter.may_contain(hash)));
            let passed = hashes(*count, 10_000).filter(|&hash| filter.may_contain(hash)).count();
            assert!(passed < 300, "{passed} of 10,000 pass the filter of {count}");
        }
    }
}
