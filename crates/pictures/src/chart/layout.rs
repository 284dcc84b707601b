//! Where everything in a chart stands.

use super::passing::{Ends, Passing, passing};
use super::rows::{Content, rows};
use super::{Chart, Event, EventKind, Lifeline, MessageKind};
use crate::text_width::Font;

/// The sizes of the fonts: of statements, of places and messages, of names.
pub(super) const STATEMENT: f64 = 11.0;
pub(super) const SMALL: f64 = 10.0;
pub(super) const NAME: f64 = 12.0;
/// The height of a box with a name.
pub(super) const HEAD: f64 = 24.0;
/// The distance between the labels of messages that end in one row.
pub(super) const SLOT: f64 = 12.0;
/// The room that the label of an event takes below its line.
pub(super) const LOWERED: f64 = 14.0;
/// From a lifeline to the label of an event on it.
pub(super) const INDENT: f64 = 9.0;
/// Where the bracket of a loop stands.
pub(super) const BRACKET: f64 = 16.0;

/// The bounds of the width of a lane.
const LANE: (f64, f64) = (120.0, 280.0);
const WIDEST_HEAD: f64 = 150.0;
const NARROWEST: f64 = 420.0;
/// A chart with more rows has the names at its foot too.
const ROWS_WITH_HEADS_ONLY: usize = 40;

/// A row and where it stands.
pub(super) struct Row {
    pub(super) content: Content,
    /// Where its events stand.
    pub(super) y: f64,
    /// The space that it takes.
    pub(super) top: f64,
    pub(super) bottom: f64,
    /// Whether a step begins in it.
    pub(super) is_step: bool,
    /// Whether labels stand below the line of its events: an arrow comes in above it.
    pub(super) is_low: bool,
}

/// A lifeline and where it stands.
pub(super) struct Column {
    pub(super) x: f64,
    /// The width for labels at its right.
    pub(super) lane: f64,
    /// The width of the box with its name.
    pub(super) head: f64,
    /// The middle of that box.
    pub(super) head_y: f64,
    /// Where it ends.
    pub(super) end: f64,
    /// Whether it ends before the chart does.
    pub(super) is_ended: bool,
}

/// A message and where it stands.
pub(super) struct Placed<'a> {
    pub(super) passing: Passing<'a>,
    /// Whether its label stands to the left of where it ends.
    pub(super) is_left: bool,
    /// How many other labels stand between its own and where it ends.
    pub(super) slot: u32,
}

/// Where everything stands.
pub(super) struct Layout<'a> {
    pub(super) rows: Vec<Row>,
    pub(super) columns: Vec<Column>,
    pub(super) messages: Vec<Placed<'a>>,
    /// Where the numbers of steps end, and the bars of steps stand.
    pub(super) numbers: f64,
    /// The row of each event that has one.
    pub(super) row_of: Vec<Option<usize>>,
    /// The middle of the boxes with names at the foot, if there are any.
    pub(super) foot: Option<f64>,
    /// Below all rows.
    pub(super) bottom: f64,
    pub(super) width: f64,
}

impl Layout<'_> {
    /// The row of an event.
    pub(super) fn row(&self, event: usize) -> Option<&Row> {
        self.rows.get(self.row_of.get(event).copied().flatten()?)
    }
}

/// Places everything.
pub(super) fn layout(chart: &Chart) -> Layout<'_> {
    let passing = passing(chart);
    let contents = rows(chart, &passing);
    let row_of = rows_of_events(chart, &contents);
    let messages = place_messages(chart, passing);
    let rows = place_rows(chart, contents, &row_of, &messages);
    let bottom = rows.last().map_or(FIRST_ROW, |row| row.bottom) + 8.0;
    let foot = (rows.len() > ROWS_WITH_HEADS_ONLY).then_some(bottom + 6.0 + HEAD / 2.0);
    let numbers = BRACKET + 24.0 + width_of_numbers(chart, &rows);
    let columns = place_columns(chart, numbers);
    let width = columns.last().map_or(0.0, |last| last.x + last.lane + 20.0).max(NARROWEST);
    let mut layout = Layout { rows, columns, messages, numbers, row_of, foot, bottom, width };
    layout.columns = bounded(chart, &layout);
    layout
}

