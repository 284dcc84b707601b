//! The same run with fewer switches between components.
//!
//! Two transitions that follow each other commute where either order leads to the same state (A. Mazurkiewicz, *Trace theory*, LNCS 255,
//! 1987). Whether they do is found out by executing both orders on the system itself, in the state where the run has them. Where a
//! component is interrupted, the transitions that it goes on with are moved forward to where it was, past all in between, or those that
//! it had made are moved back to where it goes on; whatever takes away a switch stays. That is a greedy search: fewest switches are not
//! promised.
//!
//! What comes of it is where a search among all [interleavings](crate::interleavings) begins, as far as that goes.
//!
//! What comes of both is a plan, no run: it is for [`confirm`](crate::confirm) to see that it is one, and what it violates.

use std::cell::RefCell;
use std::ops::Range;

use kernel::TransitionSystem;
use model::{Model, Plan, RunStepOf, StateOf, StepId};

use crate::interleavings::{Interleaving, fewest};
use crate::{first_named, names};

/// Longer runs stay as they are: nobody reads them step by step.
const LONGEST: usize = 20_000;

/// Runs whose states take more together stay as they are as well: they are copied.
const MOST_BYTES: usize = 64 << 20;

/// No component is looked for further ahead than this many transitions.
const FARTHEST: usize = 64;

/// So many transitions are executed at most in either search, so that long runs do not take long. It depends on no clock: equal runs have
/// equal plans.
const MOST_EXECUTED: usize = 20_000;

/// The switches between components in a plan.
#[must_use]
pub fn switches(plan: &Plan) -> usize {
    plan.windows(2).filter(|pair| is_between(&pair[0], &pair[1])).count()
}

/// The plan of a run in which transitions change places, each within one of these parts, so that there are fewer switches, or no more and
/// components with low numbers come first; none if no such plan was found. `go_on` is asked now and then; where it says no, there is none.
pub fn fewer_switches<M: Model>(
    model: &M,
    run: &[RunStepOf<M>],
    last: &StateOf<M>,
    parts: &[Range<usize>],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Plan> {
    if run.len() > LONGEST {
        return None;
    }
    let at_first: Plan = run.iter().map(|made| names(model, &made.steps)).collect();
    if switches(&at_first) == 0 || encoded(model, last) * run.len() > MOST_BYTES {
        return None;
    }
    let states = run.iter().map(|made| &made.before).chain([last]);
    let mut order = Order {
        model,
        scratch: RefCell::new(model.system().scratch()),
        events: at_first.clone(),
        states: states.cloned().collect(),
        executed: 0,
    };
    let mut before = usize::MAX;
    while switches(&order.events) < before {
        before = switches(&order.events);
        for part in parts {
            for place in part.clone() {
                if !go_on() {
                    return None;
                }
                order.join(place, part);
            }
        }
    }
    for part in parts {
        order.executed = 0;
        let switches = order.switches_around(part);
        if let Some(found) = fewest(&mut order, part, switches, go_on) {
            order.interleave(part, found);
        }
    }
    (order.events != at_first).then_some(order.events)
}

/// The bytes of a state.
pub(crate) fn encoded<M: Model>(model: &M, state: &StateOf<M>) -> usize {
    let mut bytes = Vec::new();
    model.system().encode(state, &mut bytes);
    bytes.len()
}

/// The component that begins a transition.
pub(crate) fn begins(event: &[StepId]) -> Option<u32> {
    event.first().map(|step| step.component)
}

/// The component that ends a transition.
pub(crate) fn ends(event: &[StepId]) -> Option<u32> {
    event.last().map(|step| step.component)
}

/// Whether another component begins a transition than has ended the one before.
pub(crate) fn is_between(before: &[StepId], after: &[StepId]) -> bool {
    ends(before).zip(begins(after)).is_some_and(|(before, after)| before != after)
}

/// Transitions in an order that can be changed.
pub(crate) struct Order<'a, M: Model> {
    pub model: &'a M,
    scratch: RefCell<<M::System as TransitionSystem>::Scratch>,
    /// The names of their steps.
    pub events: Plan,
    /// Where they begin, and where the last one leads.
    pub states: Vec<StateOf<M>>,
    /// So many were executed.
    pub executed: usize,
}

