//! Why an event cannot happen: who refuses it.

use model::Action;

use crate::event::Event;
use crate::explicit::State;
use crate::refine::Refinement;
use crate::supercombinator::Rule;

/// Of more events of a component than this it is not said who refuses them.
const MOST_EVENTS: usize = 1000;

impl Refinement {
    /// The events that a component would do in a state and that cannot happen, with those who refuse them.
    pub(super) fn refused(&self, state: &[u32], place: u32) -> Vec<(Action, String)> {
        let system = &self.implementation;
        let inner = &state[1..];
        if !system.is_on(place as usize, inner) {
            return Vec::new();
        }
        let component = &system.components()[place as usize];
        let at = State(inner[place as usize]);
        let mut events: Vec<Event> = component.of(at).iter().map(|&(event, _)| event).collect();
        events.dedup();
        let refused = events.into_iter().take(MOST_EVENTS).filter_map(|event| {
            let reason = self.obstacle(inner, (place, event))?;
            let action = Action {
                process: self.component_name(place as usize),
                statement: self.names().event(event),
                place: self.place(component, at, event),
            };
            Some((action, reason))
        });
        refused.collect()
    }

    /// Why a component cannot do an event, if it cannot.
    fn obstacle(&self, inner: &[u32], part: (u32, Event)) -> Option<String> {
        let system = &self.implementation;
        let switches = &inner[system.components().len()..];
        let mut fewest: Option<Vec<u32>> = None;
        for rule in system.rules().iter().filter(|rule| rule.parts.contains(&part)) {
            let switched =
                |(switch, values): &(u32, [u32; 2])| values.contains(&switches[*switch as usize]);
            if !rule.when.iter().all(switched) {
                continue;
            }
            let refusing = self.refusing(inner, rule);
            if refusing.is_empty() {
                return None;
            }
            if fewest.as_ref().is_none_or(|fewest| refusing.len() < fewest.len()) {
                fewest = Some(refusing);
            }
        }
        Some(match fewest {
            None => "what is around it never lets this happen here".to_owned(),
            Some(refusing) => {
                let names: Vec<String> =
                    refusing.iter().map(|&place| self.component_name(place as usize)).collect();
                format!("refused by {}", names.join(", "))
            }
        })
    }

    /// The components that would have to take part in a rule and cannot.
    fn refusing(&self, inner: &[u32], rule: &Rule) -> Vec<u32> {
        let components = self.implementation.components();
        let refuses = |&&(place, event): &&(u32, Event)| {
            let at = State(inner[place as usize]);
            !components[place as usize].of(at).iter().any(|&(other, _)| other == event)
        };
        rule.parts.iter().filter(refuses).map(|&(place, _)| place).collect()
    }
}
