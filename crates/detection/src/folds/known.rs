//! What counters hold at a place of a sequence that is gone through with their values.

use machine::index::VariableId;
use machine::program::{BinaryOperator, Expr, ExprKind, Place, UnaryOperator};

/// The values of the counters that are known, by variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    values: Vec<(VariableId, i32)>,
}

/// Whether a condition holds, as far as counters tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    Holds,
    Fails,
    Open,
}

impl From<i32> for Truth {
    fn from(value: i32) -> Truth {
        if value == 0 { Truth::Fails } else { Truth::Holds }
    }
}

impl Known {
    /// What a counter holds.
    pub fn get(&self, counter: VariableId) -> Option<i32> {
        let found = self.values.binary_search_by_key(&counter, |&(known, _)| known);
        found.ok().map(|place| self.values[place].1)
    }

    /// Notes what a counter holds from now on.
    pub fn set(&mut self, counter: VariableId, value: i32) {
        match self.values.binary_search_by_key(&counter, |&(known, _)| known) {
            Ok(place) => self.values[place].1 = value,
            Err(place) => self.values.insert(place, (counter, value)),
        }
    }

    /// Forgets what a variable holds.
    pub fn forget(&mut self, counter: VariableId) {
        self.values.retain(|&(known, _)| known != counter);
    }

    /// The counters that hold other values elsewhere, or are not known in both.
    pub fn differ<'k>(&'k self, other: &'k Known) -> impl Iterator<Item = VariableId> + 'k {
        let here =
            self.values.iter().filter(|&&(counter, value)| other.get(counter) != Some(value));
        let there = other.values.iter().filter(|&&(counter, _)| self.get(counter).is_none());
        here.chain(there).map(|&(counter, _)| counter)
    }

    /// The value of an expression that reads nothing but counters; none if it reads more, or fails.
    pub fn value(&self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Load(place) => self.get(scalar(place)?),
            ExprKind::Unary(operator, operand) => Some(operator.apply(self.value(operand)?)),
            ExprKind::Binary(operator, parts) => {
                operator.apply(self.value(&parts.0)?, self.value(&parts.1)?).ok()
            }
            ExprKind::Conditional(parts) => match self.value(&parts.0)? {
                0 => self.value(&parts.2),
                _ => self.value(&parts.1),
            },
            _ => None,
        }
    }

    /// The value of an expression that reads counters and nothing else, in any of its parts. These are looked at level by level: of
    /// a long sum, in which each part is asked about, an operand beside the rest tells at once that it reads more.
    pub fn counted(&self, expr: &Expr) -> Option<i32> {
        if self.reads_more(expr) {
            return None;
        }
        let mut counts = false;
        let mut level = vec![expr];
        while !level.is_empty() {
            let mut next = Vec::new();
            for part in level {
                match &part.kind {
                    ExprKind::Load(place) => {
                        scalar(place).and_then(|it| self.get(it))?;
                        counts = true;
                    }
                    ExprKind::Constant(_) => {}
                    ExprKind::Unary(_, operand) => next.push(&**operand),
                    ExprKind::Binary(_, parts) => next.extend([&parts.0, &parts.1]),
                    ExprKind::Conditional(parts) => next.extend([&parts.0, &parts.1, &parts.2]),
                    _ => return None,
                }
            }
            level = next;
        }
        if counts { self.value(expr) } else { None }
    }

    /// Whether an expression reads more than counters, as far as it or its operands show.
    fn reads_more(&self, expr: &Expr) -> bool {
        let itself = |expr: &Expr| match &expr.kind {
            ExprKind::Load(place) => scalar(place).and_then(|it| self.get(it)).is_none(),
            ExprKind::Constant(_) | ExprKind::Unary(..) => false,
            ExprKind::Binary(..) | ExprKind::Conditional(_) => false,
            _ => true,
        };
        match &expr.kind {
            ExprKind::Unary(_, operand) => itself(operand),
            ExprKind::Binary(_, parts) => itself(&parts.0) || itself(&parts.1),
            _ => itself(expr),
        }
    }

    /// Whether a condition holds. What is asked before something that fails may be a run-time error, so that the whole stays open.
    pub fn truth(&self, condition: &Expr) -> Truth {
        if let Some(value) = self.value(condition) {
            return Truth::from(value);
        }
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => match self.truth(operand) {
                Truth::Holds => Truth::Fails,
                Truth::Fails => Truth::Holds,
                Truth::Open => Truth::Open,
            },
            ExprKind::Binary(BinaryOperator::And, parts) => match self.truth(&parts.0) {
                Truth::Holds => self.truth(&parts.1),
                decided => decided,
            },
            ExprKind::Binary(BinaryOperator::Or, parts) => match self.truth(&parts.0) {
                Truth::Fails => self.truth(&parts.1),
                decided => decided,
            },
            _ => Truth::Open,
        }
    }

    /// The conjuncts of a condition that are open: all of it holds if these do.
    pub fn open<'e>(&self, condition: &'e Expr, found: &mut Vec<&'e Expr>) {
        match &condition.kind {
            _ if self.truth(condition) == Truth::Holds => {}
            ExprKind::Binary(BinaryOperator::And, parts) => {
                self.open(&parts.0, found);
                self.open(&parts.1, found);
            }
            _ => found.push(condition),
        }
    }

    /// Whether an expression is, with these counters, what another is with those: the same value of counters, or the same term.
    pub fn same(&self, expr: &Expr, other: &Expr, others: &Known) -> bool {
        if let (Some(value), Some(there)) = (self.value(expr), others.value(other)) {
            return value == there;
        }
        let same = |a: &Expr, b: &Expr| self.same(a, b, others);
        match (&expr.kind, &other.kind) {
            (ExprKind::Pid, ExprKind::Pid) => true,
            (ExprKind::Channel(a), ExprKind::Channel(b)) => a == b,
            (ExprKind::OwnChannel(a), ExprKind::OwnChannel(b)) => a == b,
            (ExprKind::Load(a), ExprKind::Load(b)) => {
                let known = |place: &Place, known: &Known| {
                    scalar(place).is_some_and(|it| known.get(it).is_some())
                };
                !known(a, self)
                    && !known(b, others)
                    && a.other().is_none()
                    && b.other().is_none()
                    && a.variable == b.variable
                    && a.subscripts.iter().zip(&b.subscripts).all(|(a, b)| same(&a.index, &b.index))
            }
            (ExprKind::Unary(a, x), ExprKind::Unary(b, y)) => a == b && same(x, y),
            (ExprKind::Binary(a, x), ExprKind::Binary(b, y)) => {
                a == b && same(&x.0, &y.0) && same(&x.1, &y.1)
            }
            (ExprKind::Query(a, x), ExprKind::Query(b, y)) => a == b && same(x, y),
            _ => false,
        }
    }
}

/// The variable that a place is, if it is one of the process itself without subscripts.
pub(super) fn scalar(place: &Place) -> Option<VariableId> {
    place.subscripts.is_empty().then(|| place.own_variable()).flatten()
}
