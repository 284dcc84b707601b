//! From the syntax tree to a [`machine::program::Program`].
//!
//! The initial state is the one after `init`, which is no process here: the language gives the processes the
//! numbers 1, 2, …, and 0 names none of them. A statement, guard and updates, is one action: nothing comes
//! between.

use diagnostics::{Diagnostic, Span};
use machine::ProgramBuilder;
use machine::claim::{Atom, Claim, ClaimKind, Formula};
use machine::control::{ControlGraph, Node, NodeKind};
use machine::index::{ChannelId, NodeId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, CellType, Channel, ChannelQuery, DeterministicBlock,
    DeterministicPoint, Expr, Field, InitialProcess, Initialiser, Pattern, Place, ProcessType,
    Program, Reception, Region, UnaryOperator, Variable,
};
use machine::semantics::{Ending, FullChannel, GuardFault, Semantics};

use crate::ast::{self, Asked, ExprKind, Operator, Query, UpdateKind};
use crate::scope::{Entry, Meaning, Scope};
use crate::types::{Node as TypeNode, TypeId, Types};
use crate::typing::Typed;

/// The most cells that a state may have, as for Promela.
const MAX_CELLS: u32 = 1 << 20;
/// The most channels, as in SPIN.
const MAX_CHANNELS: usize = 255;

/// How models run. (Their processes never end.)
const SEMANTICS: Semantics = Semantics {
    ending: Ending::Stays,
    full_channel: FullChannel::Blocks,
    guard_fault: GuardFault::Fails,
    first_process: 1,
    ..Semantics::SPIN
};

/// Lowers a model that is well typed; that what is sought never holds becomes a claim.
///
/// # Errors
/// That it is too large.
pub(crate) fn lower(
    model: &ast::Model,
    sought: Option<&ast::Expr>,
    typed: &Typed,
) -> Result<Program, Diagnostic> {
    let nothing = Scope::default();
    let builder = ProgramBuilder::new(SEMANTICS);
    let mut lowering = Lowering {
        typed,
        nothing: &nothing,
        locals: &nothing,
        builder,
        met: Vec::new(),
        owner: None,
        owned: 0,
    };
    lowering.model(model)?;
    if let Some(sought) = sought {
        lowering.never(sought);
    }
    Ok(lowering.builder.finish())
}

struct Lowering<'a> {
    typed: &'a Typed,
    /// No names.
    nothing: &'a Scope,
    /// The names of the proctype at hand.
    locals: &'a Scope,
    builder: ProgramBuilder,
    /// The types of the channels so far, in words.
    met: Vec<(TypeId, String)>,
    /// The proctype at hand.
    owner: Option<ProcessTypeId>,
    /// The first of its variables.
    owned: usize,
}

impl<'a> Lowering<'a> {
    fn model(&mut self, model: &ast::Model) -> Result<(), Diagnostic> {
        for variable in &model.globals {
            self.variable(variable);
        }
        for channel in &model.channels {
            self.channel(channel)?;
        }
        for variable in &model.globals {
            let initialiser = self.initialiser(variable);
            self.builder.program.initialisers.extend(initialiser);
        }
        for (proctype, locals) in model.proctypes.iter().zip(&self.typed.locals) {
            self.proctype(proctype, locals);
        }
        for init in &model.inits {
            self.init(model, init);
        }
        Ok(())
    }

    /// That a guard never holds, as a claim.
    fn never(&mut self, sought: &ast::Expr) {
        self.locals = self.nothing;
        let atom = Formula::Atom(Atom { expr: self.expr(sought), span: sought.span });
        let never = Formula::Always(Box::new(Formula::Not(Box::new(atom))));
        let kind = ClaimKind::Formula(never);
        self.builder.program.claims.push(Claim { name: None, kind, span: sought.span });
    }

    fn channel(&mut self, channel: &ast::Channel) -> Result<(), Diagnostic> {
        if self.builder.program.channels.len() >= MAX_CHANNELS {
            let message = format!("too large: more than {MAX_CHANNELS} channels");
            return Err(Diagnostic::error(channel.span, message));
        }
        let entry = self.typed.globals.find(&channel.name.text);
        let types = entry.and_then(|entry| self.typed.types.fields(entry.ty?)).unwrap_or_default();
        let fields = types.iter().map(|&ty| self.field(ty)).collect();
        let (name, capacity) = (&channel.name.text, channel.capacity.value as u32);
        let message_type = entry.and_then(|entry| entry.ty).map(|ty| self.message_type(ty));
        self.builder.channel(Channel {
            message_type,
            ..Channel::new(name, capacity, fields, channel.span)
        });
        match self.builder.channel_beyond(None, MAX_CELLS) {
            None => Ok(()),
            Some(_) => {
                let message = format!("too large: a model may have {MAX_CELLS} cells");
                Err(Diagnostic::error(channel.span, message))
            }
        }
    }

