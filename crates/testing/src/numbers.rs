//! Random numbers: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).

/// A seeded source of numbers: equal seeds give equal numbers, today and tomorrow. Seeds are recorded of models that once
/// were answered wrongly.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The source with the number `seed`.
    pub fn new(seed: u64) -> Self {
        let mut numbers = Numbers(seed ^ 0x5dee_ce66_d1ce_4e5b);
        numbers.word();
        numbers
    }

    /// Any number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// A number from `from` to `to`, both included.
    pub fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True in one of `count` cases.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// One of some things.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }

    /// One of some things, each as often as its weight says.
    pub fn weighted<T: Copy>(&mut self, things: &[(usize, T)]) -> T {
        let total = things.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(total);
        for &(weight, thing) in things {
            if at < weight {
                return thing;
            }
            at -= weight;
        }
        unreachable!("the number is below the sum of the weights")
    }

    /// Mixes some things up.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// The numbers below `count`, mixed up.
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut images: Vec<usize> = (0..count).collect();
        self.shuffle(&mut images);
        images
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    #[test]
    fn seeds_mean_what_they_always_meant() {
        let mut numbers = Numbers::new(1);
        let first = [numbers.word(), numbers.word()];
        assert_eq!(first, [0xcdac_bbc9_de73_113d, 0x57c8_d1e2_abbe_91c5]);
    }
}
