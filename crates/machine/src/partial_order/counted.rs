//! Loops that count their rounds, so that they end.
//!
//! A loop is counted by a variable that its process alone sees, and of which nothing is done in the loop but that it is counted up (or
//! down, always): each round counts, and each asks whether a constant bound is reached. Loops within it are counted by other variables.
//! What is said here of a loop only chooses which loops are worth being [one step](super::movers): where a step goes round
//! all the same, it ends.

use groups::strong_components;

use crate::action::Action;
use crate::compile::Edge;
use crate::expression::{BinaryOperator, Expr, ExprKind, Place};
use crate::index::{LocationId, VariableId};
use crate::machine::Machine;
use crate::program::Region;
use crate::touches::{Touch, of_action};

/// How many loops may lie within one another.
const DEEPEST: usize = 4;
/// About the most steps from end to end of a loop: what takes longer is better looked at in between.
const MOST_STEPS: usize = 1000;

/// A way between two locations, given by their places among some.
struct Way<'m> {
    from: usize,
    to: usize,
    edge: &'m Edge,
}

/// The locations that lie in counted loops of a program of which only some locations are looked at.
pub(super) fn in_counted_loops(machine: &Machine, among: &[bool]) -> Vec<bool> {
    let ways = ways(machine, |at| among[at.index()]);
    let count = machine.code.locations.len();
    let mut counted = vec![false; count];
    for round in loops(count, &ways) {
        for inner in counted_within(machine, &round) {
            inner.iter().for_each(|way| counted[way.from] = true);
        }
    }
    counted
}

/// A loop, if it is counted; otherwise those that lie in it: what is around a loop sets its counter anew.
fn counted_within<'w, 'm>(machine: &Machine, round: &[&'w Way<'m>]) -> Vec<Vec<&'w Way<'m>>> {
    if is_short(machine, round) {
        return vec![round.to_vec()];
    }
    let without_start = |(counter, direction)| {
        let ways = round.iter().copied().filter(|way| only_counts(way.edge, counter, direction));
        loops(machine.code.locations.len(), ways.collect::<Vec<_>>())
    };
    let inner = counters(round).into_iter().flat_map(without_start);
    inner.filter(|inner| is_short(machine, inner)).collect()
}

