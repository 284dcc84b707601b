//! Channel diagrams as pictures: processes and channels on two circles, with a legend.
//!
//! Each process stands on the outer circle, in the order of the numbers; each channel on the inner one, at the angle where the
//! processes that use it are on average. That costs no search and shows regular structures as regular pictures.

use std::f64::consts::TAU;
use std::fmt::Write;

use super::ChannelDiagram;

const MARGIN: f64 = 70.0;
/// The room that a vertex needs along its circle.
const SPACING: f64 = 84.0;
const HEIGHT: f64 = 24.0;
const LEGEND_LINE: f64 = 22.0;
const LETTER: f64 = 6.6;

/// The colour with which a kind of vertex is filled: hues are taken in steps of the golden angle, so that neighbours in the
/// legend differ.
pub(super) fn fill(colour: usize) -> String {
    let hue = (colour as f64 * 137.508) % 360.0 / 60.0;
    let (low, high) = (0xa8 as f64, 0xf0 as f64);
    let between = low + (high - low) * (1.0 - (hue % 2.0 - 1.0).abs());
    let (red, green, blue) = match hue as u32 {
        0 => (high, between, low),
        1 => (between, high, low),
        2 => (low, high, between),
        3 => (low, between, high),
        4 => (between, low, high),
        _ => (high, low, between),
    };
    format!("#{:02x}{:02x}{:02x}", red as u8, green as u8, blue as u8)
}

impl ChannelDiagram {
    /// The diagram as a picture, with processes as ovals and channels as boxes.
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        let picture = Picture::new(self);
        let (width, height) = (picture.width, picture.height);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
             <title>{}</title>\n\
             <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            escaped(title)
        );
        picture.edges(&mut text);
        picture.vertices(&mut text);
        picture.legend(&mut text);
        text.push_str("</svg>\n");
        text
    }
}

struct Picture<'a> {
    diagram: &'a ChannelDiagram,
    /// The middle of each vertex.
    places: Vec<(f64, f64)>,
    width: f64,
    height: f64,
    /// Where the legend begins.
    below: f64,
}

impl<'a> Picture<'a> {
    fn new(diagram: &'a ChannelDiagram) -> Self {
        let (processes, channels): (Vec<usize>, Vec<usize>) =
            (0..diagram.vertex_count()).partition(|&vertex| diagram.is_process(vertex));
        let inner = (channels.len() as f64 * SPACING / TAU).max(50.0);
        let room = if channels.is_empty() { 0.0 } else { inner + SPACING };
        let outer = (processes.len() as f64 * SPACING / TAU).max(room);
        let mut angles = vec![0.0; diagram.vertex_count()];
        for (place, &process) in processes.iter().enumerate() {
            angles[process] = place as f64 * TAU / processes.len() as f64;
        }
        for (place, channel) in by_neighbours(diagram, &channels, &angles).into_iter().enumerate() {
            angles[channel] = place as f64 * TAU / channels.len() as f64;
        }
        let middle = outer + MARGIN;
        let place = |vertex: usize| {
            let radius = if diagram.is_process(vertex) { outer } else { inner };
            let angle: f64 = angles[vertex];
            (middle + radius * angle.sin(), middle - radius * angle.cos())
        };
        let below = 2.0 * middle;
        let longest = diagram.colours.iter().map(|colour| colour.label.chars().count()).max();
        Picture {
            diagram,
            places: (0..diagram.vertex_count()).map(place).collect(),
            width: below.max(longest.unwrap_or(0) as f64 * LETTER + 2.0 * MARGIN),
            height: below + diagram.colours.len() as f64 * LEGEND_LINE + 10.0,
            below,
        }
    }

    fn half_width(&self, vertex: usize) -> f64 {
        let letters = self.diagram.name(vertex).chars().count() as f64;
        (letters * LETTER / 2.0 + 8.0).max(18.0)
    }

