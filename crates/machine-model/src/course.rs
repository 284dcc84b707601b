//! The states between the actions of a transition.
//!
//! Merged statements, and those of an atomic sequence, are one transition: what lies between them is no state of the search.
//! Here they are done over again one by one, and without the resets of dead variables: values that a search forgets because
//! nobody reads them are not what the model says.

use machine::explore::Step;
use machine::{Observer, Performed, State};

use super::simulation::Position;
use super::{Dialect, MachineModel};
use crate::words::Told;

impl<D: Dialect> MachineModel<D> {
    /// The state after each action of each step; none after one that fails.
    pub(super) fn course_of(&self, state: &State, steps: &[Step]) -> Vec<Vec<State>> {
        let timeout = self.times_out(&Position { state: state.clone(), control: None });
        let mut recorder = Recorder::default();
        let end = self.machine().replay_as_written(state, steps, timeout, &mut recorder);
        if !steps.iter().any(|step| step.result.is_final()) {
            recorder.arrive(&end);
        }
        let mut found = recorder.found.into_iter();
        let of_step = |step: &Step| {
            let states = found.next().unwrap_or_default();
            let after = |told: &Told| states.get(told.operation).cloned();
            self.named_machine().told(step.edge, step.result).iter().map_while(after).collect()
        };
        steps.iter().map(of_step).collect()
    }
}

/// Writes down the states after operations.
#[derive(Default)]
struct Recorder {
    /// By step, and by operation.
    found: Vec<Vec<State>>,
}

impl Recorder {
    /// The last step ends in a state: its process has arrived somewhere.
    fn arrive(&mut self, state: &State) {
        if let Some(last) = self.found.last_mut().and_then(|states| states.last_mut()) {
            last.clone_from(state);
        }
    }
}

impl Observer for Recorder {
    fn before(&mut self, performed: Performed, state: &State) {
        if performed.operation == 0 {
            self.arrive(state);
            self.found.push(Vec::new());
        }
    }

    fn after(&mut self, _: Performed, state: &State) {
        if let Some(step) = self.found.last_mut() {
            step.push(state.clone());
        }
    }
}
