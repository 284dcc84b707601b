//! Recognises groups that permute blocks in all ways, and blocks within blocks.
//!
//! Clients below servers: the group permutes the servers in all ways and, for each server, its clients in all ways (a wreath
//! product). In general there is a forest of blocks, each with points of its own, and the group is everything that permutes
//! siblings of one kind. All of it is read off the [orbitals](crate::canonical::orbitals): in such a group two points of an orbit are
//! related by how far up their lowest common ancestor is, and the farther up, the more points are related so. What is read
//! off is a guess, which is then checked twice over: every exchange of neighbouring siblings is in the group, and the group is
//! no larger than what they generate.
//!
//! Cost: `m²` steps for each pair of kinds of blocks, `m` their number, and one membership test for each block; once.

use groups::{Group, Interrupted, Patience, Permutation};
use num_bigint::BigUint;

use crate::canonical::blocks::{BlockFamily, Blocks};
use crate::canonical::orbitals::Orbitals;
use crate::foundation::mix::key;

/// The partition of an orbit into blocks of one size.
struct Member {
    orbit: usize,
    /// How many of the orbit's partitions are finer.
    level: usize,
    blocks: Vec<Vec<usize>>,
}

/// Partitions that correspond: their blocks have the same stabilisers. Equal numbers are partners.
struct Kind {
    members: Vec<Member>,
}

/// The relation between points as the group leaves it.
struct Relation<'a> {
    orbitals: &'a Orbitals,
    place: &'a [u32],
}

