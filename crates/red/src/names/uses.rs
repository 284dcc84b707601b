//! Where names are used.

use diagnostics::Span;
use logos::Logos;
use model::DeclaredKind;

use super::Names;
use crate::ast::{Expr, ExprKind, Mode, Model, Name, Quantifier, VariableKind};
use crate::lex::Kind;

impl Names<'_> {
    /// Finds the uses of names in a model, whose modes are declared as these.
    pub(super) fn uses(&mut self, model: &Model, modes: &[usize]) {
        for define in &model.defines {
            self.expression(&define.value);
        }
        model.counts.iter().for_each(|count| self.expression(count));
        for variable in &model.variables {
            if let VariableKind::Discrete(Some(range)) = &variable.kind {
                self.expression(&range.0);
                self.expression(&range.1);
            }
        }
        for (mode, &id) in model.modes.iter().zip(modes) {
            self.within = Some(id);
            self.in_mode(mode);
            self.within = None;
        }
        let conditions = model.initially.iter().chain(&model.risks);
        conditions.for_each(|condition| self.expression(&condition.condition));
    }

    fn in_mode(&mut self, mode: &Mode) {
        mode.invariant.iter().for_each(|invariant| self.expression(invariant));
        for rule in &mode.rules {
            self.expression(&rule.condition);
            for action in &rule.actions {
                self.expression(&action.target);
                self.expression(&action.value);
            }
            if let Some(target) = &rule.target {
                self.use_known(&target.text, target.span);
            }
        }
    }

    /// A use of what is declared, whatever quantifiers bind.
    fn use_known(&mut self, name: &str, span: Span) {
        let id = self.known.get(name).copied();
        self.note(id, name, span);
    }

    fn note(&mut self, id: Option<usize>, name: &str, span: Span) {
        let place = self.place_of(name, span);
        if let Some((id, place)) = id.zip(place) {
            self.found[id].uses.push(place);
        }
    }

    /// Where a name stands that perhaps has parentheses around it.
    fn place_of(&self, name: &str, span: Span) -> Option<Span> {
        let text = self.sources.snippet(span);
        let mut tokens = Kind::lexer(text).spanned();
        let (_, place) =
            tokens.find(|(kind, place)| *kind == Ok(Kind::Name) && &text[place.clone()] == name)?;
        let start = span.start + place.start as u32;
        Some(Span { start, end: start + name.len() as u32, ..span })
    }

    fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Number(_)
            | ExprKind::Null
            | ExprKind::Own
            | ExprKind::Truth(_)
            | ExprKind::Mode => (),
            ExprKind::Name(name) => {
                let bound = self.bound.iter().rev().find(|(bound, _)| bound == name);
                let id = bound.map(|&(_, id)| id).or_else(|| self.known.get(name).copied());
                self.note(id, name, expression.span);
            }
            ExprKind::Of(base, index) => {
                // Nothing that a quantifier binds has brackets.
                match &base.kind {
                    ExprKind::Name(name) => self.use_known(name, base.span),
                    _ => self.expression(base),
                }
                self.expression(index);
            }
            ExprKind::Arrow(one, other) => {
                self.expression(one);
                self.expression(other);
            }
            ExprKind::Negate(operand) | ExprKind::Not(operand) => self.expression(operand),
            ExprKind::Arithmetic(first, others) => {
                self.expression(first);
                others.iter().for_each(|(_, operand)| self.expression(operand));
            }
            ExprKind::Comparison(first, others) => {
                self.expression(first);
                others.iter().for_each(|(_, operand)| self.expression(operand));
            }
            ExprKind::And(operands) | ExprKind::Or(operands) => {
                operands.iter().for_each(|operand| self.expression(operand));
            }
            ExprKind::Implies(operands) => {
                self.expression(&operands.0);
                self.expression(&operands.1);
            }
            ExprKind::Quantified(quantifier, names, body) => {
                self.quantified(*quantifier, names, body);
            }
        }
    }

    fn quantified(&mut self, quantifier: Quantifier, names: &[Name], body: &Expr) {
        let word = if quantifier == Quantifier::All { "forall" } else { "exists" };
        let known = self.bound.len();
        for name in names {
            let text = format!("{word} {}", name.text);
            let id = self.declare(name, DeclaredKind::Parameter, name.span, text);
            self.bound.push((name.text.clone(), id));
        }
        self.expression(body);
        self.bound.truncate(known);
    }
}
