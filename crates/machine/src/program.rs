//! The guarded-command form that languages lower to: variables, channels, expressions, actions.
//!
//! A [`Program`] is plain data. [`crate::compile`] turns its control graphs into locations and
//! edges, and [`crate::Machine`] runs the result.

use diagnostics::Span;

pub use crate::action::{Action, DeterministicBlock, DeterministicPoint};
pub use crate::cell::{CellType, Region};
use crate::claim::Claim;
use crate::control::ControlGraph;
pub use crate::expression::{
    BinaryOperator, ChannelQuery, Expr, ExprKind, Owner, Pattern, Place, Reception, Subscript,
    UnaryOperator,
};
use crate::index::{ChannelId, ChannelInstance, NodeId, ProcessId, ProcessTypeId, VariableId};
use crate::semantics::Semantics;

/// Which operations on a channel a single process claims for itself (`xr` and `xs` in Promela).
/// The claims are believed: they only make more statements mergeable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exclusive {
    /// Receiving.
    pub receive: bool,
    /// Sending.
    pub send: bool,
}

/// A scalar or an array. Structures are lowered to one variable for each leaf field.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name in the model, such as `flag` or `tags.row.occupied`.
    pub name: String,
    /// Where it lives.
    pub region: Region,
    /// Array lengths from the outermost; empty for a scalar.
    pub dimensions: Vec<u32>,
    /// The type of each cell.
    pub cell: CellType,
    /// Whether it holds channels.
    pub holds_channels: bool,
    /// Whether the language says that it holds processes; where it does not, that is inferred.
    pub holds_processes: bool,
    /// Whether it is declared to hold processes in a language whose variables may hold any numbers all the same, as `pid` in
    /// Promela: no more than a word of the author, which only published methods of detection take literally.
    pub declared_process: bool,
    /// Whether it is read without being named, as a priority is.
    pub read_unseen: bool,
    /// Whether it is a field of a structure.
    pub in_structure: bool,
    /// Whether its value need not outlast a step (`hidden` in Promela): it is forgotten between
    /// steps if no later step reads it (see [`crate::transient`]).
    pub hidden: bool,
    /// What is claimed of the channels it holds.
    pub exclusive: Exclusive,
    /// The first of its cells: in the globals, after the location in a process record, or in the
    /// constants.
    pub offset: u32,
    /// Where it is declared.
    pub span: Span,
}

impl Variable {
    /// How many cells it has.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.dimensions.iter().product()
    }
}

/// A channel: one that exists from the start, or what each process of a type has of its own.
#[derive(Clone, Debug)]
pub struct Channel {
    /// The name in the model, such as `link1` or `c[2]`.
    pub name: String,
    /// How many messages it holds; 0 is a rendezvous channel.
    pub capacity: u32,
    /// The fields of a message.
    pub fields: Vec<Field>,
    /// The first of its cells (length, then the slots) among the globals, or after the location in
    /// the record of its owner; rendezvous channels have none.
    pub offset: u32,
    /// The process type whose processes have one each.
    pub owner: Option<ProcessTypeId>,
    /// What is claimed of it.
    pub exclusive: Exclusive,
    /// The types of its fields, where the language declares them in full: channels have the same if and only if their types are
    /// the same.
    pub message_type: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

impl Channel {
    /// How many cells it has in the state.
    #[must_use]
    pub fn cells(&self) -> u32 {
        let slots = self.capacity.saturating_mul(self.fields.len() as u32);
        if self.capacity == 0 { 0 } else { slots.saturating_add(1) }
    }
}

/// One field of a channel's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Its range.
    pub cell: CellType,
    /// Whether it carries channels.
    pub holds_channel: bool,
    /// Whether the language says that it carries processes; where it does not, that is inferred.
    pub holds_process: bool,
    /// The same of a declaration that binds nobody ([`Variable::declared_process`]).
    pub declared_process: bool,
}

/// A process type.
#[derive(Clone, Debug)]
pub struct ProcessType {
    /// The name in the model.
    pub name: String,
    /// The parameters, in order; each is a scalar local variable.
    pub parameters: Vec<VariableId>,
    /// What a new process assigns to its variables, in order, after its parameters.
    pub initialisers: Vec<Initialiser>,
    /// What a new process finds in its channels or puts into others, oldest first; computed after its variables.
    pub first_messages: Vec<FirstMessage>,
    /// Whether its first step, with the atomic sequence that it begins, is part of its start: initial processes of such types
    /// take theirs in their order, all others being there, before the first state. None may be started later.
    pub starts_with_step: bool,
    /// Whether statement merging takes a start for something that other processes see, as SPIN's does where initial values are
    /// computed.
    pub start_is_seen: bool,
    /// The channels that each process has of its own; they live and die with it.
    pub channels: Vec<ChannelId>,
    /// How many cells its locals and channels have.
    pub local_cells: u32,
    /// Its control graph.
    pub control: ControlGraph,
    /// What must hold for its processes to move.
    pub provided: Option<Expr>,
    /// Whether it is an error that two statements can be executed at once.
    pub deterministic: bool,
    /// The variable that holds the priority of each process, where processes have one.
    pub priority: Option<VariableId>,
    /// Where it is declared.
    pub span: Span,
}

