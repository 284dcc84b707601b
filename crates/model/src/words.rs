//! What states, steps and statements are called, as plain data.

use diagnostics::{Diagnostic, Sources, Span};
use kernel::PropertyId;
use serde::Serialize;

use crate::effects::Effects;
use crate::exchange::Exchange;
use crate::flow::Flow;
use crate::model::{Model, StateOf, StepOf};
use crate::run::{RunStep, RunStepOf, StepId};
use crate::symmetry_of_model::Scalarset;
use crate::value::Value;

/// A model whose states and steps can be put into words.
pub trait Words: Model {
    /// The texts that the model was read from; spans lie in them.
    fn sources(&self) -> &Sources;

    /// The same model, whose states keep what is cleared here since an analysis calls it inactive; none if nothing is.
    ///
    /// # Errors
    /// Why there is no such model.
    fn keeping_inactive(&self) -> Result<Option<Self>, String>
    where
        Self: Sized;

    /// The same model with larger steps, for searches that may [leave transitions out](crate::Model::partial_order): each transition
    /// is one of this model's, or several of one component, one after the other, between which no other need move. None if there
    /// are no such steps.
    fn joined(&self) -> Option<Self>
    where
        Self: Sized;

    /// The word for a component that acts, as in `process`.
    fn component(&self) -> &'static str;

    /// The components that act in a state, in order, and what each waits for.
    fn processes(&self, state: &StateOf<Self>) -> Vec<Waiting>;

    /// Why nothing that the components are at can be executed, in a state without transitions: for each of the
    /// [components](Self::processes) as many reasons as it is at statements, or none where that is not known.
    fn obstacles_at(&self, state: &StateOf<Self>) -> Vec<Vec<String>>;

    /// What the components do in a step that is possible in a state: statement by statement, with the jumps between them, as far
    /// as they get.
    fn actions(&self, before: &StateOf<Self>, step: &StepOf<Self>) -> Vec<Action>;

    /// What the model as a whole does by a step, if the language has a name for that beside what the components do: an event of CSP.
    fn event(&self, step: &StepOf<Self>) -> Option<Action>;

    /// What the actions of the steps of a transition do, which is possible in a state: by step, and by action as
    /// [`actions`](Self::actions) has them. What is not known is missing at the end.
    fn effects(&self, before: &StateOf<Self>, steps: &[StepOf<Self>]) -> Vec<Vec<Effects>>;

    /// The states between the actions of the steps of a transition, which is possible in a state: by step, and by action as
    /// [`actions`](Self::actions) has them, the one that it leads to; none after an action that failed. A variable whose value
    /// a search drops because nothing reads it any more keeps it here, so that such a state may stand for `before`. Nothing if
    /// only the state after the transition is known.
    fn course(&self, before: &StateOf<Self>, steps: &[StepOf<Self>]) -> Vec<Vec<StateOf<Self>>>;

    /// What a step with a name is, as far as its name tells: its statements, without the jumps between them.
    fn named(&self, id: StepId) -> Named;

    /// What went wrong in a step, if something did.
    fn violation(&self, step: &StepOf<Self>) -> Option<Violation>;

    /// What is wrong with a transition that violates a property, where that is more than its [steps](Self::violation) tell.
    fn wrong(&self, transition: &RunStepOf<Self>) -> Option<Wrong<StateOf<Self>, StepOf<Self>>>;

    /// What there is in a state that violates an invariant, in a sentence, where more is known than that.
    fn excluded(&self, state: &StateOf<Self>, invariant: PropertyId) -> Option<String>;

    /// What a state holds: every variable and channel, in an order of its own.
    fn cells(&self, state: &StateOf<Self>) -> Vec<Cell>;

    /// The cells of two states that may differ, the same ones of both, if they can be told without a look at all of them.
    fn differing_cells(
        &self,
        first: &StateOf<Self>,
        second: &StateOf<Self>,
    ) -> Option<(Vec<Cell>, Vec<Cell>)>;

    /// What the claims of the system look at in a state, as text: by the bits of its valuations ([`kernel::Observable`]).
    fn propositions(&self) -> Vec<String>;

    /// What never changes, with its value, as `(name, value)`.
    fn constants(&self) -> Vec<(String, String)>;

    /// The values that have names of their own, which cells hold and expressions use: the symbols of enumerations, components that
    /// are known by name, and a reference to nothing.
    fn symbols(&self) -> Vec<(String, Value)>;

    /// The channels of a state, and what there is to know of each, as `(name, text)`.
    fn channels(&self, state: &StateOf<Self>) -> Vec<(String, String)>;

    /// The statements that no run arrives at, in the order of the text, given for each action whether some run executes it.
    fn unreached(&self, executed: &[bool]) -> Vec<Unreached>;

    /// How often statements were executed, in the order of the text, given how often each action was.
    fn executed(&self, executions: &[u64]) -> Vec<Executed>;

    /// The types that were inferred and not declared; none where the language declares them.
    fn inferred_types(&self) -> Option<Vec<InferredType>>;

    /// The scalarsets that the model declares, or its user, unchecked.
    fn scalarsets(&self) -> &[Scalarset];

    /// Takes one more declaration of scalarsets, whose text becomes a source of this name.
    ///
    /// # Errors
    /// What is wrong with it; the place is in the sources.
    fn declare_scalarsets(&mut self, name: &str, text: &str) -> Result<(), Diagnostic>;

