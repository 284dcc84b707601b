//! Expressions that are numbers or processes.
//!
//! In `y->e` all of `e` is evaluated in the process that `y` points to, constants included: where there is none, nothing there has
//! a value.

use diagnostics::{Diagnostic, Span};
use machine::index::LabelId;
use machine::program::{BinaryOperator, Expr, ExprKind as MachineKind, Place, UnaryOperator};

use super::declared::Meaning;
use super::interval::Interval;
use super::scope::{At, Scope};
use crate::ast::{self, ExprKind, Operator};

/// What a value is made of, and so what it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Made {
    /// Numbers: it depends on nothing.
    Numbers,
    /// Bound names: it depends on the processes that a quantifier is written out for.
    BoundNames,
    /// What the state holds.
    State,
}

/// A value, and where it lies.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    pub expr: Expr,
    pub interval: Interval,
    pub made: Made,
}

impl Valued {
    fn of(expr: Expr, interval: Interval) -> Valued {
        Valued { expr, interval, made: Made::State }
    }

    /// The value, if it is known.
    pub fn constant(&self) -> Option<i32> {
        self.expr.constant_value()
    }
}

impl Scope<'_, '_> {
    /// A value; none if something is wrong, which was said.
    pub fn value(&mut self, expr: &ast::Expr, at: &At) -> Option<Valued> {
        let span = expr.span;
        self.lowering.spend(1 + at.parts(), span)?;
        let valued = match &expr.kind {
            ExprKind::Number(value) => self.constant(*value, at),
            ExprKind::Null => self.constant(0, at),
            ExprKind::Own => {
                let process = self.process(at, span, "`P`")?;
                Valued::of(process, Interval::between(1, self.count()))
            }
            ExprKind::Name(name) => self.named(name, at, span)?,
            ExprKind::Mode => {
                let process = self.process(at, span, "`mode`")?;
                self.spend_on_modes(at, span)?;
                self.mode_number(&process)
            }
            ExprKind::Of(base, index) => self.of_process(base, index, at)?,
            ExprKind::Arrow(pointer, inner) => {
                let pointer = self.value(pointer, at)?;
                let there = At::process(pointer.expr, self.count());
                self.value(inner, &there)?
            }
            ExprKind::Negate(operand) => {
                let Valued { expr, interval, made } = self.value(operand, at)?;
                let expr = Expr::unary(UnaryOperator::Negate, expr);
                Valued { expr, interval: interval.negated(), made }
            }
            ExprKind::Arithmetic(first, others) => self.arithmetic(first, others, at)?,
            ExprKind::Truth(_)
            | ExprKind::Not(_)
            | ExprKind::Comparison(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Implies(_)
            | ExprKind::Quantified(..) => {
                let help = "1 and 0 serve where truth is kept in a variable";
                return self.wrong(span, "this is a condition, and a number is wanted here", help);
            }
        };
        if valued.interval.is_representable() {
            return Some(valued);
        }
        let message = format!("this may become larger than {}", i32::MAX);
        self.wrong(span, message, "use smaller ranges, or fewer multiplications")
    }

    pub fn wrong<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.lowering.error(span, message, help);
        None
    }

    /// How many processes there are.
    pub fn count(&self) -> i32 {
        self.lowering.declared.count
    }

    /// A number, where somebody is.
    fn constant(&self, value: i32, at: &At) -> Valued {
        let made = match at {
            At::Pointed(..) => Made::State,
            At::Actor | At::Nobody | At::Process(_) => Made::Numbers,
        };
        Valued { expr: guarded(Expr::constant(value), at), interval: Interval::of(value), made }
    }

    /// The process that evaluates, which must be there.
    pub fn process(&mut self, at: &At, span: Span, what: &str) -> Option<Expr> {
        match at {
            At::Actor => Some(Expr::pid()),
            At::Process(number) => Some(Expr::constant(*number)),
            At::Pointed(process, _) => Some(Expr::existing(process.clone())),
            At::Nobody => {
                let message = format!("whose is {what} here? No process evaluates this condition");
                self.wrong(
                    span,
                    message,
                    "name the process, as in `next[1]`, or `forall i: next[i] == i`",
                )
            }
        }
    }

    fn named(&mut self, name: &str, at: &At, span: Span) -> Option<Valued> {
        if let Some((_, process)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            let known = self.constant(*process, at);
            return Some(Valued { made: known.made.max(Made::BoundNames), ..known });
        }
        match self.lowering.declared.names.get(name) {
            Some(&Meaning::Constant(value)) => Some(self.constant(value, at)),
            Some(&Meaning::Mode(place)) => Some(self.constant(place as i32, at)),
            Some(&Meaning::Variable(place)) => {
                let interval = self.interval(place);
                let is_local = self.lowering.declared.variables[place].is_local;
                let load = Expr::load(self.place(place, at, span)?);
                Some(Valued::of(if is_local { load } else { guarded(load, at) }, interval))
            }
            None => {
                self.lowering.declared.unknown(span, name);
                None
            }
        }
    }

    /// Where the value of a variable lies.
    fn interval(&self, place: usize) -> Interval {
        let variable = &self.lowering.declared.variables[place];
        Interval::between(variable.lowest, variable.highest)
    }

