//! Whether the rounds of a loop can change places.
//!
//! A round is a function of what no round writes, of the elements that only it writes, and of accumulators. Rounds commute if
//! each accumulator is only ever set to one constant, or only ever changed by one commutative and associative operation, and
//! nothing else depends on it. A maximum commutes too: `a[i] > most -> most = a[i]`. A loop may be left early if nothing
//! but constants are assigned on the way out, the same on each, and nothing in rounds that go on: it says whether there is
//! such an element.
//!
//! Rounds may send, where a send never waits: all the same message, which does not depend on the round, to channels that may. What
//! a channel holds in the end is the same then in any order, and so is whether some send fails.
//!
//! A round may be told from others by comparing the counter with what no round writes, for equality.

use std::collections::HashMap;
use std::ops::Range;

use super::Path;
use crate::detect::order::flatten;
use crate::index::VariableId;
use crate::program::{Action, BinaryOperator, Expr, ExprKind, Place};

/// What is done to an accumulator.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Set(i32),
    By(BinaryOperator),
}

/// The places where rounds use the counter as a subscript; none if the rounds cannot change places, or may fail.
pub(super) fn subscripts<'m>(
    paths: &[Path<'m>],
    counter: VariableId,
    values: &Range<i32>,
) -> Option<Vec<&'m Expr>> {
    let mut rounds = Rounds {
        counter,
        values: values.clone(),
        written: Vec::new(),
        subscripts: Vec::new(),
        sent: None,
    };
    for (action, _) in paths.iter().flat_map(|path| &path.actions) {
        rounds.action(action)?;
    }
    (rounds.elements_are_own(paths) && (rounds.commute(paths) || rounds.is_extremum(paths)))
        .then_some(rounds.subscripts)
}

struct Rounds<'m> {
    counter: VariableId,
    values: Range<i32>,
    written: Vec<&'m Place>,
    subscripts: Vec<&'m Expr>,
    /// The message that all sends send.
    sent: Option<&'m [Expr]>,
}

impl<'m> Rounds<'m> {
    /// Looks at an action; none if it is of no kind that rounds may have.
    fn action(&mut self, action: &'m Action) -> Option<()> {
        match action {
            Action::Else => Some(()),
            Action::Guard(guard) => self.expr(guard),
            Action::Assign(place, value) => {
                self.written.push(place);
                self.place(place)?;
                self.expr(value)
            }
            Action::Send { channel, message, .. } => self.send(channel, message),
            _ => None,
        }
    }

    fn send(&mut self, channel: &'m Expr, message: &'m [Expr]) -> Option<()> {
        self.channel(channel)?;
        let named_before = self.subscripts.len();
        for field in message {
            self.channel(field)?;
        }
        let is_of_round = self.subscripts.len() > named_before;
        let is_another = self.sent.replace(message).is_some_and(|sent| sent != message);
        (!is_of_round && !is_another).then_some(())
    }

