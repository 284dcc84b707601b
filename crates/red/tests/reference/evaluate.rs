//! The three values: ν(p, e) of Sect. 2.2 is a number or ⊥, which is `None` here.

use crate::ast::{Expr, ExprKind, Name, Operator, Quantifier, Relation};
use crate::model::Logic;
use crate::reference::state::{Constants, State};

/// Who evaluates: a process, by its number, or nobody.
pub type Who = Option<usize>;

/// What is evaluated in.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub constants: &'a Constants,
    pub state: &'a State,
    pub logic: Logic,
}

/// Names that quantifiers bind.
pub type Bound = Vec<(String, i64)>;

impl View<'_> {
    /// ν(p, y->e) = ν(ν(p, y), e), and ⊥ for NULL and whatever else is no process.
    fn there(&self, pointer: Option<i64>) -> Option<usize> {
        let number = usize::try_from(pointer?).ok()?;
        (1..=self.constants.count).contains(&number).then_some(number)
    }

    pub fn value(&self, expr: &Expr, who: Who, bound: &Bound) -> Option<i64> {
        match &expr.kind {
            ExprKind::Number(value) => Some((*value).into()),
            ExprKind::Null => Some(0),
            ExprKind::Own => Some(who.expect("somebody") as i64),
            ExprKind::Mode => Some(self.state.modes[who.expect("somebody") - 1] as i64),
            ExprKind::Name(name) => Some(self.named(name, who, bound)),
            ExprKind::Of(base, index) => {
                let there = self.there(self.value(index, who, bound))?;
                match &base.kind {
                    ExprKind::Mode => Some(self.state.modes[there - 1] as i64),
                    ExprKind::Name(name) => Some(self.state.cells[&(name.clone(), there)]),
                    _ => unreachable!("brackets belong to names"),
                }
            }
            ExprKind::Arrow(pointer, inner) => {
                let there = self.there(self.value(pointer, who, bound))?;
                self.value(inner, Some(there), bound)
            }
            ExprKind::Negate(operand) => Some(-self.value(operand, who, bound)?),
            ExprKind::Arithmetic(first, others) => {
                let mut value = self.value(first, who, bound)?;
                for (operator, operand) in others {
                    let by = self.value(operand, who, bound)?;
                    value = match operator {
                        Operator::Add => value + by,
                        Operator::Subtract => value - by,
                        Operator::Multiply => value * by,
                        Operator::Divide if by == 0 => return None,
                        Operator::Divide => value / by,
                    };
                }
                Some(value)
            }
            _ => unreachable!("a condition is no number"),
        }
    }

    fn named(&self, name: &str, who: Who, bound: &Bound) -> i64 {
        if let Some((_, value)) = bound.iter().rev().find(|(known, _)| known == name) {
            return *value;
        }
        if let Some(value) = self.constants.numbers.get(name) {
            return *value;
        }
        if let Some(mode) = self.constants.modes.iter().position(|mode| mode == name) {
            return mode as i64;
        }
        let is_local = self.constants.variables[name].is_local;
        let place = if is_local { who.expect("somebody") } else { 0 };
        self.state.cells[&(name.to_owned(), place)]
    }

    pub fn truth(&self, expr: &Expr, who: Who, bound: &Bound) -> Option<bool> {
        if let Some(known) = self.decided(expr, bound) {
            return Some(known);
        }
        match &expr.kind {
            ExprKind::Truth(truth) => Some(*truth),
            ExprKind::Not(operand) => Some(!self.truth(operand, who, bound)?),
            ExprKind::And(operands) => self.all(&of(operands, who, bound)),
            ExprKind::Or(operands) => self.some(&of(operands, who, bound)),
            ExprKind::Implies(operands) => {
                let (premise, conclusion) = &**operands;
                let (known, then) = (self.decided(premise, bound), self.decided(conclusion, bound));
                match (known, then) {
                    (Some(false), _) | (_, Some(true)) => Some(true),
                    (Some(true), _) => self.truth(conclusion, who, bound),
                    (None, Some(false)) => Some(!self.truth(premise, who, bound)?),
                    (None, None) => {
                        let first = self.truth(premise, who, bound).map(|it| !it);
                        if self.logic == Logic::ShortCircuit && first != Some(false) {
                            return first;
                        }
                        let second = self.truth(conclusion, who, bound);
                        Some(first? | second?)
                    }
                }
            }
            ExprKind::Comparison(first, others) => {
                let mut left = &**first;
                let mut pairs = Vec::new();
                for (relation, right) in others {
                    pairs.push((*relation, left, right));
                    left = right;
                }
                let mut result = true;
                for (relation, left, right) in pairs {
                    let compared = self
                        .value(left, who, bound)
                        .and_then(|a| Some(compare(relation, a, self.value(right, who, bound)?)));
                    match (self.logic, compared) {
                        (_, None) => return None,
                        (Logic::ShortCircuit, Some(false)) => return Some(false),
                        (_, Some(truth)) => result &= truth,
                    }
                }
                Some(result)
            }
            ExprKind::Quantified(quantifier, names, body) => {
                let instances = self.instances(names, body, who, bound);
                match quantifier {
                    Quantifier::All => self.all(&instances),
                    Quantifier::Some => self.some(&instances),
                }
            }
            ExprKind::Of(base, index) => {
                let ExprKind::Name(name) = &base.kind else { unreachable!("a mode") };
                let there = self.there(self.value(index, who, bound))?;
                Some(self.constants.modes[self.state.modes[there - 1]] == *name)
            }
            ExprKind::Arrow(pointer, inner) => {
                let there = self.there(self.value(pointer, who, bound))?;
                self.truth(inner, Some(there), bound)
            }
            _ => unreachable!("a number is no condition"),
        }
    }

    fn instances<'e>(
        &self,
        names: &[Name],
        body: &'e Expr,
        who: Who,
        bound: &Bound,
    ) -> Vec<(&'e Expr, Who, Bound)> {
        self.bindings(names, bound).into_iter().map(|bound| (body, who, bound)).collect()
    }

    /// Names bound to each choice of processes, beside those that are bound already.
    pub fn bindings(&self, names: &[Name], bound: &Bound) -> Vec<Bound> {
        let mut all = vec![bound.clone()];
        for name in names {
            let with = |known: Bound| {
                (1..=self.constants.count as i64).map(move |process| {
                    let mut more = known.clone();
                    more.push((name.text.clone(), process));
                    more
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    /// Strictly: ⊥ if one operand is, but for what comparisons of bound names decide.
    fn all(&self, operands: &[(&Expr, Who, Bound)]) -> Option<bool> {
        self.joined(operands, true)
    }

    fn some(&self, operands: &[(&Expr, Who, Bound)]) -> Option<bool> {
        self.joined(operands, false)
    }

    /// `neutral` is what changes nothing.
    fn joined(&self, operands: &[(&Expr, Who, Bound)], neutral: bool) -> Option<bool> {
        let decided: Vec<Option<bool>> =
            operands.iter().map(|(expr, _, bound)| self.decided(expr, bound)).collect();
        if decided.contains(&Some(!neutral)) {
            return Some(!neutral);
        }
        let open = operands.iter().zip(decided).filter(|(_, decided)| decided.is_none());
        let mut result = neutral;
        let mut is_bottom = false;
        for ((expr, who, bound), _) in open {
            match (self.logic, self.truth(expr, *who, bound)) {
                (Logic::ShortCircuit, None) => return None,
                (Logic::ShortCircuit, Some(truth)) if truth != neutral => return Some(truth),
                (_, None) => is_bottom = true,
                (_, Some(truth)) if truth != neutral => result = truth,
                (_, Some(_)) => {}
            }
        }
        (!is_bottom).then_some(result)
    }

    /// What is known of a condition once quantifiers are written out.
    pub fn decided(&self, expr: &Expr, bound: &Bound) -> Option<bool> {
        match &expr.kind {
            ExprKind::Not(operand) => Some(!self.decided(operand, bound)?),
            ExprKind::And(operands) => self.decided_all(&of(operands, None, bound), true),
            ExprKind::Or(operands) => self.decided_all(&of(operands, None, bound), false),
            ExprKind::Implies(operands) => {
                match (self.decided(&operands.0, bound), self.decided(&operands.1, bound)) {
                    (Some(false), _) | (_, Some(true)) => Some(true),
                    (Some(true), Some(false)) => Some(false),
                    _ => None,
                }
            }
            ExprKind::Comparison(first, others) => {
                let mut left = &**first;
                let mut all = Some(true);
                for (relation, right) in others {
                    let (a, b) = (self.fixed(left, bound), self.fixed(right, bound));
                    let known = match (a, b) {
                        (Some((a, one)), Some((b, two))) if one || two => {
                            Some(compare(*relation, a, b))
                        }
                        _ => None,
                    };
                    all = match (all, known) {
                        (Some(false), _) | (_, Some(false)) => Some(false),
                        (Some(true), Some(true)) => Some(true),
                        _ => None,
                    };
                    left = right;
                }
                all
            }
            ExprKind::Quantified(quantifier, names, body) => {
                let instances = self.instances(names, body, None, bound);
                self.decided_all(&instances, *quantifier == Quantifier::All)
            }
            _ => None,
        }
    }

    fn decided_all(&self, operands: &[(&Expr, Who, Bound)], neutral: bool) -> Option<bool> {
        let all = operands.iter().map(|(expr, _, bound)| self.decided(expr, bound));
        let all: Vec<Option<bool>> = all.collect();
        if all.contains(&Some(!neutral)) {
            return Some(!neutral);
        }
        all.iter().all(Option::is_some).then_some(neutral)
    }

    /// A value that is made of numbers and bound names, and whether one of these is among them.
    fn fixed(&self, expr: &Expr, bound: &Bound) -> Option<(i64, bool)> {
        match &expr.kind {
            ExprKind::Number(value) => Some(((*value).into(), false)),
            ExprKind::Null => Some((0, false)),
            ExprKind::Name(name) => {
                if let Some((_, value)) = bound.iter().rev().find(|(known, _)| known == name) {
                    return Some((*value, true));
                }
                if let Some(value) = self.constants.numbers.get(name) {
                    return Some((*value, false));
                }
                let mode = self.constants.modes.iter().position(|mode| mode == name)?;
                Some((mode as i64, false))
            }
            ExprKind::Negate(operand) => {
                let (value, is_bound) = self.fixed(operand, bound)?;
                Some((-value, is_bound))
            }
            ExprKind::Arithmetic(first, others) => {
                let (mut value, mut is_bound) = self.fixed(first, bound)?;
                for (operator, operand) in others {
                    let (by, other) = self.fixed(operand, bound)?;
                    is_bound |= other;
                    value = match operator {
                        Operator::Add => value + by,
                        Operator::Subtract => value - by,
                        Operator::Multiply => value * by,
                        Operator::Divide if by == 0 => return None,
                        Operator::Divide => value / by,
                    };
                }
                Some((value, is_bound))
            }
            _ => None,
        }
    }
}

fn of<'e>(operands: &'e [Expr], who: Who, bound: &Bound) -> Vec<(&'e Expr, Who, Bound)> {
    operands.iter().map(|operand| (operand, who, bound.clone())).collect()
}

fn compare(relation: Relation, a: i64, b: i64) -> bool {
    match relation {
        Relation::Equal => a == b,
        Relation::NotEqual => a != b,
        Relation::Less => a < b,
        Relation::LessEqual => a <= b,
        Relation::Greater => a > b,
        Relation::GreaterEqual => a >= b,
    }
}