/// The columns, with where each begins and ends.
fn bounded(chart: &Chart, layout: &Layout<'_>) -> Vec<Column> {
    let end = layout.foot.map_or(layout.bottom, |foot| foot - HEAD / 2.0);
    let row = |event: Option<usize>| layout.row(event?).map(|row| row.y);
    let bound = |(index, (column, lifeline)): (usize, (&Column, &Lifeline))| {
        let own = if is_own(chart, index, lifeline.begins) { OWN_HEAD } else { 0.0 };
        let head_y = row(lifeline.begins).map_or(column.head_y, |y| y - own);
        let cross = row(lifeline.ends).map(|y| y + CROSS).filter(|&cross| cross > head_y);
        Column { head_y, end: cross.unwrap_or(end), is_ended: cross.is_some(), ..*column }
    };
    layout.columns.iter().zip(&chart.lifelines).enumerate().map(bound).collect()
}

/// The numbers of the steps from one event to another.
pub(super) fn numbers(chart: &Chart, first: usize, last: usize) -> String {
    let step = |event: usize| chart.events.get(event).map_or(0, |event| event.step);
    let (from, to) = (step(first), step(last));
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}

fn width_of_numbers(chart: &Chart, rows: &[Row]) -> f64 {
    let texts = rows.iter().map(|row| numbers(chart, row.content.first(), row.content.last()));
    texts.map(|text| Font::Sans.width(&text, SMALL)).fold(16.0, f64::max)
}

/// Where the first row may begin: below the boxes with names.
const FIRST_ROW: f64 = 76.0;
/// The middle of the boxes with names at the top.
const HEADS: f64 = 56.0;
/// From an event that creates its own lifeline up to the middle of the box.
const OWN_HEAD: f64 = 30.0;
/// From the last event of a lifeline to the cross.
const CROSS: f64 = 12.0;

/// Whether a lifeline itself does what creates it.
fn is_own(chart: &Chart, lifeline: usize, begins: Option<usize>) -> bool {
    begins.and_then(|event| chart.event(event)).is_some_and(|event| event.lifeline == lifeline)
}

fn rows_of_events(chart: &Chart, contents: &[Content]) -> Vec<Option<usize>> {
    let mut row_of = vec![None; chart.events.len()];
    for (row, content) in contents.iter().enumerate() {
        match content {
            Content::Event(event) => row_of[*event] = Some(row),
            Content::Folded(events) => events.iter().for_each(|&event| row_of[event] = Some(row)),
        }
    }
    row_of
}

fn place_messages<'a>(chart: &Chart, passing: Vec<Passing<'a>>) -> Vec<Placed<'a>> {
    let mut taken = vec![[0; 2]; chart.events.len()];
    let lifeline = |event: usize| chart.events[event].lifeline;
    let place = |passing: Passing<'a>| {
        let is_left = match passing.ends {
            Ends::Both(from, to) => lifeline(from) < lifeline(to),
            Ends::Sent(_) | Ends::Received(_) => false,
        };
        let taken = &mut taken[passing.ends.last()][usize::from(is_left)];
        let slot = *taken;
        *taken += 1;
        Placed { passing, is_left, slot }
    };
    passing.into_iter().map(place).collect()
}

