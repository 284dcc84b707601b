//! What a rebec runs as a whole: a message server, or its constructor.

use diagnostics::Span;
use machine::control::{Atomicity, Node, NodeKind};
use machine::index::{NodeId, VariableId};
use machine::program::{Action, Expr, Pattern, Place};

use crate::ast::{self, Initial, Statement, StatementKind};
use crate::created::Created;
use crate::declared::{CLASS_OF_SENDER, Extent, RoutineId, SENDER, Type};
use crate::lower::classes::LoweredClass;
use crate::lower::flow::Fragment;
use crate::lower::properties::Asked;
use crate::lower::{Entry, Lowering, MAX_NODES, WAITING};

/// How deep what is run may be nested, methods included: lowering is as deep.
const MAX_DEPTH: usize = 600;
/// The most elements of an array that belongs to a routine: each is set to 0 by a step of its own.
const MAX_LOCAL: usize = 1024;

/// A message server or constructor that is being lowered.
pub(super) struct Body<'l, 'm> {
    pub lowering: &'l mut Lowering<'m>,
    /// The class of the rebecs that run it.
    pub class: usize,
    pub nodes: &'l mut Vec<Node>,
    /// What names stand for in the class, all of its line.
    pub outer: &'l [Entry],
    visible: &'l [usize],
    /// The variables of the routines that are being run, all of them.
    pub locals: Vec<Entry>,
    pub frame: Frame,
    /// The variables of the body, which hold 0 outside.
    own: Vec<(VariableId, Vec<u32>)>,
    pub sender: VariableId,
    pub class_of_sender: Option<VariableId>,
    pub reads_sender: bool,
    /// What has to be done before the expression at hand has a value.
    pub before: Option<Fragment>,
    /// Routines that are being run, each by the one before it.
    pub running: Vec<RoutineId>,
    depth: usize,
    /// Whether a constructor is run.
    pub starting: bool,
    /// What a property looks at, if one is lowered.
    pub properties: Option<Asked<'m>>,
    /// The definitions that are being read, each by the one before it.
    pub defining: Vec<&'m str>,
    /// Where the first of them is used.
    pub used_at: Option<Span>,
    /// The name of the routine that all began with.
    name: String,
}

/// Where a routine stands, and where it is left.
#[derive(Default)]
pub(super) struct Frame {
    /// The class whose text it is in.
    pub class: usize,
    /// How many of the class's entries are known there.
    pub visible: usize,
    /// The first of its variables.
    pub first_local: usize,
    /// What its value is kept in, and of which type that is.
    pub result: Option<(VariableId, Type)>,
    /// Steps that return.
    pub returns: Vec<NodeId>,
    /// The loops and `switch` statements around.
    pub loops: Vec<Leaves>,
}

/// Steps that leave a loop, or a round of it.
#[derive(Default)]
pub(super) struct Leaves {
    pub breaks: Vec<NodeId>,
    /// None of a `switch`.
    pub continues: Option<Vec<NodeId>>,
}

impl<'l, 'm> Body<'l, 'm> {
    pub fn new(
        lowering: &'l mut Lowering<'m>,
        class: usize,
        lowered: &'l mut LoweredClass,
    ) -> Self {
        Body {
            lowering,
            class,
            nodes: &mut lowered.nodes,
            outer: &lowered.entries,
            visible: &lowered.visible,
            locals: Vec::new(),
            frame: Frame::default(),
            own: Vec::new(),
            sender: lowered.sender,
            class_of_sender: lowered.class_of_sender,
            reads_sender: false,
            before: None,
            running: Vec::new(),
            depth: 0,
            starting: false,
            properties: None,
            defining: Vec::new(),
            used_at: None,
            name: String::new(),
        }
    }

    /// The frame of a routine that is in the text of a class.
    pub fn frame_of(&self, class: usize) -> Frame {
        let line = self.lowering.declared.lines.line(self.class);
        let place = line.iter().position(|&part| part == class);
        let visible = place.and_then(|place| self.visible.get(place)).copied().unwrap_or(0);
        Frame { class, visible, first_local: self.locals.len(), ..Frame::default() }
    }

    /// Lowers a server, and returns where it begins: with the reception of its message.
    pub fn server(&mut self, server: RoutineId) -> NodeId {
        let message = self.lowering.declared.message(server).unwrap_or(0);
        self.answer(message, Some(server), Vec::new())
    }

