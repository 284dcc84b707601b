//! Permutations of many points that move few of them.

use std::fmt;

use crate::permutation::Permutation;

/// A permutation that is kept as its moved points: it takes the memory of these, however many points there are beside them.
///
/// The automorphisms of a large graph are mostly like that, and there may be as many of them as vertices.
#[derive(Clone, PartialEq, Eq)]
pub struct SparsePermutation {
    degree: usize,
    /// The moved points with their images, in ascending order.
    moved: Box<[(u32, u32)]>,
}

impl SparsePermutation {
    /// Pairs of a point and its image, of which the caller knows that they make a permutation.
    pub(crate) fn from_pairs(degree: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut moved: Vec<(u32, u32)> = pairs.filter(|(point, image)| point != image).collect();
        moved.sort_unstable();
        SparsePermutation { degree, moved: moved.into_boxed_slice() }
    }

    /// The number of points.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The image of a point. Points at or beyond the degree are fixed.
    pub fn image(&self, point: usize) -> usize {
        let place = self.moved.binary_search_by_key(&point, |&(moved, _)| moved as usize);
        place.map_or(point, |place| self.moved[place].1 as usize)
    }

    /// The points that are moved, each with its image.
    pub fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.moved)
    }

    /// What this permutation does to `points`, which are renumbered `0..points.len()` in the order given; none if it does
    /// not map the set of these points to itself, or if a point is given twice.
    pub fn restricted_to(&self, points: &[usize]) -> Option<Permutation> {
        Permutation::restriction(points, |point| self.image(point))
    }

    /// The same permutation as a vector of images.
    pub fn to_permutation(&self) -> Permutation {
        let mut images: Box<[u32]> = (0..self.degree as u32).collect();
        for &(point, image) in &self.moved {
            images[point as usize] = image;
        }
        Permutation::from_raw(images)
    }
}

impl From<&Permutation> for SparsePermutation {
    fn from(permutation: &Permutation) -> Self {
        let pairs = permutation.images().iter().enumerate();
        SparsePermutation::from_pairs(
            permutation.degree(),
            pairs.map(|(point, &image)| (point as u32, image)),
        )
    }
}

impl fmt::Debug for SparsePermutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_permutation(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_survives_being_kept_sparsely() {
        let dense = Permutation::parse(9, "(1 4)(2 8 7)", 0).unwrap();
        let sparse = SparsePermutation::from(&dense);
        assert_eq!(sparse.to_permutation(), dense);
        assert_eq!(sparse.moved().len(), 5);
        for point in 0..12 {
            assert_eq!(sparse.image(point), dense.image(point));
        }
        let points = [7, 2, 8, 0];
        assert_eq!(sparse.restricted_to(&points), dense.restricted_to(&points));
        assert_eq!(sparse.restricted_to(&[1, 2]), None);
        assert_eq!(sparse.restricted_to(&[0, 0]), None);
    }
}
