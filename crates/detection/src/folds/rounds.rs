//! What the statements of a loop are in each of its rounds: which values they have that depend on the counter alone, and which
//! cells they name.
//!
//! Terms are judged by their values, never by how they are written: `a[i + 0]` is the element of its round, and `a[i % 2]` is
//! one of two elements, each of several rounds.

use std::ops::Range;

use machine::index::VariableId;
use machine::program::{Action, BinaryOperator, Expr, ExprKind, Place, UnaryOperator};
use machine::uses::walk_expr;

use crate::constraint::{Constraint, Demands};

/// What differs in rounds only by the counter, with its value in each.
pub(super) type Counted<'m> = Vec<(&'m Expr, Vec<i32>)>;

/// A cell that does not depend on the state: a variable, and which of its cells.
pub(super) type Cell = (VariableId, u32);

/// The rounds of a loop.
pub(super) struct Rounds {
    /// What counts them.
    pub counter: VariableId,
    /// Its value in each.
    pub values: Range<i32>,
    pub demands: Demands,
}

impl Rounds {
    /// What an expression is in each round, if that depends on the counter alone, and on it at all.
    fn in_each(&self, expr: &Expr) -> Option<Vec<i32>> {
        let (mut counts, mut reads_more) = (false, false);
        // All of it, also what is not evaluated in any round.
        walk_expr(expr, &mut |part| match &part.kind {
            ExprKind::Load(place) if place.own_variable() == Some(self.counter) => counts = true,
            ExprKind::Constant(_) | ExprKind::Unary(..) => {}
            ExprKind::Binary(..) | ExprKind::Conditional(_) => {}
            _ => reads_more = true,
        });
        let values = self.values.clone().map(|count| self.value(expr, count));
        if counts && !reads_more { values.collect() } else { None }
    }

    /// The value of an expression in which nothing but the counter is read; none if there is more, or it fails.
    pub fn value(&self, expr: &Expr, count: i32) -> Option<i32> {
        let value = |expr: &Expr| self.value(expr, count);
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Load(place) => (place.own_variable() == Some(self.counter)).then_some(count),
            ExprKind::Unary(operator, operand) => Some(operator.apply(value(operand)?)),
            ExprKind::Binary(operator, parts) => {
                operator.apply(value(&parts.0)?, value(&parts.1)?).ok()
            }
            ExprKind::Conditional(parts) => match value(&parts.0)? {
                0 => value(&parts.2),
                _ => value(&parts.1),
            },
            _ => None,
        }
    }

    /// The cell that a place of the loop is in a round.
    ///
    /// # Panics
    /// If a subscript depends on more than the counter: [`Reader`] has refused such a loop.
    pub fn cell(&self, place: &Place, count: i32) -> Cell {
        let index = |expr: &Expr| self.value(expr, count).expect("a function of the counter");
        let offsets =
            place.subscripts.iter().map(|s| index(&s.index).wrapping_mul(s.stride as i32));
        (place.variable, offsets.fold(0, i32::wrapping_add) as u32)
    }

    /// The cells that expressions read in a round.
    pub fn read<'e>(
        &self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        count: i32,
    ) -> impl Iterator<Item = Cell> {
        let mut places = Vec::new();
        exprs.into_iter().for_each(|expr| loads(expr, &mut places));
        places.retain(|place| place.variable != self.counter);
        let cells: Vec<Cell> = places.into_iter().map(|place| self.cell(place, count)).collect();
        cells.into_iter()
    }
}

/// Reads what a loop does, and refuses what may fail in a round, or depends on what is not known.
pub(super) struct Reader<'r, 'm> {
    pub rounds: &'r Rounds,
    /// Whether at most one round does anything.
    pub only_one: bool,
    pub counted: Counted<'m>,
    /// The message that all sends send.
    sent: Option<&'m [Expr]>,
}

impl<'r, 'm> Reader<'r, 'm> {
    pub fn new(rounds: &'r Rounds, only_one: bool) -> Self {
        Reader { rounds, only_one, counted: Vec::new(), sent: None }
    }

    /// Reads an action; none if it is of no kind that rounds may have.
    pub fn action(&mut self, action: &'m Action) -> Option<()> {
        match action {
            Action::Else => Some(()),
            Action::Guard(guard) => self.expr(guard),
            Action::Assign(place, value) => {
                self.place(place)?;
                self.expr(value)
            }
            Action::Send { channel, message, .. } => self.send(channel, message),
            _ => None,
        }
    }

    fn send(&mut self, channel: &'m Expr, message: &'m [Expr]) -> Option<()> {
        self.expr(channel)?;
        let counted_before = self.counted.len();
        for field in message {
            self.expr(field)?;
        }
        let is_of_round = self.counted.len() > counted_before;
        let is_another = self.sent.replace(message).is_some_and(|sent| sent != message);
        let is_free = !self.rounds.demands.make(Constraint::FoldMessages) || self.only_one;
        (is_free || !is_of_round && !is_another).then_some(())
    }

    fn place(&mut self, place: &'m Place) -> Option<()> {
        if place.own_variable().is_none_or(|variable| variable == self.rounds.counter) {
            return None;
        }
        for subscript in &place.subscripts {
            let inside = |index: &i32| (0..subscript.length as i32).contains(index);
            if subscript.index.constant_value().as_ref().is_some_and(inside) {
                continue;
            }
            let values = self.rounds.in_each(&subscript.index)?;
            if !values.iter().all(inside) {
                return None;
            }
            self.counted.push((&subscript.index, values));
        }
        Some(())
    }

    fn expr(&mut self, expr: &'m Expr) -> Option<()> {
        // Of what is asked together, each part is looked at by itself.
        let is_logical = matches!(
            expr.kind,
            ExprKind::Unary(UnaryOperator::Not, _)
                | ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, _)
        );
        if let Some(values) = self.rounds.in_each(expr).filter(|_| !is_logical) {
            self.counted.push((expr, values));
            return Some(());
        }
        match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Pid
            | ExprKind::OwnChannel(_)
            | ExprKind::Channel(_) => Some(()),
            ExprKind::Load(place) => self.place(place),
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(BinaryOperator::Divide | BinaryOperator::Modulo, _) => None,
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
}

/// The places that an expression of a loop reads; subscripts read nothing but the counter.
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
