//! Histograms: how many there are at each depth.

use std::fmt::Display;

use crate::palette::{FAINT, GREY, INK};
use crate::svg::{Px, Svg};
use crate::text_width::Font;

/// Numbers by depth, one series or several.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// What it shows.
    pub title: String,
    /// What is counted along: `depth`.
    pub label_x: String,
    /// What is counted: `states`.
    pub label_y: String,
    /// At most three are drawn.
    pub series: Vec<Series>,
}

/// A number for each depth, from nought.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// The numbers.
    pub values: Vec<u64>,
}

/// How many columns fit.
const MOST_COLUMNS: usize = 400;
/// How many series can be told apart.
const MOST_SERIES: usize = 3;
/// The size of the picture, and the edges of what is drawn in it.
const SIZE: (f64, f64) = (680.0, 380.0);
const LEFT: f64 = 84.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 318.0;

/// How the outline of each series is drawn: colour, weight, dashes, and what fills it.
const LOOKS: [(&str, f64, &str, &str); MOST_SERIES] = [
    ("#0072b2", 1.2, "none", "#cfe3f0"),
    (INK, 2.0, "6 3", "none"),
    ("#b33c00", 2.4, "1.5 3", "none"),
];

impl Histogram {
    /// The histogram as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let drawn = &self.series[..self.series.len().min(MOST_SERIES)];
        let columns = drawn.iter().map(|series| series.values.len()).max().unwrap_or(0);
        let group = columns.div_ceil(MOST_COLUMNS).max(1);
        let heights: Vec<Vec<u64>> =
            drawn.iter().map(|series| grouped(&series.values, group)).collect();
        let highest = heights.iter().flatten().copied().max().unwrap_or(0);
        let scale = Scale::new(highest);
        let mut svg = Svg::default();
        svg.heading(&self.title, SIZE.0);
        draw_axis_y(&mut svg, &scale, &self.label_y);
        draw_axis_x(&mut svg, columns.div_ceil(group), group, &self.label_x);
        for (heights, look) in heights.iter().zip(LOOKS) {
            draw_series(&mut svg, heights, columns.div_ceil(group), &scale, look);
        }
        draw_hovers(&mut svg, drawn, &heights, group, &self.label_x);
        self.draw_legend(&mut svg, drawn, group);
        let description = format!("A histogram: {} over {}.", self.label_y, self.label_x);
        svg.document(&self.title, &description, SIZE)
    }

    fn draw_legend(&self, svg: &mut Svg, drawn: &[Series], group: usize) {
        let mut x = LEFT;
        svg.open("g", &[("class", &"legend")]);
        for (series, (colour, weight, dashes, fill)) in drawn.iter().zip(LOOKS) {
            let look: [(&str, &dyn Display); 4] = [
                ("fill", &fill),
                ("stroke", &colour),
                ("stroke-width", &weight),
                ("stroke-dasharray", &dashes),
            ];
            svg.rect((x + 13.0, 48.0), (26.0, 10.0), &look);
            let name = Font::Sans.shortened(&series.name, 12.0, 150.0);
            svg.label(x + 32.0, 52.0, &[], &name);
            x += 46.0 + Font::Sans.width(&name, 12.0);
        }
        let mut notes = Vec::new();
        if group > 1 {
            notes.push(format!("each column is {group} values"));
        }
        if self.series.len() > MOST_SERIES {
            notes.push(format!("{} more series left out", self.series.len() - MOST_SERIES));
        }
        let look: [(&str, &dyn Display); 3] =
            [("text-anchor", &"end"), ("font-size", &11), ("font-style", &"italic")];
        svg.label(RIGHT, SIZE.1 - 10.0, &look, &notes.join("; "));
        svg.close("g");
    }
}

/// The sums of so many neighbours each.
fn grouped(values: &[u64], group: usize) -> Vec<u64> {
    let sum = |values: &[u64]| values.iter().fold(0_u64, |sum, &value| sum.saturating_add(value));
    values.chunks(group).map(sum).collect()
}

/// Numbers that stand at an axis.
struct Scale {
    step: u64,
    ticks: u64,
}

impl Scale {
    /// At most six ticks with a round distance, the last at or above the highest number.
    fn new(highest: u64) -> Self {
        let mut power = 1_u64;
        loop {
            for factor in [1, 2, 5] {
                let step = power.saturating_mul(factor);
                if highest.div_ceil(step) <= 6 {
                    return Self { step, ticks: highest.div_ceil(step).max(1) };
                }
            }
            power = power.saturating_mul(10);
        }
    }

    /// Where a number stands above the axis.
    #[expect(clippy::cast_precision_loss, reason = "pixels need no more precision")]
    fn y(&self, value: u64) -> f64 {
        let part = value as f64 / self.step as f64 / self.ticks as f64;
        BOTTOM - part * (BOTTOM - TOP)
    }
}

/// Where the left edge of a column is.
#[expect(clippy::cast_precision_loss, reason = "there are at most 400 columns")]
fn left_of(column: usize, columns: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * column as f64 / columns.max(1) as f64
}

/// A number with its thousands apart.
fn with_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{a0}');
        }
        out.push(digit);
    }
    out
}

