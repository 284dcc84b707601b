//! A chart as Mermaid diagrams.

use std::collections::BTreeSet;

use super::folded::{lifelines, summary};
use super::mermaid_text::mermaid_text;
use super::passing::{Ends, Passing, passing};
use super::rows::{Content, rows};
use super::{Chart, Event, EventKind, MessageKind};

/// Mermaid refuses longer text (`maxTextSize`). It counts units of UTF-16, of which there are no more than bytes.
const MOST_BYTES: usize = 50_000;
/// Mermaid refuses more edges in some diagrams (`maxEdges`).
const MOST_MESSAGES: usize = 500;
/// Room for what a part begins and ends with, beside participants.
const FRAME: usize = 5_000;
/// With more lifelines, a part only has those that something happens to.
const MOST_IDLE: usize = 60;

const MOST_NAME: usize = 60;
const MOST_TEXT: usize = 160;
const MOST_DETAILS: usize = 6;

const LOOP: &str = "again for ever";

/// A line of a diagram.
struct Line {
    text: String,
    step: usize,
    lifelines: BTreeSet<usize>,
    is_message: bool,
    is_in_loop: bool,
}

/// Lines that make a diagram.
#[derive(Default)]
struct Part {
    lines: Vec<Line>,
    lifelines: BTreeSet<usize>,
    size: usize,
    messages: usize,
}

/// The diagrams, in the order of the run.
pub(super) fn diagrams(chart: &Chart) -> Vec<String> {
    let participants: Vec<String> = chart.lifelines.iter().enumerate().map(participant).collect();
    let parts = parts(lines(chart), &participants);
    let all = parts.len();
    let diagram = |(index, part): (usize, &Part)| diagram(chart, part, &participants, (index, all));
    parts.iter().enumerate().map(diagram).collect()
}

fn participant((index, lifeline): (usize, &super::Lifeline)) -> String {
    format!("    participant p{index} as {}\n", mermaid_text(&lifeline.name, MOST_NAME))
}

fn parts(lines: Vec<Line>, participants: &[String]) -> Vec<Part> {
    let is_idle_shown = participants.len() <= MOST_IDLE;
    let cost = |lifeline: &usize| participants.get(*lifeline).map_or(0, String::len);
    let begun = || {
        let lifelines =
            if is_idle_shown { (0..participants.len()).collect() } else { BTreeSet::new() };
        let size = FRAME + lifelines.iter().map(cost).sum::<usize>();
        Part { lifelines, size, ..Part::default() }
    };
    let mut parts = Vec::new();
    let mut part = begun();
    for line in lines {
        let joining =
            |part: &Part| line.lifelines.difference(&part.lifelines).map(cost).sum::<usize>();
        let is_full = part.size + line.text.len() + joining(&part) > MOST_BYTES
            || part.messages + usize::from(line.is_message) > MOST_MESSAGES;
        if is_full && !part.lines.is_empty() {
            parts.push(std::mem::replace(&mut part, begun()));
        }
        part.size += line.text.len() + joining(&part);
        part.messages += usize::from(line.is_message);
        part.lifelines.extend(&line.lifelines);
        part.lines.push(line);
    }
    parts.push(part);
    parts
}

fn diagram(
    chart: &Chart,
    part: &Part,
    participants: &[String],
    (index, all): (usize, usize),
) -> String {
    let mut text =
        format!("sequenceDiagram\n    title {}\n", mermaid_text(&chart.title, MOST_TEXT));
    let shown = part.lifelines.iter().filter_map(|&lifeline| participants.get(lifeline));
    shown.for_each(|participant| text.push_str(participant));
    let over = over(&part.lifelines);
    if let (true, [first, .., last] | [first @ last]) = (all > 1, &part.lines[..]) {
        let what = format!("part {} of {all}: steps {} to {}", index + 1, first.step, last.step);
        text.push_str(&format!("    Note over {over}: {what}\n"));
    }
    let mut is_in_loop = false;
    for (at, line) in part.lines.iter().enumerate() {
        if line.is_in_loop && !is_in_loop {
            let is_continued = at == 0 && index > 0 && chart.again.is_some();
            text.push_str(&format!(
                "    loop {LOOP}{}\n",
                if is_continued { " (goes on)" } else { "" }
            ));
        }
        is_in_loop = line.is_in_loop;
        text.push_str(&line.text);
    }
    if is_in_loop {
        text.push_str("    end\n");
    }
    if index + 1 == all && !part.lifelines.is_empty() {
        if chart.again == Some(chart.events.len()) {
            text.push_str(&format!("    Note over {over}: nothing moves any more, for ever\n"));
        }
        if let Some(ending) = &chart.ending {
            text.push_str(&format!(
                "    Note over {over}: {}\n",
                mermaid_text(&ending.text, MOST_TEXT)
            ));
        }
    }
    text
}

