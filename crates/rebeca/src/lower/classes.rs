//! Classes become process types.

use diagnostics::Span;
use machine::control::{Atomicity, ControlGraph, Node, NodeKind};
use machine::index::{NodeId, ProcessTypeId, VariableId};
use machine::program::{
    Action, Channel, Expr, FirstMessage, Initialiser, Place, ProcessType, Region, Variable,
};

use crate::ast::{self, ClassKind};
use crate::created::Created;
use crate::declared::{Extent, Message, Type};
use crate::lower::body::Body;
use crate::lower::{Entry, INITIAL, Lowering, MAX_CELLS, MAX_NODES, Sent, WAITING, node};

/// What became of a class.
pub(super) struct LoweredClass {
    /// The known rebecs and the variables of all classes of its line, the outermost first.
    pub entries: Vec<Entry>,
    /// For each class of the line how many of the entries are known there.
    pub visible: Vec<usize>,
    /// The parameters of its process type: all known rebecs, then those of the constructor or of `initial`.
    pub parameters: Vec<VariableId>,
    /// The types of the latter.
    pub wanted: Vec<Type>,
    /// The variables that hold the sender of the message that is served, and the class of that.
    pub sender: VariableId,
    pub class_of_sender: Option<VariableId>,
    initialisers: Vec<Initialiser>,
    /// Where the known rebecs are kept, one after the other.
    known: Vec<Place>,
    pub nodes: Vec<Node>,
    /// Where the constructor begins.
    constructor: Option<NodeId>,
    /// Where each server begins.
    servers: Vec<NodeId>,
}

impl<'m> Lowering<'m> {
    pub(super) fn all_classes(&mut self, model: &ast::Model) {
        let in_main = |name: &str| model.rebecs.iter().any(|rebec| rebec.class.text == name);
        for class in 0..self.declared.classes.len() {
            let tree = self.declared.classes[class].tree;
            // All rebecs of some classes are created at run time: these come after the others.
            let is_created = self.declared.created.iter().any(|created| created.class == class);
            let is_there = !is_created || in_main(&tree.name.text);
            self.current = self.process_type_of(class);
            let lowered =
                (tree.kind == ClassKind::Concrete && is_there).then(|| self.class(class, None));
            self.classes.push(lowered);
        }
        let own = self.classes.iter().flatten().count();
        for (place, created) in self.declared.created.clone().into_iter().enumerate() {
            self.current = ProcessTypeId::new(own + place);
            let lowered = self.class(created.class, Some(&created));
            self.created.push(lowered);
        }
        if self.nodes > MAX_NODES {
            let message = format!("too large: the classes take more than {MAX_NODES} steps");
            let span = self.declared.classes[0].tree.name.span;
            let help = "methods are written out wherever they are called: call them less";
            self.declared.error_with_help(span, message, help);
        }
        for class in 0..self.classes.len() {
            self.sends_initial(class);
        }
        for class in 0..self.classes.len() {
            let Some(lowered) = self.classes[class].take() else { continue };
            let lowered = self.process_type(class, lowered, None);
            self.classes[class] = Some(lowered);
        }
        for (place, lowered) in std::mem::take(&mut self.created).into_iter().enumerate() {
            let class = self.declared.created[place].class;
            let lowered = self.process_type(class, lowered, Some(place));
            self.created.push(lowered);
        }
    }

    /// Notes that rebecs of a class send `initial` to themselves, if they do.
    fn sends_initial(&mut self, by: usize) {
        let message = self.declared.served(by, INITIAL);
        if let Some(message) = message.filter(|_| self.declared.constructor(by).is_none()) {
            self.sent.push(Sent { by, to: Some(by), message });
        }
    }

    /// A variable of the class at hand.
    pub(super) fn variable(
        &mut self,
        name: &str,
        ty: Type,
        extents: &[Extent],
        span: Span,
    ) -> VariableId {
        let region = Region::Local(self.current);
        let dimensions = extents.iter().map(|&extent| self.declared.size(extent)).collect();
        let variable = self.builder.variable(Variable {
            dimensions,
            holds_channels: ty.is_rebec(),
            ..Variable::new(name, region, ty.cell(), span)
        });
        self.scalars.note(variable, ty, extents);
        variable
    }

