//! The points of a group in rows: orbit by orbit, blocks together.

use super::GroupPicture;
use crate::text_width::Font;

/// So many points are drawn.
const MOST_POINTS: usize = 200;
/// So many points stand in a row.
const ROW: usize = 16;
/// So many fixed points are drawn.
const MOST_FIXED: usize = 32;
/// The size of the names of points.
pub(super) const NAME: f64 = 12.0;
/// Where rows begin.
pub(super) const LEFT: f64 = 112.0;

/// A point and the middle of where it stands in its row.
pub(super) struct Spot {
    pub(super) point: usize,
    pub(super) x: f64,
}

/// A row of points.
pub(super) struct Row {
    pub(super) spots: Vec<Spot>,
    /// What is said at its left.
    pub(super) label: String,
    /// Whether its points are fixed.
    pub(super) is_fixed: bool,
}

/// The rows, and what fell out.
pub(super) struct Arrangement {
    pub(super) rows: Vec<Row>,
    /// The width of a point.
    pub(super) point: f64,
    /// For each system of blocks, the block of each point.
    pub(super) block_of: Vec<Vec<Option<usize>>>,
    /// How many points of orbits are left out.
    pub(super) left_out: usize,
    /// How many fixed points are left out.
    pub(super) fixed_left_out: usize,
    pub(super) width: f64,
}

/// How far a box of blocks reaches beyond its points, where so many more are inside.
#[expect(clippy::cast_precision_loss, reason = "systems of blocks are nested a few deep")]
pub(super) fn reach(inside: usize) -> f64 {
    5.0 + 5.0 * inside as f64
}

/// Arranges the points.
pub(super) fn arrange(picture: &GroupPicture) -> Arrangement {
    let block_of = blocks_of_points(picture);
    let widest = picture.points.iter().map(|name| Font::Sans.width(name, NAME)).fold(0.0, f64::max);
    let point = (widest + 16.0).clamp(34.0, 92.0);
    let (orbits, fixed) = orbits(picture);
    let mut room = MOST_POINTS;
    let mut rows = Vec::new();
    for orbit in &orbits {
        let order = ordered(orbit, &block_of);
        let shown = &order[..order.len().min(room)];
        room -= shown.len();
        for (index, row) in in_rows(shown, &block_of).into_iter().enumerate() {
            let label =
                if index == 0 { format!("orbit of {}", orbit.len()) } else { String::new() };
            rows.push(Row { spots: spots(&row, point, &block_of), label, is_fixed: false });
        }
    }
    for (index, row) in fixed[..fixed.len().min(MOST_FIXED)].chunks(ROW).enumerate() {
        let label = if index == 0 { "fixed".to_owned() } else { String::new() };
        rows.push(Row { spots: spots(row, point, &[]), label, is_fixed: true });
    }
    let all: usize = orbits.iter().map(Vec::len).sum();
    let right =
        rows.iter().filter_map(|row| row.spots.last()).map(|spot| spot.x).fold(0.0, f64::max);
    Arrangement {
        rows,
        point,
        left_out: all - (MOST_POINTS - room),
        fixed_left_out: fixed.len().saturating_sub(MOST_FIXED),
        width: (right + point / 2.0 + reach(block_of.len()) + 20.0).max(460.0),
        block_of,
    }
}

fn blocks_of_points(picture: &GroupPicture) -> Vec<Vec<Option<usize>>> {
    let of_system = |system: &Vec<Vec<usize>>| {
        let mut block_of = vec![None; picture.points.len()];
        for (index, block) in system.iter().enumerate() {
            for &point in block {
                if let Some(own) = block_of.get_mut(point) {
                    own.get_or_insert(index);
                }
            }
        }
        block_of
    };
    picture.blocks.iter().map(of_system).collect()
}

/// The orbits, each point in one, and the points in none.
fn orbits(picture: &GroupPicture) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut is_placed = vec![false; picture.points.len()];
    let mut place = |&point: &usize| {
        is_placed.get_mut(point).is_some_and(|is_placed| !std::mem::replace(is_placed, true))
    };
    let own = |orbit: &Vec<usize>| orbit.iter().copied().filter(&mut place).collect::<Vec<_>>();
    let orbits: Vec<Vec<usize>> =
        picture.orbits.iter().map(own).filter(|orbit| !orbit.is_empty()).collect();
    let fixed = (0..is_placed.len()).filter(|&point| !is_placed[point]).collect();
    (orbits, fixed)
}

