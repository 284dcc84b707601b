//! An element of a group with given images of some points.

use crate::group::Group;
use crate::patience::{Interrupted, Patience, uninterrupted};
use crate::permutation::Permutation;

impl Group {
    /// An element that takes the first point of each pair to the second, if there is one.
    ///
    /// The stabiliser chain is rebased on the first points, and sifted down (Seress, "Permutation Group Algorithms", 2003, section 4.1):
    /// whatever fixes the points before takes the next one to all points that an element can take it to.
    #[must_use]
    pub fn element_with_images(&self, pairs: &[(usize, usize)]) -> Option<Permutation> {
        uninterrupted(|patience| self.element_with_images_within(pairs, patience))
    }

    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// The caller lost it.
    pub fn element_with_images_within(
        &self,
        pairs: &[(usize, usize)],
        patience: &mut Patience<'_>,
    ) -> Result<Option<Permutation>, Interrupted> {
        let within = |&(from, to): &(usize, usize)| from < self.degree() && to < self.degree();
        if !pairs.iter().all(within) {
            return Ok(None);
        }
        let base: Vec<usize> = pairs.iter().map(|&(from, _)| from).collect();
        let rebased = self.rebased_within(&base, patience)?;
        let mut element = Permutation::identity(self.degree());
        for level in rebased.levels() {
            let Some(&(_, to)) = pairs.iter().find(|&&(from, _)| from == level.base()) else {
                break;
            };
            match level.from_base(element.preimage(to)) {
                Some(factor) => element = factor.then(&element),
                None => return Ok(None),
            }
        }
        // A point may be named twice, with different images.
        let takes = |&(from, to): &(usize, usize)| element.image(from) == to;
        Ok(pairs.iter().all(takes).then_some(element))
    }
}
