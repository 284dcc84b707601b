//! The messages of a chart as SVG.

use std::fmt::Display;

use super::layout::{LOWERED, Layout, Placed, SLOT, SMALL};
use super::passing::Ends;
use super::{Chart, EventKind, MessageKind};
use crate::palette::{GREY, INK};
use crate::svg::{Px, Svg};
use crate::text_width::Font;

/// What arrows of charts end in.
pub(super) fn arrowheads(svg: &mut Svg) {
    svg.arrowhead("chart-filled", INK, true);
    svg.arrowhead("chart-open", GREY, false);
}

/// Draws every message.
pub(super) fn draw_messages(svg: &mut Svg, layout: &Layout<'_>, chart: &Chart) {
    svg.open(
        "g",
        &[
            ("class", &"messages"),
            ("font-family", &"monospace"),
            ("font-size", &SMALL),
            ("paint-order", &"stroke"),
        ],
    );
    for placed in &layout.messages {
        draw_message(svg, layout, chart, placed);
    }
    svg.close("g");
}

/// From where to where an arrow goes, and how.
struct Way {
    from: (f64, f64),
    to: (f64, f64),
    is_round: bool,
}

fn draw_message(svg: &mut Svg, layout: &Layout<'_>, chart: &Chart, placed: &Placed<'_>) {
    let message = placed.passing.message;
    let Some(way) = way(layout, chart, placed) else { return };
    let name = match message.kind {
        MessageKind::Queued => "queued",
        MessageKind::Rendezvous => "rendezvous",
        MessageKind::Read => "read",
    };
    let point = |(x, y): (f64, f64)| format!("{},{}", Px(x), Px(y));
    svg.open(
        "g",
        &[
            ("class", &"message"),
            ("data-message", &placed.passing.index),
            ("data-kind", &name),
            ("data-from", &point(way.from)),
            ("data-to", &point(way.to)),
        ],
    );
    svg.hover(&told(chart, placed));
    draw_arrow(svg, placed, &way, short_of(chart, placed));
    draw_label(svg, layout, chart, placed, &way);
    svg.close("g");
}

fn way(layout: &Layout<'_>, chart: &Chart, placed: &Placed<'_>) -> Option<Way> {
    let place = |event: usize| {
        let column = layout.columns.get(chart.event(event)?.lifeline)?;
        Some((column.x, layout.row(event)?.y))
    };
    let is_low = layout.row(placed.passing.ends.last()).is_some_and(|row| row.is_low);
    let down = SLOT * f64::from(placed.slot) + if is_low { LOWERED } else { 0.0 };
    Some(match placed.passing.ends {
        Ends::Sent(from) => {
            let from = place(from)?;
            Way { from, to: (from.0 + 32.0, from.1 + 13.0 + down), is_round: false }
        }
        Ends::Received(to) => {
            let to = place(to)?;
            Way { from: (to.0 - 34.0, to.1 - 11.0), to, is_round: false }
        }
        Ends::Both(from, to) => {
            let (mut from, to) = (place(from)?, place(to)?);
            if placed.passing.message.kind == MessageKind::Rendezvous {
                from.1 = to.1;
            }
            Way { from, to, is_round: from.0 == to.0 }
        }
    })
}

/// How far before the middle of an event an arrow ends: before its shape.
fn short_of(chart: &Chart, placed: &Placed<'_>) -> f64 {
    let event = chart.event(placed.passing.ends.last());
    if event.is_some_and(|event| event.kind != EventKind::Ordinary) { 9.0 } else { 4.0 }
}

fn draw_arrow(svg: &mut Svg, placed: &Placed<'_>, way: &Way, short: f64) {
    let kind = placed.passing.message.kind;
    let is_open = matches!(placed.passing.ends, Ends::Sent(_));
    let (colour, weight, dashes, head) = match kind {
        MessageKind::Queued => (INK, 1.3, "none", "url(#chart-filled)"),
        MessageKind::Rendezvous => (INK, 2.4, "none", "url(#chart-filled)"),
        MessageKind::Read => (GREY, 0.9, "4 3", "url(#chart-open)"),
    };
    let mut look: Vec<(&str, &dyn Display)> = vec![("stroke", &colour), ("stroke-width", &weight)];
    if dashes != "none" {
        look.push(("stroke-dasharray", &dashes));
    }
    if !is_open {
        look.push(("marker-end", &head));
    }
    let to = if is_open || way.is_round { way.to } else { towards(way.to, way.from, short) };
    if way.is_round {
        let data = round(way);
        look.extend([("d", &data as &dyn Display), ("fill", &"none")]);
        svg.empty("path", &look);
    } else {
        svg.line(way.from, to, &look);
    }
    draw_ends(svg, placed, way, colour);
}

