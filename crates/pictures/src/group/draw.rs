//! A group as SVG.

use std::fmt::Display;

use super::GroupPicture;
use super::arrange::{Arrangement, NAME, Row, arrange, reach};
use super::arrows::{Arrow, MOST_DRAWN, Path, arrows};
use super::legend::draw_legend;
use crate::palette::{GREY, INK, dashes, hue};
use crate::svg::{Px, Svg};
use crate::text_width::Font;

/// The height of a point.
const POINT: f64 = 24.0;

/// The picture as an SVG document.
pub(super) fn svg(picture: &GroupPicture) -> String {
    let arrangement = arrange(picture);
    let arrows = arrows(picture, &arrangement);
    let (heights, bottom) = heights(&arrangement, &arrows);
    let mut svg = Svg::default();
    for generator in 0..picture.generators.len().min(MOST_DRAWN) {
        svg.arrowhead(&arrowhead(generator), hue(generator), true);
    }
    svg.heading(&picture.title, arrangement.width);
    for (row, &y) in arrangement.rows.iter().zip(&heights) {
        draw_blocks(&mut svg, picture, &arrangement, row, y);
    }
    svg.open("g", &[("class", &"generators"), ("fill", &"none")]);
    for arrow in &arrows {
        draw_arrow(&mut svg, picture, &arrangement, &heights, arrow);
    }
    svg.close("g");
    for (row, &y) in arrangement.rows.iter().zip(&heights) {
        draw_points(&mut svg, picture, &arrangement, row, y);
    }
    let bottom = draw_legend(&mut svg, picture, &arrangement, bottom);
    let description = format!(
        "A group that permutes {} points in {} orbits, by {} generators.",
        picture.points.len(),
        picture.orbits.len(),
        picture.generators.len()
    );
    svg.document(&picture.title, &description, (arrangement.width, bottom + 14.0))
}

/// The name of the arrowhead of a generator.
pub(super) fn arrowhead(generator: usize) -> String {
    format!("group-{generator}")
}

/// The middle of each row, and where they end.
fn heights(arrangement: &Arrangement, arrows: &[Arrow]) -> (Vec<f64>, f64) {
    let edge = |row: &Row| {
        let reach = if row.is_fixed { 0.0 } else { reach(arrangement.block_of.len()) };
        (POINT / 2.0 + reach, POINT / 2.0 + reach)
    };
    let mut space: Vec<(f64, f64)> = arrangement.rows.iter().map(edge).collect();
    for arrow in arrows {
        let (above, below) = &mut space[arrow.from.0];
        match arrow.path {
            Path::Over(height) => *above = above.max(POINT / 2.0 + height),
            Path::Below(depth) => *below = below.max(POINT / 2.0 + depth),
            Path::Across => {}
        }
    }
    let mut y = 44.0;
    let place = |(above, below): (f64, f64)| {
        let middle = y + 8.0 + above;
        y = middle + below + 8.0;
        middle
    };
    let heights = space.into_iter().map(place).collect();
    (heights, y)
}

fn draw_points(
    svg: &mut Svg,
    picture: &GroupPicture,
    arrangement: &Arrangement,
    row: &Row,
    y: f64,
) {
    let label = Font::Sans.shortened(&row.label, 11.0, 90.0);
    svg.label(20.0, y + 4.0, &[("font-size", &11), ("fill", &GREY)], &label);
    let (stroke, weight) = if row.is_fixed { (GREY, 0.8) } else { (INK, 1.3) };
    for spot in &row.spots {
        let name = picture.name(spot.point);
        svg.open("g", &[("class", &"point"), ("data-point", &spot.point)]);
        svg.hover(name);
        let rounding = if row.is_fixed { 2.0 } else { POINT / 2.0 };
        svg.rect(
            (spot.x, y),
            (arrangement.point, POINT),
            &[
                ("rx", &rounding),
                ("fill", &"#ffffff"),
                ("stroke", &stroke),
                ("stroke-width", &weight),
            ],
        );
        let short = Font::Sans.shortened(name, NAME, arrangement.point - 8.0);
        let look: [(&str, &dyn Display); 2] = [("font-size", &NAME), ("text-anchor", &"middle")];
        svg.label(spot.x, y + 4.2, &look, &short);
        svg.close("g");
    }
}

