//! Deterministic blocks with what is known on the way put in: a counter that begins with a constant has a known value in each round of
//! its loop, so that each round has points of its own, in which conditions on it are decided and the elements that it names are fixed.
//! (Partial evaluation: Jones, Gomard and Sestoft, *Partial Evaluation and Automatic Program Generation*, 1993, Sect. 4.)

use std::collections::{BTreeMap, HashMap};

use super::Lowering;
use super::expressions::place_cells;
use crate::compiled::code::{Change, Choice, Condition, Point, Value};
use crate::program::{Action, DeterministicBlock, Pattern, Place, Region};

/// A block that would have more choices is left as it is.
const MOST_CHOICES: usize = 2048;
/// Of so many cells it is known at a time what they hold.
const MOST_KNOWN: usize = 16;

/// What cells are known to hold at a point of a block.
pub(super) type KnownCells = BTreeMap<usize, i32>;

/// The points of a block that were met, each with what is known there.
#[derive(Default)]
struct Met {
    numbers: HashMap<(u32, KnownCells), usize>,
    all: Vec<(u32, KnownCells)>,
}

impl Met {
    fn number(&mut self, point: u32, known: KnownCells) -> usize {
        *self.numbers.entry((point, known)).or_insert_with_key(|met| {
            self.all.push(met.clone());
            self.all.len() - 1
        })
    }
}

impl Lowering<'_> {
    /// The points of a block, those that are met with other values apart. None if there are too many.
    pub(super) fn unrolled(&self, block: &DeterministicBlock) -> Option<Vec<Point>> {
        if self.size.get() >= self.unrolls_until {
            return None;
        }
        let mut met = Met::default();
        met.number(0, KnownCells::new());
        let (mut points, mut size) = (Vec::new(), 0);
        while let Some((point, known)) = met.all.get(points.len()).cloned() {
            let mut choices = Vec::new();
            for (action, target) in &block.points[point as usize].options {
                self.known.replace(known.clone());
                let lowered = self.choice(action);
                let after = lowered.is_some().then(|| self.known_after(action, known.clone()));
                self.known.take();
                // What cannot be lowered, with what is known, may never be done: whoever comes there asks the interpreter.
                let unknown = || (Condition::If(Value::Alarm), Vec::new());
                let (condition, changes) = lowered.unwrap_or_else(unknown);
                let is_last = matches!(condition, Condition::Always | Condition::Else);
                if matches!(condition, Condition::Never) {
                    continue;
                }
                let target = target.zip(after).map(|(target, after)| met.number(target, after));
                choices.push(Choice { condition, changes, target });
                if is_last {
                    break;
                }
            }
            size += choices.len();
            points.push(Point(choices));
            // What was tried in vain counts, too: it is tried again for each process.
            self.grow(points[points.len() - 1].0.len());
            if size > MOST_CHOICES {
                return None;
            }
        }
        join(&mut points);
        Some(points)
    }

    /// Lowers an action with what is known. Of what it stores nothing is known any more.
    fn choice(&self, action: &Action) -> Option<(Condition, Vec<Change>)> {
        if let Action::Receive(reception) = action {
            // Fields are stored one after the other: where one goes may depend on those before it.
            for pattern in &reception.patterns {
                if let Pattern::Store(place) = pattern {
                    let mut known = self.known.borrow().clone();
                    self.forget(place, &mut known);
                    self.known.replace(known);
                }
            }
        }
        let condition = self.condition(action)?;
        let mut changes = Vec::new();
        self.changes(action, &mut changes)?;
        Some((condition, changes))
    }

    /// What is known after an action that was [lowered](Self::choice).
    fn known_after(&self, action: &Action, mut known: KnownCells) -> KnownCells {
        match action {
            Action::Skip
            | Action::Guard(_)
            | Action::Else
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::Send { .. } => {}
            Action::Assign(place, value) => {
                let value = self.expression(value);
                self.forget(place, &mut known);
                if let (Some(cell), Some(Value::Constant(value))) = (self.only_cell(place), value)
                    && known.len() < MOST_KNOWN
                {
                    known.insert(cell, place.cell.wrap(value));
                }
            }
            Action::Receive(_) => known.clone_from(&self.known.borrow()),
            Action::Deterministic(_)
            | Action::Terminate
            | Action::OutOfRoom
            | Action::Spin(_)
            | Action::Run { .. } => known.clear(),
        }
        known
    }

    /// The cell that a place names, if it always names the same.
    fn only_cell(&self, place: &Place) -> Option<usize> {
        match self.cell(place)? {
            (first, Value::Constant(index)) => Some(first + index as usize),
            _ => None,
        }
    }

    /// Forgets what the cells hold that a place may name.
    fn forget(&self, place: &Place, known: &mut KnownCells) {
        if let Some(cell) = self.only_cell(place) {
            known.remove(&cell);
        } else if place.region != Region::Discarded {
            match self.cell(place) {
                Some((first, _)) => {
                    let end = first + place_cells(place);
                    known.retain(|cell, _| !(first..end).contains(cell));
                }
                None => known.clear(),
            }
        }
    }
}

/// Lets each choice go on with what is done in any case where it leads, if nothing else leads there.
fn join(points: &mut [Point]) {
    let mut ways = vec![0; points.len()];
    ways[0] = 1;
    let targets = points.iter().flat_map(|point| &point.0).filter_map(|choice| choice.target);
    targets.for_each(|target| ways[target] += 1);
    for at in 0..points.len() {
        let mut choices = std::mem::take(&mut points[at].0);
        for choice in &mut choices {
            while let Some(target) = choice.target.filter(|&it| ways[it] == 1)
                && let [only] = &mut points[target].0[..]
                && matches!(only.condition, Condition::Always | Condition::Else)
            {
                choice.changes.append(&mut only.changes);
                choice.target = only.target;
                points[target].0.clear();
            }
        }
        points[at].0 = choices;
    }
}
