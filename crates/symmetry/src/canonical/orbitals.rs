//! The structure that a group leaves between points, read off its orbits on pairs of points.
//!
//! Which client belongs to which server, which vertex is next to which: none of it is stored in a state, yet every symmetry
//! preserves it. The orbits on ordered pairs (the orbitals, D. G. Higman, "Coherent configurations", 1975) are exactly the
//! binary relations that the group preserves. Colour refinement runs over the sparse ones as over edges of a graph.
//!
//! Cost: `m² · generators` steps for `m` moved points, once. Beyond [`LIMIT`] points nothing is computed, and refinement does
//! without, which costs time but no exactness.

use groups::{Group, Interrupted, Patience};

/// With more moved points than this the orbitals are not computed.
pub(crate) const LIMIT: usize = 600;

/// So many neighbours of a point refinement looks at; the sparsest relation is taken in any case if it is not wider than this
/// times four.
const WIDTH: usize = 8;

/// The orbits of a group on ordered pairs of the points it moves.
pub(crate) struct Orbitals {
    moved: Vec<u32>,
    /// For each pair of indices into `moved`.
    numbers: Vec<u32>,
}

impl Orbitals {
    /// The orbits on pairs of `moved`, the points that the group moves; none if they are too many.
    pub(crate) fn new(
        group: &Group,
        moved: &[u32],
        patience: &mut Patience<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let count = moved.len();
        if count > LIMIT {
            return Ok(None);
        }
        let mut index = vec![0; group.degree()];
        for (number, &point) in moved.iter().enumerate() {
            index[point as usize] = number;
        }
        let images = group.generators().iter().map(|generator| {
            let images = moved.iter().map(|&point| index[generator.image(point as usize)]);
            images.collect::<Vec<usize>>()
        });
        let images: Vec<_> = images.collect();
        let mut numbers = vec![u32::MAX; count * count];
        let mut queue = Vec::new();
        let mut next = 0;
        for start in 0..count * count {
            if numbers[start] != u32::MAX {
                continue;
            }
            numbers[start] = next;
            queue.push(start);
            while let Some(pair) = queue.pop() {
                patience.spend(images.len())?;
                for image in &images {
                    let to = image[pair / count] * count + image[pair % count];
                    if numbers[to] == u32::MAX {
                        numbers[to] = next;
                        queue.push(to);
                    }
                }
            }
            next += 1;
        }
        Ok(Some(Orbitals { moved: moved.to_vec(), numbers }))
    }

    /// The number of the orbit of a pair of indices into the moved points.
    pub(crate) fn number(&self, from: usize, to: usize) -> u32 {
        self.numbers[from * self.moved.len() + to]
    }

    /// For each moved point the few points it is most closely related to, each with the number of the relation.
    ///
    /// Of the relations from one orbit to another the widest says no more than the others together, and is left out.
    pub(crate) fn neighbours(&self) -> Vec<Vec<(u32, u32)>> {
        let count = self.moved.len();
        // The diagonal pairs of an orbit have one number.
        let orbit: Vec<u32> = (0..count).map(|point| self.number(point, point)).collect();
        let neighbours = (0..count).map(|from| {
            let mut relations: Vec<(u32, u32, Vec<u32>)> = Vec::new();
            for (to, &of) in orbit.iter().enumerate() {
                let number = self.number(from, to);
                match relations.iter_mut().find(|relation| relation.0 == number) {
                    Some(relation) => relation.2.push(self.moved[to]),
                    None => relations.push((number, of, vec![self.moved[to]])),
                }
            }
            relations.sort_by_key(|(number, _, points)| (points.len(), *number));
            let widest =
                |at: usize| !relations[at + 1..].iter().any(|later| later.1 == relations[at].1);
            let useful = (0..relations.len())
                .filter(|&at| relations[at].0 != self.number(from, from) && !widest(at));
            let mut chosen = Vec::new();
            for at in useful {
                let (number, _, points) = &relations[at];
                let room = if chosen.is_empty() { 4 * WIDTH } else { WIDTH };
                if chosen.len() + points.len() > room {
                    break;
                }
                chosen.extend(points.iter().map(|&point| (point, *number)));
            }
            chosen
        });
        neighbours.collect()
    }
}