    /// A class, perhaps for rebecs that are created at run time.
    fn class(&mut self, class: usize, created: Option<&Created>) -> LoweredClass {
        let tree = self.declared.classes[class].tree;
        let span = tree.name.span;
        let sender = self.variable("sender", Type::Rebec(None), &[], span);
        let class_of_sender = self.declared.asks_senders.then(|| {
            let number = Type::Number(machine::program::CellType::BYTE);
            self.variable("class of sender", number, &[], span)
        });
        let mut lowered = LoweredClass {
            entries: Vec::new(),
            visible: Vec::new(),
            parameters: Vec::new(),
            wanted: Vec::new(),
            sender,
            class_of_sender,
            initialisers: Vec::new(),
            known: Vec::new(),
            nodes: Vec::new(),
            constructor: None,
            servers: Vec::new(),
        };
        for part in self.declared.lines.line(class).to_vec() {
            self.own_entries(part, &mut lowered);
        }
        lowered.nodes.push(node(NodeKind::Choice(Vec::new()), Atomicity::Outside, span));
        match created {
            Some(created) => self.birth(created, &mut lowered),
            None => self.constructor(class, &mut lowered),
        }
        for server in self.declared.servers_of(class) {
            let routine = self.declared.routine(server);
            let mut body = Body::new(self, class, &mut lowered);
            let first = body.server(server);
            lowered.servers.push(first);
            let is_started = created.is_none() && lowered.constructor.is_none();
            if routine.name.text == INITIAL && is_started {
                self.initial_parameters(server.class, routine, &mut lowered);
            }
        }
        lowered
    }

    /// What one class of the line declares.
    fn own_entries(&mut self, class: usize, lowered: &mut LoweredClass) {
        let tree = self.declared.classes[class].tree;
        let inherited = lowered.entries.len();
        for known in &tree.known {
            self.known(class, known, lowered, inherited);
        }
        for variable in &tree.variables {
            let ty = self.declared.type_named(class, &variable.ty);
            let extents = self.declared.extents(class, variable);
            let id = self.variable(&variable.name.text, ty, &extents, variable.name.span);
            let entry = Entry {
                name: variable.name.text.clone(),
                ty,
                variable: id,
                extents,
                assignable: true,
            };
            self.declare(lowered, inherited, variable.name.span, entry);
        }
        lowered.visible.push(lowered.entries.len());
    }

    /// A known rebec, or several with a scalar set.
    fn known(
        &mut self,
        class: usize,
        known: &ast::Known,
        lowered: &mut LoweredClass,
        inherited: usize,
    ) {
        let ty = self.declared.class_named(&known.class.text);
        if ty.is_none() {
            let message = format!("there is no class `{}`", known.class.text);
            self.declared.error(known.class.span, message);
        }
        let (ty, span) = (Type::Rebec(ty), known.name.span);
        let set = known.group.as_ref();
        let set = set.and_then(|group| self.declared.set_named(class, &group.index.text));
        let name = known.name.text.clone();
        let extents: Vec<Extent> = set.map(Extent::Set).into_iter().collect();
        let all = self.variable(&name, ty, &extents, span);
        let entry = Entry { name: name.clone(), ty, variable: all, extents, assignable: false };
        self.declare(lowered, inherited, span, entry);
        let Some(elements) = set.map(|set| self.declared.sets[set].clone()) else {
            lowered.parameters.push(all);
            lowered.known.push(self.builder.program.place(all, Vec::new()));
            return;
        };
        for element in 1..=elements.size() {
            let given = format!("{name}[{}]", elements.low + element as i32 - 1);
            let parameter = self.variable(&given, ty, &[], span);
            lowered.parameters.push(parameter);
            let place = self.builder.program.place(all, vec![Expr::constant(element as i32)]);
            lowered.known.push(place.clone());
            let given = self.builder.program.place(parameter, Vec::new());
            let value = Expr::load(given.clone());
            lowered.initialisers.push(Initialiser { place, value });
            lowered.initialisers.push(Initialiser { place: given, value: Expr::constant(0) });
        }
    }

    /// A class may declare what it inherits under the same name: it has both then.
    fn declare(&mut self, lowered: &mut LoweredClass, inherited: usize, span: Span, entry: Entry) {
        if lowered.entries[inherited..].iter().any(|other| other.name == entry.name) {
            self.declared.error(span, format!("there is another `{}` before", entry.name));
        }
        lowered.entries.push(entry);
    }

    fn constructor(&mut self, class: usize, lowered: &mut LoweredClass) {
        let Some(constructor) = self.declared.constructor(class) else { return };
        let mut body = Body::new(self, class, lowered);
        let (first, parameters) = body.constructor(constructor);
        for (parameter, ty) in parameters {
            lowered.parameters.push(parameter);
            lowered.wanted.push(ty);
        }
        lowered.constructor = Some(first);
    }

    /// What `main` gives to `initial` waits in parameters of the process, which the first message is made of.
    fn initial_parameters(
        &mut self,
        class: usize,
        server: &ast::Routine,
        lowered: &mut LoweredClass,
    ) {
        for parameter in &server.parameters {
            let ty = self.declared.type_named(class, &parameter.ty);
            let name = format!("{INITIAL}.{}", parameter.name.text);
            let id = self.variable(&name, ty, &[], parameter.name.span);
            lowered.parameters.push(id);
            lowered.wanted.push(ty);
        }
    }

