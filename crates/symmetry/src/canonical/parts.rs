//! States as a product of symmetric groups sees them: what belongs to one block, to several, to none.
//!
//! Strategies that sort [blocks](crate::canonical::blocks) need not know how many coordinates a cell has, but only which blocks own it,
//! and whether its value can refer to a point that is moved. Points that nothing moves count as data, as owners and as what is
//! referred to.

use std::cmp::Ordering;
use std::collections::HashMap;

use groups::{Patience, describe_within};

use crate::canonical::blocks::{Blocks, NoBlocks};
use crate::canonical::orbitals;
use crate::canonical::order::{Order, key};
use crate::foundation::layout::{GlobalReference, Layout, NONE};
use crate::foundation::point::CellId;
use crate::foundation::range::Range;
use crate::foundation::refusal::{Refusal, Unready};
use crate::foundation::symmetry::SymmetryGroup;

/// The cells of a layout, by the blocks that own them.
pub(crate) struct Parts {
    pub(crate) blocks: Blocks,
    /// For each point its place in the blocks, if it is moved.
    homes: Vec<Option<Home>>,
    /// For each family of blocks the cells that one of its blocks owns alone.
    pub(crate) own: Vec<OwnCells>,
    /// The cells that no block owns and that refer to moved points.
    pub(crate) global_references: Vec<GlobalReference>,
    /// The cells that no symmetry touches.
    pub(crate) untouched: Vec<u32>,
    /// The cells that several blocks own, by classes of those that are images of one another.
    pub(crate) shared: Vec<SharedCells>,
}

/// Where a moved point is in the blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Home {
    pub(crate) family: u32,
    pub(crate) block: u32,
    pub(crate) place: u32,
}

/// The cells that each block of a family owns alone. The cells at the same slot of two blocks correspond.
pub(crate) struct OwnCells {
    /// The cells of the first block, then those of the second, and so on.
    cells: Vec<u32>,
    /// The slots: how many cells a block has.
    pub(crate) width: usize,
    /// Slots and lengths of stretches whose cells are adjacent in every block.
    pub(crate) runs: Vec<(u32, u32)>,
    /// The slots whose values can refer to moved points.
    pub(crate) references: Vec<(u32, Range)>,
    /// The place of the first block among the blocks of all families.
    pub(crate) first: usize,
    /// The number of blocks.
    pub(crate) count: usize,
}

/// Cells that several blocks own, all images of one another.
pub(crate) struct SharedCells {
    /// The family of blocks of each owner.
    pub(crate) families: Vec<u32>,
    pub(crate) members: Vec<SharedCell>,
    /// The values that can refer to moved points.
    pub(crate) range: Option<Range>,
}

/// A cell that two or three blocks own.
#[derive(Clone, Copy)]
pub(crate) struct SharedCell {
    pub(crate) cell: u32,
    /// The number of each owner in its family.
    pub(crate) blocks: [u32; 3],
}

impl OwnCells {
    /// The cells of a block.
    #[inline(always)]
    pub(crate) fn of(&self, block: usize) -> &[u32] {
        &self.cells[block * self.width..(block + 1) * self.width]
    }

    /// A key of the first cells of a block.
    #[inline(always)]
    pub(crate) fn key(&self, state: &[i32], block: usize) -> u64 {
        key(self.of(block).iter().map(|&cell| state[cell as usize]))
    }

    /// How the cells of two blocks compare, slot by slot.
    #[inline(always)]
    pub(crate) fn compare(&self, state: &[i32], a: usize, b: usize) -> Ordering {
        let (a, b) = (self.of(a), self.of(b));
        for &(slot, length) in &self.runs {
            let run = |cells: &[u32]| cells[slot as usize] as usize;
            let (a, b) = (&state[run(a)..][..length as usize], &state[run(b)..][..length as usize]);
            match a.cmp(b) {
                Ordering::Equal => {}
                different => return different,
            }
        }
        Ordering::Equal
    }
}

/// What a coordinate of a cell is to the group: a point that stays, or a place in one of the blocks that own the cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Coordinate {
    Fixed(usize),
    Moved { family: u32, owner: usize, place: u32 },
}

/// What cells that are images of one another agree on: the family and the coordinates.
type Class = (usize, Vec<Coordinate>);

impl Parts {
    /// The parts of the states of a layout, if its group permutes blocks in all ways.
    pub(crate) fn new(
        strategy: &'static str,
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        Ok(Self::of(blocks_for(strategy, symmetry, patience)?, symmetry.layout()))
    }

