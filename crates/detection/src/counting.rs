//! Identifiers that a variable counts through, and what keeps the rounds from changing places.
//!
//! A loop over identifiers that is no fold ([`super::folds`]) makes numbers of them. Why it is none decides what helps: others can look
//! in between, a round receives, or may wait, a property looks after each statement, the loop may be left at each of them, or a round depends on
//! those before it.

use std::collections::HashSet;

use diagnostics::Span;
use machine::compile::Edge;
use machine::index::{LocationId, VariableId};
use machine::program::{Action, BinaryOperator, DeterministicBlock, Expr, ExprKind, Region};
use machine::uses::walk_expr;

use super::class::{self, NumberUse};
use super::classes::{Class, Classes};
use super::folds::{Known, always_one, is_watched};
use super::shape::Shape;

/// A statement that counts.
struct Counting<'m> {
    edge: &'m Edge,
    span: Span,
    variable: VariableId,
    /// Whether it stands in a deterministic block.
    in_block: bool,
}

impl<'m> Classes<'m> {
    /// What is said of a class that a variable of it counts through; none if none does. Best of one where others can look after each
    /// count.
    pub(super) fn counted_through(&self, class: Class, shape: &Shape) -> Option<NumberUse> {
        let edges = self.machine.code.edges.iter().filter(|edge| shape.is_late(edge.from));
        let mut counting: Vec<Counting<'m>> =
            edges.flat_map(|edge| self.counting(edge, class)).collect();
        counting.sort_by_key(|it| (it.in_block, it.edge.atomic, it.span.start));
        counting.first().map(|it| self.told(it))
    }

    fn counting(&self, edge: &'m Edge, class: Class) -> Vec<Counting<'m>> {
        let process_type = self.machine.type_of(edge.from);
        let control = &self.machine.program.process_types[process_type.index()].control;
        let counter =
            |action: &Action| counted(action).filter(|&it| self.same(self.content(it), class));
        let statements = edge.operations.iter().flat_map(|operation| match &operation.action {
            Action::Deterministic(block) => statements(block),
            action => vec![(action, control.node(operation.node).span, false)],
        });
        let of = |(action, span, in_block): (&'m Action, Span, bool)| {
            Some(Counting { edge, span, variable: counter(action)?, in_block })
        };
        statements.filter_map(of).collect()
    }

    fn told(&self, counting: &Counting<'m>) -> NumberUse {
        let here = |what| NumberUse { span: counting.span, what };
        if !self.counts_rounds(counting.variable) {
            return here(class::ADDED);
        }
        if counting.in_block {
            return here(class::DEPENDENT);
        }
        let inside = self.rounds(counting);
        let receiving = |&location| self.receiving_at(location, counting.variable);
        if let Some(span) = inside.iter().find_map(receiving) {
            return NumberUse { span, what: class::RECEIVING };
        }
        if counting.edge.to.is_some_and(|head| self.may_leave(head, &inside)) {
            return here(class::CHOSEN);
        }
        if !self.is_one_step(&inside) {
            let span = self.disturbed(&inside).unwrap_or(counting.span);
            return NumberUse { span, what: class::IN_SIGHT };
        }
        let waiting = |&location| self.waiting_at(location, counting.variable);
        if let Some(span) = inside.iter().find_map(waiting) {
            return NumberUse { span, what: class::WAITING };
        }
        let is_watched = is_watched(&self.machine.program);
        here(if is_watched { class::WATCHED } else { class::DEPENDENT })
    }

    /// Whether a variable counts rounds, and is not just added to: it is a local one, or compared with a limit.
    fn counts_rounds(&self, variable: VariableId) -> bool {
        let program = &self.machine.program;
        let is_limit =
            |action: &Action| matches!(action, Action::Guard(guard) if limits(guard, variable));
        let operations = self.machine.code.edges.iter().flat_map(|edge| &edge.operations);
        matches!(program.variables[variable.index()].region, Region::Local(_))
            || operations.into_iter().any(|operation| is_limit(&operation.action))
    }

    fn leading(&self, from: LocationId) -> impl Iterator<Item = &'m Edge> {
        let code = &self.machine.code;
        code.locations[from.index()].edges.iter().map(|edge| &code.edges[edge.index()])
    }

