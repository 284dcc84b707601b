//! Assignments: what is assigned to, and that the value is in its range.

use machine::program::{Action, Expr, Place};

use super::declared::Meaning;
use super::interval::Interval;
use super::scope::{At, Scope};
use super::values::guarded;
use crate::ast::{self, ExprKind};

/// What is assigned to.
struct Target {
    place: Place,
    lowest: i32,
    highest: i32,
    /// Who must be there for the place to be one.
    at: At,
}

impl Scope<'_, '_> {
    /// `TARGET = VALUE`; none if something is wrong, which was said.
    pub fn action(&mut self, action: &ast::Action) -> Option<Action> {
        let value = self.value(&action.value, &At::Actor);
        let target = self.target(&action.target, &At::Actor)?;
        let value = value?;
        let range = Interval::between(target.lowest, target.highest);
        let checked = match value.interval.is_within(range) {
            true => value.expr,
            false => Expr::within(value.expr, target.lowest, target.highest),
        };
        Some(Action::Assign(target.place, guarded(checked, &target.at)))
    }

    fn target(&mut self, target: &ast::Expr, at: &At) -> Option<Target> {
        let span = target.span;
        self.lowering.spend(1 + at.parts(), span)?;
        match &target.kind {
            ExprKind::Name(name) => {
                let place = self.variable(name, span)?;
                self.assigned(place, at, span)
            }
            ExprKind::Of(base, index) => {
                let there = self.indexed(index, at)?;
                let ExprKind::Name(name) = &base.kind else { return self.mode_assigned(span) };
                let place = match self.lowering.declared.names.get(name.as_str()) {
                    Some(Meaning::Mode(_)) => return self.mode_assigned(span),
                    _ => self.local(name, base.span)?,
                };
                self.assigned(place, &there, span)
            }
            ExprKind::Arrow(pointer, inner) => {
                let pointer = self.value(pointer, at)?;
                let there = At::process(pointer.expr, self.count());
                self.target(inner, &there)
            }
            ExprKind::Mode => self.mode_assigned(span),
            _ => self.wrong(span, "this is no variable", "assign to `x`, `x[i]`, or `y->x`"),
        }
    }

    fn mode_assigned<T>(&mut self, span: diagnostics::Span) -> Option<T> {
        let help = "a rule leads its process to a mode by `goto NAME;`; those of others change by their own rules";
        self.wrong(span, "a mode is not assigned", help)
    }

    fn assigned(&mut self, place: usize, at: &At, span: diagnostics::Span) -> Option<Target> {
        let variable = &self.lowering.declared.variables[place];
        let (lowest, highest, is_local) = (variable.lowest, variable.highest, variable.is_local);
        let place = self.place(place, at, span)?;
        // Whose a local variable is says its place.
        let at = if is_local { At::Actor } else { at.clone() };
        Some(Target { place, lowest, highest, at })
    }

    /// The variable that a name stands for.
    fn variable(&mut self, name: &str, span: diagnostics::Span) -> Option<usize> {
        match self.lowering.declared.names.get(name) {
            Some(&Meaning::Variable(place)) => Some(place),
            Some(Meaning::Constant(_)) => {
                self.wrong(span, format!("`{name}` is a number"), "assign to a variable")
            }
            Some(Meaning::Mode(_)) => self.mode_assigned(span),
            None => {
                self.lowering.declared.unknown(span, name);
                None
            }
        }
    }
}
