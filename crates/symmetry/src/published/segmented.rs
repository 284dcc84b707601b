//! The segmented strategy: all permutations that sort the main array, and the least of their images.
//!
//! D. Bosnacki, D. Dams, L. Holenderski, "Symmetric Spin", STTT 4(1), 2002. The blocks of each family are sorted by the
//! [main array](crate::published::main_array); those with equal values form segments; and of all images in which each segment is ordered
//! in some way, the lexicographically least represents the orbit.
//!
//! Guarantee: [`Unique`](Guarantee::Unique). Which blocks are in which segment is preserved by symmetries, so symmetric states
//! have the same set of such images.
//!
//! Cost: in the paper the product of the factorials of the lengths of segments, for all families. Here blocks are put at their
//! places one after the other, the cells that are known by then are compared with the best image so far, from the first on, and
//! what cannot become less is left; and of blocks that can be exchanged without changing the state only one is tried. The
//! answer is the same. The search starts with the image in which segments are sorted by all that blocks own. States whose blocks
//! differ only in what comes late in the state, or in how they refer to each other, still cost factorials.
//!
//! Limits: products of symmetric groups on aligned blocks, each of which owns data. [`SegmentedByChain`](crate::SegmentedByChain)
//! serves the other groups.

use std::cmp::Ordering;

use groups::{Interrupted, Patience, uninterrupted};

use crate::canonical::order::{Order, key_of};
use crate::canonical::parts::Parts;
use crate::foundation::action::Named;
use crate::foundation::layout::{Layout, Multi, NONE};
use crate::foundation::point::Family;
use crate::foundation::range::Range;
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::twins::are_twins;
use crate::published::main_array::MainArray;

const NAME: &str = "segmented";

/// The least image of those in which the main arrays are sorted.
pub struct Segmented<'a> {
    symmetry: &'a SymmetryGroup,
    parts: Parts,
    main: MainArray,
    /// The cells that the images can differ in, in their order.
    cells: Vec<TargetCell>,
    /// For each place of a block in the sorted families, one family after the other: the family, and its number there.
    places: Vec<(u32, u32)>,
}

/// How the value of a cell of an image is found.
struct TargetCell {
    cell: u32,
    source: Source,
    /// The values that can refer to moved points.
    range: Option<Range>,
}

#[derive(Clone, Copy)]
enum Source {
    /// The same cell.
    Same,
    /// A slot of the block that comes to a place.
    Own { place: u32, family: u32, slot: u32 },
    /// The cell of several blocks, by its index in `Layout::multis`.
    Shared(u32),
}

/// Working memory of [`Segmented`].
pub struct SegmentedScratch {
    sorting: Order,
    /// The blocks of each family, sorted by the main array.
    order: Vec<u32>,
    /// For each place the block that comes there, or `NONE`.
    source: Vec<u32>,
    /// For each place of the sorted blocks a block of the same segment that comes earlier and is a twin, or `NONE`.
    twin: Vec<u32>,
    /// The image of each point, or `NONE`, and its inverse.
    image: Vec<u32>,
    inverse: Vec<u32>,
    identity: Vec<u32>,
    moved: Vec<u32>,
    named: Named,
}

impl<'a> Segmented<'a> {
    /// Prepares tables for a group.
    pub fn new(symmetry: &'a SymmetryGroup) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, &[], patience))
    }

    /// The same with main arrays that the caller chooses: for each family of blocks the first of `arrays` of which each block
    /// owns a cell, and the default where there is none.
    pub fn by_main(symmetry: &'a SymmetryGroup, arrays: &[Family]) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, arrays, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        arrays: &[Family],
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let layout = symmetry.layout();
        let parts = Parts::new(NAME, symmetry, patience)?;
        let main = MainArray::new(NAME, layout, &parts, arrays)?;
        let cells = target_cells(layout, &parts, &main);
        let places = parts.own.iter().enumerate().flat_map(|(family, own)| {
            (0..own.count).map(move |number| (family as u32, number as u32))
        });
        let places = places.collect();
        Ok(Segmented { symmetry, parts, main, cells, places })
    }

    /// Sorts by the main arrays and notes which blocks of a segment are twins. Returns whether some segment has blocks that are
    /// not.
    fn sort(&self, state: &[i32], scratch: &mut SegmentedScratch) -> bool {
        let layout = self.symmetry.layout();
        let SegmentedScratch { sorting, order, twin, identity, moved, named, .. } = scratch;
        named.forget();
        let mut open = false;
        for (family, own) in self.parts.own.iter().enumerate() {
            let order = &mut order[own.first..][..own.count];
            // What the blocks own besides the main array only makes a good start.
            let sorted = sorting.sort(
                own.count,
                |block| key_of(self.main.value(family, block, state)),
                |a, b| own.compare(state, a, b),
            );
            order.copy_from_slice(sorted);
            let blocks = &self.parts.blocks.families()[family];
            let mut start = 0;
            for end in 0..order.len() {
                if self.value(family, order[start], state) != self.value(family, order[end], state)
                {
                    start = end;
                }
                let block = blocks.block(order[end] as usize);
                let earlier = order[start..end].iter().rev().copied();
                let found = { earlier }.find(|&other| {
                    let other = blocks.block(other as usize);
                    are_twins(layout, state, other, block, (identity, moved, named))
                });
                twin[own.first + end] = found.unwrap_or(NONE);
                open |= start < end && found.is_none();
            }
        }
        open
    }

