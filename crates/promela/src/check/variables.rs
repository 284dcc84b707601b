//! Variables that are not used, or never have a value.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};

use super::Checker;
use super::names::{Declared, Holds};
use crate::ast::Type;

impl Checker<'_> {
    /// Warns of variables that nothing uses and of those that are read but never given a value. A
    /// variable in an inline is one variable, however often it is expanded.
    pub fn variables(&mut self) {
        let mut merged: HashMap<Span, usize> = HashMap::new();
        let mut variables: Vec<Declared> = Vec::new();
        for declared in std::mem::take(&mut self.names.declared) {
            let place = *merged.entry(declared.span).or_insert_with(|| {
                variables.push(declared.clone());
                variables.len() - 1
            });
            let variable = &mut variables[place];
            variable.given |= declared.given;
            variable.read |= declared.read || self.mentioned.contains(&declared.name);
            variable.written |= declared.written;
        }
        for variable in &variables {
            let (name, span) = (&variable.name, variable.span);
            if name == "_" || variable.given || variable.written {
                continue;
            }
            let diagnostic = if !variable.read {
                Diagnostic::warning(span, format!("the variable `{name}` is never used"))
                    .help("leave it out")
            } else if let Holds::Cell(cell) = &variable.holds
                && cell.ty == Type::Chan
            {
                let message = format!("`{name}` never names a channel");
                Diagnostic::warning(span, message)
                    .help("initialise it as in `chan c = [1] of { byte }`, or assign a channel")
            } else if variable.length.is_some() || matches!(variable.holds, Holds::Structure(_)) {
                let message = format!("`{name}` is never given values: they are always 0");
                Diagnostic::warning(span, message).help("assign to it, or do without it")
            } else {
                let message = format!("`{name}` is never given a value: it is always 0");
                Diagnostic::warning(span, message)
                    .help("assign to it, or write `= 0` if it is meant")
            };
            self.report(diagnostic);
        }
    }
}
