//! Recognises groups that permute blocks in all ways where they move too many points for [`nesting`].
//!
//! Blocks within blocks are read off the orbits on pairs of points, of which there are millions where a group moves thousands of
//! points. That no block is below another can be read off a stabiliser chain. Where the chain comes to the first base point `b`
//! of a family of blocks, the stabiliser so far still permutes all of them; what it moves and its subgroup that fixes `b` does not
//! is the block of `b`, and the elements that take `b` to the points of its orbit take the block to the others. (Of two blocks that
//! subgroup fixes both: any point of each orbit will do for the first.) Like there this is a guess, which is then checked.
//!
//! Cost: for each family a look at each strong generator and point, then one membership test for each block; once.

use groups::{Group, Interrupted, Patience};

use crate::canonical::blocks::{BlockFamily, Blocks};
use crate::canonical::nesting;
use crate::foundation::mix::key;

/// The blocks that a group permutes in all ways, if that is all it does and none is below another. They contain every point that
/// it moves.
pub(crate) fn recognise(
    group: &Group,
    patience: &mut Patience<'_>,
) -> Result<Option<Blocks>, Interrupted> {
    let mut guess = Guess::new(group);
    let mut families = Vec::new();
    for (number, level) in group.levels().iter().enumerate() {
        if level.orbit().len() == 1 || guess.assigned[guess.orbits[level.base()]] {
            continue;
        }
        patience.spend(group.degree() * (1 + group.strong_generators().len()))?;
        let Some(block) = guess.block(number) else { return Ok(None) };
        patience.spend(block.len() * level.orbit().len())?;
        let images = level.from_base_elements().iter();
        let points = images.flat_map(|element| block.iter().map(|&p| element.image(p) as u32));
        let count = level.orbit().len();
        families.push(BlockFamily {
            points: points.collect(),
            width: block.len(),
            factors: (0..block.len()).map(|number| key(number as u64, 77)).collect(),
            siblings: count,
            parents: 1,
            parent: None,
            children: Vec::new(),
            first: 0,
        });
    }
    let blocks = Blocks::new(families);
    Ok(nesting::generate(&blocks, group, patience)?.then_some(blocks))
}

struct Guess<'g> {
    group: &'g Group,
    /// For each strong generator the level whose base point it moves first.
    depths: Vec<usize>,
    /// For each point the number of its orbit.
    orbits: Vec<usize>,
    /// For each orbit how many points it has, and whether a family has them.
    lengths: Vec<usize>,
    assigned: Vec<bool>,
}

impl<'g> Guess<'g> {
    fn new(group: &'g Group) -> Self {
        let base = group.base();
        let strong = group.strong_generators().iter();
        let depths = strong.map(|element| {
            base.iter().position(|&point| element.image(point) != point).unwrap_or(base.len())
        });
        let all = group.orbits();
        let mut orbits = vec![0; group.degree()];
        for (number, orbit) in all.iter().enumerate() {
            orbit.iter().for_each(|&point| orbits[point] = number);
        }
        Guess {
            group,
            depths: depths.collect(),
            orbits,
            lengths: all.iter().map(Vec::len).collect(),
            assigned: vec![false; all.len()],
        }
    }

    /// The block of the base point of a level, which is the first of its family; its points are in some order.
    fn block(&mut self, level: usize) -> Option<Vec<usize>> {
        let base = self.group.levels()[level].base();
        let count = self.group.levels()[level].orbit().len();
        let (here, below) = (self.moved_from(level), self.moved_from(level + 1));
        let mut block = Vec::new();
        for point in 0..self.group.degree() {
            let orbit = self.orbits[point];
            if !here[point] || below[point] || self.lengths[orbit] != count {
                continue;
            }
            if !self.assigned[orbit] {
                self.assigned[orbit] = true;
                block.push(point);
            } else if count > 2 {
                return None;
            }
        }
        // Earlier levels may have fixed a block of the same family, if it is none.
        let is_whole = self.lengths[self.orbits[base]] == count;
        (is_whole && !block.is_empty()).then_some(block)
    }

    /// Which points the stabiliser of the base points before a level moves.
    fn moved_from(&self, level: usize) -> Vec<bool> {
        let mut moved = vec![false; self.group.degree()];
        for (element, &depth) in self.group.strong_generators().iter().zip(&self.depths) {
            if depth >= level {
                element.support().iter().for_each(|&point| moved[point] = true);
            }
        }
        moved
    }
}
