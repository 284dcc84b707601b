//! Pairs of orbits with the same reason, and which reason costs most.

use std::collections::HashSet;

use super::MOST_COMPARED;
use super::reason::Reason;

/// Orbits of one sort, and the pairs of them, by their places, that one reason tells apart.
pub(super) struct Apart<'a> {
    pub orbits: &'a [Vec<usize>],
    pub pairs: Vec<(usize, usize)>,
    pub reason: Reason,
}

/// The pairs with the same reason together.
pub(super) fn by_reason<'a>(
    orbits: &'a [Vec<usize>],
    pairs: Vec<((usize, usize), Reason)>,
) -> Vec<Apart<'a>> {
    let mut groups: Vec<Apart<'a>> = Vec::new();
    for (pair, reason) in pairs {
        match groups.iter_mut().find(|group| group.reason.is_same_as(&reason)) {
            Some(group) => {
                group.pairs.push(pair);
                group.reason.take_sides(reason);
            }
            None => groups.push(Apart { orbits, pairs: vec![pair], reason }),
        }
    }
    groups
}

impl Apart<'_> {
    /// By how much the group could grow without what stands at the place of this reason, and whether all that it tells apart could be
    /// one then: orbits between which something else stands, too, are not.
    pub fn gain(&self, all: &[Apart<'_>]) -> (f64, bool) {
        let is_here = |other: &&Apart<'_>| {
            let same = other.reason.span.is_some() && other.reason.span == self.reason.span;
            std::ptr::eq(*other, self) || same && std::ptr::eq(other.orbits, self.orbits)
        };
        let here = all.iter().filter(is_here);
        let pairs: HashSet<(usize, usize)> = here.flat_map(|it| it.pairs.iter().copied()).collect();
        let mut parts: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        parts.sort_unstable();
        parts.dedup();
        let is_told = |a: usize, b: usize| pairs.contains(&(a, b)) || a == b;
        let are_told =
            |parts: &[usize]| parts.iter().all(|&a| parts.iter().all(|&b| a > b || is_told(a, b)));
        // Of more, only the first is compared.
        if self.orbits.len() > MOST_COMPARED || are_told(&parts) {
            return (self.gain_of(&parts), true);
        }
        let subsets = (0..1_usize << parts.len()).map(|chosen| {
            let places = parts.iter().enumerate();
            let subset = places.filter(|(place, _)| chosen >> place & 1 == 1);
            subset.map(|(_, &part)| part).collect::<Vec<usize>>()
        });
        let gains = subsets.filter(|subset| are_told(subset)).map(|subset| self.gain_of(&subset));
        (gains.fold(0.0, f64::max), false)
    }

    /// By how much the group could grow if these orbits were one: the logarithm of the number of ways to share out the components of
    /// all among them.
    fn gain_of(&self, parts: &[usize]) -> f64 {
        let mut all = 0;
        let mut gain = 0.0;
        for &part in parts {
            for position in 1..=self.orbits[part].len() {
                all += 1;
                gain += (f64::from(all) / position as f64).ln();
            }
        }
        gain
    }
}
