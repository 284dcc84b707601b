//! Factors of a group that sorting deals with, whatever the rest of the group does.
//!
//! Counters of many processes that all count modulo three, the same way: the processes change places in all ways, and the three values
//! are rotated in all of the processes at once. The group is the direct product of two groups on different points. In general let
//! it be `A x B`, where `A` permutes blocks in all ways; let no cell belong to two of these blocks, and none that one of them owns
//! refer to one of them. Then
//! - the orbit of a state under `A` is the multiset of what its blocks hold, and which of the cells that no block owns name each:
//!   sorting the blocks by that gives one state `a(s)` for each orbit, exactly and in a time of `n log n`;
//! - `B` commutes with `A`, hence permutes the orbits of `A`. The [search](crate::canonical::tree) walks the chain of `B` alone, and
//!   sorts each leaf. Colours of points that `B` moves are the same in all states of an orbit of `A`, as `A` fixes these points;
//!   and so are the involutions of `B` that fix a state.
//!
//! All that is assumed is checked when the factors are chosen: both are in the group, and the order of the whole is that of their
//! product; what cells belong to and refer to is read off the layout.
//!
//! Cost: for each leaf one sort of the blocks and two copies of the state.

use groups::{Group, Interrupted, Patience, Permutation, direct_factors};

use crate::canonical::blocks::{BlockFamily, Blocks};
use crate::canonical::nesting;
use crate::canonical::orbitals::{LIMIT, Orbitals};
use crate::canonical::order::Order;
use crate::canonical::parts::Parts;
use crate::foundation::layout::{Layout, NONE};
use crate::foundation::point::CellId;
use crate::foundation::representative::then;
use crate::foundation::symmetry::SymmetryGroup;

/// Blocks that a factor of a group permutes in all ways and that hold nothing of one another.
pub(crate) struct Apart {
    parts: Parts,
}

/// Working memory.
pub(crate) struct ApartScratch {
    order: Order,
    /// For each block the first of the cells that no block owns that names it, or `NONE`.
    named: Vec<u32>,
    /// A state whose blocks are being sorted.
    unsorted: Vec<i32>,
    /// The permutation that sorts it: the identity on all other points.
    image: Vec<u32>,
}

