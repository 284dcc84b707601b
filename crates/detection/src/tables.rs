//! Functions on identifiers as tables: which values operands may have, and what the function makes of them.

use std::cell::Cell;
use std::collections::BTreeSet;

use machine::index::ProcessTypeId;
use machine::program::{BinaryOperator, Expr, ExprKind, Place, Region};
use machine::semantics::MissingProcess;

use super::by_expression::ByExpression;
use super::classes::{Classes, Meaning};
use super::constraint::Constraint;
use super::noted::{Derived, Domains, Holder};
use super::shape::Shape;

/// The most rows of a table.
const MAX_ROWS: usize = 20_000;
/// About how many elementary steps a row takes, and how many bytes.
const ROW_WORK: usize = 64;
pub(super) const ROW_BYTES: usize = 64;

/// What is needed to evaluate.
pub(super) struct Context<'a, 'm> {
    classes: &'a Classes<'m>,
    shape: &'a Shape,
    derived: &'a ByExpression<'m, &'a Derived<'m>>,
    /// About how many elementary steps were done.
    pub work: Cell<usize>,
}

impl<'a, 'm> Context<'a, 'm> {
    pub fn new(
        classes: &'a Classes<'m>,
        shape: &'a Shape,
        derived: &'a ByExpression<'m, &'a Derived<'m>>,
    ) -> Self {
        Context { classes, shape, derived, work: Cell::new(0) }
    }

    fn has_done(&self, steps: usize) {
        self.work.set(self.work.get() + steps);
    }
}

impl Context<'_, '_> {
    /// The values that may come from somewhere; `None` if they are too many.
    pub fn values(
        &self,
        domains: &Domains,
        from: Holder,
        context: Option<ProcessTypeId>,
    ) -> Option<BTreeSet<i32>> {
        let expr = match from {
            Holder::Variable(variable) => {
                return Some(domains.variables[variable.index()].clone());
            }
            Holder::Field(class) => {
                let held = domains.classes.get(&self.classes.root(class));
                return Some(held.cloned().unwrap_or_default());
            }
            Holder::Expr(expr) => expr,
        };
        if let Some(value) = self.classes.constant_of(expr) {
            return Some(BTreeSet::from([value]));
        }
        if let Some(counted) = self.classes.folds().counted.get(expr) {
            return Some(counted.iter().copied().collect());
        }
        if let Some(derived) = self.derived.get(expr) {
            let rows = self.rows(domains, derived)?;
            return Some(rows.into_iter().filter_map(|(_, result)| result).collect());
        }
        self.has_done(ROW_WORK);
        Some(match &expr.kind {
            ExprKind::Load(place) if place.region == Region::Constant => self.constants(place),
            ExprKind::Load(place) => {
                let mut held = domains.variables[place.variable.index()].clone();
                // The value may be 0 where there is no such process.
                let semantics = &self.classes.machine.program.semantics;
                let may_miss = place.other().is_some()
                    && semantics.missing_process == MissingProcess::ReadsZero;
                let may_miss = may_miss && self.classes.keeps(Constraint::RemoteMissingValue);
                held.extend(may_miss.then_some(0));
                held
            }
            ExprKind::Pid => self.processes(context),
            ExprKind::ProcessOf(process_type) => {
                let mut named = self.processes(Some(*process_type));
                named.insert(-1);
                named
            }
            ExprKind::Existing(process) => self.values(domains, Holder::Expr(process), context)?,
            ExprKind::Within(value, lowest, highest) => {
                let mut within = self.values(domains, Holder::Expr(value), context)?;
                within.retain(|value| (lowest..=highest).contains(&value));
                within
            }
            ExprKind::Conditional(parts) => {
                let mut either = self.values(domains, Holder::Expr(&parts.1), context)?;
                either.extend(self.values(domains, Holder::Expr(&parts.2), context)?);
                either
            }
            // Of everything else the class should be a number, or a channel.
            _ => return None,
        })
    }

    fn constants(&self, place: &Place) -> BTreeSet<i32> {
        let variable = &self.classes.machine.program.variables[place.variable.index()];
        let cells = variable.offset..variable.offset + variable.cells();
        cells.map(|cell| self.classes.machine.constant(cell)).collect()
    }

    /// The processes of a type.
    fn processes(&self, process_type: Option<ProcessTypeId>) -> BTreeSet<i32> {
        let processes = self.shape.processes();
        let meant = processes.filter(|(_, t)| process_type.is_none_or(|meant| *t == meant));
        let semantics = &self.classes.machine.program.semantics;
        meant.map(|(process, _)| semantics.process_number(process)).collect()
    }

    /// The rows of arithmetic on identifiers; `None` if it is on numbers, or there are too many.
    pub fn rows(
        &self,
        domains: &Domains,
        derived: &Derived,
    ) -> Option<Vec<(Vec<i32>, Option<i32>)>> {
        let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
        for &operand in &derived.operands {
            let class = self.classes.of(operand)?;
            if matches!(self.classes.meaning(class), Meaning::Data | Meaning::Channel) {
                return None;
            }
            let values = self.values(domains, Holder::Expr(operand), derived.context)?;
            if rows.len() * values.len() > MAX_ROWS {
                return None;
            }
            let longer = |row: &Vec<i32>| {
                let row = row.clone();
                values.iter().map(move |&v| [row.as_slice(), &[v]].concat()).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
            self.has_done(ROW_WORK * rows.len());
        }
        let result = |row: Vec<i32>| {
            let value = self.evaluate(derived.expr, &derived.operands, &row);
            (row, value)
        };
        Some(rows.into_iter().map(result).collect())
    }

    /// The value of an expression, given those of its operands; `None` if it has none.
    fn evaluate(&self, expr: &Expr, operands: &[&Expr], values: &[i32]) -> Option<i32> {
        if let Some(place) = operands.iter().position(|&operand| operand == expr) {
            return Some(values[place]);
        }
        let value = |expr: &Expr| self.evaluate(expr, operands, values);
        match &expr.kind {
            ExprKind::Unary(operator, operand) => Some(operator.apply(value(operand)?)),
            ExprKind::Binary(operator, parts) => {
                let left = value(&parts.0)?;
                match operator {
                    BinaryOperator::And if left == 0 => Some(0),
                    BinaryOperator::Or if left != 0 => Some(1),
                    _ => operator.apply(left, value(&parts.1)?).ok(),
                }
            }
            ExprKind::Conditional(parts) => {
                value(if value(&parts.0)? != 0 { &parts.1 } else { &parts.2 })
            }
            _ => self.classes.constant_of(expr),
        }
    }
}
