//! Arithmetic and comparisons.

use std::cmp::Ordering;

use diagnostics::Span;

use super::failure::Outcome;
use super::{Evaluator, Failure};
use crate::tree::BinaryOperator;
use crate::values::{Lazy, Value};

impl Evaluator<'_> {
    /// Division is towards minus infinity, and what remains has the sign of the divisor.
    pub(super) fn arithmetic(
        &self,
        operator: BinaryOperator,
        left: i64,
        right: i64,
        span: Span,
    ) -> Outcome<i64> {
        let result = match operator {
            BinaryOperator::Add => left.checked_add(right),
            BinaryOperator::Subtract => left.checked_sub(right),
            BinaryOperator::Multiply => left.checked_mul(right),
            _ if right == 0 => {
                let remainder = operator == BinaryOperator::Remainder;
                let what = if remainder { "the remainder of a division" } else { "a division" };
                return Err(self.error(span, format!("{what} by zero")));
            }
            BinaryOperator::Divide => left.checked_div(right).map(|quotient| {
                let inexact = left.wrapping_rem(right) != 0;
                quotient - i64::from(inexact && (left < 0) != (right < 0))
            }),
            _ => {
                let remainder = left.wrapping_rem(right);
                let other_side = remainder != 0 && (remainder < 0) != (right < 0);
                Some(if other_side { remainder + right } else { remainder })
            }
        };
        result.ok_or_else(|| self.overflow(span))
    }

    pub(super) fn overflow(&self, span: Span) -> Failure {
        self.error(span, "this integer does not fit into 64 bits")
    }

    pub(super) fn comparison(
        &mut self,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        span: Span,
    ) -> Outcome<bool> {
        match operator {
            BinaryOperator::Equal => self.equal(left, right),
            BinaryOperator::Unequal => Ok(!self.equal(left, right)?),
            BinaryOperator::Less => Ok(self.order(left, right, span)? == Some(Ordering::Less)),
            BinaryOperator::Greater => {
                Ok(self.order(left, right, span)? == Some(Ordering::Greater))
            }
            BinaryOperator::LessOrEqual => {
                Ok(self.order(left, right, span)?.is_some_and(Ordering::is_le))
            }
            _ => Ok(self.order(left, right, span)?.is_some_and(Ordering::is_ge)),
        }
    }

    /// Whether two values are equal; no more of them is computed than it takes.
    pub(super) fn equal(&mut self, left: &Value, right: &Value) -> Outcome<bool> {
        match (left, right) {
            (Value::Sequence(_), Value::Sequence(_)) => {
                Ok(self.prefix_order(left, right)? == Some(Ordering::Equal))
            }
            (Value::Tuple(one), Value::Tuple(other)) => {
                for (one, other) in one.0.iter().zip(&other.0) {
                    if !self.equal_lazily(one, other)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Set(one), Value::Set(other)) => self.same_elements(one, other),
            _ => Ok(self.normal(left)? == self.normal(right)?),
        }
    }

    fn equal_lazily(&mut self, left: &Lazy, right: &Lazy) -> Outcome<bool> {
        let (left, right) = (self.force(left)?, self.force(right)?);
        if self.stack.is_used_up() {
            return Err(self.error_somewhere("values are too deep to be compared"));
        }
        self.equal(&left, &right)
    }

    /// How two values are ordered, if they are: subsets, prefixes, parts of maps.
    fn order(&mut self, left: &Value, right: &Value, span: Span) -> Outcome<Option<Ordering>> {
        match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => Ok(Some(left.cmp(right))),
            (Value::Character(left), Value::Character(right)) => Ok(Some(left.cmp(right))),
            (Value::Sequence(_), Value::Sequence(_)) => self.prefix_order(left, right),
            (Value::Tuple(_), Value::Tuple(_)) => {
                Ok(Some(self.normal(left)?.cmp(&self.normal(right)?)))
            }
            (Value::Set(left), Value::Set(right)) => {
                let (less, more) = (self.is_subset(left, right)?, self.is_subset(right, left)?);
                Ok(both_ways(less, more))
            }
            (Value::Map(_), Value::Map(_)) => {
                let (less, more) =
                    (self.is_submap(left, right, span)?, self.is_submap(right, left, span)?);
                Ok(both_ways(less, more))
            }
            _ => Err(self.unexpected(left, "an ordered value", span)),
        }
    }

    /// Whether all keys of a map are those of another one, whose values are no less.
    fn is_submap(&mut self, small: &Value, large: &Value, span: Span) -> Outcome<bool> {
        let (Value::Map(small), Value::Map(large)) = (small, large) else { return Ok(false) };
        for (key, value) in &small.0 {
            let Some(other) = large.0.get(key) else { return Ok(false) };
            let (value, other) = (self.force(value)?, self.force(other)?);
            let included = match (&value, &other) {
                (
                    Value::Integer(_)
                    | Value::Character(_)
                    | Value::Tuple(_)
                    | Value::Sequence(_)
                    | Value::Set(_)
                    | Value::Map(_),
                    _,
                ) => self.order(&value, &other, span)?.is_some_and(Ordering::is_le),
                _ => self.equal(&value, &other)?,
            };
            if !included {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Which of two sequences the other one begins with.
    fn prefix_order(&mut self, left: &Value, right: &Value) -> Outcome<Option<Ordering>> {
        let (mut left, mut right) = (Lazy::Value(left.clone()), Lazy::Value(right.clone()));
        loop {
            match (self.uncons(&left)?, self.uncons(&right)?) {
                (None, None) => return Ok(Some(Ordering::Equal)),
                (None, Some(_)) => return Ok(Some(Ordering::Less)),
                (Some(_), None) => return Ok(Some(Ordering::Greater)),
                (Some((one, left_rest)), Some((other, right_rest))) => {
                    if !self.equal_lazily(&one, &other)? {
                        return Ok(None);
                    }
                    (left, right) = (left_rest, right_rest);
                }
            }
        }
    }
}

fn both_ways(less: bool, more: bool) -> Option<Ordering> {
    match (less, more) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    }
}
