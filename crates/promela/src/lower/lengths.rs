//! Lengths of arrays. SPIN lets a variable stand for one: the number that it is declared with counts.

use diagnostics::Diagnostic;

use machine::program::Expr;

use super::Lowering;
use super::names::Entry;
use crate::ast;

/// The length that SPIN takes a variable for that is declared with no number.
const DEFAULT_LENGTH: i32 = 8;

impl Lowering<'_> {
    /// The length of an array; none if the variable is none.
    pub(super) fn array_length(&mut self, variable: &ast::Variable) -> Option<u32> {
        let length = variable.length.as_ref()?;
        match self.length_by_name(length).or_else(|| self.constant(length)) {
            Some(value) if value > 0 => Some(value as u32),
            Some(value) => {
                self.error(length.span, format!("an array cannot have {value} elements"));
                Some(1)
            }
            None => Some(1),
        }
    }

    /// The length that a variable's name stands for: as in SPIN the number that it is declared with, or 8.
    fn length_by_name(&mut self, length: &ast::Expr) -> Option<i32> {
        let entry = self.named(length)?;
        let value = entry.number.filter(|&number| number > 0).unwrap_or(DEFAULT_LENGTH);
        let message = format!("a variable as a length is taken as {value}, as in SPIN");
        let help = "write the number, or a macro that stands for it";
        self.diagnostics.push(Diagnostic::warning(length.span, message).help(help));
        Some(value)
    }

    /// The number that the variable of this name is declared with.
    pub(super) fn number_by_name(&self, expr: &ast::Expr) -> Option<i32> {
        self.named(expr)?.number
    }

    /// The variable that an expression is.
    fn named(&self, expr: &ast::Expr) -> Option<&Entry> {
        match &expr.kind {
            ast::ExprKind::Variable(variable) => match &variable.path[..] {
                [part] if part.index.is_none() => self.scopes.find(&part.name.text),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number that an initial value is, if it is one as it stands.
    pub(super) fn first_number(&self, initial: Option<&ast::Initialiser>) -> Option<i32> {
        let value = match initial {
            None => return Some(0),
            Some(ast::Initialiser::Value(value)) => value,
            Some(ast::Initialiser::List(values, _)) => match &values[..] {
                [value] => value,
                _ => return None,
            },
            Some(ast::Initialiser::Channel(channel)) => &channel.capacity,
        };
        match &value.kind {
            ast::ExprKind::Number(number) => i32::try_from(*number).ok(),
            ast::ExprKind::Variable(name) => match &name.path[..] {
                [part] => self.symbols.get(&part.name.text).and_then(Expr::constant_value),
                _ => None,
            },
            _ => None,
        }
    }
}
