//! The segmented strategy for any group: all elements that sort local states, and the least of their images.
//!
//! TopSPIN's generalisation of SymmSpin's [`Segmented`](crate::Segmented) to arbitrary groups (A. F. Donaldson and A. Miller,
//! "Extending symmetry reduction techniques to a realistic model of computation", ENTCS 185, 2007; used by Bošnački, Donaldson,
//! Leuschel and Massart 2007, Sect. 6): of all elements of the group those are taken that make what processes hold without a look
//! at references least, which are a coset of a stabiliser; and of their images the least represents the orbit.
//!
//! Here local states are compared at the moved points in ascending order, which are the base of a stabiliser chain. A choice at
//! a level of the chain settles what is sent to the points up to the next base point; if it is not the least there, it is left,
//! and all that begins with it.
//!
//! For groups that permute identical parts in all ways this is what Gibson-Robinson and Lowe (2019, Section 7.6) call segmented: parts are
//! sorted by all that they hold but names, and not by one variable.
//!
//! Guarantee: [`Unique`](Guarantee::Unique): what is compared are functions of the image alone, and symmetric states have the
//! same images. Cost: an image for each element of the stabiliser of the sorted local
//! states: the order of the group, where all of them are alike.

use std::cmp::Ordering;
use std::ops::Range;

use groups::{Interrupted, Patience, uninterrupted};

use crate::canonical::blocks::Blocks;
use crate::canonical::chain::Chain;
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;
use crate::published::local_states::LocalStates;

/// The least image of those in which local states are sorted, as far as the group permits.
pub struct SegmentedByChain<'a> {
    symmetry: &'a SymmetryGroup,
    chain: Chain,
    /// For each level the moved points, by their place, of which it settles what is sent to them.
    settled: Vec<Range<usize>>,
    local: LocalStates,
}

/// Working memory of [`SegmentedByChain`].
pub struct SegmentedByChainScratch {
    /// For each level, and behind the last, which point is sent to each moved point so far.
    rows: Vec<u32>,
    /// For each level the next choice.
    choices: Vec<usize>,
    /// The points with the least local states that were sent to the moved points in any way.
    best: Vec<u32>,
    image: Vec<u32>,
    candidate: Vec<i32>,
}

impl<'a> SegmentedByChain<'a> {
    /// Prepares a chain. Serves every group.
    pub fn new(symmetry: &'a SymmetryGroup) -> Self {
        uninterrupted(|patience| Self::prepare(symmetry, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let chain = Chain::ascending(symmetry.group(), patience)?;
        let blocks = Blocks::of(symmetry, patience)?.ok();
        let local = LocalStates::new(symmetry.layout(), &chain, blocks.as_ref());
        let starts = chain.levels.iter().map(|level| level.orbit[0] as usize);
        let ends = starts.clone().skip(1).chain([chain.moved.len()]);
        let settled = starts.zip(ends).map(|(start, end)| start..end).collect();
        Ok(SegmentedByChain { symmetry, chain, settled, local })
    }

    /// Writes the representative to `target`, and a permutation that takes the state there to `best`.
    fn find(
        &self,
        state: &[i32],
        (target, best): (&mut [i32], Option<&mut [u32]>),
        scratch: &mut SegmentedByChainScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        scratch.rows[..self.chain.moved.len()].copy_from_slice(&self.chain.moved);
        let (levels, known) = (0, false);
        let mut search = Search { strategy: self, state, target, best, scratch, levels, known };
        search.run(patience)
    }
}

/// The walk through the chain for one state.
struct Search<'a> {
    strategy: &'a SegmentedByChain<'a>,
    state: &'a [i32],
    target: &'a mut [i32],
    best: Option<&'a mut [u32]>,
    scratch: &'a mut SegmentedByChainScratch,
    /// Of how many levels the least local states are known.
    levels: usize,
    /// Whether `target` is an image with the least local states that are known.
    known: bool,
}

impl Search<'_> {
    fn run(&mut self, patience: &mut Patience<'_>) -> Result<(), Interrupted> {
        let of_chain = &self.strategy.chain.levels;
        self.scratch.choices.fill(0);
        let mut level = 0;
        loop {
            patience.spend(1 + self.scratch.image.len())?;
            if level < of_chain.len() && self.scratch.choices[level] < of_chain[level].orbit.len() {
                let choice = self.scratch.choices[level];
                self.scratch.choices[level] += 1;
                if self.choose(level, choice) {
                    level += 1;
                }
                continue;
            }
            if level == of_chain.len() {
                self.arrive();
            } else {
                self.scratch.choices[level] = 0;
            }
            if level == 0 {
                return Ok(());
            }
            level -= 1;
        }
    }

    /// Makes a choice at a level. Returns whether what it settles is the least that is known.
    fn choose(&mut self, level: usize, choice: usize) -> bool {
        let SegmentedByChain { chain, settled, local, .. } = self.strategy;
        let SegmentedByChainScratch { rows, best, .. } = &mut *self.scratch;
        let moved = chain.moved.len();
        let (before, after) = rows.split_at_mut((level + 1) * moved);
        let row = &mut after[..moved];
        row.copy_from_slice(&before[level * moved..]);
        chain.levels[level].take(choice, row);
        let (row, best) = (&row[settled[level].clone()], &mut best[settled[level].clone()]);
        let compared = if self.levels > level {
            let pairs = row.iter().zip(&*best);
            let mut orders = pairs.map(|(&a, &b)| local.compare(self.state, a, b));
            orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        } else {
            Ordering::Less
        };
        if compared == Ordering::Less {
            best.copy_from_slice(row);
            self.levels = level + 1;
            self.known = false;
        }
        compared != Ordering::Greater
    }

    /// Compares an image in which local states are least with the least so far.
    fn arrive(&mut self) {
        let chain = &self.strategy.chain;
        let moved = chain.moved.len();
        let SegmentedByChainScratch { rows, image, candidate, .. } = &mut *self.scratch;
        for (&from, &to) in rows[chain.levels.len() * moved..].iter().zip(&chain.moved) {
            image[from as usize] = to;
        }
        self.strategy.symmetry.layout().apply(image, self.state, candidate);
        if !self.known || candidate[..] < *self.target {
            self.known = true;
            self.target.copy_from_slice(candidate);
            if let Some(best) = &mut self.best {
                best.copy_from_slice(image);
            }
        }
    }
}

impl Representative for SegmentedByChain<'_> {
    type Scratch = SegmentedByChainScratch;

    fn scratch(&self) -> SegmentedByChainScratch {
        let (levels, moved) = (self.chain.levels.len(), self.chain.moved.len());
        let layout = self.symmetry.layout();
        SegmentedByChainScratch {
            rows: vec![0; (levels + 1) * moved],
            choices: vec![0; levels],
            best: vec![0; moved],
            image: (0..layout.point_count() as u32).collect(),
            candidate: vec![0; layout.cell_count()],
        }
    }

    fn representative(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut SegmentedByChainScratch,
    ) {
        uninterrupted(|patience| self.representative_within(state, target, scratch, patience));
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut SegmentedByChainScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.find(state, (target, None), scratch, patience)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Unique
    }

    fn name(&self) -> &'static str {
        "segmented"
    }
}

impl Permuting for SegmentedByChain<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut SegmentedByChainScratch,
    ) {
        let replacement = (target, image);
        uninterrupted(|patience| self.represent_by_within(state, replacement, scratch, patience));
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        (target, image): (&mut [i32], &mut [u32]),
        scratch: &mut SegmentedByChainScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.find(state, (target, Some(image)), scratch, patience)
    }
}