    /// What a rebec that is created at run time does first: it takes over whom it knows.
    fn birth(&mut self, created: &Created, lowered: &mut LoweredClass) {
        lowered.initialisers.clear();
        let parameters = std::mem::take(&mut lowered.known);
        lowered.parameters.clear();
        let mut body = Body::new(self, created.class, lowered);
        let first = body.birth(created, parameters);
        lowered.servers.push(first);
    }

    fn process_type(
        &mut self,
        class: usize,
        mut lowered: LoweredClass,
        pool: Option<usize>,
    ) -> LoweredClass {
        let tree = self.declared.classes[class].tree;
        let mut options = std::mem::take(&mut lowered.servers);
        for message in self.strange(class) {
            options.push(self.no_server(message, tree.name.span, &mut lowered.nodes));
        }
        lowered.nodes[WAITING.index()].kind = NodeKind::Choice(options);
        for (number, node) in lowered.nodes.iter_mut().enumerate() {
            node.number = number as u32;
        }
        let first_messages = match pool {
            Some(pool) => vec![self.offer(pool)],
            None => self.first_message(class, &lowered).into_iter().collect(),
        };
        let nodes = std::mem::take(&mut lowered.nodes);
        let control = ControlGraph { nodes, first: lowered.constructor.unwrap_or(WAITING) };
        let owner = self.builder.process_type(ProcessType {
            parameters: lowered.parameters.clone(),
            initialisers: std::mem::take(&mut lowered.initialisers),
            first_messages,
            starts_with_step: lowered.constructor.is_some(),
            ..ProcessType::new(&tree.name.text, control, tree.name.span)
        });
        let Some(queue) = tree.queue else { return lowered };
        let capacity = queue.value.max(0) as u32;
        let channel = Channel::new("queue", capacity, self.fields(), queue.span);
        self.builder.channel(Channel { owner: Some(owner), ..channel });
        if capacity == 0 {
            self.declared.error(queue.span, "a queue holds one message or more");
        } else if self.builder.channel_beyond(Some(owner), MAX_CELLS).is_some() {
            let message = format!("too large: a rebec may have {MAX_CELLS} cells");
            self.declared.error(queue.span, message);
        }
        lowered
    }

    /// Messages that may come to rebecs of a class although it has no server for them: who sends them does not know of
    /// which class the receiver is.
    fn strange(&self, class: usize) -> Vec<usize> {
        let declared = &self.declared;
        let is_of = |class: usize, wanted: usize| declared.lines.above(class).contains(&wanted);
        // Whether what sent a message is of another class.
        let differs = |message: usize, held: usize| {
            self.sent.iter().any(|sent| sent.message == message && !is_of(sent.by, held))
        };
        let is_doubted = |wanted: usize| {
            self.doubted.iter().any(|&(held, message)| {
                is_of(held, wanted) && message.is_none_or(|message| differs(message, held))
            })
        };
        let serves = |message: usize| {
            declared.servers_of(class).iter().any(|&own| declared.message(own) == Some(message))
        };
        let mut strange = Vec::new();
        for &Sent { to, message, .. } in &self.sent {
            let may_come = to.is_none_or(is_doubted);
            if may_come && !strange.contains(&message) && !serves(message) {
                strange.push(message);
            }
        }
        strange
    }

    /// A message that comes to a rebec whose class has no server for it.
    fn no_server(&self, message: usize, span: Span, nodes: &mut Vec<Node>) -> NodeId {
        let first = NodeId::new(nodes.len());
        let taken = Action::Receive(self.reception(message, Vec::new()));
        let mut taken = node(NodeKind::Action(taken), Atomicity::Inside, span);
        taken.next = Some(NodeId::new(nodes.len() + 1));
        let failed = Action::Assert(Expr::constant(0));
        let mut failed = node(NodeKind::Action(failed), Atomicity::Last, span);
        (taken.untold, failed.exceptional) = (true, true);
        failed.next = Some(WAITING);
        nodes.extend([taken, failed]);
        first
    }

    fn first_message(&mut self, class: usize, lowered: &LoweredClass) -> Option<FirstMessage> {
        if lowered.constructor.is_some() {
            return None;
        }
        let message = self.declared.served(class, INITIAL)?;
        let Message { parameters, .. } = &self.declared.messages[message];
        let given = &lowered.parameters[lowered.parameters.len() - parameters.len()..];
        let load = |&id: &VariableId| Expr::load(self.builder.program.place(id, Vec::new()));
        let arguments = given.iter().map(load).collect();
        Some(FirstMessage::new(0, self.message(message, class, arguments)))
    }
}
