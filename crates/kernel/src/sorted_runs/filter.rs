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
pub(super) fn lines(states: u64) -> u64 {
    (states * BITS_PER_STATE).div_ceil(LINE as u64 * u64::from(u32::BITS)).max(1)
}

/// The bytes of so many lines.
pub(super) const LINE_BYTES: usize = LINE * size_of::<u32>();

/// The hash of a state.
pub(super) fn hash(state: &[u8]) -> u64 {
    rapidhash_v3(state)
}

/// Appends the filter of the states with these hashes.
pub(super) fn push_filter(hashes: &[u64], out: &mut Vec<u8>) {
    let count = lines(hashes.len() as u64);
    let start = out.len();
    out.resize(start + count as usize * LINE_BYTES, 0);
    let (all, _) = out[start..].as_chunks_mut::<LINE_BYTES>();
    for &hash in hashes {
        let line = &mut all[line_of(hash, count)];
        for (byte, bit) in bits(hash) {
            line[byte] |= bit;
        }
    }
}

/// Whether a state with this hash may be one of those that a filter was made of. Where there is none it may.
pub(super) fn may_contain(filter: &[u8], hash: u64) -> bool {
    let (lines, _) = filter.as_chunks::<LINE_BYTES>();
    if lines.is_empty() {
        return true;
    }
    let line = &lines[line_of(hash, lines.len() as u64)];
    bits(hash).all(|(byte, bit)| line[byte] & bit != 0)
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
        for count in [1_u64, 2, 25, 26, 1000, 100_000] {
            let hashes: Vec<u64> = (0..count).map(|it| hash(&it.to_le_bytes())).collect();
            let mut filter = vec![7; 3];
            push_filter(&hashes, &mut filter);
            let filter = &filter[3..];
            assert_eq!(filter.len() as u64, lines(count) * LINE_BYTES as u64);
            assert!(hashes.iter().all(|&hash| may_contain(filter, hash)));
            let others = (count..count + 10_000).map(|it| hash(&it.to_le_bytes()));
            let passed = others.filter(|&hash| may_contain(filter, hash)).count();
            assert!(passed < 300, "{passed} of 10,000 pass the filter of {count}");
        }
    }
}
