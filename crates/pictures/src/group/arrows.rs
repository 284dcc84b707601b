//! Where the arrows of generators go: over a row to the right, below it to the left, and from row to row.

use super::GroupPicture;
use super::arrange::Arrangement;

/// So many generators are drawn.
pub(super) const MOST_DRAWN: usize = 8;

/// An arrow from point to point.
pub(super) struct Arrow {
    pub(super) generator: usize,
    /// Row, and position in it.
    pub(super) from: (usize, usize),
    pub(super) to: (usize, usize),
    /// Whether the points change places.
    pub(super) is_exchange: bool,
    pub(super) path: Path,
}

/// The way of an arrow.
pub(super) enum Path {
    /// Over the row, so high.
    Over(f64),
    /// Below the row, so deep.
    Below(f64),
    /// To another row.
    Across,
}

/// The arrows of all generators that are drawn.
pub(super) fn arrows(picture: &GroupPicture, arrangement: &Arrangement) -> Vec<Arrow> {
    let mut places = vec![None; picture.points.len()];
    for (row, content) in arrangement.rows.iter().enumerate() {
        for (position, spot) in content.spots.iter().enumerate() {
            places[spot.point] = Some((row, position));
        }
    }
    let mut arrows = Vec::new();
    for (generator, permutation) in picture.generators.iter().take(MOST_DRAWN).enumerate() {
        for cycle in permutation.cycles.iter().filter(|cycle| cycle.len() > 1) {
            let is_exchange = cycle.len() == 2;
            let next = cycle.iter().cycle().skip(1);
            for (from, to) in cycle.iter().zip(next).take(if is_exchange { 1 } else { cycle.len() })
            {
                let place = |point: &usize| places.get(*point).copied().flatten();
                if let (Some(from), Some(to)) = (place(from), place(to)) {
                    let path = path(generator, from, to);
                    arrows.push(Arrow { generator, from, to, is_exchange, path });
                }
            }
        }
    }
    arrows
}

#[expect(clippy::cast_precision_loss, reason = "rows have few points")]
fn path(generator: usize, from: (usize, usize), to: (usize, usize)) -> Path {
    if from.0 != to.0 {
        return Path::Across;
    }
    let height = 12.0 + 5.0 * generator as f64 + 6.0 * from.1.abs_diff(to.1).min(9) as f64;
    if from.1 <= to.1 { Path::Over(height) } else { Path::Below(height) }
}
