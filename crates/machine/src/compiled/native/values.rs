//! Numbers and conditions, computed from the record that is meant.

use wasm_encoder::{BlockType, ValType};

use super::super::code::Value;
use super::super::layout::Cell;
use super::body::{Body, Label};
use super::cells::place;
use crate::program::{BinaryOperator, UnaryOperator};

impl Body<'_> {
    /// Leaves a number.
    pub(super) fn value(&mut self, value: &Value) {
        match value {
            Value::Constant(value) => self.constant(*value),
            Value::Cell(cell) => self.read(*cell, None),
            Value::Element(first, index) => {
                self.element(*first, index);
                self.load(*first);
            }
            Value::Table(table, index) => self.table(table, index),
            Value::Unary(operator, operand) => self.unary(*operator, operand),
            Value::Binary(operator, operands) => {
                self.binary(*operator, &operands.0, &operands.1, value);
            }
            Value::Conditional(parts) => self.conditional(parts),
            Value::Within(value, lowest, highest) => self.within(value, *lowest, *highest),
            Value::Index { number, length, stride } => self.index(number, *length, *stride),
            Value::OfChannel(values) => {
                let result = self.local();
                self.by_channel(values, |body, value| {
                    body.value(value);
                    body.set(result);
                });
                self.get(result);
                self.give_back(result);
            }
            Value::Finds(finders) => self.finds(finders),
            Value::Safely(value) => self.safely(value),
            Value::Alarm => self.raise(),
        }
    }

    /// The address of an element of an array, less the place of its first one.
    pub(super) fn element(&mut self, first: Cell, index: &Value) {
        self.get(self.record);
        self.value(index);
        self.times(first.width.bytes());
        self.op().i32_add();
    }

    fn table(&mut self, table: &[i32], index: &Value) {
        let addresses = &self.translation.addresses;
        let at = addresses.tables + self.translation.tables.place(table);
        self.value(index);
        let index = self.keep();
        self.get(index);
        self.constant(table.len() as i32);
        self.op().i32_lt_u();
        self.op().if_(BlockType::Result(ValType::I32));
        self.get(index);
        self.times(size_of::<i32>());
        self.op().i32_load(place(at));
        self.op().else_();
        self.constant(0);
        self.op().end();
        self.give_back(index);
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Value) {
        match operator {
            UnaryOperator::Negate => {
                self.constant(0);
                self.value(operand);
                self.op().i32_sub();
            }
            UnaryOperator::Complement => {
                self.value(operand);
                self.constant(-1);
                self.op().i32_xor();
            }
            UnaryOperator::Not => {
                self.value(operand);
                self.op().i32_eqz();
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, a: &Value, b: &Value, whole: &Value) {
        use BinaryOperator as Op;
        match operator {
            Op::And | Op::Or => return self.decided(whole),
            Op::Divide | Op::Modulo => return self.quotient(operator, a, b),
            _ => {}
        }
        self.value(a);
        self.value(b);
        let mut op = self.op();
        match operator {
            Op::Multiply => op.i32_mul(),
            Op::Add => op.i32_add(),
            Op::Subtract => op.i32_sub(),
            Op::ShiftLeft => op.i32_shl(),
            Op::ShiftRight => op.i32_shr_s(),
            Op::Less => op.i32_lt_s(),
            Op::LessEqual => op.i32_le_s(),
            Op::Greater => op.i32_gt_s(),
            Op::GreaterEqual => op.i32_ge_s(),
            Op::Equal => op.i32_eq(),
            Op::NotEqual => op.i32_ne(),
            Op::BitAnd => op.i32_and(),
            Op::BitXor => op.i32_xor(),
            Op::BitOr => op.i32_or(),
            Op::And | Op::Or | Op::Divide | Op::Modulo => &mut op,
        };
    }

    /// Leaves 1 if a condition holds, else 0.
    fn decided(&mut self, condition: &Value) {
        let decided = self.block_of_value();
        let fails = self.block();
        self.branch_on(condition, false, fails);
        self.constant(1);
        self.branch(decided);
        self.end();
        self.constant(0);
        self.end();
    }

    /// The quotient of the least number by -1 is that number again, for which there is no instruction.
    fn quotient(&mut self, operator: BinaryOperator, a: &Value, b: &Value) {
        let divides = operator == BinaryOperator::Divide;
        self.value(a);
        match b.constant() {
            Some(0) => return self.raise(),
            Some(divisor) if divisor != -1 || !divides => {
                self.constant(divisor);
                return self.divide(divides);
            }
            _ => self.value(b),
        }
        let (b, a) = (self.keep(), self.keep());
        self.get(b);
        self.op().i32_eqz();
        self.raise_if();
        if divides {
            self.get(b);
            self.constant(-1);
            self.op().i32_eq();
            self.op().if_(BlockType::Result(ValType::I32));
            self.constant(0);
            self.get(a);
            self.op().i32_sub();
            self.op().else_();
        }
        self.get(a);
        self.get(b);
        self.divide(divides);
        if divides {
            self.op().end();
        }
        self.give_back(a);
        self.give_back(b);
    }

    fn divide(&mut self, divides: bool) {
        if divides {
            self.op().i32_div_s();
        } else {
            self.op().i32_rem_s();
        }
    }

    fn conditional(&mut self, parts: &(Value, Value, Value)) {
        let decided = self.block_of_value();
        let fails = self.block();
        self.branch_on(&parts.0, false, fails);
        self.value(&parts.1);
        self.branch(decided);
        self.end();
        self.value(&parts.2);
        self.end();
    }

    fn within(&mut self, value: &Value, lowest: i32, highest: i32) {
        self.value(value);
        if lowest > highest {
            self.op().drop();
            return self.raise();
        }
        let value = self.local();
        self.tee(value);
        self.constant(lowest);
        self.op().i32_sub();
        self.constant(highest.wrapping_sub(lowest));
        self.op().i32_gt_u();
        self.raise_if();
        self.get(value);
        self.give_back(value);
    }

    fn index(&mut self, number: &Value, length: u32, stride: i32) {
        self.value(number);
        let index = self.local();
        self.tee(index);
        self.constant(length as i32);
        self.op().i32_ge_u();
        self.raise_if();
        self.get(index);
        self.times(stride as usize);
        self.give_back(index);
    }

    fn safely(&mut self, value: &Value) {
        let decided = self.block_of_value();
        let fails = self.block();
        let before = std::mem::replace(&mut self.alarm, fails);
        self.branch_on(value, false, fails);
        self.alarm = before;
        self.constant(1);
        self.branch(decided);
        self.end();
        self.constant(0);
        self.end();
    }

    /// Branches if a condition holds, or if it does not.
    pub(super) fn branch_on(&mut self, condition: &Value, holds: bool, label: Label) {
        match condition {
            Value::Unary(UnaryOperator::Not, operand) => self.branch_on(operand, !holds, label),
            Value::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), operands) => {
                let (a, b) = (&operands.0, &operands.1);
                // What the first decides alone.
                let decides = *operator == BinaryOperator::Or;
                if decides == holds {
                    self.branch_on(a, holds, label);
                    self.branch_on(b, holds, label);
                } else {
                    let decided = self.block();
                    self.branch_on(a, decides, decided);
                    self.branch_on(b, holds, label);
                    self.end();
                }
            }
            Value::Constant(value) if (*value != 0) == holds => self.branch(label),
            Value::Constant(_) => {}
            condition => {
                self.value(condition);
                if !holds {
                    self.op().i32_eqz();
                }
                self.branch_if(label);
            }
        }
    }
}
