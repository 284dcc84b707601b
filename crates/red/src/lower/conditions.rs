//! Conditions: true, false, or without a value.
//!
//! A comparison of names that quantifiers bind, as `i != j`, is decided when the quantifier is written out, and what it decides is
//! not evaluated: `forall i, j: i != j => ...` says nothing of pairs of a process with itself. Everything else is evaluated in the
//! state, where by default a connective has no value if one of its operands has none (Sect. 2.2 of the paper).

use diagnostics::Span;
use machine::index::LabelId;
use machine::program::{BinaryOperator, Expr, ExprKind as MachineKind, UnaryOperator};
use machine::uses::walk_expr;

use super::scope::{At, Scope};
use super::values::{Made, Valued};
use crate::ast::{self, ExprKind, Name, Quantifier, Relation};
use crate::lower::declared::Meaning;
use crate::model::Logic;

/// The truth of a condition.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    /// It is known once quantifiers are written out.
    Decided(bool),
    /// It is seen in the state.
    Seen(Expr),
}

/// Connectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connective {
    And,
    Or,
}

impl Truth {
    /// The condition as an expression.
    pub fn expr(self) -> Expr {
        match self {
            Truth::Decided(truth) => Expr::constant(i32::from(truth)),
            Truth::Seen(expr) => expr,
        }
    }

    fn negated(self) -> Truth {
        match self {
            Truth::Decided(truth) => Truth::Decided(!truth),
            Truth::Seen(expr) => Truth::Seen(Expr::unary(UnaryOperator::Not, expr)),
        }
    }
}

impl Scope<'_, '_> {
    /// The truth of a condition; none if something is wrong, which was said.
    pub fn truth(&mut self, expr: &ast::Expr, at: &At) -> Option<Truth> {
        let span = expr.span;
        self.lowering.spend(1, span)?;
        match &expr.kind {
            ExprKind::Truth(truth) => {
                let known = Expr::constant(i32::from(*truth));
                Some(Truth::Seen(super::values::guarded(known, at)))
            }
            ExprKind::Not(operand) => Some(self.truth(operand, at)?.negated()),
            ExprKind::And(operands) => self.joined(Connective::And, operands, at),
            ExprKind::Or(operands) => self.joined(Connective::Or, operands, at),
            ExprKind::Implies(operands) => {
                let premise = self.truth(&operands.0, at)?.negated();
                let conclusion = self.truth(&operands.1, at)?;
                Some(self.connected(Connective::Or, vec![premise, conclusion]))
            }
            ExprKind::Comparison(first, others) => self.comparison(first, others, at),
            ExprKind::Quantified(quantifier, names, body) => {
                let connective = match quantifier {
                    Quantifier::All => Connective::And,
                    Quantifier::Some => Connective::Or,
                };
                let mut instances = Vec::new();
                self.each_instance(names, &mut |scope| {
                    instances.push(scope.truth(body, at)?);
                    Some(())
                })?;
                Some(self.connected(connective, instances))
            }
            ExprKind::Of(base, index) => self.mode_test(base, index, at, span),
            ExprKind::Arrow(pointer, inner) => {
                let pointer = self.value(pointer, at)?;
                let there = At::process(pointer.expr, self.count());
                self.truth(inner, &there)
            }
            ExprKind::Name(name) => self.not_true(name, span),
            ExprKind::Number(_)
            | ExprKind::Null
            | ExprKind::Own
            | ExprKind::Mode
            | ExprKind::Negate(_)
            | ExprKind::Arithmetic(..) => self.no_condition(span),
        }
    }

    fn no_condition<T>(&mut self, span: Span) -> Option<T> {
        let help = "compare it with something, as in `x != 0`";
        self.wrong(span, "this is a number, and a condition is wanted here", help)
    }

    /// Refuses a name that stands as a condition.
    fn not_true<T>(&mut self, name: &str, span: Span) -> Option<T> {
        let is_bound = self.bound.iter().any(|(bound, _)| bound == name);
        match self.lowering.declared.names.get(name) {
            Some(Meaning::Mode(_)) if !is_bound => {
                let message = format!("which process is in mode `{name}`?");
                self.wrong(
                    span,
                    message,
                    format!("write `{name}[1]`, `{name}[P]` or `mode == {name}`"),
                )
            }
            None if !is_bound => {
                self.lowering.declared.unknown(span, name);
                None
            }
            _ => self.no_condition(span),
        }
    }

