//! Events: complete channels, numbered as they are met.

use std::collections::HashMap;

use diagnostics::Span;
use lts::Event;

use super::Evaluator;
use super::failure::Outcome;
use crate::values::{ConstructorId, Value};

/// The events that were met.
#[derive(Default)]
pub(super) struct Events {
    pub(super) values: Vec<Value>,
    numbers: HashMap<Value, Event, rapidhash::fast::RandomState>,
}

impl Evaluator<'_> {
    /// The number of an event.
    pub(super) fn event_of(&mut self, value: &Value, span: Span) -> Outcome<Event> {
        if let Some(&event) = self.events.numbers.get(value) {
            return Ok(event);
        }
        match value {
            Value::Constructed(event) if self.is_channel(event.constructor) => {
                if !event.complete {
                    let shown = self.shown(value);
                    return Err(self.error(span, format!("{shown} is not a whole event")));
                }
                let place = u32::try_from(self.events.values.len()).ok();
                let place = place.and_then(|place| place.checked_add(Event::FIRST.0));
                let Some(place) = place else {
                    return Err(self.error(span, "there are more than 2^32 events"));
                };
                self.events.values.push(value.clone());
                self.events.numbers.insert(value.clone(), Event(place));
                Ok(Event(place))
            }
            other => Err(self.unexpected(other, "an event", span)),
        }
    }

    pub(super) fn is_channel(&self, id: ConstructorId) -> bool {
        self.program.constructors[id.0 as usize].datatype.is_none()
    }

    /// An event as it is written.
    #[must_use]
    pub fn event_name(&self, event: Event) -> String {
        match event {
            Event::TAU => "τ".to_owned(),
            Event::TICK => "✓".to_owned(),
            Event(number) => {
                let place = (number - Event::FIRST.0) as usize;
                self.events.values.get(place).map_or("?".to_owned(), |value| self.display(value))
            }
        }
    }

    /// All events that were met, as they are written, by number.
    #[must_use]
    pub fn event_names(&self) -> Vec<String> {
        let visible = 0..self.events.values.len() as u32;
        let events = [Event::TAU, Event::TICK].into_iter();
        let events = events.chain(visible.map(|place| Event(Event::FIRST.0 + place)));
        events.map(|event| self.event_name(event)).collect()
    }

    /// The channel that an event is of; none of τ and ✓.
    #[must_use]
    pub fn channel_of(&self, event: Event) -> Option<&str> {
        let place = event.0.checked_sub(Event::FIRST.0)? as usize;
        match self.events.values.get(place)? {
            Value::Constructed(value) => {
                Some(&self.program.constructors[value.constructor.0 as usize].name)
            }
            _ => None,
        }
    }
}
