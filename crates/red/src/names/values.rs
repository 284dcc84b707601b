//! The values of numbers and variables, where they are known.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};

use crate::ast::Model;
use crate::lower::{Declared, Meaning};
use crate::model::LoadOptions;

/// What there is to know of the values of numbers and variables, by where they are declared; of none if a declaration is wrong.
pub(super) fn remarks(model: &Model, options: &LoadOptions) -> HashMap<Span, String> {
    let declared = Declared::new(model, options);
    if declared.diagnostics.iter().any(Diagnostic::is_error) {
        return HashMap::new();
    }
    let numbers = model.defines.iter().filter_map(|define| {
        let Some(Meaning::Constant(value)) = declared.names.get(&*define.name.text) else {
            return None;
        };
        Some((define.name.span, format!("it is {value}")))
    });
    let variables = declared.variables.iter().map(|variable| {
        let values = match variable.is_pointer {
            true => format!("`NULL` or one of {} processes", declared.count),
            false => format!("{} to {}", variable.lowest, variable.highest),
        };
        (variable.name.span, values)
    });
    numbers.chain(variables).collect()
}