    /// The type of a channel in words that no other type has. Long types are shortened, and a recursive one can be written in
    /// several ways: a type that was met in another way is written as it was then, and a shortened one has a number.
    fn message_type(&mut self, ty: TypeId) -> String {
        let types = &self.typed.types;
        if let Some((_, text)) = self.met.iter().find(|(met, _)| types.equal(*met, ty)) {
            return text.clone();
        }
        let mut text = types.fields_text(ty);
        if self.met.iter().any(|(_, met)| *met == text) {
            text += &format!(" ({})", self.met.len() + 1);
        }
        self.met.push((ty, text.clone()));
        text
    }

    fn field(&self, ty: TypeId) -> Field {
        let (cell, holds_channel) = self.cell(ty);
        Field { holds_channel, holds_process: ty == Types::PID, ..Field::new(cell) }
    }

    /// The range of the values of a type, and whether they are channels.
    fn cell(&self, ty: TypeId) -> (CellType, bool) {
        match self.typed.types.node(ty) {
            TypeNode::Int => (CellType::INT, false),
            TypeNode::Pid => (CellType::BYTE, false),
            TypeNode::Channel(_) => (CellType::BYTE, true),
        }
    }

    fn entry(&self, name: &str) -> Option<Entry> {
        self.locals.find(name).or_else(|| self.typed.globals.find(name))
    }

    fn variable(&mut self, variable: &ast::Variable) {
        let ty = self.entry(&variable.name.text).and_then(|entry| entry.ty);
        let (cell, holds_channels) = ty.map_or((CellType::INT, false), |ty| self.cell(ty));
        let region = self.owner.map_or(Region::Global, Region::Local);
        self.builder.variable(Variable {
            holds_channels,
            holds_processes: ty.is_some_and(|ty| ty == Types::PID),
            ..Variable::new(&variable.name.text, region, cell, variable.name.span)
        });
    }

    /// The initial value of a global variable.
    fn initialiser(&self, variable: &ast::Variable) -> Option<Initialiser> {
        let value = self.expr(variable.initial.as_ref()?);
        Some(Initialiser { place: self.place(&variable.name.text), value })
    }

    fn proctype(&mut self, proctype: &ast::Proctype, locals: &'a Scope) {
        let id = self.builder.next_process_type();
        self.locals = locals;
        self.owner = Some(id);
        self.owned = self.builder.program.variables.len();
        for variable in &proctype.parameters {
            self.variable(variable);
        }
        let parameter = |place| VariableId::new(self.owned + place);
        let span = proctype.name.span;
        let control = self.control(&proctype.statements, span);
        let process_type = ProcessType {
            parameters: (0..proctype.parameters.len()).map(parameter).collect(),
            ..ProcessType::new(&proctype.name.text, control, span)
        };
        self.builder.process_type(process_type);
    }

    /// A loop: the choice between the statements, and after each the choice again.
    fn control(&self, statements: &[ast::Statement], span: Span) -> ControlGraph {
        let options = (1..=statements.len()).map(NodeId::new).collect();
        let mut nodes = vec![node(0, NodeKind::Choice(options), None, span)];
        for statement in statements {
            let kind = NodeKind::Action(self.statement(statement));
            nodes.push(node(nodes.len(), kind, Some(NodeId::new(0)), statement.span));
        }
        ControlGraph { nodes, first: NodeId::new(0) }
    }

    fn statement(&self, statement: &ast::Statement) -> Action {
        let guard = (Action::Guard(self.expr(&statement.guard)), statement.guard.span);
        let updates = statement.updates.iter().map(|update| (self.update(update), update.span));
        let last = statement.updates.len();
        let points = std::iter::once(guard).chain(updates).enumerate();
        let point = |(index, (action, span)): (usize, (Action, Span))| {
            let next = (index < last).then_some(index as u32 + 1);
            DeterministicPoint { options: vec![(action, next)], span }
        };
        Action::Deterministic(Box::new(DeterministicBlock::new(points.map(point).collect())))
    }