/// From the first to the last of these lifelines.
fn over(lifelines: &BTreeSet<usize>) -> String {
    match (lifelines.first(), lifelines.last()) {
        (Some(first), Some(last)) if first != last => format!("p{first},p{last}"),
        (Some(first), _) => format!("p{first}"),
        _ => String::new(),
    }
}

fn lines(chart: &Chart) -> Vec<Line> {
    let messages = passing(chart);
    let rows = rows(chart, &messages);
    let mut ending: Vec<Vec<Passing<'_>>> = vec![Vec::new(); chart.events.len()];
    for passing in messages {
        ending[passing.ends.last()].push(passing);
    }
    let mut lines = Vec::new();
    for row in rows {
        match row {
            Content::Event(index) => {
                let notes = notes(chart, index).into_iter();
                lines.extend(notes.map(|note| line(chart, index, note, false)));
                lines.extend(ending[index].iter().map(|passing| message(chart, passing)));
            }
            Content::Folded(events) => {
                let first = events.first().copied().unwrap_or_default();
                let events: Vec<&Event> =
                    events.iter().filter_map(|&event| chart.event(event)).collect();
                let lifelines = lifelines(&events);
                let summary = mermaid_text(&summary(chart, &events), MOST_TEXT);
                let text = format!("    Note over {}: {summary}\n", over(&lifelines));
                lines.push(Line { lifelines, ..line(chart, first, text, false) });
            }
        }
    }
    lines
}

fn line(chart: &Chart, event: usize, text: String, is_message: bool) -> Line {
    let event_there = chart.event(event);
    Line {
        text,
        step: event_there.map_or(0, |event| event.step),
        lifelines: event_there.map(|event| event.lifeline).into_iter().collect(),
        is_message,
        is_in_loop: chart.again.is_some_and(|again| event >= again),
    }
}

/// What is said of an event, and of lifelines that begin or end with it.
fn notes(chart: &Chart, index: usize) -> Vec<String> {
    let Some(event) = chart.event(index) else { return Vec::new() };
    let mark = match event.kind {
        EventKind::Ordinary => "",
        EventKind::Fault => "FAULT ",
        EventKind::Violating => "VIOLATION ",
    };
    let mut told = vec![format!("{mark}{}: {}", event.step, mermaid_text(&event.label, MOST_TEXT))];
    if !event.place.is_empty() {
        told.push(mermaid_text(&event.place, MOST_NAME));
    }
    told.extend(
        event.details.iter().take(MOST_DETAILS).map(|detail| mermaid_text(detail, MOST_TEXT)),
    );
    if event.details.len() > MOST_DETAILS {
        told.push(format!("… and {} more", event.details.len() - MOST_DETAILS));
    }
    let lifeline = event.lifeline;
    let mut notes = vec![format!("    Note over p{lifeline}: {}\n", told.join("<br/>"))];
    let mut moment = |of: &dyn Fn(&super::Lifeline) -> Option<usize>, what: &str| {
        let concerned = chart.lifelines.iter().filter(|lifeline| of(lifeline) == Some(index));
        let note = |lifeline: &super::Lifeline| {
            let name = mermaid_text(&lifeline.name, MOST_NAME);
            format!("    Note over p{}: {name} {what}\n", event.lifeline)
        };
        notes.extend(concerned.map(note));
    };
    moment(&|lifeline| lifeline.begins, "begins");
    moment(&|lifeline| lifeline.ends, "ends");
    notes
}

fn message(chart: &Chart, passing: &Passing<'_>) -> Line {
    let lifeline = |event: usize| chart.event(event).map_or(0, |event| event.lifeline);
    let step = |event: usize| chart.event(event).map_or(0, |event| event.step);
    let label = mermaid_text(&passing.message.label, MOST_TEXT);
    let last = passing.ends.last();
    let at = lifeline(last);
    match passing.ends {
        Ends::Sent(_) => {
            line(chart, last, format!("    Note over p{at}: {label} (never received)\n"), false)
        }
        Ends::Received(_) => line(
            chart,
            last,
            format!("    Note over p{at}: {label} (there from the beginning)\n"),
            false,
        ),
        Ends::Both(from, to) => {
            let (arrow, did) = match passing.message.kind {
                MessageKind::Queued => ("->>", "sent"),
                MessageKind::Rendezvous => ("->>", "at once"),
                MessageKind::Read => ("-->>", "written"),
            };
            let when = match passing.message.kind {
                MessageKind::Rendezvous => format!(" ({did})"),
                _ if step(from) == step(to) => String::new(),
                _ => format!(" ({did} in step {})", step(from)),
            };
            let text = format!("    p{}{arrow}p{at}: {label}{when}\n", lifeline(from));
            let lifelines = [lifeline(from), at].into_iter().collect();
            Line { lifelines, ..line(chart, last, text, true) }
        }
    }
}
