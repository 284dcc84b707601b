//! From the syntax tree to a [`machine::program::Program`].
//!
//! A rebec is a process with a channel of its own, its queue; it is known by that. A process type stands for a class: it takes
//! the oldest message from its queue and runs the server of that message as one atomic sequence. (M. M. Jaghoori, M. Sirjani,
//! M. R. Mousavi, E. Khamespanah, A. Movaghar, *Symmetry and partial order reduction techniques in model checking Rebeca*,
//! Acta Informatica 47, 2010, Section 2.1.) Where a class has a constructor, that is the first such sequence; where it has
//! `msgsrv initial` instead, that is the first message of the queue.
//!
//! What classes inherit becomes their own: for each class its servers are lowered anew, and methods where they are called.
//! What a server keeps in variables of its own is forgotten at its end: between messages these hold 0.

mod body;
mod calls;
mod classes;
mod creation;
mod effects;
mod flow;
mod loops;
mod places;
mod properties;
mod rebecs;
mod scalars;
mod sends;
mod values;

use std::collections::HashSet;

use diagnostics::{Diagnostic, Span};
use machine::ProgramBuilder;
use machine::control::{Atomicity, Node, NodeKind};
use machine::index::{ChannelId, NodeId, ProcessTypeId, VariableId};
use machine::program::{CellType, Expr, ExprKind, Field, Pattern, Program, Reception};
use machine::semantics::{Ending, FullChannel, GuardFault, Semantics};
use machine_model::words::{Actors, Meanings};

use crate::ast::{self, Properties};
use crate::declared::{CLASS_OF_SENDER, Declared, Extent, SENDER, TAG, Type};
use crate::lower::classes::LoweredClass;
use crate::lower::scalars::Scalars;

/// The most cells that a rebec may have, and all of them together.
const MAX_CELLS: u32 = 1 << 20;
/// The most nodes of all classes: methods are lowered wherever they are called.
const MAX_NODES: usize = 1 << 18;

/// How models run.
const SEMANTICS: Semantics = Semantics {
    ending: Ending::Stays,
    full_channel: FullChannel::Fails,
    guard_fault: GuardFault::Fails,
    first_process: 1,
    ..Semantics::SPIN
};

/// Lowers a model, with the properties of a property file as claims; `defines` gives constants other values, `room` is how many
/// rebecs of each class can be created at run time.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn lower<'m>(
    model: &'m ast::Model,
    defines: &[String],
    room: Option<u32>,
    properties: &'m Properties,
) -> Result<(Program, Meanings), Vec<Diagnostic>> {
    let mut lowering = Lowering {
        declared: Declared::new(model, defines),
        builder: ProgramBuilder::new(SEMANTICS),
        room: room.unwrap_or(creation::ROOM),
        current: ProcessTypeId::new(0),
        classes: Vec::new(),
        created: Vec::new(),
        sent: Vec::new(),
        doubted: Vec::new(),
        nodes: 0,
        unseen: Vec::new(),
        loops_over_places: HashSet::new(),
        scalars: Scalars::default(),
    };
    // What is wrong with classes would be said once more of all that inherit it.
    if lowering.declared.diagnostics.is_empty() {
        lowering.pools();
        lowering.all_classes(model);
    }
    if lowering.declared.diagnostics.is_empty() {
        lowering.rebecs(model);
    }
    if lowering.declared.diagnostics.is_empty() {
        lowering.properties(model, properties);
    }
    if lowering.declared.diagnostics.is_empty() {
        let meanings = lowering.meanings();
        Ok((lowering.builder.finish(), meanings))
    } else {
        let mut diagnostics = Vec::new();
        for diagnostic in lowering.declared.diagnostics {
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
        Err(diagnostics)
    }
}

struct Lowering<'m> {
    declared: Declared<'m>,
    builder: ProgramBuilder,
    /// How many rebecs of each class can be created at run time.
    room: u32,
    /// The process type at hand.
    current: ProcessTypeId,
    /// None of those that no rebec is of.
    classes: Vec<Option<LoweredClass>>,
    /// The classes of which rebecs are created at run time, once more, for these rebecs.
    created: Vec<LoweredClass>,
    /// Which messages are sent.
    sent: Vec<Sent>,
    /// Classes of which a variable may hold a rebec that is of another: the sender of some message, or one that was cast.
    doubted: Vec<(usize, Option<usize>)>,
    /// How many nodes there are so far.
    nodes: usize,
    /// Variables that the text does not have.
    unseen: Vec<VariableId>,
    /// The loops through the elements of scalar sets of two or more.
    loops_over_places: HashSet<Span>,
    scalars: Scalars,
}