impl Relation<'_> {
    fn number(&self, a: usize, b: usize) -> u32 {
        self.orbitals.number(self.place[a] as usize, self.place[b] as usize)
    }

    /// How a point is related to a block.
    fn to_block(&self, point: usize, block: &[usize]) -> Vec<u32> {
        let mut numbers: Vec<u32> = block.iter().map(|&other| self.number(point, other)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The blocks that a group permutes in all ways, if that is all it does. They contain every point that it moves.
pub(crate) fn recognise(
    group: &Group,
    orbitals: &Orbitals,
    place: &[u32],
    patience: &mut Patience<'_>,
) -> Result<Option<Blocks>, Interrupted> {
    let relation = Relation { orbitals, place };
    let orbits = group.orbits();
    let orbits: Vec<Vec<usize>> = orbits.into_iter().filter(|orbit| orbit.len() > 1).collect();
    let mut kinds: Vec<Kind> = Vec::new();
    for (number, orbit) in orbits.iter().enumerate() {
        patience.spend(orbit.len() * orbit.len())?;
        let Some(partitions) = partitions(orbit, &relation) else { return Ok(None) };
        for (level, blocks) in partitions.into_iter().enumerate() {
            // Each point of the one is compared with each of the other.
            patience.spend(16 * kinds.len() * orbit.len() * orbit.len())?;
            let aligned = kinds.iter().enumerate().find_map(|(kind, Kind { members })| {
                Some((kind, align(&members[0].blocks, &blocks, &relation)?))
            });
            let (kind, blocks) = match aligned {
                Some(found) => found,
                None => {
                    kinds.push(Kind { members: Vec::new() });
                    (kinds.len() - 1, blocks)
                }
            };
            kinds[kind].members.push(Member { orbit: number, level, blocks });
        }
    }
    let Some(families) = families(&kinds) else { return Ok(None) };
    let blocks = Blocks::new(families);
    Ok(generate(&blocks, group, patience)?.then_some(blocks))
}

/// Whether a group is all that permutes blocks.
pub(crate) fn generate(
    blocks: &Blocks,
    group: &Group,
    patience: &mut Patience<'_>,
) -> Result<bool, Interrupted> {
    Ok(order(blocks) == group.order() && exchanges_are_in(blocks, group, patience)?)
}

/// The partitions of an orbit into smaller and smaller numbers of blocks, from single points on, without the last, if the orbit
/// looks as it must.
fn partitions(orbit: &[usize], relation: &Relation<'_>) -> Option<Vec<Vec<Vec<usize>>>> {
    let mut sizes: Vec<(usize, u32)> = Vec::new();
    for &point in &orbit[1..] {
        let number = relation.number(orbit[0], point);
        match sizes.iter_mut().find(|entry| entry.1 == number) {
            Some(entry) => entry.0 += 1,
            None => sizes.push((1, number)),
        }
    }
    sizes.sort_unstable();
    let mut partitions = vec![orbit.iter().map(|&point| vec![point]).collect::<Vec<_>>()];
    let mut block = 1;
    let mut close: Vec<u32> = Vec::new();
    for &(size, number) in &sizes[..sizes.len() - 1] {
        if size % block != 0 {
            return None;
        }
        block += size;
        close.push(number);
        let mut blocks: Vec<Vec<usize>> = Vec::new();
        for &point in orbit {
            let is_close =
                |block: &&mut Vec<usize>| close.contains(&relation.number(block[0], point));
            match blocks.iter_mut().find(is_close) {
                Some(block) => block.push(point),
                None => blocks.push(vec![point]),
            }
        }
        if blocks.iter().any(|points| points.len() != block) {
            return None;
        }
        partitions.push(blocks);
    }
    Some(partitions)
}

/// The blocks of a partition in the order of those of a leader that they always move along with, if they do.
fn align(
    leader: &[Vec<usize>],
    blocks: &[Vec<usize>],
    relation: &Relation<'_>,
) -> Option<Vec<Vec<usize>>> {
    if leader.len() != blocks.len() {
        return None;
    }
    let related = |a: &[usize], b: &[usize]| relation.to_block(a[0], b);
    let to_first: Vec<Vec<u32>> = blocks.iter().map(|b| related(&leader[0], b)).collect();
    let is_unique =
        |numbers: &&Vec<u32>| to_first.iter().filter(|other| other == numbers).count() == 1;
    let numbers = to_first.iter().find(is_unique)?;
    let partner = |a: &Vec<usize>| {
        let mut partners = blocks.iter().filter(|b| related(a, b) == *numbers);
        partners.next().filter(|_| partners.next().is_none()).cloned()
    };
    leader.iter().map(partner).collect()
}

/// Families of blocks, those below others before them.
fn families(kinds: &[Kind]) -> Option<Vec<BlockFamily>> {
    let find = |orbit: usize, level: usize| {
        let at = |member: &Member| member.orbit == orbit && member.level == level;
        kinds.iter().enumerate().find_map(|(kind, Kind { members })| {
            members.iter().find(|member| at(member)).map(|member| (kind, member))
        })
    };
    let mut parents = Vec::new();
    for Kind { members } in kinds {
        let above = |member: &Member| find(member.orbit, member.level + 1).map(|found| found.0);
        let parent = above(&members[0]);
        if members.iter().any(|member| above(member) != parent) {
            return None;
        }
        parents.push(parent);
    }
    // From the top down, so that siblings can be numbered by their parents.
    let depth = |kind: usize| {
        std::iter::successors(parents[kind], |&kind| parents[kind]).take(kinds.len()).count()
    };
    let mut sequence: Vec<usize> = (0..kinds.len()).collect();
    sequence.sort_by_key(|&kind| depth(kind));
    let mut numbering: Vec<Vec<usize>> = vec![Vec::new(); kinds.len()];
    let mut families = Vec::new();
    for &kind in &sequence {
        let members = &kinds[kind].members;
        let count = members[0].blocks.len();
        let above = find(members[0].orbit, members[0].level + 1).map(|found| &found.1.blocks);
        let numbers = match (above, parents[kind]) {
            (Some(above), Some(parent)) => {
                let first = |child: usize| &members[0].blocks[child][0];
                let below = |block: &[usize]| {
                    (0..count).filter(|&child| block.contains(first(child))).collect::<Vec<_>>()
                };
                numbering[parent].iter().flat_map(|&block| below(&above[block])).collect()
            }
            _ => (0..count).collect::<Vec<_>>(),
        };
        let parent_count = above.map_or(1, Vec::len);
        let own = || members.iter().filter(|member| member.level == 0);
        let points = numbers.iter();
        let points = points.flat_map(|&at| own().map(move |member| member.blocks[at][0] as u32));
        families.push(BlockFamily {
            points: points.collect(),
            width: own().count(),
            factors: (0..own().count()).map(|number| key(number as u64, 77)).collect(),
            siblings: count / parent_count,
            parents: parent_count,
            parent: parents[kind].and_then(|parent| sequence.iter().position(|&at| at == parent)),
            children: Vec::new(),
            first: 0,
        });
        numbering[kind] = numbers;
    }
    // Those below come first.
    let count = families.len();
    families.reverse();
    families.iter_mut().for_each(|family| family.parent = family.parent.map(|at| count - 1 - at));
    Some(families)
}

/// In how many ways the blocks can be permuted.
pub(crate) fn order(blocks: &Blocks) -> BigUint {
    let mut order = BigUint::from(1u32);
    for family in blocks.families() {
        let mut ways = BigUint::from(1u32);
        (1..=family.siblings).for_each(|number| ways *= number);
        order *= ways.pow(family.parents as u32);
    }
    order
}

/// Whether the group contains every exchange of neighbouring siblings with all that is below them.
pub(crate) fn exchanges_are_in(
    blocks: &Blocks,
    group: &Group,
    patience: &mut Patience<'_>,
) -> Result<bool, Interrupted> {
    let mut images: Vec<u32> = (0..group.degree() as u32).collect();
    let mut moved = Vec::new();
    let mut scratch = blocks.scratch(group.degree());
    blocks.number_siblings(&mut scratch);
    for (number, family) in blocks.families().iter().enumerate() {
        for at in (0..family.count()).filter(|at| at % family.siblings != 0) {
            patience.spend(group.degree() * (1 + family.width) + group.levels().len())?;
            blocks.exchange((number, at - 1, at), &scratch, &mut images, &mut moved);
            let exchange = Permutation::from_images(images.clone());
            moved.iter().for_each(|&point| images[point as usize] = point);
            if !exchange.is_ok_and(|exchange| group.contains(&exchange)) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
