//! What stands below a neighbourhood: what borders mean, and what is left out.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::boxes::{draw_border, word};
use super::{Neighbourhood, NodeKind};
use crate::palette::INK;
use crate::svg::Svg;
use crate::text_width::Font;

const LINE: f64 = 20.0;

/// Draws the legend within a width. Answers where it ends.
pub(super) fn draw_legend(
    svg: &mut Svg,
    picture: &Neighbourhood,
    drawn: usize,
    top: f64,
    width: f64,
) -> f64 {
    let mut y = top + 12.0;
    let mut x = 24.0;
    svg.open("g", &[("class", &"legend"), ("font-size", &11)]);
    let kinds: BTreeSet<NodeKind> = picture.nodes.iter().map(|node| node.kind).collect();
    for kind in kinds.into_iter().filter(|&kind| kind != NodeKind::Ordinary) {
        draw_border(svg, kind, (x + 13.0, y), (26.0, 14.0));
        svg.label(x + 34.0, y + 4.0, &[], word(kind));
        x += 56.0 + Font::Sans.width(word(kind), 11.0);
        if x > width - 150.0 {
            (x, y) = (24.0, y + LINE);
        }
    }
    if picture.edges.iter().any(|edge| edge.via.is_some()) {
        let look: [(&str, &dyn Display); 3] = [
            ("stroke", &INK),
            ("stroke-dasharray", &"5 3"),
            ("marker-end", &"url(#neighbourhood-arrow)"),
        ];
        svg.line((x, y), (x + 28.0, y), &look);
        svg.label(x + 34.0, y + 4.0, &[], "up to a permutation");
    }
    let mut notes: Vec<String> = picture.left_out.iter().cloned().collect();
    if picture.nodes.len() > drawn {
        notes
            .push(format!("… and {} more states, which are left out", picture.nodes.len() - drawn));
    }
    for line in notes.iter().flat_map(|note| Font::Sans.wrapped(note, 11.0, width - 40.0)) {
        y += LINE;
        svg.label(24.0, y + 4.0, &[("font-style", &"italic")], &line);
    }
    svg.close("g");
    y + 10.0
}
