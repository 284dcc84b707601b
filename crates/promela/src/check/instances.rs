//! Processes that are asked about by their numbers, and that there are never.

use std::collections::{HashMap, HashSet};

use diagnostics::{Diagnostic, Span};

use super::Checker;
use super::values::constant;
use crate::ast::{Expr, ExprKind, Formula, FormulaKind, Model, Name, Proctype, Unit};

/// The processes of a model, as far as they are known, and those that are asked about.
#[derive(Debug, Default)]
pub struct Instances {
    /// The numbers of the processes of each proctype that run from the beginning; none where some count is not known.
    initial: Option<HashMap<String, Vec<i64>>>,
    /// The proctypes that are started with `run`.
    started: HashSet<String>,
    /// `P[2]`: the proctype, the number and the place of that.
    asked: Vec<(String, i64, Span)>,
}

impl Instances {
    /// Those of a model, of which nothing but its units was looked at. Formulas are looked at here, as nobody else does.
    pub fn new(model: &Model) -> Self {
        let mut instances = Instances { initial: initial(model), ..Instances::default() };
        for unit in &model.units {
            if let Unit::Ltl { tree, .. } = unit {
                instances.formula(tree);
            }
        }
        instances
    }

    /// A process of this type is started.
    pub fn start(&mut self, process: &Name) {
        self.started.insert(process.text.clone());
    }

    /// It is asked about the process of a type with a number.
    pub fn ask(&mut self, process: &Name, instance: Option<&Expr>) {
        if let Some(number) = instance.and_then(constant) {
            let place = instance.map_or(process.span, |instance| process.span.to(instance.span));
            self.asked.push((process.text.clone(), number, place));
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Atom(expr) => self.expr(expr),
            FormulaKind::Unary(_, inner) => self.formula(inner),
            FormulaKind::Binary(_, left, right) => {
                self.formula(left);
                self.formula(right);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::RemoteLabel { process, instance, .. }
            | ExprKind::RemoteVariable { process, instance, .. } => {
                self.ask(process, instance.as_deref());
            }
            _ => {}
        }
    }
}

/// The numbers of the processes that run from the beginning, in the order of the text.
fn initial(model: &Model) -> Option<HashMap<String, Vec<i64>>> {
    let mut numbers: HashMap<String, Vec<i64>> = HashMap::new();
    let mut next = 0;
    for unit in &model.units {
        match unit {
            Unit::Init(_) => next += 1,
            Unit::Proctype(Proctype { name, active: Some(count), .. }) => {
                let count = count.as_ref().map_or(Some(1), constant)?.clamp(0, 255);
                numbers.entry(name.text.clone()).or_default().extend(next..next + count);
                next += count;
            }
            _ => {}
        }
    }
    Some(numbers)
}

impl Checker<'_> {
    /// Names the processes that are asked about and that there are never.
    pub fn missing_instances(&mut self) {
        let Some(initial) = self.instances.initial.take() else { return };
        for (process, number, place) in std::mem::take(&mut self.instances.asked) {
            let Some(numbers) = initial.get(&process) else { continue };
            if numbers.contains(&number) || self.instances.started.contains(&process) {
                continue;
            }
            let known: Vec<String> =
                numbers.iter().map(|known| format!("`{process}[{known}]`")).collect();
            let message = format!("there is no process `{process}[{number}]`");
            let there_are = match &known[..] {
                [one] => format!("{one} is the only one"),
                [first, .., last] => format!("there are {first} to {last}"),
                [] => continue,
            };
            let help = format!(
                "{there_are}: numbers count all processes from 0; what is asked of one that there is not is false, or 0"
            );
            self.report(Diagnostic::warning(place, message).help(help));
        }
    }
}
