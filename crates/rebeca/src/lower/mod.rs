//! From the syntax tree to a [`machine::program::Program`].
//!
//! A rebec is a process with a channel of its own, its queue; it is known by that. A process type stands for a class: it takes
//! the oldest message from its queue and runs the server of that message as one atomic sequence. The first message of each
//! queue is `initial`. (M. M. Jaghoori, M. Sirjani, M. R. Mousavi, E. Khamespanah, A. Movaghar, *Symmetry and partial order
//! reduction techniques in model checking Rebeca*, Acta Informatica 47, 2010, Section 2.1.)
//!
//! What a message server keeps in variables of its own is forgotten at its end: between messages these hold 0.

mod body;
mod rebecs;
mod values;

use diagnostics::{Diagnostic, Span};
use machine::ProgramBuilder;
use machine::control::{Atomicity, ControlGraph, Node, NodeKind};
use machine::index::{ChannelId, NodeId, ProcessTypeId, VariableId};
use machine::program::{
    Action, CellType, Channel, Expr, ExprKind, Field, FirstMessage, Initialiser, Pattern,
    ProcessType, Program, Reception, Region, Variable,
};
use machine::semantics::{Ending, FullChannel, GuardFault, Semantics};
use machine::words::Meanings;

use crate::ast;
use crate::declared::{Declared, SENDER, TAG, Type};
use crate::lower::body::Body;

/// The most cells that a rebec may have, and all of them together.
const MAX_CELLS: u32 = 1 << 20;

/// How models run.
const SEMANTICS: Semantics = Semantics {
    ending: Ending::Stays,
    full_channel: FullChannel::Fails,
    guard_fault: GuardFault::Fails,
    first_process: 1,
};

/// Lowers a model.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn lower(model: &ast::Model) -> Result<(Program, Meanings), Vec<Diagnostic>> {
    let declared = Declared::new(model);
    let builder = ProgramBuilder::new(SEMANTICS);
    let (classes, senders, untyped) = (Vec::new(), Vec::new(), Vec::new());
    let mut lowering = Lowering { declared, builder, classes, senders, untyped };
    for class in 0..lowering.declared.classes.len() {
        let lowered = lowering.class(class);
        lowering.classes.push(lowered);
    }
    lowering.process_types();
    if lowering.declared.diagnostics.is_empty() {
        lowering.rebecs(model);
    }
    if lowering.declared.diagnostics.is_empty() {
        let meanings = lowering.meanings();
        Ok((lowering.builder.finish(), meanings))
    } else {
        Err(lowering.declared.diagnostics)
    }
}

struct Lowering<'m> {
    declared: Declared<'m>,
    builder: ProgramBuilder,
    classes: Vec<LoweredClass>,
    /// For each class the variable that holds the sender while a message is served.
    senders: Vec<VariableId>,
    /// Messages that are sent to rebecs of which the class is not known.
    untyped: Vec<usize>,
}

/// What became of a class.
struct LoweredClass {
    /// Its known rebecs and its variables.
    entries: Vec<Entry>,
    /// The parameters of its process type: all known rebecs, then the parameters of `initial`.
    parameters: Vec<VariableId>,
    initialisers: Vec<Initialiser>,
    nodes: Vec<Node>,
    /// Where each server begins.
    servers: Vec<NodeId>,
}

/// What a name stands for in a class or in a message server.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    ty: Type,
    variable: VariableId,
    /// The scalar set for each element of which there is a value.
    set: Option<usize>,
    /// Whether it may be assigned.
    assignable: bool,
}

/// The node where rebecs wait for messages.
const WAITING: NodeId = NodeId(0);

