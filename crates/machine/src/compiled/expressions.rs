//! Expressions as closures over records. Constants, single bytes and comparisons are told apart when they are composed, so that what
//! is asked most costs one call.

use std::cell::{Cell as Flag, RefCell};

use super::channels::Channels;
use super::layout::{Cell, Layout, Width, bytes_at};
use super::unrolled::KnownCells;
use crate::index::ProcessId;
use crate::machine::Machine;
use crate::program::{
    BinaryOperator, Expr, ExprKind, Owner, Place, Region, Subscript, UnaryOperator,
};

/// Raised where something cannot be computed: a run-time error, or what is left to the interpreter. What is computed after it means
/// nothing.
#[derive(Debug, Default)]
pub(super) struct Alarm(Flag<bool>);

impl Alarm {
    #[cold]
    pub(super) fn raise(&self) {
        self.0.set(true);
    }

    #[inline(always)]
    pub(super) fn is_raised(&self) -> bool {
        self.0.get()
    }

    /// Whether it was raised. It is not any more.
    pub(super) fn take(&self) -> bool {
        self.0.take()
    }
}

/// What is computed from a record.
type Computed<T> = Box<dyn Fn(&[u8], &Alarm) -> T + Send + Sync>;
/// A number computed from a record.
pub(super) type Value = Computed<i32>;
/// A condition on a record.
pub(super) type Test = Computed<bool>;

/// A compiled expression.
pub(super) enum Code {
    Constant(i32),
    /// What the byte at a place holds.
    Byte(usize),
    Value(Value),
    /// 1 or 0.
    Test(Test),
}

impl Code {
    pub(super) fn value(self) -> Value {
        match self {
            Code::Constant(value) => Box::new(move |_, _| value),
            Code::Byte(at) => Box::new(move |s, _| s[at].into()),
            Code::Value(value) => value,
            Code::Test(test) => Box::new(move |s, alarm| test(s, alarm).into()),
        }
    }

    /// Whether it is not zero.
    pub(super) fn test(self) -> Test {
        match self {
            Code::Constant(value) => Box::new(move |_, _| value != 0),
            Code::Byte(at) => Box::new(move |s, _| s[at] != 0),
            Code::Value(value) => Box::new(move |s, alarm| value(s, alarm) != 0),
            Code::Test(test) => test,
        }
    }

    fn constant(&self) -> Option<i32> {
        match *self {
            Code::Constant(value) => Some(value),
            _ => None,
        }
    }
}

impl From<Cell> for Code {
    fn from(cell: Cell) -> Code {
        match (cell.width, cell.at) {
            (Width::Byte, at) => Code::Byte(at),
            (Width::SignedByte, at) => Code::Value(Box::new(move |s, _| (s[at] as i8).into())),
            (Width::Short, at) => {
                Code::Value(Box::new(move |s, _| u16::from_le_bytes(bytes_at(s, at)).into()))
            }
            (Width::SignedShort, at) => {
                Code::Value(Box::new(move |s, _| i16::from_le_bytes(bytes_at(s, at)).into()))
            }
            (Width::Int, at) => {
                Code::Value(Box::new(move |s, _| i32::from_le_bytes(bytes_at(s, at))))
            }
        }
    }
}

/// What `f` makes of two operands.
fn combine<T: 'static>(
    a: Code,
    b: Code,
    f: impl Fn(i32, i32) -> T + Copy + Send + Sync + 'static,
) -> Computed<T> {
    use Code::{Byte, Constant};
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

/// Which cell of several of one kind, which stand one after the other.
pub(super) enum Element {
    Only(Cell),
    /// The first, and the number of the one that is meant, which is one of theirs unless the alarm is raised.
    Indexed(Cell, Code),
}

/// Compiles what one process does.
pub(super) struct Compiler<'m> {
    pub machine: &'m Machine,
    pub layout: &'m Layout,
    pub channels: &'m Channels,
    pub process: ProcessId,
    /// Loops of deterministic blocks are unrolled until so much was compiled.
    pub unrolls_until: usize,
    /// How much was compiled.
    pub size: Flag<usize>,
    /// What is known where the next thing is done that is compiled.
    pub known: RefCell<KnownCells>,
}

