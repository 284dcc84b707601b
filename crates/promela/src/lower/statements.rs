//! Statements: bodies become control graphs.

use diagnostics::Span;
use machine::control::{ControlGraph, NodeKind};
use machine::index::{NodeId, ProcessTypeId};
use machine::program::{Action, BinaryOperator, Exclusive, Expr, Place};
use machine::spin::SpinAction;
use machine_model::words::{CallId, Calls};

use super::Lowering;
use super::flow::{Chain, Finished, Flow};
use super::loops::few_values;
use super::names::Shape;
use crate::ast::{
    self, Body, Declaration, ExprKind, Initialiser, LValue, Sequence, Statement, StatementKind,
    Step,
};

impl Lowering<'_> {
    /// The control graph of a body.
    pub(super) fn body(&mut self, body: &Body) -> ControlGraph {
        let finished = self.finished(body);
        self.orders.push(finished.order);
        self.diagnostics.extend(finished.diagnostics);
        if let Some(owner) = self.owner {
            note_calls(&mut self.meanings.calls, owner, &finished.calls, &finished.expanded);
            let labels = finished.labels.into_iter();
            self.references.labels.extend(labels.map(|(name, node)| ((owner, name), node)));
        }
        finished.graph
    }

    /// The nodes of a body.
    pub(super) fn finished(&mut self, body: &Body) -> Finished {
        let mut writer = BodyWriter {
            lowering: self,
            flow: Flow::default(),
            at_start: true,
            in_deterministic: false,
        };
        let mut chain = Chain::default();
        writer.sequence(&body.steps, &mut chain);
        writer.flow.finish(chain, body.end)
    }
}

/// Notes the calls that are expanded in a body, and the nodes of their expansions, as [`Finished`] has them.
fn note_calls(
    calls: &mut Calls,
    owner: ProcessTypeId,
    called: &[(Span, usize)],
    expanded: &[usize],
) {
    let mut known: Vec<CallId> = Vec::new();
    let of = |known: &[CallId], number: usize| known.get(number.checked_sub(1)?).copied();
    for &(span, within) in called {
        known.push(calls.add(span, of(&known, within)));
    }
    for (node, &number) in expanded.iter().enumerate() {
        if let Some(call) = of(&known, number) {
            calls.contain(call, owner, NodeId::new(node));
        }
    }
}

/// Writes one body's control graph.
pub(super) struct BodyWriter<'l, 'a> {
    pub(super) lowering: &'l mut Lowering<'a>,
    pub(super) flow: Flow,
    /// Whether only declarations were seen so far: their initial values are then set when the
    /// process starts; later declarations are statements.
    pub(super) at_start: bool,
    /// Whether a `d_step` is open.
    in_deterministic: bool,
}

impl BodyWriter<'_, '_> {
    pub(super) fn sequence(&mut self, sequence: &Sequence, chain: &mut Chain) {
        for step in sequence {
            if self.lowering.diagnostics.are_enough() {
                return;
            }
            match step {
                Step::Declare(declaration) if self.lowering.in_claim => {
                    self.lowering.refuse_in_claim(declaration.ty_span, "a variable of its own");
                }
                Step::Declare(declaration) => self.declaration(declaration, chain),
                Step::Statement(statement) => {
                    self.at_start = false;
                    self.statement(statement, chain);
                }
                // A claim neither sends nor receives.
                Step::Exclusive { .. } if self.lowering.in_claim => {}
                Step::Exclusive { receive, channels, .. } => {
                    channels.iter().for_each(|channel| self.lowering.claim(channel, *receive));
                }
            }
        }
    }

    /// A sequence in braces: a scope of its own.
    fn scoped(&mut self, sequence: &Sequence, span: Span) -> Chain {
        self.at_start = false;
        let mut chain = Chain::default();
        self.lowering.scopes.open();
        self.sequence(sequence, &mut chain);
        self.lowering.scopes.close();
        if chain.ends.is_none() {
            self.lowering.error(span, "a sequence needs at least one statement");
        }
        chain
    }

    fn declaration(&mut self, declaration: &Declaration, chain: &mut Chain) {
        if self.at_start {
            self.lowering.declare(declaration);
            return;
        }
        for variable in &declaration.variables {
            if let Some(Initialiser::Channel(channel)) = &variable.initial {
                let message = "a channel must be made before the first statement of a body";
                self.lowering.error(channel.span, message);
            }
            self.lowering.declare_one(declaration, variable, None);
            let action = self.initial_assignment(variable);
            self.action(action, variable.name.span, chain);
        }
    }