    /// Lowers what a rebec does first that is created at run time: its message brings whom it knows, too.
    pub fn birth(&mut self, created: &Created, known: Vec<Place>) -> NodeId {
        let constructor = self.lowering.declared.constructor(self.class);
        self.starting = constructor.is_some();
        self.answer(created.message, created.first, known)
    }

    /// What answers a message, the first parameters of which are stored in some places.
    fn answer(
        &mut self,
        message: usize,
        routine: Option<RoutineId>,
        mut stored: Vec<Place>,
    ) -> NodeId {
        let declared = &self.lowering.declared;
        let span = match routine {
            Some(id) => declared.routine(id).name.span,
            None => declared.classes[self.class].tree.name.span,
        };
        let received = self.push(Action::Skip, span);
        let (parameters, body) = routine.map_or((Vec::new(), None), |id| self.routine(id));
        let begun = Some(Fragment { first: received, exits: vec![received] });
        let done = self.then(begun, body);
        let mut fields: Vec<(usize, VariableId)> = Vec::new();
        if self.reads_sender {
            fields.push((SENDER, self.sender));
            fields.extend(self.class_of_sender.map(|class| (CLASS_OF_SENDER, class)));
        }
        self.own.extend(fields.iter().map(|&(_, variable)| (variable, Vec::new())));
        let fields = fields.into_iter().map(|(field, held)| (field, self.place(held, Vec::new())));
        let mut places: Vec<(usize, Place)> = fields.collect();
        stored.extend(parameters.iter().map(|&(variable, _)| self.place(variable, Vec::new())));
        let known = self.lowering.declared.messages[message].fields.iter().copied();
        places.extend(known.zip(stored));
        let fields = places.into_iter().map(|(field, to)| (field, Pattern::Store(to))).collect();
        let reception = self.lowering.reception(message, fields);
        self.nodes[received.index()].kind = NodeKind::Action(Action::Receive(reception));
        self.forget(done, span);
        received
    }

    /// Lowers a constructor, and returns where it begins, and its parameters.
    pub fn constructor(&mut self, constructor: RoutineId) -> (NodeId, Vec<(VariableId, Type)>) {
        self.starting = true;
        let span = self.lowering.declared.routine(constructor).name.span;
        let begun = self.single(Action::Skip, span);
        let (parameters, body) = self.routine(constructor);
        let done = self.then(begun, body);
        let first = done.as_ref().map_or(WAITING, |done| done.first);
        self.forget(done, span);
        (first, parameters)
    }

    /// Declares the parameters of what all begins with, and lowers its body.
    fn routine(&mut self, id: RoutineId) -> (Vec<(VariableId, Type)>, Option<Fragment>) {
        let routine = self.lowering.declared.routine(id);
        self.name.clone_from(&routine.name.text);
        self.frame = self.frame_of(id.class);
        self.running.push(id);
        let mut parameters = Vec::new();
        for parameter in &routine.parameters {
            parameters.push(self.local(parameter));
        }
        let body = self.run(routine);
        (parameters, body)
    }

    /// The body of a routine whose parameters are there: returns lead to its end.
    pub fn run(&mut self, routine: &'m ast::Routine) -> Option<Fragment> {
        let span = routine.name.span;
        let inherited = self.implicit_super(routine);
        let body = self.statements(routine.body.as_deref().unwrap_or(&[]));
        let body = self.then(inherited, body);
        let returns = std::mem::take(&mut self.frame.returns);
        if returns.is_empty() {
            return body;
        }
        let end = self.join(&returns, span);
        self.then(body, end)
    }

    /// Ends the body: its variables hold 0 again.
    fn forget(&mut self, mut done: Option<Fragment>, span: Span) {
        let first = self.nodes.len();
        for (variable, lengths) in std::mem::take(&mut self.own) {
            let zeros = self.cleared(variable, &lengths, span);
            done = self.then(done, zeros);
        }
        let end = self.push(Action::Skip, span);
        let last = &mut self.nodes[end.index()];
        last.atomicity = Atomicity::Last;
        last.next = Some(WAITING);
        self.then(done, Some(Fragment { first: end, exits: Vec::new() }));
        self.nodes[first..].iter_mut().for_each(|node| node.untold = true);
    }

