//! The ways of edges: from row to row, along the side, and round.

use std::collections::BTreeMap;

use super::layers::{Layers, Spot};
use super::{Edge, Neighbourhood};

/// Edges between the same two states, drawn as one.
pub(super) struct Route<'a> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) edges: Vec<&'a Edge>,
    pub(super) is_dashed: bool,
    /// A cubic curve: its ends and between them what bends it.
    pub(super) curve: [(f64, f64); 4],
}

impl Route<'_> {
    /// The point at a part of the way.
    pub(super) fn at(&self, part: f64) -> (f64, f64) {
        let rest = 1.0 - part;
        let weights = [
            rest * rest * rest,
            3.0 * rest * rest * part,
            3.0 * rest * part * part,
            part * part * part,
        ];
        let sum = |axis: fn(&(f64, f64)) -> f64| {
            self.curve.iter().zip(weights).map(|(point, weight)| axis(point) * weight).sum()
        };
        (sum(|point| point.0), sum(|point| point.1))
    }

    /// Whether it leads to where it comes from.
    pub(super) fn is_round(&self) -> bool {
        self.from == self.to
    }
}

/// A side of the box of a state, to which edges come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Top,
    Bottom,
}

/// The ways of all edges whose ends are drawn.
pub(super) fn routes<'a>(picture: &'a Neighbourhood, layers: &Layers) -> Vec<Route<'a>> {
    let mut together: BTreeMap<(usize, usize, bool), Vec<&Edge>> = BTreeMap::new();
    for edge in &picture.edges {
        let spot = |node: usize| layers.spot_of.get(node).copied().flatten();
        if let (Some(from), Some(to)) = (spot(edge.from), spot(edge.to)) {
            together.entry((from, to, edge.via.is_some())).or_default().push(edge);
        }
    }
    let mut routes: Vec<Route<'a>> = together
        .into_iter()
        .map(|((from, to, is_dashed), edges)| Route {
            from,
            to,
            edges,
            is_dashed,
            curve: [(0.0, 0.0); 4],
        })
        .collect();
    let ports = ports(&routes, &layers.spots);
    let mut lanes = [0; 2];
    for (index, route) in routes.iter_mut().enumerate() {
        let (from, to) = (&layers.spots[route.from], &layers.spots[route.to]);
        let port = |spot: &Spot, side: Side| {
            let y = if side == Side::Top { spot.top() } else { spot.bottom() };
            (ports.get(&(spot.node, side, index)).copied().unwrap_or(spot.x), y)
        };
        route.curve = match sides(from, to) {
            Some((out, into)) => bent(port(from, out), port(to, into), out, into),
            None if route.from == route.to => round(from, route.is_dashed),
            None => aside(from, to, &layers.spots, &mut lanes),
        };
    }
    routes
}

/// The sides that an edge leaves from and comes to, if it goes from row to row, or within one.
fn sides(from: &Spot, to: &Spot) -> Option<(Side, Side)> {
    if from.node == to.node {
        None
    } else if from.row == to.row {
        Some((Side::Bottom, Side::Bottom))
    } else if from.row < to.row {
        Some((Side::Bottom, Side::Top))
    } else {
        (from.row == to.row + 1).then_some((Side::Top, Side::Bottom))
    }
}

/// Where along its sides a state is met by each edge: in the order of where these come from.
#[expect(clippy::cast_precision_loss, reason = "a state has few edges")]
fn ports(routes: &[Route<'_>], spots: &[Spot]) -> BTreeMap<(usize, Side, usize), f64> {
    let mut met: BTreeMap<(usize, Side), Vec<(usize, f64)>> = BTreeMap::new();
    for (index, route) in routes.iter().enumerate() {
        let (from, to) = (&spots[route.from], &spots[route.to]);
        if let Some((out, into)) = sides(from, to) {
            met.entry((route.from, out)).or_default().push((index, to.x));
            met.entry((route.to, into)).or_default().push((index, from.x));
        }
    }
    let mut ports = BTreeMap::new();
    for ((spot, side), mut edges) in met {
        edges.sort_by(|a, b| a.1.total_cmp(&b.1));
        let spot = &spots[spot];
        let between = spot.frame.width / (edges.len() + 1) as f64;
        for (position, (edge, _)) in edges.into_iter().enumerate() {
            ports.insert((spot.node, side, edge), spot.left() + between * (position + 1) as f64);
        }
    }
    ports
}

/// From one side to another, straight out and straight in.
fn bent(from: (f64, f64), to: (f64, f64), out: Side, into: Side) -> [(f64, f64); 4] {
    let bend = if out == into { 38.0 } else { ((to.1 - from.1).abs() * 0.4).max(24.0) };
    let away = |point: (f64, f64), side: Side| {
        (point.0, if side == Side::Top { point.1 - bend } else { point.1 + bend })
    };
    [from, away(from, out), away(to, into), to]
}

/// Out of the right side and into it again.
fn round(spot: &Spot, is_dashed: bool) -> [(f64, f64); 4] {
    let right = spot.right();
    let reach = if is_dashed { 44.0 } else { 34.0 };
    [
        (right, spot.y - 5.0),
        (right + reach, spot.y - 24.0),
        (right + reach, spot.y + 24.0),
        (right, spot.y + 5.0),
    ]
}

/// Back to a row farther up, along the nearer side of the rows between.
fn aside(from: &Spot, to: &Spot, spots: &[Spot], lanes: &mut [u32; 2]) -> [(f64, f64); 4] {
    let between = spots.iter().filter(|spot| spot.row >= to.row && spot.row <= from.row);
    let (mut left, mut right) = (f64::MAX, f64::MIN);
    for spot in between {
        (left, right) = (left.min(spot.left()), right.max(spot.right()));
    }
    let is_left = f64::midpoint(from.x, to.x) < f64::midpoint(left, right);
    let lane = &mut lanes[usize::from(is_left)];
    let reach = 30.0 + 14.0 * f64::from(*lane % 8);
    *lane += 1;
    // Such a curve reaches three quarters of the way to what bends it.
    let (x, start, end) = if is_left {
        (left - reach / 0.75, from.left(), to.left())
    } else {
        (right + reach / 0.75, from.right(), to.right())
    };
    [(start, from.y), (x, from.y), (x, to.y), (end, to.y)]
}
