//! A chart of curves over whole numbers, as a picture in SVG.

use std::fmt::Write;

/// How the vertical axis is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// From zero, in equal steps.
    Linear,
    /// By powers of ten. Only what is positive has a place.
    Logarithmic,
}

/// Curves over one axis of whole numbers.
pub struct Chart {
    /// What stands above.
    pub title: String,
    /// What stands below the horizontal axis.
    pub across: &'static str,
    /// What stands above the vertical axis.
    pub upward: &'static str,
    /// How the vertical axis is divided.
    pub scale: Scale,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A curve through some points.
pub struct Curve {
    /// What stands beside it in the legend.
    pub name: String,
    /// The pattern of dashes, as SVG has it; none if it is empty.
    pub dashes: &'static str,
    /// Its points from left to right.
    pub points: Vec<(usize, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 520.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 380.0;

/// Colours that people who do not see all of them can tell apart (Okabe, Ito: Color Universal Design).
const COLOURS: [&str; 7] =
    ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// The ends of both axes.
struct Frame {
    first: f64,
    last: f64,
    low: f64,
    high: f64,
    scale: Scale,
}

impl Chart {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let frame = self.frame();
        let mut body = String::new();
        text(&mut body, LEFT, 28.0, "start", "font-weight=\"bold\"", &self.title);
        text(&mut body, LEFT, 54.0, "end", "", self.upward);
        text(&mut body, f64::midpoint(LEFT, RIGHT), BOTTOM + 44.0, "middle", "", self.across);
        for (value, label) in frame.ticks() {
            let y = frame.y(value);
            line(&mut body, (LEFT, y), (RIGHT, y), "#dddddd");
            text(&mut body, LEFT - 8.0, y + 4.0, "end", "", &label);
        }
        for number in frame.first as usize..=frame.last as usize {
            let x = frame.x(number);
            line(&mut body, (x, BOTTOM), (x, BOTTOM + 5.0), "#000000");
            text(&mut body, x, BOTTOM + 22.0, "middle", "", &number.to_string());
        }
        line(&mut body, (LEFT, BOTTOM), (RIGHT, BOTTOM), "#000000");
        line(&mut body, (LEFT, TOP), (LEFT, BOTTOM), "#000000");
        for (number, curve) in self.curves.iter().enumerate() {
            curve.draw(&mut body, &frame, number);
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }

    fn frame(&self) -> Frame {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let values = || points().map(|&(_, value)| value).filter(|&value| value > 0.0);
        let least = values().fold(f64::INFINITY, f64::min).min(1e12);
        let most = values().fold(0.0, f64::max).max(least.min(1.0));
        let (low, high) = match self.scale {
            Scale::Linear => (0.0, most),
            Scale::Logarithmic => (least.log10().floor(), most.log10().ceil()),
        };
        let high = if high > low { high } else { low + 1.0 };
        let first = points().map(|point| point.0).min().unwrap_or(0) as f64;
        let last = points().map(|point| point.0).max().unwrap_or(0) as f64;
        Frame { first, last, low, high, scale: self.scale }
    }
}

impl Frame {
    fn x(&self, number: usize) -> f64 {
        let share = (number as f64 - self.first) / (self.last - self.first).max(1.0);
        LEFT + 20.0 + share * (RIGHT - LEFT - 40.0)
    }

    fn y(&self, value: f64) -> f64 {
        let value = match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.log10(),
        };
        BOTTOM - (value - self.low) / (self.high - self.low) * (BOTTOM - TOP)
    }

    /// Values to be labelled, with their labels.
    fn ticks(&self) -> Vec<(f64, String)> {
        if self.scale == Scale::Logarithmic {
            let powers = self.low as i32..=self.high as i32;
            return powers.map(|power| (10f64.powi(power), power_of_ten(power))).collect();
        }
        let power = 10f64.powf((self.high / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power);
        let step = step.into_iter().find(|step| self.high / step <= 6.0).unwrap_or(power);
        let values = (0..).map(|number| f64::from(number) * step);
        let values = values.take_while(|&value| value <= self.high);
        values.map(|value| (value, format!("{value}"))).collect()
    }
}

/// `0.01`, `1000`, or `1e6` where zeros are many.
fn power_of_ten(power: i32) -> String {
    if (-3..=4).contains(&power) { format!("{}", 10f64.powi(power)) } else { format!("1e{power}") }
}

impl Curve {
    /// Draws the points that have a place, the lines between them, and the entry of the legend.
    fn draw(&self, body: &mut String, frame: &Frame, number: usize) {
        let colour = COLOURS[number % COLOURS.len()];
        let has_place = |value: f64| frame.scale == Scale::Linear || value > 0.0;
        let places = self.points.iter().filter(|point| has_place(point.1));
        let places: Vec<(f64, f64)> =
            places.map(|&(at, value)| (frame.x(at), frame.y(value))).collect();
        polyline(body, &places, colour, self.dashes);
        let y = TOP + 10.0 + 24.0 * number as f64;
        let sample = [(RIGHT + 20.0, y), (RIGHT + 60.0, y)];
        polyline(body, &sample, colour, self.dashes);
        for (x, y) in places.into_iter().chain([(RIGHT + 40.0, y)]) {
            let _ =
                writeln!(body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        text(body, RIGHT + 68.0, y + 4.0, "start", "", &self.name);
    }
}

fn polyline(body: &mut String, places: &[(f64, f64)], colour: &str, dashes: &str) {
    let places: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        body,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" \
         stroke-dasharray=\"{}\"/>",
        places.join(" "),
        if dashes.is_empty() { "none" } else { dashes }
    );
}

fn line(body: &mut String, from: (f64, f64), to: (f64, f64), colour: &str) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(
        body,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
    );
}

fn text(body: &mut String, x: f64, y: f64, anchor: &str, attributes: &str, content: &str) {
    let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        body,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {attributes}>{content}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::{Chart, Curve, Scale};

    fn chart(scale: Scale, points: Vec<(usize, f64)>) -> String {
        let curve = Curve { name: "a < b".to_owned(), dashes: "6 3", points };
        let title = "R&D".to_owned();
        Chart { title, across: "n", upward: "states", scale, curves: vec![curve] }.svg()
    }

    /// The first point of the curve is at the left, the last at the right; the largest at the top.
    #[test]
    fn points_are_where_they_belong() {
        let linear = chart(Scale::Linear, vec![(2, 0.0), (3, 50.0), (4, 100.0)]);
        assert!(linear.contains("points=\"110.0,380.0 305.0,225.0 500.0,70.0\""), "{linear}");
        let logarithmic = chart(Scale::Logarithmic, vec![(2, 1.0), (3, 10.0), (4, 100.0)]);
        assert!(logarithmic.contains("points=\"110.0,380.0 305.0,225.0 500.0,70.0\""));
        for label in [">20<", ">100<", ">a &lt; b<", ">R&amp;D<", ">states<"] {
            assert!(linear.contains(label), "{label}: {linear}");
        }
        for label in [">1<", ">10<", ">100<"] {
            assert!(logarithmic.contains(label), "{label}: {logarithmic}");
        }
    }

    /// What took no time has no place among powers of ten.
    #[test]
    fn odd_points_are_no_trouble() {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for points in [vec![], vec![(3, 0.0)], vec![(3, 7.0)], vec![(3, 0.0), (4, 1e9)]] {
                let svg = chart(scale, points.clone());
                assert!(
                    !svg.contains("NaN") && !svg.contains("inf"),
                    "{scale:?} {points:?}: {svg}"
                );
            }
        }
    }
}
