//! The boxes of states.

use std::fmt::Display;

use super::layers::Spot;
use super::{Node, NodeKind};
use crate::palette::{ALARM, GREY, INK};
use crate::svg::Svg;
use crate::text_width::Font;

const LABEL: f64 = 11.0;
const LINE: f64 = 14.0;
const MOST_LINES: usize = 5;
const WIDEST: f64 = 170.0;
/// Between the two borders of the state in the middle.
const DOUBLE: f64 = 4.0;

/// What stands in a box, and how large that makes it.
pub(super) struct Frame {
    lines: Vec<String>,
    size: Option<String>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The box of a state.
#[expect(clippy::cast_precision_loss, reason = "a box has few lines")]
pub(super) fn frame(node: &Node) -> Frame {
    let mut lines: Vec<String> = node
        .label
        .lines()
        .take(MOST_LINES)
        .map(|line| Font::Mono.shortened(line, LABEL, WIDEST))
        .collect();
    if node.label.lines().count() > MOST_LINES {
        lines.pop();
        lines.push("…".to_owned());
    }
    let size = node.size.as_ref().map(|size| Font::Sans.shortened(size, 10.0, WIDEST));
    let widths = lines.iter().map(|line| Font::Mono.width(line, LABEL));
    let widest =
        widths.chain(size.iter().map(|size| Font::Sans.width(size, 10.0))).fold(20.0, f64::max);
    let height = LINE * (lines.len() + usize::from(size.is_some())).max(1) as f64 + 10.0;
    let border = if node.kind == NodeKind::Here { 2.0 * DOUBLE } else { 0.0 };
    Frame { lines, size, width: widest + 20.0 + border, height: height + border }
}

/// Draws a state.
pub(super) fn draw_node(svg: &mut Svg, node: &Node, spot: &Spot) {
    svg.open("g", &[("class", &"node"), ("data-node", &spot.node)]);
    svg.hover(&told(node));
    let frame = &spot.frame;
    draw_border(svg, node.kind, (spot.x, spot.y), (frame.width, frame.height));
    let border = if node.kind == NodeKind::Here { DOUBLE } else { 0.0 };
    let mut y = spot.top() + border + 5.0 + 10.5;
    let colour = if node.kind == NodeKind::Unexplored { GREY } else { INK };
    for line in &frame.lines {
        let look: [(&str, &dyn Display); 4] = [
            ("font-family", &"monospace"),
            ("font-size", &LABEL),
            ("text-anchor", &"middle"),
            ("fill", &colour),
        ];
        svg.label(spot.x, y, &look, line);
        y += LINE;
    }
    if let Some(size) = &frame.size {
        let look: [(&str, &dyn Display); 3] =
            [("font-size", &10), ("text-anchor", &"middle"), ("fill", &GREY)];
        svg.label(spot.x, y, &look, size);
    }
    svg.close("g");
}

/// The border tells the kind.
pub(super) fn draw_border(svg: &mut Svg, kind: NodeKind, middle: (f64, f64), size: (f64, f64)) {
    let (stroke, weight, dashes, rounding) = match kind {
        NodeKind::Here => (INK, 2.2, "none", 6),
        NodeKind::Ordinary => (INK, 1.1, "none", 6),
        NodeKind::Violating => (ALARM, 3.0, "none", 0),
        NodeKind::Deadlock => (INK, 1.4, "none", 0),
        NodeKind::Unexplored => (GREY, 1.0, "4 3", 6),
    };
    let look: [(&str, &dyn Display); 5] = [
        ("rx", &rounding),
        ("fill", &"#ffffff"),
        ("stroke", &stroke),
        ("stroke-width", &weight),
        ("stroke-dasharray", &dashes),
    ];
    if kind == NodeKind::Here {
        svg.rect(middle, size, &[("rx", &9), ("fill", &"#ffffff"), ("stroke", &INK)]);
        svg.rect(middle, (size.0 - 2.0 * DOUBLE, size.1 - 2.0 * DOUBLE), &look);
    } else {
        svg.rect(middle, size, &look);
    }
    let low = (middle.0, middle.1 + size.1 / 2.0);
    match kind {
        NodeKind::Deadlock => svg.rect((low.0, low.1 - 1.0), (size.0, 5.0), &[("fill", &INK)]),
        NodeKind::Violating => {
            let corner = (middle.0 - size.0 / 2.0, middle.1 - size.1 / 2.0);
            svg.circle(corner, 8.0, &[("fill", &ALARM), ("stroke", &"#ffffff")]);
            let look: [(&str, &dyn Display); 4] = [
                ("fill", &"#ffffff"),
                ("font-weight", &"bold"),
                ("font-size", &11),
                ("text-anchor", &"middle"),
            ];
            svg.label(corner.0, corner.1 + 4.0, &look, "!");
        }
        NodeKind::Here | NodeKind::Ordinary | NodeKind::Unexplored => {}
    }
}

fn told(node: &Node) -> String {
    let size = node.size.as_ref().map_or(String::new(), |size| format!("\n{size}"));
    format!("{}{size}\n{}, {} away", node.label, word(node.kind), node.distance)
}

/// The word for a kind.
pub(super) fn word(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Here => "here",
        NodeKind::Ordinary => "state",
        NodeKind::Violating => "violates a property",
        NodeKind::Deadlock => "deadlock",
        NodeKind::Unexplored => "not explored",
    }
}
