//! The bodies of message servers.

use diagnostics::Span;
use machine::control::{Atomicity, Node, NodeKind};
use machine::index::{NodeId, VariableId};
use machine::program::{Action, BinaryOperator, Expr, Pattern, Place};

use crate::ast::{self, ExprKind, Statement, StatementKind};
use crate::declared::{SENDER, Type};
use crate::lower::{Entry, Lowering, WAITING, node, own_queue};

/// A message server that is being lowered.
pub(super) struct Body<'l, 'm> {
    pub lowering: &'l mut Lowering<'m>,
    pub class: usize,
    pub nodes: Vec<Node>,
    /// What names stand for, those of the class first.
    pub entries: Vec<Entry>,
    /// How many of them are the class's.
    outer: usize,
    /// The variables of the server, which hold 0 outside.
    pub own: Vec<VariableId>,
    pub sender: VariableId,
    pub reads_sender: bool,
    /// The choices that the expression at hand makes.
    pub choices: Option<Fragment>,
    /// The name of the server.
    name: String,
}

/// Some nodes in a row: where they begin, and which of them lead on.
pub(super) struct Fragment {
    first: NodeId,
    exits: Vec<NodeId>,
}

impl<'l, 'm> Body<'l, 'm> {
    pub fn new(
        lowering: &'l mut Lowering<'m>,
        class: usize,
        nodes: Vec<Node>,
        entries: Vec<Entry>,
    ) -> Self {
        let (outer, sender) = (entries.len(), lowering.senders[class]);
        Body {
            lowering,
            class,
            nodes,
            entries,
            outer,
            own: Vec::new(),
            sender,
            reads_sender: false,
            choices: None,
            name: String::new(),
        }
    }

    /// Lowers a server, and returns where it begins: with the reception of its message.
    pub fn server(&mut self, server: &ast::Server) -> NodeId {
        self.name.clone_from(&server.name.text);
        let span = server.name.span;
        let received = self.push(Action::Skip, span);
        let mut parameters = Vec::new();
        for parameter in &server.parameters {
            parameters.push(self.local(parameter));
        }
        let body = self.statements(&server.body);
        let index = self.lowering.declared.server(self.class, &server.name.text).unwrap_or(0);
        let message = self.lowering.declared.classes[self.class].messages[index];
        let first_field = self.lowering.declared.messages[message].first_field;
        let mut fields = Vec::new();
        if self.reads_sender {
            fields.push((SENDER, Pattern::Store(self.place(self.sender, Vec::new()))));
            self.own.push(self.sender);
        }
        for (place, &parameter) in parameters.iter().enumerate() {
            let stored = Pattern::Store(self.place(parameter, Vec::new()));
            fields.push((first_field + place, stored));
        }
        let reception = self.lowering.reception(message, fields);
        self.nodes[received.index()].kind = NodeKind::Action(Action::Receive(reception));
        let begun = Some(Fragment { first: received, exits: vec![received] });
        let begun = self.then(begun, body);
        self.forget(begun, span);
        received
    }

    /// Ends the server: its variables hold 0 again.
    fn forget(&mut self, mut done: Option<Fragment>, span: Span) {
        for variable in std::mem::take(&mut self.own) {
            let zero = Action::Assign(self.place(variable, Vec::new()), Expr::constant(0));
            let zero = self.single(zero, span);
            done = self.then(done, zero);
        }
        let end = self.push(Action::Skip, span);
        let last = &mut self.nodes[end.index()];
        last.atomicity = Atomicity::Last;
        last.next = Some(WAITING);
        self.then(done, Some(Fragment { first: end, exits: Vec::new() }));
    }

    fn push(&mut self, action: Action, span: Span) -> NodeId {
        self.nodes.push(node(NodeKind::Action(action), Atomicity::Inside, span));
        NodeId::new(self.nodes.len() - 1)
    }

    fn single(&mut self, action: Action, span: Span) -> Option<Fragment> {
        let first = self.push(action, span);
        Some(Fragment { first, exits: vec![first] })
    }

    /// Lets one fragment follow another.
    fn then(&mut self, before: Option<Fragment>, after: Option<Fragment>) -> Option<Fragment> {
        let (before, after) = match (before, after) {
            (Some(before), Some(after)) => (before, after),
            (before, after) => return before.or(after),
        };
        self.lead(&before.exits, after.first);
        Some(Fragment { first: before.first, exits: after.exits })
    }

    fn lead(&mut self, exits: &[NodeId], to: NodeId) {
        exits.iter().for_each(|exit| self.nodes[exit.index()].next = Some(to));
    }

