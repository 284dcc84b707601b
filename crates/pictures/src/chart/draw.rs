//! A chart as SVG.

use std::fmt::Display;

use super::draw_events::{draw_leaders, draw_rows};
use super::draw_messages::{arrowheads, draw_messages};
use super::layout::{BRACKET, HEAD, Layout, NAME, layout, numbers};
use super::{Chart, Ending};
use crate::palette::{ALARM, FAINT, GREY, INK, hue};
use crate::svg::{Px, Svg};
use crate::text_width::{BOLD, Font};

/// The chart as an SVG document.
pub(super) fn svg(chart: &Chart) -> String {
    let layout = layout(chart);
    let mut svg = Svg::default();
    arrowheads(&mut svg);
    svg.heading(&chart.title, layout.width);
    draw_leaders(&mut svg, chart, &layout);
    draw_lifelines(&mut svg, chart, &layout);
    draw_creations(&mut svg, chart, &layout);
    draw_messages(&mut svg, &layout, chart);
    draw_rows(&mut svg, chart, &layout);
    draw_heads(&mut svg, chart, &layout);
    let mut bottom = layout.foot.map_or(layout.bottom, |foot| foot + HEAD / 2.0);
    bottom = draw_loop(&mut svg, chart, &layout, bottom);
    if let Some(ending) = &chart.ending {
        bottom = draw_ending(&mut svg, ending, layout.width, bottom);
    }
    let lifelines = chart.lifelines.len();
    let description = format!(
        "A sequence chart: time goes down; {lifelines} lifelines, {} events, {} messages.",
        chart.events.len(),
        layout.messages.len()
    );
    svg.document(&chart.title, &description, (layout.width, bottom + 16.0))
}

/// The shape that tells a family, to be drawn in the middle of where it stands.
pub(super) fn draw_shape(svg: &mut Svg, family: Option<usize>, middle: (f64, f64)) {
    let fill = colour(family);
    let look: [(&str, &dyn Display); 1] = [("fill", &fill)];
    match family.map(|family| family % 4) {
        None | Some(0) => svg.circle(middle, 4.0, &look),
        Some(1) => svg.rect(middle, (7.0, 7.0), &look),
        Some(2) => svg.shape(middle, &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)], &look),
        Some(_) => svg.shape(middle, &[(0.0, -4.6), (4.6, 3.8), (-4.6, 3.8)], &look),
    }
}

fn colour(family: Option<usize>) -> &'static str {
    family.map_or(INK, hue)
}

fn draw_lifelines(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>) {
    for (column, lifeline) in layout.columns.iter().zip(&chart.lifelines) {
        let colour = colour(lifeline.family);
        let (from, to) = ((column.x, column.head_y + HEAD / 2.0), (column.x, column.end));
        svg.open("g", &[("class", &"lifeline"), ("stroke", &colour)]);
        svg.hover(&lifeline.name);
        svg.line(from, to, &[("stroke-width", &1.2), ("stroke-opacity", &0.6)]);
        if column.is_ended {
            let cross =
                format!("M{0} {1}l10 10m-10 0l10 -10", Px(column.x - 5.0), Px(column.end - 5.0));
            svg.empty(
                "path",
                &[("d", &cross), ("stroke", &INK), ("stroke-width", &2), ("fill", &"none")],
            );
        }
        svg.close("g");
    }
}

/// A line from who creates to the box of what is created.
fn draw_creations(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>) {
    for (index, (column, lifeline)) in layout.columns.iter().zip(&chart.lifelines).enumerate() {
        let Some(event) = lifeline.begins.and_then(|event| chart.event(event)) else { continue };
        if event.lifeline == index {
            continue;
        }
        let Some(creator) = layout.columns.get(event.lifeline) else { continue };
        let side = if creator.x < column.x { -column.head / 2.0 } else { column.head / 2.0 };
        let look: [(&str, &dyn Display); 4] = [
            ("stroke", &INK),
            ("stroke-width", &1),
            ("stroke-dasharray", &"2 2"),
            ("marker-end", &"url(#chart-open)"),
        ];
        svg.line((creator.x, column.head_y), (column.x + side, column.head_y), &look);
    }
}

