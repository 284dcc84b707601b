//! The representative by component order: values are ordered by where they occur in the ordered components.
//!
//! T. Gibson-Robinson and G. Lowe, "Symmetry reduction in CSP model checking" (STTT 21, 2019), Section 7, Definitions 36 to 40:
//! a rendering from memory, not a transcription.
//!
//! *The paper's.* A state is a vector of states of components, each a control state with parameters, some of them values of
//! distinguished types. The components are kept in an ordered partition, at first by kind and control state. The *n-value* of
//! a value is the multiset of places where it occurs: the cell of the component in the ordered partition, and the position
//! among its parameters. A cell is *split* by the n-values of what its components hold, until nothing splits. The values of
//! each type are ordered by their n-values, then by their first occurrence in the ordered components; the representative has
//! the `i`-th value of this order renamed to the `i`-th of its type. There is no individualisation and no backtracking:
//! values that are still tied are taken as they come.
//!
//! *Our reading.* The group is a product of groups that each permute aligned blocks in all ways; a type is a family of blocks,
//! and a value is a block. (With blocks of one point, as most are, values are points.) Each point that moves and owns cells of
//! one coordinate is a component. So is each cell of two or three coordinates, some of which move. All else is one component
//! more. Parameters are the values that own the component, then those that it refers to. Control is all the rest: data,
//! references to what does not move, to which place of a block a reference goes, and which parameters of the component are
//! equal.
//!
//! *Arbitrary choices,* where the paper leaves them open or we did not have its text: kinds are ordered as the layout is, the component
//! without owner first; controls are compared as vectors of cells, n-values as sorted lists; splitting ends as soon as all
//! values have different n-values; values of equal n-value and, where these occur first in components of one cell, such
//! components are taken by their numbers. n′ (Section 7.5) forgets the position and keeps the cell; n″ does so too and never
//! splits.
//!
//! Guarantee: [`Complete`](Guarantee::Complete), and [`Unique`](Guarantee::Unique) if no cell of the layout can relate
//! different values: no cell has coordinates in two blocks, and none that a moved point owns can refer to one. *Proof.* Each
//! component but the one without owner holds one value, so values of equal n-value have the same cells of components, hence
//! equal data; and what refers to them is the component without owner, where first occurrences order all that occur. Tied
//! values that remain can therefore be exchanged without changing the state, and everything before depends on the orbit only.
//! The same argument holds for a single state of any layout (what the paper's Proposition 50 comes to, in our words): if no two
//! values are tied at last, all states of its orbit have one representative. [`ComponentOrderCounters`] counts the others.
//!
//! Cost: a sort of the components, then for each round of splitting a sort of all occurrences, value by value, and of the
//! values. There are at most as many rounds as components. Nothing is hashed, so nothing depends on collisions.

mod components;
mod ordering;

use groups::Patience;

use crate::canonical::blocks::Blocks;
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::parts::blocks_for;

use components::Components;
use ordering::Ordering;

const NAME: &str = "component-order";

/// What orders the values of a type, from the finest to the cheapest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ComponentOrderBy {
    /// Cells and positions of all occurrences; cells are split until nothing splits.
    #[default]
    N,
    /// n′: cells of all occurrences; cells are split until nothing splits.
    NPrime,
    /// n″: cells of all occurrences in the first ordered partition, which is not split.
    NDoublePrime,
}

/// The representative by component order, for products of symmetric groups on aligned blocks.
pub struct ComponentOrder<'a> {
    symmetry: &'a SymmetryGroup,
    by: ComponentOrderBy,
    blocks: Blocks,
    components: Components,
}

/// Working memory of [`ComponentOrder`].
pub struct ComponentOrderScratch {
    ordering: Ordering,
    image: Vec<u32>,
    counters: ComponentOrderCounters,
}

/// What was done with a scratch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ComponentOrderCounters {
    /// Representatives computed.
    pub states: u64,
    /// Those for which values were still tied: other states of their orbits may have other representatives.
    pub tied: u64,
}

impl ComponentOrderScratch {
    /// What was done with this scratch.
    pub fn counters(&self) -> ComponentOrderCounters {
        self.counters
    }
}

impl<'a> ComponentOrder<'a> {
    /// Prepares tables for a group that permutes blocks in all ways. Refuses others.
    pub fn new(symmetry: &'a SymmetryGroup, by: ComponentOrderBy) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, by, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        by: ComponentOrderBy,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let blocks = blocks_for(NAME, symmetry, patience)?;
        let components = Components::new(symmetry.layout(), &blocks);
        Ok(ComponentOrder { symmetry, by, blocks, components })
    }

    /// Sends the `i`-th value of each type to the `i`-th block of its family.
    fn rename(&self, values: &[u32], image: &mut [u32]) {
        for (family, &(first, count)) in
            self.blocks.families().iter().zip(&self.components.values.types)
        {
            for (to, &value) in values[first..first + count].iter().enumerate() {
                let from = family.block(value as usize - first);
                for (&from, &to) in from.iter().zip(family.block(to)) {
                    image[from as usize] = to;
                }
            }
        }
    }
}

impl Representative for ComponentOrder<'_> {
    type Scratch = ComponentOrderScratch;

    fn scratch(&self) -> ComponentOrderScratch {
        ComponentOrderScratch {
            ordering: Ordering::new(&self.components),
            image: (0..self.symmetry.layout().point_count() as u32).collect(),
            counters: ComponentOrderCounters::default(),
        }
    }

    fn representative(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut ComponentOrderScratch,
    ) {
        let ComponentOrderScratch { ordering, image, counters } = scratch;
        counters.states += 1;
        counters.tied += u64::from(ordering.order(&self.components, self.by, state));
        self.rename(&ordering.values, image);
        self.symmetry.layout().apply(image, state, target);
    }

    fn guarantee(&self) -> Guarantee {
        if self.components.relate_values { Guarantee::Complete } else { Guarantee::Unique }
    }

    fn name(&self) -> &'static str {
        NAME
    }
}

impl Permuting for ComponentOrder<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut ComponentOrderScratch,
    ) {
        self.representative(state, target, scratch);
        image.copy_from_slice(&scratch.image);
    }
}
