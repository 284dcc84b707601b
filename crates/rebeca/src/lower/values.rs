//! Expressions, with their types.

use machine::program::{BinaryOperator, Expr, Place, UnaryOperator};

use crate::ast::{self, ExprKind, Operator};
use crate::declared::Type;
use crate::lower::body::Body;
use crate::lower::{Entry, own_queue};

impl Body<'_, '_> {
    /// A value of a type; anything else is wrong.
    pub fn wanted(&mut self, expr: &ast::Expr, wanted: Type) -> Expr {
        let (value, ty) = self.value(expr, Some(wanted));
        if !ty.fits(wanted) {
            let declared = &mut self.lowering.declared;
            let (is, wanted) = (declared.type_name(ty), declared.type_name(wanted));
            declared.error(expr.span, format!("this is {is}, and {wanted} is wanted here"));
        }
        value
    }

    /// A value and its type. A number can be an element of a scalar set, where one is wanted.
    pub fn value(&mut self, expr: &ast::Expr, wanted: Option<Type>) -> (Expr, Type) {
        match &expr.kind {
            ExprKind::Number(number) => self.number(expr, *number, wanted),
            ExprKind::Truth(value) => (Expr::constant(i32::from(*value)), Type::Boolean),
            ExprKind::Null => (Expr::constant(0), Type::Rebec(None)),
            ExprKind::Own => (own_queue(), Type::Rebec(Some(self.class))),
            ExprKind::Sender => {
                self.reads_sender = true;
                (Expr::load(self.place(self.sender, Vec::new())), Type::Rebec(None))
            }
            ExprKind::Reference(reference) => match self.target(reference) {
                Some((place, ty, _)) => (Expr::load(place), ty),
                None => (Expr::constant(0), Type::Wrong),
            },
            ExprKind::Choice(values) => self.one_of(expr, values, wanted),
            ExprKind::New(..) => {
                let text = "a new rebec is assigned to a variable";
                self.lowering.declared.error(expr.span, text);
                (Expr::constant(0), Type::Wrong)
            }
            ExprKind::Not(operand) => {
                let operand = self.wanted(operand, Type::Boolean);
                (Expr::unary(UnaryOperator::Not, operand), Type::Boolean)
            }
            ExprKind::Negate(operand) => {
                let operand = self.wanted(operand, Type::INT);
                (Expr::unary(UnaryOperator::Negate, operand), Type::INT)
            }
            ExprKind::Binary(operator, operands) => {
                self.binary(*operator, &operands.0, &operands.1, wanted)
            }
        }
    }

    fn number(&mut self, expr: &ast::Expr, number: i32, wanted: Option<Type>) -> (Expr, Type) {
        let Some(Type::Scalar(set)) = wanted else { return (Expr::constant(number), Type::INT) };
        let (low, high) = {
            let set = &self.lowering.declared.sets[set];
            (set.low, set.high)
        };
        if !(low..=high).contains(&number) {
            let text = format!("the scalar set goes from {low} to {high}");
            self.lowering.declared.error(expr.span, text);
        }
        let element = number.wrapping_sub(low).wrapping_add(1);
        (Expr::constant(element), Type::Scalar(set))
    }

    /// The place that a name stands for, what it holds, and whether it may be assigned.
    pub fn target(&mut self, reference: &ast::Reference) -> Option<(Place, Type, bool)> {
        let name = &reference.name;
        let found = self.entries.iter().rev().find(|entry| entry.name == name.text).cloned();
        let Some(Entry { ty, variable, set, assignable, .. }) = found else {
            let text = format!("there is no variable or known rebec `{}`", name.text);
            self.lowering.declared.error(name.span, text);
            return None;
        };
        let subscripts = match (set, &reference.subscript) {
            (None, None) => Vec::new(),
            (Some(set), Some(subscript)) => vec![self.wanted(subscript, Type::Scalar(set))],
            (Some(set), None) => {
                let set = &self.lowering.declared.sets[set].name;
                let text = format!("`{}` has a value for each element of `{set}`", name.text);
                self.lowering.declared.error(name.span, text);
                return None;
            }
            (None, Some(_)) => {
                let text = format!("`{}` is a single value", name.text);
                self.lowering.declared.error(name.span, text);
                return None;
            }
        };
        Some((self.place(variable, subscripts), ty, assignable))
    }