    /// The parts of the states of a layout, as seen by what permutes these [flat](Blocks::are_flat) blocks.
    pub(crate) fn of(blocks: Blocks, layout: &Layout) -> Self {
        let homes = homes(&blocks, layout.point_count());
        let mut parts = Parts {
            blocks,
            homes,
            own: Vec::new(),
            global_references: Vec::new(),
            untouched: Vec::new(),
            shared: Vec::new(),
        };
        parts.divide(layout);
        parts
    }

    /// Whether the value of no cell says anything about a block but one that owns the cell alone: states cannot hold
    /// references. Then the orbit of a state is the multiset of the records of its blocks, family by family.
    pub(crate) fn hold_no_references(&self) -> bool {
        self.refer_from_outside() && self.global_references.is_empty()
    }

    /// Whether only cells that no block owns refer to moved points, and no cell has several blocks as owners.
    pub(crate) fn refer_from_outside(&self) -> bool {
        self.shared.is_empty() && self.own.iter().all(|own| own.references.is_empty())
    }

    /// Where a point is in the blocks, if it is moved.
    #[inline(always)]
    pub(crate) fn home(&self, point: usize) -> Option<Home> {
        self.homes[point]
    }

    /// Whether some value refers to a block of the family.
    pub(crate) fn covers(&self, range: &Range, family: usize) -> bool {
        let mut homes = range.points().filter_map(|point| self.homes[point as usize]);
        homes.any(|home| home.family as usize == family)
    }

    /// Working memory for sorting the blocks of any family.
    pub(crate) fn order(&self) -> Order {
        Order::new(self.own.iter().map(|own| own.count).max().unwrap_or(0))
    }

    /// A value without the names of blocks: the point that it refers to is replaced by the one at the same place of the first
    /// block of its family; or, if it is one of the `named` blocks (family and number), of the block after as many as are named
    /// earlier in that family. The first block that is not taken so stands for all that are not named.
    ///
    /// Symmetric references get one value, if the named blocks go along. Values that refer to nothing that is moved stay, and
    /// no other value becomes one of them.
    #[inline(always)]
    pub(crate) fn nameless(&self, range: &Range, value: i32, named: &[(u32, u32)]) -> i32 {
        let Some(home) = range.point(value).and_then(|point| self.homes[point]) else {
            return value;
        };
        let mut number = 0;
        for &(family, block) in named {
            if family == home.family {
                if block == home.block {
                    break;
                }
                number += 1;
            }
        }
        let family = &self.blocks.families()[home.family as usize];
        let point = family.block(number)[home.place as usize];
        range.value(point)
    }

    /// A value with the block that it refers to renamed: `numbers` has a new number for each block of each family, at the place
    /// of the block among all. Values that refer to nothing that is moved stay, and no other value becomes one of them.
    #[inline(always)]
    pub(crate) fn renamed(&self, range: &Range, value: i32, numbers: &[u32]) -> i32 {
        let Some(home) = range.point(value).and_then(|point| self.homes[point]) else {
            return value;
        };
        let number = numbers[self.own[home.family as usize].first + home.block as usize];
        let family = &self.blocks.families()[home.family as usize];
        range.value(family.block(number as usize)[home.place as usize])
    }

    /// Lets `image` send the blocks of a family, in this order, to the first, the second, and so on.
    #[inline(always)]
    pub(crate) fn send(&self, family: usize, order: &[u32], image: &mut [u32]) {
        let family = &self.blocks.families()[family];
        for (to, &from) in order.iter().enumerate() {
            for (&from, &to) in family.block(from as usize).iter().zip(family.block(to)) {
                image[from as usize] = to;
            }
        }
    }

    /// Puts each cell where it belongs.
    fn divide(&mut self, layout: &Layout) {
        let mut number: HashMap<Class, usize> = HashMap::new();
        let mut classes: Vec<(Class, Vec<SharedCell>)> = Vec::new();
        for index in 0..layout.cell_count() {
            let cell = layout.cell(CellId::new(index));
            let points = cell.coordinates.iter().map(|point| point.index());
            let (coordinates, blocks) = self.coordinates(points);
            if coordinates.iter().all(|c| matches!(c, Coordinate::Fixed(_))) {
                match self.range(layout, index) {
                    Some(range) => {
                        self.global_references.push(GlobalReference { cell: index as u32, range });
                    }
                    None => self.untouched.push(index as u32),
                }
                continue;
            }
            let class = (cell.family.index(), coordinates);
            let number = *number.entry(class.clone()).or_insert(classes.len());
            if number == classes.len() {
                classes.push((class, Vec::new()));
            }
            classes[number].1.push(SharedCell { cell: index as u32, blocks });
        }
        let mut owned = vec![Vec::new(); self.blocks.families().len()];
        for ((_, coordinates), members) in classes {
            let families = owners(&coordinates);
            match families[..] {
                [family] => owned[family as usize].push(members),
                _ => {
                    let range = self.range(layout, members[0].cell as usize);
                    self.shared.push(SharedCells { families, members, range });
                }
            }
        }
        let mut first = 0;
        for (family, slots) in owned.into_iter().enumerate() {
            let own = self.own_cells(layout, family, slots, first);
            first += own.count;
            self.own.push(own);
        }
    }

