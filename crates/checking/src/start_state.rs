//! The initial state in which a stored run begins, where there are several.

use std::ops::ControlFlow;

use kernel::TransitionSystem;
use model::RunStep;

use crate::failure::Failure;
use crate::trace_file::StoredRun;

/// The initial state in which a stored run says that it begins; none if it does not say.
pub(crate) struct StartState<State>(Option<State>);

impl<State: PartialEq + Clone> StartState<State> {
    /// That of a stored run.
    ///
    /// # Errors
    /// The model does not have it.
    pub fn of<S: TransitionSystem<State = State>>(
        system: &S,
        stored: &StoredRun,
    ) -> Result<Self, Failure> {
        let Some(number) = stored.start else { return Ok(StartState(None)) };
        let (mut count, mut found) = (0, None);
        let _ = system.initial_states(&mut system.scratch(), &mut |state: &State| {
            count += 1;
            if count != number {
                return ControlFlow::Continue(());
            }
            found = Some(state.clone());
            ControlFlow::Break(())
        });
        match found {
            Some(state) => Ok(StartState(Some(state))),
            None => Err(Failure::Input(format!(
                "the trace does not fit the model: it begins in initial state {number}, which the model does not have"
            ))),
        }
    }

    /// Sees that a run begins there.
    ///
    /// # Errors
    /// It does not.
    pub fn check(&self, start: &State) -> Result<(), String> {
        match &self.0 {
            Some(state) if state != start => {
                Err("only a run does that begins in another initial state".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The number of an initial state, from 1, if there are several.
pub(crate) fn number_of_start<S: TransitionSystem<State: PartialEq>>(
    system: &S,
    first: &S::State,
) -> Option<usize> {
    let (mut count, mut place) = (0, None);
    let _ = system.initial_states(&mut system.scratch(), &mut |state: &S::State| {
        count += 1;
        if place.is_none() && state == first {
            place = Some(count);
        }
        ControlFlow::Continue(())
    });
    place.filter(|_| count > 1)
}

/// The state in which a run begins that ends in the last one.
pub(crate) fn first_of<'a, State, Step>(
    transitions: &'a [RunStep<State, Step>],
    last: &'a State,
) -> &'a State {
    transitions.first().map_or(last, |made| &made.before)
}
