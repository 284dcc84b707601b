//! What a state accepts, by Definition 63.

use std::ops::ControlFlow;

use super::Supercombinator;
use crate::acceptances::minimal;
use crate::event::Event;
use crate::explicit::{Acceptances, State};
use crate::semantics::combinations;

impl Supercombinator {
    /// Whether what states accept does not follow from their transitions.
    #[must_use]
    pub fn is_generalised(&self) -> bool {
        self.generalised
    }

    /// The events of a state, each once, in ascending order.
    #[must_use]
    pub fn events(&self, state: &[u32]) -> Box<[Event]> {
        let mut events = Vec::new();
        let _ = self.successors(state, &mut self.firing(), &mut |event, _| {
            events.push(event);
            ControlFlow::Continue(())
        });
        events.sort_unstable();
        events.dedup();
        events.into_boxed_slice()
    }

    /// The minimal acceptances of a state, from those of the components that are at work. Those that have τ are not stable and
    /// do not count.
    #[must_use]
    pub fn acceptances(&self, state: &[u32]) -> Acceptances {
        let of_components: Vec<Acceptances> = self
            .components
            .iter()
            .enumerate()
            .map(|(place, component)| {
                if self.is_on(place, state) {
                    component.explicit.acceptances(State(state[place]))
                } else {
                    // Nothing depends on it.
                    Acceptances::from([Box::from([])])
                }
            })
            .collect();
        let of_components: Vec<Vec<&[Event]>> =
            of_components.iter().map(|sets| sets.iter().map(|set| &**set).collect()).collect();
        let mut sets = Vec::new();
        combinations(&of_components, |offered| {
            let mut events = Vec::new();
            self.join(state, offered, &mut events);
            if events.first() != Some(&Event::TAU) {
                sets.push(events.into_boxed_slice());
            }
        });
        minimal(sets)
    }
}