    /// Writes the representative to `target`, and the permutation that takes the state there to `best` if that is asked for.
    fn find(
        &self,
        state: &[i32],
        target: &mut [i32],
        mut best: Option<&mut [u32]>,
        scratch: &mut SegmentedScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let layout = self.symmetry.layout();
        let open = self.sort(state, scratch);
        for (family, own) in self.parts.own.iter().enumerate() {
            self.parts.send(family, &scratch.order[own.first..][..own.count], &mut scratch.image);
        }
        layout.apply(&scratch.image, state, target);
        if let Some(best) = &mut best {
            best.copy_from_slice(&scratch.image);
        }
        if open {
            for family in self.parts.blocks.families() {
                for block in 0..family.count() {
                    let points = family.block(block).iter();
                    points.for_each(|&point| scratch.image[point as usize] = NONE);
                }
            }
            scratch.inverse.copy_from_slice(&scratch.image);
            scratch.source.fill(NONE);
            let segmented = self;
            let mut search = Search { segmented, layout, state, target, best, scratch, patience };
            search.fill(0, 0, false)?;
        }
        Ok(())
    }

    fn value(&self, family: usize, block: u32, state: &[i32]) -> i32 {
        self.main.value(family, block as usize, state)
    }
}

/// The cells that symmetries touch, with where their values come from. The main arrays are left out: they are sorted in all
/// images.
fn target_cells(layout: &Layout, parts: &Parts, main: &MainArray) -> Vec<TargetCell> {
    let mut cells = Vec::new();
    for (family, own) in parts.own.iter().enumerate() {
        for block in 0..own.count {
            for (slot, &cell) in own.of(block).iter().enumerate() {
                if main.cell(family, block) == cell {
                    continue;
                }
                let found = own.references.iter().find(|reference| reference.0 as usize == slot);
                let range = found.map(|reference| reference.1.clone());
                let place = (own.first + block) as u32;
                let source = Source::Own { place, family: family as u32, slot: slot as u32 };
                cells.push(TargetCell { cell, source, range });
            }
        }
    }
    for global in &parts.global_references {
        let range = Some(global.range.clone());
        cells.push(TargetCell { cell: global.cell, source: Source::Same, range });
    }
    for shared in &parts.shared {
        for member in &shared.members {
            let is_member = |multi: &Multi| multi.cell == member.cell;
            // Cells of several blocks have several coordinates.
            let Some(multi) = layout.multis.iter().position(is_member) else { continue };
            let source = Source::Shared(multi as u32);
            cells.push(TargetCell { cell: member.cell, source, range: shared.range.clone() });
        }
    }
    cells.sort_unstable_by_key(|cell| cell.cell);
    cells
}

impl Representative for Segmented<'_> {
    type Scratch = SegmentedScratch;

    fn scratch(&self) -> SegmentedScratch {
        let identity: Vec<u32> = (0..self.symmetry.layout().point_count() as u32).collect();
        let families = self.parts.blocks.families();
        let widest = families.iter().map(|family| family.width()).max().unwrap_or(0);
        SegmentedScratch {
            sorting: self.parts.order(),
            order: vec![0; self.places.len()],
            source: vec![NONE; self.places.len()],
            twin: vec![NONE; self.places.len()],
            image: identity.clone(),
            inverse: identity.clone(),
            identity,
            moved: Vec::with_capacity(2 * widest),
            named: Named::new(self.symmetry.layout()),
        }
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut SegmentedScratch) {
        uninterrupted(|patience| self.representative_within(state, target, scratch, patience));
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut SegmentedScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.find(state, target, None, scratch, patience)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Unique
    }

    fn name(&self) -> &'static str {
        NAME
    }
}

impl Permuting for Segmented<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut SegmentedScratch,
    ) {
        let replacement = (target, image);
        uninterrupted(|patience| self.represent_by_within(state, replacement, scratch, patience));
    }

    fn represent_by_within(
        &self,
        state: &[i32],
        (target, image): (&mut [i32], &mut [u32]),
        scratch: &mut SegmentedScratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        self.find(state, target, Some(image), scratch, patience)
    }
}

/// One search for the least image. `target` is the least so far.
struct Search<'a, 'p> {
    segmented: &'a Segmented<'a>,
    layout: &'a Layout,
    state: &'a [i32],
    target: &'a mut [i32],
    /// The permutation that leads to it, if that is asked for.
    best: Option<&'a mut [u32]>,
    scratch: &'a mut SegmentedScratch,
    patience: &'a mut Patience<'p>,
}