impl Lowering<'_> {
    fn region(&self) -> Region {
        Region::Local(ProcessTypeId::new(self.classes.len()))
    }

    /// A variable of the class at hand.
    fn variable(&mut self, name: &str, ty: Type, set: Option<usize>, span: Span) -> VariableId {
        let region = self.region();
        // Elements are numbered from 1: what stands at 0 is not used.
        let dimensions = set.map(|set| self.declared.sets[set].size() + 1).into_iter().collect();
        self.builder.variable(Variable {
            dimensions,
            holds_channels: ty.is_rebec(),
            ..Variable::new(name, region, ty.cell(), span)
        })
    }

    fn class(&mut self, class: usize) -> LoweredClass {
        let tree = self.declared.classes[class].tree;
        let sender = self.variable("sender", Type::Rebec(None), None, tree.name.span);
        self.senders.push(sender);
        let mut lowered = LoweredClass {
            entries: Vec::new(),
            parameters: Vec::new(),
            initialisers: Vec::new(),
            nodes: Vec::new(),
            servers: Vec::new(),
        };
        for known in &tree.known {
            self.known(class, known, &mut lowered);
        }
        for variable in &tree.variables {
            let ty = self.declared.type_named(class, &variable.ty);
            let set = self.declared.dimension(class, variable);
            let id = self.variable(&variable.name.text, ty, set, variable.name.span);
            self.declare(&mut lowered.entries, &variable.name, (ty, set), id, true);
        }
        let waiting = node(NodeKind::Choice(Vec::new()), Atomicity::Outside, tree.name.span);
        lowered.nodes.push(waiting);
        for server in &tree.servers {
            let (nodes, entries) = (std::mem::take(&mut lowered.nodes), lowered.entries.clone());
            let mut body = Body::new(self, class, nodes, entries);
            let first = body.server(server);
            lowered.nodes = body.nodes;
            lowered.servers.push(first);
            if server.name.text == INITIAL {
                self.initial_parameters(class, server, &mut lowered);
            }
        }
        lowered
    }

    /// A known rebec, or several with a scalar set.
    fn known(&mut self, class: usize, known: &ast::Known, lowered: &mut LoweredClass) {
        let ty = self.declared.class_named(&known.class.text);
        if ty.is_none() {
            let message = format!("there is no class `{}`", known.class.text);
            self.declared.error(known.class.span, message);
        }
        let (ty, span) = (Type::Rebec(ty), known.name.span);
        let set = known.group.as_ref();
        let set = set.and_then(|group| self.declared.set_named(class, &group.index.text));
        let name = &known.name.text;
        let Some(elements) = set.map(|set| self.declared.sets[set].clone()) else {
            let id = self.variable(name, ty, None, span);
            lowered.parameters.push(id);
            return self.declare(&mut lowered.entries, &known.name, (ty, None), id, false);
        };
        let all = self.variable(name, ty, set, span);
        self.declare(&mut lowered.entries, &known.name, (ty, set), all, false);
        for element in 1..=elements.size() {
            let given = format!("{name}[{}]", elements.low + element as i32 - 1);
            let parameter = self.variable(&given, ty, None, span);
            lowered.parameters.push(parameter);
            let place = self.builder.program.place(all, vec![Expr::constant(element as i32)]);
            let given = self.builder.program.place(parameter, Vec::new());
            let value = Expr::load(given.clone());
            lowered.initialisers.push(Initialiser { place, value });
            lowered.initialisers.push(Initialiser { place: given, value: Expr::constant(0) });
        }
    }

    fn declare(
        &mut self,
        entries: &mut Vec<Entry>,
        name: &ast::Name,
        (ty, set): (Type, Option<usize>),
        variable: VariableId,
        assignable: bool,
    ) {
        if entries.iter().any(|entry| entry.name == name.text) {
            self.declared.error(name.span, format!("there is another `{}` before", name.text));
        }
        let name = name.text.clone();
        entries.push(Entry { name, ty, variable, set, assignable });
    }

    /// What `main` gives to `initial` waits in parameters of the process, which the first message is made of.
    fn initial_parameters(
        &mut self,
        class: usize,
        server: &ast::Server,
        lowered: &mut LoweredClass,
    ) {
        for parameter in &server.parameters {
            let ty = self.declared.type_named(class, &parameter.ty);
            let name = format!("{INITIAL}.{}", parameter.name.text);
            let id = self.variable(&name, ty, None, parameter.name.span);
            lowered.parameters.push(id);
        }
    }

    /// Makes the process types, now that all message servers are known.
    fn process_types(&mut self) {
        for (class, lowered) in std::mem::take(&mut self.classes).into_iter().enumerate() {
            let lowered = self.process_type(class, lowered);
            self.classes.push(lowered);
        }
    }

    fn process_type(&mut self, class: usize, mut lowered: LoweredClass) -> LoweredClass {
        let tree = self.declared.classes[class].tree;
        let mut options = std::mem::take(&mut lowered.servers);
        for message in self.untyped.clone() {
            if !self.declared.classes[class].messages.contains(&message) {
                options.push(self.no_server(message, tree.name.span, &mut lowered.nodes));
            }
        }
        lowered.nodes[WAITING.index()].kind = NodeKind::Choice(options);
        for (number, node) in lowered.nodes.iter_mut().enumerate() {
            node.number = number as u32;
        }
        let first_messages = self.first_message(class, &lowered).into_iter().collect();
        let nodes = std::mem::take(&mut lowered.nodes);
        let control = ControlGraph { nodes, first: WAITING };
        let owner = self.builder.process_type(ProcessType {
            parameters: lowered.parameters.clone(),
            initialisers: std::mem::take(&mut lowered.initialisers),
            first_messages,
            ..ProcessType::new(&tree.name.text, control, tree.name.span)
        });
        let capacity = tree.queue.value.max(0) as u32;
        let queue = Channel::new("queue", capacity, self.fields(), tree.queue.span);
        self.builder.channel(Channel { owner: Some(owner), ..queue });
        if capacity == 0 {
            self.declared.error(tree.queue.span, "a queue holds one message or more");
        } else if self.builder.channel_beyond(Some(owner), MAX_CELLS).is_some() {
            let message = format!("too large: a rebec may have {MAX_CELLS} cells");
            self.declared.error(tree.queue.span, message);
        }
        lowered
    }

    /// A message that comes to a rebec whose class has no server for it.
    fn no_server(&self, message: usize, span: Span, nodes: &mut Vec<Node>) -> NodeId {
        let first = NodeId::new(nodes.len());
        let taken = Action::Receive(self.reception(message, Vec::new()));
        let mut taken = node(NodeKind::Action(taken), Atomicity::Inside, span);
        taken.next = Some(NodeId::new(nodes.len() + 1));
        let failed = Action::Assert(Expr::constant(0));
        let mut failed = node(NodeKind::Action(failed), Atomicity::Last, span);
        failed.next = Some(WAITING);
        nodes.extend([taken, failed]);
        first
    }

    /// Takes a message from the own queue; what is not said of its fields may be anything.
    fn reception(&self, message: usize, fields: Vec<(usize, Pattern)>) -> Reception {
        let tag = Pattern::Match(Expr::constant(message as i32 + 1));
        let mut patterns = vec![tag];
        for (field, pattern) in fields {
            patterns.resize(field.max(patterns.len()), Pattern::Any);
            patterns.push(pattern);
        }
        patterns.resize(SENDER + 1 + self.declared.parameters.len(), Pattern::Any);
        Reception { channel: own_queue(), random: false, copy: false, patterns }
    }

    fn first_message(&mut self, class: usize, lowered: &LoweredClass) -> Option<FirstMessage> {
        let server = self.declared.server(class, INITIAL)?;
        let message = self.declared.classes[class].messages[server];
        let count = self.declared.messages[message].parameters.len();
        let given = &lowered.parameters[lowered.parameters.len() - count..];
        let load = |&id: &VariableId| Expr::load(self.builder.program.place(id, Vec::new()));
        let arguments = given.iter().map(load).collect();
        Some(FirstMessage::new(0, self.message(message, own_queue(), arguments)))
    }

    /// The fields of a message.
    fn message(&self, message: usize, sender: Expr, arguments: Vec<Expr>) -> Vec<Expr> {
        let mut fields = vec![Expr::constant(message as i32 + 1), sender];
        fields.resize(self.declared.messages[message].first_field, Expr::constant(0));
        fields.extend(arguments);
        fields
    }

    /// The names of the messages, which queues hold the numbers of.
    fn meanings(&self) -> Meanings {
        let kind = Some("message".to_owned());
        let messages = (1..).zip(&self.declared.messages);
        let queues = 0..self.builder.program.channels.len();
        let mut meanings = Meanings::default();
        meanings.symbols = messages.map(|(tag, m)| ((kind.clone(), tag), m.name.clone())).collect();
        meanings.fields =
            queues.map(|queue| ((ChannelId::new(queue), TAG), kind.clone())).collect();
        meanings
    }

    /// The fields of all queues: which message, its sender, and the parameters of each message.
    fn fields(&self) -> Vec<Field> {
        let tag = Field::new(CellType::BYTE);
        let sender = Field { holds_channel: true, ..Field::new(CellType::BYTE) };
        let parameter = |ty: &Type| Field { holds_channel: ty.is_rebec(), ..Field::new(ty.cell()) };
        debug_assert_eq!((TAG, SENDER), (0, 1));
        [tag, sender].into_iter().chain(self.declared.parameters.iter().map(parameter)).collect()
    }
}

/// The message that every queue begins with.
const INITIAL: &str = "initial";

fn own_queue() -> Expr {
    ExprKind::OwnChannel(0).into()
}

fn node(kind: NodeKind, atomicity: Atomicity, span: Span) -> Node {
    Node { atomicity, ..Node::new(kind, span) }
}
