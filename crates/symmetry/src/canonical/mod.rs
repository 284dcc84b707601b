//! The canonical representative for any group: one state for each orbit, without listing the group.
//!
//! Two ways share the work, and which one answers depends on nothing that symmetric states disagree on:
//! - [`blocks`](crate::canonical::blocks): full symmetric groups on blocks and on blocks within blocks, and their products. Sort the
//!   blocks, apply once.
//! - [`tree`](crate::canonical::tree): any group, and the states of the former that sorting does not decide. Factors of the group
//!   that permute blocks in all ways are left out of the search where the blocks hold nothing of one another: they are sorted in
//!   its [leaves](crate::canonical::apart).
//!
//! Guarantee: [`Unique`](Guarantee::Unique). Representatives are not the least states of their orbits in any order worth a
//! name, and they may change from one version to the next.
//!
//! Cost: about that of hashing and copying the state where data tell the points apart; see the two modules, and
//! `examples/representatives.rs` for measurements.

mod apart;
pub(crate) mod blocks;
pub(crate) mod chain;
mod colour;
mod exchanges;
mod flat;
pub(crate) mod involutions;
mod nesting;
pub(crate) mod orbitals;
pub(crate) mod order;
pub(crate) mod parts;
mod sums;
mod tree;

use groups::{Interrupted, Patience, uninterrupted};

use crate::canonical::apart::Apart;
use crate::canonical::blocks::{BlockScratch, Blocks};
use crate::canonical::chain::Chain;
use crate::canonical::colour::{ColourScratch, Colouring};
use crate::canonical::orbitals::Orbitals;
use crate::canonical::tree::{Tree, TreeScratch};
use crate::foundation::representative::{Guarantee, Permuting, Representative, write_identity};
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::twins::Twins;

/// The canonical representative for any group.
pub struct Canonical<'a> {
    symmetry: &'a SymmetryGroup,
    colouring: Colouring,
    blocks: Option<Blocks>,
    twins: Option<Twins<'a>>,
    tree: Tree,
}

/// Working memory of [`Canonical`]. It remembers the last state: successors of one state are computed fastest one after the
/// other.
pub struct CanonicalScratch {
    blocks: Option<BlockScratch>,
    colour: ColourScratch,
    tree: TreeScratch,
    image: Vec<u32>,
    counters: CanonicalCounters,
}

/// What was done with a scratch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CanonicalCounters {
    /// Representatives computed.
    pub states: u64,
    /// Those that sorting blocks did not decide.
    pub searched: u64,
    /// Leaves of their search trees: equal to `searched` if there was nothing to search.
    pub leaves: u64,
}

impl CanonicalScratch {
    /// What was done with this scratch.
    pub fn counters(&self) -> CanonicalCounters {
        self.counters
    }
}

impl<'a> Canonical<'a> {
    /// Prepares tables for a group.
    pub fn new(symmetry: &'a SymmetryGroup) -> Self {
        Self::patiently(symmetry, true, u64::BITS)
    }

    /// The same, as long as the caller has patience.
    pub fn new_within(
        symmetry: &'a SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        Self::prepare(symmetry, true, u64::BITS, patience)
    }

    /// The same without the fast path for products of symmetric groups: for tests and measurements. Other states represent
    /// their orbits then.
    pub fn searching_always(symmetry: &'a SymmetryGroup) -> Self {
        Self::patiently(symmetry, false, u64::BITS)
    }

    /// The same with colours of so few bits that they collide: for tests of what does not depend on colours.
    pub fn short_sighted(symmetry: &'a SymmetryGroup, sorts: bool, bits: u32) -> Self {
        Self::patiently(symmetry, sorts, bits)
    }

    fn patiently(symmetry: &'a SymmetryGroup, sorts: bool, bits: u32) -> Self {
        uninterrupted(|patience| Self::prepare(symmetry, sorts, bits, patience))
    }

