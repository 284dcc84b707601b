//! Sets of events. All events but some stay so: there may be infinitely many.

use diagnostics::Span;
use lts::{Event, EventSet, SetId};

use super::Evaluator;
use super::code::{Code, Env};
use super::failure::Outcome;
use crate::values::{Set, Value};

impl Evaluator<'_> {
    /// The set of events that an expression is.
    pub(super) fn alphabet(&mut self, code: &Code, env: &Env) -> Outcome<EventSet> {
        let set = self.set(code, env)?;
        self.events_in(&set, code.span)
    }

    /// The same, among the terms.
    pub(super) fn alphabet_id(&mut self, code: &Code, env: &Env) -> Outcome<SetId> {
        let events = self.alphabet(code, env)?;
        Ok(self.terms.set(events))
    }

    /// A set of events.
    pub(super) fn events_in(&mut self, set: &Set, span: Span) -> Outcome<EventSet> {
        match set {
            Set::Events(without) => Ok(EventSet::all_but(self.numbered(without, span)?)),
            _ => Ok(EventSet::of(self.listed_events(set, span)?)),
        }
    }

    /// The events of a set, one by one.
    pub(super) fn listed_events(&mut self, set: &Set, span: Span) -> Outcome<Vec<Event>> {
        let elements = self.elements(set)?;
        self.numbered(&elements, span)
    }

    fn numbered(&mut self, values: &[Value], span: Span) -> Outcome<Vec<Event>> {
        values
            .iter()
            .map(|value| {
                self.tick()?;
                self.event_of(value, span)
            })
            .collect()
    }
}
