//! Numbers and conditions.

use super::{Alarm, Computed, Test, Value, code};
use crate::compiled::layout::{Cell, Width, bytes_at};
use crate::program::{BinaryOperator, UnaryOperator};

/// A composed number.
pub(super) enum Closure {
    Constant(i32),
    /// What the byte at a place holds.
    Byte(usize),
    Value(Value),
    /// 1 or 0.
    Test(Test),
}

pub(super) fn value(of: code::Value) -> Value {
    closure(of).value()
}

/// Whether it is not zero.
pub(in crate::compiled) fn test(of: code::Value) -> Test {
    closure(of).test()
}

pub(super) fn closure(of: code::Value) -> Closure {
    match of {
        code::Value::Constant(value) => Closure::Constant(value),
        code::Value::Cell(cell) => read(cell),
        code::Value::Element(first, index) => Closure::Value(element(first, value(*index))),
        code::Value::Table(constants, index) => {
            let index = value(*index);
            Closure::Value(Box::new(move |s, alarm| {
                constants.get(index(s, alarm) as usize).copied().unwrap_or_default()
            }))
        }
        code::Value::Unary(operator, operand) => unary(operator, closure(*operand)),
        code::Value::Binary(operator, operands) => {
            let (a, b) = *operands;
            binary(operator, closure(a), closure(b))
        }
        code::Value::Conditional(parts) => {
            let (condition, then, otherwise) = *parts;
            let (condition, then, otherwise) = (test(condition), value(then), value(otherwise));
            Closure::Value(Box::new(move |s, alarm| {
                if condition(s, alarm) { then(s, alarm) } else { otherwise(s, alarm) }
            }))
        }
        code::Value::Within(number, lowest, highest) => {
            let (value, range) = (value(*number), lowest..=highest);
            Closure::Value(Box::new(move |s, alarm| {
                let value = value(s, alarm);
                if !range.contains(&value) {
                    alarm.raise();
                }
                value
            }))
        }
        code::Value::Index { number, length, stride } => {
            Closure::Value(index(closure(*number), length, stride))
        }
        code::Value::OfChannel(values) => {
            let values = values.map(value, value);
            Closure::Value(Box::new(move |s, alarm| {
                values.find(s, alarm).map_or(0, |value| value(s, alarm))
            }))
        }
        code::Value::Finds(finders) => {
            let finders = finders.map(value, |finder| finder.map(|it| it.map(value)));
            Closure::Test(Box::new(move |s, alarm| {
                let finder = finders.find(s, alarm).and_then(Option::as_ref);
                finder.is_some_and(|finder| finder.find(s, alarm).is_some())
            }))
        }
        code::Value::Safely(condition) => {
            let test = test(*condition);
            Closure::Test(Box::new(move |s, alarm| safely(s, alarm, &test)))
        }
        code::Value::Alarm => Closure::Value(Box::new(|_, alarm| {
            alarm.raise();
            0
        })),
    }
}

impl Closure {
    pub(super) fn value(self) -> Value {
        match self {
            Closure::Constant(value) => Box::new(move |_, _| value),
            Closure::Byte(at) => Box::new(move |s, _| s[at].into()),
            Closure::Value(value) => value,
            Closure::Test(test) => Box::new(move |s, alarm| test(s, alarm).into()),
        }
    }

    /// Whether it is not zero.
    fn test(self) -> Test {
        match self {
            Closure::Constant(value) => Box::new(move |_, _| value != 0),
            Closure::Byte(at) => Box::new(move |s, _| s[at] != 0),
            Closure::Value(value) => Box::new(move |s, alarm| value(s, alarm) != 0),
            Closure::Test(test) => test,
        }
    }
}

/// An alarm that was raised before stays.
#[inline(always)]
fn safely(record: &[u8], alarm: &Alarm, test: &Test) -> bool {
    let before = alarm.take();
    let holds = test(record, alarm) & !alarm.take();
    if before {
        alarm.raise();
    }
    holds
}

fn read(cell: Cell) -> Closure {
    let at = cell.at;
    match cell.width {
        Width::Byte => Closure::Byte(at),
        Width::SignedByte => Closure::Value(Box::new(move |s, _| (s[at] as i8).into())),
        Width::Short => {
            Closure::Value(Box::new(move |s, _| u16::from_le_bytes(bytes_at(s, at)).into()))
        }
        Width::SignedShort => {
            Closure::Value(Box::new(move |s, _| i16::from_le_bytes(bytes_at(s, at)).into()))
        }
        Width::Int => Closure::Value(Box::new(move |s, _| i32::from_le_bytes(bytes_at(s, at)))),
    }
}

