//! Sequence charts: who does what, and what passes between them, as time goes down.

mod draw;
mod draw_events;
mod draw_messages;
mod folded;
mod layout;
mod mermaid;
mod mermaid_text;
mod passing;
mod rows;

/// A run as a sequence chart. An index that is out of range is ignored, with what it stands in.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it is a chart of.
    pub title: String,
    /// Who takes part, from left to right.
    pub lifelines: Vec<Lifeline>,
    /// In the order of the run: time points down.
    pub events: Vec<Event>,
    /// What passes between events. One that is received before it is sent is ignored.
    pub messages: Vec<Message>,
    /// Of a run that goes on for ever: the event with which its endless part begins; it comes again after the last.
    /// `events.len()`: nothing moves any more, for ever.
    pub again: Option<usize>,
    /// What the run shows, below it.
    pub ending: Option<Ending>,
}

/// Who takes part in a run.
#[derive(Clone, Debug)]
pub struct Lifeline {
    /// What it is called.
    pub name: String,
    /// Lifelines of one family can change places: they have one colour and one shape.
    pub family: Option<usize>,
    /// The event that creates it; none: it is there from the beginning.
    pub begins: Option<usize>,
    /// The event with which it ends.
    pub ends: Option<usize>,
}

/// What one lifeline does at one time.
#[derive(Clone, Debug)]
pub struct Event {
    /// The number of the step, shown at the left margin. Several events may make one step.
    pub step: usize,
    /// Who does it.
    pub lifeline: usize,
    /// What is done: a statement.
    pub label: String,
    /// Where that stands: `line 12`.
    pub place: String,
    /// What it changes, as in `turn: 0 -> 1`.
    pub details: Vec<String>,
    /// How it is marked.
    pub kind: EventKind,
    /// Whether it may be put together with others like it where there are many in a row.
    pub is_quiet: bool,
}

/// How an event is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Not at all.
    Ordinary,
    /// As something that fails: a crash, a loss.
    Fault,
    /// As what violates a property.
    Violating,
}

/// What passes from one event to another.
#[derive(Clone, Debug)]
pub struct Message {
    /// The event that sends it; none: it was there at the beginning.
    pub from: Option<usize>,
    /// The event that receives it; none: it is never received.
    pub to: Option<usize>,
    /// What it says.
    pub label: String,
    /// How it passes.
    pub kind: MessageKind,
}

/// How a message passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// Through a queue: it is received later.
    Queued,
    /// From hand to hand: both act at once.
    Rendezvous,
    /// A value that is written, and later read by another.
    Read,
}

/// What a run shows.
#[derive(Clone, Debug)]
pub struct Ending {
    /// In words: `violated: never two in the critical section`.
    pub text: String,
    /// Whether it is a violation.
    pub is_violation: bool,
}

impl Chart {
    /// The chart as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        draw::svg(self)
    }

    /// The chart as Mermaid diagrams, one after the other, each of a size that Mermaid accepts.
    #[must_use]
    pub fn mermaid(&self) -> Vec<String> {
        mermaid::diagrams(self)
    }

    /// The event of a number, if it and its lifeline exist.
    fn event(&self, index: usize) -> Option<&Event> {
        self.events.get(index).filter(|event| event.lifeline < self.lifelines.len())
    }

    /// What there is to say of an event: the first line names it, the others tell what it changes.
    fn told(&self, event: &Event) -> String {
        let name = self.lifelines.get(event.lifeline).map_or("", |lifeline| &lifeline.name);
        let mut text = format!("step {}, {name}: {}", event.step, event.label);
        if !event.place.is_empty() {
            text.push_str(&format!(" ({})", event.place));
        }
        for detail in event.details.iter().take(MOST_DETAILS) {
            text.push('\n');
            text.push_str(detail);
        }
        if event.details.len() > MOST_DETAILS {
            text.push_str(&format!("\n… and {} more", event.details.len() - MOST_DETAILS));
        }
        text
    }
}

/// How many changes of one event are told.
const MOST_DETAILS: usize = 20;
