//! Right cosets of a group, each named by one of its elements.

use crate::group::Group;
use crate::permutation::Permutation;

impl Group {
    /// The canonical element of the right coset of `element`: of all products `h.then(element)` with `h` in the group, the one
    /// whose images of the base points, one after the other, are smallest. Two permutations get the same one if and only if
    /// they lie in the same coset.
    ///
    /// The images are minimised down the stabiliser chain (Seress, "Permutation Group Algorithms", 2003, section 5.3): the
    /// image of a base point can be that of any point of its orbit, and what fixes the base points before it changes none of
    /// their images. Cost: one product of permutations a level, at most.
    #[must_use]
    pub fn coset_representative(&self, element: &Permutation) -> Permutation {
        let mut least = element.with_degree(self.degree());
        for level in self.levels() {
            let smallest = level
                .orbit()
                .iter()
                .zip(level.from_base_elements())
                .min_by_key(|&(&point, _)| least.image(point as usize));
            if let Some((&point, factor)) = smallest
                && point as usize != level.base()
            {
                least = factor.then(&least);
            }
        }
        least
    }
}