    /// A choice between fragments.
    fn choice(&mut self, options: Vec<Fragment>, span: Span) -> Fragment {
        let firsts = options.iter().map(|option| option.first).collect();
        self.nodes.push(node(NodeKind::Choice(firsts), Atomicity::Inside, span));
        let first = NodeId::new(self.nodes.len() - 1);
        Fragment { first, exits: options.into_iter().flat_map(|option| option.exits).collect() }
    }

    /// One of several values, for the expression at hand: the variable that will hold it.
    pub fn choose(&mut self, values: Vec<Expr>, ty: Type, span: Span) -> Expr {
        let variable = self.fresh("?", ty, span);
        let mut options = Vec::new();
        for value in values {
            let assigned = Action::Assign(self.place(variable, Vec::new()), value);
            options.extend(self.single(assigned, span));
        }
        let choice = self.choice(options, span);
        let before = self.choices.take();
        self.choices = self.then(before, Some(choice));
        Expr::load(self.place(variable, Vec::new()))
    }

    pub fn place(&self, variable: VariableId, subscripts: Vec<Expr>) -> Place {
        self.lowering.builder.program.place(variable, subscripts)
    }

    /// A variable of the server.
    fn fresh(&mut self, name: &str, ty: Type, span: Span) -> VariableId {
        let name = format!("{}.{name}", self.name);
        let variable = self.lowering.variable(&name, ty, None, span);
        self.own.push(variable);
        variable
    }

    /// Declares a variable or a parameter of the server.
    fn local(&mut self, variable: &ast::Variable) -> VariableId {
        let ty = self.lowering.declared.type_named(self.class, &variable.ty);
        if variable.dimension.is_some() {
            let message = "arrays that belong to a message server are not supported yet";
            self.lowering.declared.error(variable.name.span, message);
        }
        let id = self.fresh(&variable.name.text, ty, variable.name.span);
        let name = variable.name.text.clone();
        if self.entries[self.outer..].iter().any(|entry| entry.name == name) {
            let message = format!("there is another `{name}` before");
            self.lowering.declared.error(variable.name.span, message);
        }
        self.entries.push(Entry { name, ty, variable: id, set: None, assignable: true });
        id
    }

    fn statements(&mut self, statements: &[Statement]) -> Option<Fragment> {
        let known = self.entries.len();
        let mut all = None;
        for statement in statements {
            let next = self.statement(statement);
            all = self.then(all, next);
        }
        self.entries.truncate(known);
        all
    }