    fn update(&self, update: &ast::Update) -> Action {
        match &update.kind {
            UpdateKind::Skip => Action::Skip,
            UpdateKind::Assign(target, value) => {
                Action::Assign(self.place(&target.text), self.expr(value))
            }
            UpdateKind::Send(channel, message) => Action::Send {
                channel: self.name(&channel.text),
                sorted: false,
                message: message.iter().map(|value| self.expr(value)).collect(),
            },
            UpdateKind::Receive(channel, targets) => Action::Receive(Reception {
                channel: self.name(&channel.text),
                random: false,
                copy: false,
                patterns: targets.iter().map(|t| Pattern::Store(self.place(&t.text))).collect(),
            }),
        }
    }

    fn name(&self, name: &str) -> Expr {
        match self.entry(name).map(|entry| entry.meaning) {
            Some(Meaning::Channel(place)) => Expr::channel(ChannelId::new(place)),
            _ => Expr::load(self.place(name)),
        }
    }

    fn place(&self, name: &str) -> Place {
        let id = match self.entry(name).map(|entry| entry.meaning) {
            Some(Meaning::Local(place)) => VariableId::new(self.owned + place),
            Some(Meaning::Global(place)) => VariableId::new(place),
            // A name of a channel or of nothing is never written to in a model that is well typed.
            Some(Meaning::Channel(_)) | None => VariableId::new(0),
        };
        self.builder.program.place(id, Vec::new())
    }

    fn expr(&self, expr: &ast::Expr) -> Expr {
        match &expr.kind {
            ExprKind::Number(number) => Expr::constant(*number),
            ExprKind::Null => Expr::constant(0),
            ExprKind::OwnPid => Expr::pid(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Parenthesised(inner) => self.expr(inner),
            ExprKind::Query(_, Asked::Null) => Expr::constant(0),
            ExprKind::Query(query, Asked::Name(channel)) => self.query(*query, &channel.text),
            ExprKind::Not(operand) => Expr::unary(UnaryOperator::Not, self.expr(operand)),
            ExprKind::Binary(operator, operands) => {
                let (left, right) = (self.expr(&operands.0), self.expr(&operands.1));
                Expr::binary(binary(*operator), left, right)
            }
        }
    }

    /// Of no channel, the answers are 0 and false. (Donaldson and Miller 2008, appendix B.)
    fn query(&self, query: Query, channel: &str) -> Expr {
        let asked = self.name(channel);
        let exists =
            || Expr::binary(BinaryOperator::NotEqual, self.name(channel), Expr::constant(0));
        let is_declared =
            matches!(self.entry(channel).map(|e| e.meaning), Some(Meaning::Channel(_)));
        let (query, is_length) = match query {
            Query::Length => (ChannelQuery::Length, true),
            Query::NotFull => (ChannelQuery::NotFull, false),
            Query::NotEmpty => (ChannelQuery::NotEmpty, false),
        };
        let answer = Expr::query(query, asked);
        match (is_declared, is_length) {
            (true, _) => answer,
            (false, true) => Expr::conditional(exists(), answer, Expr::constant(0)),
            (false, false) => Expr::binary(BinaryOperator::And, exists(), answer),
        }
    }

    /// Everybody whom `init` starts is there.
    fn init(&mut self, model: &ast::Model, init: &ast::Init) {
        self.locals = self.nothing;
        for run in &init.runs {
            let name = &run.proctype.text;
            let place = model.proctypes.iter().position(|p| p.name.text == *name);
            let arguments = run.arguments.iter().map(|argument| self.expr(argument)).collect();
            let process = |place| InitialProcess::new(ProcessTypeId::new(place), arguments);
            place.map(process).into_iter().for_each(|process| self.builder.start(process));
        }
    }
}

fn node(number: usize, kind: NodeKind, next: Option<NodeId>, span: Span) -> Node {
    Node { next, number: number as u32, ..Node::new(kind, span) }
}

fn binary(operator: Operator) -> BinaryOperator {
    match operator {
        Operator::Or => BinaryOperator::Or,
        Operator::And => BinaryOperator::And,
        Operator::Equal => BinaryOperator::Equal,
        Operator::NotEqual => BinaryOperator::NotEqual,
        Operator::Less => BinaryOperator::Less,
        Operator::LessEqual => BinaryOperator::LessEqual,
        Operator::Greater => BinaryOperator::Greater,
        Operator::GreaterEqual => BinaryOperator::GreaterEqual,
        Operator::Add => BinaryOperator::Add,
        Operator::Subtract => BinaryOperator::Subtract,
        Operator::Multiply => BinaryOperator::Multiply,
    }
}
