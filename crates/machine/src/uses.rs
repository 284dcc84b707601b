//! Which variables an action reads and writes.

use crate::index::VariableId;
use crate::program::{
    Action, BinaryOperator, ChannelQuery, DeterministicBlock, Exclusive, Expr, ExprKind, Pattern,
    Place, Program, Reception, Region,
};

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
        ExprKind::Load(place) => walk_subscripts(place, visit),
        ExprKind::Unary(_, operand) | ExprKind::Query(_, operand) | ExprKind::At(operand, _) => {
            walk_expr(operand, visit);
        }
        ExprKind::Spin(asked) => asked.process().into_iter().for_each(|of| walk_expr(of, visit)),
        ExprKind::RemoteLoad(parts, _) => {
            walk_expr(&parts.0, visit);
            parts.1.iter().for_each(|index| walk_expr(index, visit));
        }
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
/// a division, a question about a channel that a variable holds, or about another process.
#[must_use]
pub fn may_fail(expr: &Expr) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |part| {
        found |= match &part.kind {
            ExprKind::Load(place) => place.subscripts.iter().any(|subscript| {
                let index = subscript.index.constant_value();
                index.is_none_or(|index| !(0..subscript.length as i32).contains(&index))
            }),
            ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, operands) => {
                operands.1.constant_value().is_none_or(|divisor| divisor == 0)
            }
            ExprKind::Query(_, channel) => !matches!(channel.kind, ExprKind::Channel(_)),
            ExprKind::Poll(_) | ExprKind::RemoteLoad(..) => true,
            ExprKind::Spin(asked) => asked.may_fail(),
            _ => false,
        };
    });
    found
}

fn walk_subscripts<'a>(place: &'a Place, visit: &mut dyn FnMut(&'a Expr)) {
    for subscript in &place.subscripts {
        walk_expr(&subscript.index, visit);
    }
}

fn walk_reception<'a>(reception: &'a Reception, visit: &mut dyn FnMut(&'a Expr)) {
    walk_expr(&reception.channel, visit);
    for pattern in &reception.patterns {
        match pattern {
            Pattern::Store(place) => walk_subscripts(place, visit),
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
            walk_subscripts(place, visit);
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
                walk_subscripts(place, visit);
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

/// The variables that an action reads and those it writes, without repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Read, subscripts included.
    pub reads: Vec<VariableId>,
    /// Written.
    pub writes: Vec<VariableId>,
}

/// The uses of one action, which is no deterministic block.
#[must_use]
pub fn uses(action: &Action) -> Uses {
    let mut reads = Vec::new();
    let mut writes = Vec::new();
    walk_action(
        action,
        &mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                reads.push(place.variable);
            }
        },
        &mut |place| writes.push(place.variable),
    );
    for list in [&mut reads, &mut writes] {
        list.sort_unstable();
        list.dedup();
    }
    Uses { reads, writes }
}

/// Whether other processes can see the action happen, or change what it does: it touches a
/// variable that is not local, the contents of a channel, or the process table. The subscripts
/// of a local array do not count, nor does what a process claims for itself (as in SPIN's
/// `has_global`).
#[must_use]
pub fn touches_shared(program: &Program, action: &Action) -> bool {
    let shared = |expr: &Expr| expr_touches_shared(program, expr);
    match action {
        Action::Skip | Action::Else | Action::Terminate | Action::OutOfRoom => false,
        Action::Guard(expr) | Action::Assert(expr) => shared(expr),
        Action::Assign(place, value) => place_is_shared(place) || shared(value),
        Action::Print { arguments, .. } => arguments.iter().any(shared),
        Action::Run { result, .. } => result.as_ref().is_some_and(place_is_shared),
        Action::Send { channel, message, .. } => {
            !claims(program, channel).send || message.iter().any(shared)
        }
        Action::Receive(reception) => {
            !claims(program, &reception.channel).receive
                || patterns_touch_shared(program, &reception.patterns)
        }
        Action::Spin(_) | Action::Deterministic(_) => true,
    }
}

/// What is claimed of the channel that an expression names.
fn claims(program: &Program, channel: &Expr) -> Exclusive {
    match &channel.kind {
        ExprKind::Channel(channel) => program.channels[channel.index()].exclusive,
        ExprKind::Load(place) => program.variables[place.variable.index()].exclusive,
        _ => Exclusive::default(),
    }
}

fn patterns_touch_shared(program: &Program, patterns: &[Pattern]) -> bool {
    patterns.iter().any(|pattern| match pattern {
        Pattern::Store(place) => place_is_shared(place),
        Pattern::Match(value) => expr_touches_shared(program, value),
        Pattern::Any | Pattern::OwnNumber => false,
    })
}

fn place_is_shared(place: &Place) -> bool {
    !matches!(place.region, Region::Local(_))
}

fn expr_touches_shared(program: &Program, expr: &Expr) -> bool {
    let shared = |expr: &Expr| expr_touches_shared(program, expr);
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::OwnChannel(_) | ExprKind::Pid => false,
        ExprKind::Load(place) => place_is_shared(place),
        ExprKind::Unary(_, operand) => shared(operand),
        ExprKind::Binary(_, operands) => shared(&operands.0) || shared(&operands.1),
        ExprKind::Conditional(parts) => [&parts.0, &parts.1, &parts.2].into_iter().any(shared),
        ExprKind::Channel(_)
        | ExprKind::Timeout
        | ExprKind::ProcessOf(_)
        | ExprKind::At(..)
        | ExprKind::RemoteLoad(..)
        | ExprKind::Spin(_) => true,
        ExprKind::Query(query, channel) => {
            let claims = claims(program, channel);
            !match query {
                ChannelQuery::Length => claims.receive && claims.send,
                ChannelQuery::NotEmpty | ChannelQuery::Full => claims.receive,
                ChannelQuery::Empty | ChannelQuery::NotFull => claims.send,
            }
        }
        ExprKind::Poll(reception) => {
            let claims = claims(program, &reception.channel);
            !(claims.receive && claims.send) || patterns_touch_shared(program, &reception.patterns)
        }
    }
}