    /// A variable, by its place among all.
    pub fn place(&mut self, place: usize, at: &At, span: Span) -> Option<Place> {
        let variable = &self.lowering.declared.variables[place];
        let (id, is_local) = (variable.id, variable.is_local);
        let program = &self.lowering.builder.program;
        Some(match at {
            _ if !is_local => program.place(id, Vec::new()),
            At::Actor => program.place(id, Vec::new()),
            At::Process(number) => program.place_of(Expr::constant(*number), id, Vec::new()),
            At::Pointed(process, _) => program.place_of(process.clone(), id, Vec::new()),
            At::Nobody => {
                let name = variable.name.text.clone();
                let message = format!(
                    "each process has its own `{name}`, and no process evaluates this condition"
                );
                let help = format!("say whose, as in `{name}[1]`, or `forall i: {name}[i] == 0`");
                return self.wrong(span, message, help);
            }
        })
    }

    /// `x[e]`, `mode[e]`.
    fn of_process(&mut self, base: &ast::Expr, index: &ast::Expr, at: &At) -> Option<Valued> {
        let there = self.indexed(index, at)?;
        match &base.kind {
            ExprKind::Mode => {
                let process = self.process(&there, base.span, "`mode`")?;
                self.spend_on_modes(&there, base.span)?;
                Some(self.mode_number(&process))
            }
            ExprKind::Name(name) => {
                let place = self.local(name, base.span)?;
                let interval = self.interval(place);
                let place = self.place(place, &there, base.span)?;
                Some(Valued::of(Expr::load(place), interval))
            }
            _ => self.wrong(
                base.span,
                "this belongs to no process",
                "write a variable, as in `next[1]`",
            ),
        }
    }

    /// The process in brackets.
    pub fn indexed(&mut self, index: &ast::Expr, at: &At) -> Option<At> {
        let index_value = self.value(index, at)?;
        let count = self.count();
        if let Some(number) = index_value.constant()
            && !(1..=count).contains(&number)
        {
            let message = format!("there is no process {number}: this never has a value");
            let help = format!("processes are numbered 1 to {count}");
            let warning = Diagnostic::warning(index.span, message).help(help);
            if !self.lowering.declared.diagnostics.contains(&warning) {
                self.lowering.declared.diagnostics.push(warning);
            }
        }
        Some(At::process(index_value.expr, count))
    }

    /// The local variable that a name with brackets stands for.
    pub fn local(&mut self, name: &str, span: Span) -> Option<usize> {
        match self.lowering.declared.names.get(name) {
            Some(&Meaning::Variable(place)) if self.lowering.declared.variables[place].is_local => {
                Some(place)
            }
            Some(Meaning::Variable(_)) => {
                let message = format!("`{name}` is global: there is only one");
                self.wrong(span, message, format!("leave the brackets out: `{name}`"))
            }
            Some(Meaning::Constant(_)) => {
                self.wrong(span, format!("`{name}` is a number"), "leave the brackets out")
            }
            Some(Meaning::Mode(_)) => {
                let message =
                    "whether a process is in a mode is a condition, and a number is wanted here";
                self.wrong(
                    span,
                    message,
                    "`mode[1]` is the number of the mode that process 1 is in",
                )
            }
            None => {
                self.lowering.declared.unknown(span, name);
                None
            }
        }
    }

    /// Each mode is asked for.
    pub fn spend_on_modes(&mut self, at: &At, span: Span) -> Option<()> {
        let each = 1 + at.parts();
        self.lowering.spend(each.saturating_mul(self.lowering.declared.modes), span)
    }

    /// The number of the mode that a process is in, which is there: modes are numbered from 0, in the order of the text.
    pub fn mode_number(&self, process: &Expr) -> Valued {
        let modes = self.lowering.declared.modes;
        let last = Expr::constant(modes.saturating_sub(1) as i32);
        // Where there is one mode only, the process must be there all the same.
        let last = match (modes, &process.kind) {
            (1, MachineKind::Existing(_)) => Expr::conditional(process.clone(), last.clone(), last),
            _ => last,
        };
        let number = (0..modes.saturating_sub(1)).rev().fold(last, |rest, mode| {
            let here = Expr::at(process.clone(), LabelId::new(mode));
            Expr::conditional(here, Expr::constant(mode as i32), rest)
        });
        Valued::of(number, Interval::between(0, modes.saturating_sub(1) as i32))
    }

    fn arithmetic(
        &mut self,
        first: &ast::Expr,
        others: &[(Operator, ast::Expr)],
        at: &At,
    ) -> Option<Valued> {
        let mut result = self.value(first, at)?;
        for (operator, operand) in others {
            let by = self.value(operand, at)?;
            let interval = result.interval.applied(*operator, by.interval);
            if !interval.is_representable() {
                let message = format!("this may become larger than {}", i32::MAX);
                let help = "use smaller ranges, or fewer multiplications";
                return self.wrong(first.span.to(operand.span), message, help);
            }
            let expr = Expr::binary(machine_operator(*operator), result.expr, by.expr);
            // What divides by 0 has no value, and decides nothing.
            let is_known = expr.constant_value().is_some();
            let made = if is_known { result.made.max(by.made) } else { Made::State };
            result = Valued { expr, interval, made };
        }
        Some(result)
    }
}

/// What depends on nobody, where somebody is who has to be there.
pub(super) fn guarded(expr: Expr, at: &At) -> Expr {
    match at {
        At::Pointed(process, _) => {
            Expr::conditional(Expr::existing(process.clone()), expr, Expr::constant(0))
        }
        At::Actor | At::Nobody | At::Process(_) => expr,
    }
}

fn machine_operator(operator: Operator) -> BinaryOperator {
    match operator {
        Operator::Add => BinaryOperator::Add,
        Operator::Subtract => BinaryOperator::Subtract,
        Operator::Multiply => BinaryOperator::Multiply,
        Operator::Divide => BinaryOperator::Divide,
    }
}