/// Out to the left of a lifeline and back to it.
fn round(way: &Way) -> String {
    let bend = if way.to.1 - way.from.1 < 20.0 { 12.0 } else { -8.0 };
    format!(
        "M{0} {1}C{2} {3} {2} {4} {0} {5}",
        Px(way.from.0 - 4.0),
        Px(way.from.1),
        Px(way.from.0 - 30.0),
        Px(way.from.1 - bend),
        Px(way.to.1 + bend),
        Px(way.to.1),
    )
}

/// The circles at ends that are no events, and where a rendezvous begins.
fn draw_ends(svg: &mut Svg, placed: &Placed<'_>, way: &Way, colour: &str) {
    let hollow: [(&str, &dyn Display); 3] =
        [("fill", &"#ffffff"), ("stroke", &colour), ("stroke-width", &1.3)];
    let is_rendezvous = placed.passing.message.kind == MessageKind::Rendezvous;
    match placed.passing.ends {
        Ends::Sent(_) => svg.circle(way.to, 3.6, &hollow),
        Ends::Received(_) => svg.circle(way.from, 3.6, &hollow),
        Ends::Both(..) if is_rendezvous && !way.is_round => {
            svg.circle(way.from, 3.2, &[("fill", &INK)]);
        }
        Ends::Both(..) => {}
    }
}

/// The point that lies a distance from one point towards another.
fn towards(from: (f64, f64), to: (f64, f64), distance: f64) -> (f64, f64) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let part = distance / x.hypot(y).max(distance);
    (from.0 + x * part, from.1 + y * part)
}

/// Below the end of the arrow, where its row has nothing else.
fn draw_label(svg: &mut Svg, layout: &Layout<'_>, chart: &Chart, placed: &Placed<'_>, way: &Way) {
    let message = placed.passing.message;
    if message.label.is_empty() {
        return;
    }
    let lifeline = chart.event(placed.passing.ends.last()).map_or(0, |event| event.lifeline);
    let beside = if placed.is_left { lifeline.saturating_sub(1) } else { lifeline };
    let lane = layout.columns.get(beside).map_or(0.0, |column| column.lane);
    let is_low = layout.row(placed.passing.ends.last()).is_some_and(|row| row.is_low);
    let lowered = if is_low && !placed.is_left { LOWERED } else { 0.0 };
    let down = SLOT * f64::from(placed.slot) + lowered;
    let (x, y, anchor) = match placed.passing.ends {
        Ends::Sent(_) => (way.to.0 + 7.0, way.to.1 + 4.0, "start"),
        _ if placed.is_left => (way.to.0 - 12.0, way.to.1 + 12.0 + down, "end"),
        _ => (way.to.0 + 12.0, way.to.1 + 12.0 + down, "start"),
    };
    let room = if matches!(placed.passing.ends, Ends::Sent(_)) { lane - 50.0 } else { lane - 24.0 };
    let text = Font::Mono.shortened(&message.label, SMALL, room);
    let colour = if message.kind == MessageKind::Read { GREY } else { INK };
    svg.label(
        x,
        y,
        &[
            ("text-anchor", &anchor),
            ("fill", &colour),
            ("stroke", &"#ffffff"),
            ("stroke-width", &3),
        ],
        &text,
    );
}

fn told(chart: &Chart, placed: &Placed<'_>) -> String {
    let step = |event: usize| chart.events.get(event).map_or(0, |event| event.step);
    let label = &placed.passing.message.label;
    let (did, done) = match placed.passing.message.kind {
        MessageKind::Read => ("written", "read"),
        MessageKind::Queued | MessageKind::Rendezvous => ("sent", "received"),
    };
    match placed.passing.ends {
        Ends::Both(from, to) => {
            format!("{label}: {did} in step {}, {done} in step {}", step(from), step(to))
        }
        Ends::Sent(from) => format!("{label}: {did} in step {}, never {done}", step(from)),
        Ends::Received(to) => {
            format!("{label}: there from the beginning, {done} in step {}", step(to))
        }
    }
}