    /// The statement that a declaration in the middle of a body is.
    fn initial_assignment(&mut self, variable: &ast::Variable) -> Action {
        let nothing = Action::Print { format: String::new(), arguments: Vec::new() };
        let Some(entry) = self.lowering.scopes.find(&variable.name.text) else { return nothing };
        let (Shape::Leaf(id), length) = (&entry.shape, entry.length) else { return nothing };
        let id = *id;
        let subscripts = length.map(|_| Expr::constant(0)).into_iter().collect();
        let place = self.lowering.builder.program.place(id, subscripts);
        let value = match &variable.initial {
            Some(Initialiser::Value(value)) => {
                if length.is_some() {
                    let message = "only the first element gets the initial value, as in SPIN";
                    let help = "declare the array before the first statement of the body";
                    let warning = diagnostics::Diagnostic::warning(value.span, message);
                    self.lowering.diagnostics.push(warning.help(help));
                }
                self.lowering.expr(value)
            }
            Some(Initialiser::List(_, span)) => {
                let message = "a list of initial values after the first statement of a body";
                let help = "declare the array before the first statement, or assign its elements";
                let error = diagnostics::Diagnostic::error(*span, message);
                self.lowering.diagnostics.push(error.help(help));
                Expr::constant(0)
            }
            Some(Initialiser::Channel(_)) | None => Expr::constant(0),
        };
        Action::Assign(place, value)
    }

    /// Appends an action.
    pub(super) fn action(&mut self, action: Action, span: Span, chain: &mut Chain) -> NodeId {
        let node = self.flow.node(NodeKind::Action(action), span);
        self.flow.append(chain, node);
        node
    }

    fn statement(&mut self, statement: &Statement, chain: &mut Chain) {
        if let Some(escape) = &statement.unless {
            self.escapable(statement, escape, chain);
            return;
        }
        self.plain(statement, chain);
    }

    /// `statement unless escape`. A label before a sequence in braces belongs to the whole.
    fn escapable(&mut self, statement: &Statement, escape: &Statement, chain: &mut Chain) {
        let span = statement.span;
        let grouped = matches!(
            statement.kind,
            StatementKind::Block(_) | StatementKind::Atomic(_) | StatementKind::DStep(_)
        );
        let lifted = grouped && !statement.labels.is_empty();
        let from = self.flow.numbered();
        let normal = self.course(statement, lifted);
        let between = self.flow.numbered();
        let late = match &statement.kind {
            StatementKind::Block(_) => 0,
            StatementKind::Atomic(_) if lifted => 0,
            StatementKind::Goto(_) | StatementKind::Break => between - from,
            _ => self.flow.heads(),
        };
        let escape = self.course(escape, false);
        self.flow.number_later(between - late..between);
        if lifted && matches!(statement.kind, StatementKind::DStep(_)) {
            self.flow.irregular(span);
        }
        if !lifted {
            self.flow.escapable(normal, escape, span, chain);
            return;
        }
        let mut inner = Chain::default();
        self.flow.escapable(normal, escape, span, &mut inner);
        if let Some(block) = self.flow.block(inner, span, chain) {
            self.label_all(block, &statement.labels);
        }
    }

    /// A side of an `unless`: what stands in braces, or the statement itself.
    fn course(&mut self, statement: &Statement, without_labels: bool) -> Chain {
        self.at_start = false;
        if let StatementKind::Block(body) = &statement.kind
            && (without_labels || statement.labels.is_empty())
        {
            return self.scoped(body, statement.span);
        }
        if let StatementKind::Atomic(body) = &statement.kind
            && without_labels
        {
            return self.atomic_body(body, statement.span);
        }
        let mut chain = Chain::default();
        if without_labels {
            self.unlabelled(statement, &mut chain);
        } else {
            self.plain(statement, &mut chain);
        }
        chain
    }

    /// What stands in the braces of an atomic sequence.
    fn atomic_body(&mut self, body: &Sequence, span: Span) -> Chain {
        let body = self.scoped(body, span);
        if let Some((first, last)) = body.ends {
            self.flow.make_atomic(first, last);
        }
        body
    }

