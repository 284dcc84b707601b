//! Runs of the system that the user gave.

use kernel::PropertyId;
use serde::{Deserialize, Serialize};

use crate::model::{StateOf, StepOf};

/// Which component takes which action: the name of a step, by which it is found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepId {
    /// The number of the component (a process, for example).
    pub component: u32,
    /// The number of the action (an edge of its program, for example).
    pub action: u32,
}

/// The names of the steps of each transition of a run, the violating one included.
pub type Plan = Vec<Vec<StepId>>;

/// One transition of a run.
#[derive(Clone, Debug)]
pub struct RunStep<State, Step> {
    /// What the components did.
    pub steps: Vec<Step>,
    /// Where it started.
    pub before: State,
    /// Where it led; none if it ended in the violation.
    pub after: Option<State>,
}

/// One transition of a run of a model's system.
pub type RunStepOf<M> = RunStep<StateOf<M>, StepOf<M>>;

/// A run of the system that the user gave that goes on for ever, or as much of it as matters.
#[derive(Clone, Debug)]
pub struct EndlessRun<State, Step> {
    /// The transitions, up to where they repeat themselves, or up to where it does not matter any more what comes later.
    pub transitions: Vec<RunStep<State, Step>>,
    /// Where the last of them leads.
    pub last: State,
    /// The transition that comes again after the last, counted from 0. If there is none with this number, the last state has no
    /// transitions, and is taken to stay as it is. None if it does not matter how the run goes on.
    pub again: Option<usize>,
}

/// A run of the system that the user gave, and the property that it violates.
#[derive(Clone, Debug)]
pub struct Run<State, Step> {
    /// The property.
    pub property: PropertyId,
    /// The transitions.
    pub transitions: Vec<RunStep<State, Step>>,
    /// The last state.
    pub last: State,
}