fn draw_heads(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>) {
    for (column, lifeline) in layout.columns.iter().zip(&chart.lifelines) {
        let foot = layout.foot.filter(|_| !column.is_ended);
        for y in [Some(column.head_y), foot].into_iter().flatten() {
            let colour = colour(lifeline.family);
            svg.open("g", &[("class", &"head")]);
            svg.hover(&lifeline.name);
            svg.rect(
                (column.x, y),
                (column.head, HEAD),
                &[("fill", &"#ffffff"), ("stroke", &colour), ("stroke-width", &1.8), ("rx", &3)],
            );
            draw_shape(svg, lifeline.family, (column.x - column.head / 2.0 + 11.0, y));
            let name = Font::Sans.shortened(&lifeline.name, NAME, column.head - 28.0);
            svg.label(column.x + 7.0, y + 4.2, &[("text-anchor", &"middle")], &name);
            svg.close("g");
        }
    }
}

/// What comes again for ever. Answers where the picture goes on.
fn draw_loop(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>, bottom: f64) -> f64 {
    let Some(again) = chart.again.filter(|&again| again <= chart.events.len()) else {
        return bottom;
    };
    let y = bottom + 16.0;
    svg.open("g", &[("class", &"loop")]);
    let mut text = "nothing moves any more, for ever".to_owned();
    if let (Some(first), Some(last)) = (layout.row(again), layout.rows.last()) {
        text = format!("again for ever, from step {}", numbers(chart, again, again));
        draw_rule(svg, layout, first.top - 6.0);
        draw_bracket(svg, first.y - 5.0, last.y + 6.0, y - 12.0);
    } else {
        draw_rule(svg, layout, bottom + 2.0);
    }
    svg.label(BRACKET - 4.0, y, &[("font-style", &"italic")], &text);
    svg.close("g");
    y + 4.0
}

/// A line across, at what never ends.
fn draw_rule(svg: &mut Svg, layout: &Layout<'_>, y: f64) {
    let look: [(&str, &dyn Display); 2] = [("stroke", &GREY), ("stroke-dasharray", &"8 4")];
    svg.line((BRACKET, y), (layout.width - 16.0, y), &look);
}

/// From the last row back to the first, and down to what is said of it.
fn draw_bracket(svg: &mut Svg, top: f64, low: f64, end: f64) {
    let way = format!("M{0} {1}H{BRACKET}V{2}H{0}", Px(BRACKET + 9.0), Px(low), Px(top));
    svg.empty(
        "path",
        &[
            ("d", &way),
            ("fill", &"none"),
            ("stroke", &INK),
            ("stroke-width", &1.8),
            ("marker-end", &"url(#chart-filled)"),
        ],
    );
    svg.line((BRACKET, low), (BRACKET, end), &[("stroke", &FAINT)]);
}

fn draw_ending(svg: &mut Svg, ending: &Ending, width: f64, bottom: f64) -> f64 {
    let lines = Font::Sans.wrapped(&ending.text, 13.0 * BOLD, width - 90.0);
    let height = 14.0 + 17.0 * f64::from(u32::try_from(lines.len().max(1)).unwrap_or(u32::MAX));
    let top = bottom + 12.0;
    let (stroke, weight) = if ending.is_violation { (ALARM, 2.6) } else { (INK, 1.0) };
    svg.open("g", &[("class", &"ending")]);
    svg.hover(&ending.text);
    svg.rect(
        (width / 2.0, top + height / 2.0),
        (width - 32.0, height),
        &[("fill", &"#ffffff"), ("stroke", &stroke), ("stroke-width", &weight), ("rx", &4)],
    );
    let mut x = 28.0;
    if ending.is_violation {
        draw_alarm(svg, (36.0, top + 15.5));
        x = 54.0;
    }
    let mut y = top + 20.0;
    for line in lines {
        let weight = if ending.is_violation { "bold" } else { "normal" };
        svg.label(x, y, &[("font-size", &13), ("font-weight", &weight)], &line);
        y += 17.0;
    }
    svg.close("g");
    top + height
}

/// The mark of what violates a property.
pub(super) fn draw_alarm(svg: &mut Svg, middle: (f64, f64)) {
    svg.rect(middle, (16.0, 16.0), &[("fill", &ALARM), ("stroke", &INK), ("stroke-width", &1.5)]);
    let look: [(&str, &dyn Display); 4] = [
        ("fill", &"#ffffff"),
        ("font-weight", &"bold"),
        ("font-size", &13),
        ("text-anchor", &"middle"),
    ];
    svg.label(middle.0, middle.1 + 4.7, &look, "!");
}
