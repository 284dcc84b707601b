//! Where order does not matter: chains of `&&` and `||`, constant assignments, exclusive guards.

use machine::index::VariableId;
use machine::program::{Action, BinaryOperator, Expr, ExprKind};

/// The operands of a chain of one operator.
pub fn flatten<'e>(operator: BinaryOperator, expr: &'e Expr, operands: &mut Vec<&'e Expr>) {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match &expr.kind {
            ExprKind::Binary(inner, parts) if *inner == operator => {
                pending.push(&parts.1);
                pending.push(&parts.0);
            }
            _ => operands.push(expr),
        }
    }
}

/// Whether two actions can change places: constant assignments to cells that surely differ.
pub fn commute(a: &Action, b: &Action) -> bool {
    match (constant_target(a), constant_target(b)) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    }
}

/// The sides of `expression == constant`, either way round: the expression first.
pub fn comparison(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(BinaryOperator::Equal, operands) => {
            let (a, b) = (&operands.0, &operands.1);
            match (is_literal(a), is_literal(b)) {
                (false, true) => Some((a, b)),
                (true, false) => Some((b, a)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether an expression is a number or the name of a channel.
fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Constant(_) | ExprKind::Channel(_))
}

/// The cell that a constant is assigned to, if its subscripts are constants too.
fn constant_target(action: &Action) -> Option<(VariableId, Vec<i32>)> {
    let Action::Assign(place, value) = action else { return None };
    if !is_literal(value) {
        return None;
    }
    let indices: Option<Vec<i32>> =
        place.subscripts.iter().map(|s| s.index.constant_value()).collect();
    indices.map(|indices| (place.variable, indices))
}

/// The operator that says the same of exchanged operands.
pub(crate) fn mirrored(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
        other => other,
    }
}