    /// The places of the loop whose rounds are counted.
    fn rounds(&self, counting: &Counting<'m>) -> Vec<LocationId> {
        let Counting { edge, variable, .. } = *counting;
        let Some(head) = edge.to else { return vec![edge.from] };
        // Where the limit is asked for, the next round begins; elsewhere what is atomic keeps to the loop.
        let is_head = self.leading(head).any(|it| asks(it, variable));
        let follow = |it: &&Edge| is_head || it.atomic;
        let reached = |start: LocationId| {
            let mut seen = HashSet::from([start]);
            let mut pending = vec![start];
            while let Some(from) = pending.pop() {
                let targets = self.leading(from).filter(follow).filter_map(|edge| edge.to);
                pending.extend(targets.filter(|&to| to != head && seen.insert(to)));
            }
            seen
        };
        let counts =
            |it: &&Edge| it.operations.iter().any(|o| counted(&o.action) == Some(variable));
        let last: Vec<LocationId> = {
            let edges = self.machine.code.edges.iter().filter(|it| it.to == edge.to);
            edges.filter(counts).map(|it| it.from).collect()
        };
        let mut inside: Vec<LocationId> = reached(head).into_iter().collect();
        inside.retain(|it| reached(*it).iter().any(|at| last.contains(at)));
        inside.sort_unstable();
        inside
    }

    /// Whether control is kept all the way round.
    fn is_one_step(&self, inside: &[LocationId]) -> bool {
        let stays = |edge: &&Edge| edge.to.is_some_and(|to| inside.contains(&to));
        let mut edges = inside.iter().flat_map(|&from| self.leading(from)).filter(stays);
        edges.all(|edge| edge.atomic)
    }

    /// The first statement of a loop in which others are disturbed, or disturb: without it the loop would be
    /// [one step](machine::Machine::movers).
    fn disturbed(&self, inside: &[LocationId]) -> Option<Span> {
        let undisturbed = self.machine.undisturbed()?;
        let disturbed = inside.iter().filter(|it| !undisturbed[it.index()]);
        disturbed.flat_map(|&it| self.leading(it)).map(|edge| edge.span).min_by_key(|it| it.start)
    }

    /// A receive at a place from a channel that a variable names, which may have to wait for a message.
    fn receiving_at(&self, location: LocationId, variable: VariableId) -> Option<Span> {
        let waits = |edge: &Edge| {
            let first = edge.operations.first().map(|it| &it.action);
            !matches!(first, Some(Action::Else | Action::Skip))
        };
        if !self.leading(location).all(waits) {
            return None;
        }
        let receives = |edge: &&Edge| match edge.operations.first().map(|it| &it.action) {
            Some(Action::Receive(reception)) => mentions(&reception.channel, variable),
            _ => false,
        };
        self.leading(location).find(receives).map(|edge| edge.span)
    }

