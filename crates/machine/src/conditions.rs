//! Conditions taken apart: connectives, and parts that each read little.
//!
//! Who computes with sets of states asks in which of them a condition holds. A condition on all processes reads cells of all, and
//! depends on as many values as these have together; each of its parts reads a cell or two, and of sets the connectives are
//! intersection, union and difference.

use crate::evaluate::View;
use crate::index::ProcessId;
use crate::machine::Machine;
use crate::program::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use crate::state::State;
use crate::uses::walk_expr;

/// A condition as connectives of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connected {
    /// The part at this place of [`Apart::parts`].
    Part(usize),
    /// Has a value where its operand has one, and the other one.
    Not(Box<Connected>),
    /// Two operands, joined.
    Joined(Join, Box<(Connected, Connected)>),
}

/// How the truth of two operands makes one. Where the first decides, the second may be without a value, unless both are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// Whether both must hold; else one must.
    pub is_and: bool,
    /// Whether both must have a value.
    pub asks_both: bool,
}

/// A condition and its parts, which are all different.
#[derive(Clone, Debug)]
pub struct Apart<'e> {
    /// How they are connected.
    pub whole: Connected,
    /// The parts.
    pub parts: Vec<&'e Expr>,
}

impl<'e> Apart<'e> {
    /// Takes a condition apart.
    #[must_use]
    pub fn new(condition: &'e Expr) -> Apart<'e> {
        let mut parts = Vec::new();
        let whole = connected(condition, &mut parts);
        Apart { whole, parts }
    }
}

impl Machine {
    /// Whether a condition holds in a state, for its first process; none if it has no value there.
    #[must_use]
    pub fn truth(&self, condition: &Expr, state: &State) -> Option<bool> {
        let process = ProcessId(0);
        let view = View { machine: self, state, process, timeout: false, questions: 0 };
        view.holds(condition).ok()
    }
}

fn connected<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) -> Connected {
    if reads_one(expr) {
        return part(expr, parts);
    }
    match &expr.kind {
        ExprKind::Unary(UnaryOperator::Not, operand) => {
            Connected::Not(Box::new(connected(operand, parts)))
        }
        ExprKind::Binary(operator, operands) => match join(*operator, operands) {
            Some(join) => {
                let (left, right) = (connected(&operands.0, parts), connected(&operands.1, parts));
                Connected::Joined(join, Box::new((left, right)))
            }
            None => part(expr, parts),
        },
        _ => part(expr, parts),
    }
}

fn part<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) -> Connected {
    let known = parts.iter().position(|it| *it == expr);
    Connected::Part(known.unwrap_or_else(|| {
        parts.push(expr);
        parts.len() - 1
    }))
}

/// How an operator joins the truth of its operands, if it does that.
fn join(operator: BinaryOperator, operands: &(Expr, Expr)) -> Option<Join> {
    let are_truths = || is_truth(&operands.0) && is_truth(&operands.1);
    let (is_and, asks_both) = match operator {
        BinaryOperator::And => (true, false),
        BinaryOperator::Or => (false, false),
        BinaryOperator::BitAnd if are_truths() => (true, true),
        BinaryOperator::BitOr if are_truths() => (false, true),
        _ => return None,
    };
    Some(Join { is_and, asks_both })
}

/// Whether an expression is 0 or 1, wherever it has a value.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(value) => (0..=1).contains(value),
        ExprKind::At(..) | ExprKind::Poll(_) | ExprKind::Timeout => true,
        ExprKind::Unary(operator, _) => *operator == UnaryOperator::Not,
        ExprKind::Binary(operator, operands) => match operator {
            BinaryOperator::BitAnd | BinaryOperator::BitOr => {
                is_truth(&operands.0) && is_truth(&operands.1)
            }
            BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual => true,
            _ => false,
        },
        _ => false,
    }
}

/// Whether all that an expression reads of a state is, by its form, the same.
fn reads_one(expr: &Expr) -> bool {
    let (mut first, mut several) = (None, false);
    walk_expr(expr, &mut |it| {
        let read = match &it.kind {
            ExprKind::Load(_) | ExprKind::Query(..) | ExprKind::Poll(_) | ExprKind::Spin(_) => it,
            // Where a process is.
            ExprKind::At(process, _) => &**process,
            _ => return,
        };
        several |= *first.get_or_insert(read) != read;
    });
    !several
}
