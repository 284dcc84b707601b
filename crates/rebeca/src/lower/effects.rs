//! What the evaluation of an expression does besides.

use crate::ast::{Expr, ExprKind};

/// The expressions that an expression is directly made of.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Reference(reference) | ExprKind::Field(_, reference) => {
            reference.subscripts.iter().collect()
        }
        ExprKind::Choice(values)
        | ExprKind::Mathematics(_, values)
        | ExprKind::Temporal(_, values) => values.iter().collect(),
        ExprKind::New(_, known, arguments) => known.iter().chain(arguments).collect(),
        ExprKind::Call(call) => call.arguments.iter().collect(),
        ExprKind::Unary(_, operand)
        | ExprKind::Cast(_, operand)
        | ExprKind::InstanceOf(operand, _) => vec![operand],
        ExprKind::Binary(_, operands) => vec![&operands.0, &operands.1],
        ExprKind::Conditional(parts) => vec![&parts.0, &parts.1, &parts.2],
        ExprKind::Number(_)
        | ExprKind::Truth(_)
        | ExprKind::Null
        | ExprKind::Own
        | ExprKind::Sender => Vec::new(),
    }
}

/// Whether a method is called, which may change variables.
pub(super) fn calls(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(_)) || parts(expr).into_iter().any(calls)
}

/// Whether a method is called or something chosen, which must happen only if the expression is evaluated.
pub(super) fn happens(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(_) | ExprKind::Choice(_))
        || parts(expr).into_iter().any(happens)
}