/// An orbit in an order in which blocks stand together, as near to its own order as can be.
fn ordered(orbit: &[usize], block_of: &[Vec<Option<usize>>]) -> Vec<usize> {
    let mut keys: Vec<Vec<usize>> = vec![Vec::new(); orbit.len()];
    for system in block_of {
        let mut first = vec![None; orbit.len().max(system.len())];
        for (position, &point) in orbit.iter().enumerate() {
            let block = system.get(point).copied().flatten();
            let first = block.and_then(|block| first.get_mut(block));
            keys[position].push(first.map_or(position, |first| *first.get_or_insert(position)));
        }
    }
    let mut order: Vec<usize> = (0..orbit.len()).collect();
    order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
    order.into_iter().map(|position| orbit[position]).collect()
}

/// Rows that break between the outermost blocks, where these are no longer than a row.
fn in_rows(points: &[usize], block_of: &[Vec<Option<usize>>]) -> Vec<Vec<usize>> {
    let outermost = |point: usize| block_of.first().and_then(|system| system[point]);
    let is_together =
        |&a: &usize, &b: &usize| outermost(a).is_some() && outermost(a) == outermost(b);
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for block in points.chunk_by(is_together) {
        for part in block.chunks(ROW) {
            match rows.last_mut() {
                Some(row) if row.len() + part.len() <= ROW => row.extend(part),
                _ => rows.push(part.to_vec()),
            }
        }
    }
    rows
}

/// Points one beside the other, with room for the boxes of blocks between them.
fn spots(row: &[usize], width: f64, block_of: &[Vec<Option<usize>>]) -> Vec<Spot> {
    let mut x = LEFT + reach(block_of.len()) + width / 2.0;
    let mut spots: Vec<Spot> = Vec::with_capacity(row.len());
    for &point in row {
        if let Some(before) = spots.last() {
            let differs = |system: &Vec<Option<usize>>| system[before.point] != system[point];
            let outermost = block_of.iter().position(differs);
            let between =
                outermost.map_or(10.0, |level| 2.0 * reach(block_of.len() - 1 - level) + 10.0);
            x += width + between;
        }
        spots.push(Spot { point, x });
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(
        points: usize,
        orbits: Vec<Vec<usize>>,
        blocks: Vec<Vec<Vec<usize>>>,
    ) -> GroupPicture {
        let points = (0..points).map(|point| point.to_string()).collect();
        GroupPicture { title: String::new(), points, orbits, generators: Vec::new(), blocks }
    }

    fn rows(picture: &GroupPicture) -> Vec<Vec<usize>> {
        let rows = arrange(picture).rows;
        rows.iter().map(|row| row.spots.iter().map(|spot| spot.point).collect()).collect()
    }

    #[test]
    fn blocks_stand_together() {
        let blocks = vec![vec![vec![0, 2, 4], vec![1, 3, 5]]];
        assert_eq!(rows(&picture(6, vec![(0..6).collect()], blocks)), [[0, 2, 4, 1, 3, 5]]);
    }

    #[test]
    fn rows_break_between_blocks() {
        let blocks = vec![(0..4).map(|block| (block * 6..block * 6 + 6).collect()).collect()];
        let lengths: Vec<usize> =
            rows(&picture(24, vec![(0..24).collect()], blocks)).iter().map(Vec::len).collect();
        assert_eq!(lengths, [12, 12]);
    }

    #[test]
    fn a_point_stands_once_and_those_in_no_orbit_are_fixed() {
        assert_eq!(
            rows(&picture(4, vec![vec![0, 1, 0, 99], vec![1, 2]], Vec::new())),
            [vec![0, 1], vec![2], vec![3]]
        );
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let arrangement = arrange(&picture(300, vec![(0..210).collect()], Vec::new()));
        assert_eq!((arrangement.left_out, arrangement.fixed_left_out), (10, 58));
    }
}