fn place_rows(
    chart: &Chart,
    contents: Vec<Content>,
    row_of: &[Option<usize>],
    messages: &[Placed<'_>],
) -> Vec<Row> {
    let space = space(chart, contents.len(), row_of, messages);
    let is_low = low_rows(chart, space.len(), row_of, messages);
    let loop_begins = chart.again.and_then(|again| row_of.get(again).copied().flatten());
    let mut y = FIRST_ROW;
    let mut step = None;
    let mut rows = Vec::with_capacity(contents.len());
    for (index, (content, (above, below))) in contents.into_iter().zip(space).enumerate() {
        let number = chart.events[content.first()].step;
        let is_step = step != Some(number) || matches!(content, Content::Folded(_));
        let between_steps = if is_step { 11.0 } else { 2.0 };
        let rule = if loop_begins == Some(index) { 10.0 } else { 0.0 };
        let top = y + between_steps + rule;
        let lowered = if is_low[index] { LOWERED } else { 0.0 };
        let middle = top + above - lowered / 2.0;
        y = middle + below + lowered;
        step = Some(chart.events[content.last()].step);
        rows.push(Row { content, y: middle, top, bottom: y, is_step, is_low: is_low[index] });
    }
    rows
}

/// The rows into which an arrow slants down from the right, where labels otherwise stand.
fn low_rows(
    chart: &Chart,
    rows: usize,
    row_of: &[Option<usize>],
    messages: &[Placed<'_>],
) -> Vec<bool> {
    let mut is_low = vec![false; rows];
    let lifeline = |event: usize| chart.events[event].lifeline;
    for Passing { message, ends, .. } in messages.iter().map(|placed| placed.passing) {
        let Ends::Both(from, to) = ends else { continue };
        if message.kind != MessageKind::Rendezvous
            && lifeline(from) > lifeline(to)
            && let Some(row) = row_of[to]
        {
            is_low[row] = true;
        }
    }
    is_low
}

/// What each row needs above and below the line on which its events stand.
fn space(
    chart: &Chart,
    rows: usize,
    row_of: &[Option<usize>],
    messages: &[Placed<'_>],
) -> Vec<(f64, f64)> {
    let mut space = vec![(14.0_f64, 5.0_f64); rows];
    let mut widen = |event: usize, above: f64, below: f64| {
        if let Some(space) = row_of.get(event).copied().flatten().and_then(|row| space.get_mut(row))
        {
            *space = (space.0.max(above), space.1.max(below));
        }
    };
    for placed in messages {
        let marks_more = if matches!(placed.passing.ends, Ends::Sent(_)) { 6.0 } else { 0.0 };
        widen(
            placed.passing.ends.last(),
            0.0,
            5.0 + marks_more + SLOT * f64::from(placed.slot + 1),
        );
    }
    for (index, lifeline) in chart.lifelines.iter().enumerate() {
        if let Some(begins) = lifeline.begins {
            let is_own = is_own(chart, index, lifeline.begins);
            widen(begins, if is_own { OWN_HEAD + 14.0 } else { 16.0 }, 16.0);
        }
        if let Some(ends) = lifeline.ends {
            widen(ends, 0.0, CROSS + 8.0);
        }
    }
    for (index, event) in chart.events.iter().enumerate() {
        if event.kind != EventKind::Ordinary {
            widen(index, 20.0, 12.0);
        }
    }
    space
}

fn place_columns(chart: &Chart, numbers: f64) -> Vec<Column> {
    let mut needs = vec![0.0_f64; chart.lifelines.len()];
    for event in &chart.events {
        if let Some(need) = needs.get_mut(event.lifeline) {
            *need = need.max(width_of_label(event) + 2.0 * INDENT + 6.0);
        }
    }
    let head = |name: &str| (Font::Sans.width(name, NAME) + 34.0).clamp(56.0, WIDEST_HEAD);
    let heads: Vec<f64> = chart.lifelines.iter().map(|lifeline| head(&lifeline.name)).collect();
    let mut x = numbers + 20.0 + heads.first().map_or(0.0, |head| head / 2.0);
    let mut columns = Vec::with_capacity(heads.len());
    for (index, (&head, need)) in heads.iter().zip(needs).enumerate() {
        let beside = (head + heads.get(index + 1).copied().unwrap_or(0.0)) / 2.0 + 12.0;
        let lane = need.clamp(LANE.0, LANE.1).max(beside);
        columns.push(Column { x, lane, head, head_y: HEADS, end: 0.0, is_ended: false });
        x += lane;
    }
    columns
}

fn width_of_label(event: &Event) -> f64 {
    let place =
        if event.place.is_empty() { 0.0 } else { Font::Mono.width(&event.place, SMALL) + 8.0 };
    // Marks are larger than other shapes.
    let mark = if event.kind == EventKind::Ordinary { 0.0 } else { 4.0 };
    Font::Mono.width(&event.label, STATEMENT) + place + mark
}
