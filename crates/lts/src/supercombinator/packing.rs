//! States as bytes: each number takes as many bits as it needs.

/// Where in the bytes each number is.
pub(super) struct Packing {
    /// How many bits each number takes, at most 32.
    bits: Box<[u32]>,
    bytes: usize,
}

impl Packing {
    /// Of numbers that are less than these.
    pub(super) fn new(counts: impl Iterator<Item = u32>) -> Packing {
        let bits: Box<[u32]> =
            counts.map(|count| 32 - count.saturating_sub(1).leading_zeros()).collect();
        let all: usize = bits.iter().map(|&bits| bits as usize).sum();
        Packing { bits, bytes: all.div_ceil(8) }
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn pack(&self, numbers: &[u32], out: &mut Vec<u8>) {
        let (mut word, mut filled) = (0u64, 0);
        for (&number, &bits) in numbers.iter().zip(&self.bits) {
            word |= u64::from(number) << filled;
            filled += bits;
            while filled >= 8 {
                out.push(word as u8);
                word >>= 8;
                filled -= 8;
            }
        }
        if filled > 0 {
            out.push(word as u8);
        }
    }

    pub(super) fn unpack(&self, bytes: &[u8], numbers: &mut [u32]) {
        let mut bytes = bytes.iter();
        let (mut word, mut filled) = (0u64, 0);
        for (number, &bits) in numbers.iter_mut().zip(&self.bits) {
            while filled < bits {
                word |= u64::from(bytes.next().copied().unwrap_or(0)) << filled;
                filled += 8;
            }
            *number = (word & ((1 << bits) - 1)) as u32;
            word >>= bits;
            filled -= bits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let counts = [1, 2, 3, 4, 5, 1000, u32::MAX, 1, 8, 9, u32::MAX];
        let packing = Packing::new(counts.into_iter());
        for take in 0..3 {
            let numbers: Vec<u32> = counts.iter().map(|count| (count - 1) / (take + 1)).collect();
            let (mut bytes, mut back) = (Vec::new(), vec![7; counts.len()]);
            packing.pack(&numbers, &mut bytes);
            packing.unpack(&bytes, &mut back);
            assert_eq!((bytes.len(), back), (packing.bytes(), numbers));
        }
        assert_eq!(Packing::new([4; 12].into_iter()).bytes(), 3);
    }
}
