//! Whether the rounds of a loop can change places.
//!
//! In each round every place is a cell that is known ([`Rounds`]). A cell that one round only touches, or that none writes, says
//! nothing of their order. Every other one is an *accumulator*: the rounds commute if each accumulator is only ever set to one
//! constant, or only ever changed by one commutative and associative operation, and nothing else depends on it. A maximum
//! commutes too: `a[i] > most -> most = a[i]`. A loop may be left early if nothing but constants are assigned on the way out, to
//! the same cells in each round and on each way, and nothing in rounds that go on: it says whether there is such an element.
//!
//! Rounds may send, where a send never waits: all the same message, which does not depend on the round, to channels that may. What
//! a channel holds in the end is the same then in any order, and so is whether some send fails.
//!
//! Nor does the order matter where at most one round does anything ([`distinct`]).

use std::collections::{HashMap, HashSet};

use machine::Machine;
use machine::program::{Action, BinaryOperator, Expr, ExprKind, Place};

use super::distinct;
use super::path::Path;
use super::rounds::{Cell, Counted, Reader, Rounds};
use crate::constraint::Constraint;
use crate::order::flatten;

/// What is done to an accumulator.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Set(i32),
    By(BinaryOperator),
}

/// What differs in rounds only by the counter, with its value in each; none if the rounds cannot change places, or may fail.
pub(super) fn counted<'m>(
    machine: &Machine,
    rounds: &Rounds,
    paths: &[Path<'m>],
) -> Option<Counted<'m>> {
    let only_one = distinct::only_one_acts(machine, paths, rounds);
    let mut reader = Reader::new(rounds, only_one);
    for (action, _) in paths.iter().flat_map(|path| &path.actions) {
        reader.action(action)?;
    }
    let counted = reader.counted;
    let commute = || {
        let effects = Effects { rounds, paths, accumulators: accumulators(rounds, paths) };
        effects.commute() || effects.is_extremum()
    };
    (only_one || commute()).then_some(counted)
}

/// The cells that a round writes and another touches.
fn accumulators(rounds: &Rounds, paths: &[Path<'_>]) -> HashSet<Cell> {
    struct Touched {
        first: i32,
        again: bool,
        written: bool,
    }
    let mut touched: HashMap<Cell, Touched> = HashMap::new();
    for count in rounds.values.clone() {
        let mut touch = |cell: Cell, writes: bool| {
            let known = touched.entry(cell).or_insert(Touched {
                first: count,
                again: false,
                written: false,
            });
            known.again |= known.first != count;
            known.written |= writes;
        };
        for (action, _) in paths.iter().flat_map(|path| &path.actions) {
            rounds.read(evaluated(action), count).for_each(|cell| touch(cell, false));
            if let Action::Assign(place, _) = action {
                touch(rounds.cell(place, count), true);
            }
        }
    }
    let shared = touched.into_iter().filter(|(_, touched)| touched.again && touched.written);
    shared.map(|(cell, _)| cell).collect()
}

struct Effects<'r, 'm> {
    rounds: &'r Rounds,
    paths: &'r [Path<'m>],
    accumulators: HashSet<Cell>,
}