/// Boxes around the points of a block that stand together.
fn draw_blocks(
    svg: &mut Svg,
    picture: &GroupPicture,
    arrangement: &Arrangement,
    row: &Row,
    y: f64,
) {
    let levels = arrangement.block_of.len();
    for (level, system) in arrangement.block_of.iter().enumerate().filter(|_| !row.is_fixed) {
        let reach = reach(levels - 1 - level);
        for run in row.spots.chunk_by(|a, b| system[a.point] == system[b.point]) {
            let ([first, .., last] | [first @ last]) = run else { continue };
            let Some(block) = system[first.point] else { continue };
            let width = last.x - first.x + arrangement.point + 2.0 * reach;
            // The outermost are the darkest, so that boxes in boxes can be told apart in grey.
            let fill = ["#eceff1", "#f8f9fa"][level % 2];
            svg.open("g", &[("class", &"block"), ("data-level", &level)]);
            svg.hover(&format!("block: {}", picture.names(&picture.blocks[level][block])));
            svg.rect(
                (f64::midpoint(first.x, last.x), y),
                (width, POINT + 2.0 * reach),
                &[
                    ("rx", &(POINT / 2.0 + reach)),
                    ("fill", &fill),
                    ("stroke", &GREY),
                    ("stroke-width", &0.9),
                ],
            );
            svg.close("g");
        }
    }
}

fn draw_arrow(
    svg: &mut Svg,
    picture: &GroupPicture,
    arrangement: &Arrangement,
    heights: &[f64],
    arrow: &Arrow,
) {
    let spot = |(row, position): (usize, usize)| &arrangement.rows[row].spots[position];
    let (from, to) = (spot(arrow.from), spot(arrow.to));
    let name = &picture.generators[arrow.generator].name;
    svg.open("g", &[("class", &"arrow"), ("data-generator", &arrow.generator)]);
    svg.hover(&format!("{name}: {} to {}", picture.name(from.point), picture.name(to.point)));
    let aside = aside(arrow.generator, picture.generators.len(), arrangement.point);
    let (a, b) = (from.x + aside, to.x + aside);
    let data = match arrow.path {
        Path::Over(height) => arc(a, b, heights[arrow.from.0] - POINT / 2.0, -height),
        Path::Below(depth) => arc(a, b, heights[arrow.from.0] + POINT / 2.0, depth),
        Path::Across => {
            let side = if arrow.from.0 < arrow.to.0 { POINT / 2.0 } else { -POINT / 2.0 };
            let (y, z) = (heights[arrow.from.0] + side, heights[arrow.to.0] - side);
            let bend = (z - y) * 0.4;
            let (out, back) = (Px(y + bend), Px(z - bend));
            format!("M{0} {1}C{0} {out} {2} {back} {2} {3}", Px(a), Px(y), Px(b), Px(z))
        }
    };
    let head = format!("url(#{})", arrowhead(arrow.generator));
    let (colour, dashes) = (hue(arrow.generator), dashes(arrow.generator));
    let mut look: Vec<(&str, &dyn Display)> = vec![
        ("d", &data),
        ("stroke", &colour),
        ("stroke-width", &1.6),
        ("stroke-dasharray", &dashes),
        ("marker-end", &head),
    ];
    if arrow.is_exchange {
        look.push(("marker-start", &head));
    }
    svg.empty("path", &look);
    svg.close("g");
}

/// How far beside the middle of a point the arrows of a generator begin and end.
#[expect(clippy::cast_precision_loss, reason = "few generators are drawn")]
fn aside(generator: usize, generators: usize, width: f64) -> f64 {
    let drawn = generators.min(MOST_DRAWN) as f64;
    let between = ((width - 14.0) / drawn.max(1.0)).min(9.0);
    (generator as f64 - (drawn - 1.0) / 2.0) * between
}

/// A curve from point to point whose top is so far away.
fn arc(from: f64, to: f64, y: f64, height: f64) -> String {
    let lean = (to - from) * 0.2;
    // The top of such a curve is three quarters of the way to its controls.
    let control = Px(y + height / 0.75);
    format!(
        "M{0} {1}C{2} {control} {3} {control} {4} {1}",
        Px(from),
        Px(y),
        Px(from + lean),
        Px(to - lean),
        Px(to)
    )
}
