//! What the classes learn from a program: from initial values, actions and expressions.

use diagnostics::Span;
use machine::index::{ChannelId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, Expr, ExprKind, Initialiser, Place, ProcessType, Region, UnaryOperator,
};
use machine::uses::may_fail;

use super::classes::{Class, Classes, NumberUse};
use super::constraint::Constraint;
use super::noted::{CheckedRange, Flow, Holder};

impl<'m> Classes<'m> {
    /// Learns from the initial values of the locals of a process type.
    pub fn initialisers(&mut self, owner: usize, process_type: &'m ProcessType) {
        self.context = Some(ProcessTypeId::new(owner));
        self.span = process_type.span;
        process_type.initialisers.iter().for_each(|initialiser| self.initialiser(initialiser));
        for first in &process_type.first_messages {
            self.early_action(first.sending(), process_type.span);
        }
        self.context = None;
    }

    /// Learns that a place holds the value of an expression.
    fn assign(&mut self, place: &'m Place, value: &'m Expr, span: Span) {
        self.span = span;
        let content = self.place(place);
        let class = self.expr(value);
        self.alike(Constraint::AssignedAlike, content, class);
        self.flow(Holder::Variable(place.variable), Holder::Expr(value));
    }

    /// The late code moves a value.
    pub(super) fn flow(&mut self, to: Holder<'m>, from: Holder<'m>) {
        if !self.early {
            self.flows.push(Flow { to, from, context: self.context, span: self.span });
        }
    }

    /// Learns from an action that runs before all processes are started.
    pub fn early_action(&mut self, action: &'m Action, span: Span) {
        self.early = true;
        self.action(action, span);
        self.early = false;
    }

    /// Learns from the initial value of a global or constant cell.
    pub fn initialiser(&mut self, initialiser: &'m Initialiser) {
        self.early = true;
        self.assign(&initialiser.place, &initialiser.value, self.span);
        self.early = false;
    }

    /// Learns that a parameter receives the value of an argument: when a process is started, which no late code does.
    pub fn pass(&mut self, parameter: VariableId, argument: &'m Expr, span: Span) {
        self.early = true;
        self.span = span;
        let class = self.expr(argument);
        self.alike(Constraint::PassedAlike, self.content(parameter), class);
        self.early = false;
    }

    /// Learns that a parameter is given a channel of this declaration.
    pub fn introduce(&mut self, parameter: VariableId, channel: ChannelId, span: Span) {
        self.span = span;
        let class = self.channels[channel.index()];
        self.alike(Constraint::PassedAlike, self.content(parameter), class);
    }

    /// Learns that a variable holds processes.
    pub fn declared_process(&mut self, variable: VariableId) {
        let class = self.process_number();
        self.unify(self.content(variable), class);
    }

    /// Learns from a condition of a process type.
    pub fn condition(&mut self, condition: &'m Expr, span: Span) {
        self.span = span;
        self.truth(condition);
    }

    /// Learns from an action.
    pub fn action(&mut self, action: &'m Action, span: Span) {
        // What counts the rounds of a loop is never seen.
        let early = self.early;
        self.early |= self.folds.counts(action);
        self.span = span;
        self.learn(action, span);
        self.early = early;
    }

    fn learn(&mut self, action: &'m Action, span: Span) {
        match action {
            Action::Skip | Action::Else | Action::Terminate | Action::OutOfRoom => {}
            Action::Print { arguments, .. } => {
                for argument in arguments.iter().filter(|argument| may_fail(argument)) {
                    self.expr(argument);
                }
            }
            Action::Guard(expr) | Action::Assert(expr) => self.truth(expr),
            Action::Assign(place, value) => self.assign(place, value, span),
            Action::Send { channel, sorted, message } => self.send(channel, *sorted, message),
            Action::Receive(reception) => self.reception(reception),
            Action::Run { arguments, result, .. } => {
                arguments.iter().for_each(|a| {
                    self.expr(a);
                });
                if let Some(place) = result {
                    let content = self.place(place);
                    let root = self.root(content);
                    self.facts[root].process = true;
                }
            }
            Action::Spin(done) => done.operands().into_iter().for_each(|part| {
                self.expr(part);
            }),
            Action::Deterministic(block) => {
                for point in &block.points {
                    for (action, _) in &point.options {
                        self.action(action, point.span);
                    }
                }
            }
        }
    }

    /// The class of a place's content; its subscripts are learnt from.
    pub(super) fn place(&mut self, place: &'m Place) -> Class {
        if let Some(process) = place.other() {
            self.names_process(process);
        }
        for (dimension, subscript) in place.subscripts.iter().enumerate() {
            let class = self.expr(&subscript.index);
            self.unify(self.subscript(place.variable, dimension), class);
        }
        let content = self.content(place.variable);
        if place.region == Region::Constant && !self.early {
            self.constants_of(place, content);
        }
        content
    }

