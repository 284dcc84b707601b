//! How an implementation comes to do what a specification forbids.

use std::ops::ControlFlow;

use super::confirm::Unconfirmed;
use super::divergence::find_loop;
use super::product_state::ProductState;
use super::refinement::{Refinement, Step};
use super::specification::Demand;
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
}

impl Counterexample {
    /// From a run of a product.
    ///
    /// # Errors
    /// Nothing is wrong at its end.
    pub fn of_run(
        refinement: &Refinement,
        run: &model::Run<ProductState, Step>,
    ) -> Result<Counterexample, Unconfirmed> {
        let (last, before) = run.transitions.split_last().ok_or(Unconfirmed::Start)?;
        let mut states = Vec::new();
        let mut events = Vec::new();
        for (place, made) in before.iter().enumerate() {
            let [Step::Does { event, .. }] = made.steps[..] else {
                return Err(Unconfirmed::Step(place + 1));
            };
            states.push(made.before[1..].to_vec());
            events.push(event);
        }
        states.push(last.before[1..].to_vec());
        if let Some(place) = states.iter().position(|at| !refinement.implementation.is_state(at)) {
            return Err(Unconfirmed::Step(place + 1));
        }
        let [step] = last.steps[..] else { return Err(Unconfirmed::Event) };
        let violation = Violation::of_step(refinement, &last.before, step)?;
        let node = State(last.before[0]);
        Ok(Counterexample { run: Run { states, events }, node, violation })
    }
}

impl Violation {
    /// What a step stands for that violates a specification in a state of a product.
    ///
    /// # Errors
    /// Nothing is wrong with it.
    pub(crate) fn of_step(
        refinement: &Refinement,
        before: &[u32],
        step: Step,
    ) -> Result<Violation, Unconfirmed> {
        let Refinement { specification, implementation, .. } = refinement;
        let (node, inner) = (State(before[0]), &before[1..]);
        Ok(match step {
            Step::Does { event, .. } => Violation::Event(event),
            Step::Refuses => {
                let demanded = specification.demand(node);
                let accepted = missing(implementation, inner, demanded);
                let accepted = accepted.ok_or(Unconfirmed::Acceptance)?;
                Violation::Acceptance { accepted, demanded: demanded.clone() }
            }
            Step::Diverges => {
                let found = find_loop(implementation, inner).ok_or(Unconfirmed::Divergence)?;
                let (states, again) = found;
                Violation::Divergence { states, again }
            }
            Step::Lacks => {
                let next = specification.nodes().of(node).first().ok_or(Unconfirmed::Missing)?;
                Violation::Missing(next.0)
            }
        })
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
