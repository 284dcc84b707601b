//! The sequence chart of a run: lifelines are its components, events their actions, arrows the messages between them. Where components
//! share variables, an arrow leads from a write to the read by another that sees it.

use std::collections::{BTreeSet, HashMap};

use checking::line_name;
use model::{Change, Communication, CommunicationKind, Performed, Sending};
use pictures::{Chart, Ending, Event, EventKind, Lifeline, Message, MessageKind};

use crate::shown_run::ShownRun;

/// The sequence chart of a run.
#[must_use]
pub fn chart(run: &ShownRun<'_>) -> Chart {
    let mut drawing = Drawing::new(run);
    for transition in run.transitions {
        drawing.begin_transition();
        for (index, performed) in transition.actions.iter().enumerate() {
            let made = |change: &&Change| change.action == index;
            let changes = transition.changes.iter().filter(made).map(change_text).collect();
            drawing.act(transition.step, index, performed, changes);
        }
    }
    drawing.finish()
}

fn change_text(change: &Change) -> String {
    match &change.before {
        Some(before) => format!("{}: {before} → {}", change.cell, change.after),
        None => format!("{}: {}", change.cell, change.after),
    }
}

/// A chart that is being drawn.
struct Drawing<'a> {
    run: &'a ShownRun<'a>,
    chart: Chart,
    lifelines: HashMap<String, usize>,
    /// The messages that were sent, by their sends.
    sent: HashMap<Sending, usize>,
    /// Who wrote a variable last: the event.
    written: HashMap<&'a str, usize>,
    /// The reads that were drawn: the write, and who has seen it.
    seen: HashMap<(usize, usize), Vec<&'a str>>,
    /// Who has touched a variable: its lifelines; and the variables that each event touches.
    touched: HashMap<&'a str, BTreeSet<usize>>,
    touching: Vec<Vec<&'a str>>,
    /// The first event of the transition that is being drawn.
    transition: usize,
    /// The first event of each step.
    steps: HashMap<usize, usize>,
}

impl<'a> Drawing<'a> {
    fn new(run: &'a ShownRun<'a>) -> Self {
        let title = match run.property {
            Some(property) => format!("{}: counterexample for {property}", run.model),
            None => format!("{}: a run", run.model),
        };
        let chart = Chart {
            title,
            lifelines: Vec::new(),
            events: Vec::new(),
            messages: Vec::new(),
            again: None,
            ending: Some(Ending {
                text: run.ending.to_owned(),
                is_violation: run.property.is_some(),
            }),
        };
        let mut drawing = Drawing {
            run,
            chart,
            lifelines: HashMap::new(),
            sent: HashMap::new(),
            written: HashMap::new(),
            seen: HashMap::new(),
            touched: HashMap::new(),
            touching: Vec::new(),
            transition: 0,
            steps: HashMap::new(),
        };
        for process in run.processes {
            drawing.add_lifeline(process, None);
        }
        drawing
    }

    /// Adds a lifeline, or another of this name, where that of old has ended.
    fn add_lifeline(&mut self, name: &str, begins: Option<usize>) -> usize {
        let place = self.chart.lifelines.len();
        let family = self.run.families.iter().position(|it| it.iter().any(|member| member == name));
        let lifeline = Lifeline { name: name.to_owned(), family, begins, ends: None };
        self.chart.lifelines.push(lifeline);
        self.lifelines.insert(name.to_owned(), place);
        place
    }

    /// That of a component; of one that nobody was said to start it is there from the beginning.
    fn lifeline(&mut self, name: &str) -> usize {
        match self.lifelines.get(name) {
            Some(&known) => known,
            None => self.add_lifeline(name, None),
        }
    }

    fn begin_transition(&mut self) {
        self.transition = self.chart.events.len();
    }

    fn act(&mut self, step: usize, place: usize, performed: &'a Performed, details: Vec<String>) {
        let Performed { action, effects } = performed;
        let lifeline = self.lifeline(&action.process);
        let event = self.chart.events.len();
        self.steps.entry(step).or_insert(event);
        let named = action.place.as_ref().map(|place| line_name(self.run.model, place));
        self.chart.events.push(Event {
            step,
            lifeline,
            label: action.statement.clone(),
            place: named.map_or_else(String::new, |line| format!("line {line}")),
            details,
            kind: EventKind::Ordinary,
            is_quiet: true,
        });
        for (message, communication) in effects.messages.iter().enumerate() {
            let here = Sending { step, action: place, message };
            self.communicate(here, event, communication);
        }
        if effects.messages.is_empty() {
            self.join(event);
        }
        self.read(event, lifeline, performed);
        let cells = effects.reads.iter().chain(&effects.writes).map(String::as_str);
        cells.clone().for_each(|cell| {
            self.touched.entry(cell).or_default().insert(lifeline);
        });
        self.touching.push(cells.collect());
        for cell in &effects.writes {
            self.written.insert(cell, event);
        }
        for started in &effects.starts {
            self.add_lifeline(started, Some(event));
        }
        if let Some(ended) = &effects.ends {
            let lifeline = self.lifeline(ended);
            self.chart.lifelines[lifeline].ends = Some(event);
            self.lifelines.remove(ended);
        }
    }

