//! Mixing of 64-bit words, and a small source of random numbers.

/// Scatters a word: a folded 128-bit product, as in wyhash and rapidhash. Not injective, which is harmless for colours.
#[inline(always)]
pub(crate) fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0x2d35_8dcc_aa6c_78a5) * 0x8bb8_4b93_962e_acc9_u128;
    (product as u64) ^ ((product >> 64) as u64)
}

/// A constant for each pair of numbers, as good as random: keys of families, orbits and the like.
pub(crate) fn key(number: u64, salt: u64) -> u64 {
    let mut numbers =
        Numbers::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.rotate_left(32));
    numbers.next();
    numbers.next() | 1
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Numbers(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
