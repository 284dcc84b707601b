//! Which global names a model reads and writes, before anything is resolved.
//!
//! A global that is never written is a constant and needs no place in the state; one that is
//! never read need not be remembered (SPIN hides such variables too, see its option `-o2`). Names
//! are compared as text: a local of the same name makes the answer more cautious, never wrong.

use std::collections::HashSet;

use super::PRIORITY;
use super::loops::few_values;
use crate::ast::{
    BinaryOperator, Body, Declaration, Expr, ExprKind, Formula, FormulaKind, Initialiser, LValue,
    Model, ReceiveArgument, Sequence, Statement, StatementKind, Step, Type, Unit,
};

/// The names that are read and those that are written.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Names whose value is used somewhere other than in `printf`.
    pub read: HashSet<String>,
    /// Names that a statement writes.
    pub written: HashSet<String>,
    /// Labels that processes or properties name, each with its process type.
    pub watched: HashSet<(String, String)>,
    /// Whether processes have priorities.
    pub priorities: bool,
    /// Whether it is asked which processes can move.
    pub enabled: bool,
    /// Whether it is asked who moved last.
    pub last: bool,
    /// Names of channels.
    channels: HashSet<String>,
}

impl Access {
    /// Collects the names of a model; whether its claims are part of it.
    #[must_use]
    pub fn of(model: &Model, with_claims: bool) -> Access {
        let mut access = Access::default();
        for unit in &model.units {
            match unit {
                Unit::Variables(declaration) => access.declaration(declaration),
                Unit::Proctype(proctype) => {
                    access.priorities |= proctype.priority.is_some();
                    proctype.provided.iter().for_each(|e| access.expr(e));
                    access.body(&proctype.body);
                }
                Unit::Init(body) => {
                    access.priorities |= body.priority.is_some();
                    access.body(body);
                }
                Unit::Never(_, body) => access.claim(with_claims, |access| access.body(body)),
                Unit::Trace { body, .. } => access.claim(false, |access| access.body(body)),
                Unit::Ltl { tree, .. } => access.claim(with_claims, |access| access.formula(tree)),
                Unit::Mtype(_) | Unit::Typedef(_) => {}
            }
        }
        access
    }

    /// What a claim asks for that is not part of the model does not change what the processes do.
    fn claim(&mut self, is_part: bool, collect: impl FnOnce(&mut Access)) {
        let asked = (self.priorities, self.enabled, self.last);
        collect(self);
        if !is_part {
            (self.priorities, self.enabled, self.last) = asked;
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Atom(expr) => self.expr(expr),
            FormulaKind::Unary(_, part) => self.formula(part),
            FormulaKind::Binary(_, left, right) => {
                self.formula(left);
                self.formula(right);
            }
        }
    }

    /// Whether a body names labels of other processes.
    #[must_use]
    pub fn names_labels(body: &Body) -> bool {
        let mut access = Access::default();
        access.body(body);
        !access.watched.is_empty()
    }

    fn body(&mut self, body: &Body) {
        self.sequence(&body.steps);
    }

