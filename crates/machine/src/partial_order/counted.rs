//! Loops that count their rounds, so that they end.
//!
//! A loop is counted by a variable that its process alone sees, and of which nothing is done in the loop but that it is counted up (or
//! down, always): each round counts, and each asks whether a constant bound is reached. Loops within it are counted by other variables.
//! What is said here of a loop only chooses which loops are worth being [one step](super::movers): nothing rests on it.

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
/// The most rounds of a loop: what takes longer is better looked at in between.
const MOST_ROUNDS: i32 = 1000;

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
    if is_counted(machine, round, DEEPEST) {
        return vec![round.to_vec()];
    }
    let without_start = |(counter, direction)| {
        let ways = round.iter().copied().filter(|way| only_counts(way.edge, counter, direction));
        loops(machine.code.locations.len(), ways.collect::<Vec<_>>())
    };
    let inner = counters(round).into_iter().flat_map(without_start);
    inner.filter(|inner| is_counted(machine, inner, DEEPEST)).collect()
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

/// Whether these ways, which make a loop, count its rounds; and those that do not lie in loops that do.
fn is_counted(machine: &Machine, round: &[&Way<'_>], depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    counters(round).into_iter().any(|(counter, direction)| {
        let counts = |way: &&Way<'_>| {
            way.edge.operations.iter().any(|it| counting(it) == Some((counter, direction)))
        };
        let asks = |way: &&Way<'_>| is_bounded(machine, way.edge, counter, direction);
        is_own(machine, counter)
            && round.iter().all(|way| only_counts(way.edge, counter, direction))
            && ends_without(machine, round, counts, depth)
            && ends_without(machine, round, asks, depth)
    })
}

/// Whether what is left of a loop without some of its ways lies in counted loops.
fn ends_without<'w, 'm>(
    machine: &Machine,
    round: &[&'w Way<'m>],
    leaves_out: impl Fn(&&Way<'m>) -> bool,
    depth: usize,
) -> bool {
    let rest: Vec<&Way<'m>> = round.iter().copied().filter(|way| !leaves_out(way)).collect();
    let count = machine.code.locations.len();
    loops(count, rest).iter().all(|inner| is_counted(machine, inner, depth - 1))
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

/// Whether an edge is possible only while a counter has not come to a bound.
fn is_bounded(machine: &Machine, edge: &Edge, counter: VariableId, direction: Direction) -> bool {
    match edge.operations.first().map(|first| &first.action) {
        Some(Action::Guard(guard)) => bounds(machine, guard, counter, direction),
        _ => false,
    }
}

fn bounds(machine: &Machine, guard: &Expr, counter: VariableId, direction: Direction) -> bool {
    use BinaryOperator::{And, Greater, GreaterEqual, Less, LessEqual};
    let ExprKind::Binary(operator, operands) = &guard.kind else { return false };
    let (left, right) = (&operands.0, &operands.1);
    if *operator == And {
        return [left, right].iter().any(|part| bounds(machine, part, counter, direction));
    }
    let is_bound = |expr: &Expr| {
        let constant = match &expr.kind {
            ExprKind::Load(place) => machine.constant_load(place),
            _ => expr.constant_value(),
        };
        constant.is_some_and(|bound| (-MOST_ROUNDS..=MOST_ROUNDS).contains(&bound))
    };
    let below = loaded(left) == Some(counter) && is_bound(right);
    let above = loaded(right) == Some(counter) && is_bound(left);
    match (operator, direction) {
        (Less | LessEqual, Direction::Up) | (Greater | GreaterEqual, Direction::Down) => below,
        (Less | LessEqual, Direction::Down) | (Greater | GreaterEqual, Direction::Up) => above,
        _ => false,
    }
}