impl<M: Model> Order<'_, M> {
    fn is_switch(&self, place: usize) -> bool {
        is_between(&self.events[place - 1], &self.events[place])
    }

    /// The switches within a part, and those to the transitions around it.
    fn switches_around(&self, part: &Range<usize>) -> usize {
        let around = part.start.max(1)..(part.end + 1).min(self.events.len());
        around.filter(|&place| self.is_switch(place)).count()
    }

    /// Where a transition at a place leads from a state, perhaps another than the one where it is: to this state, if one is wanted. None if
    /// it is not possible, or violates something there.
    pub fn execute(
        &self,
        state: &StateOf<M>,
        place: usize,
        wanted: Option<&StateOf<M>>,
    ) -> Option<StateOf<M>> {
        if self.executed >= MOST_EXECUTED {
            return None;
        }
        first_named(self.model, state, &mut self.scratch.borrow_mut(), &self.events[place], wanted)
    }

    /// Puts another interleaving in place of a part.
    fn interleave(&mut self, part: &Range<usize>, found: Interleaving<StateOf<M>>) {
        let events: Plan = found.events.iter().map(|&place| self.events[place].clone()).collect();
        self.events.splice(part.clone(), events);
        self.states.splice(part.start + 1..=part.end, found.states);
    }

    /// Where the component of the transition at a place is interrupted after it, tries to have it go on.
    fn join(&mut self, place: usize, part: &Range<usize>) {
        let component = ends(&self.events[place]);
        let mut ahead = place + 1..part.end.min(place + FARTHEST);
        let Some(again) = ahead.find(|&it| begins(&self.events[it]) == component) else { return };
        if again == place + 1 {
            return;
        }
        let end = (again + 1..part.end).find(|&it| self.is_switch(it)).unwrap_or(part.end);
        let forward = (again..end).map(|from| (from, place + 1 + (from - again)));
        if self.try_moves(place..end, forward) {
            return;
        }
        let start = (part.start + 1..=place).rev().find(|&it| self.is_switch(it));
        let start = start.unwrap_or(part.start);
        let back = (place + 1..again).map(|from| (from, start + (from - place - 1)));
        self.try_moves(start..again, back);
    }

    /// Moves transitions of a part forward, each from a place to another before it, if all can be moved and that takes away a switch.
    fn try_moves(
        &mut self,
        part: Range<usize>,
        mut moves: impl Iterator<Item = (usize, usize)>,
    ) -> bool {
        if self.executed >= MOST_EXECUTED {
            return false;
        }
        let before = self.switches_around(&part);
        let events = self.events[part.clone()].to_vec();
        let states = self.states[part.start..=part.end].to_vec();
        let are_moved = moves.all(|(from, to)| self.move_forward(from, to));
        if are_moved && self.switches_around(&part) < before {
            return true;
        }
        self.events.splice(part.clone(), events);
        self.states.splice(part.start..=part.end, states);
        false
    }

    /// Moves a transition from a place to another before it, past all in between, if it commutes with them.
    fn move_forward(&mut self, from: usize, to: usize) -> bool {
        (to..from).rev().all(|place| self.exchange(place))
    }

    /// Exchanges the transitions at a place and the next, if that leads to the same state.
    fn exchange(&mut self, place: usize) -> bool {
        self.executed += 2;
        let Some(between) = self.execute(&self.states[place], place + 1, None) else {
            return false;
        };
        if self.execute(&between, place, Some(&self.states[place + 2])).is_none() {
            return false;
        }
        self.states[place + 1] = between;
        self.events.swap(place, place + 1);
        true
    }
}
