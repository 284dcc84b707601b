//! The representative by component order: values are ordered by where they occur first in the ordered components.
//!
//! T. Gibson-Robinson and G. Lowe, "Symmetry reduction in CSP model checking" (STTT 21, 2019), Section 7, Definitions 36 to 40.
//! A state is a multiset of components, each a control state with parameters, some of them values of distinguished types.
//!
//! 1. The components are partitioned by their control states and by all that is not distinguished.
//! 2. Each set of the ordered partition is split by the *n-values* of its components: for each parameter `i`, set `j` and position
//!    `k`, how many components of the set hold the value of the parameter at that position. That is repeated until nothing splits.
//! 3. If a set still has several components, one is split off the first such set, and step 2 is taken again.
//!
//! The values of each type are ordered as they appear first in the sequence of components that is left; the representative has
//! the `i`-th value of this order renamed to the `i`-th of its type. n′ (Section 7.5) says whether there is such a component, and not how
//! many; n″ how many components of a set share any value with the component.
//!
//! *Our reading.* The group is a product of groups that each permute aligned blocks in all ways; a type is a family of blocks,
//! and a value is a block. (With blocks of one point, as most are, values are points.) Each point that moves and owns cells of
//! one coordinate is a component. So is each cell of two or three coordinates, some of which move. All else is one component
//! more. Parameters are the values that own the component, then those that it refers to. Control is all the rest: data,
//! references to what does not move, and to which place of a block a reference goes.
//!
//! *Choices that the paper leaves open:* kinds of components are ordered as the layout is, the one without owner first; controls are
//! compared as vectors of cells, where references to values come before other contents; what step 3 splits off is the component with the least number.
//!
//! Guarantee: [`Complete`](Guarantee::Complete), and [`Unique`](Guarantee::Unique) if no cell of the layout can relate
//! different values: no cell has coordinates in two blocks, and none that a moved point owns can refer to one. *Proof.* Each
//! component but the one without owner holds one value, so values whose components step 1 does not tell apart have
//! equal data; and what refers to them is the component without owner, which comes first and so orders all that occur in it. Others that
//! are tied can therefore be exchanged without changing the state.
//!
//! For a single state of any layout it is unique if each set that step 3 splits is fully symmetric (Proposition 50): some symmetry of
//! the state that keeps the partition takes any component of the set to any other. (Components have unique identities here, as
//! Definition 46 demands: their owners.) Such are free nodes beside a list (Corollary 51), or beside what is reached by following
//! references from what is not permuted (Lemma 53): components that differ by values of their own only.
//! [`ComponentOrderCounters`] counts the states of which that was not seen at once, and
//! [`splits_symmetric_sets`](ComponentOrder::splits_symmetric_sets) looks closer.
//!
//! Cost: a sort of the components, then for each round a sort of all occurrences, value by value, and of the
//! values. There are at most as many rounds as components. Nothing is hashed, so nothing depends on collisions.

mod components;
mod matches;
mod ordering;
mod partition;

use groups::Patience;

use crate::canonical::blocks::Blocks;
use crate::canonical::parts::blocks_for;
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;

use components::Components;
use ordering::Ordering;

const NAME: &str = "component-order";

/// By what components of a set are told apart, from the finest to the cheapest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ComponentOrderBy {
    /// n: how many components of each set hold a value of theirs, for each parameter and position.
    #[default]
    N,
    /// n′: whether one does, for each parameter and position.
    NPrime,
    /// n″: how many components of each set share a value with them.
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
    /// Those for which a set was split that was not seen to be fully symmetric: other states of their orbits may have other
    /// representatives.
    pub undecided: u64,
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

    /// Whether each set that step 3 splits for a state is known to be fully symmetric (Definition 49), so that all states of its orbit
    /// have its representative (Proposition 50). Tries each component of each such set: to explain, not to search.
    pub fn splits_symmetric_sets(&self, state: &[i32]) -> bool {
        Ordering::new(&self.components).splits_symmetric_sets(&self.components, self.by, state)
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
        counters.undecided += u64::from(ordering.order(&self.components, self.by, state));
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
