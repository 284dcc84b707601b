//! Infinite words that repeat themselves.

/// An infinite word: a prefix, and a cycle that is repeated for ever. Each letter is a valuation, with bit `i` for
/// atom `i`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lasso {
    prefix: Vec<u64>,
    cycle: Vec<u64>,
}

impl Lasso {
    /// The word; none if the cycle is empty.
    #[must_use]
    pub fn new(prefix: Vec<u64>, cycle: Vec<u64>) -> Option<Self> {
        (!cycle.is_empty()).then_some(Lasso { prefix, cycle })
    }

    /// What comes once.
    #[must_use]
    pub fn prefix(&self) -> &[u64] {
        &self.prefix
    }

    /// What is repeated; not empty.
    #[must_use]
    pub fn cycle(&self) -> &[u64] {
        &self.cycle
    }

    /// The letters of the prefix and of one round of the cycle.
    pub(crate) fn letters(&self) -> Vec<u64> {
        [&self.prefix[..], &self.cycle[..]].concat()
    }

    /// The position after this one, the last one being followed by the first of the cycle.
    pub(crate) fn after(&self, position: usize) -> usize {
        if position + 1 == self.prefix.len() + self.cycle.len() {
            self.prefix.len()
        } else {
            position + 1
        }
    }
}
