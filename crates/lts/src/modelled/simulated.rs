//! Runs of processes that somebody watches.

use std::ops::ControlFlow;

use kernel::{Transition, TransitionSystem};
use model::{Action, Arrival, Choice, Observed, Simulated, StatementId, StepId, Words};

use super::is_no_event;
use crate::event::Event;
use crate::refine::{ProductState, Refinement, Step};

impl Simulated for Refinement {
    type Position = ProductState;

    fn starts(&self) -> Vec<ProductState> {
        let mut starts = Vec::new();
        let _ = self.initial_states(&mut self.scratch(), &mut |state: &ProductState| {
            starts.push(state.clone());
            ControlFlow::Continue(())
        });
        starts
    }

    fn state<'a>(&self, position: &'a ProductState) -> &'a ProductState {
        position
    }

    fn holder(&self, _: &ProductState) -> Option<String> {
        None
    }

    /// What can happen; of steps that differ in nothing, one.
    fn arrive(&self, position: ProductState) -> Arrival<ProductState, Step> {
        let event = |step: &Step| match *step {
            Step::Does { event, .. } => Some(event),
            Step::Refuses | Step::Diverges | Step::Lacks => None,
        };
        let mut choices: Vec<Choice<ProductState, Step>> = Vec::new();
        let _ = self.successors(&position, &mut self.scratch(), &mut |t: Transition<'_, Self>| {
            let choice = Choice { steps: t.steps.to_vec(), target: t.target.cloned() };
            let same = |other: &Choice<ProductState, Step>| {
                let events = (event(&other.steps[0]), event(&choice.steps[0]));
                other.target == choice.target && events.0 == events.1 && events.0.is_some()
            };
            if !choices.iter().any(same) {
                choices.push(choice);
            }
            ControlFlow::Continue(())
        });
        (position, choices)
    }

    fn observe(&self, _: &ProductState, _: &[Step]) -> Observed {
        Observed::default()
    }

    /// The events that components would do, and the components that refuse them.
    fn obstacles(&self, state: &ProductState, of: Option<u32>) -> Vec<(Action, String)> {
        let places = 0..self.implementation.components().len() as u32;
        let asked = places.filter(|place| of.is_none_or(|of| of == *place));
        asked.flat_map(|place| self.refused(state, place)).collect()
    }

    fn terminates(&self, step: &Step) -> bool {
        matches!(step, Step::Does { event: Event::TICK, .. })
    }

    fn is_passable(&self, _: &Step) -> bool {
        true
    }

    /// The event, with all components that take part in it.
    fn first_action(&self, position: &ProductState, step: &Step) -> Option<Action> {
        let mut actions = self.actions(position, step);
        let process: Vec<String> = actions.iter().map(|action| action.process.clone()).collect();
        Some(Action { process: process.join(", "), ..actions.swap_remove(0) })
    }

    fn every_action(&self) -> Vec<Action> {
        Vec::new()
    }

    fn statements(&self, id: StepId) -> Vec<StatementId> {
        let StepId { component, action } = id;
        // What a run violates at its end is no event: whoever does not look for that does not find it.
        let is_jump = is_no_event(action);
        vec![StatementId { component, statement: action, escape: None, is_jump }]
    }
}
