//! Initial states: all combinations, of which those are left that fulfil `initially`.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Expr, ExprKind, Model, Quantifier};
use crate::model::{LoadOptions, Open};
use crate::reference::evaluate::{Bound, View};
use crate::reference::state::{Constants, State};

/// The most combinations that are looked at.
const MOST_COMBINED: usize = 200_000;

/// What `initially` mentions.
#[derive(Default)]
struct Mentioned {
    cells: BTreeSet<(String, usize)>,
    modes: BTreeSet<usize>,
}

/// The initial states; none if there are too many to look at.
pub fn initial(
    model: &Model,
    constants: &Constants,
    options: &LoadOptions,
    most: usize,
) -> Option<Vec<State>> {
    let nothing = State { modes: vec![0; constants.count], cells: BTreeMap::new() };
    let view = View { constants, state: &nothing, logic: options.logic };
    let mut mentioned = Mentioned::default();
    let condition = model.initially.first().map(|initially| &initially.condition);
    if let Some(condition) = condition {
        mention(view, condition, true, &Vec::new(), &mut mentioned);
    }
    let mut parts = Vec::new();
    if let Some(condition) = condition {
        split(view, condition, &Vec::new(), &mut parts);
    }
    let mut states = vec![nothing.clone()];
    for process in 1..=constants.count {
        let modes = if mentioned.modes.contains(&process) { constants.modes.len() } else { 1 };
        let with = |state: State| {
            (0..modes).map(move |mode| {
                let mut state = state.clone();
                state.modes[process - 1] = mode;
                state
            })
        };
        states = states.into_iter().flat_map(with).collect();
    }
    let mut assigned = BTreeSet::new();
    for (name, declared) in &constants.variables {
        for place in constants.places(name) {
            let is_free =
                options.open == Open::Free || mentioned.cells.contains(&(name.clone(), place));
            let values = match is_free {
                true => declared.lowest..=declared.highest,
                false => {
                    let nearest = 0.clamp(declared.lowest, declared.highest);
                    nearest..=nearest
                }
            };
            let with = |state: State| {
                values.clone().map(move |value| {
                    let mut state = state.clone();
                    state.cells.insert((name.clone(), place), value);
                    state
                })
            };
            states = states.into_iter().flat_map(with).collect();
            assigned.insert((name.clone(), place));
            // What can be told already.
            let (told, rest): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part: &Part<'_>| part.reads.is_subset(&assigned));
            parts = rest;
            states.retain(|state| {
                let view = View { constants, state, logic: options.logic };
                told.iter().all(|part| holds(view, part.condition, &part.bound))
            });
            if states.len() > MOST_COMBINED {
                return None;
            }
        }
    }
    states.retain(|state| {
        let view = View { constants, state, logic: options.logic };
        condition.is_none_or(|condition| holds(view, condition, &Vec::new()))
    });
    (states.len() <= most).then_some(states)
}

/// A part of a condition, which must be true itself.
struct Part<'e> {
    condition: &'e Expr,
    bound: Bound,
    reads: BTreeSet<(String, usize)>,
}

/// The parts of a condition.
fn split<'e>(view: View<'_>, condition: &'e Expr, bound: &Bound, parts: &mut Vec<Part<'e>>) {
    match &condition.kind {
        ExprKind::And(operands) => {
            operands.iter().for_each(|operand| split(view, operand, bound, parts));
        }
        ExprKind::Quantified(Quantifier::All, names, body) => {
            for bound in view.bindings(names, bound) {
                split(view, body, &bound, parts);
            }
        }
        _ if view.decided(condition, bound) == Some(true) => {}
        _ => {
            let mut mentioned = Mentioned::default();
            mention(view, condition, true, bound, &mut mentioned);
            let reads = mentioned.cells;
            parts.push(Part { condition, bound: bound.clone(), reads });
        }
    }
}

