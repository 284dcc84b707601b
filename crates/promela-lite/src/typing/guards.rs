//! Guards.

use diagnostics::{Diagnostic, Span};

use super::Typing;
use super::expressions::Value;
use crate::ast::{Expr, ExprKind, Operator, Query};
use crate::rules::Rule;
use crate::scope::Scope;

/// Whether an expression is a guard by its form, and has no value.
pub(super) fn is_guard(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(_) => true,
        ExprKind::Query(query, _) => *query != Query::Length,
        ExprKind::Binary(operator, _) => !operator.is_arithmetic(),
        ExprKind::Parenthesised(inner) => is_guard(inner),
        _ => false,
    }
}

/// Where an expression asks for the number of the process that evaluates it, if it does.
fn own_pid(expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::OwnPid => Some(expr.span),
        ExprKind::Parenthesised(inner) | ExprKind::Not(inner) => own_pid(inner),
        ExprKind::Binary(_, operands) => own_pid(&operands.0).or_else(|| own_pid(&operands.1)),
        ExprKind::Number(_) | ExprKind::Null | ExprKind::Name(_) | ExprKind::Query(..) => None,
    }
}

impl Typing<'_> {
    /// Sees that an expression is a guard, as a rule demands it of an operand.
    pub(super) fn guard(&mut self, expr: &Expr, rule: Rule, operator: &str) {
        match &expr.kind {
            ExprKind::Parenthesised(inner) => {
                self.guard(inner, Rule::ParenthesisGuard, "a guard in parentheses");
            }
            ExprKind::Query(query, _) if *query != Query::Length => {
                self.question(*query, expr.span, rule);
            }
            _ if is_guard(expr) => self.form_of_guard(expr),
            _ => {
                let value = self.value(expr);
                if value != Value::Wrong {
                    let what =
                        format!("{operator} needs a guard, and this is {}", self.text(value));
                    let help = "compare it with something, as in `x != 0`";
                    self.violated(rule, expr.span, &what, help);
                }
            }
        }
    }

    /// Sees that what is sought is a guard, which nobody evaluates.
    pub(super) fn sought(&mut self, guard: &Expr) {
        self.locals = Scope::default();
        self.guard(guard, Rule::Rel, "`--reach`");
        if let Some(span) = own_pid(guard) {
            let text = "`--reach` is not evaluated by a process: `_pid` has no value there";
            self.diagnostics.push(Diagnostic::error(span, text));
        }
    }

    /// Checks what a guard is made of.
    pub(super) fn form_of_guard(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Not(operand) => self.guard(operand, Rule::Not, "`!`"),
            ExprKind::Binary(operator, operands) => {
                self.combination(*operator, &operands.0, &operands.1, expr.span);
            }
            _ => {}
        }
    }

    fn combination(&mut self, operator: Operator, left: &Expr, right: &Expr, span: Span) {
        match operator {
            Operator::And | Operator::Or => {
                let (rule, name) = match operator {
                    Operator::And => (Rule::And, "`&&`"),
                    _ => (Rule::Or, "`||`"),
                };
                self.guard(left, rule, name);
                self.guard(right, rule, name);
            }
            Operator::Equal | Operator::NotEqual => self.comparable(left, right, span),
            _ => {
                self.number(left, Rule::Rel, "an order");
                self.number(right, Rule::Rel, "an order");
            }
        }
    }

    /// `nfull(c)` or `nempty(c)` where no communication has to ask for it: no rule makes that a guard.
    fn question(&mut self, query: Query, span: Span, rule: Rule) {
        let what = format!("`{}` is not a guard of its own", query.text());
        let help = match query {
            Query::NotFull => {
                "ask `nfull(c)` last in the guard of a statement that begins with `c!e`"
            }
            _ => "ask `nempty(c)` last in the guard of a statement that begins with `c?x`",
        };
        self.violated(rule, span, &what, help);
    }
}