    /// How runs are exchanged with another tool of the language, if they can be.
    fn exchange(&self) -> Option<Box<dyn Exchange<StateOf<Self>, StepOf<Self>> + '_>>;
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Place {
    /// Where a span begins.
    #[must_use]
    pub fn of(span: Span, sources: &Sources) -> Place {
        let (line, column) = sources.line_column(span);
        Place { file: sources.name(span.file).to_owned(), line, column }
    }
}

/// A statement that a component executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Action {
    /// The component, as in `user(3)`.
    pub process: String,
    /// The statement as in the source.
    pub statement: String,
    /// Where it stands, if it was read from a text.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// The calls whose expansions it stands in, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
}

/// A call of what is expanded where it is called, such as an `inline` of Promela.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Call {
    /// The call as in the source.
    pub text: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
}

/// What the name of a step tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// These actions.
    Actions(Vec<Action>),
    /// That the model has no such step.
    Nothing,
    /// Nothing without a state that it is taken from.
    Untold,
}

/// What went wrong in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The run-time error; none if it is an assertion that failed.
    pub error: Option<String>,
    /// The statement, if it has one.
    pub action: Option<Action>,
}

/// What is wrong with a transition, as the model says it.
#[derive(Clone, Debug)]
pub struct Wrong<State, Step> {
    /// That, in one line.
    pub text: String,
    /// What happens in its stead, if it only stands for what is wrong: nothing where a state refuses what it must not, and where
    /// one diverges what it does for ever.
    pub instead: Option<Vec<RunStep<State, Step>>>,
    /// Which of these transitions comes again after the last, counted from 0, if one does.
    pub again: Option<usize>,
    /// Whether it is that components wait, before the step.
    pub waits: bool,
    /// The events at the end of the run, where it is compared with a specification.
    pub offers: Option<Offers>,
}

/// Which events there are at the end of a run that is compared with a specification, and which there should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offers {
    /// The events that can happen, but for those that nobody sees.
    pub accepted: Vec<String>,
    /// Sets of events of which one is to be accepted as a whole.
    pub acceptances: Vec<Vec<String>>,
    /// The events that may happen; none if nothing is said of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<String>>,
}

/// What a cell is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellKind {
    /// A global variable.
    Global,
    /// A channel: all of its contents.
    Channel,
    /// A variable of a process.
    Local,
    /// A variable of a process that has its first value from who started it.
    Parameter,
    /// A process itself.
    Process,
    /// What a component is that becomes another process with each step. That goes on and on: those are told who watch, or who are told all.
    Component,
}

/// A cell of a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// What it is a part of.
    pub kind: CellKind,
    /// Its name, as in `flag[3]` or `user(3).k`.
    pub name: String,
    /// Its value, as text.
    pub text: String,
    /// Its value.
    pub value: Value,
    /// The texts of its messages, the oldest first, if it is a channel.
    #[serde(skip)]
    pub messages: Option<Vec<String>>,
}

/// A cell that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What it is a part of.
    #[serde(skip)]
    pub kind: CellKind,
    /// Which of the actions of its transition made it, from 0.
    pub action: usize,
    /// The cell, as in `flag[3]`.
    pub cell: String,
    /// Its value before; none if it did not exist.
    pub before: Option<String>,
    /// Its value after.
    pub after: String,
    /// The value before, with its type; none if it did not exist.
    pub before_value: Option<Value>,
    /// The value after, with its type; none of a component that starts or is gone.
    pub after_value: Option<Value>,
    /// The messages that came or went, if it is a channel whose change is that of a queue.
    #[serde(skip)]
    pub flow: Option<Flow>,
}

/// A component in a state, and what it waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The number of the component, as [`StepId`] has it.
    pub number: u32,
    /// The component, as in `user(3)`.
    pub process: String,
    /// The statements that it is at, possible or not; empty if it has finished.
    pub at: Vec<Action>,
    /// Whether it may properly end here.
    pub may_end: bool,
}

/// A component that cannot move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Blocked {
    /// Its number.
    #[serde(skip)]
    pub number: u32,
    /// The component.
    pub process: String,
    /// Where it stands; none if it has finished.
    #[serde(skip)]
    pub place: Option<Place>,
    /// The line of that.
    pub line: Option<usize>,
    /// The statements it waits at, as in the source.
    pub waits_at: Vec<String>,
    /// Why each of these is not possible; none where that is not known.
    pub why: Vec<String>,
    /// Whether it may properly end here.
    pub may_end: bool,
}

impl From<Waiting> for Blocked {
    fn from(waiting: Waiting) -> Blocked {
        Blocked {
            number: waiting.number,
            process: waiting.process,
            line: waiting.at.first().and_then(|action| Some(action.place.as_ref()?.line)),
            place: waiting.at.first().and_then(|action| action.place.clone()),
            waits_at: waiting.at.into_iter().map(|action| action.statement).collect(),
            why: Vec::new(),
            may_end: waiting.may_end,
        }
    }
}

/// A statement that no run arrives at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unreached {
    /// The type of the components whose text it is in.
    pub owner: String,
    /// The statement.
    pub statement: String,
    /// Where it stands.
    pub place: Place,
}

/// How often a statement was executed in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The statement.
    pub statement: String,
    /// Where it stands.
    pub place: Place,
    /// How often.
    pub count: u64,
}

/// A type that was inferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InferredType {
    /// The type of components that it is declared in; none if it is global.
    pub owner: Option<String>,
    /// What has the type.
    pub name: String,
    /// The type.
    pub text: String,
    /// Where it is declared.
    pub place: Place,
}
