//! What stands below a group: the generators, and what is left out.

use std::fmt::Display;

use super::GroupPicture;
use super::arrange::Arrangement;
use super::arrows::MOST_DRAWN;
use super::draw::arrowhead;
use crate::palette::{dashes, hue};
use crate::svg::Svg;
use crate::text_width::{BOLD, Font};

/// So many generators that are not drawn are listed.
const MOST_LISTED: usize = 20;
const LINE: f64 = 19.0;

/// Draws the legend. Answers where it ends.
pub(super) fn draw_legend(
    svg: &mut Svg,
    picture: &GroupPicture,
    arrangement: &Arrangement,
    top: f64,
) -> f64 {
    let mut y = top + 4.0;
    svg.open("g", &[("class", &"legend"), ("font-size", &11)]);
    for note in notes(arrangement) {
        y += LINE;
        svg.label(20.0, y, &[("font-style", &"italic")], &note);
    }
    for (index, generator) in picture.generators.iter().enumerate().take(MOST_DRAWN + MOST_LISTED) {
        y += LINE;
        svg.open("g", &[("class", &"generator"), ("data-generator", &index)]);
        let cycles = picture.cycles(generator);
        svg.hover(&format!("{}: {cycles}", generator.name));
        if index < MOST_DRAWN {
            let head = format!("url(#{})", arrowhead(index));
            let (colour, dashes) = (hue(index), dashes(index));
            let look: [(&str, &dyn Display); 4] = [
                ("stroke", &colour),
                ("stroke-width", &1.6),
                ("stroke-dasharray", &dashes),
                ("marker-end", &head),
            ];
            svg.line((20.0, y - 4.0), (66.0, y - 4.0), &look);
        }
        let name = Font::Sans.shortened(&generator.name, 11.0, 110.0);
        svg.label(76.0, y, &[("font-weight", &"bold")], &name);
        let left = 88.0 + Font::Sans.width(&name, 11.0) * BOLD;
        let cycles = Font::Sans.shortened(&cycles, 11.0, arrangement.width - left - 16.0);
        svg.label(left, y, &[], &cycles);
        svg.close("g");
    }
    let more = picture.generators.len().saturating_sub(MOST_DRAWN + MOST_LISTED);
    if more > 0 {
        y += LINE;
        svg.label(76.0, y, &[("font-style", &"italic")], &format!("… and {more} more"));
    }
    svg.close("g");
    y
}

/// What is said of points that are left out.
fn notes(arrangement: &Arrangement) -> Vec<String> {
    let mut notes = Vec::new();
    if arrangement.left_out > 0 {
        notes.push(format!(
            "… and {} more points of orbits, which are left out",
            arrangement.left_out
        ));
    }
    if arrangement.fixed_left_out > 0 {
        notes.push(format!("… and {} more fixed points", arrangement.fixed_left_out));
    }
    notes
}
