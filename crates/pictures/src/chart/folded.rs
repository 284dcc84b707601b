//! What is said of events that are put together.

use std::collections::BTreeSet;

use super::{Chart, Event};
use crate::escape::one_line;

/// How many events are told.
const MOST_TOLD: usize = 20;
/// How many lifelines are named.
const MOST_NAMED: usize = 3;

/// Who acts in these events.
pub(super) fn lifelines(events: &[&Event]) -> BTreeSet<usize> {
    events.iter().map(|event| event.lifeline).collect()
}

/// `12 steps: A, B, C`
pub(super) fn summary(chart: &Chart, events: &[&Event]) -> String {
    let lifelines = lifelines(events);
    let steps = events.chunk_by(|before, after| before.step == after.step).count();
    let name = |&lifeline: &usize| Some(&chart.lifelines.get(lifeline)?.name[..]);
    let mut names: Vec<&str> = lifelines.iter().filter_map(name).take(MOST_NAMED).collect();
    if lifelines.len() > MOST_NAMED {
        names.push("…");
    }
    let plural = if steps == 1 { "" } else { "s" };
    format!("{steps} step{plural}: {}", names.join(", "))
}

/// A line for each event, and a last one if there are more.
pub(super) fn told(chart: &Chart, events: &[&Event]) -> String {
    let all = events.len();
    let shown = if all > MOST_TOLD { MOST_TOLD - 1 } else { all };
    let line = |event: &&Event| {
        let name = chart.lifelines.get(event.lifeline).map_or("", |lifeline| &lifeline.name);
        format!("step {}, {name}: {}", event.step, one_line(&event.label))
    };
    let mut lines: Vec<String> = events.iter().take(shown).map(line).collect();
    if all > shown {
        lines.push(format!("… and {} more", all - shown));
    }
    lines.join("\n")
}
