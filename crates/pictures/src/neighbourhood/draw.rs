//! A neighbourhood as SVG.

use std::fmt::Display;

use super::Neighbourhood;
use super::boxes::draw_node;
use super::labels::{LABEL, LINE, Label, labels};
use super::layers::layers;
use super::legend::draw_legend;
use super::routes::{Route, routes};
use crate::palette::INK;
use crate::svg::{Px, Svg};

const MARGIN: f64 = 28.0;
const NARROWEST: f64 = 420.0;

/// The picture as an SVG document.
pub(super) fn svg(picture: &Neighbourhood) -> String {
    let layers = layers(picture);
    let routes = routes(picture, &layers);
    let labels = labels(&routes, &layers.spots);
    let mut extent = Extent { left: 0.0, right: 0.0, bottom: 60.0 };
    layers.spots.iter().for_each(|spot| extent.include((spot.left(), spot.right()), spot.bottom()));
    for (route, label) in routes.iter().zip(&labels) {
        extent.include_way(route, label);
    }
    let width = (extent.right - extent.left + 2.0 * MARGIN).max(NARROWEST);
    let shift = (width - extent.right - extent.left) / 2.0;
    let mut svg = Svg::default();
    svg.arrowhead("neighbourhood-arrow", INK, true);
    svg.heading(&picture.title, width);
    svg.open("g", &[("transform", &format!("translate({} 0)", Px(shift)))]);
    for (route, label) in routes.iter().zip(&labels) {
        draw_edge(&mut svg, route, label);
    }
    for spot in &layers.spots {
        draw_node(&mut svg, &picture.nodes[spot.node], spot);
    }
    svg.close("g");
    let bottom = draw_legend(&mut svg, picture, layers.spots.len(), extent.bottom + 16.0, width);
    let description = format!(
        "{} states and {} edges between them, the nearest at the top.",
        picture.nodes.len(),
        picture.edges.len()
    );
    svg.document(&picture.title, &description, (width, bottom + 10.0))
}

/// How far a picture reaches.
struct Extent {
    left: f64,
    right: f64,
    bottom: f64,
}

impl Extent {
    fn include(&mut self, (left, right): (f64, f64), bottom: f64) {
        self.left = self.left.min(left);
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    fn include_way(&mut self, route: &Route<'_>, label: &Label) {
        for part in [0.25, 0.5, 0.75] {
            let (x, y) = route.at(part);
            self.include((x - 2.0, x + 2.0), y + 2.0);
        }
        let half = label.width / 2.0;
        self.include((label.x - half, label.x + half), label.y + label.height);
    }
}

fn draw_edge(svg: &mut Svg, route: &Route<'_>, label: &Label) {
    svg.open("g", &[("class", &"edge"), ("data-edges", &route.edges.len())]);
    svg.hover(&told(route));
    let [from, out, into, to] = route.curve.map(|(x, y)| format!("{} {}", Px(x), Px(y)));
    let dashes = if route.is_dashed { "5 3" } else { "none" };
    let look: [(&str, &dyn Display); 5] = [
        ("d", &format!("M{from}C{out} {into} {to}")),
        ("fill", &"none"),
        ("stroke", &INK),
        ("stroke-dasharray", &dashes),
        ("marker-end", &"url(#neighbourhood-arrow)"),
    ];
    svg.empty("path", &look);
    let middle = (label.x, label.y + label.height / 2.0);
    let ground: [(&str, &dyn Display); 2] = [("fill", &"#ffffff"), ("fill-opacity", &0.85)];
    svg.rect(middle, (label.width + 4.0, label.height), &ground);
    let mut y = label.y + LINE - 2.5;
    for line in &label.lines {
        let (font, style) =
            if line.is_via { ("sans-serif", "italic") } else { ("monospace", "normal") };
        let look: [(&str, &dyn Display); 4] = [
            ("font-size", &LABEL),
            ("font-family", &font),
            ("font-style", &style),
            ("text-anchor", &"middle"),
        ];
        svg.label(label.x, y, &look, &line.text);
        y += LINE;
    }
    svg.close("g");
}

/// Each edge on a line.
fn told(route: &Route<'_>) -> String {
    let line = |edge: &&super::Edge| match &edge.via {
        None => edge.label.clone(),
        Some(via) => format!("{}, then {via}", edge.label),
    };
    let mut lines: Vec<String> = route.edges.iter().take(MOST_TOLD).map(line).collect();
    if route.edges.len() > MOST_TOLD {
        lines.push(format!("… and {} more", route.edges.len() - MOST_TOLD));
    }
    lines.join("\n")
}

/// So many edges that are drawn as one are told.
const MOST_TOLD: usize = 20;
