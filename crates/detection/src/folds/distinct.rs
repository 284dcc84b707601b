//! Loops of which at most one round does anything: that of the element that equals something, of an array whose elements
//! differ and stay as they are.
//!
//! So `forEachValueOf(i) if (sender == known[i]) ...` finds the place of a sender.

use std::collections::HashSet;
use std::ops::Range;

use machine::index::VariableId;
use machine::program::{Action, BinaryOperator, Expr, ExprKind, Place, Region};
use machine::uses::starts_process;
use machine::{Machine, State};

use super::path::{Path, writes};
use super::rounds::Rounds;
use crate::constraint::Constraint;

/// Whether at most one round does more than to find out that it has nothing to do.
pub(super) fn only_one_acts(machine: &Machine, paths: &[Path<'_>], rounds: &Rounds) -> bool {
    let counter = rounds.counter;
    let idle = |path: &&Path<'_>| matches!(path.actions[..], [(Action::Else, _)]);
    let (idle, acting): (Vec<&Path<'_>>, Vec<&Path<'_>>) = paths.iter().partition(idle);
    let mut firsts = acting.iter().map(|path| path.actions.first());
    let Some(Some((Action::Guard(guard), _))) = firsts.next() else { return false };
    let alike =
        firsts.all(|first| matches!(first, Some((Action::Guard(other), _)) if other == guard));
    let stays = paths.iter().all(|path| !path.leaves);
    let (true, true, 1) = (alike, stays, idle.len()) else { return false };
    let ExprKind::Binary(BinaryOperator::Equal, parts) = &guard.kind else { return false };
    let finds = |wanted: &Expr, element: &Expr| {
        let unchanged = |place: &Place| {
            let all = paths.iter().flat_map(|path| &path.actions);
            place.variable != counter && !all.into_iter().any(|(a, _)| writes(a, place.variable))
        };
        matches!(&wanted.kind, ExprKind::Load(place) if place.subscripts.is_empty() && unchanged(place))
            && matches!(&element.kind, ExprKind::Load(place) if is_element(place, counter)
                && (elements_differ(machine, place.variable, &rounds.values)
                    || !rounds.demands.make(Constraint::FoldElementsDiffer)))
    };
    finds(&parts.0, &parts.1) || finds(&parts.1, &parts.0)
}

/// Whether a place is the element of its round.
fn is_element(place: &Place, counter: VariableId) -> bool {
    matches!(&*place.subscripts, [only]
        if matches!(&only.index.kind, ExprKind::Load(read) if read.variable == counter))
}

/// Whether the elements of a local array with these numbers differ in every process, and nobody assigns to them.
fn elements_differ(machine: &Machine, array: VariableId, values: &Range<i32>) -> bool {
    let declared = &machine.program.variables[array.index()];
    let Region::Local(owner) = declared.region else { return false };
    let operations = || machine.code.edges.iter().flat_map(|edge| &edge.operations);
    let changes = |action: &Action| writes(action, array) || starts_process(action);
    if values.start < 0
        || i64::from(values.end) > i64::from(declared.cells())
        || operations().any(|operation| changes(&operation.action))
        || operations().any(|o| o.resets.iter().any(|reset| reset.variable == array))
    {
        return false;
    }
    let differ = |state: &State| {
        let mut owners =
            state.process_ids().filter(|&p| machine.type_of(state.location(p)) == owner);
        owners.all(|process| {
            let first = (state.starts[process.index()] + 1 + declared.offset) as usize;
            let elements = first + values.start as usize..first + values.end as usize;
            let mut met = HashSet::new();
            state.cells[elements].iter().all(|&element| met.insert(element))
        })
    };
    machine.all_initial().iter().all(differ)
}