    /// A statement at a place that may have to wait: a send after another one, or conditions of which none may hold. What is asked of
    /// the counter is whether the loop goes on.
    fn waiting_at(&self, location: LocationId, counter: VariableId) -> Option<Span> {
        let process_type = self.machine.type_of(location);
        let control = &self.machine.program.process_types[process_type.index()].control;
        let first = |edge: &'m Edge| {
            edge.operations.first().map(|it| (&it.action, control.node(it.node).span))
        };
        let firsts: Vec<(&Action, Span)> = self.leading(location).filter_map(first).collect();
        let sends = |&&(action, span): &&(&Action, Span)| {
            matches!(action, Action::Send { .. }) && self.folds().waiting().contains(&span)
        };
        let guard = |&(action, _): &(&'m Action, Span)| match action {
            Action::Guard(guard) => Some(guard),
            _ => None,
        };
        let guards: Vec<Vec<&Expr>> = firsts.iter().filter_map(guard).map(|it| vec![it]).collect();
        let is_asked = guards.iter().flatten().any(|guard| compares(guard, counter));
        let only_guards = !is_asked && guards.len() == firsts.len();
        if only_guards && !always_one(&guards, &Known::default()) {
            return firsts.first().map(|&(_, span)| span);
        }
        let only_waits =
            firsts.iter().all(|(it, _)| matches!(it, Action::Send { .. } | Action::Guard(_)));
        firsts.iter().find(sends).filter(|_| only_waits).map(|&(_, span)| span)
    }

    /// Whether a loop may be left at a place, or not.
    fn may_leave(&self, location: LocationId, inside: &[LocationId]) -> bool {
        let stays = |edge: &Edge| edge.to.is_some_and(|to| inside.contains(&to));
        let is_free = |edge: &Edge| {
            let first = edge.operations.first().map(|it| &it.action);
            !matches!(first, Some(Action::Guard(_) | Action::Else | Action::Receive(_)))
        };
        self.leading(location).any(stays)
            && self.leading(location).any(|it| !stays(it) && is_free(it))
    }
}

/// What is done in a deterministic block, and where it is written; and that it is.
fn statements(block: &DeterministicBlock) -> Vec<(&Action, Span, bool)> {
    let points = block.points.iter();
    let options = points.flat_map(|point| point.options.iter().map(|option| (option, point.span)));
    options.map(|((action, _), span)| (action, span, true)).collect()
}

/// The variable to which an action adds a constant, or which it takes from one.
fn counted(action: &Action) -> Option<VariableId> {
    let Action::Assign(place, value) = action else { return None };
    let variable = place.own_variable()?;
    let ExprKind::Binary(BinaryOperator::Add | BinaryOperator::Subtract, parts) = &value.kind
    else {
        return None;
    };
    let by_constant =
        |one: &Expr, other: &Expr| is_load(one, variable) && other.constant_value().is_some();
    let counts = by_constant(&parts.0, &parts.1) || by_constant(&parts.1, &parts.0);
    Some(variable).filter(|_| counts)
}

/// Whether a condition compares the value of a variable.
fn compares(condition: &Expr, variable: VariableId) -> bool {
    match &condition.kind {
        ExprKind::Unary(_, operand) => compares(operand, variable),
        ExprKind::Binary(_, parts) => {
            let compared = |part| is_load(part, variable) || compares(part, variable);
            compared(&parts.0) || compared(&parts.1)
        }
        _ => false,
    }
}

fn mentions(expr: &Expr, variable: VariableId) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |part| found |= is_load(part, variable));
    found
}

fn is_load(expr: &Expr, variable: VariableId) -> bool {
    matches!(&expr.kind, ExprKind::Load(place) if place.own_variable() == Some(variable))
}

/// Whether an edge begins by comparing a variable.
fn asks(edge: &Edge, variable: VariableId) -> bool {
    let first = edge.operations.first().map(|it| &it.action);
    let Some(Action::Guard(Expr { kind: ExprKind::Binary(_, parts), .. })) = first else {
        return false;
    };
    is_load(&parts.0, variable) || is_load(&parts.1, variable)
}

/// Whether a condition is that a variable is below a constant, or above it.
fn limits(guard: &Expr, variable: VariableId) -> bool {
    let ExprKind::Binary(operator, parts) = &guard.kind else { return false };
    is_order(*operator)
        && (is_load(&parts.0, variable) && parts.1.constant_value().is_some()
            || is_load(&parts.1, variable) && parts.0.constant_value().is_some())
}

/// Whether an operator compares by size.
pub(super) fn is_order(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
    )
}
