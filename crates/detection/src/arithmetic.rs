//! Arithmetic on identifiers: which expressions are that, and what their operands are.

use machine::program::{BinaryOperator, Expr, ExprKind, UnaryOperator};

use super::classes::{Class, Classes};
use super::noted::Derived;

impl<'m> Classes<'m> {
    /// The class of an expression that is arithmetic, or constant; `None` for others.
    pub(super) fn arithmetic(&mut self, expr: &'m Expr) -> Option<Class> {
        if !is_arithmetic(expr) {
            return None;
        }
        let mut found = Vec::new();
        operands(expr, single_operand(expr), &mut found);
        let mut distinct: Vec<&'m Expr> = Vec::new();
        let mut constants = Vec::new();
        for operand in found {
            let class = self.expr(operand);
            if self.constant_of(operand).is_some() {
                constants.push(class);
            } else if !distinct.contains(&operand) {
                distinct.push(operand);
            }
        }
        let result = self.computed();
        if !self.early {
            let (context, span) = (self.context, self.span);
            let operands = distinct;
            self.derived.push(Derived { expr, operands, constants, result, context, span });
        }
        Some(result)
    }
}

/// Whether an expression is arithmetic, an order, or a choice between such values by one operand.
fn is_arithmetic(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOperator::Not, operand) => !is_logical(operand),
        ExprKind::Unary(..) => true,
        ExprKind::Binary(operator, _) => computes(*operator),
        ExprKind::Conditional(parts) => {
            single_operand(expr) && (is_arithmetic(&parts.1) || is_arithmetic(&parts.2))
        }
        _ => false,
    }
}

/// Whether the operator does more than to compare or combine truth values.
fn computes(operator: BinaryOperator) -> bool {
    !matches!(
        operator,
        BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Equal | BinaryOperator::NotEqual
    )
}

/// Whether the value of an expression is a truth value by its form.
fn is_logical(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOperator::Not, _)
        | ExprKind::Query(..)
        | ExprKind::Poll(_)
        | ExprKind::Timeout => true,
        ExprKind::Binary(operator, _) => !computes(*operator),
        _ => false,
    }
}

/// Whether an expression is a function of one operand, comparisons and choices looked through.
fn single_operand(expr: &Expr) -> bool {
    let mut found = Vec::new();
    operands(expr, true, &mut found);
    let mut variable = found.into_iter().filter(|e| e.constant_value().is_none());
    variable.next().is_some_and(|first| variable.all(|other| other == first))
}

/// The operands of arithmetic. With `through`, those of comparisons and choices within it, too;
/// else these are operands themselves.
fn operands<'e>(expr: &'e Expr, through: bool, found: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Constant(_) => {}
        ExprKind::Unary(operator, operand) if through || *operator != UnaryOperator::Not => {
            operands(operand, through, found);
        }
        ExprKind::Unary(UnaryOperator::Not, operand) if !is_logical(operand) => {
            operands(operand, through, found);
        }
        ExprKind::Binary(operator, parts) if through || computes(*operator) => {
            operands(&parts.0, through, found);
            operands(&parts.1, through, found);
        }
        ExprKind::Conditional(parts) if through => {
            operands(&parts.0, through, found);
            operands(&parts.1, through, found);
            operands(&parts.2, through, found);
        }
        _ => found.push(expr),
    }
}