    /// Sets all elements of a variable to 0.
    fn cleared(&mut self, variable: VariableId, lengths: &[u32], span: Span) -> Option<Fragment> {
        let mut all = None;
        let count: u32 = lengths.iter().product();
        for element in 0..count {
            let mut rest = element;
            let mut subscripts: Vec<Expr> = Vec::new();
            for &length in lengths.iter().rev() {
                subscripts.push(Expr::constant((rest % length) as i32));
                rest /= length;
            }
            subscripts.reverse();
            let zero = Action::Assign(self.place(variable, subscripts), Expr::constant(0));
            let zero = self.single(zero, span);
            all = self.then(all, zero);
        }
        all
    }

    pub fn place(&self, variable: VariableId, subscripts: Vec<Expr>) -> Place {
        self.lowering.builder.program.place(variable, subscripts)
    }

    pub fn load(&self, variable: VariableId) -> Expr {
        Expr::load(self.place(variable, Vec::new()))
    }

    /// A variable of the body.
    pub fn fresh(&mut self, name: &str, ty: Type, extents: &[Extent], span: Span) -> VariableId {
        let name = format!("{}.{name}", self.name);
        let variable = self.lowering.variable(&name, ty, extents, span);
        self.own.push((variable, self.lengths(extents)));
        variable
    }

    /// A variable of the body that the text does not have.
    pub fn unseen(&mut self, name: &str, ty: Type, span: Span) -> VariableId {
        let variable = self.fresh(name, ty, &[], span);
        self.lowering.unseen.push(variable);
        variable
    }

    fn lengths(&self, extents: &[Extent]) -> Vec<u32> {
        extents.iter().map(|&extent| self.lowering.declared.size(extent)).collect()
    }

    /// Declares a variable or a parameter of the routine.
    pub fn local(&mut self, variable: &ast::Variable) -> (VariableId, Type) {
        let class = self.frame.class;
        let ty = self.lowering.declared.type_named(class, &variable.ty);
        let mut extents = self.lowering.declared.extents(class, variable);
        let name = variable.name.text.clone();
        if self.lengths(&extents).iter().product::<u32>() as usize > MAX_LOCAL {
            let message = format!(
                "too large: an array that is not a state variable has at most {MAX_LOCAL} elements"
            );
            let help = "declare it under `statevars`";
            self.lowering.declared.error_with_help(variable.name.span, message, help);
            extents.clear();
        }
        let id = self.fresh(&name, ty, &extents, variable.name.span);
        if self.locals[self.frame.first_local..].iter().any(|entry| entry.name == name) {
            let message = format!("there is another `{name}` before");
            self.lowering.declared.error(variable.name.span, message);
        }
        self.locals.push(Entry { name, ty, variable: id, extents, assignable: true });
        (id, ty)
    }

    /// Goes a level deeper into the text, if it is not too deep and not too much.
    pub fn deeper<T>(&mut self, span: Span, go: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.lowering.nodes > MAX_NODES {
            return None;
        }
        if self.depth >= MAX_DEPTH {
            let message = format!(
                "too complex: nested more than {MAX_DEPTH} deep, with the methods that are called"
            );
            self.lowering.declared.error(span, message);
            return None;
        }
        self.depth += 1;
        let gone = go(self);
        self.depth -= 1;
        Some(gone)
    }

    pub fn statements(&mut self, statements: &'m [Statement]) -> Option<Fragment> {
        let known = self.locals.len();
        let mut all = None;
        for statement in statements {
            let next = self.deeper(statement.span, |body| body.statement(statement)).flatten();
            all = self.then(all, next);
        }
        self.locals.truncate(known);
        all
    }

