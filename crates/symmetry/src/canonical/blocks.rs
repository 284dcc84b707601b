//! The fast path: groups that permute blocks of points in all ways, and blocks within blocks.
//!
//! The commonest group is a direct product of full symmetric groups, each permuting `m` aligned blocks of points: client `j`
//! with its channel and its slot, say. The canonical image is then obtained by sorting: compute a colour for each block, sort the
//! blocks, apply once. If blocks have blocks below them (clients below servers), those are sorted first, and what is above is
//! coloured by them too. Siblings of equal colour are tested exactly for being twins, whose order does not matter; if some are
//! not, the general search takes over.
//!
//! Why this is exact: let `k` be a permutation of the group that puts siblings into the order of their colours. Any other one
//! differs from it by exchanges of siblings of equal colour. If those are all twins, which symmetric states agree on, both lead
//! to the same image, and so does `k` after the inverse of `g` from `g(s)`, which sorts as well.

use groups::{Interrupted, Patience};

use crate::canonical::chain::Chain;
use crate::canonical::colour::{ColourScratch, Colouring, Related};
use crate::canonical::flat;
use crate::canonical::nesting;
use crate::canonical::orbitals::Orbitals;
use crate::foundation::action::Named;
use crate::foundation::layout::Layout;
use crate::foundation::mix::mix;
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::twins::{Twins, exchange};

/// The blocks that a group permutes.
pub(crate) struct Blocks {
    /// Those below others come before them.
    families: Vec<BlockFamily>,
    total: usize,
}

/// Blocks that are permuted in all ways, or, if they are below others, those of one parent in all ways.
pub(crate) struct BlockFamily {
    /// The points of the first block, then those of the second, and so on.
    pub(crate) points: Vec<u32>,
    /// The points of a block.
    pub(crate) width: usize,
    /// A factor for each point of a block.
    pub(crate) factors: Vec<u64>,
    /// How many blocks a parent has below it: block `b` is below the parent's block `b / siblings`.
    pub(crate) siblings: usize,
    /// How many blocks there are above, or 1.
    pub(crate) parents: usize,
    /// The family above.
    pub(crate) parent: Option<usize>,
    /// The families below.
    pub(crate) children: Vec<usize>,
    /// The place of the first block among the blocks of all families.
    pub(crate) first: usize,
}

impl BlockFamily {
    /// How many blocks there are.
    pub(crate) fn count(&self) -> usize {
        self.siblings * self.parents
    }

    /// How many points a block has.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The points of a block. What stands at the same place of two blocks corresponds.
    #[inline(always)]
    pub(crate) fn block(&self, number: usize) -> &[u32] {
        &self.points[number * self.width..(number + 1) * self.width]
    }

    /// Whether it is neither below another family nor above one.
    pub(crate) fn is_alone(&self) -> bool {
        self.parent.is_none() && self.children.is_empty()
    }

    /// The same blocks, to be put beside those of other families.
    pub(crate) fn by_itself(&self) -> Self {
        BlockFamily {
            points: self.points.clone(),
            factors: self.factors.clone(),
            children: Vec::new(),
            parent: None,
            first: 0,
            ..*self
        }
    }

    /// The colour of a block that the colours of its points make.
    fn colour(&self, number: usize, colours: &[u64]) -> u64 {
        self.block(number).iter().zip(&self.factors).fold(0u64, |sum, (&point, &factor)| {
            sum.wrapping_add(colours[point as usize].wrapping_mul(factor))
        })
    }

    /// The places of the blocks below a parent among the blocks of all families.
    #[inline(always)]
    fn below(&self, parent: usize) -> std::ops::Range<usize> {
        let start = self.first + parent * self.siblings;
        start..start + self.siblings
    }
}

/// Why no blocks were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoBlocks {
    /// The group moves more points than can be examined: this many.
    TooManyPoints(usize),
    /// The group is no product of symmetric groups.
    Other,
}

/// Working memory of the fast path.
pub(crate) struct BlockScratch {
    /// For the blocks below each parent, in the order of colours: the colour, and the number among its siblings.
    order: Vec<(u64, u32)>,
    /// For each block what the colours of those below it add up to; then its place or its final colour.
    words: Vec<u64>,
    /// An exchange of two blocks, and what it moves.
    exchange: Vec<u32>,
    moved: Vec<u32>,
}

impl Blocks {
    /// Blocks of the given families, those below others before them.
    pub(crate) fn new(mut families: Vec<BlockFamily>) -> Self {
        let mut total = 0;
        for number in 0..families.len() {
            families[number].first = total;
            total += families[number].count();
            if let Some(parent) = families[number].parent {
                families[parent].children.push(number);
            }
        }
        Blocks { families, total }
    }

