//! Statements and updates.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};

use super::Typing;
use super::expressions::Value;
use crate::ast::{Asked, Expr, ExprKind, Name, Operator, Query, Statement, Update, UpdateKind};
use crate::rules::Rule;
use crate::scope::Meaning;
use crate::types::TypeId;

/// A send or receive.
#[derive(Clone, Copy)]
struct Communication<'a> {
    channel: &'a Name,
    /// What has to be asked before.
    query: Query,
    rule: Rule,
}

impl<'a> Communication<'a> {
    fn of(update: &'a Update) -> Option<Communication<'a>> {
        let (channel, query, rule) = match &update.kind {
            UpdateKind::Send(channel, _) => (channel, Query::NotFull, Rule::Send),
            UpdateKind::Receive(channel, _) => (channel, Query::NotEmpty, Rule::Recv),
            UpdateKind::Skip | UpdateKind::Assign(..) => return None,
        };
        Some(Communication { channel, query, rule })
    }

    fn question(self) -> String {
        format!("{}({})", self.query.text(), self.channel.text)
    }

    /// What else a guard demands that asks the channel last: of `g && nfull(c)`, `g`.
    fn asked_by(self, guard: &Expr) -> Option<Option<&Expr>> {
        match &guard.kind {
            ExprKind::Binary(Operator::And, operands) if self.is(&operands.1) => {
                Some(Some(&operands.0))
            }
            _ => self.is(guard).then_some(None),
        }
    }

    /// Whether an expression is the question.
    fn is(self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Query(query, Asked::Name(channel))
            if *query == self.query && channel.text == self.channel.text)
    }
}

impl Typing<'_> {
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.guard_of(statement);
        for (place, update) in statement.updates.iter().enumerate() {
            if place > 0
                && let Some(communication) = Communication::of(update)
            {
                let what = "only the first update of a statement communicates";
                let mend = "make it the first of a statement of its own";
                self.violated(communication.rule, update.span, what, mend);
            }
            self.update(update);
        }
    }

    /// Sees that the guard is one, and that it asks the channel last if the first update uses one.
    fn guard_of(&mut self, statement: &Statement) {
        let guard = &statement.guard;
        let first = statement.updates.first().and_then(Communication::of);
        let Some(communication) = first else {
            self.guard(guard, Rule::Update, "a statement");
            return;
        };
        match communication.asked_by(guard) {
            Some(rest) => {
                if let Some(rest) = rest {
                    self.guard(rest, communication.rule, "`&&`");
                }
            }
            None => {
                let question = communication.question();
                let what = format!("the guard does not ask `{question}` as its last condition");
                let mend = format!("write `(...) && {question} -> ...`");
                self.violated(communication.rule, guard.span, &what, mend);
            }
        }
    }

    fn update(&mut self, update: &Update) {
        match &update.kind {
            UpdateKind::Skip => {}
            UpdateKind::Assign(target, value) => self.assignment(target, value),
            UpdateKind::Send(channel, message) => self.send(channel, message, update.span),
            UpdateKind::Receive(channel, targets) => self.receive(channel, targets, update.span),
        }
    }

    fn assignment(&mut self, target: &Name, expr: &Expr) {
        let value = self.value(expr);
        let Some(ty) = self.variable(target, Rule::Assign) else { return };
        if !self.fits_or_says(value, ty, expr.span) {
            let what = format!(
                "`{}` is {}, and this is {}",
                target.text,
                self.type_text(ty),
                self.text(value)
            );
            self.violated(Rule::Assign, expr.span, &what, "assign a value of the variable's type");
        }
    }

    /// The type of something that is written to; an error if it is no variable.
    fn variable(&mut self, target: &Name, rule: Rule) -> Option<TypeId> {
        if self.is_proctype(&target.text) {
            let what = format!("`{}` is a proctype, and no variable", target.text);
            self.violated(rule, target.span, &what, "name a variable");
            return None;
        }
        let entry = self.find(&target.text, target.span)?;
        if let Meaning::Channel(_) = entry.meaning {
            let what = format!("`{}` is a channel, and no variable", target.text);
            let help = "name a variable: a parameter of a channel type, such as `chan{int} c`";
            self.violated(rule, target.span, &what, help);
            return None;
        }
        entry.ty
    }

    fn send(&mut self, channel: &Name, message: &[Expr], span: Span) {
        let fields = self.fields_of(channel, Rule::Send, "messages are sent to a channel");
        let values: Vec<Value> = message.iter().map(|expr| self.value(expr)).collect();
        let Some(fields) = fields else { return };
        if !self.arity(Rule::Send, channel, fields.len(), message.len(), span) {
            return;
        }
        for ((&ty, &value), expr) in fields.iter().zip(&values).zip(message) {
            if !self.fits_or_says(value, ty, expr.span) {
                self.other_field(Rule::Send, channel, ty, value, expr.span);
            }
        }
    }

    fn receive(&mut self, channel: &Name, targets: &[Name], span: Span) {
        let fields = self.fields_of(channel, Rule::Recv, "messages are received from a channel");
        self.different(targets);
        let types: Vec<Option<TypeId>> =
            targets.iter().map(|target| self.variable(target, Rule::Recv)).collect();
        let Some(fields) = fields else { return };
        if !self.arity(Rule::Recv, channel, fields.len(), targets.len(), span) {
            return;
        }
        for ((&ty, found), target) in fields.iter().zip(types).zip(targets) {
            if let Some(found) = found.filter(|&found| !self.types.equal(found, ty)) {
                self.other_field(Rule::Recv, channel, ty, Value::Of(found), target.span);
            }
        }
    }

    /// Sees that no variable takes two fields: which value it would have is nowhere said (appendix B).
    fn different(&mut self, targets: &[Name]) {
        let mut seen = HashMap::new();
        for target in targets {
            if let Some(first) = seen.insert(&target.text, target.span) {
                let message = format!("{}: `{}` takes two fields", Rule::Recv, target.text);
                let diagnostic = Diagnostic::error(target.span, message);
                let diagnostic = diagnostic.label(first, "the first of them");
                self.say(diagnostic.help("receive each field in a variable of its own"));
            }
        }
    }

    /// Sees that a message has as many fields as the channel's.
    fn arity(&mut self, rule: Rule, channel: &Name, has: usize, given: usize, span: Span) -> bool {
        if has != given {
            let what = format!(
                "the messages of `{}` have {has} fields, and {given} are given",
                channel.text
            );
            let diagnostic = Diagnostic::error(span, format!("{rule}: {what}"));
            let help = format!("write {has}, with commas between them");
            let declared = self.declared(&channel.text).map(|entry| entry.span);
            let diagnostic = diagnostic.help(help);
            self.say(match declared {
                Some(span) => diagnostic.label(span, "declared here"),
                None => diagnostic,
            });
        }
        has == given
    }

    fn other_field(&mut self, rule: Rule, channel: &Name, ty: TypeId, value: Value, span: Span) {
        let what = format!(
            "the field of `{}` is {}, and this is {}",
            channel.text,
            self.type_text(ty),
            self.text(value)
        );
        self.violated(rule, span, &what, "types must agree, also within channel types");
    }
}