    fn sequence(&mut self, sequence: &Sequence) {
        for step in sequence {
            match step {
                Step::Declare(declaration) => self.declaration(declaration),
                Step::Statement(statement) => self.statement(statement),
                Step::Exclusive { channels, .. } => channels.iter().for_each(|c| self.read(c)),
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        for variable in &declaration.variables {
            if declaration.ty == Type::Chan {
                self.channels.insert(variable.name.text.clone());
            }
            match &variable.initial {
                Some(Initialiser::Value(value)) => self.expr(value),
                Some(Initialiser::List(values, _)) => values.iter().for_each(|v| self.expr(v)),
                Some(Initialiser::Channel(_)) | None => {}
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if let Some(escape) = &statement.unless {
            self.statement(escape);
        }
        match &statement.kind {
            StatementKind::Assign(place, value) => {
                self.write(place);
                self.expr(value);
            }
            StatementKind::Increment(place) | StatementKind::Decrement(place) => self.write(place),
            StatementKind::Send { channel, arguments, .. } => {
                self.read(channel);
                arguments.iter().for_each(|a| self.expr(a));
            }
            StatementKind::Receive { channel, arguments, .. } => {
                self.read(channel);
                self.pattern(arguments, true);
            }
            StatementKind::Expression(expr) | StatementKind::Assert(expr) => self.expr(expr),
            StatementKind::SetPriority(a, b) => {
                self.priorities = true;
                self.expr(a);
                self.expr(b);
            }
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter().for_each(|o| self.sequence(o));
            }
            StatementKind::ForRange { variable, from, to, body } => {
                self.modify(variable);
                self.expr(from);
                self.expr(to);
                self.sequence(body);
            }
            StatementKind::ForIn { variable, collection, body } => {
                self.modify(variable);
                // A loop over an array does not look at its elements.
                let root = collection.path.first().map(|part| &part.name.text);
                if root.is_some_and(|name| self.channels.contains(name)) {
                    self.read(collection);
                    self.write(collection);
                }
                self.sequence(body);
            }
            // SPIN spells such a `select` out as a choice of assignments.
            StatementKind::Select { variable, .. } if few_values(&statement.kind).is_some() => {
                self.write(variable);
            }
            StatementKind::Select { variable, from, to, .. } => {
                self.modify(variable);
                self.expr(from);
                self.expr(to);
            }
            StatementKind::Atomic(body)
            | StatementKind::DStep(body)
            | StatementKind::Block(body) => self.sequence(body),
            StatementKind::Inline { arguments, body, .. } => {
                arguments.iter().for_each(|a| self.expr(a));
                self.sequence(body);
            }
            // Printing is no use of a value.
            StatementKind::Printf { arguments, .. } => self.printed(arguments),
            StatementKind::Printm(argument) => self.printed(std::slice::from_ref(argument)),
            StatementKind::Else | StatementKind::Break | StatementKind::Goto(_) => {}
        }
    }

    fn pattern(&mut self, arguments: &[ReceiveArgument], stores: bool) {
        for argument in arguments {
            match argument {
                ReceiveArgument::Store(place) if stores => self.modify(place),
                ReceiveArgument::Store(place) => self.read(place),
                ReceiveArgument::Any(_) => {}
                ReceiveArgument::Match(expr) | ReceiveArgument::Eval(expr) => self.expr(expr),
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(place) | ExprKind::Channel(_, place) => self.read(place),
            ExprKind::Unary(_, operand) | ExprKind::PcValue(operand) => self.expr(operand),
            ExprKind::Enabled(operand) => {
                self.enabled = true;
                self.expr(operand);
            }
            ExprKind::GetPriority(operand) => {
                self.priorities = true;
                self.expr(operand);
            }
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, a, b) => {
                self.expr(condition);
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Poll { channel, arguments, .. } => {
                self.read(channel);
                self.pattern(arguments, false);
            }
            ExprKind::Run { arguments, priority, .. } => {
                self.priorities |= priority.is_some();
                arguments.iter().for_each(|a| self.expr(a));
            }
            ExprKind::RemoteLabel { process, instance, label } => {
                instance.iter().for_each(|i| self.expr(i));
                self.watched.insert((process.text.clone(), label.text.clone()));
            }
            ExprKind::RemoteVariable { instance, variable, .. } => {
                instance.iter().for_each(|i| self.expr(i));
                self.read(variable);
            }
            ExprKind::Number(_)
            | ExprKind::Timeout
            | ExprKind::NonProgress
            | ExprKind::Pid
            | ExprKind::ProcessCount
            | ExprKind::Scratch => {}
            ExprKind::Last => self.last = true,
            ExprKind::Priority => self.priorities = true,
        }
    }

    fn read(&mut self, place: &LValue) {
        self.subscripts(place);
        if let Some(root) = place.path.first() {
            self.read.insert(root.name.text.clone());
        }
    }

    fn write(&mut self, place: &LValue) {
        self.subscripts(place);
        if let Some(root) = place.path.first() {
            self.priorities |= root.name.text == PRIORITY;
            self.written.insert(root.name.text.clone());
        }
    }

    fn modify(&mut self, place: &LValue) {
        self.read(place);
        self.write(place);
    }

    /// What is printed is not read. But it may name what is there only if it is named.
    fn printed(&mut self, arguments: &[Expr]) {
        let read = self.read.clone();
        arguments.iter().for_each(|a| self.expr(a));
        self.read = read;
        arguments.iter().for_each(|a| self.decisive(a));
    }

    /// Whether what is printed has a value at all is an answer: what that depends on is read. (SPIN takes it for unused, and
    /// looks at whatever was stored there last.)
    fn decisive(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(place) => self.subscripts(place),
            ExprKind::Unary(_, operand) => self.decisive(operand),
            ExprKind::Binary(operator, left, right) => {
                let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
                let decides = matches!(operator, BinaryOperator::And | BinaryOperator::Or);
                if decides && may_fail(right) {
                    self.expr(left)
                } else {
                    self.decisive(left)
                }
                if divides { self.expr(right) } else { self.decisive(right) }
            }
            ExprKind::Conditional(condition, a, b) => {
                let decides = may_fail(a) || may_fail(b);
                if decides {
                    self.expr(condition)
                } else {
                    self.decisive(condition)
                }
                self.decisive(a);
                self.decisive(b);
            }
            _ if may_fail(expr) => self.expr(expr),
            _ => {}
        }
    }

    fn subscripts(&mut self, place: &LValue) {
        for index in place.path.iter().filter_map(|part| part.index.as_ref()) {
            self.expr(index);
        }
    }
}

/// Whether the evaluation of an expression may end in a run-time error, as far as its form tells.
fn may_fail(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Variable(place) => place.path.iter().any(|part| part.index.is_some()),
        ExprKind::Unary(_, operand)
        | ExprKind::PcValue(operand)
        | ExprKind::GetPriority(operand) => may_fail(operand),
        ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, ..)
        | ExprKind::Channel(..)
        | ExprKind::Poll { .. }
        | ExprKind::RemoteVariable { .. }
        | ExprKind::Enabled(_) => true,
        ExprKind::Binary(_, left, right) => may_fail(left) || may_fail(right),
        ExprKind::Conditional(condition, a, b) => {
            [condition, a, b].into_iter().any(|e| may_fail(e))
        }
        _ => false,
    }
}