impl Effects<'_, '_> {
    /// Whether expressions depend on an accumulator in a round.
    fn depend<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>, count: i32) -> bool {
        self.rounds.demands.make(Constraint::FoldDependence)
            && self.rounds.read(exprs, count).any(|cell| self.accumulators.contains(&cell))
    }

    /// Whether accumulators are only set to constants or changed by one operation each, and nothing else depends on them.
    fn commute(&self) -> bool {
        let leaves = self.paths.iter().any(|path| path.leaves);
        let in_round = |count| {
            let actions = self.paths.iter().flat_map(|path| &path.actions);
            actions.map(move |(action, _)| (*action, count))
        };
        let mut changes: HashMap<Cell, Change> = HashMap::new();
        let mut commutes = |(action, count): (&Action, i32)| match action {
            Action::Assign(place, value) => {
                let cell = self.rounds.cell(place, count);
                if !self.accumulators.contains(&cell) {
                    return !self.depend([value], count);
                }
                let Some(change) = self.change(place, value, count) else { return false };
                *changes.entry(cell).or_insert(change) == change
                    || !self.rounds.demands.make(Constraint::FoldAccumulators)
            }
            Action::Send { .. } if leaves => false,
            _ => !self.depend(evaluated(action), count),
        };
        (!leaves || self.leaves_alike())
            && self.rounds.values.clone().flat_map(in_round).all(&mut commutes)
    }

    /// Whether all ways out of the loop before its end do the same in each round, and those that go on assign nothing: which is
    /// taken first does not matter then.
    fn leaves_alike(&self) -> bool {
        let mut effects = Vec::new();
        for (path, count) in self
            .paths
            .iter()
            .flat_map(|path| self.rounds.values.clone().map(move |count| (path, count)))
        {
            let Some(effect) = self.effect(path, count) else { return false };
            if path.leaves {
                effects.push(effect);
            } else if !effect.is_empty() && self.rounds.demands.make(Constraint::FoldGoesOnIdle) {
                return false;
            }
        }
        effects.windows(2).all(|pair| pair[0] == pair[1])
            || !self.rounds.demands.make(Constraint::FoldLeavesAlike)
    }

    /// The cells that a way through a round sets, with the constants; none if it assigns something else.
    fn effect(&self, path: &Path<'_>, count: i32) -> Option<Vec<(Cell, i32)>> {
        let assignments = path.actions.iter().filter_map(|(action, _)| match action {
            Action::Assign(place, value) => Some((place, value)),
            _ => None,
        });
        let effect = |(place, value): (&Place, &Expr)| {
            Some((self.rounds.cell(place, count), value.constant_value()?))
        };
        assignments.map(effect).collect()
    }

    /// What an assignment does to an accumulator, if it is something that commutes.
    fn change(&self, place: &Place, value: &Expr, count: i32) -> Option<Change> {
        if let Some(value) = value.constant_value() {
            return Some(Change::Set(value));
        }
        let ExprKind::Binary(operator, parts) = &value.kind else { return None };
        let is_itself = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read == place);
        match operator {
            BinaryOperator::Subtract if is_itself(&parts.0) => {
                (!self.depend([&parts.1], count)).then_some(Change::By(BinaryOperator::Add))
            }
            BinaryOperator::Add
            | BinaryOperator::Multiply
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
            | BinaryOperator::And
            | BinaryOperator::Or => {
                let mut terms = Vec::new();
                flatten(*operator, value, &mut terms);
                let (itself, others): (Vec<&Expr>, Vec<&Expr>) =
                    terms.into_iter().partition(|term| is_itself(term));
                let commutes = itself.len() == 1 && !self.depend(others, count);
                commutes.then_some(Change::By(*operator))
            }
            _ => None,
        }
    }

    /// Whether a round is `value > most -> most = value`, or the like.
    fn is_extremum(&self) -> bool {
        let [kept, other] = self.paths else { return false };
        let ([(Action::Guard(guard), _), (Action::Assign(place, value), _)], [(Action::Else, _)]) =
            (&kept.actions[..], &other.actions[..])
        else {
            return false;
        };
        let (ExprKind::Binary(operator, parts), ExprKind::Load(from)) = (&guard.kind, &value.kind)
        else {
            return false;
        };
        let compares = matches!(
            operator,
            BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual
        );
        let is_kept = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read == place);
        // What is compared is what is kept: nothing may be cut off when it is assigned.
        let fits = from.cell == place.cell || !self.rounds.demands.make(Constraint::FoldWidth);
        let counts = self.rounds.values.clone();
        let kept_in: HashSet<Cell> = counts.clone().map(|c| self.rounds.cell(place, c)).collect();
        let mut taken_from = counts.map(|count| self.rounds.cell(from, count));
        compares
            && fits
            && !kept.leaves
            && !other.leaves
            && kept_in.len() == 1
            && from.variable != self.rounds.counter
            && !taken_from.any(|cell| kept_in.contains(&cell))
            && (is_kept(&parts.0) && parts.1 == *value || is_kept(&parts.1) && parts.0 == *value)
    }
}

/// The expressions that an action evaluates, but for subscripts.
fn evaluated(action: &Action) -> Vec<&Expr> {
    match action {
        Action::Guard(expr) | Action::Assign(_, expr) => vec![expr],
        Action::Send { channel, message, .. } => [channel].into_iter().chain(message).collect(),
        _ => Vec::new(),
    }
}
