//! Parts of a sequence of which at most one does anything: that of the element that equals something, of an array whose elements
//! differ and stay as they are.
//!
//! So `forEachValueOf(i) if (sender == known[i]) ...` finds the place of a sender.

use std::collections::HashSet;

use machine::Machine;
use machine::index::VariableId;
use machine::program::{Action, BinaryOperator, Expr, ExprKind, Place, Region};
use machine::uses::starts_process;

use super::commuting::Part;
use super::known::Known;
use super::touched::{Reader, Use};
use super::tree::{End, Tree};
use crate::constraint::{Constraint, Demands};

/// Whether at most one of two parts does more than to find out that it has nothing to do.
pub(super) fn at_most_one_acts<'m>(
    reader: &Reader<'m>,
    demands: Demands,
    a: &Part<'_, 'm>,
    b: &Part<'_, 'm>,
) -> bool {
    let (Some(first), Some(second)) = (Finding::of(a.tree), Finding::of(b.tree)) else {
        return false;
    };
    let writes = |variable: VariableId| {
        let touched = a.touched.cells.iter().chain(&b.touched.cells);
        let mut written = touched.filter(|(_, used)| *used != Use::Read);
        written.any(|(cell, _)| cell.place.variable == variable)
    };
    // The same words mean the same: what is wanted has no subscripts, is no counter, and is not written.
    first.array == second.array
        && first.wanted == second.wanted
        && !writes(first.array)
        && !writes(first.wanted.variable)
        && (first.index != second.index
            && elements_differ(reader, first.array, [first.index, second.index])
            || !demands.make(Constraint::FoldElementsDiffer))
}

/// `wanted == array[index] -> ...`, or else nothing.
struct Finding<'m> {
    wanted: &'m Place,
    array: VariableId,
    index: i32,
}

impl<'m> Finding<'m> {
    fn of(tree: &Tree<'m>) -> Option<Finding<'m>> {
        let End::Choice { options, .. } = &tree.end else { return None };
        let is_idle = |option: &&Tree<'_>| {
            matches!(&option.steps[..], [step] if matches!(step.action, Action::Else))
                && matches!(option.end, End::GoesOn)
        };
        let (idle, acting): (Vec<&Tree<'m>>, Vec<&Tree<'m>>) = options.iter().partition(is_idle);
        let ([_], [acting]) = (&idle[..], &acting[..]) else { return None };
        let first = acting.steps.first().filter(|_| tree.steps.is_empty() && !tree.leaves())?;
        let Action::Guard(guard) = first.action else { return None };
        let ExprKind::Binary(BinaryOperator::Equal, parts) = &guard.kind else { return None };
        let known = &*first.known;
        finding(&parts.0, &parts.1, known).or_else(|| finding(&parts.1, &parts.0, known))
    }
}

fn finding<'m>(wanted: &'m Expr, element: &'m Expr, known: &Known) -> Option<Finding<'m>> {
    let (ExprKind::Load(wanted), ExprKind::Load(element)) = (&wanted.kind, &element.kind) else {
        return None;
    };
    let [subscript] = &element.subscripts[..] else { return None };
    let is_scalar = wanted.subscripts.is_empty() && wanted.other().is_none();
    // What counts rounds holds something else in each of them.
    let is_kept = known.get(wanted.variable).is_none();
    let index = known.value(&subscript.index).filter(|_| is_scalar && is_kept)?;
    Some(Finding { wanted, array: element.own_variable()?, index })
}

/// What a local array holds for ever, in every process of every initial state, each list once.
pub(super) type Elements = HashSet<Vec<i32>>;

/// Whether two elements of a local array differ in every process, and nobody assigns to them.
fn elements_differ(reader: &Reader<'_>, array: VariableId, elements: [i32; 2]) -> bool {
    let [a, b] = elements.map(|element| element as usize);
    reader.elements(array).is_some_and(|all| {
        all.iter().all(|held| held.get(a).zip(held.get(b)).is_some_and(|(a, b)| a != b))
    })
}

/// What a local array holds that no statement writes; none if there is none such.
pub(super) fn held_for_ever(machine: &Machine, array: VariableId) -> Option<Elements> {
    let declared = &machine.program.variables[array.index()];
    let Region::Local(owner) = declared.region else { return None };
    let mut operations = machine.code.edges.iter().flat_map(|edge| &edge.operations);
    if operations.any(|operation| starts_process(&operation.action)) {
        return None;
    }
    let mut found = Elements::new();
    for state in machine.all_initial() {
        let owners = state.process_ids().filter(|&p| machine.type_of(state.location(p)) == owner);
        for process in owners {
            let first = (state.starts[process.index()] + 1 + declared.offset) as usize;
            let held = &state.cells[first..first + declared.cells() as usize];
            if !found.contains(held) {
                found.insert(held.to_vec());
            }
        }
    }
    Some(found)
}