impl Apart {
    /// Blocks to be sorted, with the rest of the group; `blocks` are those that the whole group permutes, if it was recognised so.
    pub(crate) fn find(
        symmetry: &SymmetryGroup,
        blocks: Option<&Blocks>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<(Self, Group)>, Interrupted> {
        let (group, layout) = (symmetry.group(), symmetry.layout());
        let candidates = match blocks {
            Some(blocks) => alone(blocks),
            None => factors(group, patience)?,
        };
        patience.spend(layout.cell_count() + candidates.len() * candidates.len())?;
        let chosen = Blocks::new(unrelated(candidates, layout));
        if chosen.families().is_empty() {
            return Ok(None);
        }
        let is_chosen = chosen.membership(layout.point_count());
        let rest = restricted(group, |point| !is_chosen[point], patience)?;
        patience.spend(rest.generators().len() * group.degree() * (1 + group.levels().len()))?;
        let is_product = rest.order() * nesting::order(&chosen) == group.order()
            && rest.is_subgroup_of(group)
            && nesting::exchanges_are_in(&chosen, group, patience)?;
        let parts = Parts::of(chosen, layout);
        Ok((is_product && parts.refer_from_outside()).then_some((Apart { parts }, rest)))
    }

    /// The blocks.
    pub(crate) fn blocks(&self) -> &Blocks {
        &self.parts.blocks
    }

    pub(crate) fn scratch(&self, layout: &Layout) -> ApartScratch {
        ApartScratch {
            order: self.parts.order(),
            named: vec![NONE; self.parts.blocks.total()],
            unsorted: vec![0; layout.cell_count()],
            image: (0..layout.point_count() as u32).collect(),
        }
    }

    /// Writes to `target` the image of a state under a permutation with its blocks sorted.
    pub(crate) fn sort(
        &self,
        layout: &Layout,
        image: &[u32],
        state: &[i32],
        target: &mut [i32],
        scratch: &mut ApartScratch,
    ) {
        layout.apply(image, state, &mut scratch.unsorted);
        self.find_order(scratch);
        layout.apply(&scratch.image, &scratch.unsorted, target);
    }

    /// Lets the permutation that sorts the blocks of the image of a state follow the one that made the image.
    pub(crate) fn then_sort(
        &self,
        layout: &Layout,
        image: &mut [u32],
        state: &[i32],
        scratch: &mut ApartScratch,
    ) {
        layout.apply(image, state, &mut scratch.unsorted);
        self.find_order(scratch);
        then(image, &scratch.image);
    }

    /// Writes to the scratch's image the permutation that sorts the blocks of the state there: by what they own, then by which
    /// cell names them. Blocks of which both are equal are named by none, and it does not matter which of them comes first.
    fn find_order(&self, scratch: &mut ApartScratch) {
        let ApartScratch { order, named, unsorted, image } = scratch;
        let parts = &self.parts;
        if !parts.global_references.is_empty() {
            named.fill(NONE);
            for (number, global) in (0..).zip(&parts.global_references) {
                let point = global.range.point(unsorted[global.cell as usize]);
                if let Some(home) = point.and_then(|point| parts.home(point)) {
                    let block = parts.own[home.family as usize].first + home.block as usize;
                    named[block] = named[block].min(number);
                }
            }
        }
        for (family, own) in parts.own.iter().enumerate() {
            let named = &named[own.first..][..own.count];
            let key = |block| own.key(unsorted, block);
            let compare = |a: usize, b: usize| {
                own.compare(unsorted, a, b).then_with(|| named[a].cmp(&named[b]))
            };
            parts.send(family, order.sort(own.count, key, compare), image);
        }
    }
}

/// Families of blocks that are not below others and have none below them: each is permuted independently of all else.
fn alone(blocks: &Blocks) -> Vec<BlockFamily> {
    let alone = blocks.families().iter();
    alone.filter(|family| family.is_alone()).map(BlockFamily::by_itself).collect()
}

/// The families of blocks that factors of a group permute in all ways, of those factors that do no more than that.
fn factors(group: &Group, patience: &mut Patience<'_>) -> Result<Vec<BlockFamily>, Interrupted> {
    let mut families = Vec::new();
    let moved: usize = group.orbits().iter().map(Vec::len).filter(|&length| length > 1).sum();
    if moved > LIMIT {
        return Ok(families);
    }
    for points in direct_factors(group, patience)? {
        let Some(factor) = group.action_on_within(&points, patience)? else { continue };
        let place: Vec<u32> = (0..points.len() as u32).collect();
        let Some(orbitals) = Orbitals::new(&factor, &place, patience)? else { continue };
        if let Some(blocks) = nesting::recognise(&factor, &orbitals, &place, patience)? {
            for mut family in alone(&blocks) {
                family.points.iter_mut().for_each(|point| *point = points[*point as usize] as u32);
                families.push(family);
            }
        }
    }
    Ok(families)
}

/// What the generators of a group do with some points, which it maps to each other.
fn restricted(
    group: &Group,
    is_inside: impl Fn(usize) -> bool,
    patience: &mut Patience<'_>,
) -> Result<Group, Interrupted> {
    let degree = group.degree();
    patience.spend(degree * group.generators().len())?;
    let restrict = |generator: &Permutation| {
        let image = |point: usize| if is_inside(point) { generator.image(point) } else { point };
        Permutation::from_images((0..degree).map(|point| image(point) as u32).collect()).ok()
    };
    let generators = group.generators().iter().filter_map(restrict);
    let generators = generators.filter(|generator| !generator.is_identity()).collect();
    Group::from_generators_within(degree, generators, patience)
}

/// As many of the families as no cell relates to each other or their own blocks to each other, those of many blocks first.
fn unrelated(mut families: Vec<BlockFamily>, layout: &Layout) -> Vec<BlockFamily> {
    families.sort_by_key(|family| std::cmp::Reverse(family.count()));
    let mut homes = vec![None; layout.point_count()];
    for (number, family) in families.iter().enumerate() {
        for block in 0..family.count() {
            family.block(block).iter().for_each(|&point| {
                homes[point as usize] = Some((number, block));
            });
        }
    }
    let related = related(&homes, families.len(), layout);
    let mut is_chosen = vec![false; families.len()];
    for family in 0..families.len() {
        let relatives = related.iter().filter(|pair| pair.0 == family);
        is_chosen[family] = { relatives }.all(|&(_, other)| other != family && !is_chosen[other]);
    }
    let chosen = families.into_iter().zip(is_chosen);
    chosen.filter_map(|(family, is_chosen)| is_chosen.then_some(family)).collect()
}

/// Pairs of families, both ways around, of which a cell relates blocks: it belongs to two blocks, or to one and can refer to one.
fn related(
    homes: &[Option<(usize, usize)>],
    families: usize,
    layout: &Layout,
) -> std::collections::HashSet<(usize, usize)> {
    let mut related = std::collections::HashSet::new();
    let mut relate = |a: usize, b: usize| related.extend([(a, b), (b, a)]);
    let owners = |cell: usize| {
        let points = layout.cell(CellId::new(cell)).coordinates.iter();
        points.filter_map(|point| homes[point.index()])
    };
    for cell in 0..layout.cell_count() {
        for one in owners(cell) {
            owners(cell).filter(|&other| other != one).for_each(|other| relate(one.0, other.0));
        }
    }
    for (range, cells) in layout.ranges.iter().zip(&layout.references) {
        let mut covered = vec![false; families];
        let points = range.points().filter_map(|point| homes[point as usize]);
        points.for_each(|home| covered[home.0] = true);
        for owner in cells.iter().flat_map(|&cell| owners(cell as usize)) {
            (0..families).filter(|&of| covered[of]).for_each(|of| relate(owner.0, of));
        }
    }
    related
}
