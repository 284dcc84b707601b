//! Where the labels of edges stand: beside the edge, on what is free.

use super::layers::Spot;
use super::routes::Route;
use crate::text_width::Font;

pub(super) const LABEL: f64 = 10.0;
pub(super) const LINE: f64 = 12.0;
const WIDEST: f64 = 130.0;
/// The labels of so many edges are kept apart.
const MOST_APART: usize = 500;
/// So many edges that are drawn as one are named.
const MOST_NAMED: usize = 2;

/// A line of a label.
pub(super) struct LabelLine {
    pub(super) text: String,
    /// Whether it names a permutation.
    pub(super) is_via: bool,
}

/// A label and where it stands.
pub(super) struct Label {
    pub(super) lines: Vec<LabelLine>,
    /// The middle of its upper edge.
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A rectangle that is taken: left, top, right, bottom.
type Taken = [f64; 4];

/// The labels of edges, in their order.
pub(super) fn labels(routes: &[Route<'_>], spots: &[Spot]) -> Vec<Label> {
    let of_spot = |spot: &Spot| {
        [spot.left() - 4.0, spot.top() - 4.0, spot.right() + 4.0, spot.bottom() + 4.0]
    };
    let mut taken: Vec<Taken> = spots.iter().map(of_spot).collect();
    let is_crowded = routes.len() > MOST_APART;
    routes.iter().map(|route| label(route, is_crowded, &mut taken)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a label has few lines")]
fn label(route: &Route<'_>, is_crowded: bool, taken: &mut Vec<Taken>) -> Label {
    let lines = lines(route);
    let width = lines.iter().map(|line| Font::Mono.width(&line.text, LABEL)).fold(0.0, f64::max);
    let height = LINE * lines.len() as f64;
    let place = |part: f64| {
        let (x, y) = route.at(part);
        let x = if route.is_round() { x + width / 2.0 + 4.0 } else { x };
        (x, y - height / 2.0)
    };
    let area = |(x, y): (f64, f64)| [x - width / 2.0, y, x + width / 2.0, y + height];
    let overlap = |area: Taken| taken.iter().map(|other| common(area, *other)).sum::<f64>();
    let is_fixed = is_crowded || route.is_round();
    let parts: &[f64] = if is_fixed { &[0.5] } else { &[0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78] };
    let places = parts.iter().map(|&part| place(part));
    let best = places.min_by(|&a, &b| overlap(area(a)).total_cmp(&overlap(area(b))));
    let (x, y) = best.unwrap_or_default();
    if !lines.is_empty() {
        taken.push(area((x, y)));
    }
    Label { lines, x, y, width, height }
}

/// The area that two rectangles have in common.
fn common(a: Taken, b: Taken) -> f64 {
    let across = a[2].min(b[2]) - a[0].max(b[0]);
    let down = a[3].min(b[3]) - a[1].max(b[1]);
    if across > 0.0 && down > 0.0 { across * down } else { 0.0 }
}

fn lines(route: &Route<'_>) -> Vec<LabelLine> {
    let mut lines = Vec::new();
    for edge in route.edges.iter().take(MOST_NAMED) {
        if !edge.label.is_empty() {
            let text = Font::Mono.shortened(&edge.label, LABEL, WIDEST);
            lines.push(LabelLine { text, is_via: false });
        }
        if let Some(via) = &edge.via {
            let text = Font::Sans.shortened(&format!("then {via}"), LABEL, WIDEST);
            lines.push(LabelLine { text, is_via: true });
        }
    }
    if route.edges.len() > MOST_NAMED {
        let text = format!("… and {} more", route.edges.len() - MOST_NAMED);
        lines.push(LabelLine { text, is_via: true });
    }
    lines
}