    fn prepare(
        symmetry: &'a SymmetryGroup,
        sorts: bool,
        bits: u32,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let (group, layout) = (symmetry.group(), symmetry.layout());
        let chain = Chain::new(group, patience)?;
        let orbitals = Orbitals::new(group, &chain.moved, patience)?;
        let blocks = match &orbitals {
            _ if !sorts => None,
            Some(orbitals) => nesting::recognise(group, orbitals, &chain.place, patience)?,
            None => flat::recognise(group, patience)?,
        };
        // Blocks are coloured as wholes, which says as much as the orbitals do.
        let are_flat = blocks.as_ref().is_some_and(Blocks::are_flat);
        let related = orbitals.as_ref().filter(|_| !are_flat);
        let colouring = Colouring::new(layout, group, &chain.moved, related, blocks.as_ref(), bits);
        let apart = match sorts {
            true => Apart::find(symmetry, blocks.as_ref(), patience)?,
            false => None,
        };
        let to_be_sorted = blocks.as_ref().or(apart.as_ref().map(|(apart, _)| apart.blocks()));
        let twins = to_be_sorted.and_then(|blocks| blocks.twins(layout));
        let flat = blocks.as_ref().filter(|blocks| blocks.are_flat());
        let tree = match apart {
            Some((apart, rest)) => {
                let chain = Chain::new(&rest, patience)?;
                Tree::new(&rest, chain, flat, Some(apart), patience)?
            }
            None => Tree::new(group, chain, flat, None, patience)?,
        };
        Ok(Canonical { symmetry, colouring, blocks, twins, tree })
    }

    /// Writes the representative of `state` to `target`, and says where the permutation is that takes it there.
    #[inline]
    fn find(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut CanonicalScratch,
        patience: &mut Patience<'_>,
    ) -> Result<FoundBy, Interrupted> {
        let layout = self.symmetry.layout();
        let CanonicalScratch { blocks: block_scratch, colour, tree, image, counters } = scratch;
        counters.states += 1;
        if self.symmetry.group().is_trivial() {
            target.copy_from_slice(state);
            return Ok(FoundBy::Nothing);
        }
        let colours = &mut tree.colours[..self.colouring.row()];
        self.colouring.see(state, colour);
        if let (Some(blocks), Some(block_scratch)) = (&self.blocks, block_scratch) {
            if blocks.sort(layout, &self.colouring, state, colours, image, (block_scratch, colour))
            {
                layout.apply(image, state, target);
                return Ok(FoundBy::Sorting);
            }
        } else {
            self.colouring.colour_points(colours, colour);
        }
        let scratch = (&mut *tree, colour);
        self.tree.search(layout, &self.colouring, state, target, scratch, patience)?;
        counters.searched += 1;
        counters.leaves += tree.leaves;
        Ok(FoundBy::Search)
    }

    /// The group.
    pub fn symmetry(&self) -> &'a SymmetryGroup {
        self.symmetry
    }

    /// Whether the group permutes blocks of points, and blocks within blocks, in all ways, so that sorting mostly suffices.
    pub fn sorts_blocks(&self) -> bool {
        self.blocks.is_some()
    }

    /// Whether a factor of the group permutes blocks that hold nothing of one another, so that only the rest is searched.
    pub fn sorts_apart(&self) -> bool {
        self.tree.sorts_apart()
    }
}

/// What led to a representative.
enum FoundBy {
    /// The group does nothing.
    Nothing,
    /// The permutation is the scratch's image.
    Sorting,
    /// The permutation is the best of the search.
    Search,
}

impl Representative for Canonical<'_> {
    type Scratch = CanonicalScratch;

    fn scratch(&self) -> CanonicalScratch {
        let layout = self.symmetry.layout();
        CanonicalScratch {
            blocks: self.blocks.as_ref().map(|blocks| blocks.scratch(layout.point_count())),
            colour: self.colouring.scratch(layout),
            tree: self.tree.scratch(layout, &self.colouring),
            image: (0..layout.point_count() as u32).collect(),
            counters: CanonicalCounters::default(),
        }
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut CanonicalScratch) {
        uninterrupted(|patience| self.representative_within(state, target, scratch, patience));
    }

    #[inline]
    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut CanonicalScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.find(state, target, scratch, patience).map(|_| ())
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Unique
    }

    fn name(&self) -> &'static str {
        "canonical"
    }

    fn twins(&self) -> Option<&Twins<'_>> {
        self.twins.as_ref()
    }
}

impl Permuting for Canonical<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut CanonicalScratch,
    ) {
        let replacement = (target, image);
        uninterrupted(|patience| self.represent_by_within(state, replacement, scratch, patience));
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        (target, image): (&mut [i32], &mut [u32]),
        scratch: &mut CanonicalScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        match self.find(state, target, scratch, patience)? {
            FoundBy::Nothing => write_identity(image),
            FoundBy::Sorting => image.copy_from_slice(&scratch.image),
            FoundBy::Search => {
                let layout = self.symmetry.layout();
                self.tree.write_best(layout, state, &mut scratch.tree, image);
            }
        }
        Ok(())
    }
}
