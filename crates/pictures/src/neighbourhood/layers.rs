//! Which states stand in which row, in which order, and where.

use super::Neighbourhood;
use super::boxes::{Frame, frame};

/// So many states are drawn.
const MOST_NODES: usize = 80;
/// So many states stand in a row.
const ROW: usize = 12;
/// How often the order within rows, and then the places, are improved.
const SWEEPS: usize = 8;
const BETWEEN_NODES: f64 = 26.0;
const BETWEEN_ROWS: f64 = 66.0;
/// Room at the right of a state that leads to itself.
const ROUND: f64 = 110.0;
const TOP: f64 = 56.0;

/// A state and where it stands.
pub(super) struct Spot {
    /// The number of the state.
    pub(super) node: usize,
    pub(super) row: usize,
    /// Its middle.
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) frame: Frame,
}

impl Spot {
    pub(super) fn left(&self) -> f64 {
        self.x - self.frame.width / 2.0
    }

    pub(super) fn right(&self) -> f64 {
        self.x + self.frame.width / 2.0
    }

    pub(super) fn top(&self) -> f64 {
        self.y - self.frame.height / 2.0
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.frame.height / 2.0
    }
}

/// The states that are drawn.
pub(super) struct Layers {
    pub(super) spots: Vec<Spot>,
    /// For each state of the picture, which of the spots it has.
    pub(super) spot_of: Vec<Option<usize>>,
}

/// Places the states.
pub(super) fn layers(picture: &Neighbourhood) -> Layers {
    let mut nearest: Vec<usize> = (0..picture.nodes.len()).collect();
    nearest.sort_by_key(|&node| picture.nodes[node].distance);
    nearest.truncate(MOST_NODES);
    let mut spot_of = vec![None; picture.nodes.len()];
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let distance = |node: usize| picture.nodes[node].distance;
    for layer in nearest.chunk_by(|&a, &b| distance(a) == distance(b)) {
        rows.extend(layer.chunks(ROW).map(<[usize]>::to_vec));
    }
    let mut spots = Vec::with_capacity(nearest.len());
    for (row, nodes) in rows.iter_mut().enumerate() {
        for node in nodes {
            spot_of[*node] = Some(spots.len());
            spots.push(Spot {
                node: *node,
                row,
                x: 0.0,
                y: 0.0,
                frame: frame(&picture.nodes[*node]),
            });
            *node = spots.len() - 1;
        }
    }
    // From here on, what rows hold are numbers of spots.
    let (others, is_round) = neighbours(picture, &spots, &spot_of);
    order(&mut rows, &others);
    place_across(&mut spots, &rows, &others, &is_round);
    place_down(&mut spots, &rows);
    Layers { spots, spot_of }
}

/// For each spot, those in other rows that an edge joins it with; and whether it leads to itself.
fn neighbours(
    picture: &Neighbourhood,
    spots: &[Spot],
    spot_of: &[Option<usize>],
) -> (Vec<Vec<usize>>, Vec<bool>) {
    let mut others = vec![Vec::new(); spots.len()];
    let mut is_round = vec![false; spots.len()];
    for edge in &picture.edges {
        let spot = |node: usize| spot_of.get(node).copied().flatten();
        let (Some(from), Some(to)) = (spot(edge.from), spot(edge.to)) else { continue };
        if from == to {
            is_round[from] = true;
        } else if spots[from].row != spots[to].row {
            others[from].push(to);
            others[to].push(from);
        }
    }
    (others, is_round)
}

/// The mean of the places of others, if there are any.
#[expect(clippy::cast_precision_loss, reason = "pictures have few edges")]
fn mean(others: &[usize], places: &[f64], keep: impl Fn(usize) -> bool) -> Option<f64> {
    let kept: Vec<f64> =
        others.iter().filter(|&&other| keep(other)).map(|&other| places[other]).collect();
    (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
}

/// Orders each row by where its neighbours above stand, then by those below, and again.
#[expect(clippy::cast_precision_loss, reason = "rows are short")]
fn order(rows: &mut [Vec<usize>], others: &[Vec<usize>]) {
    let mut places = vec![0.0; others.len()];
    let mut row_of = vec![0; others.len()];
    let settle = |row: &[usize], places: &mut Vec<f64>| {
        for (position, &spot) in row.iter().enumerate() {
            places[spot] = position as f64 - (row.len() as f64 - 1.0) / 2.0;
        }
    };
    for (index, row) in rows.iter().enumerate() {
        row.iter().for_each(|&spot| row_of[spot] = index);
        settle(row, &mut places);
    }
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        for step in 0..rows.len() {
            let index = if is_down { step } else { rows.len() - 1 - step };
            let is_before = |other: usize| (row_of[other] < index) == is_down;
            let key =
                |spot: &usize| mean(&others[*spot], &places, is_before).unwrap_or(places[*spot]);
            rows[index].sort_by(|a, b| key(a).total_cmp(&key(b)));
            settle(&rows[index], &mut places);
        }
    }
}