    /// Calls `visit` with names bound to each choice of processes.
    pub fn each_instance(
        &mut self,
        names: &[Name],
        visit: &mut dyn FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let Some((first, others)) = names.split_first() else { return visit(self) };
        if self.lowering.declared.names.contains_key(first.text.as_str()) {
            let message = format!("`{}` has a meaning already", first.text);
            return self.wrong(first.span, message, "choose another name for the process");
        }
        for process in 1..=self.count() {
            self.bound.push((first.text.clone(), process));
            let visited = self.each_instance(others, visit);
            self.bound.pop();
            visited?;
        }
        Some(())
    }

    fn joined(&mut self, connective: Connective, operands: &[ast::Expr], at: &At) -> Option<Truth> {
        let parts = operands.iter().map(|operand| self.truth(operand, at));
        let parts: Option<Vec<Truth>> = parts.collect();
        Some(self.connected(connective, parts?))
    }

    /// Conditions, joined.
    pub fn connected(&self, connective: Connective, parts: Vec<Truth>) -> Truth {
        let mut seen = Vec::new();
        for part in parts {
            match part {
                Truth::Decided(truth) if decides(connective, truth) => {
                    return Truth::Decided(truth);
                }
                Truth::Decided(_) => {}
                Truth::Seen(expr) => seen.push(expr),
            }
        }
        match self.lowering.options.logic.joined(connective, seen, self.count()) {
            Some(expr) => Truth::Seen(expr),
            None => Truth::Decided(connective == Connective::And),
        }
    }

    /// `a < b <= c`
    fn comparison(
        &mut self,
        first: &ast::Expr,
        others: &[(Relation, ast::Expr)],
        at: &At,
    ) -> Option<Truth> {
        let mut left = first;
        let mut parts = Vec::new();
        for (relation, right) in others {
            parts.push(self.compared(*relation, left, right, at)?);
            left = right;
        }
        Some(self.connected(Connective::And, parts))
    }

    /// Two operands, compared.
    pub fn compared(
        &mut self,
        relation: Relation,
        left: &ast::Expr,
        right: &ast::Expr,
        at: &At,
    ) -> Option<Truth> {
        if let Some(asked) = self.mode_compared(relation, left, right, at)? {
            return Some(asked);
        }
        if let Some(asked) = self.mode_compared(relation.mirrored(), right, left, at)? {
            return Some(asked);
        }
        let (left, right) = (self.value(left, at)?, self.value(right, at)?);
        let made = left.made.max(right.made);
        if let (Made::BoundNames, Some(a), Some(b)) = (made, left.constant(), right.constant()) {
            return Some(Truth::Decided(relation.holds(a, b)));
        }
        Some(Truth::Seen(Expr::binary(relation.operator(), left.expr, right.expr)))
    }

    /// `mode[e] < NUMBER` asks for the modes with such numbers. None inside: it is no such comparison.
    fn mode_compared(
        &mut self,
        relation: Relation,
        mode: &ast::Expr,
        number: &ast::Expr,
        at: &At,
    ) -> Option<Option<Truth>> {
        let process = match &mode.kind {
            ExprKind::Mode => {
                self.spend_on_modes(at, mode.span)?;
                self.process(at, mode.span, "`mode`")?
            }
            ExprKind::Of(base, index) if matches!(base.kind, ExprKind::Mode) => {
                let there = self.indexed(index, at)?;
                self.spend_on_modes(&there, base.span)?;
                self.process(&there, base.span, "`mode`")?
            }
            _ => return Some(None),
        };
        let Valued { expr, made, .. } = self.value(number, at)?;
        let (Some(number), true) = (expr.constant_value(), made != Made::State) else {
            return Some(None);
        };
        let modes = 0..self.lowering.declared.modes;
        let asked: Vec<Truth> = modes
            .filter(|&mode| relation.holds(mode as i32, number))
            .map(|mode| Truth::Seen(Expr::at(process.clone(), LabelId::new(mode))))
            .collect();
        // A process that is not there is in no mode at all.
        if asked.is_empty() {
            return Some(None);
        }
        Some(Some(self.connected(Connective::Or, asked)))
    }

