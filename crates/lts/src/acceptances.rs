//! Minimal acceptances (Definition 54 of Gibson-Robinson and Lowe 2019).

use std::sync::Arc;

use crate::event::Event;
use crate::explicit::{Acceptances, Explicit, Marks, State};

/// The minimal ones of these sets, each of which is in ascending order.
pub(crate) fn minimal(mut sets: Vec<Box<[Event]>>) -> Acceptances {
    sets.sort_unstable_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    let mut minimal: Vec<Box<[Event]>> = Vec::new();
    for set in sets {
        if !minimal.iter().any(|least| is_subset(least, &set)) {
            minimal.push(set);
        }
    }
    Arc::from(minimal)
}

/// Whether all of one set is in another. Both are in ascending order.
pub(crate) fn is_subset(inner: &[Event], outer: &[Event]) -> bool {
    let mut outer = outer.iter();
    inner.iter().all(|event| outer.by_ref().any(|other| other == event))
}

/// What transitions tell of the acceptances of the state that they leave (Lemma 55): none if it is not stable.
pub(crate) fn of_transitions<T>(transitions: &[(Event, T)]) -> Acceptances {
    let mut events: Vec<Event> = transitions.iter().map(|&(event, _)| event).collect();
    events.dedup();
    if events.first() == Some(&Event::TAU) {
        return Arc::from([]);
    }
    Arc::from([events.into_boxed_slice()])
}

impl Explicit {
    /// The minimal acceptances of a state, whether they are kept or follow from the transitions.
    #[must_use]
    pub fn acceptances(&self, state: State) -> Acceptances {
        match &self.generalised {
            Some(marks) => Arc::clone(&marks[state.0 as usize].acceptances),
            None => of_transitions(self.of(state)),
        }
    }

    /// The same, with divergence, for all states: what an ordinary labelled transition system is as a generalised one.
    #[must_use]
    pub fn marks(&self) -> Vec<Marks> {
        let divergent = self.divergent();
        let states = (0..self.len() as u32).map(State);
        states
            .zip(divergent)
            .map(|(state, diverges)| Marks { acceptances: self.acceptances(state), diverges })
            .collect()
    }
}