    /// The cells of a family of blocks, given for each slot the cells at it.
    fn own_cells(
        &self,
        layout: &Layout,
        family: usize,
        mut slots: Vec<Vec<SharedCell>>,
        first: usize,
    ) -> OwnCells {
        let count = self.blocks.families()[family].count();
        for slot in &mut slots {
            slot.sort_unstable_by_key(|member| member.blocks[0]);
        }
        // In the order of the cells of the first block, so that what is adjacent stays so.
        slots.sort_unstable_by_key(|slot| slot[0].cell);
        let cells = (0..count).flat_map(|block| slots.iter().map(move |slot| slot[block].cell));
        let cells: Vec<u32> = cells.collect();
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for slot in 0..slots.len() {
            let follows = |block: usize| slots[slot][block].cell == slots[slot - 1][block].cell + 1;
            match runs.last_mut() {
                Some(run) if (0..count).all(follows) => run.1 += 1,
                _ => runs.push((slot as u32, 1)),
            }
        }
        let references = slots.iter().enumerate().filter_map(|(number, slot)| {
            let range = self.range(layout, slot[0].cell as usize)?;
            Some((number as u32, range))
        });
        let references = references.collect();
        OwnCells { cells, width: slots.len(), runs, references, first, count }
    }

    /// The values of a cell that refer to points, if some of those are moved.
    fn range(&self, layout: &Layout, cell: usize) -> Option<Range> {
        let range = layout.range(CellId::new(cell))?;
        (0..self.blocks.families().len()).any(|family| self.covers(&range, family)).then_some(range)
    }

    /// The coordinates of a cell, and the numbers of the blocks that own it.
    fn coordinates(&self, points: impl Iterator<Item = usize>) -> (Vec<Coordinate>, [u32; 3]) {
        let mut owners: Vec<(u32, u32)> = Vec::new();
        let mut blocks = [NONE; 3];
        let coordinates = points.map(|point| {
            let Some(Home { family, block, place }) = self.homes[point] else {
                return Coordinate::Fixed(point);
            };
            let known = owners.iter().position(|&owner| owner == (family, block));
            let owner = known.unwrap_or_else(|| {
                owners.push((family, block));
                blocks[owners.len() - 1] = block;
                owners.len() - 1
            });
            Coordinate::Moved { family, owner, place }
        });
        let coordinates = coordinates.collect();
        (coordinates, blocks)
    }
}

/// The families of the blocks that own a cell.
fn owners(coordinates: &[Coordinate]) -> Vec<u32> {
    let mut families = Vec::new();
    for &coordinate in coordinates {
        if let Coordinate::Moved { family, owner, .. } = coordinate
            && owner == families.len()
        {
            families.push(family);
        }
    }
    families
}

fn homes(blocks: &Blocks, points: usize) -> Vec<Option<Home>> {
    let mut homes = vec![None; points];
    for (number, family) in blocks.families().iter().enumerate() {
        for block in 0..family.count() {
            for (place, &point) in family.block(block).iter().enumerate() {
                let home = Home { family: number as u32, block: block as u32, place: place as u32 };
                homes[point as usize] = Some(home);
            }
        }
    }
    homes
}

/// The blocks that a group permutes in all ways, or the refusal of a strategy that sorts them.
pub(crate) fn blocks_for(
    strategy: &'static str,
    symmetry: &SymmetryGroup,
    patience: &mut Patience<'_>,
) -> Result<Blocks, Unready> {
    let reason = match Blocks::of(symmetry, patience)? {
        Ok(blocks) => return Ok(blocks),
        Err(NoBlocks::Other) => format!(
            "it needs a product of groups that each permute identical parts in all ways, and the group is {}",
            describe_within(symmetry.group(), patience)?
        ),
        Err(NoBlocks::TooManyPoints(points)) => format!(
            "it looks for identical parts among at most {} things that symmetry moves, and there are {points}",
            orbitals::LIMIT
        ),
    };
    Err(Refusal { strategy, reason }.into())
}
