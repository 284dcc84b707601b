//! Why an event cannot happen: who refuses it.

use model::Action;

use crate::event::Event;
use crate::explicit::State;
use crate::names::MOST_LISTED;
use crate::refine::Refinement;
use crate::supercombinator::{Component, Rule};

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
        let refused = component.events(at).into_iter().take(MOST_EVENTS).filter_map(|event| {
            let reason = self.obstacle(inner, (place, event))?;
            let action = Action {
                process: self.component_name(place as usize),
                statement: self.names().event(event),
                place: self.place(component, at, event),
                calls: Vec::new(),
            };
            Some((action, reason))
        });
        refused.collect()
    }

    /// For each event that a component could do in a state, as they are listed, why it cannot; nothing for those that it can.
    pub(super) fn obstacles_of(
        &self,
        component: &Component,
        place: u32,
        state: &[u32],
    ) -> Vec<String> {
        let events = component.events(State(state[place as usize + 1]));
        let takes_part = self.implementation.is_on(place as usize, &state[1..]);
        let obstacle = |&event| match takes_part {
            true => self.obstacle(&state[1..], (place, event)).unwrap_or_default(),
            // It has not begun, or is over: where it stands says nothing.
            false => "it takes no part here".to_owned(),
        };
        // One more stands for all that are not listed.
        let rest = (events.len() > MOST_LISTED).then(String::new);
        events.iter().take(MOST_LISTED).map(obstacle).chain(rest).collect()
    }

    /// Why a component cannot do an event, if it cannot.
    fn obstacle(&self, inner: &[u32], part: (u32, Event)) -> Option<String> {
        let system = &self.implementation;
        let switches = &inner[system.components().len()..];
        let mut fewest: Option<Vec<u32>> = None;
        let mut is_ever_possible = false;
        for rule in system.rules().iter().filter(|rule| rule.parts.contains(&part)) {
            is_ever_possible = true;
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
            None if is_ever_possible => {
                "what it is composed with does not let it happen now".into()
            }
            None => "what it is composed with never lets it happen".to_owned(),
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
