//! Random numbers: splitmix64 (Steele, Lea, Flood 2014).

/// A seeded source of numbers: equal seeds give equal models.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// A source for the model number `seed`.
    pub fn new(seed: u64) -> Self {
        let mut numbers = Numbers(seed ^ 0x5dee_ce66_d1ce_4e5b);
        numbers.next();
        numbers
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number from `from` to `to`, both included.
    pub fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
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
}