    /// The blocks of a group, if it is a direct product of symmetric groups on aligned blocks. They contain every point that
    /// the group moves.
    pub(crate) fn of(
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Self, NoBlocks>, Interrupted> {
        let group = symmetry.group();
        let chain = Chain::new(group, patience)?;
        let points = chain.moved.len();
        let Some(orbitals) = Orbitals::new(group, &chain.moved, patience)? else {
            let blocks = flat::recognise(group, patience)?;
            return Ok(blocks.ok_or(NoBlocks::TooManyPoints(points)));
        };
        let blocks = nesting::recognise(group, &orbitals, &chain.place, patience)?;
        Ok(blocks.filter(Self::are_flat).ok_or(NoBlocks::Other))
    }

    /// The families, each permuted in all ways and independently of the others if they [are flat](Self::are_flat).
    pub(crate) fn families(&self) -> &[BlockFamily] {
        &self.families
    }

    /// Twins among those that have no blocks below them.
    pub(crate) fn twins<'a>(&self, layout: &'a Layout) -> Option<Twins<'a>> {
        let lowest = self.families.iter().filter(|family| family.children.is_empty());
        let rows = lowest.flat_map(|family| {
            let row = |parent: usize| {
                let first = parent * family.siblings;
                (first..first + family.siblings).map(|block| family.block(block)).collect()
            };
            (0..family.parents).map(row)
        });
        Twins::among(layout, &rows.collect::<Vec<_>>())
    }

    /// Whether no block is below another.
    pub(crate) fn are_flat(&self) -> bool {
        self.families.iter().all(|family| family.parent.is_none())
    }

    /// How many blocks there are.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// For each point whether it is in a block.
    pub(crate) fn membership(&self, points: usize) -> Vec<bool> {
        let mut is_member = vec![false; points];
        let members = self.families.iter().flat_map(|family| &family.points);
        members.for_each(|&point| is_member[point as usize] = true);
        is_member
    }

    /// For each point the place of its block among the blocks of all families and a factor, or what comes after all blocks.
    pub(crate) fn homes(&self, points: usize) -> Vec<(u32, u64)> {
        let mut homes = vec![(self.total as u32, 0); points];
        for family in &self.families {
            for block in 0..family.count() {
                for (&point, &factor) in family.block(block).iter().zip(&family.factors) {
                    homes[point as usize] = ((family.first + block) as u32, factor);
                }
            }
        }
        homes
    }

    pub(crate) fn scratch(&self, points: usize) -> BlockScratch {
        BlockScratch {
            order: vec![(0, 0); self.total],
            words: vec![0; self.total],
            exchange: (0..points as u32).collect(),
            moved: Vec::with_capacity(points),
        }
    }

    /// Writes to `image` a permutation that sorts the blocks. Returns false, with colours refined as far as they go, if
    /// siblings of equal colour are no twins.
    #[inline]
    pub(crate) fn sort(
        &self,
        layout: &Layout,
        colouring: &Colouring,
        state: &[i32],
        colours: &mut [u64],
        image: &mut [u32],
        scratch: (&mut BlockScratch, &mut ColourScratch),
    ) -> bool {
        let (scratch, colour_scratch) = scratch;
        let unrelated = Related::default();
        let seen =
            |family: &BlockFamily, block| colouring.block(family.first + block, colour_scratch);
        let mut distinct = self.order(seen, scratch);
        // Most ties are twins. Only where some are not, it pays to look at what points are related to.
        while distinct < self.total
            && !self.ties_are_twins(layout, state, &mut colour_scratch.named, scratch)
        {
            colouring.colour_points(colours, colour_scratch);
            self.colour_by_blocks(colouring, colours, scratch);
            if !layout.relates_points() {
                return false;
            }
            colouring.round(layout, state, colours, colour_scratch, &unrelated);
            let refined = self.order(|family, block| family.colour(block, colours), scratch);
            if refined <= distinct {
                self.colour_by_blocks(colouring, colours, scratch);
                return false;
            }
            distinct = refined;
        }
        self.place(image, scratch);
        true
    }

    /// Sorts siblings by colour, which `colour` gives for a family and the number of a block in it, and counts the different
    /// colours of siblings.
    #[inline(always)]
    fn order(
        &self,
        colour: impl Fn(&BlockFamily, usize) -> u64,
        scratch: &mut BlockScratch,
    ) -> usize {
        let BlockScratch { order, words, .. } = scratch;
        let mut distinct = 0;
        for family in &self.families {
            if !family.children.is_empty() {
                words[family.first..][..family.count()].fill(0);
            }
        }
        for family in &self.families {
            for parent in 0..family.parents {
                let siblings = &mut order[family.below(parent)];
                for (number, entry) in siblings.iter_mut().enumerate() {
                    let block = parent * family.siblings + number;
                    let mut colour = colour(family, block);
                    if !family.children.is_empty() {
                        colour = mix(colour).wrapping_add(words[family.first + block]);
                    }
                    *entry = (colour, number as u32);
                }
                sort(siblings);
                distinct += 1 + siblings.windows(2).filter(|pair| pair[0].0 != pair[1].0).count();
                if let Some(above) = family.parent {
                    let sum = siblings.iter().fold(0u64, |sum, &(colour, _)| {
                        sum.wrapping_add(mix(colour ^ family.first as u64))
                    });
                    let word = &mut words[self.families[above].first + parent];
                    *word = word.wrapping_add(sum);
                }
            }
        }
        distinct
    }

    /// Writes to `image` the permutation that brings the blocks into their order.
    #[inline]
    fn place(&self, image: &mut [u32], scratch: &mut BlockScratch) {
        let BlockScratch { order, words, .. } = scratch;
        for family in self.families.iter().rev() {
            for parent in 0..family.parents {
                let above = family.parent.map_or(0, |above| {
                    words[self.families[above].first + parent] as usize * family.siblings
                });
                for (to, &(_, from)) in order[family.below(parent)].iter().enumerate() {
                    let (from, to) = (parent * family.siblings + from as usize, above + to);
                    let (at, to_at) = (from * family.width, to * family.width);
                    for place in 0..family.width {
                        image[family.points[at + place] as usize] = family.points[to_at + place];
                    }
                    if !family.children.is_empty() {
                        words[family.first + from] = to as u64;
                    }
                }
            }
        }
    }

    /// Lets the points of a block know the colours of their block and of those above it.
    fn colour_by_blocks(
        &self,
        colouring: &Colouring,
        colours: &mut [u64],
        scratch: &mut BlockScratch,
    ) {
        let BlockScratch { order, words, .. } = scratch;
        for family in self.families.iter().rev() {
            for parent in 0..family.parents {
                let above =
                    family.parent.map_or(0, |above| words[self.families[above].first + parent]);
                for &(colour, number) in &order[family.below(parent)] {
                    let block = parent * family.siblings + number as usize;
                    let colour = colour.wrapping_add(above);
                    for (&point, factor) in family.block(block).iter().zip(&family.factors) {
                        colours[point as usize] = colouring.mixed(colour ^ factor);
                    }
                    if !family.children.is_empty() {
                        words[family.first + block] = mix(colour);
                    }
                }
            }
        }
    }

    /// Whether any two siblings of equal colour can be exchanged without changing the state. Exact.
    fn ties_are_twins(
        &self,
        layout: &Layout,
        state: &[i32],
        named: &mut Named,
        scratch: &mut BlockScratch,
    ) -> bool {
        let mut image = std::mem::take(&mut scratch.exchange);
        let mut moved = std::mem::take(&mut scratch.moved);
        let mut are_twins = |family: usize, a: usize, b: usize| {
            self.exchange((family, a, b), scratch, &mut image, &mut moved);
            let twins = layout.fixes(&image, &moved, state, named);
            moved.iter().for_each(|&point| image[point as usize] = point);
            twins
        };
        let all = self.families.iter().enumerate().all(|(number, family)| {
            (0..family.parents).all(|parent| {
                let block = |sibling: u32| parent * family.siblings + sibling as usize;
                scratch.order[family.below(parent)].windows(2).all(|pair| {
                    pair[0].0 != pair[1].0 || are_twins(number, block(pair[0].1), block(pair[1].1))
                })
            })
        });
        (scratch.exchange, scratch.moved) = (image, moved);
        all
    }

    /// Lets siblings stand in the order of their numbers.
    pub(crate) fn number_siblings(&self, scratch: &mut BlockScratch) {
        for family in &self.families {
            for block in 0..family.count() {
                scratch.order[family.first + block] = (0, (block % family.siblings) as u32);
            }
        }
    }

    /// Exchanges the images of two blocks, `(family, a, b)`, and of what is below them in the order in which it stands. Writes
    /// to `moved` which points these are.
    pub(crate) fn exchange(
        &self,
        blocks: (usize, usize, usize),
        scratch: &BlockScratch,
        images: &mut [u32],
        moved: &mut Vec<u32>,
    ) {
        moved.clear();
        self.exchange_below(blocks, scratch, images, moved);
    }

    fn exchange_below(
        &self,
        (number, a, b): (usize, usize, usize),
        scratch: &BlockScratch,
        images: &mut [u32],
        moved: &mut Vec<u32>,
    ) {
        let family = &self.families[number];
        exchange(images, family.block(a), family.block(b));
        moved.extend_from_slice(family.block(a));
        moved.extend_from_slice(family.block(b));
        for &child in &family.children {
            let below = &self.families[child];
            for at in 0..below.siblings {
                let block = |above: usize| {
                    let sibling = scratch.order[below.below(above).start + at].1;
                    above * below.siblings + sibling as usize
                };
                self.exchange_below((child, block(a), block(b)), scratch, images, moved);
            }
        }
    }
}

/// Sorts by insertion what is short.
#[inline(always)]
fn sort(order: &mut [(u64, u32)]) {
    if order.len() > 24 {
        order.sort_unstable_by_key(|entry| entry.0);
        return;
    }
    for end in 1..order.len() {
        let entry = order[end];
        let mut at = end;
        while at > 0 && order[at - 1].0 > entry.0 {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = entry;
    }
}
