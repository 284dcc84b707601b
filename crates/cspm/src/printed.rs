//! What a script prints, and the values of expressions that somebody asks for.

use std::time::{Duration, Instant};

use checking::Printed;
use diagnostics::{Diagnostic, Sources, read_file};
use kernel::{Budget, StopReason};
use lts::Terms;

use crate::evaluate::Evaluator;
use crate::preparation::{Reached, resident_bytes};
use crate::script::{Asked, PrintStatement, Script};
use crate::stack::with_large_stack;

/// An expression that somebody asks for may take so long, and so much memory.
const PATIENCE: Duration = Duration::from_secs(10);
const MOST_BYTES: u64 = 4 << 30;

/// The value of an expression behind the definitions of a script, whose file has this name and text.
///
/// # Errors
/// What is wrong with it, in one line.
pub(crate) fn value_of(name: &str, script: &str, expression: &str) -> Result<String, String> {
    let mut sources = Sources::new();
    let file = sources.add(name, script);
    let asked = Asked::Declarations(sources.add("eval", format!("print {expression}")));
    let first = |wrong: Vec<Diagnostic>| {
        wrong.into_iter().find(Diagnostic::is_error).map_or(String::new(), |wrong| wrong.message)
    };
    let (script, _) = Script::load(&mut sources, file, &[asked], &mut read_file).map_err(first)?;
    let Some(statement) = script.printed.last() else { return Err("no expression".to_owned()) };
    let begin = Instant::now();
    with_large_stack(|stack| {
        let is_too_much = || begin.elapsed() > PATIENCE || resident_bytes() > MOST_BYTES;
        let mut evaluator = Evaluator::new(&script.tree, stack, is_too_much).map_err(first)?;
        let mut terms = Terms::new();
        let value = evaluator.evaluate(&statement.value, &mut terms);
        let value = value.map_err(|wrong| match is_too_much() {
            true => "the evaluation was given up: it takes more than 10 s or 4 GB".to_owned(),
            false => wrong.message,
        })?;
        Ok(evaluator.value_text(&terms, &value))
    })
}

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