    fn communicate(&mut self, here: Sending, event: usize, communication: &Communication) {
        let label = label(communication);
        match communication.kind {
            CommunicationKind::Send => {
                self.sent.insert(here, self.chart.messages.len());
                self.add_message(Some(event), None, label, MessageKind::Queued);
            }
            CommunicationKind::Receive => self.receive(event, communication, label),
            CommunicationKind::Rendezvous => self.hand_over(event, communication, label),
        }
    }

    fn receive(&mut self, event: usize, communication: &Communication, label: String) {
        let sent = communication.answers.and_then(|sending| self.sent.get(&sending).copied());
        let Some(message) = sent else {
            return self.add_message(None, Some(event), label, MessageKind::Queued);
        };
        let known = &mut self.chart.messages[message];
        match known.to {
            None => known.to = Some(event),
            // It was read before, and left in the queue.
            Some(_) => {
                let from = known.from;
                self.add_message(from, Some(event), label, MessageKind::Queued);
            }
        }
    }

    /// Both sides have a message that is handed over: it is drawn with the second.
    fn hand_over(&mut self, event: usize, communication: &Communication, label: String) {
        let other = match self.chart.lifelines.get(self.chart.events[event].lifeline) {
            Some(own) if communication.from.as_deref() == Some(&own.name) => &communication.to,
            _ => &communication.from,
        };
        let other = other.as_ref().and_then(|name| self.lifelines.get(name).copied());
        let is_other = |it: &usize| Some(self.chart.events[*it].lifeline) == other;
        if let Some(first) = (self.transition..event).rev().find(is_other) {
            self.add_message(Some(first), Some(event), label, MessageKind::Rendezvous);
        }
    }

    /// Joins an event with the one before it in its transition, if components do the same together there.
    fn join(&mut self, event: usize) {
        let Some(before) = event.checked_sub(1).filter(|&it| it >= self.transition) else { return };
        let (first, second) = (&self.chart.events[before], &self.chart.events[event]);
        if first.lifeline != second.lifeline && first.label == second.label {
            let label = second.label.clone();
            self.add_message(Some(before), Some(event), label, MessageKind::Rendezvous);
        }
    }

    /// Draws where what is read was written by another, once for each that sees it.
    fn read(&mut self, event: usize, lifeline: usize, performed: &'a Performed) {
        let effects = &performed.effects;
        let is_channel = |cell: &str| effects.messages.iter().any(|it| it.channel == cell);
        for cell in effects.reads.iter().map(String::as_str).filter(|cell| !is_channel(cell)) {
            let Some(&write) = self.written.get(cell) else { continue };
            let seen = self.seen.entry((write, lifeline)).or_default();
            if self.chart.events[write].lifeline == lifeline || seen.contains(&cell) {
                continue;
            }
            seen.push(cell);
            self.add_message(Some(write), Some(event), cell.to_owned(), MessageKind::Read);
        }
    }

    fn add_message(
        &mut self,
        from: Option<usize>,
        to: Option<usize>,
        label: String,
        kind: MessageKind,
    ) {
        self.chart.messages.push(Message { from, to, label, kind });
    }

    fn finish(mut self) -> Chart {
        for (event, cells) in self.chart.events.iter_mut().zip(&self.touching) {
            // What nobody else touches is of little interest.
            event.is_quiet = cells.iter().all(|cell| self.touched[cell].len() < 2);
        }
        for message in &self.chart.messages {
            for event in message.from.into_iter().chain(message.to) {
                self.chart.events[event].is_quiet = false;
            }
        }
        if self.run.is_violated_by_step
            && let Some(last) = self.chart.events.last_mut()
        {
            last.kind = EventKind::Violating;
        }
        let end = self.chart.events.len();
        let first_of = |step: usize| self.steps.get(&step).copied().unwrap_or(end);
        self.chart.again = self.run.again.map(first_of);
        self.chart
    }
}

/// A message as its fields: `candidate(eve, 1)` if the first is a name, `[1, 2]` otherwise, on its channel.
fn label(communication: &Communication) -> String {
    let fields: Vec<&str> = communication.fields.iter().map(|field| field.text.as_str()).collect();
    format!("{}: {}", communication.channel, fields.join(","))
}