    /// Where the line from a vertex towards another leaves its shape.
    fn rim(&self, vertex: usize, towards: (f64, f64)) -> (f64, f64) {
        let (x, y) = self.places[vertex];
        let (dx, dy) = (towards.0 - x, towards.1 - y);
        let (a, b) = (self.half_width(vertex), HEIGHT / 2.0);
        let scale = if self.diagram.is_process(vertex) {
            ((dx / a).powi(2) + (dy / b).powi(2)).sqrt()
        } else {
            (dx / a).abs().max((dy / b).abs())
        };
        let scale = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        (x + dx * scale, y + dy * scale)
    }

    fn edges(&self, text: &mut String) {
        text.push_str("<g fill=\"none\" stroke=\"#555\" marker-end=\"url(#arrow)\">\n");
        for (from, to) in self.diagram.edges() {
            let (start, end) = (self.places[from], self.places[to]);
            // Two opposite edges bend away from one another.
            let bend = if self.diagram.edges.contains(&(to, from)) { 0.12 } else { 0.0 };
            let by = (
                (start.0 + end.0) / 2.0 - bend * (end.1 - start.1),
                (start.1 + end.1) / 2.0 + bend * (end.0 - start.0),
            );
            let ((a, b), (c, d)) = (self.rim(from, by), self.rim(to, by));
            let (x, y) = by;
            let _ = writeln!(text, "<path d=\"M{a:.1} {b:.1}Q{x:.1} {y:.1} {c:.1} {d:.1}\"/>");
        }
        text.push_str("</g>\n");
    }

    fn vertices(&self, text: &mut String) {
        text.push_str("<g stroke=\"#333\" text-anchor=\"middle\">\n");
        for (vertex, component) in self.diagram.components.iter().enumerate() {
            let at = self.places[vertex];
            let hint = &self.diagram.colours[component.colour].label;
            let _ = write!(text, "<g><title>{}</title>", escaped(hint));
            shape(
                text,
                self.diagram.is_process(vertex),
                at,
                self.half_width(vertex),
                component.colour,
            );
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" stroke=\"none\">{}</text></g>",
                at.0,
                at.1 + 4.0,
                escaped(&component.name)
            );
        }
        text.push_str("</g>\n");
    }

    fn legend(&self, text: &mut String) {
        text.push_str("<g stroke=\"#333\">\n");
        for (place, colour) in self.diagram.colours.iter().enumerate() {
            let y = self.below + place as f64 * LEGEND_LINE;
            let _ = write!(text, "<g>");
            shape(text, colour.is_process, (36.0, y), 16.0, place);
            let _ = writeln!(
                text,
                "<text x=\"64\" y=\"{:.1}\" stroke=\"none\">{}</text></g>",
                y + 4.0,
                escaped(&colour.label)
            );
        }
        text.push_str("</g>\n");
    }
}

fn shape(text: &mut String, is_process: bool, at: (f64, f64), half_width: f64, colour: usize) {
    let (fill, half_height) =
        (fill(colour), HEIGHT / 2.0 - if half_width < 18.0 { 4.0 } else { 0.0 });
    let _ = if is_process {
        write!(
            text,
            "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{half_width:.1}\" ry=\"{half_height:.1}\" \
             fill=\"{fill}\"/>",
            at.0, at.1
        )
    } else {
        write!(
            text,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
            at.0 - half_width,
            at.1 - half_height,
            2.0 * half_width,
            2.0 * half_height
        )
    };
}

/// Channels in the order of the angles at which their processes stand on average.
fn by_neighbours(diagram: &ChannelDiagram, channels: &[usize], angles: &[f64]) -> Vec<usize> {
    let mut sums = vec![(0.0f64, 0.0f64); angles.len()];
    for (from, to) in diagram.edges() {
        let (process, channel) = if diagram.is_process(from) { (from, to) } else { (to, from) };
        sums[channel].0 += angles[process].sin();
        sums[channel].1 += angles[process].cos();
    }
    let angle = |channel: usize| sums[channel].0.atan2(sums[channel].1).rem_euclid(TAU);
    let mut ordered = channels.to_vec();
    ordered.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)).then(a.cmp(&b)));
    ordered
}

/// Text as XML holds it; characters that XML cannot hold are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            character if character.is_control() => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}
