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
    /// The number of moved points.
    count: usize,
    /// For each pair of moved points, the start of its part of `list`; one more for the end.
    starts: Vec<u32>,
    list: Vec<u32>,
}

/// A permutation that is its own inverse.
pub(crate) struct Involution {
    /// The image of each point.
    pub(crate) image: Box<[u32]>,
    /// The points that it moves.
    pub(crate) moved: Box<[u32]>,
}

impl Involutions {
    /// Classes of involutions that have a member among the generators of the group.
    pub(crate) fn new(
        group: &Group,
        moved: &[u32],
        place: &[u32],
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let degree = group.degree();
        let mut budget = NUMBERS;
        let count = moved.len();
        let mut all = Vec::new();
        let mut seen: HashSet<Permutation> = HashSet::new();
        let candidates = group.generators().iter().chain(group.strong_generators());
        patience.spend(4 * candidates.clone().count() * degree)?;
        let mut candidates: Vec<&Permutation> =
            candidates.filter(|element| element.then(element).is_identity()).collect();
        candidates.sort_by_key(|element| element.support().len());
        // Conjugates move equally many points: a class that is too large is not listed again for each of its members.
        let mut too_large: HashSet<usize> = HashSet::new();
        for element in candidates {
            let support = element.support().len();
            if count * count > NUMBERS / 4
                || element.is_identity()
                || seen.contains(element)
                || too_large.contains(&support)
            {
                continue;
            }
            let most = (budget / degree).min(4 * count * count);
            let Some(class) = class(group, element, most, patience)? else {
                too_large.insert(support);
                continue;
            };
            if !are_few_alike(&class) {
                continue;
            }
            budget -= class.len() * degree;
            for element in class {
                let support = element.support().iter().map(|&point| point as u32).collect();
                all.push(Involution { image: element.images().into(), moved: support });
                seen.insert(element);
            }
        }
        if all.is_empty() {
            return Ok(Involutions { all, count: 0, starts: Vec::new(), list: Vec::new() });
        }
        let mut lists = vec![Vec::new(); count * count];
        for (number, involution) in all.iter().enumerate() {
            for &point in &involution.moved {
                let image = involution.image[point as usize];
                lists[place[point as usize] as usize * count + place[image as usize] as usize]
                    .push(number as u32);
            }
        }
        let mut starts = vec![0];
        let mut list = Vec::new();
        for part in lists {
            list.extend(part);
            starts.push(list.len() as u32);
        }
        Ok(Involutions { all, count, starts, list })
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[Involution] {
        &self.all
    }

    /// The involutions that exchange two points, given by their places among the moved points.
    #[inline]
    pub(crate) fn exchanging(&self, a: u32, b: u32) -> impl Iterator<Item = &Involution> {
        let part = if self.count == 0 {
            &[]
        } else {
            let pair = a as usize * self.count + b as usize;
            &self.list[self.starts[pair] as usize..self.starts[pair + 1] as usize]
        };
        part.iter().map(|&number| &self.all[number as usize])
    }
}

/// The conjugates of an element, unless they are more than `limit`.
fn class(
    group: &Group,
    element: &Permutation,
    limit: usize,
    patience: &mut Patience<'_>,
) -> Result<Option<Vec<Permutation>>, Interrupted> {
    let mut seen = HashSet::from([element.clone()]);
    let mut class = vec![element.clone()];
    let mut at = 0;
    while at < class.len() {
        for generator in group.generators() {
            patience.spend(4 * group.degree())?;
            let conjugate = class[at].conjugate(generator);
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
fn are_few_alike(class: &[Permutation]) -> bool {
    let mut alike = HashMap::new();
    for element in class {
        for point in element.support() {
            *alike.entry((point, element.image(point))).or_insert(0) += 1;
        }
    }
    alike.values().all(|&number| number <= ALIKE)
}