impl Search<'_, '_> {
    /// Puts blocks at the places from `at` on in all ways that may become less than the least image so far. The first `known`
    /// cells that images can differ in are equal to its; if `less`, the next is less. Returns whether there is a new least image:
    /// one that agrees with the places before `at`, so that the first `known` cells are equal to its again.
    fn fill(&mut self, at: usize, known: usize, mut less: bool) -> Result<bool, Interrupted> {
        let Some(&(family, number)) = self.segmented.places.get(at) else {
            if less {
                self.layout.apply(&self.scratch.image, self.state, self.target);
                if let Some(best) = &mut self.best {
                    best.copy_from_slice(&self.scratch.image);
                }
            }
            return Ok(less);
        };
        let first = at - number as usize;
        let mut changed = false;
        for candidate in first..first + self.segmented.parts.own[family as usize].count {
            if !self.is_open(family as usize, at, candidate) {
                continue;
            }
            self.patience.spend(self.layout.cell_count())?;
            let block = self.scratch.order[candidate];
            self.put(family as usize, at, block, number, true);
            let (order, known) = if less { (Ordering::Less, known) } else { self.compare(known) };
            if order != Ordering::Greater && self.fill(at + 1, known, order == Ordering::Less)? {
                changed = true;
                less = false;
            }
            self.put(family as usize, at, block, number, false);
        }
        Ok(changed)
    }

    /// Whether the block at place `candidate` of the sorted ones is to be tried at place `at`: it is of the same segment and not
    /// put anywhere, and its twin before it is.
    fn is_open(&self, family: usize, at: usize, candidate: usize) -> bool {
        let SegmentedScratch { order, twin, image, .. } = &*self.scratch;
        let blocks = &self.segmented.parts.blocks.families()[family];
        let is_put = |block: u32| image[blocks.block(block as usize)[0] as usize] != NONE;
        let value = |at: usize| self.segmented.value(family, order[at], self.state);
        value(candidate) == value(at)
            && !is_put(order[candidate])
            && (twin[candidate] == NONE || is_put(twin[candidate]))
    }

    /// Puts a block at a place, the one with this number in its family, or takes it away.
    fn put(&mut self, family: usize, at: usize, block: u32, number: u32, there: bool) {
        let SegmentedScratch { source, image, inverse, .. } = &mut *self.scratch;
        let blocks = &self.segmented.parts.blocks.families()[family];
        source[at] = if there { block } else { NONE };
        let points = blocks.block(block as usize).iter().zip(blocks.block(number as usize));
        for (&from, &to) in points {
            image[from as usize] = if there { to } else { NONE };
            inverse[to as usize] = if there { from } else { NONE };
        }
    }

    /// How the cells that are known by now compare with those of the least image so far, from the one with number `known` on;
    /// and how many are equal before the first that is not.
    fn compare(&self, mut known: usize) -> (Ordering, usize) {
        while let Some(cell) = self.segmented.cells.get(known) {
            let Some((value, is_exact)) = self.value(cell) else { break };
            match value.cmp(&self.target[cell.cell as usize]) {
                Ordering::Equal if is_exact => known += 1,
                Ordering::Equal => break,
                Ordering::Less if !is_exact => break,
                different => return (different, known),
            }
        }
        (Ordering::Equal, known)
    }

    /// The value of a cell of the image, if the blocks that own it are put at places; or, if that is a reference to a block that
    /// is not, a bound below it. And which of the two.
    fn value(&self, cell: &TargetCell) -> Option<(i32, bool)> {
        let from = match cell.source {
            Source::Same => cell.cell,
            Source::Own { place, family, slot } => match self.scratch.source[place as usize] {
                NONE => return None,
                block => {
                    self.segmented.parts.own[family as usize].of(block as usize)[slot as usize]
                }
            },
            Source::Shared(multi) => self.shared(&self.layout.multis[multi as usize])?,
        };
        let value = self.state[from as usize];
        let Some((range, point)) = cell.range.as_ref().and_then(|r| Some((r, r.point(value)?)))
        else {
            return Some((value, true));
        };
        let image = self.scratch.image[point];
        let least = if image == NONE { self.least_image(point)? } else { image };
        Some((range.value(least), image != NONE))
    }

    /// The least point that a point of a block can be sent to, if its block is not put anywhere.
    fn least_image(&self, point: usize) -> Option<u32> {
        let home = self.segmented.parts.home(point)?;
        let family = home.family as usize;
        let first = self.segmented.parts.own[family].first;
        let blocks = &self.segmented.parts.blocks.families()[family];
        let value = |block: u32| self.segmented.value(family, block, self.state);
        let is_free = |number: &usize| {
            self.scratch.source[first + number] == NONE
                && value(self.scratch.order[first + number]) == value(home.block)
        };
        let free = (0..blocks.count()).filter(is_free);
        free.map(|number| blocks.block(number)[home.place as usize]).min()
    }

    /// The cell that comes where a cell of several blocks is, if all of them are known.
    fn shared(&self, multi: &Multi) -> Option<u32> {
        let mut place = multi.table;
        for slot in 0..multi.arity as usize {
            match self.scratch.inverse[multi.coordinates[slot] as usize] {
                NONE => return None,
                point => place += self.layout.offsets[(multi.rows[slot] + point) as usize],
            }
        }
        Some(self.layout.table[place as usize])
    }
}
