//! The least image of a state, of all those under automorphisms that were listed before the search.
//!
//! M. M. Jaghoori, M. Sirjani, M. R. Mousavi, E. Khamespanah and A. Movaghar, "Symmetry and partial order reduction techniques
//! in model checking Rebeca" (Acta Informatica 47, 2010), Sect. 5.1.1: all automorphisms are computed beforehand, each is
//! applied to the state, and the lexicographically least image represents the orbit.
//!
//! This is [`Enumerate`] by elements, each applied as a whole. Guarantee: [`Unique`](Guarantee::Unique). Cost: the order of the
//! group, for each state, and the memory of its elements: larger groups than that lists are refused.
//!
//! Our choice: images are compared as vectors of cells. The paper compares vectors of numbers that were given to the local
//! states of rebecs as they were first seen, so that other states of the orbits represented them, and other ones with each
//! order of search; as many of them, if done exactly.

use groups::{Interrupted, Patience};

use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::enumerate::{Enumerate, EnumerateBy, EnumerateOptions, EnumerateScratch};

/// The least image under the automorphisms listed beforehand.
pub struct Naive<'a>(Enumerate<'a>);

impl<'a> Naive<'a> {
    /// Lists the group. Refuses if that takes more than [`LARGEST_LISTING`](crate::LARGEST_LISTING).
    pub fn new(symmetry: &'a SymmetryGroup) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let options = EnumerateOptions { by: EnumerateBy::Elements, transpositions: false };
        Enumerate::named("naive", symmetry, options, patience).map(Naive)
    }
}

impl Representative for Naive<'_> {
    type Scratch = EnumerateScratch;

    fn scratch(&self) -> EnumerateScratch {
        self.0.scratch()
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut EnumerateScratch) {
        self.0.representative(state, target, scratch);
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut EnumerateScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.0.representative_within(state, target, scratch, patience)
    }

    fn guarantee(&self) -> Guarantee {
        self.0.guarantee()
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }
}

impl Permuting for Naive<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut EnumerateScratch,
    ) {
        self.0.represent_by(state, target, image, scratch);
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        replacement: (&mut [i32], &mut [u32]),
        scratch: &mut EnumerateScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.0.represent_by_within(state, replacement, scratch, patience)
    }
}