/// A control point that expressions name: `P[i]@label` in Promela.
#[derive(Clone, Debug)]
pub struct Label {
    /// The name in the model.
    pub name: String,
    /// The process type that has it.
    pub process_type: ProcessTypeId,
    /// The node.
    pub node: NodeId,
}

/// The initial value of one cell.
#[derive(Clone, Debug)]
pub struct Initialiser {
    /// The cell.
    pub place: Place,
    /// Its value.
    pub value: Expr,
}

/// A message that a process finds in one of its channels when it starts, or puts into another: to send it is part of the start.
#[derive(Clone, Debug)]
pub struct FirstMessage(Action);

impl FirstMessage {
    /// A message in one of the channels that the process has of its own, by its place among them.
    #[must_use]
    pub fn new(channel: u32, message: Vec<Expr>) -> FirstMessage {
        FirstMessage::to(ExprKind::OwnChannel(channel).into(), message)
    }

    /// A message in any channel.
    #[must_use]
    pub fn to(channel: Expr, message: Vec<Expr>) -> FirstMessage {
        FirstMessage(Action::Send { channel, sorted: false, message })
    }

    /// How it is sent.
    #[must_use]
    pub fn sending(&self) -> &Action {
        &self.0
    }

    pub(crate) fn sending_mut(&mut self) -> &mut Action {
        &mut self.0
    }

    /// The channel, and the message.
    pub(crate) fn parts(&self) -> (&Expr, &[Expr]) {
        match &self.0 {
            Action::Send { channel, message, .. } => (channel, message),
            _ => unreachable!("a first message is sent"),
        }
    }
}

/// A process that exists from the start.
#[derive(Clone, Debug)]
pub struct InitialProcess {
    /// What the model calls it, if it does.
    pub name: Option<String>,
    /// Its type.
    pub process_type: ProcessTypeId,
    /// One constant for each parameter; without them parameters are 0.
    pub arguments: Vec<Expr>,
    /// Parameters that hold a channel which an initial process has of its own.
    pub introductions: Vec<Introduction>,
    /// Its priority, where processes have one.
    pub priority: u8,
    /// The nodes where it may begin, at which control rests: there is an initial state with each. Where its type begins, if there
    /// are none.
    pub begins: Vec<NodeId>,
}

/// A parameter that holds a channel which an initial process has of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Introduction {
    /// The place of the parameter among those of its process.
    pub parameter: u32,
    /// The owner of the channel, before or after the process that is introduced to it.
    pub process: ProcessId,
    /// The place of the channel among those of the owner.
    pub channel: u32,
}

/// A condition on states. Who evaluates it is no process: it names those whose variables it reads.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What is asked.
    pub expr: Expr,
    /// Where it stands.
    pub span: Span,
}

/// Something that must not be so in any state.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The name of the property.
    pub name: String,
    /// The condition.
    pub condition: Condition,
    /// What of it must not be.
    pub excluded: Excluded,
    /// What is said of a state that violates it.
    pub told: String,
}

