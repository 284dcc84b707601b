//! Runs that somebody watches: statement by statement.

use crate::model::{Model, StateOf, StepOf};
use crate::run::StepId;
use crate::words::{Action, Words};

/// A model that can be run statement by statement.
pub trait Simulated: Model + Words {
    /// A place in a run: a state, and who has to go on first, where statements that belong together are taken apart.
    type Position: Clone + PartialEq;

    /// Where runs begin.
    fn starts(&self) -> Vec<Self::Position>;

    /// The state of a position.
    fn state<'a>(&self, position: &'a Self::Position) -> &'a StateOf<Self>;

    /// The component that has to go on first, by name, if one has.
    fn holder(&self, position: &Self::Position) -> Option<String>;

    /// Arrives at a position: the steps that are possible there. Who had to go on first and cannot lets the others go on.
    fn arrive(&self, position: Self::Position) -> Arrival<Self::Position, StepOf<Self>>;

    /// What is to be seen while the steps of a choice are taken.
    fn observe(&self, position: &Self::Position, steps: &[StepOf<Self>]) -> Observed;

    /// What is not possible though a component stands there, and why not; of all components, or of the one with a number.
    fn obstacles(&self, position: &Self::Position, component: Option<u32>)
    -> Vec<(Action, String)>;

    /// Whether a step says that all is done: where nothing follows it, that is success and no deadlock.
    fn terminates(&self, step: &StepOf<Self>) -> bool;

    /// Whether a run may go on behind a failure: one that was reported and changes nothing.
    fn is_passable(&self, step: &StepOf<Self>) -> bool;

    /// The statements of the step with a name.
    fn statements(&self, id: StepId) -> Vec<StatementId>;

    /// What a step that is possible at a position begins with, whatever comes of it.
    fn first_action(&self, position: &Self::Position, step: &StepOf<Self>) -> Option<Action>;

    /// Everything that components can do, as far as that is known beforehand.
    fn every_action(&self) -> Vec<Action>;
}

/// A position, and the steps that are possible there.
pub type Arrival<Position, Step> = (Position, Vec<Choice<Position, Step>>);

/// A step that is possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<Position, Step> {
    /// What the components do: one step, or a sender's and its receiver's.
    pub steps: Vec<Step>,
    /// Where it leads; none if it ends in an error.
    pub target: Option<Position>,
}

/// What is to be seen while a step is taken.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The message that is handed over, as in `c: [red,3]`.
    pub message: Option<String>,
    /// What is printed.
    pub printed: Vec<Printed>,
}

/// What a statement printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The number of the component.
    pub component: u32,
    /// The text.
    pub text: String,
    /// What is wrong with the statement.
    pub problem: Option<String>,
}

/// The name of a statement that a component executes, by which it is found again in the same model loaded otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementId {
    /// The number of the component.
    pub component: u32,
    /// The number of the statement.
    pub statement: u32,
    /// The number of what it interrupts, if it does.
    pub escape: Option<u32>,
    /// Whether it does nothing, and may be no statement of the model as it is written.
    pub is_jump: bool,
}

impl StatementId {
    /// Whether it is the same statement of the same component.
    #[must_use]
    pub fn is(&self, other: &StatementId) -> bool {
        (self.component, self.statement, self.escape)
            == (other.component, other.statement, other.escape)
    }
}