    /// An expression that may name a channel.
    fn channel(&mut self, expr: &'m Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::OwnChannel(_) | ExprKind::Channel(_) => Some(()),
            _ => self.expr(expr),
        }
    }

    /// A comparison for equality, perhaps with the counter.
    fn equality(&mut self, parts: &'m (Expr, Expr)) -> Option<()> {
        for part in [&parts.0, &parts.1] {
            match &part.kind {
                ExprKind::Load(place) if place.variable == self.counter => {
                    self.subscripts.push(part);
                }
                _ => self.channel(part)?,
            }
        }
        Some(())
    }

    fn place(&mut self, place: &'m Place) -> Option<()> {
        if place.variable == self.counter {
            return None;
        }
        for subscript in &place.subscripts {
            let length = 0..subscript.length as i32;
            match &subscript.index.kind {
                ExprKind::Constant(index) if length.contains(index) => {}
                ExprKind::Load(index) if index.variable == self.counter => {
                    if self.values.end > length.end {
                        return None;
                    }
                    self.subscripts.push(&subscript.index);
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn expr(&mut self, expr: &'m Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Pid => Some(()),
            ExprKind::Load(place) => self.place(place),
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, _) => None,
            ExprKind::Binary(BinaryOperator::Equal | BinaryOperator::NotEqual, parts) => {
                self.equality(parts)
            }
            ExprKind::Binary(_, parts) => {
                self.expr(&parts.0)?;
                self.expr(&parts.1)
            }
            ExprKind::Conditional(parts) => {
                self.expr(&parts.0)?;
                self.expr(&parts.1)?;
                self.expr(&parts.2)
            }
            _ => None,
        }
    }

    /// Whether a place is the element of its round.
    fn is_element(&self, place: &Place) -> bool {
        let counts = |index: &Expr| matches!(&index.kind, ExprKind::Load(read) if read.variable == self.counter);
        place.subscripts.iter().any(|subscript| counts(&subscript.index))
    }

    /// Whether each array of which rounds write their elements is written and read by them in that one way only.
    fn elements_are_own(&self, paths: &[Path<'m>]) -> bool {
        let mut used: Vec<&Place> = self.written.clone();
        for (action, _) in paths.iter().flat_map(|path| &path.actions) {
            values(action).into_iter().for_each(|value| loads(value, &mut used));
        }
        let written = self.written.iter().filter(|place| self.is_element(place));
        let mut pairs = written.flat_map(|written| used.iter().map(move |used| (written, used)));
        pairs.all(|(written, used)| written.variable != used.variable || written == used)
    }

    fn accumulators(&self) -> Vec<&'m Place> {
        self.written.iter().copied().filter(|place| !self.is_element(place)).collect()
    }

    /// Whether an expression depends on an accumulator.
    fn depends(&self, expr: &Expr) -> bool {
        let accumulators = self.accumulators();
        let mut read = Vec::new();
        loads(expr, &mut read);
        read.iter().any(|place| accumulators.iter().any(|a| a.variable == place.variable))
    }

    /// Whether accumulators are only set to constants or changed by one operation each, and nothing else depends on them.
    fn commute(&self, paths: &[Path<'m>]) -> bool {
        let mut changes: HashMap<VariableId, (Vec<i32>, Change)> = HashMap::new();
        let leaves = paths.iter().any(|path| path.leaves);
        if !leave_alike(paths) {
            return false;
        }
        for path in paths {
            for (action, _) in &path.actions {
                match action {
                    Action::Guard(guard) if self.depends(guard) => return false,
                    Action::Send { channel, message, .. }
                        if leaves
                            || [channel].into_iter().chain(message).any(|e| self.depends(e)) =>
                    {
                        return false;
                    }
                    Action::Assign(_, _) if leaves && !path.leaves => return false,
                    Action::Assign(place, value)
                        if self.is_element(place) && (leaves || self.depends(value)) =>
                    {
                        return false;
                    }
                    Action::Assign(place, _) if self.is_element(place) => {}
                    Action::Assign(place, value) => {
                        let Some(change) = self.change(place, value) else { return false };
                        if leaves && !matches!(change, Change::Set(_)) {
                            return false;
                        }
                        let indices = place.subscripts.iter();
                        let indices: Option<Vec<i32>> =
                            indices.map(|s| s.index.constant_value()).collect();
                        let entry = (indices.unwrap_or_default(), change);
                        let known = changes.entry(place.variable).or_insert_with(|| entry.clone());
                        if *known != entry {
                            return false;
                        }
                    }
                    _ => {}
                }
            }
        }
        true
    }

    /// What an assignment does to an accumulator, if it is something that commutes.
    fn change(&self, place: &Place, value: &Expr) -> Option<Change> {
        if let Some(value) = value.constant_value() {
            return Some(Change::Set(value));
        }
        let ExprKind::Binary(operator, parts) = &value.kind else { return None };
        let is_itself = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read == place);
        match operator {
            BinaryOperator::Subtract if is_itself(&parts.0) => {
                (!self.depends(&parts.1)).then_some(Change::By(BinaryOperator::Add))
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
                let commutes = itself.len() == 1 && !others.iter().any(|term| self.depends(term));
                commutes.then_some(Change::By(*operator))
            }
            _ => None,
        }
    }

    /// Whether a round is `value > most -> most = value`, or the like.
    fn is_extremum(&self, paths: &[Path<'m>]) -> bool {
        let [kept, other] = paths else { return false };
        let ([(Action::Guard(guard), _), (Action::Assign(place, value), _)], [(Action::Else, _)]) =
            (&kept.actions[..], &other.actions[..])
        else {
            return false;
        };
        let ExprKind::Binary(operator, parts) = &guard.kind else { return false };
        let compares = matches!(
            operator,
            BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual
        );
        let is_kept = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read == place);
        // What is compared is what is kept: nothing may be cut off when it is assigned.
        let fits = match &value.kind {
            ExprKind::Load(from) => from.cell == place.cell,
            _ => false,
        };
        compares
            && fits
            && !kept.leaves
            && !other.leaves
            && !self.is_element(place)
            && !self.depends(value)
            && (is_kept(&parts.0) && parts.1 == *value || is_kept(&parts.1) && parts.0 == *value)
    }
}

/// Whether all ways out of the loop before its end do the same: which of them is taken first does not matter then.
fn leave_alike(paths: &[Path<'_>]) -> bool {
    let effects = |path: &Path<'_>| -> Vec<Action> {
        let actions = path.actions.iter().map(|(action, _)| *action);
        actions.filter(|action| matches!(action, Action::Assign(..))).cloned().collect()
    };
    let mut leaving = paths.iter().filter(|path| path.leaves).map(effects);
    let first = leaving.next();
    leaving.all(|other| Some(&other) == first.as_ref())
}

/// The expressions that an action evaluates, but for subscripts.
fn values(action: &Action) -> Vec<&Expr> {
    match action {
        Action::Guard(expr) | Action::Assign(_, expr) => vec![expr],
        Action::Send { channel, message, .. } => [channel].into_iter().chain(message).collect(),
        _ => Vec::new(),
    }
}

/// The places that an expression reads.
fn loads<'e>(expr: &'e Expr, found: &mut Vec<&'e Place>) {
    match &expr.kind {
        ExprKind::Load(place) => found.push(place),
        ExprKind::Unary(_, operand) => loads(operand, found),
        ExprKind::Binary(_, parts) => {
            loads(&parts.0, found);
            loads(&parts.1, found);
        }
        ExprKind::Conditional(parts) => {
            loads(&parts.0, found);
            loads(&parts.1, found);
            loads(&parts.2, found);
        }
        _ => {}
    }
}
