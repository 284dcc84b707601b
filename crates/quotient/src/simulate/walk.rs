//! A walk through a model: where it is, what can be done there, and doing it.

use kernel::TransitionSystem;
use machine::inspect::Inspector;
use machine::{Machine, Observer, Printed, Scratch, State, Step, StepResult};
use words::{Model, Output};

use crate::load::Subject;

/// A place in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The state.
    pub state: State,
    /// Who keeps control, being in an atomic sequence.
    pub control: Option<usize>,
    /// Whether the step that led here failed: nothing follows.
    pub failed: bool,
}

/// A step that is possible.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What the processes do: one step, or a sender's and its receiver's.
    pub steps: Vec<Step>,
    target: Option<State>,
    control: Option<usize>,
    timeout: bool,
}

/// What a process printed.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// The process.
    pub process: usize,
    /// What it printed.
    pub output: Output,
}

/// A step that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Where it was taken.
    pub before: Position,
    /// What the processes did.
    pub steps: Vec<Step>,
    /// The channel, counted from 0, and the message of a rendezvous.
    pub message: Option<(usize, Vec<i32>)>,
    /// What they printed.
    pub spoken: Vec<Spoken>,
    /// Where it led.
    pub after: Position,
}

/// What a position without steps is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dead {
    /// All processes have ended.
    Ended,
    /// All processes have ended or are at end labels.
    ValidEnd,
    /// Some process waits for ever.
    Deadlock,
    /// The step that led here failed.
    Failed,
}

/// A walk.
pub struct Walk<'a> {
    /// The model.
    pub subject: &'a Subject,
    scratch: Scratch,
    position: Position,
    choices: Vec<Choice>,
}

impl<'a> Walk<'a> {
    /// A walk that stands at the initial state.
    pub fn new(subject: &'a Subject) -> Walk<'a> {
        let machine = &subject.model.machine;
        let position = Position { state: machine.initial().clone(), control: None, failed: false };
        let mut walk = Walk {
            subject,
            scratch: machine.scratch(),
            position: position.clone(),
            choices: Vec::new(),
        };
        walk.stand_at(position);
        walk
    }

    fn machine(&self) -> &'a Machine {
        &self.subject.model.machine
    }

    /// Where it is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What can be done there.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Goes to a position.
    pub fn stand_at(&mut self, position: Position) {
        self.position = position;
        self.look();
        if self.choices.is_empty() && self.position.control.is_some() {
            // The atomic sequence blocks.
            self.position.control = None;
            self.look();
        }
    }

    /// Finds out what can be done.
    fn look(&mut self) {
        let Walk { subject, scratch, position, choices, .. } = self;
        choices.clear();
        if position.failed {
            return;
        }
        let machine = &subject.model.machine;
        machine.small_steps(&position.state, position.control, scratch, &mut |step| {
            choices.push(Choice {
                steps: step.steps.to_vec(),
                target: step.target.cloned(),
                control: step.control,
                timeout: step.timeout,
            });
        });
    }

    /// Takes the step with a place among the choices.
    ///
    /// # Panics
    /// If there is no such choice.
    pub fn take(&mut self, place: usize) -> Taken {
        let choice = self.choices[place].clone();
        let machine = self.machine();
        let before = self.position.clone();
        let first = choice.steps.first().filter(|_| choice.steps.len() > 1);
        let message = first.and_then(|&step| machine.offer(&before.state, step, choice.timeout));
        let mut hearing = Hearing { model: &self.subject.model, spoken: Vec::new() };
        let reached = machine.replay(&before.state, &choice.steps, choice.timeout, &mut hearing);
        let spoken = hearing.spoken;
        let failed = choice.steps.iter().any(|step| step.result != StepResult::Done);
        debug_assert!(choice.target.as_ref().is_none_or(|target| *target == reached));
        // After a run-time error the state is the one before it.
        let state = choice.target.unwrap_or_else(|| before.state.clone());
        self.stand_at(Position { state, control: choice.control, failed });
        let after = self.position.clone();
        Taken { before, steps: choice.steps, message, spoken, after }
    }

    /// What the position is, if nothing can be done there.
    pub fn dead(&self) -> Option<Dead> {
        let Position { state, failed, .. } = &self.position;
        if *failed {
            Some(Dead::Failed)
        } else if !self.choices.is_empty() {
            None
        } else if state.processes() == 0 {
            Some(Dead::Ended)
        } else if self.machine().may_halt(state) {
            Some(Dead::ValidEnd)
        } else {
            Some(Dead::Deadlock)
        }
    }

    /// The steps that are possible, receivers' included.
    pub fn possible(&self) -> Vec<Step> {
        self.choices.iter().flat_map(|choice| choice.steps.iter().copied()).collect()
    }

    /// What looks at the position; `possible` are its possible steps.
    pub fn inspector<'w>(&'w self, possible: &'w [Step]) -> Inspector<'w> {
        Inspector {
            machine: self.machine(),
            state: &self.position.state,
            control: self.position.control,
            timeout: self.choices.first().is_some_and(|choice| choice.timeout),
            possible,
        }
    }
}

/// Hears what is printed.
struct Hearing<'a> {
    model: &'a Model,
    spoken: Vec<Spoken>,
}

impl Observer for Hearing<'_> {
    fn print(&mut self, printed: Printed<'_>) {
        let output = self.model.output(&printed);
        self.spoken.push(Spoken { process: printed.process, output });
    }
}
