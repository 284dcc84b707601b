//! Constant folding: what does not depend on the state is computed once.
//!
//! Nothing is dropped that can fail where it would have been evaluated: `1/0` stays, and so does the
//! left operand of `&&` or `||`; the right one goes where C would not evaluate it.

use crate::program::{
    Action, BinaryOperator, ChannelQuery, DeterministicBlock, DeterministicPoint, Expr, ExprKind,
    Owner, Pattern, Place, Reception, Subscript, UnaryOperator,
};
use crate::spin::SpinAction;

/// An action that does the same.
#[must_use]
pub fn fold_action(action: &Action) -> Action {
    match action {
        Action::Skip | Action::Else | Action::Terminate | Action::OutOfRoom => action.clone(),
        Action::Guard(condition) => Action::Guard(truth(condition)),
        Action::Assert(condition) => Action::Assert(truth(condition)),
        Action::Assign(target, value) => Action::Assign(place(target), fold(value)),
        Action::Send { channel, sorted, message } => Action::Send {
            channel: fold(channel),
            sorted: *sorted,
            message: message.iter().map(fold).collect(),
        },
        Action::Receive(pattern) => Action::Receive(reception(pattern)),
        Action::Print { format, arguments } => Action::Print {
            format: format.clone(),
            arguments: arguments.iter().map(fold).collect(),
        },
        Action::Run { process_type, arguments, priority, result } => Action::Run {
            process_type: *process_type,
            arguments: arguments.iter().map(fold).collect(),
            priority: *priority,
            result: result.as_ref().map(place),
        },
        Action::Spin(SpinAction::SetPriority { process, priority }) => {
            let (process, priority) = (fold(process), fold(priority));
            Action::Spin(SpinAction::SetPriority { process, priority })
        }
        Action::Deterministic(block) => {
            let points = block.points.iter().map(point).collect();
            let heads = block.heads.clone();
            Action::Deterministic(Box::new(DeterministicBlock::with_heads(points, heads)))
        }
    }
}

fn point(point: &DeterministicPoint) -> DeterministicPoint {
    let options = point.options.iter();
    DeterministicPoint {
        options: options.map(|(action, target)| (fold_action(action), *target)).collect(),
        span: point.span,
    }
}

fn place(place: &Place) -> Place {
    let Place { variable, region, offset, cell, owner, subscripts } = place;
    let subscripts = subscripts.iter().map(|subscript| Subscript {
        index: fold(&subscript.index),
        length: subscript.length,
        stride: subscript.stride,
    });
    let owner = match owner {
        Owner::Actor => Owner::Actor,
        Owner::Process(process) => Owner::Process(Box::new(fold(process))),
    };
    Place {
        variable: *variable,
        region: *region,
        offset: *offset,
        cell: *cell,
        owner,
        subscripts: subscripts.collect(),
    }
}

fn reception(reception: &Reception) -> Reception {
    let patterns = reception.patterns.iter().map(|pattern| match pattern {
        Pattern::Store(target) => Pattern::Store(place(target)),
        Pattern::Match(value) => Pattern::Match(fold(value)),
        Pattern::Any | Pattern::OwnNumber => pattern.clone(),
    });
    Reception {
        channel: fold(&reception.channel),
        random: reception.random,
        copy: reception.copy,
        patterns: patterns.collect(),
    }
}

/// An expression with the same value, or the same error.
#[must_use]
pub fn fold(expr: &Expr) -> Expr {
    match &expr.kind {
        ExprKind::Constant(_)
        | ExprKind::Channel(_)
        | ExprKind::OwnChannel(_)
        | ExprKind::Pid
        | ExprKind::Timeout
        | ExprKind::ProcessOf(_) => expr.clone(),
        ExprKind::Load(from) => Expr::load(place(from)),
        ExprKind::Spin(asked) => Expr::from(asked.about(fold)),
        ExprKind::At(process, label) => ExprKind::At(Box::new(fold(process)), *label).into(),
        ExprKind::Existing(process) => Expr::existing(fold(process)),
        ExprKind::Within(value, lowest, highest) => {
            let value = fold(value);
            match value.kind {
                ExprKind::Constant(known) if (*lowest..=*highest).contains(&known) => value,
                _ => Expr::within(value, *lowest, *highest),
            }
        }
        ExprKind::Unary(operator, operand) => {
            let operand = match operator {
                UnaryOperator::Not => truth(operand),
                UnaryOperator::Negate | UnaryOperator::Complement => fold(operand),
            };
            match operand.kind {
                ExprKind::Constant(value) => Expr::constant(operator.apply(value)),
                _ => Expr::unary(*operator, operand),
            }
        }
        ExprKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), operands) => {
            logical(*operator, operands, false)
        }
        ExprKind::Binary(operator, operands) => {
            let (left, right) = (fold(&operands.0), fold(&operands.1));
            if let (ExprKind::Constant(a), ExprKind::Constant(b)) = (&left.kind, &right.kind)
                && let Ok(value) = operator.apply(*a, *b)
            {
                return Expr::constant(value);
            }
            Expr::binary(*operator, left, right)
        }
        ExprKind::Conditional(parts) => {
            let condition = truth(&parts.0);
            match condition.kind {
                ExprKind::Constant(0) => fold(&parts.2),
                ExprKind::Constant(_) => fold(&parts.1),
                _ => Expr::conditional(condition, fold(&parts.1), fold(&parts.2)),
            }
        }
        ExprKind::Query(query, channel) => Expr::query(*query, fold(channel)),
        ExprKind::Poll(pattern) => Expr::poll(reception(pattern)),
    }
}

/// An expression that is zero where the given one is, or has the same error.
fn truth(expr: &Expr) -> Expr {
    match &expr.kind {
        ExprKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), operands) => {
            logical(*operator, operands, true)
        }
        _ => fold(expr),
    }
}

/// `&&` or `||`; `only_truth` says that only the truth of the result matters.
fn logical(operator: BinaryOperator, operands: &(Expr, Expr), only_truth: bool) -> Expr {
    let left = truth(&operands.0);
    let decides = |value: i32| (value != 0) == (operator == BinaryOperator::Or);
    if let ExprKind::Constant(value) = left.kind
        && decides(value)
    {
        return Expr::constant(i32::from(value != 0));
    }
    let right = truth(&operands.1);
    match (&left.kind, &right.kind) {
        (ExprKind::Constant(_), ExprKind::Constant(value)) => {
            Expr::constant(i32::from(*value != 0))
        }
        (ExprKind::Constant(_), _) if only_truth || is_truth(&right) => right,
        (_, ExprKind::Constant(value)) if !decides(*value) && (only_truth || is_truth(&left)) => {
            left
        }
        _ => Expr::binary(operator, left, right),
    }
}

/// Whether the value of an expression is 0 or 1.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(operator, _) => *operator == UnaryOperator::Not,
        ExprKind::Binary(operator, _) => matches!(
            operator,
            BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual
                | BinaryOperator::Equal
                | BinaryOperator::NotEqual
                | BinaryOperator::And
                | BinaryOperator::Or
        ),
        ExprKind::Query(query, _) => *query != ChannelQuery::Length,
        ExprKind::Poll(_) | ExprKind::At(..) | ExprKind::Timeout => true,
        ExprKind::Spin(asked) => asked.is_truth(),
        _ => false,
    }
}
