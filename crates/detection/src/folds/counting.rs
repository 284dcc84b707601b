//! What counts the rounds of a loop: its guards, and the increment at the end of a round.

use diagnostics::Span;
use machine::index::{ExprId, VariableId};
use machine::program::{Action, BinaryOperator, Expr, ExprKind};

/// `i < N`, or the same in other words: the variable and what it stays below.
pub(super) fn upper_bound(guard: &Expr) -> Option<(VariableId, i32)> {
    let (operator, counter, bound) = compared(guard)?;
    match operator {
        BinaryOperator::Less => Some((counter, bound)),
        BinaryOperator::LessEqual => Some((counter, bound.checked_add(1)?)),
        _ => None,
    }
}

/// `i >= N`, or the same in other words: the variable and what it has reached.
pub(super) fn lower_bound(guard: &Expr) -> Option<(VariableId, i32)> {
    let (operator, counter, bound) = compared(guard)?;
    match operator {
        BinaryOperator::GreaterEqual => Some((counter, bound)),
        BinaryOperator::Greater => Some((counter, bound.checked_add(1)?)),
        _ => None,
    }
}

/// A variable compared with a number, the variable first.
fn compared(guard: &Expr) -> Option<(BinaryOperator, VariableId, i32)> {
    let ExprKind::Binary(operator, parts) = &guard.kind else { return None };
    match (&parts.0.kind, &parts.1.kind) {
        (ExprKind::Load(place), ExprKind::Constant(bound)) => {
            Some((*operator, place.own_variable()?, *bound))
        }
        (ExprKind::Constant(bound), ExprKind::Load(place)) => {
            let turned = match operator {
                BinaryOperator::Less => BinaryOperator::Greater,
                BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
                BinaryOperator::Greater => BinaryOperator::Less,
                BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
                _ => return None,
            };
            Some((turned, place.own_variable()?, *bound))
        }
        _ => None,
    }
}

/// Takes `i = i + 1` off the end of a round; nothing else in it writes `i`.
pub(super) fn take_increment(
    actions: &mut Vec<(&Action, Span)>,
    counter: VariableId,
) -> Option<ExprId> {
    let (Action::Assign(place, value), _) = *actions.last()? else { return None };
    let ExprKind::Binary(BinaryOperator::Add, parts) = &value.kind else { return None };
    let counts = |a: &Expr, b: &Expr| {
        matches!(&a.kind, ExprKind::Load(read) if read.own_variable() == Some(counter))
            && b.constant_value() == Some(1)
    };
    let is_increment = place.own_variable() == Some(counter)
        && (counts(&parts.0, &parts.1) || counts(&parts.1, &parts.0));
    if !is_increment {
        return None;
    }
    actions.pop();
    value.id()
}
