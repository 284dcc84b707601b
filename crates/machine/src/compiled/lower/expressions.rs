//! Expressions as values of a record.

use super::Lowering;
use crate::compiled::code::{Element, Value};
use crate::compiled::layout::{Cell, Width};
use crate::program::{
    BinaryOperator, Expr, ExprKind, Owner, Place, Region, Subscript, UnaryOperator,
};

impl Lowering<'_> {
    /// None if it is left to the interpreter.
    pub(in crate::compiled) fn expression(&self, expr: &Expr) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Constant(value) => Value::Constant(*value),
            ExprKind::Pid => {
                Value::Constant(self.machine.program.semantics.process_number(self.process))
            }
            // Where it holds the interpreter takes over: nothing else can happen there.
            ExprKind::Timeout => Value::Constant(0),
            ExprKind::Load(place) => self.load(place)?,
            ExprKind::Unary(operator, operand) => unary(*operator, self.expression(operand)?),
            ExprKind::Binary(operator, operands) => {
                let (a, b) = (self.expression(&operands.0)?, self.expression(&operands.1)?);
                binary(*operator, a, b)?
            }
            ExprKind::Conditional(parts) => {
                let condition = self.expression(&parts.0)?;
                let (then, otherwise) = (self.expression(&parts.1)?, self.expression(&parts.2)?);
                match condition.constant() {
                    Some(0) => otherwise,
                    Some(_) => then,
                    None => Value::Conditional(Box::new((condition, then, otherwise))),
                }
            }
            ExprKind::Within(value, lowest, highest) => {
                Value::Within(Box::new(self.expression(value)?), *lowest, *highest)
            }
            ExprKind::Channel(_) | ExprKind::OwnChannel(_) => {
                Value::Constant(self.channel(expr)?.number)
            }
            ExprKind::Query(query, channel) => self.query(*query, channel)?,
            ExprKind::Poll(reception) => self.found(reception)?,
            ExprKind::ProcessOf(_)
            | ExprKind::At(..)
            | ExprKind::Existing(_)
            | ExprKind::Spin(_) => return None,
        })
    }

    fn load(&self, place: &Place) -> Option<Value> {
        if place.region == Region::Constant {
            return self.constant(place);
        }
        if place.region == Region::Discarded {
            return place.subscripts.is_empty().then_some(Value::Constant(0));
        }
        let (first, index) = self.cell(place)?;
        Some(match index {
            Value::Constant(index) => {
                let cell = first + index as usize;
                let known = self.known.borrow().get(&cell).copied();
                match known.or(self.layout.known[cell]) {
                    Some(value) => Value::Constant(value),
                    None => Value::Cell(self.layout.cells[cell]),
                }
            }
            index => Value::Element(self.layout.cells[first], Box::new(index)),
        })
    }

    fn constant(&self, place: &Place) -> Option<Value> {
        if let Some(value) = self.machine.constant_load(place) {
            return Some(Value::Constant(value));
        }
        let (cells, index) = (place_cells(place), self.index(&place.subscripts)?);
        let first = place.offset as usize;
        let constants = &self.machine.constants[first..first + cells];
        Some(Value::Table(constants.into(), Box::new(index)))
    }

    /// The cell that a place of a state names, for values of its variable: there may be room for more.
    pub(super) fn element(&self, place: &Place) -> Option<Element> {
        let (first, index) = self.cell(place)?;
        let cell = |cell: usize| Cell { values: place.cell, ..self.layout.cells[cell] };
        Some(match index {
            Value::Constant(index) => Element::Only(cell(first + index as usize)),
            index => Element::Indexed(cell(first), index),
        })
    }

    /// The first cell of the variable of a place of a state, and which of its cells is meant.
    pub(super) fn cell(&self, place: &Place) -> Option<(usize, Value)> {
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
    fn index(&self, subscripts: &[Subscript]) -> Option<Value> {
        let mut sum = Value::Constant(0);
        for subscript in subscripts {
            let (length, stride) = (subscript.length, subscript.stride as i32);
            let part = match self.expression(&subscript.index)? {
                Value::Constant(index) if index >= 0 && (index as u32) < length => {
                    Value::Constant(index * stride)
                }
                Value::Constant(_) => return None,
                Value::Cell(cell @ Cell { width: Width::Byte, .. })
                    if stride == 1 && length > 255 =>
                {
                    Value::Cell(cell)
                }
                index => Value::Index { number: Box::new(index), length, stride },
            };
            sum = match (sum, part) {
                (Value::Constant(0), part) => part,
                (Value::Constant(a), Value::Constant(b)) => Value::Constant(a + b),
                (sum, part) => Value::binary(BinaryOperator::Add, sum, part),
            };
        }
        Some(sum)
    }
}

/// How many cells the array of a place has.
pub(super) fn place_cells(place: &Place) -> usize {
    place.subscripts.first().map_or(1, |first| (first.length * first.stride) as usize)
}

fn unary(operator: UnaryOperator, operand: Value) -> Value {
    match operand.constant() {
        Some(value) => Value::Constant(operator.apply(value)),
        None => Value::Unary(operator, Box::new(operand)),
    }
}

/// None if it is a run-time error.
fn binary(operator: BinaryOperator, a: Value, b: Value) -> Option<Value> {
    use BinaryOperator as Op;
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return operator.apply(a, b).ok().map(Value::Constant);
    }
    Some(match (operator, a.constant()) {
        (Op::And, Some(0)) => Value::Constant(0),
        (Op::And, Some(_)) | (Op::Or, Some(0)) => b.truth(),
        (Op::Or, Some(_)) => Value::Constant(1),
        _ => Value::binary(operator, a, b),
    })
}
