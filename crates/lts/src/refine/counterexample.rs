//! How an implementation comes to do what a specification forbids.

use std::ops::ControlFlow;

use kernel::{Trace, ViolatedBy};

use super::confirm::Unconfirmed;
use super::divergence::find_loop;
use super::product::{Product, Step};
use super::specification::{After, Demand};
use crate::event::Event;
use crate::explicit::State;
use crate::supercombinator::Supercombinator;

/// A run of the implementation, and what is wrong at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The run.
    pub run: Run,
    /// The node of the specification that it leads to.
    pub node: State,
    /// What is wrong.
    pub violation: Violation,
}

/// A run of a supercombinator from its initial state on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The states; there is one more of them than events.
    pub states: Vec<Vec<u32>>,
    /// The events, τ among them.
    pub events: Vec<Event>,
}

/// What a specification forbids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// This event, which the last state can do.
    Event(Event),
    /// To accept no more than this: the last state, which is stable, accepts none of what the specification demands.
    Acceptance {
        /// What the state accepts.
        accepted: Box<[Event]>,
        /// What the specification demands.
        demanded: Demand,
    },
    /// Not to have this event: no run with the trace of this one goes on with it, as one should.
    Missing(Event),
    /// Divergence: by τ through these states, and from the last back to the one at place `again`. A last state that is
    /// `again` itself may be one that diverges by a mark.
    Divergence {
        /// The first is the last of the run.
        states: Vec<Vec<u32>>,
        /// Where the cycle begins.
        again: usize,
    },
}

impl Run {
    /// The events that can be seen.
    pub(super) fn visible(&self) -> impl Iterator<Item = Event> {
        self.events.iter().copied().filter(|&event| event != Event::TAU)
    }

    /// The run with an event behind it.
    ///
    /// # Errors
    /// The last state cannot do it.
    pub(super) fn followed_by(
        mut self,
        system: &Supercombinator,
        event: Event,
    ) -> Result<Run, Unconfirmed> {
        let last = self.states.last().ok_or(Unconfirmed::Start)?.clone();
        let mut target = None;
        let _ = system.successors(&last, &mut system.firing(), &mut |other, next| {
            if other == event {
                target = Some(next.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        self.states.push(target.ok_or(Unconfirmed::Event)?);
        self.events.push(event);
        Ok(self)
    }
}

impl Counterexample {
    /// From what a search found.
    ///
    /// # Errors
    /// It is no run, or nothing is wrong at its end.
    pub(super) fn new(
        product: &Product<'_>,
        trace: &Trace<Product<'_>>,
    ) -> Result<Counterexample, Unconfirmed> {
        let implementation = product.implementation;
        let states: Vec<Vec<u32>> = trace.states.iter().map(|state| state[1..].to_vec()).collect();
        let steps = trace.states.windows(2).enumerate().map(|(place, pair)| {
            event_between(product, &pair[0], &pair[1]).ok_or(Unconfirmed::Step(place + 1))
        });
        let events = steps.collect::<Result<_, _>>()?;
        let last = trace.states.last().ok_or(Unconfirmed::Start)?;
        let (node, inner) = (State(last[0]), &last[1..]);
        let step = match &trace.violated_by {
            ViolatedBy::Transition(steps) => steps.first(),
            ViolatedBy::State => None,
        };
        let violation = match *step.ok_or(Unconfirmed::Event)? {
            Step::Does(event) => Violation::Event(event),
            Step::Refuses => {
                let demanded = product.specification.demand(node);
                Violation::Acceptance {
                    accepted: missing(implementation, inner, demanded)
                        .ok_or(Unconfirmed::Acceptance)?,
                    demanded: demanded.clone(),
                }
            }
            Step::Diverges => {
                let (states, again) =
                    find_loop(implementation, inner).ok_or(Unconfirmed::Divergence)?;
                Violation::Divergence { states, again }
            }
        };
        Ok(Counterexample { run: Run { states, events }, node, violation })
    }
}

/// What a state accepts that falls short.
fn missing(
    implementation: &Supercombinator,
    state: &[u32],
    demanded: &Demand,
) -> Option<Box<[Event]>> {
    if !implementation.is_generalised() {
        return Some(implementation.events(state));
    }
    let falls_short = |accepted: &[Event]| demanded.is_missed_by(accepted);
    let never = &mut || ControlFlow::Continue(());
    match implementation.find_acceptance(state, &falls_short, never) {
        ControlFlow::Continue(accepted) => accepted,
        ControlFlow::Break(()) => None,
    }
}

/// An event that leads from one state of the product to the other, if one does.
fn event_between(product: &Product<'_>, from: &[u32], to: &[u32]) -> Option<Event> {
    let implementation = product.implementation;
    let mut found = None;
    let _ =
        implementation.successors(&from[1..], &mut implementation.firing(), &mut |event, next| {
            if next == &to[1..]
                && product.specification.after(State(from[0]), event) == After::Node(State(to[0]))
            {
                found = Some(event);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    found
}
