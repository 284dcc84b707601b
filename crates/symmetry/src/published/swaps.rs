//! Local search by a minimising set: the permutations that TopSPIN's fast strategy tries.
//!
//! A. F. Donaldson, A. Miller, "Exact and approximate strategies for symmetry reduction in model checking", FM 2006; Donaldson's
//! thesis (Glasgow 2007), Section 11. See [`sorted`](crate::published::sorted) for what is made of it.

use groups::{Interrupted, Patience};

use crate::canonical::blocks::Blocks;
use crate::canonical::chain::Chain;
use crate::canonical::involutions::Involutions;
use crate::canonical::parts::Parts;
use crate::foundation::layout::Layout;
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::twins::exchange;

/// No more numbers than this are kept for the images under involutions.
const NUMBERS: usize = 1 << 21;

/// Permutations to be applied while that makes a state smaller.
pub(crate) enum MinimisingSet {
    /// All exchanges of two blocks of a family.
    Exchanges(Blocks),
    /// The images of the points, for each permutation.
    Permutations(Vec<Box<[u32]>>),
}

impl MinimisingSet {
    /// All exchanges of two blocks, if the group permutes blocks in all ways. Otherwise involutions that exchange points, as
    /// far as [`involutions`](crate::canonical::involutions) keeps them, the generators, and their inverses.
    pub(crate) fn new(
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        if let Ok(blocks) = Blocks::of(symmetry, patience)? {
            return Ok(MinimisingSet::Exchanges(blocks));
        }
        let group = symmetry.group();
        let chain = Chain::new(group, patience)?;
        let involutions = Involutions::new(group, &chain.moved, patience)?;
        let tried = involutions.all().iter().take(NUMBERS / group.degree());
        let mut set: Vec<Box<[u32]>> =
            tried.map(|involution| involution.image(group.degree())).collect();
        for generator in group.generators() {
            patience.spend(set.len() * group.degree())?;
            for element in [generator.clone(), generator.inverse()] {
                if !set.iter().any(|image| **image == *element.images()) {
                    set.push(element.images().into());
                }
            }
        }
        Ok(MinimisingSet::Permutations(set))
    }

    /// Makes `state` smaller, in place, until no permutation of the set does. `image` is the identity, before and after;
    /// `smaller` is as long as the state. Calls `applied` with each permutation that was applied, in their order.
    pub(crate) fn minimise(
        &self,
        layout: &Layout,
        state: &mut [i32],
        image: &mut [u32],
        smaller: &mut [i32],
        mut applied: impl FnMut(&[u32]),
    ) {
        let mut improves = |image: &[u32], state: &mut [i32]| {
            layout.apply(image, state, smaller);
            let improves = *smaller < *state;
            if improves {
                state.copy_from_slice(smaller);
                applied(image);
            }
            improves
        };
        loop {
            let mut improved = false;
            match self {
                MinimisingSet::Exchanges(blocks) => {
                    for family in blocks.families() {
                        for b in 1..family.count() {
                            for a in 0..b {
                                exchange(image, family.block(a), family.block(b));
                                improved |= improves(image, state);
                                exchange(image, family.block(a), family.block(b));
                            }
                        }
                    }
                }
                MinimisingSet::Permutations(set) => {
                    for image in set {
                        improved |= improves(image, state);
                    }
                }
            }
            if !improved {
                return;
            }
        }
    }
}

/// What two blocks that are exchanged can differ in, and which of the two wants to have the smaller value.
#[derive(PartialEq, Eq)]
enum Feature {
    /// The cells at a slot.
    Own { slot: usize, ascending: bool },
    /// Whether a cell that no block owns refers to the block. For each place of a block whether that is smaller.
    Referred { reference: usize, ascending: Vec<bool> },
}

/// Whether a state that no exchange of two blocks makes smaller is the only such state of its orbit.
///
/// Let all references be in cells that no block owns, so that a state is, for each family, a sequence of entries: what a block
/// owns and what refers to it. Exchanging blocks `i < j` changes the cells of the features in which their entries differ, and
/// the one that comes first in the state decides; so the exchange makes the state smaller just if the entry of `j` is less
/// than that of `i` in the lexicographic order by features, in the order in which they come in the state for `i` and `j`. If
/// for each `i` this order is the same for all `j > i`, then the entry of `i` is the least of those from `i` on, by an order
/// that depends on `i` alone and in which different entries differ. By induction the sequence is determined by its multiset,
/// which symmetric states share.
pub(crate) fn exchanges_decide(parts: &Parts) -> bool {
    let families = 0..parts.own.len();
    parts.refer_from_outside()
        && families.clone().all(|family| {
            let count = parts.own[family].count;
            (0..count).all(|i| {
                let first = (i + 1 < count).then(|| features(parts, family, i, i + 1));
                (i + 2..count).all(|j| first.as_ref() == Some(&features(parts, family, i, j)))
            })
        })
}

/// In what two blocks can differ, in the order in which it comes in the state.
fn features(parts: &Parts, family: usize, i: usize, j: usize) -> Vec<Feature> {
    let own = &parts.own[family];
    let points = &parts.blocks.families()[family];
    let mut features: Vec<(u32, Feature)> = Vec::new();
    for (slot, (&a, &b)) in own.of(i).iter().zip(own.of(j)).enumerate() {
        features.push((a.min(b), Feature::Own { slot, ascending: a < b }));
    }
    for (reference, global) in parts.global_references.iter().enumerate() {
        if parts.covers(&global.range, family) {
            let ascending = points.block(i).iter().zip(points.block(j)).map(|(a, b)| a < b);
            let ascending = ascending.collect();
            features.push((global.cell, Feature::Referred { reference, ascending }));
        }
    }
    features.sort_unstable_by_key(|feature| feature.0);
    features.into_iter().map(|feature| feature.1).collect()
}