    /// What a constant, or any cell of a constant array, may hold.
    fn constants_of(&mut self, place: &Place, content: Class) {
        let variable = &self.machine.program.variables[place.variable.index()];
        // Their initial values were learnt from already.
        let cells = variable.offset..variable.offset + variable.cells();
        let values = cells.map(|cell| self.machine.constant(cell));
        let root = self.root(content);
        self.facts[root].constants.extend(values);
    }

    /// Learns from an expression of which only the truth matters.
    fn truth(&mut self, expr: &'m Expr) {
        let class = match &expr.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => {
                self.truth(operand);
                self.fresh()
            }
            ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, operands) => {
                self.truth(&operands.0);
                self.truth(&operands.1);
                self.fresh()
            }
            _ => {
                // The value is compared with 0.
                let class = self.expr(expr);
                self.constant(class, 0);
                class
            }
        };
        self.expressions.insert(expr, class);
    }

    pub(super) fn expr(&mut self, expr: &'m Expr) -> Class {
        if let Some(values) = self.folds.counted.get(expr).cloned() {
            let class = self.fresh();
            values.into_iter().for_each(|value| self.constant(class, value));
            self.expressions.insert(expr, class);
            return class;
        }
        if let Some(&value) = self.occupants.values.get(expr) {
            let class = self.fresh();
            self.constant(class, value);
            self.expressions.insert(expr, class);
            return class;
        }
        if let Some(class) = self.arithmetic(expr) {
            self.expressions.insert(expr, class);
            return class;
        }
        let class = match &expr.kind {
            ExprKind::Constant(value) => {
                let class = self.fresh();
                self.constant(class, *value);
                class
            }
            ExprKind::Channel(channel) => self.channels[channel.index()],
            ExprKind::OwnChannel(index) => self.own_channel(*index),
            ExprKind::Load(place) => self.place(place),
            ExprKind::Pid => self.process_number(),
            ExprKind::Timeout => self.plain("the value of `timeout`"),
            ExprKind::Unary(_, operand) => {
                self.truth(operand);
                self.plain("mixed with the result of an operator")
            }
            ExprKind::Binary(operator, operands) => self.binary(*operator, operands),
            ExprKind::Conditional(parts) => {
                self.truth(&parts.0);
                let (a, b) = (self.expr(&parts.1), self.expr(&parts.2));
                self.unify(a, b);
                a
            }
            ExprKind::Query(_, channel) => {
                self.fields(channel, 0);
                self.plain("mixed with the state of a channel")
            }
            ExprKind::Poll(reception) => {
                self.reception(reception);
                self.plain("mixed with the result of a poll")
            }
            ExprKind::At(process, _) => {
                self.names_process(process);
                self.plain("mixed with what is known of another process")
            }
            // Once: such expressions stand in one another.
            ExprKind::Existing(process) => self.names_process(process),
            ExprKind::Within(value, lowest, highest) => {
                let class = self.expr(value);
                if !self.early {
                    let used = NumberUse { span: self.span, what: "checked to be in a range" };
                    let (lowest, highest) = (*lowest, *highest);
                    self.ranges.push(CheckedRange { class, lowest, highest, used });
                }
                class
            }
            ExprKind::Spin(asked) => match asked.process() {
                Some(process) => {
                    self.names_process(process);
                    self.plain("mixed with what is known of another process")
                }
                None => self.plain("mixed with the number of processes"),
            },
            ExprKind::ProcessOf(_) => self.process_number(),
        };
        self.expressions.insert(expr, class);
        class
    }

    pub(super) fn process_number(&mut self) -> Class {
        let class = self.fresh();
        self.facts[class.0 as usize].process = true;
        class
    }

    /// Learns that the value of an expression names a process.
    fn names_process(&mut self, expr: &'m Expr) -> Class {
        let class = self.expr(expr);
        let root = self.root(class);
        self.facts[root].process |= self.keeps(Constraint::AskedProcess);
        class
    }

    /// The class of a process's own channel, in its initial values or in its code.
    fn own_channel(&self, index: u32) -> Class {
        let own = self.context.and_then(|of| self.own_channels[of.index()].get(index as usize));
        let own = own.expect("whoever names a channel of its own is known");
        self.channels[own.index()]
    }

    fn plain(&mut self, what: &'static str) -> Class {
        let class = self.computed();
        self.number(class, what);
        class
    }

    /// A logical operator or a comparison for equality.
    fn binary(&mut self, operator: BinaryOperator, operands: &'m (Expr, Expr)) -> Class {
        if matches!(operator, BinaryOperator::And | BinaryOperator::Or) {
            self.truth(&operands.0);
            self.truth(&operands.1);
        } else {
            let (a, b) = (self.expr(&operands.0), self.expr(&operands.1));
            self.alike(Constraint::ComparedAlike, a, b);
        }
        self.plain("mixed with the result of an operator")
    }
}
