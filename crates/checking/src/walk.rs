//! A walk through a model, statement by statement: where it is, what can be done there, and doing it.

use kernel::TransitionSystem;
use model::{Choice, Observed, RunStep, RunStepOf, Simulated, StepId, StepOf};

/// What a position without steps is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dead {
    /// No process is left.
    Ended,
    /// All processes have ended or are at proper ends.
    ValidEnd,
    /// The step that led here says that all is done.
    Terminated,
    /// Some process waits for ever.
    Deadlock,
    /// The step that led here failed.
    Failed,
}

/// A place in a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing<Position> {
    /// The position.
    pub position: Position,
    /// Whether the step that led here failed: nothing follows.
    pub failed: bool,
}

/// A step that was taken.
#[derive(Clone, Debug)]
pub(crate) struct Taken<Position, Step> {
    /// Where it was taken.
    pub before: Standing<Position>,
    /// What the processes did.
    pub steps: Vec<Step>,
    /// What was to be seen meanwhile.
    pub observed: Observed,
    /// Where it led.
    pub after: Standing<Position>,
}

impl<Position: Clone, Step: Clone> Taken<Position, Step> {
    /// The step as the transition of a run that it ends.
    pub fn failed<M>(&self, model: &M) -> RunStepOf<M>
    where
        M: Simulated<Position = Position, System: TransitionSystem<Step = Step>>,
    {
        let before = model.state(&self.before.position).clone();
        RunStep { steps: self.steps.clone(), before, after: None }
    }
}

/// A step of a walk through a model.
pub(crate) type TakenOf<M> = Taken<<M as Simulated>::Position, StepOf<M>>;

/// A walk.
pub(crate) struct Walk<'a, M: Simulated> {
    /// The model.
    pub model: &'a M,
    /// The number of the initial state in which it began, from 0.
    pub start: usize,
    standing: Standing<M::Position>,
    choices: Vec<Choice<M::Position, StepOf<M>>>,
}

impl<'a, M: Simulated> Walk<'a, M> {
    /// A walk that stands at the initial state with a number, if there is one.
    pub fn from_start(model: &'a M, start: usize) -> Option<Walk<'a, M>> {
        let position = model.starts().into_iter().nth(start)?;
        Some(Walk::at(model, start, position))
    }

    /// Walks that stand at each of the initial states, in their order.
    pub fn from_starts(model: &'a M) -> impl Iterator<Item = Walk<'a, M>> {
        let starts = model.starts().into_iter().enumerate();
        starts.map(|(start, position)| Walk::at(model, start, position))
    }

    fn at(model: &'a M, start: usize, position: M::Position) -> Walk<'a, M> {
        let (position, choices) = model.arrive(position);
        Walk { model, start, standing: Standing { position, failed: false }, choices }
    }

    /// Where it is.
    pub fn standing(&self) -> &Standing<M::Position> {
        &self.standing
    }

    /// What can be done there.
    pub fn choices(&self) -> &[Choice<M::Position, StepOf<M>>] {
        &self.choices
    }

    /// Goes somewhere.
    pub fn stand_at(&mut self, standing: Standing<M::Position>) {
        let Standing { position, failed } = standing;
        let (position, mut choices) = self.model.arrive(position);
        if failed {
            choices.clear();
        }
        (self.standing, self.choices) = (Standing { position, failed }, choices);
    }

    /// Takes the step with a place among the choices.
    ///
    /// # Panics
    /// If there is no such choice.
    pub fn take(&mut self, place: usize) -> TakenOf<M> {
        let Choice { steps, target } = self.choices[place].clone();
        let before = self.standing.clone();
        let observed = self.model.observe(&before.position, &steps);
        let failed = target.is_none() || steps.iter().any(|s| self.model.violation(s).is_some());
        // After a run-time error the state is the one before it.
        let position = target.unwrap_or_else(|| before.position.clone());
        self.stand_at(Standing { position, failed });
        Taken { before, steps, observed, after: self.standing.clone() }
    }

    /// What the position is, if nothing can be done there; `last` is what led there.
    pub fn dead(&self, last: Option<&TakenOf<M>>) -> Option<Dead> {
        let state = self.model.state(&self.standing.position);
        if self.standing.failed {
            Some(Dead::Failed)
        } else if !self.choices.is_empty() {
            None
        } else if self.model.processes(state).is_empty() {
            Some(Dead::Ended)
        } else if self.model.system().may_halt(state) {
            Some(Dead::ValidEnd)
        } else if last.is_some_and(|last| last.steps.iter().any(|s| self.model.terminates(s))) {
            Some(Dead::Terminated)
        } else {
            Some(Dead::Deadlock)
        }
    }
}

/// The place of the choice that takes the next of these steps, which are left out then, or else of one that nobody notices.
pub(crate) fn next_place<M: Simulated>(walk: &Walk<'_, M>, steps: &mut &[StepId]) -> Option<usize> {
    let model = walk.model;
    let names: Vec<Vec<StepId>> =
        walk.choices().iter().map(|choice| confirm::names(model, &choice.steps)).collect();
    let wanted = (0..names.len()).filter(|&place| steps.starts_with(&names[place]));
    if let Some(place) = wanted.max_by_key(|&place| names[place].len()) {
        *steps = &steps[names[place].len()..];
        return Some(place);
    }
    walk.choices().iter().position(|choice| model.may_be_missing(&choice.steps))
}
