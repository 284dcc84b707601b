//! Parts of a sequence of which at most one does anything, because they ask for different values of one thing.
//!
//! So of `if :: i == me -> box[j]!i :: else fi` only the rounds of one `i` send, and `me` stays what it is. Whichever part is first,
//! the other finds that it has nothing to do; and it finds that out before it asks for anything that the first may have changed.

use std::rc::Rc;

use machine::index::VariableId;
use machine::program::{Action, BinaryOperator, Expr, ExprKind};
use machine::touches;

use super::commuting::Part;
use super::known::Known;
use super::touched::{Reader, Use};
use super::tree::{End, Step, Tree};
use crate::constraint::{Constraint, Demands};

/// Whether two parts do something only where one thing has values that differ.
pub(super) fn exclude<'m>(
    reader: &Reader<'m>,
    demands: Demands,
    a: &Part<'_, 'm>,
    b: &Part<'_, 'm>,
) -> bool {
    let (Some(first), Some(second)) = (demanded(a.tree, reader), demanded(b.tree, reader)) else {
        return false;
    };
    let is_kept = |demand: &Demand<'_>| {
        !demand.variables().any(|variable| writes(a, variable) || writes(b, variable))
            || !demands.make(Constraint::FoldExcludedByKept)
    };
    // One term with the counters of either, which reads nothing that is written.
    let exclude = |one: &Demand<'m>, other: &Demand<'m>| {
        one.value != other.value
            && one.known.same(one.of, other.of, &other.known)
            && is_kept(one)
            && is_kept(other)
    };
    first.iter().all(|one| {
        let excluded =
            |other: &Vec<Demand<'m>>| one.iter().any(|a| other.iter().any(|b| exclude(a, b)));
        second.iter().all(excluded)
    })
}

fn writes(part: &Part<'_, '_>, variable: VariableId) -> bool {
    let written = |(cell, used): &(super::touched::Cell<'_>, Use)| {
        *used != Use::Read && cell.place.variable == variable
    };
    part.touched.cells.iter().any(written)
}

/// That something has a value that is known.
struct Demand<'m> {
    of: &'m Expr,
    value: i32,
    known: Rc<Known>,
}

impl Demand<'_> {
    fn variables(&self) -> impl Iterator<Item = VariableId> {
        let mut found = Vec::new();
        touches::of_expression(self.of, &mut |touch, _| found.extend(touch.variable()));
        found.into_iter()
    }
}

/// What each option demands that does something; none if a part is no choice, or may do something whatever holds.
fn demanded<'m>(tree: &Tree<'m>, reader: &Reader<'m>) -> Option<Vec<Vec<Demand<'m>>>> {
    let End::Choice { options, .. } = &tree.end else { return None };
    if !tree.steps.is_empty() || tree.leaves() {
        return None;
    }
    let (idle, acting): (Vec<&Tree<'m>>, Vec<&Tree<'m>>) =
        options.iter().partition(|option| is_idle(option, reader));
    // Which of several ways there are to do nothing may depend on what the other part has done.
    if idle.len() > 1 {
        return None;
    }
    acting.into_iter().map(|option| demands_of(option.steps.first()?, reader)).collect()
}

/// Whether an option does nothing, and is not asked for in vain.
fn is_idle(option: &Tree<'_>, reader: &Reader<'_>) -> bool {
    let asks = |step: &Step<'_>| match step.action {
        Action::Else => true,
        Action::Guard(guard) => reader.is_sure(guard, &step.known),
        _ => false,
    };
    matches!(option.end, End::GoesOn) && option.steps.iter().all(asks)
}

/// What the statement that an option begins with demands, of what is asked before anything that may fail.
fn demands_of<'m>(step: &Step<'m>, reader: &Reader<'m>) -> Option<Vec<Demand<'m>>> {
    let Action::Guard(guard) = step.action else { return None };
    let mut demands = Vec::new();
    let mut pending = vec![guard];
    while let Some(condition) = pending.pop() {
        if let ExprKind::Binary(BinaryOperator::And, parts) = &condition.kind {
            pending.extend([&parts.1, &parts.0]);
            continue;
        }
        if !reader.is_sure(condition, &step.known) {
            break;
        }
        demands.extend(demand(condition, &step.known));
    }
    Some(demands)
}

fn demand<'m>(condition: &'m Expr, known: &Rc<Known>) -> Option<Demand<'m>> {
    let ExprKind::Binary(BinaryOperator::Equal, parts) = &condition.kind else { return None };
    let (of, value) = match (known.value(&parts.0), known.value(&parts.1)) {
        (None, Some(value)) => (&parts.0, value),
        (Some(value), None) => (&parts.1, value),
        _ => return None,
    };
    let is_one = matches!(of.kind, ExprKind::Pid | ExprKind::Load(_));
    is_one.then(|| Demand { of, value, known: Rc::clone(known) })
}
