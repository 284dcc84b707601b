//! Bits that the hashes of states set: a Bloom filter.
//!
//! The places of a state are made of two hashes by enhanced double hashing: P. C. Dillinger and P. Manolios, *Bloom filters in probabilistic
//! verification*, FMCAD 2004.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::outcome::Omission;

/// The steps in which the bits that were set over time are added up.
const STEPS: u32 = 1000;

pub(super) struct Bits {
    words: Box<[AtomicU64]>,
    functions: u32,
    /// How many are set.
    set: AtomicU64,
}

impl Bits {
    /// So many bytes; none if there is not so much memory.
    pub(super) fn new(bytes: u64, functions: u32) -> Option<Self> {
        let words = usize::try_from((bytes / 8).max(1)).ok()?;
        let words = bytemuck::try_zeroed_slice_box(words).ok()?;
        Some(Bits { words, functions, set: AtomicU64::new(0) })
    }

    /// The word and the bit of each place of a state.
    fn places(&self, [mut place, mut step]: [u64; 2]) -> impl Iterator<Item = (&AtomicU64, u64)> {
        let bits = self.words.len() as u128 * 64;
        (0..u64::from(self.functions)).map(move |index| {
            let bit = ((u128::from(place) * bits) >> 64) as u64;
            place = place.wrapping_add(step);
            step = step.wrapping_add(index);
            (&self.words[(bit / 64) as usize], 1 << (bit % 64))
        })
    }

    /// Sets the bits of a state, and tells whether one of them was not.
    pub(super) fn set(&self, hash: [u64; 2]) -> bool {
        // What is set stays so: a word that has the bit is not written.
        let set = |(word, bit): (&AtomicU64, u64)| {
            word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
        };
        let count = self.places(hash).filter(|&place| set(place)).count() as u64;
        self.set.fetch_add(count, Relaxed);
        count > 0
    }

    /// Whether all bits of a state are set.
    pub(super) fn has(&self, hash: [u64; 2]) -> bool {
        self.places(hash).all(|(word, bit)| word.load(Relaxed) & bit != 0)
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.words) as u64
    }

    /// What was omitted when this many states were kept. The bits that are set now were set evenly, and a state was omitted if all of its bits
    /// were set when it came: that is added up.
    pub(super) fn omission(&self, states: u64) -> Omission {
        let bits = self.words.len() as f64 * 64.0;
        let clear = 1.0 - self.set.load(Relaxed) as f64 / bits;
        let omitted = |part: f64| (1.0 - clear.powf(part)).powi(self.functions as i32);
        let middles = (0..STEPS).map(|step| (f64::from(step) + 0.5) / f64::from(STEPS));
        let mean = middles.map(omitted).sum::<f64>() / f64::from(STEPS);
        Omission {
            functions: Some(self.functions),
            hash_factor: Some(bits / states.max(1) as f64),
            searches: 1,
            // Of those that came, the kept ones are those that were not omitted.
            expected: states as f64 * mean / (1.0 - mean).max(f64::MIN_POSITIVE),
        }
    }
}
