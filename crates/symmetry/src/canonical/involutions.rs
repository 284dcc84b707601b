//! Involutions of a group that exchange two points, to recognise twins.
//!
//! Two points are twins in a state if an involution kept here exchanges them and leaves the state as it is. Choosing one or
//! the other is then the same, and nothing needs to be searched.
//!
//! The set of involutions is closed under conjugation by the group. Therefore "all of these points are twins of each other" is
//! a property that symmetric states share, and the search may let its course depend on it.

use std::collections::{HashMap, HashSet};

use groups::{Group, Interrupted, Patience, Permutation};

/// No more numbers than this are kept for all involutions.
const NUMBERS: usize = 1 << 21;

/// A class of involutions of which more than this many exchange the same two points is left out.
const ALIKE: usize = 32;

/// Involutions, to be looked up by pairs of points that they exchange.
pub(crate) struct Involutions {
    all: Vec<Involution>,
    /// For each pair of points that one exchanges, in order, its number; both ways around.
    by_pair: Vec<((u32, u32), u32)>,
}

/// A permutation that is its own inverse: the pairs that it exchanges, in order, the lesser point of each first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Involution(Box<[(u32, u32)]>);

impl Involution {
    /// None if the permutation is no involution.
    fn of(permutation: &Permutation) -> Option<Self> {
        let support = permutation.support();
        let pairs = support.iter().map(|&point| (point as u32, permutation.image(point) as u32));
        let pairs: Vec<_> = pairs.collect();
        let returns =
            |&(point, image): &(u32, u32)| permutation.image(image as usize) as u32 == point;
        let is_one = !pairs.is_empty() && pairs.iter().all(returns);
        is_one.then(|| Involution(pairs.into_iter().filter(|(a, b)| a < b).collect()))
    }

    /// The pairs that it exchanges.
    pub(crate) fn pairs(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// The image of each of so many points.
    pub(crate) fn image(&self, degree: usize) -> Box<[u32]> {
        let mut image: Box<[u32]> = (0..degree as u32).collect();
        self.0.iter().for_each(|&(a, b)| image.swap(a as usize, b as usize));
        image
    }

    /// The same after points are renamed; none if that changes nothing, as no point that it moves is.
    fn conjugate(&self, by: &Permutation) -> Option<Self> {
        let image = |point: u32| by.image(point as usize) as u32;
        if self.0.iter().all(|&(a, b)| image(a) == a && image(b) == b) {
            return None;
        }
        let ordered = |&(a, b): &(u32, u32)| {
            let (a, b) = (image(a), image(b));
            (a.min(b), a.max(b))
        };
        let mut pairs: Box<[(u32, u32)]> = self.0.iter().map(ordered).collect();
        pairs.sort_unstable();
        Some(Involution(pairs))
    }
}

impl Involutions {
    /// Classes of involutions that have a member among the generators of the group.
    pub(crate) fn new(
        group: &Group,
        moved: &[u32],
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let mut budget = NUMBERS;
        let count = moved.len();
        let mut all: Vec<Involution> = Vec::new();
        let mut seen: HashSet<Involution> = HashSet::new();
        let candidates = group.generators().iter().chain(group.strong_generators());
        patience.spend(4 * candidates.clone().count() * group.degree())?;
        let mut candidates: Vec<Involution> = candidates.filter_map(Involution::of).collect();
        candidates.sort_by_key(|element| element.0.len());
        // Conjugates move equally many points: a class that is too large is not listed again for each of its members.
        let mut too_large: HashSet<usize> = HashSet::new();
        for element in candidates {
            let pairs = element.0.len();
            if seen.contains(&element) || too_large.contains(&pairs) {
                continue;
            }
            let most = (budget / (2 * pairs)).min(4 * count * count);
            let Some(class) = class(group, &element, most, patience)? else {
                too_large.insert(pairs);
                continue;
            };
            if !are_few_alike(&class) {
                continue;
            }
            budget -= class.len() * 2 * pairs;
            seen.extend(class.iter().cloned());
            all.extend(class);
        }
        let mut by_pair = Vec::new();
        for (number, involution) in (0..).zip(&all) {
            for &(a, b) in &involution.0 {
                by_pair.extend([((a, b), number), ((b, a), number)]);
            }
        }
        patience.spend(by_pair.len())?;
        by_pair.sort_unstable();
        Ok(Involutions { all, by_pair })
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[Involution] {
        &self.all
    }

    /// The involutions that exchange two points.
    #[inline]
    pub(crate) fn exchanging(&self, a: u32, b: u32) -> impl Iterator<Item = &Involution> {
        let start = self.by_pair.partition_point(|(pair, _)| *pair < (a, b));
        let here = self.by_pair[start..].iter().take_while(move |(pair, _)| *pair == (a, b));
        here.map(|&(_, number)| &self.all[number as usize])
    }
}

/// The conjugates of an element, unless they are more than `limit`.
fn class(
    group: &Group,
    element: &Involution,
    limit: usize,
    patience: &mut Patience<'_>,
) -> Result<Option<Vec<Involution>>, Interrupted> {
    let mut seen = HashSet::from([element.clone()]);
    let mut class = vec![element.clone()];
    let mut at = 0;
    while at < class.len() {
        for generator in group.generators() {
            patience.spend(2 * element.0.len())?;
            let Some(conjugate) = class[at].conjugate(generator) else { continue };
            patience.spend(16 * element.0.len())?;
            if seen.insert(conjugate.clone()) {
                class.push(conjugate);
            }
        }
        if class.len() > limit {
            return Ok(None);
        }
        at += 1;
    }
    Ok(Some(class))
}

/// Whether no more than [`ALIKE`] of them exchange the same two points.
fn are_few_alike(class: &[Involution]) -> bool {
    let mut alike = HashMap::new();
    class.iter().flat_map(|element| element.pairs()).for_each(|pair| {
        *alike.entry(*pair).or_insert(0) += 1;
    });
    alike.values().all(|&number| number <= ALIKE)
}