fn element(first: Cell, index: Value) -> Value {
    let at = first.at;
    match first.width {
        Width::Byte => Box::new(move |s, alarm| s[at + index(s, alarm) as usize].into()),
        Width::SignedByte => {
            Box::new(move |s, alarm| (s[at + index(s, alarm) as usize] as i8).into())
        }
        width => Box::new(move |s, alarm| {
            let at = at + index(s, alarm) as usize * width.bytes();
            Cell { at, ..first }.read(s)
        }),
    }
}

fn index(number: Closure, length: u32, stride: i32) -> Value {
    match number {
        Closure::Byte(at) => {
            Box::new(move |s, alarm| checked(s[at].into(), length, alarm) * stride)
        }
        number => {
            let number = number.value();
            Box::new(move |s, alarm| checked(number(s, alarm), length, alarm) * stride)
        }
    }
}

/// An index, or 0 and an alarm if it is out of range.
#[inline(always)]
fn checked(index: i32, length: u32, alarm: &Alarm) -> i32 {
    if index as u32 >= length {
        alarm.raise();
        return 0;
    }
    index
}

fn unary(operator: UnaryOperator, operand: Closure) -> Closure {
    match operator {
        UnaryOperator::Not => {
            let operand = operand.test();
            Closure::Test(Box::new(move |s, alarm| !operand(s, alarm)))
        }
        UnaryOperator::Negate | UnaryOperator::Complement => {
            let operand = operand.value();
            Closure::Value(Box::new(move |s, alarm| operator.apply(operand(s, alarm))))
        }
    }
}

fn binary(operator: BinaryOperator, a: Closure, b: Closure) -> Closure {
    use BinaryOperator as Op;
    match operator {
        Op::And => {
            let (a, b) = (a.test(), b.test());
            Closure::Test(Box::new(move |s, alarm| a(s, alarm) && b(s, alarm)))
        }
        Op::Or => {
            let (a, b) = (a.test(), b.test());
            Closure::Test(Box::new(move |s, alarm| a(s, alarm) || b(s, alarm)))
        }
        Op::Less => Closure::Test(combine(a, b, |a, b| a < b)),
        Op::LessEqual => Closure::Test(combine(a, b, |a, b| a <= b)),
        Op::Greater => Closure::Test(combine(a, b, |a, b| a > b)),
        Op::GreaterEqual => Closure::Test(combine(a, b, |a, b| a >= b)),
        Op::Equal => Closure::Test(combine(a, b, |a, b| a == b)),
        Op::NotEqual => match b {
            Closure::Constant(0) => Closure::Test(a.test()),
            b => Closure::Test(combine(a, b, |a, b| a != b)),
        },
        Op::Add => Closure::Value(combine(a, b, i32::wrapping_add)),
        Op::Subtract => Closure::Value(combine(a, b, i32::wrapping_sub)),
        Op::Multiply => Closure::Value(combine(a, b, i32::wrapping_mul)),
        Op::BitAnd => Closure::Value(combine(a, b, |a, b| a & b)),
        Op::BitOr => Closure::Value(combine(a, b, |a, b| a | b)),
        Op::BitXor => Closure::Value(combine(a, b, |a, b| a ^ b)),
        Op::ShiftLeft => Closure::Value(combine(a, b, |a, b| a.wrapping_shl(b as u32))),
        Op::ShiftRight => Closure::Value(combine(a, b, |a, b| a.wrapping_shr(b as u32))),
        Op::Divide | Op::Modulo => {
            let (a, b) = (a.value(), b.value());
            Closure::Value(Box::new(move |s, alarm| {
                operator.apply(a(s, alarm), b(s, alarm)).unwrap_or_else(|_| {
                    alarm.raise();
                    0
                })
            }))
        }
    }
}

/// What `f` makes of two operands.
fn combine<T: 'static>(
    a: Closure,
    b: Closure,
    f: impl Fn(i32, i32) -> T + Copy + Send + Sync + 'static,
) -> Computed<T> {
    use Closure::{Byte, Constant};
    match (a, b) {
        (Byte(a), Constant(b)) => Box::new(move |s, _| f(s[a].into(), b)),
        (Byte(a), Byte(b)) => Box::new(move |s, _| f(s[a].into(), s[b].into())),
        (Constant(a), Byte(b)) => Box::new(move |s, _| f(a, s[b].into())),
        (Constant(a), b) => {
            let b = b.value();
            Box::new(move |s, alarm| f(a, b(s, alarm)))
        }
        (a, Constant(b)) => {
            let a = a.value();
            Box::new(move |s, alarm| f(a(s, alarm), b))
        }
        (a, Byte(b)) => {
            let a = a.value();
            Box::new(move |s, alarm| f(a(s, alarm), s[b].into()))
        }
        (Byte(a), b) => {
            let b = b.value();
            Box::new(move |s, alarm| f(s[a].into(), b(s, alarm)))
        }
        (a, b) => {
            let (a, b) = (a.value(), b.value());
            Box::new(move |s, alarm| f(a(s, alarm), b(s, alarm)))
        }
    }
}
