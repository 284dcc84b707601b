//! The expressions of an action, and the places that it writes. What is touched by them tells [`crate::touches`].

use crate::action::{Action, DeterministicBlock};
use crate::expression::{BinaryOperator, Expr, ExprKind, Pattern, Place, Reception};

/// Calls `visit` for every expression within `expr`, itself included.
pub fn walk_expr<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Constant(_)
        | ExprKind::Channel(_)
        | ExprKind::OwnChannel(_)
        | ExprKind::Pid
        | ExprKind::ProcessOf(_)
        | ExprKind::Timeout => {}
        ExprKind::Load(place) => walk_place(place, visit),
        ExprKind::Unary(_, operand)
        | ExprKind::Query(_, operand)
        | ExprKind::At(operand, _)
        | ExprKind::Existing(operand)
        | ExprKind::Within(operand, ..) => walk_expr(operand, visit),
        ExprKind::Spin(asked) => asked.process().into_iter().for_each(|of| walk_expr(of, visit)),
        ExprKind::Binary(_, operands) => {
            walk_expr(&operands.0, visit);
            walk_expr(&operands.1, visit);
        }
        ExprKind::Conditional(parts) => {
            walk_expr(&parts.0, visit);
            walk_expr(&parts.1, visit);
            walk_expr(&parts.2, visit);
        }
        ExprKind::Poll(reception) => walk_reception(reception, visit),
    }
}

/// Whether the evaluation of an expression may end in a run-time error, as far as its form tells: a subscript that is not known,
/// a division, a question about a channel that a variable holds, or about another process, a value that is checked.
#[must_use]
pub fn may_fail(expr: &Expr) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |part| {
        found |= match &part.kind {
            ExprKind::Load(place) => {
                place.other().is_some()
                    || place.subscripts.iter().any(|subscript| {
                        let index = subscript.index.constant_value();
                        index.is_none_or(|index| !(0..subscript.length as i32).contains(&index))
                    })
            }
            ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, operands) => {
                operands.1.constant_value().is_none_or(|divisor| divisor == 0)
            }
            ExprKind::Query(_, channel) => !matches!(channel.kind, ExprKind::Channel(_)),
            ExprKind::Poll(_) | ExprKind::Existing(_) | ExprKind::Within(..) => true,
            ExprKind::Spin(asked) => asked.may_fail(),
            _ => false,
        };
    });
    found
}

/// Calls `visit` for every expression that tells which cell a place is.
pub(crate) fn walk_place<'a>(place: &'a Place, visit: &mut dyn FnMut(&'a Expr)) {
    place.other().into_iter().for_each(|process| walk_expr(process, visit));
    for subscript in &place.subscripts {
        walk_expr(&subscript.index, visit);
    }
}

fn walk_reception<'a>(reception: &'a Reception, visit: &mut dyn FnMut(&'a Expr)) {
    walk_expr(&reception.channel, visit);
    for pattern in &reception.patterns {
        match pattern {
            Pattern::Store(place) => walk_place(place, visit),
            Pattern::Any | Pattern::OwnNumber => {}
            Pattern::Match(value) => walk_expr(value, visit),
        }
    }
}

/// Calls `visit` for every expression that `action` evaluates (those in a deterministic block
/// included), and `write` for every place it writes.
pub fn walk_action<'a>(
    action: &'a Action,
    visit: &mut dyn FnMut(&'a Expr),
    write: &mut dyn FnMut(&'a Place),
) {
    match action {
        Action::Skip | Action::Else | Action::Terminate | Action::OutOfRoom => {}
        Action::Guard(expr) | Action::Assert(expr) => walk_expr(expr, visit),
        Action::Assign(place, value) => {
            walk_place(place, visit);
            walk_expr(value, visit);
            write(place);
        }
        Action::Send { channel, message, .. } => {
            walk_expr(channel, visit);
            message.iter().for_each(|field| walk_expr(field, visit));
        }
        Action::Receive(reception) => {
            walk_reception(reception, visit);
            for pattern in &reception.patterns {
                if let Pattern::Store(place) = pattern {
                    write(place);
                }
            }
        }
        Action::Print { arguments, .. } => arguments.iter().for_each(|a| walk_expr(a, visit)),
        Action::Run { arguments, result, .. } => {
            arguments.iter().for_each(|a| walk_expr(a, visit));
            if let Some(place) = result {
                walk_place(place, visit);
                write(place);
            }
        }
        Action::Spin(done) => done.operands().into_iter().for_each(|part| walk_expr(part, visit)),
        Action::Deterministic(block) => walk_block(block, visit, write),
    }
}

fn walk_block<'a>(
    block: &'a DeterministicBlock,
    visit: &mut dyn FnMut(&'a Expr),
    write: &mut dyn FnMut(&'a Place),
) {
    for point in &block.points {
        for (action, _) in &point.options {
            walk_action(action, visit, write);
        }
    }
}

/// Whether an action, or anything in its deterministic block, starts a process.
#[must_use]
pub fn starts_process(action: &Action) -> bool {
    match action {
        Action::Run { .. } => true,
        Action::Deterministic(block) => {
            block.points.iter().flat_map(|p| &p.options).any(|(action, _)| starts_process(action))
        }
        _ => false,
    }
}
