//! Deterministic blocks: sequences that run as one change.

use super::Lowering;
use crate::compiled::code::{Change, Choice, Condition, Point, Value};
use crate::program::{BinaryOperator, DeterministicBlock};

impl Lowering<'_> {
    /// When a block can begin.
    pub(super) fn beginning(&self, block: &DeterministicBlock) -> Option<Condition> {
        if block.begins_with_else() {
            return Some(Condition::Else);
        }
        if block.heads.is_empty() {
            return Some(Condition::Always);
        }
        let mut tests: Vec<Value> = Vec::new();
        for action in block.beginnings() {
            match self.condition(action)? {
                // That of a choice within the block.
                Condition::Always | Condition::Else => return Some(Condition::Always),
                Condition::Never => {}
                Condition::If(test) => tests.push(test),
            }
        }
        Some(if tests.is_empty() { Condition::Never } else { Condition::If(any(tests)) })
    }

    /// What a block does, from its entry.
    pub(super) fn block(&self, block: &DeterministicBlock) -> Option<Change> {
        self.unrolled(block).or_else(|| self.points(block)).map(Change::Block)
    }

    /// The points of a block as they are.
    fn points(&self, block: &DeterministicBlock) -> Option<Vec<Point>> {
        let mut points = Vec::with_capacity(block.points.len());
        for point in &block.points {
            self.grow(point.options.len());
            let mut choices = Vec::with_capacity(point.options.len());
            for (action, target) in &point.options {
                let condition = self.condition(action)?;
                let mut changes = Vec::new();
                self.changes(action, &mut changes)?;
                let target = target.map(|point| point as usize);
                choices.push(Choice { condition, changes, target });
            }
            points.push(Point(choices));
        }
        Some(points)
    }
}

/// Whether one of several conditions holds, which are tried in order: halved again and again, so that nothing is nested deep.
fn any(mut tests: Vec<Value>) -> Value {
    let half = tests.len() / 2;
    if half == 0 {
        return tests.swap_remove(0);
    }
    let others = tests.split_off(half);
    Value::binary(BinaryOperator::Or, any(tests), any(others))
}