    fn statement(&mut self, statement: &Statement) -> Option<Fragment> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                let id = self.local(variable);
                let ty = self.entries[self.entries.len() - 1].ty;
                let value = value.as_ref().map(|value| self.wanted(value, ty));
                let place = self.place(id, Vec::new());
                let value = value.unwrap_or(Expr::constant(0));
                self.act(Action::Assign(place, value), span)
            }
            StatementKind::Assign(target, value) => self.assignment(target, value, span),
            StatementKind::Send(receiver, message, arguments) => {
                let sent = self.sending(receiver, message, arguments)?;
                self.act(sent, span)
            }
            StatementKind::If(condition, then, otherwise) => {
                self.branches(condition, then, otherwise)
            }
            StatementKind::ForEach(index, body) => self.for_each(index, body, span),
            StatementKind::Block(body) => self.statements(body),
            StatementKind::Assert(condition) => {
                let condition = self.wanted(condition, Type::Boolean);
                self.act(Action::Assert(condition), span)
            }
        }
    }

    /// An action, after the choices of its expressions.
    fn act(&mut self, action: Action, span: Span) -> Option<Fragment> {
        let choices = self.choices.take();
        let action = self.single(action, span);
        self.then(choices, action)
    }

    fn assignment(
        &mut self,
        target: &ast::Reference,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Fragment> {
        if let ExprKind::New(..) = value.kind {
            let message = "rebecs that are created at run time are not supported yet";
            self.lowering.declared.error(value.span, message);
            return None;
        }
        let (place, ty, assignable) = self.target(target)?;
        if !assignable {
            let message = format!("`{}` is a known rebec, and always the same", target.name.text);
            self.lowering.declared.error(target.name.span, message);
        }
        let value = self.wanted(value, ty);
        self.act(Action::Assign(place, value), span)
    }

    fn sending(
        &mut self,
        receiver: &ast::Expr,
        message: &ast::Name,
        arguments: &[ast::Expr],
    ) -> Option<Action> {
        let (channel, ty) = self.value(receiver, None);
        let message = self.message_of(receiver.span, ty, message)?;
        let parameters = self.lowering.declared.messages[message].parameters.clone();
        if parameters.len() != arguments.len() {
            let (name, wanted) = (&self.lowering.declared.messages[message].name, parameters.len());
            let text =
                format!("`{name}` has {wanted} parameters, and {} are given", arguments.len());
            self.lowering.declared.error(receiver.span, text);
            return None;
        }
        let arguments = arguments.iter().zip(parameters);
        let arguments = arguments.map(|(value, ty)| self.wanted(value, ty)).collect();
        let message = self.lowering.message(message, own_queue(), arguments);
        Some(Action::Send { channel, sorted: false, message })
    }

    /// The message with a name that rebecs of a type serve.
    fn message_of(&mut self, receiver: Span, ty: Type, name: &ast::Name) -> Option<usize> {
        let declared = &mut self.lowering.declared;
        match ty {
            Type::Wrong => None,
            Type::Rebec(Some(class)) => match declared.server(class, &name.text) {
                Some(server) => Some(declared.classes[class].messages[server]),
                None => {
                    let class = &declared.classes[class].tree.name.text;
                    let text = format!("`{class}` has no message server `{}`", name.text);
                    declared.error(name.span, text);
                    None
                }
            },
            Type::Rebec(None) => {
                let mut named = (0..declared.messages.len())
                    .filter(|&m| declared.messages[m].name == name.text);
                match (named.next(), named.next()) {
                    (Some(message), None) => {
                        if !self.lowering.untyped.contains(&message) {
                            self.lowering.untyped.push(message);
                        }
                        Some(message)
                    }
                    (None, _) => {
                        let text = format!("no class has a message server `{}`", name.text);
                        declared.error(name.span, text);
                        None
                    }
                    (Some(_), Some(_)) => {
                        let text = format!(
                            "the class of the receiver is not known, and `{}` has other parameters in other classes",
                            name.text
                        );
                        declared.error(name.span, text);
                        None
                    }
                }
            }
            other => {
                let text = format!("{} receives no messages", declared.type_name(other));
                declared.error(receiver, text);
                None
            }
        }
    }

    fn branches(
        &mut self,
        condition: &ast::Expr,
        then: &[Statement],
        otherwise: &[Statement],
    ) -> Option<Fragment> {
        let span = condition.span;
        let condition = self.wanted(condition, Type::Boolean);
        let choices = self.choices.take();
        let holds = self.single(Action::Guard(condition), span);
        let then = self.statements(then);
        let holds = self.then(holds, then);
        let fails = self.single(Action::Else, span);
        let otherwise = self.statements(otherwise);
        let fails = self.then(fails, otherwise);
        let choice = self.choice(holds.into_iter().chain(fails).collect(), span);
        self.then(choices, Some(choice))
    }

    /// `forEachValueOf(i) ...`: a loop from the first element to the last.
    fn for_each(&mut self, index: &ast::Name, body: &[Statement], span: Span) -> Option<Fragment> {
        let Some(set) = self.lowering.declared.set_named(self.class, &index.text) else {
            let text = format!("`{}` is no scalar set of the class", index.text);
            self.lowering.declared.error(index.span, text);
            return None;
        };
        let size = self.lowering.declared.sets[set].size() as i32;
        let ty = Type::Scalar(set);
        let variable = self.fresh(&index.text, ty, index.span);
        let name = index.text.clone();
        self.entries.push(Entry { name, ty, variable, set: None, assignable: false });
        let place = self.place(variable, Vec::new());
        let load = Expr::load(place.clone());
        let begin = self.single(Action::Assign(place.clone(), Expr::constant(1)), span);
        let more = Expr::binary(BinaryOperator::LessEqual, load.clone(), Expr::constant(size));
        let round = self.single(Action::Guard(more), span);
        let body = self.statements(body);
        let round = self.then(round, body);
        let next = Expr::binary(BinaryOperator::Add, load.clone(), Expr::constant(1));
        let next = self.single(Action::Assign(place, next), span);
        let round = self.then(round, next)?;
        let done = self.single(Action::Else, span)?;
        self.entries.pop();
        let (back, first) = (round.exits.clone(), round.first);
        let exits = done.exits.clone();
        let round = Fragment { first, exits: Vec::new() };
        let choice = self.choice(vec![round, done], span);
        self.lead(&back, choice.first);
        self.then(begin, Some(Fragment { first: choice.first, exits }))
    }
}
