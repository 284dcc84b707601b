//! Statements and updates.

use diagnostics::{Diagnostic, Span};

use super::Typing;
use super::expressions::Value;
use crate::ast::{Expr, Name, Statement, Update, UpdateKind};
use crate::rules::Rule;
use crate::scope::Meaning;
use crate::types::TypeId;

impl Typing<'_> {
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.truth(&statement.guard, Rule::Statement, "a statement");
        for update in &statement.updates {
            self.update(update);
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
        let entry = self.find(&target.text, target.span)?;
        if let Meaning::Channel(_) = entry.meaning {
            let what = format!("`{}` is a channel, and no variable", target.text);
            let help = "declare a variable of a channel type, such as `chan{int} c = null`";
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
        let fields = self.fields_of(channel, Rule::Receive, "messages are received from a channel");
        let types: Vec<Option<TypeId>> =
            targets.iter().map(|target| self.variable(target, Rule::Receive)).collect();
        let Some(fields) = fields else { return };
        if !self.arity(Rule::Receive, channel, fields.len(), targets.len(), span) {
            return;
        }
        for ((&ty, found), target) in fields.iter().zip(types).zip(targets) {
            if let Some(found) = found.filter(|&found| !self.types.equal(found, ty)) {
                self.other_field(Rule::Receive, channel, ty, Value::Of(found), target.span);
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
