//! Conjunctions of literals.

use crate::limits::Effort;
use crate::{AtomId, TooLarge};

/// A conjunction of literals: which atoms must be true, and which false. It is satisfiable: no atom is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard {
    positive: u64,
    negative: u64,
}

impl Guard {
    /// The empty conjunction.
    pub const TRUE: Guard = Guard { positive: 0, negative: 0 };

    /// Requires the atoms of the first set to be true and those of the second to be false; none if that contradicts
    /// itself.
    #[must_use]
    pub fn new(positive: u64, negative: u64) -> Option<Guard> {
        (positive & negative == 0).then_some(Guard { positive, negative })
    }

    /// Requires an atom to be true, or to be false. The atom is below [`MAX_ATOMS`](crate::MAX_ATOMS).
    pub(crate) fn literal(atom: AtomId, is_positive: bool) -> Guard {
        let bit = 1 << atom.0;
        if is_positive {
            Guard { positive: bit, negative: 0 }
        } else {
            Guard { positive: 0, negative: bit }
        }
    }

    /// Requires each atom to be as in a valuation.
    pub(crate) fn exactly(valuation: u64) -> Guard {
        Guard { positive: valuation, negative: !valuation }
    }

    /// The atoms that must be true.
    #[must_use]
    pub fn positive(self) -> u64 {
        self.positive
    }

    /// The atoms that must be false.
    #[must_use]
    pub fn negative(self) -> u64 {
        self.negative
    }

    /// Whether a valuation satisfies it.
    #[must_use]
    #[inline]
    pub fn holds(self, valuation: u64) -> bool {
        self.positive & !valuation == 0 && self.negative & valuation == 0
    }

    /// Whether a valuation satisfies it, of which some atoms are unknown: none if that depends on these.
    #[must_use]
    #[inline]
    pub fn holds_with(self, valuation: u64, unknown: u64) -> Option<bool> {
        let known =
            Guard { positive: self.positive & !unknown, negative: self.negative & !unknown };
        match known.holds(valuation) {
            true if known != self => None,
            holds => Some(holds),
        }
    }

    /// Both; none if they contradict each other.
    #[must_use]
    pub fn and(self, other: Guard) -> Option<Guard> {
        Guard::new(self.positive | other.positive, self.negative | other.negative)
    }

    /// Whether each valuation that satisfies this one satisfies the other.
    #[must_use]
    pub fn implies(self, other: Guard) -> bool {
        other.positive & !self.positive == 0 && other.negative & !self.negative == 0
    }

    /// Whether each valuation that satisfies this one satisfies some other. Exponential in the number of atoms, at worst.
    pub(crate) fn is_covered_by(
        self,
        others: &[Guard],
        effort: &mut Effort,
    ) -> Result<bool, TooLarge> {
        let mut open = vec![self];
        while let Some(piece) = open.pop() {
            effort.spend(1 + others.len())?;
            if others.iter().any(|&other| piece.implies(other)) {
                continue;
            }
            let Some(&other) = others.iter().find(|&&other| piece.and(other).is_some()) else {
                return Ok(false);
            };
            piece.without(other, &mut open);
        }
        Ok(true)
    }

    /// Adds disjoint guards for the valuations that satisfy this one but not the other.
    pub(crate) fn without(self, other: Guard, pieces: &mut Vec<Guard>) {
        let mut rest = self;
        for literal in other.literals() {
            if rest.implies(literal) {
                continue;
            }
            pieces.extend(rest.and(literal.opposite()));
            match rest.and(literal) {
                Some(smaller) => rest = smaller,
                None => return,
            }
        }
    }

    /// Its conjuncts.
    pub(crate) fn literals(self) -> impl Iterator<Item = Guard> {
        let bits = |set: u64| (0..u64::BITS).map(|bit| 1 << bit).filter(move |bit| set & bit != 0);
        let positive = bits(self.positive).map(|bit| Guard { positive: bit, negative: 0 });
        positive.chain(bits(self.negative).map(|bit| Guard { positive: 0, negative: bit }))
    }

    /// Requires the opposite of each atom: the negation of a single literal.
    fn opposite(self) -> Guard {
        Guard { positive: self.negative, negative: self.positive }
    }

    /// The guard without a literal.
    pub(crate) fn weakened(self, literal: Guard) -> Guard {
        Guard {
            positive: self.positive & !literal.positive,
            negative: self.negative & !literal.negative,
        }
    }

    /// The guard with the opposite of one of its literals.
    pub(crate) fn flipped(self, literal: Guard) -> Guard {
        let rest = self.weakened(literal);
        Guard {
            positive: rest.positive | literal.negative,
            negative: rest.negative | literal.positive,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Guard;
    use crate::Limits;
    use crate::limits::Effort;

    fn guard(positive: u64, negative: u64) -> Guard {
        Guard::new(positive, negative).expect("no contradiction")
    }

    #[test]
    fn covering_is_what_the_valuations_say() {
        let mut numbers = testing::Numbers::new(1);
        let mut effort = Effort::new(&Limits::default());
        let mut covered = 0;
        for _ in 0..5000 {
            let mut any = || {
                let positive = numbers.word() & numbers.word() & 15;
                guard(positive, numbers.word() & numbers.word() & 15 & !positive)
            };
            let (one, others) = (any(), [any(), any(), any()]);
            let by_valuations =
                (0..16).all(|v| !one.holds(v) || others.iter().any(|other| other.holds(v)));
            let answer = one.is_covered_by(&others, &mut effort);
            assert_eq!(answer, Ok(by_valuations), "{one:?} {others:?}");
            covered += usize::from(by_valuations);
        }
        assert!(covered > 500, "{covered}");
    }

    #[test]
    fn literals_are_taken_away_and_turned() {
        let one = guard(0b01, 0b10);
        let literal = guard(0b01, 0);
        assert_eq!(one.weakened(literal), guard(0, 0b10));
        assert_eq!(one.flipped(literal), guard(0, 0b11));
        assert_eq!(one.literals().count(), 2);
        assert_eq!(Guard::new(1, 1), None);
    }
}
