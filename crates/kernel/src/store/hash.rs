//! From states to tags.

use rapidhash::v3::rapidhash_v3;

/// A hash function of 32 bits, all of which are good.
pub trait StateHash: Send + Sync {
    /// Of words, whose number is often known when this is compiled.
    fn of_words(words: &[u64]) -> u32;
    /// Of bytes.
    fn of_bytes(bytes: &[u8]) -> u32;
}

/// Multiplication of two words at a time, folded (as in rapidhash and foldhash), and rapidhash for bytes.
pub struct Folded;

/// Words in which ones and zeros look random and are equally many (from rapidhash).
const SECRET: [u64; 3] = [0x2D35_8DCC_AA6C_78A5, 0x8BB8_4B93_962E_ACC9, 0x4B33_A62E_D433_D4A3];

/// Both halves of the product, and the factors: if one of them is zero, the other still counts.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64 ^ a ^ b
}

impl StateHash for Folded {
    #[inline(always)]
    fn of_words(words: &[u64]) -> u32 {
        let (pairs, rest) = words.as_chunks::<2>();
        let mut hash = SECRET[2];
        for [a, b] in pairs {
            hash = fold(a ^ SECRET[0] ^ hash, b ^ SECRET[1]);
        }
        if let [last] = rest {
            hash = fold(last ^ hash, SECRET[1]);
        }
        (fold(hash ^ SECRET[2], SECRET[0]) >> 32) as u32
    }

    fn of_bytes(bytes: &[u8]) -> u32 {
        (rapidhash_v3(bytes) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_word_makes_others_count_for_nothing() {
        let words = SECRET.into_iter().chain([0, u64::MAX]);
        let words: Vec<u64> = words.flat_map(|word| [word, SECRET[2] ^ word]).collect();
        for &word in &words {
            let before = (0..1000).map(|other| Folded::of_words(&[other, word, 7, word]));
            let after = (0..1000).map(|other| Folded::of_words(&[word, other, word]));
            assert!(before.collect::<HashSet<u32>>().len() > 990);
            assert!(after.collect::<HashSet<u32>>().len() > 990);
        }
    }
}
