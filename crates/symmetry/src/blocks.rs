//! The fast path: groups that permute blocks of points in all ways.
//!
//! The commonest group is a direct product of full symmetric groups, each permuting `m` aligned blocks of points: client `j`
//! with its channel and its slot, say. The canonical image is then had by sorting: compute a colour for each block, sort the
//! blocks, apply once. Blocks of equal colour are tested exactly for being twins, whose order does not matter; if some are
//! not, the general search takes over.

use groups::{Group, Permutation};
use num_bigint::BigUint;

use crate::chain::Chain;
use crate::colour::{ColourScratch, Colouring};
use crate::layout::Layout;
use crate::mix::key;
use crate::orbitals::Orbitals;
use crate::symmetry::SymmetryGroup;

/// The blocks that a group permutes.
pub(crate) struct Blocks {
    families: Vec<BlockFamily>,
    total: usize,
}

/// Blocks that are permuted in all ways.
pub(crate) struct BlockFamily {
    /// The points of the first block, then those of the second, and so on.
    points: Vec<u32>,
    /// The points of a block.
    width: usize,
    /// A factor for each point of a block.
    factors: Vec<u64>,
    /// The place of the first block among the blocks of all families.
    first: usize,
}

impl BlockFamily {
    /// How many blocks there are.
    pub(crate) fn count(&self) -> usize {
        self.points.len() / self.width
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
}

/// Working memory of the fast path.
pub(crate) struct BlockScratch {
    /// For each block of each family its colour and number; sorted family by family.
    order: Vec<(u64, u32)>,
    /// An exchange of two blocks, and what it moves.
    exchange: Vec<u32>,
    moved: Vec<u32>,
}

impl Blocks {
    /// The blocks of a group, if it is a direct product of symmetric groups on aligned blocks. They contain every point that
    /// the group moves.
    pub(crate) fn of(symmetry: &SymmetryGroup) -> Option<Self> {
        let group = symmetry.group();
        let chain = Chain::new(group);
        let orbitals = Orbitals::new(group, &chain.moved)?;
        Self::recognise(group, &orbitals, &chain.place)
    }

    /// The families, each permuted in all ways and independently of the others.
    pub(crate) fn families(&self) -> &[BlockFamily] {
        &self.families
    }

    /// The blocks, if the group is a direct product of symmetric groups on aligned blocks. Checked twice over:
    /// every exchange of neighbouring blocks is in the group, and the group is no larger than what they generate. (The group
    /// keeps the alignment, so either would do.)
    pub(crate) fn recognise(group: &Group, orbitals: &Orbitals, place: &[u32]) -> Option<Self> {
        let orbits = group.orbits();
        let mut rest: Vec<Vec<usize>> =
            orbits.into_iter().filter(|orbit| orbit.len() > 1).collect();
        rest.reverse();
        let mut families = Vec::new();
        let mut order = BigUint::from(1u32);
        let mut total = 0;
        while let Some(leader) = rest.pop() {
            let mut aligned = vec![leader.clone()];
            rest.retain(|orbit| match align(&leader, orbit, orbitals, place) {
                Some(points) => {
                    aligned.push(points);
                    false
                }
                None => true,
            });
            let count = leader.len();
            let points =
                (0..count).flat_map(|number| aligned.iter().map(move |orbit| orbit[number] as u32));
            let family = BlockFamily {
                points: points.collect(),
                width: aligned.len(),
                factors: (0..aligned.len()).map(|number| key(number as u64, 77)).collect(),
                first: total,
            };
            total += count;
            for number in 1..=count {
                order *= number;
            }
            for number in 1..count {
                let mut images: Vec<u32> = (0..group.degree() as u32).collect();
                exchange(&mut images, family.block(number - 1), family.block(number));
                if !group.contains(&Permutation::from_images(images).ok()?) {
                    return None;
                }
            }
            families.push(family);
        }
        (order == group.order()).then_some(Blocks { families, total })
    }

    pub(crate) fn scratch(&self, layout: &Layout) -> BlockScratch {
        let widest = self.families.iter().map(|family| family.width).max().unwrap_or(0);
        BlockScratch {
            order: vec![(0, 0); self.total],
            exchange: (0..layout.point_count() as u32).collect(),
            moved: Vec::with_capacity(2 * widest),
        }
    }

