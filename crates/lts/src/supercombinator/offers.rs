//! What a state accepts, by Definition 63.

use std::ops::ControlFlow;

use super::{Component, Supercombinator};
use crate::acceptances::{is_subset, minimal, of_transitions};
use crate::event::Event;
use crate::explicit::{Acceptances, State};

impl Component {
    /// The minimal acceptances of a state.
    fn acceptances(&self, state: State) -> Acceptances {
        match self.chased {
            Some(_) => of_transitions(&self.of(state)),
            None => self.explicit.acceptances(state),
        }
    }
}

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
        match self.acceptances_with_pauses(state, &mut || ControlFlow::Continue(())) {
            ControlFlow::Continue(acceptances) => acceptances,
            ControlFlow::Break(()) => unreachable!("no pause ends it"),
        }
    }

    /// The same. `pause` is asked now and then whether to go on: there may be very many.
    pub(super) fn acceptances_with_pauses(
        &self,
        state: &[u32],
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Acceptances> {
        let mut found: Vec<Box<[Event]>> = Vec::new();
        self.each_acceptance(state, &mut |events, all_have_chosen| {
            pause()?;
            // What is no longer minimal does not become so.
            if found.iter().any(|least| is_subset(least, events)) {
                return ControlFlow::Continue(false);
            }
            if all_have_chosen {
                found.push(events.into());
            }
            ControlFlow::Continue(true)
        })?;
        ControlFlow::Continue(minimal(found))
    }

    /// An acceptance of which `is_wanted` holds, if there is one. It is asked of parts of acceptances: where it does not hold of a
    /// part, it must not hold of the whole. `pause` is asked now and then whether to go on.
    pub(crate) fn find_acceptance(
        &self,
        state: &[u32],
        is_wanted: &dyn Fn(&[Event]) -> bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<Box<[Event]>>> {
        let mut found = None;
        let searched = self.each_acceptance(state, &mut |events, all_have_chosen| {
            pause()?;
            if !is_wanted(events) {
                return ControlFlow::Continue(false);
            }
            if all_have_chosen {
                found = Some(events.into());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(true)
        });
        match (found, searched) {
            (None, ControlFlow::Break(())) => ControlFlow::Break(()),
            (found, _) => ControlFlow::Continue(found),
        }
    }

    /// Whether a state may accept just these events.
    pub(crate) fn may_accept(&self, state: &[u32], accepted: &[Event]) -> bool {
        let visited = self.each_acceptance(state, &mut |events, all_have_chosen| {
            if all_have_chosen && events == accepted {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(is_subset(events, accepted))
        });
        visited.is_break()
    }

    /// Goes through what the components may accept together, one component choosing after the other. `visit` sees the events
    /// that those make together that have chosen, τ not among them, and says whether the others are to choose as well.
    fn each_acceptance(&self, state: &[u32], visit: &mut Choosing<'_>) -> ControlFlow<()> {
        let of_components: Vec<Acceptances> = (0..self.components.len())
            .map(|place| {
                if self.is_on(place, state) {
                    self.components[place].acceptances(State(state[place]))
                } else {
                    // Nothing depends on it.
                    Acceptances::from([Box::from([])])
                }
            })
            .collect();
        if of_components.iter().any(|sets| sets.is_empty()) {
            return ControlFlow::Continue(());
        }
        let first = |sets: &Acceptances| if sets.len() == 1 { 0 } else { NOT_YET };
        let mut chosen: Vec<usize> = of_components.iter().map(first).collect();
        let choosing: Vec<usize> =
            (0..chosen.len()).filter(|&place| chosen[place] == NOT_YET).collect();
        let mut events = Vec::new();
        let mut depth = 0;
        loop {
            let offered: Vec<&[Event]> = of_components
                .iter()
                .zip(&chosen)
                .map(|(sets, &place)| sets.get(place).map_or(&[][..], |set| set))
                .collect();
            events.clear();
            self.join(state, &offered, &mut events);
            let all_have_chosen = depth == choosing.len();
            let goes_on = events.first() != Some(&Event::TAU) && visit(&events, all_have_chosen)?;
            if goes_on && !all_have_chosen {
                chosen[choosing[depth]] = 0;
                depth += 1;
                continue;
            }
            // The last that can choose otherwise does so.
            loop {
                let Some(last) = depth.checked_sub(1) else { return ControlFlow::Continue(()) };
                let place = choosing[last];
                chosen[place] += 1;
                if chosen[place] < of_components[place].len() {
                    break;
                }
                chosen[place] = NOT_YET;
                depth = last;
            }
        }
    }
}

/// Sees the events of those that have chosen, and whether these are all; says whether the others are to choose as well.
type Choosing<'v> = dyn FnMut(&[Event], bool) -> ControlFlow<(), bool> + 'v;

/// The choice of a component that has not chosen: there are never so many sets.
const NOT_YET: usize = usize::MAX;
