//! Whether two parts of a sequence can change places: done in either order they have the same effect, in every state.
//!
//! They do if everything that one does commutes with everything that the other does (P. Godefroid, *Partial-Order Methods for the
//! Verification of Concurrent Systems*, LNCS 1032, 1996, Section 3.2, for the statements of one process). What both
//! only read says nothing of their order; nor does a cell that both set to one constant, or that both change by one commutative
//! and associative operation. A maximum commutes too: `a[i] > most -> most = a[i]`. Nor does the order matter where at
//! most one of them does anything ([`distinct`], [`super::excluding`]).
//!
//! Where a send never waits, both may send the same message to one channel: what it holds in the end is the same then, and so is
//! whether one of the sends fails.

use machine::program::{Action, BinaryOperator, Expr, ExprKind, Place};

use super::distinct;
use super::excluding::exclude;
use super::touched::{Alias, Channel, Deed, Reader, Touched, Use};
use super::tree::{End, Step, Tree};
use crate::constraint::{Constraint, Demands};

/// A part of a sequence, with what it touches.
pub(super) struct Part<'p, 'm> {
    pub tree: &'p Tree<'m>,
    pub touched: &'p Touched<'m>,
}

/// What decides whether parts can change places.
pub(super) struct Commuting<'c, 'm> {
    pub reader: &'c Reader<'m>,
    pub demands: Demands,
    /// Whether a send never waits: where it cannot be done it fails.
    pub sends_fail: bool,
}

impl<'m> Commuting<'_, 'm> {
    /// Whether two parts can change places.
    pub fn commute(&self, a: &Part<'_, 'm>, b: &Part<'_, 'm>) -> bool {
        let touch_apart =
            self.cells_commute(a.touched, b.touched) && self.channels_commute(a.touched, b.touched);
        touch_apart
            || self.are_extremum(a.tree, b.tree)
            || distinct::at_most_one_acts(self.reader, self.demands, a, b)
            || exclude(self.reader, self.demands, a, b)
    }

    fn cells_commute(&self, a: &Touched<'m>, b: &Touched<'m>) -> bool {
        a.cells.iter().all(|(cell, used)| {
            b.cells.iter().all(|(other, others)| {
                self.uses_commute(*used, *others) || cell.alias(other) == Alias::Different
            })
        })
    }

    fn uses_commute(&self, a: Use, b: Use) -> bool {
        match (a, b) {
            (Use::Read, Use::Read) => true,
            (Use::Read, _) | (_, Use::Read) => !self.demands.make(Constraint::FoldDependence),
            (Use::Set(_) | Use::By(_), Use::Set(_) | Use::By(_)) => {
                a == b || !self.demands.make(Constraint::FoldAccumulators)
            }
            (Use::Write, _) | (_, Use::Write) => false,
        }
    }

    fn channels_commute(&self, a: &Touched<'m>, b: &Touched<'m>) -> bool {
        a.channels.iter().all(|(channel, deed)| {
            b.channels.iter().all(|(other, others)| {
                self.deeds_commute(deed, others) || self.are_apart(channel, other)
            })
        })
    }

    fn are_apart(&self, a: &Channel<'_>, b: &Channel<'_>) -> bool {
        a.alias(b) == Alias::Different || !self.demands.make(Constraint::FoldChannels)
    }

    fn deeds_commute(&self, a: &Deed<'m>, b: &Deed<'m>) -> bool {
        match (a, b) {
            (Deed::Ask, Deed::Ask) => true,
            (Deed::Send(message, known), Deed::Send(other, others)) if self.sends_fail => {
                // What a field reads is touched, too: whoever writes that does not commute.
                let fields = message.iter().zip(*other);
                let is_same = message.len() == other.len()
                    && fields.into_iter().all(|(a, b)| known.same(a, b, others));
                is_same || !self.demands.make(Constraint::FoldMessages)
            }
            _ => false,
        }
    }

    /// Whether both are `value > most -> most = value`, or the like, for one `most`.
    fn are_extremum(&self, a: &Tree<'m>, b: &Tree<'m>) -> bool {
        let (Some(a), Some(b)) = (Extremum::of(a), Extremum::of(b)) else { return false };
        let fits = |it: &Extremum<'_, '_>| {
            it.from.cell == it.kept.cell || !self.demands.make(Constraint::FoldWidth)
        };
        let mut kept = Touched::default();
        let mut from = Touched::default();
        let read = |it: &Extremum<'_, 'm>, found: &mut Touched<'m>, place: &'m Place| {
            self.reader.place(place, &it.step.known, found).is_some()
        };
        let are_read = read(&a, &mut kept, a.kept)
            && read(&b, &mut kept, b.kept)
            && read(&a, &mut from, a.from)
            && read(&b, &mut from, b.from);
        let [(most, _), (other, _)] = &kept.cells[..] else { return false };
        // What is kept has no subscripts that are read, and none of what is compared with is kept itself.
        are_read
            && fits(&a)
            && fits(&b)
            && a.operator == b.operator
            && a.kept_first == b.kept_first
            && most.alias(other) == Alias::Same
            && from.cells.iter().all(|(cell, _)| cell.alias(most) == Alias::Different)
    }
}

/// `value > most -> most = value`, or else nothing.
struct Extremum<'t, 'm> {
    operator: BinaryOperator,
    kept: &'m Place,
    from: &'m Place,
    /// Whether what is kept stands before the operator.
    kept_first: bool,
    step: &'t Step<'m>,
}

impl<'t, 'm> Extremum<'t, 'm> {
    fn of(tree: &'t Tree<'m>) -> Option<Self> {
        let End::Choice { options, .. } = &tree.end else { return None };
        let [first, second] = &options[..] else { return None };
        let ends = matches!((&first.end, &second.end), (End::GoesOn, End::GoesOn));
        let ([guard, set], [other]) = (&first.steps[..], &second.steps[..]) else { return None };
        let (Action::Guard(condition), Action::Assign(kept, value), Action::Else) =
            (guard.action, set.action, other.action)
        else {
            return None;
        };
        if !ends || !tree.steps.is_empty() {
            return None;
        }
        let ExprKind::Binary(operator, parts) = &condition.kind else { return None };
        let ExprKind::Load(from) = &value.kind else { return None };
        let compares = matches!(
            operator,
            BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual
        );
        let is_kept = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read == kept);
        let kept_first = is_kept(&parts.0) && parts.1 == *value;
        let kept_last = is_kept(&parts.1) && parts.0 == *value;
        // The same words are the same cells only while the counters in them stay as they are.
        let stays = |read: &Expr| guard.known.same(read, read, &set.known);
        let is_same = stays(&parts.0) && stays(&parts.1);
        let found = Extremum { operator: *operator, kept, from, kept_first, step: set };
        (compares && is_same && (kept_first || kept_last)).then_some(found)
    }
}