    /// A statement without its `unless`.
    fn plain(&mut self, statement: &Statement, chain: &mut Chain) {
        if let StatementKind::Goto(_) | StatementKind::Break = &statement.kind {
            self.jump(statement, chain);
            return;
        }
        let head = self.unlabelled(statement, chain);
        if let Some(head) = head {
            self.label_all(head, &statement.labels);
        }
    }

    fn label_all(&mut self, node: NodeId, labels: &[ast::Name]) {
        for label in labels {
            let watched = self.lowering.is_watched(label);
            self.flow.label(node, label, watched);
        }
    }

    /// A `goto` or a `break`. A label that means something to the verifier goes to a skip.
    fn jump(&mut self, statement: &Statement, chain: &mut Chain) {
        let span = statement.span;
        let special = statement.labels.iter().any(|l| {
            ["accept", "end", "progress"].iter().any(|prefix| l.text.starts_with(prefix))
                || self.lowering.is_watched(l)
        });
        let jump = match &statement.kind {
            StatementKind::Goto(label) => Some(self.flow.goto(label, span)),
            _ => self.flow.break_out(span),
        };
        let Some(jump) = jump else {
            self.lowering.error(span, "`break` outside a loop");
            return;
        };
        let prefixed = |label: &ast::Name| {
            ["accept", "end", "progress"].iter().any(|prefix| label.text.starts_with(prefix))
        };
        if special && !statement.labels.iter().any(prefixed) {
            self.flow.number_elsewhere(jump, span);
        }
        let labelled = if special { self.action(Action::Skip, span, chain) } else { jump };
        // Only the first label moves to the skip, as in SPIN.
        let (first, others) = statement.labels.split_at(statement.labels.len().min(1));
        self.label_all(labelled, first);
        self.label_all(jump, others);
        self.flow.append(chain, jump);
    }

    /// Appends the statement's nodes; returns the one that its labels belong to.
    fn unlabelled(&mut self, statement: &Statement, chain: &mut Chain) -> Option<NodeId> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::If(options) => Some(self.choice(options, false, span, chain)),
            StatementKind::Do(options) => {
                self.flow.open_loop();
                Some(self.choice(options, true, span, chain))
            }
            StatementKind::ForRange { variable, from, to, body } => {
                let place = self.lowering.target(variable)?;
                let from = self.lowering.expr(from);
                let to = self.lowering.expr(to);
                Some(self.for_loop(place, from, to, body, span, chain))
            }
            StatementKind::ForIn { variable, collection, body } => {
                self.for_in(variable, collection, body, span, chain)
            }
            StatementKind::Select { variable, from, to, .. } => {
                let place = self.lowering.target(variable)?;
                if let Some(values) = few_values(&statement.kind) {
                    return Some(self.select_of(&place, values, span, chain));
                }
                let from = self.lowering.expr(from);
                let to = self.lowering.expr(to);
                Some(self.select(place, from, to, span, chain))
            }
            StatementKind::Atomic(body) => {
                let body = self.atomic_body(body, span);
                self.flow.block(body, span, chain)
            }
            // Within another, the inner one is nothing of its own, as in SPIN.
            StatementKind::DStep(body) if self.in_deterministic => {
                let body = self.scoped(body, span);
                self.flow.block(body, span, chain)
            }
            StatementKind::DStep(body) => {
                self.in_deterministic = true;
                let from = self.flow.len();
                let body = self.scoped(body, span);
                self.in_deterministic = false;
                Some(self.flow.deterministic(body, from, span, chain))
            }
            StatementKind::Block(body) => {
                let body = self.scoped(body, span);
                self.flow.block(body, span, chain)
            }
            StatementKind::Inline { body, .. } => {
                self.flow.open_expansion(span);
                let body = self.scoped(body, span);
                self.flow.close_expansion();
                self.flow.block(body, span, chain)
            }
            StatementKind::Goto(_) | StatementKind::Break => None,
            simple => {
                let action = self.simple(simple)?;
                Some(self.action(action, span, chain))
            }
        }
    }

    fn simple(&mut self, kind: &StatementKind) -> Option<Action> {
        let lowering = &mut *self.lowering;
        Some(match kind {
            StatementKind::Assign(path, value) if is_scratch(path) => {
                Action::Print { format: String::new(), arguments: vec![lowering.expr(value)] }
            }
            StatementKind::Assign(path, value) => {
                let place = lowering.target(path);
                if let ExprKind::Run { .. } = &value.kind {
                    return lowering.run(value, place);
                }
                let value = lowering.expr(value);
                Action::Assign(place?, value)
            }
            StatementKind::Increment(path) => {
                let place = lowering.target(path)?;
                step_by(place, BinaryOperator::Add)
            }
            StatementKind::Decrement(path) => {
                let place = lowering.target(path)?;
                step_by(place, BinaryOperator::Subtract)
            }
            StatementKind::Send { channel, sorted, arguments } => {
                let channel = lowering.channel(channel);
                let message = lowering.arguments(arguments);
                Action::Send { channel, sorted: *sorted, message }
            }
            StatementKind::Receive { channel, random, copy, arguments } => {
                Action::Receive(lowering.reception(channel, *random, *copy, arguments, true))
            }
            StatementKind::Expression(expr) => match &expr.kind {
                ExprKind::Run { .. } => return lowering.run(expr, None),
                _ => {
                    let condition = lowering.expr(expr);
                    match condition.number() {
                        Some(1) => Action::Skip,
                        _ => Action::Guard(condition),
                    }
                }
            },
            StatementKind::Else => Action::Else,
            StatementKind::Assert(expr) => Action::Assert(lowering.expr(expr)),
            StatementKind::Printf { format, arguments } => Action::Print {
                format: format.clone(),
                arguments: arguments.iter().map(|a| lowering.expr(a)).collect(),
            },
            StatementKind::Printm(expr) => {
                Action::Print { format: "%e".to_owned(), arguments: vec![lowering.expr(expr)] }
            }
            StatementKind::SetPriority(process, priority) => {
                Action::Spin(SpinAction::SetPriority {
                    process: lowering.expr(process),
                    priority: lowering.expr(priority),
                })
            }
            _ => return None,
        })
    }

    fn choice(
        &mut self,
        options: &[Sequence],
        is_loop: bool,
        span: Span,
        chain: &mut Chain,
    ) -> NodeId {
        self.at_start = false;
        let mut chains = Vec::with_capacity(options.len());
        for option in options {
            let mut chain = Chain::default();
            self.sequence(option, &mut chain);
            if chain.ends.is_none() {
                self.lowering.error(span, "an option needs at least one statement");
            }
            self.flow.prune_skips(&chain);
            chains.push(chain);
        }
        self.flow.choice(chains, is_loop, span, chain)
    }
}