    fn one_of(
        &mut self,
        expr: &ast::Expr,
        values: &[ast::Expr],
        wanted: Option<Type>,
    ) -> (Expr, Type) {
        let mut lowered = Vec::new();
        let mut ty = wanted;
        for value in values {
            let (value, of) = match ty {
                Some(ty) => (self.wanted(value, ty), ty),
                None => self.value(value, None),
            };
            ty = Some(of);
            lowered.push(value);
        }
        let ty = ty.unwrap_or(Type::Wrong);
        (self.choose(lowered, ty, expr.span), ty)
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &ast::Expr,
        right: &ast::Expr,
        wanted: Option<Type>,
    ) -> (Expr, Type) {
        let (machine, operands, result) = match operator {
            Operator::Rotate => return self.rotate(left, right, wanted),
            Operator::Equal => return self.equality(BinaryOperator::Equal, left, right),
            Operator::NotEqual => return self.equality(BinaryOperator::NotEqual, left, right),
            Operator::Or => (BinaryOperator::Or, Type::Boolean, Type::Boolean),
            Operator::And => (BinaryOperator::And, Type::Boolean, Type::Boolean),
            Operator::Less => (BinaryOperator::Less, Type::INT, Type::Boolean),
            Operator::LessEqual => (BinaryOperator::LessEqual, Type::INT, Type::Boolean),
            Operator::Greater => (BinaryOperator::Greater, Type::INT, Type::Boolean),
            Operator::GreaterEqual => (BinaryOperator::GreaterEqual, Type::INT, Type::Boolean),
            Operator::Add => (BinaryOperator::Add, Type::INT, Type::INT),
            Operator::Subtract => (BinaryOperator::Subtract, Type::INT, Type::INT),
            Operator::Multiply => (BinaryOperator::Multiply, Type::INT, Type::INT),
            Operator::Divide => (BinaryOperator::Divide, Type::INT, Type::INT),
            Operator::Modulo => (BinaryOperator::Modulo, Type::INT, Type::INT),
        };
        let (left, right) = (self.wanted(left, operands), self.wanted(right, operands));
        (Expr::binary(machine, left, right), result)
    }

    /// Whether two values are the same, both of one type.
    fn equality(
        &mut self,
        operator: BinaryOperator,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> (Expr, Type) {
        let is_number = |expr: &ast::Expr| matches!(expr.kind, ExprKind::Number(_));
        // A number takes its type from the other side.
        let (first, second) = if is_number(left) { (right, left) } else { (left, right) };
        let (one, ty) = self.value(first, None);
        let other = self.wanted(second, ty);
        let (left, right) = if is_number(left) { (other, one) } else { (one, other) };
        (Expr::binary(operator, left, right), Type::Boolean)
    }

    /// `i +% c` is ((i + c - d) mod n) + d, where the `n` elements of the set begin with `d`: they are kept as 1 to `n`.
    /// (Section 3.3 of the paper.)
    fn rotate(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        wanted: Option<Type>,
    ) -> (Expr, Type) {
        let (element, ty) = self.value(left, wanted);
        let Type::Scalar(set) = ty else {
            let text = "`+%` adds to an element of a scalar set";
            self.lowering.declared.error(left.span, text);
            return (element, Type::Wrong);
        };
        let distance = match &right.kind {
            ExprKind::Number(number) => i64::from(*number),
            ExprKind::Negate(operand) => match operand.kind {
                ExprKind::Number(number) => -i64::from(number),
                _ => return self.no_distance(right),
            },
            _ => return self.no_distance(right),
        };
        let size = i64::from(self.lowering.declared.sets[set].size());
        let shift = Expr::constant((distance - 1).rem_euclid(size) as i32);
        let sum = Expr::binary(BinaryOperator::Add, element.clone(), shift);
        let size = Expr::constant(size as i32);
        let rotated = Expr::binary(BinaryOperator::Modulo, sum, size);
        let rotated = Expr::binary(BinaryOperator::Add, rotated, Expr::constant(1));
        // None of them stays none, so that no element is told apart as the one after it.
        let none = Expr::binary(BinaryOperator::Equal, element, Expr::constant(0));
        (Expr::conditional(none, Expr::constant(0), rotated), ty)
    }

    fn no_distance(&mut self, right: &ast::Expr) -> (Expr, Type) {
        self.lowering.declared.error(right.span, "`+%` adds a number that is written there");
        (Expr::constant(0), Type::Wrong)
    }
}
