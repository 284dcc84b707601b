//! Blocks of imprimitivity.
//!
//! A *block* of a transitive group is a set of points that each element maps to itself or to a set that has no point in common with it. Its
//! images are a *system of blocks*: a partition that the group keeps. The finest one in which two points are together comes of merging
//! them, and then the images of all that was merged (M. D. Atkinson, *An algorithm for finding the blocks of a permutation group*,
//! Mathematics of Computation 29, 1975, pp. 911–913).

use crate::partition::Partition;
use crate::patience::{Interrupted, Patience, uninterrupted};
use crate::permutation::Permutation;

/// Systems of blocks of the group that these permutations generate on one of its orbits, from the outermost inwards, each as lists of
/// points: each block of one lies in a block of the one before. Points alone and the whole orbit are no blocks here. There are none if the
/// action is primitive, or if the points are no union of orbits.
///
/// The innermost has the smallest blocks that there are, and each other one the smallest that contain those of the next; of equals the one is
/// chosen that brings the first point together with the point that comes first in the orbit.
///
/// ```
/// use groups::{Permutation, nested_blocks};
/// let ring = Permutation::parse(6, "(1 2 3 4 5 6)", 1).unwrap();
/// let blocks = nested_blocks(&[0, 1, 2, 3, 4, 5], &[ring]);
/// assert_eq!(blocks, [[[0, 3], [1, 4], [2, 5]]]);
/// ```
#[must_use]
pub fn nested_blocks(orbit: &[usize], generators: &[Permutation]) -> Vec<Vec<Vec<usize>>> {
    uninterrupted(|patience| nested_blocks_within(orbit, generators, patience))
}

/// The same, as long as the caller has patience.
pub fn nested_blocks_within(
    orbit: &[usize],
    generators: &[Permutation],
    patience: &mut Patience<'_>,
) -> Result<Vec<Vec<Vec<usize>>>, Interrupted> {
    let action: Option<Vec<_>> =
        generators.iter().map(|generator| generator.restricted_to(orbit)).collect();
    let Some(action) = action else { return Ok(Vec::new()) };
    let mut systems = Vec::new();
    let mut block_of: Vec<usize> = (0..orbit.len()).collect();
    while let Some(coarser) = coarser(&action, &block_of, patience)? {
        systems.push(points_of(&coarser, orbit));
        block_of = coarser;
    }
    systems.reverse();
    Ok(systems)
}

/// The system with the smallest blocks that contain those of a system and are larger, if one has several blocks.
fn coarser(
    generators: &[Permutation],
    block_of: &[usize],
    patience: &mut Patience<'_>,
) -> Result<Option<Vec<usize>>, Interrupted> {
    let count = count_of(block_of);
    let mut best: Option<Vec<usize>> = None;
    for block in 1..count {
        patience.spend(block_of.len() * (generators.len() + 1))?;
        let Some(point) = block_of.iter().position(|&it| it == block) else { continue };
        let found = together_with_first(generators, block_of, point);
        let blocks = count_of(&found);
        if blocks > best.as_deref().map_or(1, count_of) {
            best = Some(found);
        }
        // No block has less than two of those inside.
        if blocks == count / 2 {
            break;
        }
    }
    Ok(best)
}

/// For each point the number of its block, in the finest system that the permutations keep, whose blocks are made of those of a system that
/// they keep, and that puts the first point and `other` into one. The block of the first is number 0.
pub(crate) fn together_with_first(
    generators: &[Permutation],
    block_of: &[usize],
    other: usize,
) -> Vec<usize> {
    let mut classes = Partition::singletons(block_of.len());
    let mut first = vec![None; count_of(block_of)];
    for (point, &block) in block_of.iter().enumerate() {
        classes.join(point, *first[block].get_or_insert(point));
    }
    let mut queue = vec![(0, other)];
    while let Some((a, b)) = queue.pop() {
        if classes.join(a, b) {
            // The images of joined points are joined too.
            queue.extend(generators.iter().map(|it| (it.image(a), it.image(b))));
        }
    }
    let mut numbers = vec![None; block_of.len()];
    let mut count = 0..;
    let number = |point| *numbers[classes.find(point)].get_or_insert_with(|| count.next());
    (0..block_of.len()).filter_map(number).collect()
}

/// How many blocks there are.
fn count_of(block_of: &[usize]) -> usize {
    block_of.iter().max().map_or(0, |last| last + 1)
}

fn points_of(block_of: &[usize], orbit: &[usize]) -> Vec<Vec<usize>> {
    let mut blocks = vec![Vec::new(); count_of(block_of)];
    for (&block, &point) in block_of.iter().zip(orbit) {
        blocks[block].push(point);
    }
    blocks
}