/// `place operator bound`.
pub(super) fn compare(operator: BinaryOperator, place: &Place, bound: Expr) -> Expr {
    Expr::binary(operator, Expr::load(place.clone()), bound)
}

/// `place = place operator 1`.
pub(super) fn step_by(place: Place, operator: BinaryOperator) -> Action {
    let value = compare(operator, &place, Expr::constant(1));
    Action::Assign(place, value)
}

impl Lowering<'_> {
    /// Notes an `xr` or `xs`, for the variable and for the channels that it names for ever.
    fn claim(&mut self, path: &LValue, receive: bool) {
        let Some(place) = self.place_of_any(path) else { return };
        let program = &mut self.builder.program;
        let note = |exclusive: &mut Exclusive| {
            exclusive.receive |= receive;
            exclusive.send |= !receive;
        };
        note(&mut program.variables[place.index()].exclusive);
        for channel in self.channel_constants.get(&place).into_iter().flatten() {
            note(&mut program.channels[channel.index()].exclusive);
        }
    }

    fn run(&mut self, expr: &ast::Expr, result: Option<Place>) -> Option<Action> {
        let ExprKind::Run { process, arguments, priority } = &expr.kind else { return None };
        let Some(&(process_type, declared)) = self.processes.get(&process.text) else {
            self.unknown_proctype(process);
            return None;
        };
        let expected = self.argument_count(declared);
        let values = self.arguments(arguments);
        if values.len() != expected {
            let message =
                format!("`{}` takes {expected} arguments, {} given", process.text, values.len());
            let diagnostic = diagnostics::Diagnostic::error(expr.span, message)
                .label(declared.name.span, "declared here");
            self.diagnostics.push(diagnostic);
            return None;
        }
        let priority = self.initial_priority(priority.as_deref());
        Some(Action::Run { process_type, arguments: values, priority, result })
    }
}

/// Whether a place is `_`, which takes any value and holds none.
fn is_scratch(path: &ast::LValue) -> bool {
    matches!(&path.path[..], [part] if part.name.text == "_" && part.index.is_none())
}