fn draw_axis_y(svg: &mut Svg, scale: &Scale, label: &str) {
    svg.open("g", &[("class", &"axis"), ("font-size", &11), ("text-anchor", &"end")]);
    for tick in 0..=scale.ticks {
        let value = scale.step.saturating_mul(tick);
        let y = scale.y(value);
        svg.line((LEFT, y), (RIGHT, y), &[("stroke", &if tick == 0 { INK } else { FAINT })]);
        let text = Font::Sans.shortened(&with_thousands(value), 11.0, LEFT - 26.0);
        svg.label(LEFT - 7.0, y + 4.0, &[], &text);
    }
    let (x, y) = (14.0, f64::midpoint(TOP, BOTTOM));
    let turn = format!("rotate(-90 {} {})", Px(x), Px(y));
    let label = Font::Sans.shortened(label, 12.0, BOTTOM - TOP);
    svg.label(
        x,
        y,
        &[("transform", &turn), ("font-size", &12), ("text-anchor", &"middle")],
        &label,
    );
    svg.close("g");
}

fn draw_axis_x(svg: &mut Svg, columns: usize, group: usize, label: &str) {
    svg.open("g", &[("class", &"axis"), ("font-size", &11), ("text-anchor", &"middle")]);
    let highest = u64::try_from(columns.saturating_sub(1) * group).unwrap_or(u64::MAX);
    let step = usize::try_from(Scale::new(highest.div_ceil(2)).step).unwrap_or(usize::MAX);
    let marks = (0..columns).filter(|column| (column * group).is_multiple_of(step.max(group)));
    for column in marks {
        let x = f64::midpoint(left_of(column, columns), left_of(column + 1, columns));
        svg.line((x, BOTTOM), (x, BOTTOM + 5.0), &[("stroke", &GREY)]);
        svg.label(x, BOTTOM + 18.0, &[], &(column * group).to_string());
    }
    let label = Font::Sans.shortened(label, 12.0, RIGHT - LEFT);
    svg.label(f64::midpoint(LEFT, RIGHT), BOTTOM + 38.0, &[("font-size", &12)], &label);
    svg.close("g");
}

fn draw_series(
    svg: &mut Svg,
    heights: &[u64],
    columns: usize,
    scale: &Scale,
    (colour, weight, dashes, fill): (&str, f64, &str, &str),
) {
    let mut outline = format!("M{} {}", Px(LEFT), Px(BOTTOM));
    // Few columns stand apart, as bars; many make one outline.
    let is_apart = columns <= 60;
    for (column, &height) in heights.iter().enumerate() {
        let (left, right) = (left_of(column, columns), left_of(column + 1, columns));
        let gap = if is_apart { (right - left) * 0.1 } else { 0.0 };
        outline.push_str(&format!(
            "H{}V{}H{}",
            Px(left + gap),
            Px(scale.y(height)),
            Px(right - gap)
        ));
        if is_apart {
            outline.push_str(&format!("V{}", Px(BOTTOM)));
        }
    }
    outline.push_str(&format!("V{}", Px(BOTTOM)));
    let look: [(&str, &dyn Display); 6] = [
        ("class", &"series"),
        ("d", &outline),
        ("fill", &fill),
        ("stroke", &colour),
        ("stroke-width", &weight),
        ("stroke-dasharray", &dashes),
    ];
    svg.empty("path", &look);
}

/// Tells the numbers of each column.
fn draw_hovers(svg: &mut Svg, drawn: &[Series], heights: &[Vec<u64>], group: usize, label: &str) {
    let columns = heights.iter().map(Vec::len).max().unwrap_or(0);
    svg.open("g", &[("class", &"columns"), ("fill-opacity", &0)]);
    for column in 0..columns {
        let first = column * group;
        let mut text = format!("{label} {first}");
        if group > 1 {
            text.push_str(&format!("–{}", first + group - 1));
        }
        for (series, heights) in drawn.iter().zip(heights) {
            let height = heights.get(column).copied().unwrap_or(0);
            text.push_str(&format!("\n{}: {height}", series.name));
        }
        let (left, right) = (left_of(column, columns), left_of(column + 1, columns));
        svg.open("g", &[("class", &"column"), ("data-column", &column)]);
        svg.hover(&text);
        let middle = (f64::midpoint(left, right), f64::midpoint(TOP, BOTTOM));
        svg.rect(middle, (right - left, BOTTOM - TOP), &[]);
        svg.close("g");
    }
    svg.close("g");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_the_highest() {
        let ticks = |highest| {
            let scale = Scale::new(highest);
            (scale.step, scale.ticks)
        };
        assert_eq!(ticks(0), (1, 1));
        assert_eq!(ticks(6), (1, 6));
        assert_eq!(ticks(7), (2, 4));
        assert_eq!(ticks(1_000), (200, 5));
        let (step, ticks) = ticks(u64::MAX);
        assert!(u128::from(step) * u128::from(ticks) >= u128::from(u64::MAX));
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(with_thousands(1_234_567).replace('\u{a0}', " "), "1 234 567");
        assert_eq!(with_thousands(12), "12");
    }

    #[test]
    fn sums_stop_at_the_highest_number() {
        assert_eq!(grouped(&[1, 2, 3], 2), [3, 3]);
        assert_eq!(grouped(&[u64::MAX, 2], 2), [u64::MAX]);
    }
}
