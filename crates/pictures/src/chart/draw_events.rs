//! The rows of a chart as SVG: events, steps, and what is put together.

use std::fmt::Display;

use super::draw::{draw_alarm, draw_shape};
use super::folded::{lifelines, summary, told};
use super::layout::{INDENT, Layout, Row, SMALL, STATEMENT, numbers};
use super::rows::Content;
use super::{Chart, Event, EventKind};
use crate::palette::{GREY, INK};
use crate::svg::{Px, Svg};
use crate::text_width::Font;

/// With more lifelines than this, the number of its step is hard to find from an event.
const FEW_LIFELINES: usize = 6;

/// Draws the rows, and the numbers of the steps beside them.
pub(super) fn draw_rows(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>) {
    // A white edge keeps text apart from the lines behind it.
    svg.open(
        "g",
        &[
            ("class", &"events"),
            ("font-family", &"monospace"),
            ("font-size", &STATEMENT),
            ("stroke", &"#ffffff"),
            ("stroke-width", &3),
            ("paint-order", &"stroke"),
        ],
    );
    for row in &layout.rows {
        match &row.content {
            Content::Event(index) => draw_event(svg, chart, layout, row, *index),
            Content::Folded(events) => draw_folded(svg, chart, layout, row, events),
        }
    }
    svg.close("g");
    draw_steps(svg, chart, layout);
}

/// Faint lines from the numbers of steps to their events, where there are many lifelines.
pub(super) fn draw_leaders(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>) {
    if layout.columns.len() <= FEW_LIFELINES {
        return;
    }
    let mut lines = String::new();
    for row in &layout.rows {
        let event = chart.event(row.content.first());
        if let Some(column) = event.and_then(|event| layout.columns.get(event.lifeline)) {
            lines.push_str(&format!(
                "M{} {}H{}",
                Px(layout.numbers + 8.0),
                Px(row.y),
                Px(column.x)
            ));
        }
    }
    svg.empty("path", &[("class", &"leaders"), ("d", &lines), ("stroke", &"#e4e4e4")]);
}

fn draw_event(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>, row: &Row, index: usize) {
    let Some(event) = chart.event(index) else { return };
    let Some(column) = layout.columns.get(event.lifeline) else { return };
    svg.open("g", &[("class", &"event"), ("data-event", &index)]);
    svg.hover(&chart.told(event));
    let family = chart.lifelines.get(event.lifeline).and_then(|lifeline| lifeline.family);
    let middle = (column.x, row.y);
    let indent = draw_mark(svg, event.kind, family, middle);
    let base = if row.is_low { row.y + 12.0 } else { row.y - 5.0 };
    draw_label(svg, event, (column.x + indent, base), column.lane - indent - INDENT);
    svg.close("g");
}

/// Marks an event by a shape. Answers where its label may begin.
fn draw_mark(svg: &mut Svg, kind: EventKind, family: Option<usize>, middle: (f64, f64)) -> f64 {
    match kind {
        EventKind::Ordinary => {
            draw_shape(svg, family, middle);
            INDENT
        }
        EventKind::Fault => {
            let hexagon =
                [(-9.0, 0.0), (-4.5, -8.0), (4.5, -8.0), (9.0, 0.0), (4.5, 8.0), (-4.5, 8.0)];
            svg.shape(
                middle,
                &hexagon,
                &[("fill", &"#ffffff"), ("stroke", &INK), ("stroke-width", &1.6)],
            );
            let bolt =
                [(1.5, -6.0), (-4.0, 1.0), (-0.5, 1.0), (-1.5, 6.0), (4.0, -1.5), (0.5, -1.5)];
            svg.shape(middle, &bolt, &[("fill", &INK), ("stroke", &"none")]);
            INDENT + 4.0
        }
        EventKind::Violating => {
            svg.open("g", &[("stroke", &"none")]);
            draw_alarm(svg, middle);
            svg.close("g");
            INDENT + 4.0
        }
    }
}

