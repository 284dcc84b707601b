//! In which states of a set a condition holds.
//!
//! Parts of a condition read a cell or two. Where each of them holds is learnt as transitions are, for the values that these cells
//! have; what connects them is done with sets. So a condition on all processes costs as many operations as it has parts, and is
//! not asked for all values that its cells have together.

use kernel::{PropertyId, StopReason};
use machine::Machine;
use machine::conditions::{Apart, Connected};
use machine::program::{Excluded, Expr};

use crate::diagram::{Diagrams, NodeId};
use crate::domains::Domains;
use crate::layout::Layout;
use crate::learning::Halt;
use crate::probe::{Probe, Truth};
use crate::tree::{Selected, Tree};

/// What is known of an invariant in states of one shape.
pub struct Invariant<'m> {
    excluded: Excluded,
    whole: Connected,
    parts: Vec<Part<'m>>,
}

/// A part of a condition, where it holds, and where it has no value. Elsewhere it does not hold, or nobody asked.
struct Part<'m> {
    expr: &'m Expr,
    tree: Tree,
    holds: Domains,
    undefined: Domains,
}

/// The states of a set in which a condition holds, and those in which it has no value. In all others it does not hold.
#[derive(Clone, Copy)]
struct Split {
    holds: NodeId,
    undefined: NodeId,
}

impl<'m> Invariant<'m> {
    /// Nothing is known of it yet; none if the property is no invariant.
    #[must_use]
    pub fn new(
        machine: &'m Machine,
        invariant: PropertyId,
        diagrams: &mut Diagrams<'_>,
    ) -> Option<Invariant<'m>> {
        let declared = machine.invariant(invariant)?;
        let Apart { whole, parts } = Apart::new(&declared.condition.expr);
        let part = |expr| {
            let (holds, undefined) = (Domains::default(), Domains::default());
            Part { expr, tree: Tree::new(diagrams), holds, undefined }
        };
        let parts = parts.into_iter().map(part).collect();
        Some(Invariant { excluded: declared.excluded, whole, parts })
    }

    /// The states that it excludes.
    ///
    /// # Errors
    /// It was interrupted, or there is no answer.
    pub fn excluded(
        &mut self,
        selected: &Selected,
        probe: &mut Probe<'m>,
        layout: &Layout<'m>,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<NodeId, Halt> {
        let mut splits = Vec::new();
        for part in &mut self.parts {
            splits.push(part.split(selected, probe, layout, diagrams)?);
        }
        let split = Splits { set: selected.set, parts: splits }.of(&self.whole, diagrams)?;
        Ok(match self.excluded {
            Excluded::Holding => split.holds,
            Excluded::Undefined => split.undefined,
        })
    }

    /// All sets that are kept.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut NodeId> {
        self.parts.iter_mut().flat_map(|part| {
            let Part { tree, holds, undefined, .. } = part;
            tree.roots().chain(holds.roots()).chain(undefined.roots())
        })
    }
}

impl<'m> Part<'m> {
    fn split(
        &mut self,
        selected: &Selected,
        probe: &mut Probe<'m>,
        layout: &Layout<'m>,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Split, Halt> {
        let Part { expr, tree, holds, undefined } = self;
        let Selected { set, shape, example, .. } = selected;
        tree.learn(selected, diagrams, &mut |known, diagrams| {
            match probe.truth(layout, *shape, &known, example, expr)? {
                Truth::Asks(level) => return Ok(Some(level)),
                Truth::Is(Some(true)) => holds.add(&known, diagrams),
                Truth::Is(Some(false)) => {}
                Truth::Is(None) => undefined.add(&known, diagrams),
            }
            Ok(None)
        })?;
        holds.settle(diagrams)?;
        undefined.settle(diagrams)?;
        let (holds, undefined) = (holds.within(*set, diagrams)?, undefined.within(*set, diagrams)?);
        Ok(Split { holds, undefined })
    }
}

/// What is known of the parts of a condition in a set.
struct Splits {
    set: NodeId,
    parts: Vec<Split>,
}

impl Splits {
    /// The same of what connects them.
    fn of(&self, condition: &Connected, diagrams: &mut Diagrams<'_>) -> Result<Split, StopReason> {
        match condition {
            Connected::Part(place) => Ok(self.parts[*place]),
            Connected::Not(operand) => {
                let Split { holds, undefined } = self.of(operand, diagrams)?;
                let fails = diagrams.minus(self.set, holds)?;
                Ok(Split { holds: diagrams.minus(fails, undefined)?, undefined })
            }
            Connected::Joined(join, operands) => {
                let one = self.of(&operands.0, diagrams)?;
                let other = self.of(&operands.1, diagrams)?;
                match join.is_and {
                    true => one.and(other, join.asks_both, diagrams),
                    false => one.or(other, join.asks_both, diagrams),
                }
            }
        }
    }
}

impl Split {
    fn and(
        self,
        other: Split,
        asks_both: bool,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Split, StopReason> {
        let holds = diagrams.intersection(self.holds, other.holds)?;
        let second = match asks_both {
            true => other.undefined,
            false => diagrams.intersection(other.undefined, self.holds)?,
        };
        Ok(Split { holds, undefined: diagrams.union(self.undefined, second)? })
    }

    fn or(
        self,
        other: Split,
        asks_both: bool,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Split, StopReason> {
        let second = match asks_both {
            true => other.undefined,
            false => diagrams.minus(other.undefined, self.holds)?,
        };
        let undefined = diagrams.union(self.undefined, second)?;
        let holds = diagrams.union(self.holds, other.holds)?;
        Ok(Split { holds: diagrams.minus(holds, undefined)?, undefined })
    }
}