/// Whether a condition is true. Of one that consists of several, each must be true.
fn holds(view: View<'_>, condition: &Expr, bound: &Bound) -> bool {
    view.truth(condition, None, bound) == Some(true)
}

/// Notes what a condition mentions once quantifiers are written out, as far as it is not decided then.
fn mention(view: View<'_>, expr: &Expr, truth: bool, bound: &Bound, found: &mut Mentioned) {
    if truth && view.decided(expr, bound).is_some() {
        return;
    }
    let all = || 1..=view.constants.count;
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Null | ExprKind::Own | ExprKind::Truth(_) => {}
        ExprKind::Name(name) if bound.iter().any(|(known, _)| known == name) => {}
        ExprKind::Name(name) => match view.constants.variables.get(name) {
            Some(declared) if declared.is_local => {
                found.cells.extend(all().map(|process| (name.clone(), process)));
            }
            Some(_) => {
                found.cells.insert((name.clone(), 0));
            }
            None => {}
        },
        ExprKind::Mode => found.modes.extend(all()),
        ExprKind::Of(base, index) => {
            mention(view, index, false, bound, found);
            let places = known(view, index, bound).map_or(all(), |number| number..=number);
            let places = places.filter(|it| all().contains(it));
            match &base.kind {
                ExprKind::Name(name) if view.constants.variables.contains_key(name) => {
                    found.cells.extend(places.map(|process| (name.clone(), process)));
                }
                _ => found.modes.extend(places),
            }
        }
        ExprKind::Arrow(pointer, inner) => {
            mention(view, pointer, false, bound, found);
            match known(view, pointer, bound) {
                // Of a process that is known only what belongs to it.
                Some(number) if all().contains(&number) => {
                    let mut inside = Mentioned::default();
                    mention(view, inner, truth, bound, &mut inside);
                    of_one(inner, number, inside, found);
                }
                _ => mention(view, inner, truth, bound, found),
            }
        }
        ExprKind::Negate(operand) => mention(view, operand, false, bound, found),
        ExprKind::Not(operand) => mention(view, operand, true, bound, found),
        ExprKind::Arithmetic(first, others) => {
            mention(view, first, false, bound, found);
            others.iter().for_each(|(_, operand)| mention(view, operand, false, bound, found));
        }
        ExprKind::Comparison(first, others) => {
            mention(view, first, false, bound, found);
            others.iter().for_each(|(_, operand)| mention(view, operand, false, bound, found));
        }
        ExprKind::And(operands) | ExprKind::Or(operands) => {
            operands.iter().for_each(|operand| mention(view, operand, true, bound, found));
        }
        ExprKind::Implies(operands) => {
            mention(view, &operands.0, true, bound, found);
            mention(view, &operands.1, true, bound, found);
        }
        ExprKind::Quantified(_, names, body) => {
            for bound in view.bindings(names, bound) {
                mention(view, body, true, &bound, found);
            }
        }
    }
}

/// What is evaluated in one process mentions what belongs to that.
fn of_one(inner: &Expr, number: usize, inside: Mentioned, found: &mut Mentioned) {
    let own = |name: &str| matches!(&inner.kind, ExprKind::Name(it) if it == name);
    for (name, place) in inside.cells {
        if !own(&name) || place == 0 || place == number {
            found.cells.insert((name, place));
        }
    }
    let is_mode = matches!(inner.kind, ExprKind::Mode);
    found.modes.extend(inside.modes.into_iter().filter(|&it| !is_mode || it == number));
}

/// The process that an expression names whatever the state is.
fn known(view: View<'_>, expr: &Expr, bound: &Bound) -> Option<usize> {
    match &expr.kind {
        ExprKind::Number(value) => usize::try_from(*value).ok(),
        ExprKind::Name(name) => {
            if let Some((_, value)) = bound.iter().rev().find(|(known, _)| known == name) {
                return usize::try_from(*value).ok();
            }
            usize::try_from(*view.constants.numbers.get(name)?).ok()
        }
        _ => None,
    }
}