impl Compiler<'_> {
    /// None if it is left to the interpreter.
    pub(super) fn expression(&self, expr: &Expr) -> Option<Code> {
        Some(match &expr.kind {
            ExprKind::Constant(value) => Code::Constant(*value),
            ExprKind::Pid => {
                Code::Constant(self.machine.program.semantics.process_number(self.process))
            }
            // Where it holds the interpreter takes over: nothing else can happen there.
            ExprKind::Timeout => Code::Constant(0),
            ExprKind::Load(place) => self.load(place)?,
            ExprKind::Unary(operator, operand) => unary(*operator, self.expression(operand)?),
            ExprKind::Binary(operator, operands) => {
                let (a, b) = (self.expression(&operands.0)?, self.expression(&operands.1)?);
                binary(*operator, a, b)?
            }
            ExprKind::Conditional(parts) => {
                let condition = self.expression(&parts.0)?;
                let (then, otherwise) = (self.expression(&parts.1)?, self.expression(&parts.2)?);
                if let Some(holds) = condition.constant() {
                    return Some(if holds != 0 { then } else { otherwise });
                }
                let (condition, then, otherwise) =
                    (condition.test(), then.value(), otherwise.value());
                Code::Value(Box::new(move |s, alarm| {
                    if condition(s, alarm) { then(s, alarm) } else { otherwise(s, alarm) }
                }))
            }
            ExprKind::Within(value, lowest, highest) => {
                let (value, range) = (self.expression(value)?.value(), *lowest..=*highest);
                Code::Value(Box::new(move |s, alarm| {
                    let value = value(s, alarm);
                    if !range.contains(&value) {
                        alarm.raise();
                    }
                    value
                }))
            }
            ExprKind::Channel(_) | ExprKind::OwnChannel(_) => {
                Code::Constant(self.channel(expr)?.number)
            }
            ExprKind::Query(query, channel) => self.query(*query, channel)?,
            ExprKind::Poll(reception) => Code::Test(self.position_test(reception)?),
            ExprKind::ProcessOf(_)
            | ExprKind::At(..)
            | ExprKind::Existing(_)
            | ExprKind::Spin(_) => return None,
        })
    }

    fn load(&self, place: &Place) -> Option<Code> {
        if place.region == Region::Constant {
            return self.constant(place);
        }
        if place.region == Region::Discarded {
            return place.subscripts.is_empty().then_some(Code::Constant(0));
        }
        let (first, index) = self.cell(place)?;
        Some(match index {
            Code::Constant(index) => {
                let cell = first + index as usize;
                let known = self.known.borrow().get(&cell).copied();
                match known.or(self.layout.known[cell]) {
                    Some(value) => Code::Constant(value),
                    None => self.layout.cells[cell].into(),
                }
            }
            index => indexed(self.layout.cells[first], index),
        })
    }

    fn constant(&self, place: &Place) -> Option<Code> {
        if let Some(value) = self.machine.constant_load(place) {
            return Some(Code::Constant(value));
        }
        let (cells, index) = (place_cells(place), self.index(&place.subscripts)?.value());
        let first = place.offset as usize;
        let constants = &self.machine.constants[first..first + cells];
        let constants: Box<[i32]> = constants.into();
        Some(Code::Value(Box::new(move |s, alarm| {
            constants.get(index(s, alarm) as usize).copied().unwrap_or_default()
        })))
    }

    /// The cell that a place of a state names, for values of its variable: there may be room for more.
    pub(super) fn element(&self, place: &Place) -> Option<Element> {
        let (first, index) = self.cell(place)?;
        let cell = |cell: usize| Cell { values: place.cell, ..self.layout.cells[cell] };
        Some(match index {
            Code::Constant(index) => Element::Only(cell(first + index as usize)),
            index => Element::Indexed(cell(first), index),
        })
    }

    /// The first cell of the variable of a place of a state, and which of its cells is meant.
    pub(super) fn cell(&self, place: &Place) -> Option<(usize, Code)> {
        if place.owner != Owner::Actor {
            return None;
        }
        let base = match place.region {
            Region::Global => 0,
            Region::Local(of) => {
                let slot = self.layout.slots.get(self.process.index())?;
                if slot.process_type != of {
                    return None;
                }
                slot.start + 1
            }
            Region::Constant | Region::Discarded => return None,
        };
        Some((base + place.offset as usize, self.index(&place.subscripts)?))
    }

    /// The number of the element that subscripts name, which exists unless the alarm is raised.
    fn index(&self, subscripts: &[Subscript]) -> Option<Code> {
        let mut sum = Code::Constant(0);
        for subscript in subscripts {
            let (length, stride) = (subscript.length, subscript.stride as i32);
            let part = match self.expression(&subscript.index)? {
                Code::Constant(index) if index >= 0 && (index as u32) < length => {
                    Code::Constant(index * stride)
                }
                Code::Constant(_) => return None,
                Code::Byte(at) if stride == 1 && length > 255 => Code::Byte(at),
                Code::Byte(at) => Code::Value(Box::new(move |s, alarm| {
                    checked(s[at].into(), length, alarm) * stride
                })),
                index => {
                    let index = index.value();
                    Code::Value(Box::new(move |s, alarm| {
                        checked(index(s, alarm), length, alarm) * stride
                    }))
                }
            };
            sum = match (sum, part) {
                (Code::Constant(0), part) => part,
                (Code::Constant(a), Code::Constant(b)) => Code::Constant(a + b),
                (sum, part) => Code::Value(combine(sum, part, |a, b| a + b)),
            };
        }
        Some(sum)
    }
}

