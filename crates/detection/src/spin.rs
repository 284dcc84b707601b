//! What SPIN's own questions mean to symmetry.

use machine::Machine;
use machine::program::{BinaryOperator, Expr, ExprKind, Program};
use machine::spin::SpinExpr;
use machine::uses::{walk_action, walk_expr};

use super::Constraint;
use super::order::mirrored;

/// The question that an expression is, if it is one of SPIN's.
fn asked(expr: &Expr) -> Option<&SpinExpr> {
    match &expr.kind {
        ExprKind::Spin(asked) => Some(asked),
        _ => None,
    }
}

/// Whether an expression asks how many processes there are.
pub(super) fn asks_count(expr: &Expr) -> bool {
    asked(expr) == Some(&SpinExpr::ProcessCount)
}

/// The process from which on all have ended where a condition holds that asks for the number of processes, among others; none if it may
/// hold, or not, for another reason. `own` are the processes that wait for it.
pub(super) fn least_that_ended(condition: &Expr, own: &[usize]) -> Option<usize> {
    let ExprKind::Binary(operator, parts) = &condition.kind else { return None };
    if *operator == BinaryOperator::And {
        let (left, right) = (&parts.0, &parts.1);
        return match (mentions_count(left), mentions_count(right)) {
            (true, false) => least_that_ended(left, own),
            (false, true) => least_that_ended(right, own),
            _ => None,
        };
    }
    let (operator, bound) = match (asks_count(&parts.0), asks_count(&parts.1)) {
        (true, false) => (*operator, parts.1.constant_value()?),
        (false, true) => (mirrored(*operator), parts.0.constant_value()?),
        _ => return None,
    };
    let most = match operator {
        BinaryOperator::LessEqual => bound,
        BinaryOperator::Less => bound.checked_sub(1)?,
        // There are as many at least as there are up to the one that asks.
        BinaryOperator::Equal if own.iter().all(|&it| it as i32 + 1 == bound) => bound,
        _ => return None,
    };
    usize::try_from(most).ok()
}

fn mentions_count(expr: &Expr) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |part| found |= asks_count(part));
    found
}

/// Whether a claim asks this, which is about all processes.
pub(super) fn claims_ask(program: &Program, question: &SpinExpr) -> bool {
    let mut found = false;
    for claim in &program.claims {
        claim.walk(&mut |expr| found |= asked(expr) == Some(question));
    }
    found
}

/// What in a program no permutation of processes is known to respect.
pub(super) fn beyond_symmetry(machine: &Machine, dropped: Option<Constraint>) -> Option<String> {
    let keeps = |constraint| dropped != Some(constraint);
    let mut found = None;
    if machine.program.last.is_some() && keeps(Constraint::LastMover) {
        found = Some("`_last`: who moved last is asked for");
    }
    let has_priority = machine.program.process_types.iter().any(|t| t.priority.is_some());
    if has_priority && keeps(Constraint::Priorities) {
        found = Some("processes have priorities");
    }
    let mut visit = |expr: &Expr| match asked(expr) {
        Some(SpinExpr::Enabled(_)) if keeps(Constraint::EnabledAsked) => {
            found = Some("`enabled()` is asked for");
        }
        Some(SpinExpr::ControlPoint(_)) if keeps(Constraint::PlaceAsked) => {
            found = Some("`pc_value()` is asked for");
        }
        _ => {}
    };
    for operation in machine.code.edges.iter().flat_map(|edge| &edge.operations) {
        walk_action(&operation.action, &mut visit, &mut |_| {});
    }
    for process_type in &machine.program.process_types {
        process_type.provided.iter().for_each(|condition| walk_expr(condition, &mut visit));
    }
    machine.program.claims.iter().for_each(|claim| claim.walk(&mut visit));
    machine.program.asked_of_states().for_each(|asked| walk_expr(&asked.expr, &mut visit));
    found.map(|what| format!("no symmetry is looked for: {what}"))
}
