//! An invertible mix of numbers of so many bits.

/// Odd, with bits that look random, and what each becomes one with by multiplication.
const FACTORS: [(u64, u64); 2] =
    [with_inverse(0x9E37_79B9_7F4A_7C15), with_inverse(0xD6E8_FEB8_6659_FD93)];

/// An odd factor and its inverse modulo two to the 64 (by Newton's method, which doubles the bits that are right).
const fn with_inverse(factor: u64) -> (u64, u64) {
    let mut inverse = factor;
    let mut bits = 3;
    while bits < u64::BITS {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(inverse)));
        bits *= 2;
    }
    (factor, inverse)
}

/// Maps the numbers of so many bits onto one another, so that those that differ in few bits come to lie anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mix {
    /// The half of the bits, rounded up: a shift by so many is its own inverse.
    half: u32,
    mask: u64,
}

impl Mix {
    /// For numbers of so many bits, from 1 to 64.
    pub(super) fn new(bits: u32) -> Self {
        Mix { half: bits.div_ceil(2), mask: u64::MAX >> (u64::BITS - bits) }
    }

    /// The largest number.
    pub(super) fn largest(self) -> u64 {
        self.mask
    }

    #[inline(always)]
    fn shifted(self, number: u64) -> u64 {
        number ^ number >> self.half
    }

    /// What a number becomes.
    #[inline(always)]
    pub(super) fn forth(self, mut number: u64) -> u64 {
        for (factor, _) in FACTORS {
            number = self.shifted(number).wrapping_mul(factor) & self.mask;
        }
        self.shifted(number)
    }

    /// What became this number.
    #[inline(always)]
    pub(super) fn back(self, mut number: u64) -> u64 {
        for (_, inverse) in FACTORS.into_iter().rev() {
            number = self.shifted(number).wrapping_mul(inverse) & self.mask;
        }
        self.shifted(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        for bits in 1..=16 {
            let mix = Mix::new(bits);
            let mut seen = vec![false; 1 << bits];
            for number in 0..1 << bits {
                let mixed = mix.forth(number);
                assert_eq!(mix.back(mixed), number);
                assert!(!std::mem::replace(&mut seen[mixed as usize], true));
            }
        }
        for bits in 17..=64 {
            let mix = Mix::new(bits);
            for number in (0..1000).map(|n: u64| n.wrapping_mul(FACTORS[0].0) & mix.largest()) {
                assert!(mix.forth(number) <= mix.largest());
                assert_eq!(mix.back(mix.forth(number)), number);
            }
        }
    }

    #[test]
    fn numbers_in_a_row_are_spread() {
        // Each of 64 buckets, by the low bits or by the high ones, gets about the 64th part.
        for bits in [20, 27, 33, 40] {
            let mix = Mix::new(bits);
            for shift in [0, bits - 6] {
                let mut counts = [0; 64];
                for number in 0..64_000 {
                    counts[(mix.forth(number) >> shift & 63) as usize] += 1;
                }
                let (least, most) = (counts.iter().min(), counts.iter().max());
                assert!(least > Some(&700) && most < Some(&1300), "{bits} {counts:?}");
            }
        }
    }
}