/// How many cells the array of a place has.
pub(super) fn place_cells(place: &Place) -> usize {
    place.subscripts.first().map_or(1, |first| (first.length * first.stride) as usize)
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

/// What an element of an array holds.
fn indexed(first: Cell, index: Code) -> Code {
    let at = first.at;
    let index = index.value();
    Code::Value(match first.width {
        Width::Byte => Box::new(move |s, alarm| s[at + index(s, alarm) as usize].into()),
        Width::SignedByte => {
            Box::new(move |s, alarm| (s[at + index(s, alarm) as usize] as i8).into())
        }
        width => Box::new(move |s, alarm| {
            let at = at + index(s, alarm) as usize * width.bytes();
            Cell { at, ..first }.read(s)
        }),
    })
}

fn unary(operator: UnaryOperator, operand: Code) -> Code {
    if let Some(value) = operand.constant() {
        return Code::Constant(operator.apply(value));
    }
    match operator {
        UnaryOperator::Not => {
            let operand = operand.test();
            Code::Test(Box::new(move |s, alarm| !operand(s, alarm)))
        }
        UnaryOperator::Negate | UnaryOperator::Complement => {
            let operand = operand.value();
            Code::Value(Box::new(move |s, alarm| operator.apply(operand(s, alarm))))
        }
    }
}

fn binary(operator: BinaryOperator, a: Code, b: Code) -> Option<Code> {
    use BinaryOperator as Op;
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return operator.apply(a, b).ok().map(Code::Constant);
    }
    Some(match operator {
        Op::And => match a.constant() {
            Some(0) => Code::Constant(0),
            Some(_) => Code::Test(b.test()),
            None => {
                let (a, b) = (a.test(), b.test());
                Code::Test(Box::new(move |s, alarm| a(s, alarm) && b(s, alarm)))
            }
        },
        Op::Or => match a.constant() {
            Some(0) => Code::Test(b.test()),
            Some(_) => Code::Constant(1),
            None => {
                let (a, b) = (a.test(), b.test());
                Code::Test(Box::new(move |s, alarm| a(s, alarm) || b(s, alarm)))
            }
        },
        Op::Less => Code::Test(combine(a, b, |a, b| a < b)),
        Op::LessEqual => Code::Test(combine(a, b, |a, b| a <= b)),
        Op::Greater => Code::Test(combine(a, b, |a, b| a > b)),
        Op::GreaterEqual => Code::Test(combine(a, b, |a, b| a >= b)),
        Op::Equal => Code::Test(combine(a, b, |a, b| a == b)),
        Op::NotEqual => Code::Test(combine(a, b, |a, b| a != b)),
        Op::Add => Code::Value(combine(a, b, i32::wrapping_add)),
        Op::Subtract => Code::Value(combine(a, b, i32::wrapping_sub)),
        Op::Multiply => Code::Value(combine(a, b, i32::wrapping_mul)),
        Op::BitAnd => Code::Value(combine(a, b, |a, b| a & b)),
        Op::BitOr => Code::Value(combine(a, b, |a, b| a | b)),
        Op::BitXor => Code::Value(combine(a, b, |a, b| a ^ b)),
        Op::ShiftLeft => Code::Value(combine(a, b, |a, b| a.wrapping_shl(b as u32))),
        Op::ShiftRight => Code::Value(combine(a, b, |a, b| a.wrapping_shr(b as u32))),
        Op::Divide | Op::Modulo => {
            let (a, b) = (a.value(), b.value());
            Code::Value(Box::new(move |s, alarm| {
                operator.apply(a(s, alarm), b(s, alarm)).unwrap_or_else(|_| {
                    alarm.raise();
                    0
                })
            }))
        }
    })
}
