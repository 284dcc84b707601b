//! Deterministic blocks: sequences that run as one change.

use super::actions::{Change, Condition, make};
use super::expressions::{Alarm, Compiler, Test};
use crate::program::DeterministicBlock;

/// A block of more statements is left to the interpreter, which sees when one goes round in circles.
const MOST_STATEMENTS: usize = 4096;

/// What can be done at a point, in the order in which it is tried.
pub(super) struct Point(pub Vec<Choice>);

pub(super) struct Choice {
    pub condition: Condition,
    pub changes: Vec<Change>,
    pub target: Option<usize>,
}

impl Compiler<'_> {
    /// When a block can begin.
    pub(super) fn beginning(&self, block: &DeterministicBlock) -> Option<Condition> {
        if block.begins_with_else() {
            return Some(Condition::Else);
        }
        if block.heads.is_empty() {
            return Some(Condition::Always);
        }
        let mut tests: Vec<Test> = Vec::new();
        for action in block.beginnings() {
            match self.condition(action)? {
                // That of a choice within the block.
                Condition::Always | Condition::Else => return Some(Condition::Always),
                Condition::Never => {}
                Condition::If(test) => tests.push(test),
            }
        }
        if tests.len() == 1 {
            return tests.pop().map(Condition::If);
        }
        Some(Condition::If(Box::new(move |s, alarm| tests.iter().any(|test| test(s, alarm)))))
    }

    /// What a block does, from its entry.
    pub(super) fn block(&self, block: &DeterministicBlock) -> Option<Change> {
        let points = self.unrolled(block).or_else(|| self.points(block))?;
        Some(Change::Run(Box::new(move |t, alarm| run(&points, t, alarm))))
    }

    /// The points of a block as they are.
    fn points(&self, block: &DeterministicBlock) -> Option<Vec<Point>> {
        let mut points = Vec::with_capacity(block.points.len());
        for point in &block.points {
            self.size.set(self.size.get() + point.options.len());
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

fn run(points: &[Point], record: &mut [u8], alarm: &Alarm) {
    let mut at = Some(0);
    for _ in 0..MOST_STATEMENTS {
        let Some(point) = at else { return };
        let mut choices = points[point].0.iter();
        let choice = choices.find(|choice| choice.condition.holds(record, false, alarm));
        let Some(choice) = choice.filter(|_| !alarm.is_raised()) else { return alarm.raise() };
        make(&choice.changes, record, alarm);
        if alarm.is_raised() {
            return;
        }
        at = choice.target;
    }
    alarm.raise();
}