/// A message that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sent {
    /// The class that sends it.
    by: usize,
    /// The class that the receiver is held to be of, if any.
    to: Option<usize>,
    message: usize,
}

/// What a name stands for in a class or in what it runs.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    ty: Type,
    variable: VariableId,
    /// What there is a value for each of.
    extents: Vec<Extent>,
    /// Whether it may be assigned.
    assignable: bool,
}

/// The node where rebecs wait for messages.
const WAITING: NodeId = NodeId(0);
/// The message that every queue begins with, where a class has no constructor.
pub(crate) const INITIAL: &str = "initial";

impl<'m> Lowering<'m> {
    /// The process type of a class.
    fn process_type_of(&self, class: usize) -> ProcessTypeId {
        ProcessTypeId::new(self.classes[..class].iter().flatten().count())
    }

    /// Takes a message from the own queue; what is not said of its fields may be anything.
    fn reception(&self, message: usize, fields: Vec<(usize, Pattern)>) -> Reception {
        let mut patterns = vec![Pattern::Any; self.field_count()];
        patterns[TAG] = Pattern::Match(Expr::constant(message as i32 + 1));
        for (field, pattern) in fields {
            patterns[field] = pattern;
        }
        Reception { channel: own_queue(), random: false, copy: false, patterns }
    }

    /// The fields of a message that a rebec of a class sends.
    fn message(&self, message: usize, class: usize, arguments: Vec<Expr>) -> Vec<Expr> {
        let mut fields = vec![Expr::constant(0); self.field_count()];
        fields[TAG] = Expr::constant(message as i32 + 1);
        fields[SENDER] = own_queue();
        if self.declared.asks_senders {
            fields[CLASS_OF_SENDER] = Expr::constant(class as i32 + 1);
        }
        for (&field, argument) in self.declared.messages[message].fields.iter().zip(arguments) {
            fields[field] = argument;
        }
        fields
    }

    fn field_count(&self) -> usize {
        1 + SENDER + usize::from(self.declared.asks_senders) + self.declared.parameters.len()
    }

    /// The fields of all queues: which message, its sender, perhaps of which class that is, and parameters.
    fn fields(&self) -> Vec<Field> {
        let number = Field::new(CellType::BYTE);
        let sender = Field { holds_channel: true, ..number };
        let parameter = |ty: &Type| Field { holds_channel: ty.is_rebec(), ..Field::new(ty.cell()) };
        debug_assert_eq!((TAG, SENDER), (0, 1));
        let class_of_sender = self.declared.asks_senders.then_some(number);
        let first = [number, sender].into_iter().chain(class_of_sender);
        first.chain(self.declared.parameters.iter().map(parameter)).collect()
    }

    /// The names of the messages, which queues hold the numbers of.
    fn meanings(&self) -> Meanings {
        let kind = Some("message".to_owned());
        let messages = (1..).zip(&self.declared.messages);
        let pools = self.declared.created.len();
        let queues = pools..self.builder.program.channels.len();
        let mut meanings = Meanings::default();
        meanings.symbols = messages.map(|(tag, m)| ((kind.clone(), tag), m.name.clone())).collect();
        meanings.fields =
            queues.map(|queue| ((ChannelId::new(queue), TAG), kind.clone())).collect();
        let messages = (1..).zip(&self.declared.messages);
        let parameters = messages.map(|(tag, message)| (tag, message.fields.clone())).collect();
        let queues = (pools..self.builder.program.channels.len()).map(ChannelId::new);
        self.scalars.tell(&self.declared, queues, &mut meanings);
        let unseen_channels = ChannelId::below(pools).collect();
        let unseen_variables = self.unseen.iter().copied().collect();
        let mut loops_over_places: Vec<Span> = self.loops_over_places.iter().copied().collect();
        loops_over_places.sort_by_key(|span| (span.file, span.start));
        meanings.actors =
            Some(Actors { parameters, unseen_channels, unseen_variables, loops_over_places });
        meanings
    }
}

fn own_queue() -> Expr {
    ExprKind::OwnChannel(0).into()
}

fn node(kind: NodeKind, atomicity: Atomicity, span: Span) -> Node {
    Node { atomicity, ..Node::new(kind, span) }
}