/// What must not be of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// That it holds. Where it has no value it does not.
    Holding,
    /// That it has no value.
    Undefined,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// What its language decides about how it runs.
    pub semantics: Semantics,
    /// All variables.
    pub variables: Vec<Variable>,
    /// All channels, those without owner first. In a cell, the value of channel `c` of these is
    /// `c + 1`; the channels of the processes are numbered after them, in the order of the
    /// processes; 0 is no channel.
    pub channels: Vec<Channel>,
    /// All process types.
    pub process_types: Vec<ProcessType>,
    /// The processes of the initial state, in the order of their numbers.
    pub initial: Vec<InitialProcess>,
    /// Initial values of globals and constants, in order.
    pub initialisers: Vec<Initialiser>,
    /// What initial states differ in: each of these lists, assigned to globals after `initialisers` and before
    /// processes are there, makes one. Without any list there is one initial state.
    pub alternatives: Vec<Vec<Initialiser>>,
    /// What initial states differ in besides: each takes one value of each of these, whatever it takes of the others. They are
    /// assigned once all processes are there, so that a place may be a local variable of one of them ([`Program::place_of`]).
    pub choices: Vec<Vec<Initialiser>>,
    /// What holds in initial states: of those that are left open, these are the ones in which each of these conditions has a
    /// value and is not zero. Who evaluates them is no process.
    pub initial_conditions: Vec<Expr>,
    /// What holds in all states: a step to one in which this is zero, or has no value, is not possible.
    pub state_condition: Option<Condition>,
    /// What must not be in any state.
    pub invariants: Vec<Invariant>,
    /// The control points that expressions name.
    pub labels: Vec<Label>,
    /// What is claimed of its runs: symmetry has to keep it, and nothing else looks at it yet.
    pub claims: Vec<Claim>,
    /// Whether locals keep their values although nobody needs them any more: symmetry clears none of them either.
    pub keeps_dead: bool,
    /// The global variable that holds the number of the process that moved last, if it is asked for.
    pub last: Option<VariableId>,
    /// How many cells globals and channels have.
    pub global_cells: u32,
    /// How many cells the constants have.
    pub constant_cells: u32,
}

impl Program {
    /// All that gives globals, and what is chosen, their initial values.
    pub fn all_initialisers(&self) -> impl Iterator<Item = &Initialiser> {
        let several = self.alternatives.iter().chain(&self.choices).flatten();
        self.initialisers.iter().chain(several)
    }

    /// What is asked in every state: whether it may be one, and whether something is wrong with it.
    pub fn asked_of_states(&self) -> impl Iterator<Item = &Condition> {
        self.state_condition.iter().chain(self.invariants.iter().map(|it| &it.condition))
    }

    /// A place for the scalar or array `variable`, with its subscripts.
    ///
    /// # Panics
    /// If the number of subscripts is not the number of dimensions.
    #[must_use]
    pub fn place(&self, variable: VariableId, subscripts: Vec<Expr>) -> Place {
        let declared = &self.variables[variable.index()];
        assert_eq!(declared.dimensions.len(), subscripts.len(), "a subscript for each dimension");
        let strides = declared.dimensions.iter().rev().scan(1, |stride, &length| {
            let this = *stride;
            *stride *= length;
            Some((length, this))
        });
        let mut subscripts: Vec<_> = subscripts
            .into_iter()
            .rev()
            .zip(strides)
            .map(|(index, (length, stride))| Subscript { index, length, stride })
            .collect();
        subscripts.reverse();
        Place {
            variable,
            region: declared.region,
            offset: declared.offset,
            cell: declared.cell,
            owner: Owner::Actor,
            subscripts: subscripts.into(),
        }
    }

    /// The same of the process with the number that an expression has: `P[i]:x` in Promela.
    ///
    /// # Panics
    /// If the number of subscripts is not the number of dimensions, or the variable is not local.
    #[must_use]
    pub fn place_of(&self, process: Expr, variable: VariableId, subscripts: Vec<Expr>) -> Place {
        let place = self.place(variable, subscripts);
        assert!(matches!(place.region, Region::Local(_)), "only processes have variables");
        Place { owner: Owner::Process(Box::new(process)), ..place }
    }

    /// The channel that an initial process has of its own, by its place among those; and its declaration.
    ///
    /// # Panics
    /// If there is no such process, or it has no such channel.
    #[must_use]
    pub fn initial_channel(
        &self,
        process: ProcessId,
        channel: u32,
    ) -> (ChannelInstance, ChannelId) {
        let own =
            |process: &InitialProcess| &self.process_types[process.process_type.index()].channels;
        let before = self.initial[..process.index()].iter().map(|process| own(process).len());
        let unowned = self.channels.iter().filter(|channel| channel.owner.is_none()).count();
        let instance = unowned + before.sum::<usize>() + channel as usize;
        let declared = own(&self.initial[process.index()])[channel as usize];
        (ChannelInstance::new(instance), declared)
    }

    /// The name of a process: its own, if it was there from the start and has one; else as in `client(2)` that of its type, and
    /// its number.
    #[must_use]
    pub fn process_name(&self, process_type: ProcessTypeId, process: ProcessId) -> String {
        let initial = self.initial.get(process.index());
        let initial = initial.filter(|initial| initial.process_type == process_type);
        if let Some(name) = initial.and_then(|initial| initial.name.clone()) {
            return name;
        }
        let name = &self.process_types[process_type.index()].name;
        format!("{name}({})", self.semantics.process_number(process))
    }
}