/// Moves states below and above their neighbours, as far as the order leaves room.
fn place_across(spots: &mut [Spot], rows: &[Vec<usize>], others: &[Vec<usize>], is_round: &[bool]) {
    let apart = |a: usize, b: usize, spots: &[Spot]| {
        let round = if is_round[a] { ROUND } else { 0.0 };
        (spots[a].frame.width + spots[b].frame.width) / 2.0 + BETWEEN_NODES + round
    };
    let mut places = vec![0.0; spots.len()];
    for row in rows {
        let wanted = vec![0.0; row.len()];
        settle_row(row, &wanted, &mut places, |a, b| apart(a, b, spots));
    }
    for _ in 0..SWEEPS {
        for row in rows {
            let wanted: Vec<f64> = row
                .iter()
                .map(|&spot| mean(&others[spot], &places, |_| true).unwrap_or(places[spot]))
                .collect();
            settle_row(row, &wanted, &mut places, |a, b| apart(a, b, spots));
        }
    }
    for (spot, x) in spots.iter_mut().zip(places) {
        spot.x = x;
    }
}

/// Places a row as near to where it is wanted as the distances allow: midway between pushing all to the right and all
/// to the left.
fn settle_row(
    row: &[usize],
    wanted: &[f64],
    places: &mut [f64],
    apart: impl Fn(usize, usize) -> f64,
) {
    let mut right = wanted.to_vec();
    for index in 1..row.len() {
        right[index] = right[index].max(right[index - 1] + apart(row[index - 1], row[index]));
    }
    let mut left = wanted.to_vec();
    for index in (1..row.len()).rev() {
        left[index - 1] = left[index - 1].min(left[index] - apart(row[index - 1], row[index]));
    }
    for (index, &spot) in row.iter().enumerate() {
        places[spot] = f64::midpoint(left[index], right[index]);
    }
}

fn place_down(spots: &mut [Spot], rows: &[Vec<usize>]) {
    let mut y = TOP;
    for row in rows {
        let height = row.iter().map(|&spot| spots[spot].frame.height).fold(0.0, f64::max);
        row.iter().for_each(|&spot| spots[spot].y = y + height / 2.0);
        y += height + BETWEEN_ROWS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edge, Node, NodeKind};

    fn picture(distances: &[u32], edges: &[(usize, usize)]) -> Neighbourhood {
        let node = |&distance: &u32| Node {
            label: "s".to_owned(),
            distance,
            kind: NodeKind::Ordinary,
            size: None,
        };
        let edge =
            |&(from, to): &(usize, usize)| Edge { from, to, label: String::new(), via: None };
        Neighbourhood {
            title: String::new(),
            nodes: distances.iter().map(node).collect(),
            edges: edges.iter().map(edge).collect(),
            left_out: None,
        }
    }

    #[test]
    fn edges_that_need_not_cross_do_not() {
        let layers = layers(&picture(&[0, 1, 1, 2, 2], &[(0, 1), (0, 2), (1, 4), (2, 3)]));
        let x = |node: usize| layers.spots[layers.spot_of[node].unwrap_or_default()].x;
        assert_eq!(x(1) < x(2), x(4) < x(3));
    }

    #[test]
    fn states_of_a_row_stand_apart() {
        let layers = layers(&picture(&[0, 1, 1, 1, 7, 7], &[(0, 3), (3, 4), (3, 5), (5, 5)]));
        for a in &layers.spots {
            for b in layers.spots.iter().filter(|b| b.node != a.node && b.row == a.row) {
                assert!(a.right() < b.left() || b.right() < a.left());
            }
        }
    }

    #[test]
    fn wide_layers_have_several_rows_and_far_states_fall_out() {
        let layers = layers(&picture(&[1; 100], &[]));
        assert_eq!(layers.spots.len(), MOST_NODES);
        assert_eq!(layers.spots.iter().map(|spot| spot.row).max(), Some(6));
    }
}
