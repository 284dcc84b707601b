//! A stabiliser chain in the form that the search for a representative walks.

use groups::{Group, Interrupted, Patience, Permutation};

/// The levels of a stabiliser chain that have a choice.
///
/// Points are numbered by their place among the moved points.
pub(crate) struct Chain {
    pub(crate) levels: Vec<ChainLevel>,
    /// The moved points.
    pub(crate) moved: Vec<u32>,
    /// For each point its place among the moved, or `u32::MAX`.
    pub(crate) place: Vec<u32>,
}

/// One level: the group that fixes the base points of the levels before.
pub(crate) struct ChainLevel {
    /// The orbit of the base point.
    pub(crate) orbit: Vec<u32>,
    /// For each point of the orbit, a permutation that sends the base point there, as exchanges to be done one after the other
    /// in a row that is indexed by points.
    exchanges: Vec<Vec<(u32, u32)>>,
    /// For each moved point, the number of its orbit under the group of this level.
    pub(crate) orbits: Vec<u32>,
}

impl Chain {
    /// The chain whose base are the moved points in ascending order.
    pub(crate) fn ascending(
        group: &Group,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let moves = |&point: &usize| {
            group.generators().iter().any(|generator| generator.image(point) != point)
        };
        let moved: Vec<usize> = (0..group.degree()).filter(moves).collect();
        Self::new(&group.rebased_within(&moved, patience)?, patience)
    }

    pub(crate) fn new(group: &Group, patience: &mut Patience<'_>) -> Result<Self, Interrupted> {
        patience.spend(group.degree() * group.generators().len())?;
        let points = 0..group.degree();
        let moved = points.filter(|&point| {
            group.generators().iter().any(|generator| generator.image(point) != point)
        });
        let moved: Vec<u32> = moved.map(|point| point as u32).collect();
        let mut place = vec![u32::MAX; group.degree()];
        for (index, &point) in moved.iter().enumerate() {
            place[point as usize] = index as u32;
        }
        let mut fixed = Vec::new();
        let mut levels = Vec::new();
        for level in group.levels() {
            if level.orbit().len() > 1 {
                let elements = level.orbit().len() + group.strong_generators().len();
                patience.spend(elements * (group.degree() + fixed.len()))?;
                let exchanges =
                    level.from_base_elements().iter().map(|element| exchanges(element, &place));
                levels.push(ChainLevel {
                    orbit: level.orbit().iter().map(|&point| place[point as usize]).collect(),
                    exchanges: exchanges.collect(),
                    orbits: orbits(group.strong_generators(), &fixed, &moved, &place),
                });
            }
            fixed.push(level.base());
        }
        Ok(Chain { levels, moved, place })
    }
}

impl ChainLevel {
    /// Given that `row[j]` is the point that some `g` sends to `j`: the same for `g` followed by the element that sends point
    /// number `choice` of the orbit to the base point.
    #[inline(always)]
    pub(crate) fn take(&self, choice: usize, row: &mut [u32]) {
        for &(a, b) in &self.exchanges[choice] {
            row.swap(a as usize, b as usize);
        }
    }
}

/// Exchanges that turn each `row[j]` into the former `row[element(j)]`.
fn exchanges(element: &Permutation, place: &[u32]) -> Vec<(u32, u32)> {
    let mut exchanges = Vec::new();
    for cycle in element.cycles() {
        for pair in cycle.windows(2) {
            exchanges.push((place[pair[0]], place[pair[1]]));
        }
    }
    exchanges
}

/// Numbers of the orbits of the strong generators that fix all of `fixed`.
fn orbits(strong: &[Permutation], fixed: &[usize], moved: &[u32], place: &[u32]) -> Vec<u32> {
    let fixing = |element: &&Permutation| fixed.iter().all(|&point| element.image(point) == point);
    let strong: Vec<&Permutation> = strong.iter().filter(fixing).collect();
    let mut numbers = vec![u32::MAX; moved.len()];
    let mut queue = Vec::new();
    for start in 0..moved.len() {
        if numbers[start] != u32::MAX {
            continue;
        }
        numbers[start] = start as u32;
        queue.push(start);
        while let Some(at) = queue.pop() {
            for element in &strong {
                let to = place[element.image(moved[at] as usize)] as usize;
                if numbers[to] == u32::MAX {
                    numbers[to] = start as u32;
                    queue.push(to);
                }
            }
        }
    }
    numbers
}