fn draw_label(svg: &mut Svg, event: &Event, (x, y): (f64, f64), room: f64) {
    // The place gets what the label leaves, and at least two fifths of the room.
    let spare = room - Font::Mono.width(&event.label, STATEMENT) - 8.0;
    let place = Font::Mono.shortened(&event.place, SMALL, spare.max(room * 0.4));
    let beside = if place.is_empty() { 0.0 } else { Font::Mono.width(&place, SMALL) + 8.0 };
    let label = Font::Mono.shortened(&event.label, STATEMENT, room - beside);
    let (left, base) = (Px(x), Px(y));
    let mut look: Vec<(&str, &dyn Display)> = vec![("x", &left), ("y", &base)];
    if event.kind != EventKind::Ordinary {
        look.push(("font-weight", &"bold"));
    }
    svg.open("text", &look);
    svg.content(&label);
    if !place.is_empty() {
        svg.text("tspan", &[("dx", &6), ("font-size", &SMALL), ("fill", &GREY)], &place);
    }
    svg.close("text");
}

fn draw_folded(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>, row: &Row, events: &[usize]) {
    let events: Vec<&Event> = events.iter().filter_map(|&event| chart.event(event)).collect();
    let lifelines = lifelines(&events);
    svg.open("g", &[("class", &"folded"), ("data-events", &events.len())]);
    svg.hover(&told(chart, &events));
    let x = |&lifeline: &usize| Some(layout.columns.get(lifeline)?.x);
    let marks: Vec<f64> = lifelines.iter().filter_map(x).collect();
    for &x in &marks {
        for y in [row.y - 6.0, row.y, row.y + 6.0] {
            svg.circle((x, y), 2.8, &[("fill", &GREY), ("stroke-width", &2)]);
        }
    }
    let text = summary(chart, &events);
    let wide = Font::Sans.width(&text, STATEMENT) + 2.0 * INDENT;
    if let Some(x) = gap(&marks, wide, layout.width) {
        let text = Font::Sans.shortened(&text, STATEMENT, layout.width - x - 30.0);
        let look: [(&str, &dyn Display); 3] =
            [("font-family", &"sans-serif"), ("font-style", &"italic"), ("fill", &GREY)];
        svg.label(x + INDENT, row.y + 4.0, &look, &text);
    }
    svg.close("g");
}

/// The first mark with so much room before the next one, or before the edge; without one, the first of all.
fn gap(marks: &[f64], wide: f64, edge: f64) -> Option<f64> {
    let next = marks.iter().skip(1).chain([&edge]);
    let mut found = marks.iter().zip(next).filter(|&(mark, next)| next - mark >= wide);
    found.next().map(|(mark, _)| mark).or(marks.first()).copied()
}

/// The numbers of the steps, and a bar beside each that has several rows.
fn draw_steps(svg: &mut Svg, chart: &Chart, layout: &Layout<'_>) {
    svg.open(
        "g",
        &[("class", &"steps"), ("font-size", &SMALL), ("fill", &GREY), ("text-anchor", &"end")],
    );
    for rows in layout.rows.chunk_by(|_, after| !after.is_step) {
        let [first, ..] = rows else { continue };
        let last_row = rows.last().unwrap_or(first);
        let text = numbers(chart, first.content.first(), last_row.content.last());
        let last = last_row.y;
        svg.label(layout.numbers - 6.0, f64::midpoint(first.y, last) + 3.6, &[], &text);
        if rows.len() > 1 {
            let bar = format!(
                "M{0} {1}h-4V{2}h4",
                Px(layout.numbers + 4.0),
                Px(first.y - 5.0),
                Px(last + 5.0)
            );
            svg.empty(
                "path",
                &[("d", &bar), ("fill", &"none"), ("stroke", &GREY), ("stroke-width", &1.4)],
            );
        }
    }
    svg.close("g");
}
