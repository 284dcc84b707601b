//! What a script prints.

use checking::Printed;
use diagnostics::Diagnostic;
use kernel::{Budget, StopReason};
use lts::Terms;

use crate::evaluate::Evaluator;
use crate::preparation::Reached;
use crate::script::{PrintStatement, Script};
use crate::stack::with_large_stack;

/// What a script prints.
///
/// # Errors
/// The budget is spent.
pub(crate) fn printed(script: &Script, budget: &Budget) -> Result<Vec<Printed>, StopReason> {
    with_large_stack(|stack| {
        let reached = Reached::default();
        let evaluator =
            Evaluator::new(&script.tree, stack, reached.interrupt(|bytes| budget.check(bytes)));
        let values: Vec<Result<String, Diagnostic>> = match evaluator {
            Err(wrong) => vec![Err(wrong[0].clone()); script.printed.len()],
            Ok(mut evaluator) => {
                let mut terms = Terms::new();
                let mut value = |statement: &PrintStatement| {
                    let value = evaluator.evaluate(&statement.value, &mut terms)?;
                    Ok(evaluator.value_text(&terms, &value))
                };
                script.printed.iter().map(&mut value).collect()
            }
        };
        if let Some(stop) = reached.stop() {
            return Err(stop);
        }
        let printed = script.printed.iter().zip(values);
        Ok(printed.map(|(one, value)| Printed { text: one.text.clone(), value }).collect())
    })
}