    /// `NAME[e]`: whether a process is in a mode.
    fn mode_test(
        &mut self,
        base: &ast::Expr,
        index: &ast::Expr,
        at: &At,
        span: Span,
    ) -> Option<Truth> {
        let ExprKind::Name(name) = &base.kind else { return self.no_condition(span) };
        let mode = match self.lowering.declared.names.get(name.as_str()) {
            Some(&Meaning::Mode(mode)) => mode,
            Some(_) => return self.no_condition(span),
            None => {
                self.lowering.declared.unknown(base.span, name);
                return None;
            }
        };
        let there = self.indexed(index, at)?;
        let process = self.process(&there, base.span, "the mode")?;
        Some(Truth::Seen(Expr::at(process, LabelId::new(mode))))
    }
}

/// Whether one such operand is all that counts.
fn decides(connective: Connective, truth: bool) -> bool {
    truth == (connective == Connective::Or)
}

impl Logic {
    /// Conditions, joined by halves, so that the whole is no deeper than it must be; none if there are none. Of truth values a
    /// bitwise operator makes a truth value, and evaluates both operands. Where all of them have a value in every state with these many
    /// processes, that need not be: what decides is the value, whatever the others are.
    pub(super) fn joined(
        self,
        connective: Connective,
        mut parts: Vec<Expr>,
        processes: i32,
    ) -> Option<Expr> {
        let evaluates_all =
            self == Logic::Strict && !parts.iter().all(|part| has_a_value(part, processes));
        let operator = match (evaluates_all, connective) {
            (true, Connective::And) => BinaryOperator::BitAnd,
            (true, Connective::Or) => BinaryOperator::BitOr,
            (false, Connective::And) => BinaryOperator::And,
            (false, Connective::Or) => BinaryOperator::Or,
        };
        while parts.len() > 1 {
            let mut halves = Vec::with_capacity(parts.len().div_ceil(2));
            let mut rest = parts.into_iter();
            while let Some(first) = rest.next() {
                halves.push(match rest.next() {
                    Some(second) => Expr::binary(operator, first, second),
                    None => first,
                });
            }
            parts = halves;
        }
        parts.pop()
    }
}

/// Whether an expression has a value in every state with these many processes, as far as its form tells.
fn has_a_value(expr: &Expr, processes: i32) -> bool {
    let is_there = |process: &Expr| match process.kind {
        MachineKind::Pid => true,
        MachineKind::Constant(number) => (1..=processes).contains(&number),
        _ => false,
    };
    let mut has = true;
    walk_expr(expr, &mut |part| {
        has &= match &part.kind {
            MachineKind::Load(place) => place.other().is_none_or(is_there),
            MachineKind::At(process, _) => is_there(process),
            MachineKind::Existing(_) | MachineKind::Within(..) => false,
            MachineKind::Binary(BinaryOperator::Divide, operands) => {
                operands.1.constant_value().is_some_and(|divisor| divisor != 0)
            }
            _ => true,
        }
    });
    has
}

impl Relation {
    /// The relation that holds of operands the other way round.
    fn mirrored(self) -> Relation {
        match self {
            Relation::Equal | Relation::NotEqual => self,
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
        }
    }

    fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::LessEqual => left <= right,
            Relation::Greater => left > right,
            Relation::GreaterEqual => left >= right,
        }
    }

    fn operator(self) -> BinaryOperator {
        match self {
            Relation::Equal => BinaryOperator::Equal,
            Relation::NotEqual => BinaryOperator::NotEqual,
            Relation::Less => BinaryOperator::Less,
            Relation::LessEqual => BinaryOperator::LessEqual,
            Relation::Greater => BinaryOperator::Greater,
            Relation::GreaterEqual => BinaryOperator::GreaterEqual,
        }
    }
}