    pub fn statement(&mut self, statement: &'m Statement) -> Option<Fragment> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                self.declaration(variable, value.as_ref(), span)
            }
            StatementKind::Assign(target, operator, value) => {
                self.assignment(target, *operator, value, span)
            }
            StatementKind::Send(receiver, message, arguments) => {
                self.sending(receiver, message, arguments, span)
            }
            StatementKind::Call(call) => self.called_alone(call),
            StatementKind::If(condition, then, otherwise) => {
                let condition_span = condition.span;
                let condition = self.wanted(condition, Type::Boolean);
                let before = self.before.take();
                let then = self.statements(then);
                let otherwise = self.statements(otherwise);
                let branches = self.branch(condition, then, otherwise, condition_span);
                self.then(before, branches)
            }
            StatementKind::ForEach(index, body) => self.for_each(index, body, span),
            StatementKind::Loop(whole) => self.repeated(whole, span),
            StatementKind::Switch(subject, cases) => self.switch(subject, cases, span),
            StatementKind::Break => self.leave_loop(span),
            StatementKind::Continue => self.next_round(span),
            StatementKind::Return(value) => self.result(value.as_ref(), span),
            StatementKind::Block(body) => self.statements(body),
            StatementKind::Assert(condition) => {
                let condition = self.wanted(condition, Type::Boolean);
                self.act(Action::Assert(condition), span)
            }
        }
    }

    /// An action, after what its expressions need to be done.
    pub fn act(&mut self, action: Action, span: Span) -> Option<Fragment> {
        let before = self.before.take();
        let action = self.single(action, span);
        self.then(before, action)
    }

    /// Does an action before the expression at hand.
    pub fn act_before(&mut self, action: Action, span: Span) {
        self.before = self.act(action, span);
    }

    fn declaration(
        &mut self,
        variable: &'m ast::Variable,
        value: Option<&'m Initial>,
        span: Span,
    ) -> Option<Fragment> {
        let (id, ty) = self.local(variable);
        let extents = self.locals[self.locals.len() - 1].extents.clone();
        // The variable is not there yet while its value is computed.
        let entry = self.locals.pop();
        let lengths = self.lengths(&extents);
        let declared = match value {
            None => self.cleared(id, &lengths, span),
            Some(Initial::Value(value)) if extents.is_empty() => self.assigned(id, ty, value, span),
            Some(Initial::Value(value)) => {
                let text = "an array is not assigned as a whole";
                let help = "write its elements, as in `{1, 2}`";
                self.lowering.declared.error_with_help(value.span, text, help);
                None
            }
            Some(elements) => {
                let cleared = self.cleared(id, &lengths, span);
                let set = self.elements(id, ty, &extents, elements, &mut Vec::new());
                self.then(cleared, set)
            }
        };
        self.locals.extend(entry);
        declared
    }

    fn assigned(
        &mut self,
        variable: VariableId,
        ty: Type,
        value: &'m ast::Expr,
        span: Span,
    ) -> Option<Fragment> {
        let place = self.place(variable, Vec::new());
        if matches!(value.kind, ast::ExprKind::New(..)) {
            return self.creation((place, ty), value, span);
        }
        let value = self.wanted(value, ty);
        self.act(Action::Assign(place, value), span)
    }

    /// `{1, 2, 3}`, or `{{1, 2}, {3, 4}}`, for what begins at some subscripts.
    fn elements(
        &mut self,
        variable: VariableId,
        ty: Type,
        extents: &[Extent],
        initial: &'m Initial,
        at: &mut Vec<Expr>,
    ) -> Option<Fragment> {
        match (initial, extents.get(at.len())) {
            (Initial::Value(value), None) => {
                let span = value.span;
                let value = self.wanted(value, ty);
                self.act(Action::Assign(self.place(variable, at.clone()), value), span)
            }
            (Initial::Elements(values, _), Some(&Extent::Length(length)))
                if values.len() == length as usize =>
            {
                let mut all = None;
                for (place, value) in values.iter().enumerate() {
                    at.push(Expr::constant(place as i32));
                    let set = self.elements(variable, ty, extents, value, at);
                    at.pop();
                    all = self.then(all, set);
                }
                all
            }
            (Initial::Value(ast::Expr { span, .. }) | Initial::Elements(_, span), _) => {
                let text = "these are not the elements of the array";
                let help = "an array of 2 numbers begins as in `int[2] v = {1, 2};`";
                self.lowering.declared.error_with_help(*span, text, help);
                None
            }
        }
    }

    fn assignment(
        &mut self,
        target: &'m ast::Reference,
        operator: Option<ast::Operator>,
        value: &'m ast::Expr,
        span: Span,
    ) -> Option<Fragment> {
        let (place, ty, assignable) = self.target(target, Some(value))?;
        if !assignable {
            let text = format!("`{}` is not assigned to: it is always the same", target.name.text);
            self.lowering.declared.error(target.name.span, text);
        }
        if operator.is_none() && matches!(value.kind, ast::ExprKind::New(..)) {
            return self.creation((place, ty), value, span);
        }
        let value = match operator {
            None => self.wanted(value, ty),
            Some(operator) => {
                let old = (Expr::load(place.clone()), ty);
                self.changed(operator, old, value, target.name.span)
            }
        };
        self.act(Action::Assign(place, value), span)
    }
}
