//! What events and states are called, and where their text stands: told by a language once, as plain data.

use std::collections::HashMap;

use diagnostics::{Sources, Span};

use crate::event::Event;
use crate::modelled::Within;
use crate::term::TermId;

/// Longer names of processes that do something are cut off.
const LONGEST_NAME: usize = 40;

/// More events of a set are not listed.
pub(crate) const MOST_LISTED: usize = 12;

/// The names of what a process consists of and does. What has none is called by its number.
#[derive(Default)]
pub struct Names {
    /// The texts that it was read from.
    pub sources: Sources,
    /// The process.
    pub process: String,
    /// The events, by number.
    pub events: Vec<String>,
    /// The components, by their places: the process that each begins as, and which of several copies it is.
    pub components: Vec<String>,
    /// The parts of components that are looked at as a whole because of priority, along a run that is told.
    pub within: HashMap<u32, Within>,
    /// The states of components, by what they are.
    pub terms: HashMap<TermId, String>,
    /// Where it is written that something does an event.
    pub places: HashMap<(TermId, Event), Span>,
}

impl Names {
    pub(crate) fn event(&self, event: Event) -> String {
        let known = self.events.get(event.0 as usize);
        known.cloned().unwrap_or_else(|| format!("event {}", event.0))
    }

    pub(crate) fn term(&self, term: TermId) -> String {
        self.terms.get(&term).cloned().unwrap_or_else(|| format!("process {}", term.0))
    }

    /// The component at a place, which begins as this process.
    pub(crate) fn component(&self, place: usize, begins: TermId) -> String {
        self.components.get(place).cloned().unwrap_or_else(|| shortened(&self.term(begins)))
    }

    /// The whole process, in the same way.
    pub(crate) fn whole(&self) -> String {
        shortened(&self.process)
    }

    /// A set of events.
    pub(crate) fn set(&self, events: impl Iterator<Item = Event>) -> String {
        format!("{{{}}}", self.listed(events, "and ").join(", "))
    }

    /// The first of some events, and how many more there are.
    pub(crate) fn listed(&self, events: impl Iterator<Item = Event>, and: &str) -> Vec<String> {
        let mut names: Vec<String> = events.map(|event| self.event(event)).collect();
        let more = names.len().saturating_sub(MOST_LISTED);
        names.truncate(MOST_LISTED);
        if more > 0 {
            names.push(format!("{and}{more} more"));
        }
        names
    }
}

/// Names of components that differ: what each begins as, and if others begin as the same which copy it is (`i = 2`). Those that still
/// have the same name are counted through.
#[must_use]
pub fn distinct(components: Vec<(String, Option<String>)>) -> Vec<String> {
    let mut names: Vec<String> = components.iter().map(|(name, _)| shortened(name)).collect();
    let counts = counted(&names);
    for (name, (_, copy)) in names.iter_mut().zip(&components) {
        if let Some(copy) = copy.as_ref().filter(|_| counts[name] > 1) {
            *name += &format!(" ({copy})");
        }
    }
    let counts = counted(&names);
    let mut met: HashMap<String, usize> = HashMap::new();
    for name in names.iter_mut().filter(|name| counts[*name] > 1) {
        let number = met.entry(name.clone()).or_default();
        *number += 1;
        *name += &format!(" #{number}");
    }
    names
}

fn counted(names: &[String]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for name in names {
        *counts.entry(name.clone()).or_default() += 1;
    }
    counts
}

fn shortened(name: &str) -> String {
    match name.chars().count() <= LONGEST_NAME {
        true => name.to_owned(),
        false => name.chars().take(LONGEST_NAME - 1).chain(['…']).collect(),
    }
}
