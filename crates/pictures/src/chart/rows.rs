//! The rows of a chart: an event each, or many quiet ones together.

use super::passing::Passing;
use super::{Chart, EventKind};

/// So many quiet events in a row are put together.
const FOLDED_FROM: usize = 3;

/// What stands in a row.
#[derive(Debug)]
pub(super) enum Content {
    /// One event.
    Event(usize),
    /// Events that are put together.
    Folded(Vec<usize>),
}

impl Content {
    /// The first event in the row.
    pub(super) fn first(&self) -> usize {
        match self {
            Self::Event(event) => *event,
            Self::Folded(events) => events.first().copied().unwrap_or_default(),
        }
    }

    /// The last event in the row.
    pub(super) fn last(&self) -> usize {
        match self {
            Self::Event(event) => *event,
            Self::Folded(events) => events.last().copied().unwrap_or_default(),
        }
    }
}

/// The rows, from the top down.
pub(super) fn rows(chart: &Chart, messages: &[Passing<'_>]) -> Vec<Content> {
    let noted = noted(chart, messages);
    let (mut rows, mut quiet) = (Vec::new(), Vec::new());
    for index in (0..chart.events.len()).filter(|&index| chart.event(index).is_some()) {
        let event = &chart.events[index];
        if event.is_quiet && event.kind == EventKind::Ordinary && !noted[index] {
            quiet.push(index);
        } else {
            fold(&mut rows, std::mem::take(&mut quiet));
            rows.push(Content::Event(index));
        }
    }
    fold(&mut rows, quiet);
    rows
}

fn fold(rows: &mut Vec<Content>, quiet: Vec<usize>) {
    if quiet.len() >= FOLDED_FROM {
        rows.push(Content::Folded(quiet));
    } else {
        rows.extend(quiet.into_iter().map(Content::Event));
    }
}

/// Which events something else in the chart hangs on.
fn noted(chart: &Chart, messages: &[Passing<'_>]) -> Vec<bool> {
    let mut noted = vec![false; chart.events.len()];
    let of_messages =
        messages.iter().flat_map(|passing| [passing.ends.from(), Some(passing.ends.last())]);
    let of_lifelines = chart.lifelines.iter().flat_map(|lifeline| [lifeline.begins, lifeline.ends]);
    let of_the_loop =
        chart.again.into_iter().flat_map(|again| [Some(again), chart.events.len().checked_sub(1)]);
    for event in of_messages.chain(of_lifelines).chain(of_the_loop).flatten() {
        if let Some(noted) = noted.get_mut(event) {
            *noted = true;
        }
    }
    noted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::passing::passing;
    use crate::{Event, Lifeline, Message, MessageKind};

    fn quiet(count: usize) -> Chart {
        let event = |step| Event {
            step,
            lifeline: 0,
            label: "skip".to_owned(),
            place: String::new(),
            details: Vec::new(),
            kind: EventKind::Ordinary,
            is_quiet: true,
        };
        let lifeline = Lifeline { name: "A".to_owned(), family: None, begins: None, ends: None };
        Chart {
            title: String::new(),
            lifelines: vec![lifeline],
            events: (0..count).map(event).collect(),
            messages: Vec::new(),
            again: None,
            ending: None,
        }
    }

    fn sizes(chart: &Chart) -> Vec<usize> {
        let size = |content: &Content| match content {
            Content::Event(_) => 1,
            Content::Folded(events) => events.len(),
        };
        rows(chart, &passing(chart)).iter().map(size).collect()
    }

    #[test]
    fn three_quiet_events_are_folded_and_two_are_not() {
        assert_eq!(sizes(&quiet(2)), [1, 1]);
        assert_eq!(sizes(&quiet(3)), [3]);
    }

    #[test]
    fn what_others_hang_on_stands_alone() {
        let mut chart = quiet(12);
        let label = String::new();
        chart.messages =
            vec![Message { from: Some(3), to: None, label, kind: MessageKind::Queued }];
        assert_eq!(sizes(&chart), [3, 1, 8]);
        chart.lifelines[0].ends = Some(11);
        assert_eq!(sizes(&chart), [3, 1, 7, 1]);
        chart.again = Some(5);
        assert_eq!(sizes(&chart), [3, 1, 1, 1, 5, 1]);
        chart.events[8].kind = EventKind::Fault;
        assert_eq!(sizes(&chart), [3, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    }
}
