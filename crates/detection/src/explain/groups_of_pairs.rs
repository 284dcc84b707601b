//! Pairs of orbits with the same reason, and which reason costs most.

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
    /// By how much the group could grow if the orbits were one: the logarithm of the number of ways to share out the
    /// components of all among them.
    pub fn gain(&self) -> f64 {
        let mut parts: Vec<usize> = self.pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        parts.sort_unstable();
        parts.dedup();
        let mut all = 0;
        let mut gain = 0.0;
        for part in parts {
            for position in 1..=self.orbits[part].len() {
                all += 1;
                gain += (f64::from(all) / position as f64).ln();
            }
        }
        gain
    }
}