    /// Writes to `image` a permutation that sorts the blocks. Returns false, with colours refined as far as they go, if blocks
    /// of equal colour are no twins.
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
        let mut distinct = self.order(colours, scratch);
        if distinct < self.total {
            if layout.relates_points() {
                while distinct < self.total {
                    self.colour_by_blocks(colouring, colours, scratch);
                    colouring.round(layout, state, colours, colour_scratch);
                    let refined = self.order(colours, scratch);
                    if refined <= distinct {
                        break;
                    }
                    distinct = refined;
                }
            }
            if distinct < self.total && !self.ties_are_twins(layout, state, scratch) {
                self.colour_by_blocks(colouring, colours, scratch);
                return false;
            }
        }
        for family in &self.families {
            for (to, &(_, from)) in
                scratch.order[family.first..][..family.count()].iter().enumerate()
            {
                for (&from, &to) in family.block(from as usize).iter().zip(family.block(to)) {
                    image[from as usize] = to;
                }
            }
        }
        true
    }

    /// Sorts the blocks by colour and counts the different colours.
    #[inline]
    fn order(&self, colours: &[u64], scratch: &mut BlockScratch) -> usize {
        let mut distinct = 0;
        for family in &self.families {
            let order = &mut scratch.order[family.first..][..family.count()];
            for (number, entry) in order.iter_mut().enumerate() {
                let points = family.block(number).iter().zip(&family.factors);
                let colour = points.fold(0u64, |sum, (&point, &factor)| {
                    sum.wrapping_add(colours[point as usize].wrapping_mul(factor))
                });
                *entry = (colour, number as u32);
            }
            sort(order);
            distinct += 1 + order.windows(2).filter(|pair| pair[0].0 != pair[1].0).count();
        }
        distinct
    }

    /// Lets the points of a block know the colour of their block.
    fn colour_by_blocks(&self, colouring: &Colouring, colours: &mut [u64], scratch: &BlockScratch) {
        for family in &self.families {
            for &(colour, number) in &scratch.order[family.first..][..family.count()] {
                for (&point, factor) in family.block(number as usize).iter().zip(&family.factors) {
                    colours[point as usize] = colouring.mixed(colour ^ factor);
                }
            }
        }
    }

    /// Whether any two blocks of equal colour can be exchanged without changing the state. Exact.
    fn ties_are_twins(&self, layout: &Layout, state: &[i32], scratch: &mut BlockScratch) -> bool {
        let BlockScratch { order, exchange: image, moved } = scratch;
        for family in &self.families {
            for pair in order[family.first..][..family.count()].windows(2) {
                if pair[0].0 != pair[1].0 {
                    continue;
                }
                let (a, b) = (family.block(pair[0].1 as usize), family.block(pair[1].1 as usize));
                if !are_twins(layout, state, a, b, (image, moved)) {
                    return false;
                }
            }
        }
        true
    }
}

/// The points of `orbit` in the order of those of `leader` they always move along with, if they do.
fn align(
    leader: &[usize],
    orbit: &[usize],
    orbitals: &Orbitals,
    place: &[u32],
) -> Option<Vec<usize>> {
    if leader.len() != orbit.len() {
        return None;
    }
    let number = |a: usize, b: usize| orbitals.number(place[a] as usize, place[b] as usize);
    let partners =
        |a: usize, relation: u32| orbit.iter().copied().filter(move |&b| number(a, b) == relation);
    let mut relations = orbit.iter().map(|&b| number(leader[0], b));
    let relation = relations.find(|&relation| partners(leader[0], relation).count() == 1)?;
    leader.iter().map(|&a| partners(a, relation).next()).collect()
}

/// Exchanges the images of two blocks: applied to the identity, and again to undo it.
#[inline(always)]
pub(crate) fn exchange(images: &mut [u32], a: &[u32], b: &[u32]) {
    for (&a, &b) in a.iter().zip(b) {
        images.swap(a as usize, b as usize);
    }
}

/// Whether two blocks can be exchanged without changing the state. Exact. `image` is the identity, before and after.
pub(crate) fn are_twins(
    layout: &Layout,
    state: &[i32],
    a: &[u32],
    b: &[u32],
    (image, moved): (&mut [u32], &mut Vec<u32>),
) -> bool {
    moved.clear();
    moved.extend_from_slice(a);
    moved.extend_from_slice(b);
    exchange(image, a, b);
    let twins = layout.fixes(image, moved, state);
    exchange(image, a, b);
    twins
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