fn is_short(machine: &Machine, round: &[&Way<'_>]) -> bool {
    steps(machine, round, DEEPEST).is_some_and(|steps| steps <= MOST_STEPS)
}

/// The variables that are counted in a loop.
fn counters(round: &[&Way<'_>]) -> Vec<(VariableId, Direction)> {
    let operations = round.iter().flat_map(|way| &way.edge.operations);
    let mut counters: Vec<_> = operations.filter_map(counting).collect();
    counters.sort_unstable();
    counters.dedup();
    counters
}

fn ways(machine: &Machine, looks_at: impl Fn(LocationId) -> bool) -> Vec<Way<'_>> {
    let edges = machine.code.edges.iter().filter(|edge| looks_at(edge.from));
    let way = |edge: &'_ Edge| edge.to.filter(|&to| looks_at(to));
    edges
        .filter_map(|edge| Some(Way { from: edge.from.index(), to: way(edge)?.index(), edge }))
        .collect()
}

/// The loops that ways make: each the ways that lead from it to it.
fn loops<'w, 'm>(
    count: usize,
    ways: impl IntoIterator<Item = &'w Way<'m>> + Clone,
) -> Vec<Vec<&'w Way<'m>>>
where
    'm: 'w,
{
    let mut targets: Vec<Vec<usize>> = vec![Vec::new(); count];
    ways.clone().into_iter().for_each(|way| targets[way.from].push(way.to));
    let components = strong_components(count, |at, number| targets[at].get(number).copied());
    let mut loops: Vec<Vec<&Way<'m>>> = Vec::new();
    loops.resize_with(components.count, Vec::new);
    for way in ways {
        let of = components.of[way.from];
        if components.of[way.to] == of {
            loops[of as usize].push(way);
        }
    }
    loops.retain(|ways| !ways.is_empty());
    loops
}

/// About how many steps are made in a loop that these ways make, if it and those that lie in it count their rounds.
fn steps(machine: &Machine, round: &[&Way<'_>], depth: usize) -> Option<usize> {
    if depth == 0 {
        return None;
    }
    counters(round).into_iter().find_map(|(counter, direction)| {
        let counts = |way: &&Way<'_>| {
            way.edge.operations.iter().any(|it| counting(it) == Some((counter, direction)))
        };
        let bound = |way: &&Way<'_>| bound(machine, way.edge, counter, direction);
        let counted = is_own(machine, counter)
            && round.iter().all(|way| only_counts(way.edge, counter, direction));
        if !counted {
            return None;
        }
        // Each way that asks lets the counter come to its own bound.
        let rounds = round.iter().filter_map(bound).max()?;
        let uncounted = steps_without(machine, round, counts, depth)?;
        let unasked = steps_without(machine, round, |way| bound(way).is_some(), depth)?;
        let inner = uncounted.max(unasked).saturating_add(round.len());
        Some(inner.saturating_mul(rounds))
    })
}

/// The same of what is left of a loop without some of its ways, once through.
fn steps_without<'w, 'm>(
    machine: &Machine,
    round: &[&'w Way<'m>],
    leaves_out: impl Fn(&&Way<'m>) -> bool,
    depth: usize,
) -> Option<usize> {
    let rest: Vec<&Way<'m>> = round.iter().copied().filter(|way| !leaves_out(way)).collect();
    let inner = loops(machine.code.locations.len(), rest);
    inner.iter().map(|inner| steps(machine, inner, depth - 1)).sum()
}

/// Which way a counter goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Direction {
    Up,
    Down,
}

/// Whether a variable is a scalar that no other process sees.
fn is_own(machine: &Machine, variable: VariableId) -> bool {
    let declared = &machine.program.variables[variable.index()];
    matches!(declared.region, Region::Local(_))
        && declared.dimensions.is_empty()
        && !machine.is_named_by_others(variable)
}

/// The variable that an operation counts up or down by one.
fn counting(operation: &crate::compile::Operation) -> Option<(VariableId, Direction)> {
    let Action::Assign(place, value) = &operation.action else { return None };
    let ExprKind::Binary(operator, operands) = &value.kind else { return None };
    let counter = scalar(place)?;
    let steps = |load: &Expr, step: &Expr| {
        loaded(load) == Some(counter) && step.constant_value() == Some(1)
    };
    let (left, right) = (&operands.0, &operands.1);
    let direction = match operator {
        BinaryOperator::Add if steps(left, right) || steps(right, left) => Direction::Up,
        BinaryOperator::Subtract if steps(left, right) => Direction::Down,
        _ => return None,
    };
    Some((counter, direction))
}

fn scalar(place: &Place) -> Option<VariableId> {
    place.own_variable().filter(|_| place.subscripts.is_empty())
}

fn loaded(expr: &Expr) -> Option<VariableId> {
    match &expr.kind {
        ExprKind::Load(place) => scalar(place),
        _ => None,
    }
}

/// Whether an edge does nothing to a counter but to count.
fn only_counts(edge: &Edge, counter: VariableId, direction: Direction) -> bool {
    edge.operations.iter().all(|operation| {
        let mut writes = false;
        of_action(&operation.action, &mut |touch, _| {
            writes |= matches!(touch, Touch::Write(place) if place.variable == counter);
        });
        let is_reset = operation.resets.iter().any(|reset| reset.variable == counter);
        !is_reset && (!writes || counting(operation) == Some((counter, direction)))
    })
}

/// How often an edge is possible at most while a counter goes to the bound that it asks for, from 0 on or down from the largest value.
fn bound(
    machine: &Machine,
    edge: &Edge,
    counter: VariableId,
    direction: Direction,
) -> Option<usize> {
    let Some(Action::Guard(guard)) = edge.operations.first().map(|first| &first.action) else {
        return None;
    };
    let bound = bounded_by(machine, guard, counter, direction)?;
    let cell = machine.program.variables[counter.index()].cell;
    let largest = (1_i64 << (cell.bits - u8::from(cell.signed))) - 1;
    let rounds = match direction {
        // What any value fulfils is no bound.
        Direction::Up if i64::from(bound) > largest => return None,
        Direction::Up => i64::from(bound).max(0),
        Direction::Down if bound < 0 => return None,
        Direction::Down => largest - i64::from(bound),
    };
    usize::try_from(rounds + 1).ok()
}

/// The first value that a counter comes to at which a condition does not hold any more.
fn bounded_by(
    machine: &Machine,
    guard: &Expr,
    counter: VariableId,
    direction: Direction,
) -> Option<i32> {
    use BinaryOperator::{And, Greater, GreaterEqual, Less, LessEqual};
    let ExprKind::Binary(operator, operands) = &guard.kind else { return None };
    let (left, right) = (&operands.0, &operands.1);
    if *operator == And {
        return [left, right]
            .into_iter()
            .find_map(|part| bounded_by(machine, part, counter, direction));
    }
    let constant = |expr: &Expr| match &expr.kind {
        ExprKind::Load(place) => machine.constant_load(place),
        _ => expr.constant_value(),
    };
    let (bound, operator) = if loaded(left) == Some(counter) {
        (constant(right)?, *operator)
    } else if loaded(right) == Some(counter) {
        let turned = match operator {
            Less => Greater,
            LessEqual => GreaterEqual,
            Greater => Less,
            GreaterEqual => LessEqual,
            _ => return None,
        };
        (constant(left)?, turned)
    } else {
        return None;
    };
    match (operator, direction) {
        (Less, Direction::Up) | (Greater, Direction::Down) => Some(bound),
        (LessEqual, Direction::Up) => bound.checked_add(1),
        (GreaterEqual, Direction::Down) => bound.checked_sub(1),
        _ => None,
    }
}
